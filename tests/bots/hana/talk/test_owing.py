"""Acceptances bind: unused help is told, alliances are acted on."""

from dataclasses import replace
from random import Random

from adjudication.batch import decode_order
from adjudication.orders import Hold
from adjudication.outcomes import Outcome
from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES
from bots.hana.talk.owing import alliances_owed, unused_help
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import plan_of
from bots.view import Agreement, PastPhase, SeatView
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.writer import write
from negotiation.levels import FREE
from negotiation.parser import parse_formula
from negotiation.printer import format_term
from negotiation.terms import Courtesy, Propose
from tests.bots.boards import board
from tests.bots.hana.casts import swift

WEST = board(
    "F1902M",
    *("FRA A BUR", "FRA F POR", "GER A RUH", "GER F KIE", "ENG A BEL", "RUS A MOS"),
    centers={"FRA": "PAR MAR BRE POR SPA", "GER": "MUN BER KIE DEN HOL", "ENG": "BEL LON", "RUS": "MOS"},
)


def situation(*deals: tuple[str, str], position: Position = WEST, before: str = "S1902M") -> Situation:
    """Germany's situation with these deals; all units held before."""
    agreements = tuple(
        Agreement(parse_phase(made), ("FRA", "GER"), parse_formula(deal, DIPLOMACY))  # type: ignore[arg-type]
        for made, deal in deals
    )
    past = replace(position, phase=parse_phase(before))
    outcomes = tuple(Outcome(unit.power, Hold(unit.kind, unit.region), "ok", Reason.HELD) for unit in position.units)
    history = (PastPhase(past, outcomes),)
    view = SeatView("GER", position, STANDARD_RULES, history, agreements=agreements, level=FREE, protocol="talk")
    return swift("classicist")._situation(view, {}, Random(1), 5.0)[0]


def test_an_alliance_on_which_nothing_was_done_brings_a_proposal_or_an_excuse() -> None:
    here = situation(("S1902M", "Agree([fra ger], aly([fra ger], rus))"))
    (said,) = alliances_owed(here, [])
    assert said.hearers == ("FRA",)
    assert isinstance(said, Courtesy)
    assert isinstance(said.about, Tpc)
    assert said.about == Tpc("allyfar", ("RUS",))


def test_an_alliance_against_a_neighbour_is_acted_on_or_spoken_of() -> None:
    """Next to Belgium it attacks, proposes a share or explains itself."""
    here = situation(("S1902M", "Agree([fra ger], aly([fra ger], eng))"))
    attacks = "BEL" in {getattr(decode_order(code), "target", None) for code in plan_of(here).values()}
    said = alliances_owed(here, [])
    assert bool(said) is not attacks
    assert all(isinstance(each, Propose | Courtesy) and each.hearers == ("FRA",) for each in said)


def test_nothing_is_due_for_an_alliance_made_just_now_or_long_ago() -> None:
    assert alliances_owed(situation(("F1902M", "Agree([fra ger], aly([fra ger], rus))")), []) == []
    assert alliances_owed(situation(("S1901M", "Agree([fra ger], aly([fra ger], rus))")), []) == []


def test_help_that_is_not_used_is_given_back() -> None:
    """France supports a move to a place out of reach."""
    here = situation(("F1902M", "[Commit(fra, ger, hlp(fra, ger, gas))]"))
    said = unused_help(here, here.deals)
    assert [format_term(each, DIPLOMACY) for each in said] == ["note(ger, fra, tpc(helpunused, gas))"]
    assert "Gascony" in write(said[0])


def test_help_that_is_used_is_not_spoken_of() -> None:
    here = situation(
        ("S1902M", "Agree([fra ger], pce([fra ger]))"),
        (
            "F1902M",
            "[Commit(fra, ger, hlp(fra, ger, bel)),"
            " Commit(ger, fra, Do(mto(Unit(ger, Region(ruh, amy)), Region(bel, amy))))]",
        ),
    )
    assert unused_help(here, [deal for deal in here.deals if deal.phase == WEST.phase]) == []
