"""The engine against the second opinion of `brute`, on small crowded boards."""

import os
from collections.abc import Mapping
from random import Random

import pytest

from adjudication.engine import adjudicate
from adjudication.orders import Move, MovementOrder, Order
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.reasons import Reason
from adjudication.rulebook import EDITIONS, Rulebook
from tests.adjudication.brute import answers
from tests.adjudication.build import region_of
from tests.adjudication.datc import CASES
from tests.adjudication.random_boards import crowd, orders_for, shaken

BOARDS = int(os.environ.get("BRUTE_FORCE_BOARDS", "600"))
"""Number of boards to look at; set it high for a long run."""


SEED = int(os.environ.get("BRUTE_FORCE_SEED", "1959"))
MOST_MOVES = 9
"""Every move doubles the ways to try."""


class Tally:
    """Tally of interesting cases, so that a run without any fails."""

    def __init__(self) -> None:
        self.boards = self.rings = self.paradoxes = 0

    def compare(self, position: Position, orders: Mapping[str, MovementOrder], rulebook: Rulebook) -> None:
        """Hold the engine's answer against all that fit."""
        if sum(isinstance(order, Move) for order in orders.values()) > MOST_MOVES:
            return
        self.boards += 1
        given: dict[Power, list[Order]] = {}
        for unit in position.units:
            if unit.province in orders:
                given.setdefault(unit.power, []).append(orders[unit.province])
        resolution = adjudicate(position, given, rulebook)
        moves = [each for each in resolution.outcomes if isinstance(each.order, Move)]
        moved = {region_of(each.order)[:3] for each in moves if each.result == "ok"}
        called_off = frozenset(region_of(each.order)[:3] for each in moves if each.reason is Reason.PARADOX)
        found = answers(position, orders, rulebook)
        if len({answer.sailing for answer in found}) != 1:
            self.paradoxes += 1
            assert called_off or rulebook.land_fallback, orders
            found = answers(position, orders, rulebook, called_off)
        else:
            assert not called_off, orders
        assert len({answer.sailing for answer in found}) == 1, orders
        self.rings += len(found) > 1
        # Answers that differ in rings only: where the rings turn, every other answer's moves succeed too.
        best = max(found, key=lambda answer: len(answer.moved))
        assert all(answer.moved <= best.moved for answer in found), orders
        assert moved == best.moved, orders


@pytest.mark.parametrize("edition", ["2023", "classic"])
@pytest.mark.timeout(0)
def test_crowded_boards(edition: str) -> None:
    rng = Random(SEED)
    tally = Tally()
    for _ in range(BOARDS):
        position = crowd(rng, rng.randint(4, 10), rng.randint(2, 4))
        tally.compare(position, orders_for(position, rng, EDITIONS[edition]), EDITIONS[edition])
    assert tally.boards > BOARDS / 2
    assert tally.rings


@pytest.mark.parametrize("edition", ["2023", "classic"])
@pytest.mark.timeout(0)
def test_knotted_boards(edition: str) -> None:
    """Convoy cases of the DATC with powers mixed up and some orders exchanged: full of paradoxes."""
    rulebook = EDITIONS[edition]
    rng = Random(SEED)
    tally = Tally()
    knots = [case for case in CASES if case["id"].startswith(("6.F.", "6.G.", "6.C.", "X."))]
    for _ in range(BOARDS):
        case = rng.choice(knots)
        position, orders = shaken(case["units"], [each["order"] for each in case["orders"]], rng, rulebook)
        tally.compare(position, orders, rulebook)
    assert tally.boards > BOARDS / 2
    assert tally.paradoxes
