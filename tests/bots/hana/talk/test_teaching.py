"""Newcomers who ask how to play get orders and addressees."""

from dataclasses import replace
from random import Random

import pytest

from adjudication.phase import parse_phase
from adjudication.position import Position, opening
from adjudication.rulebook import STANDARD_RULES
from bots.hana.talk.answering import answer
from bots.hana.talk.situation import Situation
from bots.view import SeatView
from negotiation.diplomacy import Tpc, order_of
from negotiation.english.context import context_of
from negotiation.levels import FREE
from negotiation.terms import And, Courtesy, Do, Manner, Utterance
from negotiation.understanding import understand
from negotiation.words.phrasing import asks_to_learn
from tests.bots.boards import board
from tests.bots.hana.casts import swift

FALL = board(
    "F1901M",
    *("FRA A BUR", "FRA A SPA", "FRA F MAO", "GER F DEN", "GER A KIE", "GER A MUN"),
    centers={"FRA": "PAR MAR BRE", "GER": "MUN BER KIE"},
)


def taught(text: str, here: Situation) -> list[Utterance]:
    context = replace(context_of("FRA", ("GER",), here.view.position), level=FREE)
    return [each for said in understand(text, context).for_bots for each in answer(here, said)]


def situation(position: Position | None = None) -> Situation:
    view = SeatView("GER", position or opening(), STANDARD_RULES, level=FREE, protocol="talk")
    return swift("classicist")._situation(view, {}, Random(1), 5.0)[0]


def _start(told: Do) -> str:
    return str(getattr(order_of(told.action)[1], "region", ""))[:3]


@pytest.mark.parametrize("text", ["I am new here, how do I play?", "what should I do?", "Hi! This is my first game."])
def test_a_newcomer_gets_an_opening_and_whom_to_write_to(text: str) -> None:
    orders, write = taught(text, situation())
    assert isinstance(orders, Courtesy)
    assert isinstance(orders.about, And)
    units = {_start(each) for each in orders.about.items if isinstance(each, Do)}
    assert units <= {"BRE", "PAR", "MAR"}
    assert len(units) > 1
    assert isinstance(write, Courtesy)
    assert write.manner is Manner.ADVICE
    assert isinstance(write.about, Tpc)
    assert write.about.topic == "guidewrite"
    assert not {"FRA", "GER"} & set(write.about.named)


def test_in_fall_the_centers_in_reach_are_shown() -> None:
    position = replace(FALL, phase=parse_phase("F1901M"))
    orders, *_ = taught("what should I do now?", situation(position))
    assert isinstance(orders, Courtesy)
    parts = orders.about.items if isinstance(orders.about, And) else (orders.about,)
    told = [order_of(each.action)[1] for each in parts if isinstance(each, Do)]
    assert any(getattr(order, "target", getattr(order, "region", "")) in {"BEL", "SPA", "POR"} for order in told)


ASKED = (
    *("what now?", "any idea what to order?", "help, no clue what to do", "where should my units go?", "any advice?"),
    *("im lost, what orders should i give", "what are good moves for me?", "got any tips for me?", "now what"),
    *("what would you do in my place?", "im confused what do i do next", "can you tell me where to move?"),
    *("what do you recommend?", "hmm not sure what to do here", "please advise", "i don't get it, what do i do?"),
)


@pytest.mark.parametrize("text", ASKED)
def test_asked_for_advice_in_ordinary_words_it_gives_orders(text: str) -> None:
    orders, *_ = taught(text, situation())
    assert isinstance(orders, Courtesy)
    assert orders.manner is Manner.ADVICE
    assert isinstance(orders.about, And)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("i don't get it, where should my armies go now?", {"BUR", "SPA"}),
        ("where do i send my fleet?", {"MAO"}),
        ("which way should my army in Burgundy go?", {"BUR"}),
    ],
)
def test_asked_about_some_units_it_hears_which(text: str, units: set[str]) -> None:
    context = replace(context_of("FRA", ("GER",), FALL), level=FREE)
    (heard,) = understand(text, context).for_bots
    assert isinstance(heard, Courtesy)
    assert isinstance(heard.about, Tpc)
    assert (heard.manner, heard.about.topic, set(heard.about.named)) == (Manner.ADVICE, "unit", units)


@pytest.mark.parametrize(
    "text", ["what would you do if I moved to the Channel?", "where should we meet?", "what next partner"]
)
def test_other_questions_ask_for_no_advice(text: str) -> None:
    assert not asks_to_learn(text)


@pytest.mark.parametrize(
    "text", ["I am new here, shall we make peace?", "help me take Belgium", "how do convoys work?"]
)
def test_deals_and_rules_are_no_request_for_a_lesson(text: str) -> None:
    assert not asks_to_learn(text)
