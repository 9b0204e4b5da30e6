"""One coherent story for each listener, without the attack on him."""

from random import Random

import pytest

from adjudication.batch import decode_order
from adjudication.board import province_of
from adjudication.orders import Move, Support
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES
from bots.hana.judge.reach import steps_of
from bots.hana.talk.answering import answer
from bots.hana.talk.claims import at_odds, claims_in
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import Tone, changed_plans, plan_of, story_of
from bots.view import SeatView
from negotiation.diplomacy import DIPLOMACY, Ent, Mto, Tpc, unit_of
from negotiation.levels import FREE
from negotiation.printer import format_term
from negotiation.terms import Courtesy, Desire, Do, Inform, Query, Variable, Which
from tests.bots.boards import board
from tests.bots.hana.casts import swift
from tests.bots.hana.talk.test_checking import MOVE, STAB, situation

GERMANS = {"MUN", "BER", "KIE", "BAL", "SIL"}


def orders_told(here: Situation, partner: Power) -> list[object]:
    return [decode_order(code) for code in story_of(here, partner).orders.values()]


@pytest.mark.parametrize("name", ["classicist", "opportunist", "vengeful", "cautious"])
def test_no_story_tells_the_attack_on_who_hears_it(name: str) -> None:
    for order in orders_told(situation(name), "GER"):
        target = getattr(order, "target", None)
        assert target is None or province_of(target) not in GERMANS


def test_who_lies_tells_one_set_of_orders_that_hangs_together() -> None:
    here = situation("opportunist")
    story = story_of(here, "GER")
    assert story.tone is Tone.LIE
    assert set(story.orders) == set(plan_of(here))
    told = orders_told(here, "GER")
    goals = [province_of(order.target) for order in told if isinstance(order, Move)]
    stay = {province_of(order.region) for order in told if not isinstance(order, Move)}  # type: ignore[attr-defined]
    assert len(goals) == len(set(goals))
    assert stay.isdisjoint(goals)
    for order in told:
        if isinstance(order, Support) and order.target is not None:
            assert any(isinstance(each, Move) and each.region == order.supported for each in told)


def test_a_lie_needs_no_convoy_by_others() -> None:
    sea = board(
        "F1905M",
        *("FRA A BEL", "FRA A PAR", "GER A RUH", "ENG F NTH", "ENG F NWG"),
        centers={"FRA": "PAR", "GER": "MUN"},
    )
    view = SeatView("FRA", sea, STANDARD_RULES, level=FREE)
    here = swift("opportunist")._situation(view, {}, Random(1), 5.0)[0]
    steps = {unit.region: steps_of(unit) for unit in sea.units_of("FRA")}
    for order in orders_told(here, "GER"):
        assert not isinstance(order, Move) or province_of(order.target) in steps[order.region]


def test_who_keeps_its_word_tells_its_plan_to_friends_and_nothing_to_others() -> None:
    friend = situation("classicist", deals=("Agree([fra ger], pce([fra ger]))",))
    story = story_of(friend, "GER")
    assert story.tone is Tone.TRUE
    assert all(plan_of(friend)[column] == code for column, code in story.orders.items())
    wary = situation("classicist")
    wary.memory["target"] = "GER"
    assert story_of(wary, "GER").tone is Tone.VAGUE
    assert not story_of(wary, "GER").orders


def test_a_lie_keeps_what_was_told_before() -> None:
    here = situation("opportunist", talk=(f"answer(fra, ger, {MOVE.format('pic', 'bre')})",))
    assert "BRE" in story_of(here, "GER").goals


@pytest.mark.parametrize("name", ["classicist", "opportunist"])
def test_all_answers_about_orders_come_from_one_story(name: str) -> None:
    """No two answers contradict each other, however it is asked."""
    here = situation(name, deals=("Agree([fra ger], pce([fra ger]))",))
    asked = [Which(Variable("?o"), Desire("FRA", Do(Variable("?o"))))]
    asked += [
        Which(Variable("?r"), Do(Mto(unit_of(unit), Variable("?r"))))  # type: ignore[arg-type]
        for unit in STAB.units_of("FRA")
    ]
    asked += [Desire("FRA", Ent("FRA", place)) for place in ("MUN", "BEL", "RUH", "PAR", "BRE", "MAR")]  # type: ignore[misc]
    claims = [
        claim
        for content in asked
        for said in answer(here, Query("GER", ("FRA",), content))
        for claim in claims_in(said)
    ]
    assert claims
    assert not any(at_odds(one, other) for one in claims for other in claims)


def test_friends_who_were_told_the_old_plan_are_told_that_it_changed() -> None:
    peace = "Agree([fra ger], pce([fra ger]))"
    here = situation("classicist", deals=(peace,))
    planned = plan_of(here)
    (column,) = [at for at in planned if STAB.units[at].province == "PIC"]
    goal = province_of(getattr(decode_order(planned[column]), "target", None) or "PIC")
    other = next(place for place in ("par", "bre", "bel") if place.upper() != goal)
    told = f"answer(fra, ger, {MOVE.format('pic', other)})"
    here = situation("classicist", deals=(peace,), talk=(told,))
    note, news = changed_plans(here)
    assert isinstance(note, Courtesy)
    assert note.about == Tpc("planchanged")
    assert note.hearers == ("GER",)
    assert isinstance(news, Inform)
    assert [claim.content for claim in claims_in(news)]
    # Told once: what is said after the note stands.
    again = situation(
        "classicist", deals=(peace,), talk=(told, *(format_term(each, DIPLOMACY) for each in (note, news)))
    )
    assert changed_plans(again) == []


def test_a_plan_told_truly_needs_no_correction() -> None:
    here = situation("classicist", deals=("Agree([fra ger], pce([fra ger]))",))
    assert changed_plans(here) == []


def test_who_was_told_of_no_attack_hears_that_it_is_open_when_there_is_one() -> None:
    said = situation("classicist", talk=("note(fra, ger, tpc(noattack))",))
    (note,) = changed_plans(said)
    assert isinstance(note, Courtesy)
    assert note.about == Tpc("planopen")
