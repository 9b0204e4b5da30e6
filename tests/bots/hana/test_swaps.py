"""Going by sea where one could walk: two own units change places, an army slips past one that comes the other way."""

from random import Random

import numpy as np
import pytest

from adjudication.batch import decode_order, encode_order
from adjudication.encoding import VIA
from adjudication.notation import format_order, parse_order
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES
from bots.hana.agent import FAST, Hana, Strength
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement, genes_of
from bots.hana.search.worth import Weights
from bots.skills import SKILLS
from bots.view import SeatView
from tests.bots.boards import board

SEEDS = 4

TRIESTE = board(
    "F1905M",
    *("ITA A VEN", "ITA F TRI", "ITA F ADR", "ITA A ALB"),
    *("TUR F ION", "TUR F GRE", "TUR A BUL", "RUS A WAR", "GER A MUN"),
    centers={"ITA": "ROM NAP", "AUS": "TRI VIE BUD VEN", "TUR": "GRE BUL SER CON"},
)
"""Venice and Trieste are taken only if both are held; the fleet in Trieste goes no further, the army would."""

ROME = board(
    "F1905M",
    *("TUR A NAP", "TUR F ROM", "TUR F TYS", "FRA A TUS", "FRA F TUN", "RUS A WAR", "GER A MUN"),
    centers={"TUR": "CON SMY ANK GRE", "ITA": "VEN ROM NAP", "FRA": "MAR SPA TUN"},
)
"""Rome and Naples are taken only if both are held, and only an army gets from Rome to Venice."""

SWEDEN = board(
    "F1905M",
    *("ENG A NWY", "ENG F SKA", "RUS A SWE", "RUS A FIN", "RUS A STP", "RUS F BAR", "GER F DEN"),
    centers={"ENG": "EDI LON", "RUS": "STP MOS SEV SWE NWY", "GER": "DEN KIE BER"},
)
COMING = ("A SWE - NWY", "A FIN S A SWE - NWY", "A STP S A SWE - NWY", "F BAR S A SWE - NWY")


def orders_of(position: Position, power: Power, strength: Strength, seed: int) -> set[str]:
    """HANA's orders, with VIA left out.

    A convoy by a fleet of one's own says as much.
    """
    decision = Hana(strength=strength).decide(SeatView(power, position, STANDARD_RULES), {}, Random(seed), 60)
    return {format_order(order).removesuffix(" VIA") for order in decision.orders}


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("strength", [FAST, SKILLS["normal"].strength], ids=["fast", "normal"])
def test_an_army_changes_places_with_a_fleet_to_stand_before_two_open_centers(strength: Strength, seed: int) -> None:
    assert {"A VEN - TRI", "F TRI - VEN", "F ADR C A VEN - TRI"} <= orders_of(TRIESTE, "ITA", strength, seed)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_strong_bring_the_army_forward_by_convoy_or_in_a_ring_and_hold_both_centers(seed: int) -> None:
    swap = {"A NAP - ROM", "F ROM - NAP", "F TYS C A NAP - ROM"}
    ring = {"A NAP - ROM", "F ROM - TYS", "F TYS - NAP"}
    assert orders_of(ROME, "TUR", SKILLS["strong"].strength, seed) in (swap, ring)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("effort", [FAST.most, SKILLS["normal"].strength.most])
@pytest.mark.parametrize("net", ["", "standard"])
def test_an_army_that_cannot_hold_slips_past_the_one_that_comes(net: str, effort: int, seed: int) -> None:
    phase = Movement.of(SWEDEN)
    coming = {text.split()[1]: encode_order(parse_order(text)) for text in COMING}
    row = np.array([coming.get(unit.region, 0) for unit in SWEDEN.units], np.int32)
    search = PlanSearch(phase, "ENG", np.stack([row] * 4), Random(seed), weights=Weights(net=net))
    search.run(effort)
    told = {format_order(decode_order(code)).removesuffix(" VIA") for code in search.best.values()}
    assert told == {"A NWY - SWE", "F SKA C A NWY - SWE"}


def test_plans_leave_it_out_where_nobody_can_come_the_other_way() -> None:
    open_ = board("F1905M", "ENG A NWY", "ENG F SKA", "RUS A STP")
    far_fleet = board("F1905M", "ENG A NWY", "ENG F NTH", "RUS A SWE")
    swap = board("F1905M", "ENG A NWY", "ENG F SKA", "RUS A SWE")
    assert [bool((genes_of(Movement.of(each), "ENG").codes & VIA).any()) for each in (open_, far_fleet, swap)] == [
        False,
        False,
        True,
    ]
