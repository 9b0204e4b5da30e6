"""Words agree with map, plan and promises; victims hear no attack."""

from dataclasses import replace
from random import Random

import pytest

from adjudication.batch import decode_order
from adjudication.board import province_of
from adjudication.orders import Move
from adjudication.rulebook import STANDARD_RULES
from bots.hana.talk.checking import checked, wrong_with
from bots.hana.talk.claims import at_odds, claims_in
from bots.hana.talk.knowing import answer_to_question
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import plan_of
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import DIPLOMACY, Ent
from negotiation.levels import FREE
from negotiation.parser import parse, parse_formula
from negotiation.terms import Courtesy, Desire, Manner, Not, Unknown
from tests.bots.boards import board
from tests.bots.hana.casts import swift

STAB = board(
    "F1905M",
    *("FRA A BUR", "FRA A PIC", "GER F BAL", "GER A SIL"),
    centers={"FRA": "PAR MAR BRE BEL", "GER": "MUN BER KIE"},
)
MOVE = "Do(mto(Unit(fra, Region({}, amy)), Region({}, amy)))"


def situation(name: str = "classicist", *, talk: tuple[str, ...] = (), deals: tuple[str, ...] = ()) -> Situation:
    agreements = tuple(
        Agreement(STAB.phase, ("FRA", "GER"), parse_formula(deal, DIPLOMACY))  # type: ignore[arg-type]
        for deal in deals
    )
    said = tuple(Said(STAB.phase, parse(text, DIPLOMACY)) for text in talk)
    view = SeatView("FRA", STAB, STANDARD_RULES, talk=said, agreements=agreements, level=FREE, protocol="talk")
    return swift(name)._situation(view, {}, Random(1), 5.0)[0]


@pytest.mark.parametrize("name", ["classicist", "opportunist"])
@pytest.mark.parametrize(
    "text",
    [
        f"answer(fra, ger, {MOVE.format('bur', 'mun')})",
        f"inform(fra, ger, Desire(fra, {MOVE.format('bur', 'mun')}))",
        "answer(fra, ger, ent(fra, mun))",
        "answer(fra, ger, Do(sup(Unit(fra, Region(pic, amy)), mto(Unit(fra, Region(bur, amy)), Region(mun, amy)))))",
    ],
)
def test_a_victim_is_not_told_the_attack_nor_its_supports(name: str, text: str) -> None:
    assert wrong_with(situation(name), parse(text, DIPLOMACY)) is not None


def test_what_no_rule_allows_or_a_promise_forbids_is_not_said() -> None:
    here = situation("opportunist", deals=("Agree([fra ger], dmz([fra ger], ruh))",))
    assert wrong_with(here, parse(f"answer(fra, ger, {MOVE.format('bur', 'ruh')})", DIPLOMACY)) is not None
    assert wrong_with(here, parse(f"answer(fra, ger, {MOVE.format('bur', 'ank')})", DIPLOMACY)) is not None


def test_who_keeps_its_word_says_what_it_plans_and_nothing_else() -> None:
    here = situation("classicist", deals=("Agree([fra ger], pce([fra ger]))",))
    told = {
        place: wrong_with(here, parse(f"answer(fra, ger, {MOVE.format('pic', place)})", DIPLOMACY)) is None
        for place in ("par", "bel", "bre")
    }
    assert sum(told.values()) <= 1
    assert plan_of(here)


def test_one_thing_is_said_of_a_unit_in_a_phase() -> None:
    first = f"answer(fra, ger, {MOVE.format('pic', 'bre')})"
    here = situation("opportunist", talk=(first,))
    assert wrong_with(here, parse(f"answer(fra, ger, {MOVE.format('pic', 'par')})", DIPLOMACY)) is not None
    assert wrong_with(here, parse(f"answer(fra, ger, ¬{MOVE.format('pic', 'bre')})", DIPLOMACY)) is not None
    assert wrong_with(here, parse(first, DIPLOMACY)) is None


def test_who_asked_hears_that_it_is_not_told_where_nothing_may_be_said() -> None:
    attack = parse(f"answer(fra, ger, {MOVE.format('bur', 'mun')})", DIPLOMACY)
    assert checked(situation(), [attack], answers="GER") == [Courtesy("FRA", ("GER",), Manner.EVADE)]
    assert checked(situation(), [attack]) == []
    quiet = situation()
    quiet.view = replace(quiet.view, level=3)
    assert checked(quiet, [attack], answers="GER") == []


@pytest.mark.parametrize(
    ("one", "other", "odd"),
    [
        ("ent(fra, mun)", "¬ent(fra, mun)", True),
        (MOVE.format("bur", "mun"), "¬ent(fra, mun)", True),
        (MOVE.format("bur", "mun"), MOVE.format("bur", "ruh"), True),
        (MOVE.format("bur", "mun"), MOVE.format("pic", "bel"), False),
        ("¬ent(fra, mun)", "¬ent(fra, ruh)", False),
        (MOVE.format("bur", "ruh"), "¬ent(fra, mun)", False),
    ],
)
def test_which_words_cannot_both_be_true(one: str, other: str, odd: bool) -> None:
    (first,) = claims_in(parse(f"answer(fra, ger, {one})", DIPLOMACY))
    (second,) = claims_in(parse(f"answer(fra, ger, {other})", DIPLOMACY))
    assert at_odds(first, second) is odd
    assert at_odds(second, first) is odd


def test_a_place_that_one_leaves_alone_is_a_place_where_no_unit_goes() -> None:
    (claim,) = claims_in(parse("note(fra, ger, tpc(leave, mun))", DIPLOMACY))
    (move,) = claims_in(parse(f"answer(fra, ger, {MOVE.format('bur', 'mun')})", DIPLOMACY))
    assert at_odds(claim, move)


def test_nothing_is_proposed_that_its_words_of_the_phase_deny() -> None:
    """After announcing Ruhr it does not offer to keep out."""
    word = f"answer(fra, ger, {MOVE.format('bur', 'ruh')})"
    offer = parse("propose(fra, ger, Agree([fra ger], dmz([fra ger], ruh)))", DIPLOMACY)
    assert wrong_with(situation(talk=(word,)), offer) is not None
    assert wrong_with(situation(), offer) is None


def test_who_keeps_its_plan_to_itself_says_where_nothing_goes() -> None:
    here = situation("classicist")
    planned = {decode_order(code) for code in plan_of(here).values()}
    entered = {province_of(order.target) for order in planned if isinstance(order, Move)}
    for place in sorted(here.reach("FRA") - {"BUR", "PIC"}):
        answer = answer_to_question(here, "GER", Desire("FRA", Ent("FRA", place)))
        assert isinstance(answer, Unknown if place in entered else Not), place
