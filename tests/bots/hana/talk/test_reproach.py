"""Reproaches are answered about the named promise or deed."""

from dataclasses import replace
from random import Random

import pytest

from adjudication.notation import parse_order
from adjudication.outcomes import Outcome
from adjudication.phase import parse_phase
from adjudication.powers import Power
from adjudication.reasons import Reason, Result
from adjudication.rulebook import STANDARD_RULES
from bots.hana.talk.answering import answer
from bots.hana.talk.situation import Situation
from bots.view import LedgerLine, PastPhase, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.levels import FREE
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from negotiation.terms import Courtesy, Manner, Utterance
from tests.bots.boards import board
from tests.bots.hana.casts import swift

BEFORE = board(
    "S1905M",
    *("FRA A BUR", "FRA A PIC", "GER F HOL", "GER A RUH", "GER A MUN"),
    centers={"FRA": "PAR MAR BRE", "GER": "MUN BER KIE HOL BEL"},
)
AFTER = board(
    "F1905M",
    *("FRA A BUR", "FRA A BEL", "GER F HOL", "GER A RUH", "GER A MUN"),
    centers={"FRA": "PAR MAR BRE", "GER": "MUN BER KIE HOL BEL"},
)
GIVEN: list[tuple[Power, str, Result]] = [
    ("FRA", "A BUR - MUN", "fail"),
    ("FRA", "A PIC - BEL", "ok"),
    ("GER", "A RUH H", "ok"),
]


def situation(name: str, *lines: tuple[str, str]) -> Situation:
    """France answers; lines: its promises to Germany with what became of them."""
    outcomes = tuple(Outcome(power, parse_order(text), result, Reason.MOVED) for power, text, result in GIVEN)
    ledger = tuple(
        LedgerLine(
            made=parse_phase("F1904M"),
            judged=BEFORE.phase,
            agent="FRA",
            powers=("FRA", "GER"),
            content=parse_formula(content, DIPLOMACY),
            state=State(state),
            lasting=True,
        )
        for content, state in lines
    )
    history = (PastPhase(BEFORE, outcomes),)
    view = SeatView("FRA", AFTER, STANDARD_RULES, history, ledger=ledger, level=FREE, protocol="talk")
    return swift(name)._situation(view, {}, Random(1), 5.0)[0]


def reproached(here: Situation, about: str) -> list[Utterance]:
    return answer(here, parse(f"blame(ger, fra{', ' + about if about else ''})", DIPLOMACY))


BROKEN = ("dmz([fra ger], bel)", "broken")
KEPT = ("dmz([fra ger], tyr)", "kept")

CASES = [
    # character, promises, what is named, how the answer begins
    ("classicist", [BROKEN], "bel", "apologise(fra, ger, dmz([fra ger], bel)"),
    ("classicist", [BROKEN, KEPT], "tyr", "deny(fra, ger, dmz([fra ger], tyr)"),
    ("classicist", [BROKEN, KEPT], "", "apologise(fra, ger, dmz([fra ger], bel)"),
    ("classicist", [], "bel", "note(fra, ger, tpc(deedtook, bel))"),
    ("classicist", [BROKEN], "mun", "note(fra, ger, tpc(deedbounced, mun))"),
    ("classicist", [], "ruh", "note(fra, ger, tpc(deednot, ruh))"),
    ("opportunist", [], "mun", "note(fra, ger, tpc(deedbounced, mun))"),
    ("classicist", [], "tpc(blametaken) ∧ bel", "note(fra, ger, tpc(deed"),
]


@pytest.mark.parametrize(("name", "promises", "about", "begins"), CASES)
def test_the_named_promise_or_deed_is_answered_for(
    name: str, promises: list[tuple[str, str]], about: str, begins: str
) -> None:
    said = reproached(situation(name, *promises), about)
    assert said
    assert format_term(said[0], DIPLOMACY).startswith(begins), [format_term(each, DIPLOMACY) for each in said]


def test_who_names_nothing_is_asked_which_promise_is_meant() -> None:
    here = situation("classicist", KEPT)
    quiet = replace(here, view=replace(here.view, history=()), stories={})
    said = reproached(quiet, "")
    assert isinstance(said[0], Courtesy)
    assert said[0].manner is Manner.DENY or said[0].about == Tpc("whichword")
