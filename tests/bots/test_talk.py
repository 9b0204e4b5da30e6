"""Bots that talk: what they say to what, and the talk of whole games in the arena."""

import json
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.arena.game import GamePlan, play
from bots.blabbot import BlabBot
from bots.dumbbot import DumbBot
from bots.holdbot import HoldBot
from bots.randombot import RandomBot
from bots.randomnegotiator import RandomNegotiator
from bots.registry import BOTS
from bots.talker import Talk, is_talker
from bots.talking import MAX_UTTERANCES, hear_in_time, open_talk_in_time
from bots.values import FRIEND_SHARE, dumbbot_values
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse
from negotiation.printer import format_term

POWERS = ("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR")
PEACE = "Agree([fra ger], pce([fra ger]))"
VIEW = SeatView("GER", opening(), STANDARD_RULES, level=3)


def term(text):
    return parse(text, DIPLOMACY)


def heard(bot, text, memory=None, view=VIEW, seed=1):
    said = Said(view.position.phase, term(text))
    view = replace(view, talk=(*view.talk, said))
    return hear_in_time(bot, view, memory or {}, said, rng=Random(seed), seconds=1)


ANSWERS = [
    (f"propose(fra, ger, {PEACE})", f"accept(ger, fra, {PEACE})"),
    (
        "propose(fra, ger, Agree([fra ger], aly([fra ger], eng)))",
        "accept(ger, fra, Agree([fra ger], aly([fra ger], eng)))",
    ),
    (
        "propose(fra, ger, Agree([fra ger], aly([fra ger], tur)))",
        "reject(ger, fra, Agree([fra ger], aly([fra ger], tur)))",
    ),
    ("propose(fra, ger, Agree([fra ger], drw()))", "reject(ger, fra, Agree([fra ger], drw()))"),
    ("propose(fra, ger, Agree([fra ger], pce([eng fra])))", "reject(ger, fra, Agree([fra ger], pce([eng fra])))"),
    (
        "propose(fra, ger, [Commit(ger, fra, hlp(ger, fra, bur))])",
        "reject(ger, fra, [Commit(ger, fra, hlp(ger, fra, bur))])",
    ),
    ("propose(fra, ger, Agree([fra ger], ent(ger, den)))", "reject(ger, fra, Agree([fra ger], ent(ger, den)))"),
    ("inform(fra, ger, [Commit(fra, ger, ent(fra, spa))])", None),
    (f"accept(fra, ger, {PEACE})", None),
    ("inform(fra, ger, pce([fra ger]))", None),
    (f"propose(fra, [ger rus], {PEACE})", f"accept(ger, [fra rus], {PEACE})"),
]


@pytest.mark.parametrize(("said", "answer"), ANSWERS)
def test_blabbot_answers(said, answer):
    words = heard(BlabBot(), said, {"friends": ["TUR"]})
    assert [format_term(each, DIPLOMACY) for each in words.utterances] == ([answer] if answer else [])
    assert words.faults == ()


def test_blabbot_opens_with_peace_to_all_and_a_draw_among_friends():
    words = open_talk_in_time(BlabBot(), VIEW, {}, Random(1), 1)
    assert len(words.utterances) == 6
    friends = [power for power in POWERS if power != "GER"]
    (draw,) = open_talk_in_time(BlabBot(), VIEW, {"friends": friends}, Random(1), 1).utterances
    assert "drw()" in format_term(draw, DIPLOMACY)


def test_the_warlike_blabbot_forgets_its_friends_once_it_is_at_peace_with_all():
    friends = [power for power in POWERS if power != "GER"]
    bot = BlabBot(at_peace="war")
    assert open_talk_in_time(bot, VIEW, {"friends": friends}, Random(1), 1).utterances == ()
    for seed in range(5):
        orders = bot.decide(VIEW, {"friends": friends}, Random(seed), 1).orders
        assert orders == DumbBot().decide(VIEW, {}, Random(seed), 1).orders
        still = {"friends": friends[1:]}
        assert bot.decide(VIEW, still, Random(seed), 1) == BlabBot().decide(VIEW, still, Random(seed), 1)
    draw = "propose(fra, ger, Agree([fra ger], drw()))"
    (answer,) = heard(bot, draw, {"friends": friends}).utterances
    assert format_term(answer, DIPLOMACY).startswith("reject(")


@pytest.mark.parametrize("player", [DumbBot(), RandomBot(), HoldBot()])
def test_random_negotiator_gives_its_players_orders(player):
    orders = RandomNegotiator(player).decide(VIEW, {}, Random(2), 1).orders
    assert orders == player.decide(VIEW, {}, Random(2), 1).orders


def test_a_friend_is_made_by_an_agreement_and_kept_for_good():
    deal = term(f"propose(fra, ger, {PEACE})").deal
    view = replace(VIEW, agreements=(Agreement(VIEW.position.phase, ("FRA", "GER"), deal),))
    after = BlabBot().decide(view, {}, Random(1), 1)
    assert after.memory == {"friends": ["FRA"]}
    assert BlabBot().decide(VIEW, after.memory, Random(1), 1).memory == {"friends": ["FRA"]}


def test_friends_centers_weigh_less():
    position = opening()
    usual, friendly = (dumbbot_values(position, "GER", friends).worth for friends in ((), ("FRA",)))
    assert friendly["A", "PAR"] < usual["A", "PAR"] / 2
    assert dumbbot_values(position, "GER", ()) == dumbbot_values(position, "GER")
    assert FRIEND_SHARE > 1


def test_random_negotiator_tosses_coins():
    bot = RandomNegotiator()
    acts = {
        type(each).__name__
        for seed in range(40)
        for each in heard(bot, f"propose(fra, ger, {PEACE})", seed=seed).utterances
    }
    assert acts == {"Accept", "Reject"}
    support = "propose(fra, ger, [Commit(ger, fra, hlp(ger, fra, bur))])"
    assert all(heard(bot, support, seed=seed).faults == () for seed in range(10))
    opened = [open_talk_in_time(bot, VIEW, {}, Random(seed), 1).utterances for seed in range(60)]
    assert {len(each) for each in opened} == {0, 1}
    kinds = {type(each[0].deal.content).__name__ for each in opened if each}
    assert kinds == {"Pce", "Aly"}


def test_the_registry_knows_who_talks():
    for bot in BOTS.values():
        assert bot.talks == is_talker(bot.make()), bot.name


class Rude:
    """Says what it was made with."""

    def __init__(self, talk):
        self.talk = talk

    def open_talk(self, view, memory, rng, seconds):
        if isinstance(self.talk, BaseException):
            raise self.talk
        return self.talk


@pytest.mark.parametrize(
    ("talk", "kinds"),
    [
        (RuntimeError("no"), ["crash"]),
        (SystemExit(3), ["crash"]),
        (None, ["crash"]),
        (Talk(cast(Any, ["peace"])), ["crash"]),
        (Talk(cast(Any, ("peace",))), ["illegal"]),
        (Talk((term(f"propose(fra, ger, {PEACE})"),)), ["illegal"]),
        (Talk((term(f"propose(ger, ger, {PEACE})"),)), ["illegal"]),
        (Talk((term("inform(ger, fra, Feel(ger, Sad))"),)), ["illegal"]),
        (Talk((term(f"propose(ger, fra, {PEACE})"),) * (MAX_UTTERANCES + 1)), ["illegal"]),
        (Talk((), {"view": VIEW}), ["memory"]),
    ],
)
def test_nothing_a_talker_does_harms_the_game(talk, kinds):
    words = open_talk_in_time(Rude(talk), VIEW, {"kept": 1}, Random(1), 1)
    assert [fault.kind for fault in words.faults] == kinds
    assert len(words.utterances) in (0, MAX_UTTERANCES)


def plan(**more):
    seats = dict(
        zip(
            POWERS, ["blabbot", "random-negotiator", "dumbbot", "blabbot", "blabbot", "holdbot", "blabbot"], strict=True
        )
    )
    return GamePlan(**{"number": 0, "seed": 3, "seats": seats, "until": 1903, "seconds": 5.0} | more)


def test_a_game_of_talk_is_logged_and_the_same_each_time():
    record = play(plan())
    assert record == play(plan())
    json.dumps(record)
    said = [each for phase in record["phases"] for each in phase.get("talk", ())]
    assert len(said) > 20
    speakers = {term(each).speaker for each in said}
    assert speakers <= {"AUS", "ENG", "GER", "ITA", "TUR"}
    assert record["faults"] == {}
    first = record["phases"][0]["talk"]
    assert any(each.startswith("accept") for each in first)


@pytest.mark.parametrize("protocol", ["free", "rnp", "l3", "talk"])
def test_what_is_said_follows_the_protocol(protocol):
    from negotiation.floor import floor_of

    record = play(plan(protocol=protocol, until=1902))
    for phase in record["phases"]:
        floor = floor_of(protocol)
        for each in phase.get("talk", ()):
            floor, _ = floor.said(term(each))


def test_silence_is_silent_and_other_chance_stays_as_it_was():
    record = play(plan(level=0))
    assert not any("talk" in phase for phase in record["phases"])
    loud = play(plan())
    assert record["phases"][0]["orders"]["FRA"] == loud["phases"][0]["orders"]["FRA"]
