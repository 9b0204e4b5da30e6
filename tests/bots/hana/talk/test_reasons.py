"""Refusals are argued from the board, each reason once."""

from dataclasses import replace
from random import Random

import pytest

from adjudication.position import Position
from adjudication.rulebook import STANDARD_RULES
from bots.hana.judge.deals import DealOption, kind_of
from bots.hana.talk.reasons import KINDS, reason_from_board
from bots.view import Said, SeatView
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.writer import write
from negotiation.levels import FREE
from negotiation.parser import parse_formula
from negotiation.terms import Courtesy, Deal, Manner
from negotiation.topics import STANCES
from tests.bots.boards import board
from tests.bots.hana.casts import swift

NEAR = board(
    "F1902M",
    *("FRA A BUR", "GER A RUH", "GER F KIE", "ENG F NTH", "AUS A TYR"),
    centers={"FRA": "PAR MAR BRE", "GER": "MUN BER KIE DEN", "ENG": "LON", "AUS": "VIE"},
)
FAR = board("F1902M", "FRA A GAS", "GER A PRU", "ITA A ROM", centers={"FRA": "PAR", "GER": "BER", "ITA": "ROM"})
AHEAD = board(
    "F1902M", "FRA A GAS", "GER A PRU", "ITA A ROM", centers={"FRA": "PAR MAR BRE SPA POR", "GER": "BER", "ITA": "ROM"}
)
PEACE = "Agree([fra ger], pce([fra ger]))"


def reason(position: Position, text: str, *told: Tpc) -> Courtesy | None:
    """Germany's reason against an offer; told: reasons it gave before."""
    talk = tuple(Said(position.phase, Courtesy("GER", ("FRA",), Manner.NOTE, about)) for about in told)
    view = SeatView("GER", position, STANDARD_RULES, talk=talk, level=FREE, protocol="talk")
    deal: Deal = parse_formula(text, DIPLOMACY)  # type: ignore[assignment]
    here = swift("neutral")._situation(view, {}, Random(1), 5.0)[0]
    return reason_from_board(here, DealOption("GER", "FRA", deal, kind_of(deal)))


@pytest.mark.parametrize(
    ("position", "text", "told", "about"),
    [
        (NEAR, PEACE, [], Tpc("becausenear", ("BUR",))),
        (NEAR, PEACE, [Tpc("becausenear", ("BUR",))], Tpc("becauseopen", ("MUN",))),
        (FAR, "Agree([fra ger], aly([fra ger], ita))", [], Tpc("becausefar", ("ITA",))),
        (
            NEAR,
            "[Commit(ger, fra, Do(hld(Unit(ger, Region(kie, sea)))))]",
            [],
            Tpc("becauseother", ("ENG",)),
        ),
        (AHEAD, "[Commit(ger, fra, Do(hld(Unit(ger, Region(pru, amy)))))]", [], Tpc("becauseahead")),
        (FAR, "[Commit(ger, fra, Do(hld(Unit(ger, Region(pru, amy)))))]", [], Tpc("becauseonesided")),
    ],
    ids=lambda each: each.topic if isinstance(each, Tpc) else "",
)
def test_what_the_map_has_against_an_offer(position: Position, text: str, told: list[Tpc], about: Tpc) -> None:
    said = reason(position, text, *told)
    assert said is not None
    assert said.about == about
    assert write(said)


def test_a_unit_that_guards_a_center_is_not_lent() -> None:
    guarded = replace(NEAR, units=tuple(unit for unit in NEAR.units if unit.power != "AUS"))
    said = reason(guarded, "[Commit(ger, fra, Do(hld(Unit(ger, Region(kie, sea)))))]")
    assert said is not None
    assert said.about in (Tpc("becauseguards", ("KIE",)), Tpc("becauseonesided"), Tpc("becauseother", ("ENG",)))


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_words_for_every_reason(kind: str) -> None:
    (places,) = [table for table in STANCES.values() if kind in table]
    named = ("MUN",) if places is STANCES["places"] else ("ITA",) if places is STANCES["powers"] else ()
    said = Courtesy("GER", ("FRA",), Manner.NOTE, Tpc(kind, named))
    assert len({write(said, Random(seed)) for seed in range(20)}) >= 3
