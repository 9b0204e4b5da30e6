"""Differences between the DipGame thesis's specification and the printed rules.

Chapter 4, in Z.

Each case is a difference listed in `docs/rules.md`. We follow the printed rules; what the
specification says instead is written beside it.
"""

from dataclasses import dataclass

import pytest

from adjudication.board import STANDARD
from adjudication.reasons import Reason
from adjudication.rulebook import EDITIONS
from adjudication.victory import verdict
from tests.adjudication.build import by_order, moves_ok, place, play

RULES = EDITIONS["dipgame"]


@dataclass(frozen=True)
class Difference:
    """`moved` is what we let move. `thesis` is what the specification says."""

    name: str
    units: list[str]
    orders: dict[str, list[str]]
    moved: list[str]
    thesis: str


DIFFERENCES = [
    Difference(
        "cut by the target",
        ["RUS F CON", "RUS F BLA", "TUR F ANK"],
        {"RUS": ["F CON S F BLA - ANK", "F BLA - ANK"], "TUR": ["F ANK - CON"]},
        ["RUS F BLA - ANK"],
        "DetectUnfeasibleSupports: any attack but the supported unit's cuts, so Ankara saves itself.",
    ),
    Difference(
        "support against one's own unit that leaves",
        ["FRA A PAR", "GER A BUR", "GER A MUN", "ITA A MAR"],
        {"FRA": ["A PAR - BUR"], "GER": ["A BUR - RUH", "A MUN S A PAR - BUR"], "ITA": ["A MAR - BUR"]},
        ["FRA A PAR - BUR", "GER A BUR - RUH"],
        "DetectUnfeasibleSupports: such a support never counts, so Paris and Marseilles bounce.",
    ),
    Difference(
        "support against one's own unit keeps others out",
        ["FRA A PAR", "GER A BUR", "GER A MUN", "ITA A MAR", "ITA A GAS"],
        {
            "FRA": ["A PAR - BUR"],
            "GER": ["A BUR H", "A MUN S A PAR - BUR"],
            "ITA": ["A MAR - BUR", "A GAS S A MAR - BUR"],
        },
        [],
        "DetectUnfeasibleSupports: the support does not count, so Marseilles dislodges Burgundy.",
    ),
    Difference(
        "a mover that stays defends alone",
        ["FRA A PAR", "FRA A GAS", "GER A BUR", "GER A RUH", "ITA A BEL", "FRA A PIC"],
        {
            "FRA": ["A PAR - BUR", "A GAS S A PAR - BUR", "A PIC S A BEL"],
            "GER": ["A BUR - BEL", "A RUH S A BUR - BEL"],
            "ITA": ["A BEL H"],
        },
        ["FRA A PAR - BUR"],
        "ResolveNonCountrymanAttack compares with the strength of the failed move (the prose says 1).",
    ),
    Difference(
        "a tie breaks a ring and all stay",
        ["TUR F ANK", "TUR A CON", "TUR A SMY", "TUR A BUL"],
        {"TUR": ["F ANK - CON", "A CON - SMY", "A SMY - ANK", "A BUL - CON"]},
        [],
        "ResolveRings leaves a broken ring unassessed and ResolveBattles never reaches it.",
    ),
    Difference(
        "a ring two of whose moves were bounced by others dissolves",
        ["AUS A BUD", "AUS A VIE", "AUS A TRI", "ITA A TYR", "ITA A BOH"],
        {"AUS": ["A BUD - VIE", "A VIE - TRI", "A TRI - BUD"], "ITA": ["A TYR - VIE", "A BOH S A TYR - VIE"]},
        ["ITA A TYR - VIE"],
        "ResolveRings: as above; the stronger outsider is never resolved either.",
    ),
    Difference(
        "no power dislodges its own unit in a head to head battle",
        ["FRA A PAR", "FRA A PIC", "FRA A GAS", "GER A BUR"],
        {"FRA": ["A PAR - BUR", "A PIC - PAR", "A GAS S A PIC - PAR"], "GER": ["A BUR - PAR"]},
        [],
        "ResolveBBattles lets the strongest outsider in without asking whose unit it dislodges.",
    ),
    Difference(
        "the loser of a head to head battle keeps nobody out",
        ["GER A BER", "GER F KIE", "GER A SIL", "RUS A PRU"],
        {"GER": ["A BER - PRU", "F KIE - BER", "A SIL S A BER - PRU"], "RUS": ["A PRU - BER"]},
        ["GER A BER - PRU", "GER F KIE - BER"],
        "ResolveNonSingleStrongest still counts the loser's move, so Kiel bounces.",
    ),
    Difference(
        "an army and a fleet meet in one province",
        ["FRA A PAR", "ENG F ECH"],
        {"FRA": ["A PAR - BRE"], "ENG": ["F ECH - BRE"]},
        [],
        "ResolveNonSingleStrongest compares regions: both arrive, against the invariant of GameState.",
    ),
    Difference(
        "an army attacks a fleet's province",
        ["FRA A PAR", "ENG F BRE"],
        {"FRA": ["A PAR - BRE"]},
        [],
        "ResolveMove looks for a unit in the army's region only and finds the province empty.",
    ),
    Difference(
        "an army cuts a fleet's support",
        ["FRA A PAR", "ENG F BRE", "ENG F ECH", "FRA F MAO"],
        {"FRA": ["A PAR - BRE", "F MAO H"], "ENG": ["F BRE S F ECH - MAO", "F ECH - MAO"]},
        [],
        "DetectUnfeasibleSupports looks for moves to the supporter's region only.",
    ),
]


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda each: each.name)
def test_printed_rules(difference: Difference) -> None:
    assert moves_ok(play(place("S1902M", difference.units), difference.orders, RULES)) == sorted(difference.moved)


def test_no_retreat_to_occupied_provinces() -> None:
    """GameStateUpdate forgets what its prose says: that a retreat must not go to a controlled region."""
    position = place("S1902M", ["FRA A PAR", "FRA A MAR", "GER A BUR", "GER A RUH", "ITA F BEL"])
    after = play(position, {"FRA": ["A PAR - BUR", "A MAR S A PAR - BUR"]}, RULES).next
    assert after.dislodged[0].retreats == ("GAS", "MUN", "PIC")


def test_retreats_meet_in_provinces() -> None:
    """ResolveRetreatements counts units per region: an army and a fleet would both stay."""
    position = place("S1902R", [], dislodged=[("FRA A PAR", "BUR", ["BRE"]), ("FRA F GAS", "SPA", ["BRE"])])
    resolution = play(position, {"FRA": ["A PAR - BRE", "F GAS - BRE"]}, RULES)
    assert {each.reason for each in resolution.outcomes} == {Reason.RETREATS_MET}


def test_units_without_a_way_out_do_not_wait_for_an_order() -> None:
    """The specification lets them be disbanded in a retreat season of their own."""
    position = place("S1902M", ["ENG F POR", "FRA F SPA/SC", "FRA F MAO"])
    resolution = play(position, {"FRA": ["F SPA/SC - POR", "F MAO S F SPA/SC - POR"]}, RULES)
    assert str(resolution.next.phase) == "F1902M"


def test_missing_orders_are_holds() -> None:
    """InputOrders asks for exactly one order per unit and says nothing of a missing one."""
    position = place("S1902M", ["FRA A PAR"])
    assert by_order(play(position, {}, RULES))["FRA A PAR H"].reason is Reason.NO_ORDER


def test_half_of_the_centers_win_but_not_for_two() -> None:
    """WinnerFound: at least half.

    Where two own half each, the specification names either.
    """
    assert verdict(place("W1907A", [], {"FRA": STANDARD.centers[:17]}), RULES) is not None
    assert verdict(place("W1907A", [], {"FRA": STANDARD.centers[:17], "GER": STANDARD.centers[17:]}), RULES) is None
