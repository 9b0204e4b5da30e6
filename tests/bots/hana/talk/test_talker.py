"""HANA with a voice: what it says to everything it may hear, and stories of two that make a deal."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.notation import format_order
from adjudication.orders import Hold, Move
from adjudication.phase import parse_phase
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.arena.game import GamePlan, play
from bots.talking import MAX_UTTERANCES, Words, hear_in_time, open_talk_in_time
from bots.view import Agreement, LedgerLine, PastPhase, Said, SeatView
from negotiation.compliance import State, check_deal
from negotiation.diplomacy import DIPLOMACY, Pce, order_of
from negotiation.floor import floor_of
from negotiation.levels import level
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from negotiation.sense import parts_of
from negotiation.terms import Accept, Commits, Do, Propose, Reject, Utterance
from tests.bots.boards import board
from tests.bots.hana.casts import swift
from tests.effort import examples
from tests.negotiation.strategies import utterances

OPENING = SeatView("GER", opening(), STANDARD_RULES, level=3)
PEACE = "Agree([fra ger], pce([fra ger]))"
FRIENDS = replace(
    OPENING,
    agreements=(Agreement(OPENING.position.phase, ("FRA", "GER"), parse_formula(PEACE, DIPLOMACY)),),  # type: ignore[arg-type]
)


def term(text: str) -> Utterance:
    return parse(text, DIPLOMACY)


def told(view: SeatView, *texts: str) -> SeatView:
    return replace(view, talk=(*view.talk, *(Said(view.position.phase, term(text)) for text in texts)))


def answers(view: SeatView, text: str, name: str = "classicist", seed: int = 1) -> list[str]:
    """HANA's answers to a text it hears now."""
    view = told(view, text)
    words = hear_in_time(swift(name), view, {}, view.talk[-1], rng=Random(seed), seconds=5)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]


def opens(view: SeatView, name: str = "classicist", memory: dict[str, Any] | None = None, seed: int = 1) -> Words:
    return open_talk_in_time(swift(name), view, memory or {}, Random(seed), 5)


# ── the table ───────────────────────────────────────────────────────────────────────────────────

GHOST = "Do(mto(Unit(ger, Region(spa, amy)), Region(por, amy)))"
MINE = "Do(mto(Unit(ger, Region(ber, amy)), Region(kie, amy)))"
FAR = "Do(mto(Unit(ger, Region(ber, amy)), Region(par, amy)))"

SAID: list[tuple[str, SeatView, str, list[str]]] = [
    ("peace is welcome", OPENING, f"propose(fra, ger, {PEACE})", [f"accept(ger, fra, {PEACE})"]),
    (
        "an alliance against a friend is not",
        FRIENDS,
        "propose(eng, ger, Agree([eng ger], aly([eng ger], fra)))",
        [
            "reject(ger, eng, Agree([eng ger], aly([eng ger], fra)))",
            "inform(ger, eng, Agree([fra ger], pce([fra ger])))",
            "propose(ger, eng, Agree([eng ger], aly([eng ger], aus)))",
        ],
    ),
    (
        "orders of units that are not there are refused",
        OPENING,
        f"propose(fra, ger, [Commit(ger, fra, {GHOST})])",
        [f"reject(ger, fra, [Commit(ger, fra, {GHOST})])"],
    ),
    (
        "a question about them is not understood",
        OPENING,
        f"query(fra, ger, {GHOST})",
        [f"answer(ger, fra, Unknown(ger, {GHOST}))"],
    ),
    (
        "nor what contradicts itself",
        OPENING,
        f"inform(fra, ger, Belief(fra, {MINE}) ∧ ¬Belief(fra, {MINE}))",
        [f"answer(ger, fra, Unknown(ger, Belief(fra, {MINE}) ∧ ¬Belief(fra, {MINE})))"],
    ),
    ("what cannot be will not be", FRIENDS, f"query(fra, ger, {FAR})", [f"answer(ger, fra, ¬{FAR})"]),
    ("peace there is", FRIENDS, "query(fra, ger, pce([fra ger]))", ["answer(ger, fra, pce([fra ger]))"]),
    ("peace there is none", OPENING, "query(fra, ger, pce([fra ger]))", ["answer(ger, fra, ¬pce([fra ger]))"]),
    ("the deal itself", FRIENDS, f"query(fra, ger, {PEACE})", [f"answer(ger, fra, {PEACE})"]),
    (
        "deals of others are nobody's business",
        FRIENDS,
        "query(fra, ger, pce([eng rus]))",
        ["answer(ger, fra, Unknown(ger, pce([eng rus])))"],
    ),
    (
        "the other's mind it does not know",
        FRIENDS,
        "query(fra, ger, Belief(fra, pce([fra ger])))",
        ["answer(ger, fra, Unknown(ger, Belief(fra, pce([fra ger]))))"],
    ),
    (
        "where units stand is plain",
        OPENING,
        "query(fra, ger, Unit(fra, Region(par, amy)) ∧ Unit(fra, Region(par, sea)))",
        ["answer(ger, fra, Unit(fra, Region(par, amy)) ∧ ¬Unit(fra, Region(par, sea)))"],
    ),
    (
        "it does know that it does not know",
        FRIENDS,
        "query(fra, ger, Unknown(ger, pce([eng rus])))",
        ["answer(ger, fra, Unknown(ger, pce([eng rus])))"],
    ),
    (
        "whoever wants peace is offered it",
        OPENING,
        "inform(fra, ger, Desire(fra, pce([fra ger])))",
        [f"propose(ger, fra, {PEACE})"],
    ),
    ("an answer needs none", FRIENDS, "answer(fra, ger, pce([fra ger]))", []),
    ("what is taken back is gone", OPENING, "withdraw(fra, ger)", []),
]


@pytest.mark.parametrize(("view", "said", "expected"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_hana_answers_what_it_hears(view: SeatView, said: str, expected: list[str]) -> None:
    assert answers(view, said) == expected


WINTER = replace(
    OPENING,
    position=board("W1901A", "GER A MUN", "FRA A BUR", "ENG A TYR", centers={"GER": "MUN BER", "FRA": "PAR BRE"}),
)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (f"propose(fra, ger, {PEACE})", f"accept(ger, fra, {PEACE})"),
        (
            "propose(fra, ger, [Commit(ger, fra, Do(bld(Unit(ger, Region(ber, amy)))))])",
            "reject(ger, fra, [Commit(ger, fra, Do(bld(Unit(ger, Region(ber, amy)))))])",
        ),
        (
            "propose(fra, ger, [Commit(fra, ger, Do(bld(Unit(fra, Region(par, amy)))))])",
            "accept(ger, fra, [Commit(fra, ger, Do(bld(Unit(fra, Region(par, amy)))))])",
        ),
        (
            f"query(fra, ger, Desire(ger, {MINE}))",
            f"answer(ger, fra, Unknown(ger, Desire(ger, {MINE})))",
        ),
        ("query(fra, ger, Desire(ger, ber))", "answer(ger, fra, Desire(ger, ber))"),
        ("query(fra, ger, Desire(ger, kie))", "answer(ger, fra, Unknown(ger, Desire(ger, kie)))"),
    ],
)
def test_between_moves_it_answers_without_a_search(said: str, answer: str) -> None:
    """France has spoken before; England, as near, never."""
    spoke = Said(OPENING.position.phase, term(f"inform(fra, ger, {PEACE})"))
    past = PastPhase(OPENING.position, ())
    assert answers(replace(WINTER, talk=(spoke,), history=(past,)), said) == [answer]


@settings(max_examples=examples(50), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(utterances(8))
def test_nothing_said_between_moves_upsets_it(utterance: Utterance) -> None:
    said = Said(WINTER.position.phase, replace(utterance, speaker="FRA", hearers=("GER",)))
    view = replace(WINTER, talk=(said,), level=8)
    assert hear_in_time(swift("diplomat"), view, {}, said, rng=Random(1), seconds=5).faults == ()


@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(utterances(3))
def test_everything_up_to_level_3_is_answered_sensibly_or_not_at_all(utterance: Utterance) -> None:
    speaker = "FRA" if utterance.speaker == "GER" else utterance.speaker
    said = Said(OPENING.position.phase, replace(utterance, speaker=speaker, hearers=("GER",)))
    view = replace(OPENING, talk=(said,))
    words = hear_in_time(swift("diplomat"), view, {}, said, rng=Random(1), seconds=5)
    assert words.faults == ()
    assert len(words.utterances) <= 3
    assert all(level(each) <= 3 and each.hearers == (speaker,) for each in words.utterances)
    settled = [each for each in words.utterances if isinstance(each, Accept | Reject)]
    assert len(settled) == isinstance(said.utterance, Propose)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(utterances(8))
def test_nothing_said_at_any_level_upsets_it(utterance: Utterance) -> None:
    said = Said(OPENING.position.phase, replace(utterance, speaker="FRA", hearers=("GER",)))
    view = replace(OPENING, talk=(said,), level=8)
    assert hear_in_time(swift("vengeful"), view, {}, said, rng=Random(1), seconds=5).faults == ()


def test_it_tells_its_plans_to_whom_it_trusts_and_opportunists_their_story() -> None:
    asked = f"query(fra, ger, Desire(ger, {MINE}))"
    for name in ("neutral", "opportunist"):
        assert answers(FRIENDS, asked, name)[0] in {
            f"answer(ger, fra, Desire(ger, {MINE}))",
            f"answer(ger, fra, ¬Desire(ger, {MINE}))",
        }


def test_why_questions_are_answered_where_the_level_has_them() -> None:
    (said,) = answers(replace(OPENING, level=7), f"query(fra, ger, Explain({MINE}))")
    assert said.startswith("answer(ger, fra, ")
    assert "Unknown" not in said


def test_the_same_twice_is_answered_once() -> None:
    asked = "query(fra, ger, pce([fra ger]))"
    assert answers(told(OPENING, asked, "answer(ger, fra, ¬pce([fra ger]))"), asked) == []


def test_a_proposal_refused_twice_is_met_with_silence() -> None:
    bad = f"[Commit(ger, fra, {FAR})]"
    view = told(OPENING, *[f"propose(fra, ger, {bad})", f"reject(ger, fra, {bad})"] * 2)
    assert answers(view, f"propose(fra, ger, {bad})") == []


def test_a_flood_is_not_answered_for_ever() -> None:
    view = OPENING
    count = 0
    for season in ("spr", "fal"):
        for year in range(1901, 1915):
            asked = f"query(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy)), <{season}, {year}>))"
            view = replace(view, level=8)
            said = answers(view, asked)
            view = told(view, asked, *said)
            count += len(said)
    assert 0 < count <= 12


def test_in_a_game_of_deals_only_it_makes_deals_only() -> None:
    view = replace(OPENING, level=1)
    assert all(level(each) == 1 for each in opens(view, "diplomat").utterances)
    bad = f"propose(fra, ger, [Commit(ger, fra, {FAR})])"
    assert answers(view, bad) == [bad.replace("propose(fra, ger", "reject(ger, fra")]


# ── opening ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("power", POWERS)
def test_it_opens_with_two_neighbours_or_more_and_one_message_to_each(power: Power) -> None:
    """England meets only France next turn, Turkey only Russia: they speak to those beyond as well."""
    said = opens(replace(OPENING, power=power)).utterances
    hearers = [hearer for each in said for hearer in each.hearers]
    assert 2 <= len(hearers) <= 5
    assert len(hearers) == len(set(hearers))


def test_everybody_is_spoken_to_at_the_opening() -> None:
    said = [each for power in POWERS for each in opens(replace(OPENING, power=power)).utterances]
    assert {hearer for each in said for hearer in each.hearers} == set(POWERS)


BORDER = board(
    "F1902M",
    "FRA A BUR",
    "FRA F POR",
    "GER A RUH",
    "GER F KIE",
    "ENG A BEL",
    centers={"FRA": "PAR MAR BRE POR SPA", "GER": "MUN BER KIE DEN HOL", "ENG": "BEL LON"},
)
"""Each can take Belgium with the other's help."""
STAYING = board(
    "F1902M",
    *("FRA A BUR", "FRA F POR", "GER A RUH", "GER A HOL", "ENG A BEL"),
    centers={"FRA": "PAR MAR BRE POR SPA", "GER": "MUN BER KIE DEN HOL", "ENG": "BEL LON"},
)
"""Holland is covered, so England has no reason to leave Belgium by itself."""


@pytest.mark.parametrize("name", ["classicist", "diplomat"])
def test_it_opens_with_a_few_proposals_that_can_be_carried_out(name: str) -> None:
    deal = Agreement(STAYING.phase, ("FRA", "GER"), parse_formula(PEACE, DIPLOMACY))  # type: ignore[arg-type]
    view = SeatView("GER", STAYING, STANDARD_RULES, agreements=(deal,), level=3)
    said = opens(told(view, f"accept(fra, ger, {PEACE})"), name).utterances
    deals = [each.deal for each in said if isinstance(each, Propose)]
    assert deals
    assert len(said) <= 2
    actions = [part.content.action for deal in deals for part in parts_of(deal) if isinstance(part.content, Do)]
    assert all(refusal(STAYING, *order_of(action)) is None for action in actions)


def test_the_cautious_make_no_joint_plans_with_those_they_do_not_know() -> None:
    deal = Agreement(BORDER.phase, ("FRA", "GER"), parse_formula(PEACE, DIPLOMACY))  # type: ignore[arg-type]
    view = told(SeatView("GER", BORDER, STANDARD_RULES, agreements=(deal,), level=3), f"accept(fra, ger, {PEACE})")
    said = opens(view, "cautious").utterances
    assert not any(isinstance(each, Propose) and isinstance(each.deal, Commits) for each in said)


def test_the_same_draws_give_the_same_talk_whatever_was_thought_before() -> None:
    once = opens(FRIENDS)
    answers(OPENING, f"query(fra, ger, {MINE})", "opportunist")
    assert opens(FRIENDS) == once


@pytest.mark.parametrize("odd", [None, 7, [], {"phase": 3, "notes": "x", "target": 9}, {"notes": [1, None]}])
def test_odd_memories_do_no_harm(odd: object) -> None:
    assert opens(OPENING, memory={"talk": odd, "mind": odd, "minds": odd, "seed": odd}).faults == ()


def test_it_says_nothing_where_there_is_nothing_to_say() -> None:
    assert opens(replace(OPENING, level=0)).utterances == ()
    winter = replace(OPENING, position=board("W1901A", "GER A MUN", centers={"GER": "MUN BER"}))
    assert opens(winter).utterances == ()
    assert opens(replace(OPENING, position=board("S1902M", "FRA A PAR", centers={"GER": "MUN"}))).utterances == ()


# ── stories ─────────────────────────────────────────────────────────────────────────────────────


def game(level: int = 3, protocol: str = "l3", until: int = 1901) -> dict[str, Any]:
    seats = dict.fromkeys(POWERS, "holdbot") | dict.fromkeys(("FRA", "GER"), "tests.bots.hana.casts:Classicist")
    return play(GamePlan(0, 1, seats, until, 5.0, level=level, protocol=protocol))


def test_two_make_a_deal_and_keep_it() -> None:
    record = game()
    spring = record["phases"][0]
    assert any(said.startswith("accept(") for said in spring["talk"])
    assert record["faults"] == {}
    promises = [promise for phase in record["phases"] for promise in phase.get("promises", [])]
    assert {promise["state"] for promise in promises} <= {"kept", "void"}
    assert any(promise["state"] == "kept" for promise in promises)


@pytest.mark.parametrize("protocol", ["free", "rnp", "l3", "talk"])
def test_what_it_says_keeps_to_every_protocol(protocol: str) -> None:
    record = game(level=1 if protocol == "rnp" else 3, protocol=protocol)
    assert record["faults"] == {}
    for phase in record["phases"]:
        floor = floor_of(protocol)
        for said in phase.get("talk", []):
            floor, _ = floor.said(term(said))


def test_the_same_seed_gives_the_same_game() -> None:
    assert game() == game()


STAB = board(
    "F1905M",
    "FRA A BUR",
    "FRA A PIC",
    "GER F BAL",
    "GER A SIL",
    centers={"FRA": "PAR MAR BRE BEL", "GER": "MUN BER KIE"},
)


@pytest.mark.parametrize(("name", "keeps"), [("classicist", True), ("opportunist", False)])
def test_who_breaks_his_word_does_it_knowingly(name: str, keeps: bool) -> None:
    """Munich lies open, and there is peace: it is worth a center to who does not mind."""
    deal = Agreement(STAB.phase, ("FRA", "GER"), parse_formula(PEACE, DIPLOMACY))  # type: ignore[arg-type]
    view = SeatView("FRA", STAB, STANDARD_RULES, agreements=(deal,), level=3)
    decision = swift(name).decide(view, {}, Random(1), 5)
    attacks = [order for order in decision.orders if getattr(order, "target", None) == "MUN"]
    assert (not attacks) is keeps
    broken = decision.memory["journal"]["broken"]
    assert (not broken) is keeps
    if broken:
        assert broken[0]["to"] == ["GER"]
        assert broken[0]["gain"] > broken[0]["price"]
        assert "more than keeping it" in broken[0]["reason"]


BELGIUM = board(
    "F1902M",
    *("FRA A BUR", "FRA A PAR", "FRA A MAR", "FRA F POR", "GER A RUH", "GER F KIE", "ENG A BEL"),
    centers={"FRA": "PAR MAR BRE POR SPA", "GER": "MUN BER KIE DEN HOL", "ENG": "BEL LON"},
)


def test_support_of_a_unit_nobody_named_is_agreed_and_ordered() -> None:
    """Burgundy alone can help Germany into Belgium, and does."""
    deal = "[Commit(fra, ger, hlp(fra, ger, bel)), Commit(ger, fra, ent(ger, bel))]"
    view = SeatView("FRA", BELGIUM, STANDARD_RULES, level=3)
    assert answers(view, f"propose(ger, fra, {deal})") == [f"accept(fra, ger, {deal})"]
    made = Agreement(BELGIUM.phase, ("FRA", "GER"), parse_formula(deal, DIPLOMACY))  # type: ignore[arg-type]
    decision = swift("classicist").decide(replace(view, agreements=(made,)), {}, Random(1), 5)
    assert "A BUR S A RUH - BEL" in map(format_order, decision.orders)
    theirs = (Move("A", "RUH", "BEL"), Hold("F", "KIE"))
    outcomes = adjudicate(BELGIUM, {"FRA": decision.orders, "GER": theirs}).outcomes
    assert {check.state for check in check_deal(made.deal, BELGIUM, outcomes)} == {State.KEPT}


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("query(fra, ger, hlp(ger, fra, tys))", "answer(ger, fra, ¬hlp(ger, fra, tys))"),
        ("query(fra, ger, hlp(fra, ger, tys))", "answer(ger, fra, Belief(ger, ¬hlp(fra, ger, tys)))"),
        (
            "propose(fra, ger, [Commit(ger, fra, hlp(ger, fra, bur, pic))])",
            "reject(ger, fra, [Commit(ger, fra, hlp(ger, fra, bur, pic))])",
        ),
    ],
    ids=["nobody can", "they cannot", "nobody stands there"],
)
def test_what_it_says_of_units_nobody_named(said: str, answer: str) -> None:
    assert answers(FRIENDS, said) == [answer]


def test_the_journal_tells_what_was_said_and_why() -> None:
    view = told(OPENING, f"propose(fra, ger, {PEACE})")
    bot = swift("classicist")
    words = hear_in_time(bot, view, {}, view.talk[-1], rng=Random(1), seconds=5)
    decision = bot.decide(view, words.memory, Random(1), 5)
    (told_of,) = decision.memory["journal"]["deals"]
    assert (told_of["with"], told_of["decision"]) == ("FRA", "accepted")
    assert "It brings me" in told_of["reason"]


def test_however_many_broke_their_word_no_more_is_said_than_is_listened_to() -> None:
    position = opening()
    fall = replace(position, phase=parse_phase("F1901M"))
    ledger = tuple(
        LedgerLine(position.phase, position.phase, power, ("GER", power), Pce(("GER", power)), State.BROKEN)
        for power in POWERS
        if power != "GER"
    )
    view = replace(OPENING, position=fall, history=(PastPhase(position, ()),), ledger=ledger)
    for name in ("diplomat", "neutral", "classicist"):
        words = opens(view, name)
        assert words.faults == ()
        assert len(words.utterances) <= MAX_UTTERANCES
    assert any("trusted" in format_term(each, DIPLOMACY) for each in opens(view, "neutral").utterances)
