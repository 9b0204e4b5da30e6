"""Somebody else's eighteenth center is kept from it, also where two others could be taken meanwhile."""

from random import Random

import pytest

from adjudication.notation import format_order
from adjudication.position import Position
from adjudication.rulebook import STANDARD_RULES
from bots.hana.agent import FAST, Hana
from bots.skills import SKILLS
from bots.view import SeatView
from tests.bots.boards import board

TURKEY = (
    *("TUR A TYR", "TUR A BOH", "TUR A VIE", "TUR A TRI", "TUR A VEN", "TUR A WAR", "TUR A UKR", "TUR A MOS"),
    *("TUR A GAL", "TUR A SER", "TUR A BUD", "TUR A ROM", "TUR F NAP", "TUR F TUN", "TUR F TYS", "TUR F ION"),
    "TUR F AEG",
)
LEFT = (
    *("FRA A RUH", "FRA A BUR", "FRA A MAR", "FRA F SPA/SC", "FRA F MAO"),
    *("ENG F NTH", "ENG F NWG", "ENG F BAL", "ENG A EDI", "ENG A STP", "ENG A DEN"),
)
STRENGTHS = {"fast": FAST, **{name: skill.strength for name, skill in SKILLS.items()}}


def before(phase: str) -> Position:
    """Turkey has seventeen and stands before Munich, which is French and empty; Belgium, Holland and Kiel are too."""
    return board(
        phase,
        *TURKEY,
        *LEFT,
        centers={
            "TUR": "CON ANK SMY BUL GRE SER RUM SEV BUD VIE TRI VEN ROM NAP TUN MOS WAR",
            "FRA": "PAR BRE MAR SPA POR MUN",
            "ENG": "LON LVP EDI NWY SWE STP DEN BER KIE BEL HOL",
        },
    )


@pytest.mark.parametrize("phase", ["S1910M", "F1910M"])
@pytest.mark.parametrize("name", STRENGTHS)
def test_both_armies_go_to_the_center_that_decides_the_game(name: str, phase: str) -> None:
    view = SeatView("FRA", before(phase), STANDARD_RULES)
    for seed in range(3):
        given = Hana(strength=STRENGTHS[name]).decide(view, {}, Random(seed), 60).orders
        told = {format_order(order) for order in given}
        by_one = {"A RUH - MUN", "A BUR S A RUH - MUN"} <= told
        assert by_one or {"A BUR - MUN", "A RUH S A BUR - MUN"} <= told
