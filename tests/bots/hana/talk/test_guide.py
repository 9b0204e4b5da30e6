"""The guide of a newcomer: its messages in 1901, and its word."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from adjudication.board import province_of
from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.notation import format_order
from adjudication.orders import Move
from adjudication.phase import parse_phase
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.arena.game import GamePlan, play
from bots.hana.agent import Hana
from bots.hana.judge.guiding import GUIDES, guide_of, way_to_centers
from bots.hana.talk.guide import GUIDE_PERSONALITY, Guide
from bots.hana.talk.talker import TalkingHana
from bots.talking import Words, open_talk_in_time
from bots.view import SeatView
from negotiation.compliance import State, check_deal
from negotiation.diplomacy import order_of
from negotiation.english.context import context_of
from negotiation.english.writer import write
from negotiation.levels import FREE
from negotiation.terms import And, Courtesy, Do, Propose, Utterance
from tests.bots.boards import board
from tests.bots.hana.casts import SWIFT


def guide() -> Guide:
    return Guide(TalkingHana(Hana(GUIDE_PERSONALITY, SWIFT)))


@cache
def opens(pupil: Power, level: int = FREE) -> Words:
    view = SeatView(guide_of(pupil), opening(), STANDARD_RULES, level=level)
    return open_talk_in_time(guide(), view, {}, Random(1), 5)


def to_pupil(words: Words, pupil: Power) -> list[Utterance]:
    return [each for each in words.utterances if pupil in each.hearers]


def english(said: Utterance, view: SeatView) -> str:
    return write(said, Random(3), context_of(view.power, said.hearers, view.position, []))  # type: ignore[arg-type]


def test_every_power_has_one_guide_and_every_guide_one_pupil() -> None:
    assert {lesson.pupil for lesson in GUIDES.values()} == set(GUIDES) == set(POWERS)


@pytest.mark.parametrize("pupil", POWERS)
def test_in_the_first_spring_it_says_what_to_do_offers_a_deal_and_names_others(pupil: Power) -> None:
    words = opens(pupil)
    assert words.faults == ()
    hello, advice, deal, write_to = to_pupil(words, pupil)
    view = SeatView(guide_of(pupil), opening(), STANDARD_RULES, level=FREE)
    units = len(view.position.units_of(pupil))
    assert f"you have {units} units" in english(hello, view)
    assert isinstance(advice, Courtesy)
    assert isinstance(advice.about, And)
    assert len(advice.about.items) == units
    for item in advice.about.items:
        assert isinstance(item, Do)
        power, order = order_of(item.action)
        assert power == pupil
        assert refusal(view.position, pupil, order) is None, format_order(order)
    assert isinstance(deal, Propose)
    assert "rite to" in english(write_to, view) or "pays to write" in english(write_to, view)


@pytest.mark.parametrize("pupil", POWERS)
def test_the_advised_opening_keeps_the_deal_it_offers(pupil: Power) -> None:
    lesson = GUIDES[guide_of(pupil)]
    position = opening()
    outcomes = adjudicate(position, {pupil: tuple(lesson.spring)}).outcomes
    checks = check_deal(lesson.deal, position, outcomes)
    assert all(check.state is not State.BROKEN for check in checks if check.agent == pupil)


def test_without_free_talk_it_plays_and_says_what_any_other_says() -> None:
    assert not any(isinstance(each, Courtesy) for each in opens("FRA", level=3).utterances)


def test_it_stays_out_of_the_empty_place_though_its_deal_was_not_answered() -> None:
    """Germany guides France and keeps Burgundy empty."""
    for seed in range(3):
        view = SeatView("GER", opening(), STANDARD_RULES, level=FREE)
        orders = guide().decide(view, {}, Random(seed), 5).orders
        targets = {province_of(order.target) for order in orders if isinstance(order, Move)}
        assert targets.isdisjoint({"BUR", "PAR", "MAR", "BRE"})


FALL = board(
    "F1901M",
    *("FRA F MAO", "FRA A PIC", "FRA A SPA", "GER F DEN", "GER A KIE", "GER A RUH"),
    *("ENG F NTH", "ENG F NWG", "ENG A EDI"),
    centers={"FRA": "PAR BRE MAR", "GER": "BER KIE MUN", "ENG": "LON EDI LVP"},
)


def test_in_fall_it_shows_the_centers_in_reach() -> None:
    orders = {format_order(order) for order in way_to_centers(FALL, "FRA", spared="GER")}
    assert orders == {"F MAO - POR", "A PIC - BEL", "A SPA H"}


def test_it_helps_where_somebody_else_could_be_in_the_way() -> None:
    """England reaches Belgium, and Ruhr has nothing else to win."""
    helped = replace(FALL, units=tuple(unit for unit in FALL.units if unit.region != "KIE"))
    helped = replace(helped, centers={**FALL.centers, "HOL": "GER"})
    view = SeatView("GER", helped, STANDARD_RULES, level=FREE)
    words = open_talk_in_time(guide(), view, {}, Random(1), 5)
    offers = [each for each in to_pupil(words, "FRA") if isinstance(each, Propose)]
    assert any("Ruhr" in english(each, view) and "Belgium" in english(each, view) for each in offers)


@pytest.mark.parametrize(("phase", "texts"), [("S1902M", 1), ("F1902M", None)])
def test_after_a_year_it_says_goodbye_once_and_stops_advising(phase: str, texts: int | None) -> None:
    view = SeatView("GER", replace(FALL, phase=parse_phase(phase)), STANDARD_RULES, level=FREE)
    words = open_talk_in_time(guide(), view, {}, Random(1), 5)
    advice = [each for each in to_pupil(words, "FRA") if getattr(each, "manner", "") == "advice"]
    assert len(advice) == (texts or 0)


def test_it_plays_a_year_with_other_bots_without_a_fault() -> None:
    seats = dict.fromkeys(POWERS, "dumbbot") | {"GER": "tests.bots.hana.talk.test_guide:guide"}
    record = play(GamePlan(0, 3, seats, 1901, 5.0, level=FREE, protocol="talk"))
    assert "faults" not in record or not record["faults"], record["faults"]
