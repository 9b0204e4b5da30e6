"""Doubtful answers are asked back; yes or no follows the deal."""

import json
from dataclasses import replace
from random import Random

import pytest

from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.talking import hear_in_time
from bots.view import Said, SeatView
from bots.view_json import said_as_dict, said_from_dict
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.context import context_of
from negotiation.english.writer import write
from negotiation.heard import Heard, Reading, heard_from_dict, unheard
from negotiation.judge.rules import settles
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Accept, Courtesy, Manner, Query, Utterance
from negotiation.understanding import understand
from tests.bots.hana.casts import swift
from tests.bots.hana.talk.test_conversations import Table

OFFER = "propose(ger, fra, Agree([fra ger], pce([fra ger])))"
PACT = "Agree([fra ger], aly([fra ger], ita))"


def answers(*talk: str, probability: float = 1.0) -> list[str]:
    """Germany's answer to the last term; sentences by their topics."""
    *before, last = (parse(term, DIPLOMACY) for term in talk)
    view = SeatView("GER", opening(), STANDARD_RULES, level=FREE, protocol="talk")
    view = replace(view, talk=tuple(Said(view.position.phase, each) for each in before))
    heard = Said(view.position.phase, last, probability)
    words = hear_in_time(swift("classicist"), view, {}, heard, rng=Random(1), seconds=5)
    assert words.faults == ()
    return [_shown(each) for each in words.utterances]


def _shown(said: Utterance) -> str:
    about = said.about if isinstance(said, Courtesy) else None
    return about.topic if isinstance(about, Tpc) else format_term(said, DIPLOMACY)


@pytest.mark.parametrize(
    ("heard", "topic"),
    [
        ("accept(fra, ger, Agree([fra ger], pce([fra ger])))", "meantyes"),
        ("reject(fra, ger, Agree([fra ger], pce([fra ger])))", "meantno"),
    ],
)
def test_a_probable_answer_to_an_offer_is_asked_back(heard: str, topic: str) -> None:
    assert answers(OFFER, heard, probability=0.7) == [topic]


@pytest.mark.parametrize("deal", [PACT, "Agree([fra ger], drw())", "Agree([fra ger], pce([fra ger]))"])
def test_a_probable_pact_or_draw_is_asked_back_and_never_accepted(deal: str) -> None:
    heard = f"propose(fra, ger, {deal})"
    (said,) = answers(heard, probability=0.7)
    question = parse(said, DIPLOMACY)
    assert isinstance(question, Query)
    assert write(question).endswith("?")
    assert not isinstance(parse(answers(heard)[0], DIPLOMACY), Query)


def test_yes_to_what_it_asked_back_is_taken_up() -> None:
    asked = f"query(ger, fra, Desire(fra, {PACT.removeprefix('Agree([fra ger], ').removesuffix(')')}))"
    said = answers(asked, asked.replace("query(ger, fra", "answer(fra, ger"))
    assert any(each.startswith(("propose", "inform")) for each in said), said


def test_a_doubt_is_stored_with_the_message_and_told_with_its_probability() -> None:
    accepts = parse("accept(fra, ger, Agree([fra ger], pce([fra ger])))", DIPLOMACY)
    heard = replace(unheard("hm, fine", "FRA", ("GER",)), doubt=Reading((accepts,), 0.7))
    kept = heard_from_dict(heard.text, json.loads(json.dumps(heard.as_dict())))
    assert kept == heard
    assert kept.as_talk().told_to_bots == ((accepts, 0.7),)
    said = Said(opening().phase, accepts, 0.7)
    assert said_from_dict(said_as_dict(said)) == said


@pytest.mark.parametrize(
    ("talk", "topic"),
    [
        ((OFFER,), "awaitsyes"),
        ((OFFER, OFFER.replace("propose(ger, fra", "accept(fra, ger")), "wasyes"),
        ((OFFER, OFFER.replace("propose(ger, fra", "reject(fra, ger")), "youturned"),
        (
            ("propose(fra, ger, Agree([fra ger], scd(fra, mun)))", "reject(ger, fra, Agree([fra ger], scd(fra, mun)))"),
            "wasno",
        ),
        ((), "nothingopen"),
    ],
)
def test_yes_or_no_is_answered_by_how_the_deal_stands(talk: tuple[str, ...], topic: str) -> None:
    assert answers(*talk, "puzzled(fra, ger, tpc(puzzledanswer))")[0] == topic


def test_who_spares_the_asker_says_no_to_whether_it_attacks() -> None:
    assert "noattack" in answers("query(fra, ger, Desire(ger, \u00acpce([fra ger])))")


@pytest.mark.parametrize(
    ("place", "topic"), [("bur", "bothbounce"), ("den", "onlymein"), ("spa", "onlyyouin"), ("bul", "nobodyin")]
)
def test_what_happens_if_both_go_is_adjudicated(place: str, topic: str) -> None:
    assert answers(f"rules(fra, ger, tpc(bounce, {place}))") == [topic]


@pytest.mark.parametrize("text", ["did they write to you too?", "who else are you talking to?"])
def test_who_wrote_to_it_is_told(text: str) -> None:
    said = Table("neutral").says(text)
    assert [_shown(each) for each in said] == ["nobodywrote"]


@pytest.mark.parametrize("text", ["well well well", "hm"])
def test_small_talk_is_followed_by_something_of_the_board(text: str) -> None:
    first, *rest = Table("neutral").says(text)
    assert getattr(first, "manner", None) is Manner.CHAT
    assert rest
    assert not any(isinstance(each, Accept) for each in rest)


def understood(text: str, *talk: str) -> Heard:
    said = [parse(term, DIPLOMACY) for term in talk]
    return understand(text, replace(context_of("FRA", ("GER",), opening(), said), level=FREE))


@pytest.mark.parametrize("text", ["oh great, now it rains", "cheers, have a good evening", "my dog just ate my shoe"])
def test_small_talk_settles_nothing(text: str) -> None:
    heard = understood(text, OFFER)
    assert heard.verdict != "claim"
    assert all(sure < 1 or not settles((said,)) for said, sure in heard.told_to_bots)


@pytest.mark.parametrize("text", ["are we friends?", "Austria is getting too big, no?"])
def test_a_question_is_not_asked_back_as_an_answer(text: str) -> None:
    assert understood(text, OFFER).doubt is None


@pytest.mark.parametrize("text", ["do you trust him?", "should I believe him?"])
def test_him_is_the_power_spoken_of_last(text: str) -> None:
    (said,) = understood(text, "note(ger, fra, tpc(silent, eng))").for_bots
    assert "opn(eng, ?s)" in format_term(said, DIPLOMACY)


def test_a_bare_name_after_a_question_is_a_follow_up() -> None:
    heard = understood("And Russia?", "query(fra, ger, Which(?o, Desire(tur, Do(?o))))")
    assert heard.for_bots == (Courtesy("FRA", ("GER",), Manner.WONDER, Tpc("whatof", ("RUS",))),)
