"""Legal orders as integers are the legal orders."""

from random import Random

import pytest

from adjudication.batch import Boards, encode_order, legal_orders
from adjudication.options import legal_orders as reference
from adjudication.position import Position, Unit, opening
from adjudication.powers import POWERS
from adjudication.rulebook import EDITIONS
from tests.adjudication.batch.dealer import deal_position, deal_storm


def _positions() -> list[Position]:
    rng = Random(5)
    dealt = [deal_position(rng, rng.randint(0, 40), rng.random(), rng.randint(1, 7)) for _ in range(40)]
    return [opening(), *dealt, *(deal_storm(rng)[0] for _ in range(20))]


@pytest.mark.parametrize("edition", ["2023", "dipgame"])
def test_they_are_those_of_the_reference(edition: str) -> None:
    positions = _positions()
    boards = Boards.of(positions)
    for index, position in enumerate(positions):
        found = legal_orders(boards, index, EDITIONS[edition])
        expected = {}
        for power in POWERS:
            expected.update(reference(position, power, EDITIONS[edition]))
        for column, unit in enumerate(position.units):
            codes = found.of(column).tolist()
            assert codes == sorted({encode_order(order) for order in expected[unit.region]}), unit


def test_there_is_room_for_a_sea_full_of_fleets_and_coasts_full_of_armies() -> None:
    from adjudication.board import STANDARD

    seas = [code for code, facts in STANDARD.provinces.items() if facts.kind == "sea"]
    coasts = [code for code, facts in STANDARD.provinces.items() if facts.kind == "coast"]
    units = sorted([Unit("ENG", "F", sea) for sea in seas] + [Unit("FRA", "A", coast) for coast in coasts])
    full = Position(opening().phase, tuple(units), {})
    found = legal_orders(Boards.of([full]))
    assert len(found.codes) > 1 << 13
    expected = reference(full, "ENG")
    for column, unit in enumerate(units):
        if unit.power == "ENG":
            assert found.of(column).tolist() == sorted(encode_order(order) for order in expected[unit.region])
