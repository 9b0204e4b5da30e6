"""Many order sets at once come to what the reference says of each."""

import json
from collections.abc import Callable
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from adjudication.batch import (
    Boards,
    IllegalRow,
    Outcomes,
    decode_order,
    encode_order,
    encode_orders,
    legal_orders,
    owners_after,
    resolve,
    resolve_retreats,
    retreat_orders,
)
from adjudication.batch.reference import decide_row
from adjudication.encoding import CENTERS, REGIONS, Codes
from adjudication.engine import adjudicate
from adjudication.notation import parse_order, parse_unit
from adjudication.orders import Hold, MovementOrder, Order, Retreat
from adjudication.phase import parse_phase
from adjudication.position import Position, Unit, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from tests.adjudication.batch.comparing import compare, dealt_rows, played_rows, stormy_rows
from tests.adjudication.batch.dealer import deal_storm
from tests.adjudication.batch.equations import Equations
from tests.effort import examples
from tests.scored import each_of

RULEBOOKS = [
    *EDITIONS.values(),
    replace(STANDARD_RULES, name="via", convoy_intent="via_only"),
    replace(STANDARD_RULES, name="any", convoy_intent="any_fleet", support_coasts="ignored"),
    replace(STANDARD_RULES, name="walk", convoy_intent="any_fleet", land_fallback=True),
]


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.name)
@pytest.mark.parametrize(
    ("deal", "rows"), [(dealt_rows, examples(1000)), (played_rows, examples(400)), (stormy_rows, examples(1500))]
)
def test_the_kernel_says_what_the_reference_says(deal: Callable[..., Any], rows: int, rulebook: Rulebook) -> None:
    seen = compare(deal(Random(rows), rows, rulebook), rulebook)
    assert seen["rows"] == rows
    assert seen["dislodging"]
    assert seen["contested"]
    assert seen["convoyed"] or not rulebook.convoys
    assert seen["undecided"] < rows * 0.1


@pytest.mark.parametrize(
    "rulebook",
    [*RULEBOOKS, replace(STANDARD_RULES, paradox="text_2023"), replace(STANDARD_RULES, paradox="all_hold")],
    ids=lambda rulebook: f"{rulebook.name}-{rulebook.paradox}",
)
def test_a_batch_ends_where_the_engine_does(rulebook: Rulebook) -> None:
    rng = Random(9)
    deals = [deal_storm(rng) for _ in range(examples(400))]
    boards = Boards.of([position for position, _ in deals])
    orders = np.zeros((len(deals), boards.width), np.int32)
    for row, (position, given) in enumerate(deals):
        orders[row, : len(position.units)] = encode_orders(position, given, rulebook)
    outcomes = resolve(boards, orders, rulebook=rulebook)
    for row, (position, given) in enumerate(deals):
        following = adjudicate(position, given, rulebook).next
        assert undislodged(position, outcomes, row) == following.units


def undislodged(position: Position, outcomes: Outcomes, row: int) -> tuple[Unit, ...]:
    return tuple(
        sorted(
            Unit(unit.power, unit.kind, REGIONS[outcomes.after[row, column]])
            for column, unit in enumerate(position.units)
            if outcomes.attackers[row, column] < 0
        )
    )


@pytest.mark.parametrize(
    ("deal", "rows"), [(dealt_rows, examples(800)), (played_rows, examples(400)), (stormy_rows, examples(800))]
)
def test_every_answer_agrees_with_the_textbooks_equations(deal: Callable[..., Any], rows: int) -> None:
    moves = 0
    for boards, orders in deal(Random(rows + 1), rows, STANDARD_RULES):
        position = boards.position(0)
        outcomes = resolve(boards, orders, trusted=True, refer=False)
        for row in np.flatnonzero(~outcomes.undecided):
            given = {
                unit: cast(MovementOrder, decode_order(code))
                for unit, code in zip(position.units, orders[row].tolist(), strict=True)
            }
            succeeded = {
                unit.province
                for column, unit in enumerate(position.units)
                if REGIONS[outcomes.after[row, column]] != unit.region
            }
            equations = Equations(given, succeeded)
            assert equations.disagreements() == [], given
            beaten = {
                unit.province for column, unit in enumerate(position.units) if outcomes.attackers[row, column] >= 0
            }
            assert beaten == {place for place in equations.units if equations.dislodged(place)}
            moves += len(equations.moves)
    assert moves > rows


def _datc_cases() -> list[dict[str, Any]]:
    text = (Path(__file__).parents[1] / "cases" / "datc.json").read_text(encoding="utf-8")
    return [case for case in json.loads(text)["cases"] if case["phase"] == "movement"]


@each_of(_datc_cases(), name=itemgetter("id"))
def test_a_datc_case_comes_out_right(case: dict[str, Any]) -> None:
    position = Position(parse_phase("S1901M"), tuple(sorted(parse_unit(text) for text in case["units"])), {})
    given: dict[Power, list[Order]] = {}
    for each in case["orders"]:
        given.setdefault(each["power"], []).append(parse_order(each["order"]))
    outcomes = resolve(Boards.of([position]), encode_orders(position, given)[None, :])
    assert [str(unit) for unit in undislodged(position, outcomes, 0)] == sorted(case["after"])
    beaten = {
        str(unit): position.units[outcomes.attackers[0, column]].province
        for column, unit in enumerate(position.units)
        if outcomes.attackers[0, column] >= 0
    }
    assert beaten == {each["unit"]: each["by"] for each in case["dislodged"]}
    retreats = retreat_orders(Boards.of([position]), outcomes, 0)
    for each in case["dislodged"]:
        column = [str(unit) for unit in position.units].index(each["unit"])
        orders = [decode_order(int(code)) for code in retreats.of(column)]
        assert sorted(order.target for order in orders if isinstance(order, Retreat)) == sorted(each["retreats"])


@pytest.mark.parametrize("rulebook", [STANDARD_RULES, replace(STANDARD_RULES, convoyed_origin="closed")], ids=str)
def test_retreats_end_where_the_engine_does(rulebook: Rulebook) -> None:
    rng = Random(12)
    seen = 0
    for boards, orders in [*dealt_rows(rng, 600, rulebook), *stormy_rows(rng, 400, rulebook)]:
        position = boards.position(0)
        outcomes = resolve(boards, orders, rulebook=rulebook)
        chosen = np.zeros(orders.shape, np.int32)
        engine = []
        for row in range(len(orders)):
            legal = retreat_orders(boards, outcomes, row, 0, rulebook)
            given = typed(position, orders[row])
            following = adjudicate(position, given, rulebook).next
            if following.phase.kind == "R":
                retreats: dict[Power, list[Order]] = {}
                for beaten in following.dislodged:
                    column = position.units.index(beaten.unit)
                    places = [decode_order(int(code)) for code in legal.of(column)]
                    assert sorted(o.target for o in places if isinstance(o, Retreat)) == sorted(beaten.retreats)
                    chosen[row, column] = rng.choice(legal.of(column).tolist())
                    retreats.setdefault(beaten.unit.power, []).append(decode_order(int(chosen[row, column])))
                    seen += 1
                following = adjudicate(following, retreats, rulebook).next
            engine.append(following.units)
        after = resolve_retreats(boards, outcomes, chosen)
        for row, units in enumerate(engine):
            left = [
                Unit(unit.power, unit.kind, REGIONS[place])
                for unit, place in zip(position.units, after[row].tolist(), strict=True)
                if place >= 0
            ]
            assert tuple(sorted(left)) == units
    assert seen > 100


def typed(position: Position, codes: Codes) -> dict[Power, list[Order]]:
    """The orders of a row, by power."""
    given: dict[Power, list[Order]] = {}
    for unit, code in zip(position.units, codes.tolist(), strict=True):
        given.setdefault(unit.power, []).append(decode_order(code))
    return given


def position_of(texts: dict[str, list[str]], phase: str = "S1901M") -> tuple[Position, dict[Power, list[Order]]]:
    """A position where just these orders' units stand, and the orders."""
    orders: dict[Power, list[Order]] = {
        power: [parse_order(text) for text in texts[power]] for power in POWERS if power in texts
    }
    units = sorted(Unit(power, text[0], text.split()[1]) for power, given in texts.items() for text in given)  # type: ignore[arg-type]
    return Position(parse_phase(phase), tuple(units), opening().centers), orders


PARADOX = {
    "ENG": ["F LON S F WAL - ECH", "F WAL - ECH"],
    "FRA": ["A BRE - LON", "F ECH C A BRE - LON"],
}


def test_a_paradox_is_left_to_the_reference() -> None:
    position, given = position_of(PARADOX)
    boards = Boards.of([position])
    orders = encode_orders(position, given)[None, :]
    assert resolve(boards, orders, refer=False).undecided.tolist() == [True]
    decided = resolve(boards, orders)
    assert decided.undecided.tolist() == [True]
    assert undislodged(position, decided, 0) == adjudicate(position, given).next.units
    expected = decide_row(boards, 0, orders[0], STANDARD_RULES)
    assert decided.attackers[0].tolist() == expected.attackers.tolist()


def test_a_ring_turns_and_a_swap_needs_a_convoy() -> None:
    position, given = position_of(
        {
            "AUS": ["A VIE - BUD", "A BUD - GAL", "A GAL - VIE"],
            "ENG": ["A LON - BEL", "F NTH C A LON - BEL"],
            "FRA": ["A BEL - LON VIA", "F ECH C A BEL - LON"],
            "ITA": ["A ROM - VEN", "A VEN - ROM"],
        }
    )
    outcomes = resolve(Boards.of([position]), encode_orders(position, given)[None, :])
    after = dict(
        zip([str(unit) for unit in position.units], (REGIONS[place] for place in outcomes.after[0]), strict=True)
    )
    assert [after[f"AUS A {code}"] for code in ("VIE", "BUD", "GAL")] == ["BUD", "GAL", "VIE"]
    assert [after["ENG A LON"], after["FRA A BEL"]] == ["BEL", "LON"]
    assert [after["ITA A ROM"], after["ITA A VEN"]] == ["ROM", "VEN"]
    sailed = {position.units[bit].region for bit in range(len(position.units)) if int(outcomes.by_sea[0]) >> bit & 1}
    assert sailed == {"LON", "BEL"}


def test_rows_find_their_positions_in_any_order_and_room_is_used_again() -> None:
    rng = Random(2)
    deals = [deal_storm(rng) for _ in range(30)]
    boards = Boards.of([position for position, _ in deals])
    orders = np.zeros((30, boards.width), np.int32)
    for row, (position, given) in enumerate(deals):
        orders[row, : len(position.units)] = encode_orders(position, given)
    straight = resolve(boards, orders)
    which = np.random.default_rng(1).integers(0, 30, 500)
    room = Outcomes.room(500, boards.width)
    for _ in range(2):
        mixed = resolve(boards, orders[which], which, into=room)
        assert mixed is room
        for row, index in enumerate(which):
            count = boards.counts[index]
            assert (mixed.after[row, :count] == straight.after[index, :count]).all()
            assert (mixed.attackers[row, :count] == straight.attackers[index, :count]).all()
        assert (mixed.contested == straight.contested[which]).all()
        assert (mixed.by_sea == straight.by_sea[which]).all()


def test_centers_go_to_whoever_stands_there_undislodged() -> None:
    position, given = position_of(
        {"FRA": ["A GAS - SPA", "A BUR - MUN", "A RUH S A BUR - MUN"], "GER": ["A MUN H", "F HOL H"]}, "F1901M"
    )
    boards = Boards.of([position])
    outcomes = resolve(boards, encode_orders(position, given)[None, :])
    owners = owners_after(boards, outcomes)[0]
    owned = {center: POWERS[owner] for center, owner in zip(CENTERS, owners, strict=True) if owner >= 0}
    assert owned == dict(opening().centers) | {"SPA": "FRA", "MUN": "FRA", "HOL": "GER"}
    assert boards.owners[0].tolist() != owners.tolist()


ILLEGAL = [
    ("FRA", "A PAR - NTH", "PAR"),
    ("FRA", "A PAR - LON", "PAR"),
    ("FRA", "F BRE C A PAR - LON", "BRE"),
    ("FRA", "A PAR S A MAR - NAP", "PAR"),
    ("FRA", "A MAR H", "PAR"),
    ("FRA", "DISBAND A PAR", "PAR"),
]


@pytest.mark.parametrize(("power", "text", "place"), ILLEGAL)
def test_an_illegal_order_is_refused_with_its_place_and_reason(power: Power, text: str, place: str) -> None:
    position = opening()
    boards = Boards.of([position])
    rows = np.tile(encode_orders(position, {}), (3, 1))
    column = [unit.province for unit in position.units].index(place)
    rows[2, column] = encode_order(parse_order(text, "R" if text.startswith("DISBAND") else "M"))
    with pytest.raises(IllegalRow, match=r"orders\[2, \d+\]: .+") as refused:
        resolve(boards, rows)
    assert (refused.value.row, refused.value.unit) == (2, column)


def test_an_integer_that_is_no_order_is_refused() -> None:
    rows = np.full((1, 22), -5, np.int32)
    with pytest.raises(IllegalRow, match="-5 is not the code of an order"):
        resolve(Boards.of([opening()]), rows)


def test_other_forms_of_a_legal_order_are_legal() -> None:
    position, given = position_of(
        {"ENG": ["A LON - BEL VIA", "F NTH C A LON - BEL"], "FRA": ["F MAO - SPA/NC", "F POR S F MAO - SPA"]}
    )
    boards = Boards.of([position])
    outcomes = resolve(boards, encode_orders(position, given)[None, :])
    assert undislodged(position, outcomes, 0) == adjudicate(position, given).next.units


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"orders": np.zeros((1, 22), np.int64)}, "orders: the array is int64"),
        ({"orders": np.zeros((1, 21), np.int32)}, "orders: the array is int32"),
        ({"orders": np.zeros((3, 22), np.int32)}, "which: needed"),
        ({"orders": np.zeros((2, 22), np.int32), "which": np.zeros(1, np.int64)}, "which: the array is"),
        ({"orders": np.zeros((2, 22), np.int32), "which": np.array([0, 2])}, "which: an index"),
        ({"orders": np.zeros((2, 22), np.int32), "into": Outcomes.room(1, 22)}, "into: there is room"),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        resolve(Boards.of([opening(), opening()]), **arguments)


def test_no_rows_are_fine() -> None:
    assert len(resolve(Boards.of([opening()]), np.zeros((0, 22), np.int32)).after) == 0


def test_orders_become_a_row_as_the_engine_would_read_them() -> None:
    position = opening()
    france = [parse_order(text) for text in ("A PAR - BUR", "A MAR - SPA", "A MAR - PIE", "F BRE - PAR")]
    england: list[Order] = [parse_order("A PAR - GAS"), parse_order("F LON - NTH"), parse_order("DISBAND F EDI", "R")]
    row = encode_orders(position, {"FRA": france, "ENG": england})
    meant = {unit.province: int(code) for unit, code in zip(position.units, row, strict=True)}
    assert meant["PAR"] == encode_order(parse_order("A PAR - BUR"))
    assert meant["LON"] == encode_order(parse_order("F LON - NTH"))
    assert meant["MAR"] == encode_order(Hold("A", "MAR")), "two orders that differ"
    assert meant["BRE"] == encode_order(Hold("F", "BRE")), "not legal"
    assert meant["EDI"] == encode_order(Hold("F", "EDI")), "another phase's"


def test_any_integers_are_safe_even_when_trusted() -> None:
    boards = Boards.of([opening()])
    noise = np.random.default_rng(4).integers(-(2**31), 2**31, (2000, 22)).astype(np.int32)
    outcomes = resolve(boards, noise, trusted=True, refer=False)
    assert outcomes.attackers.max() < 22


def test_the_first_legal_order_is_to_hold() -> None:
    boards = Boards.of([opening()])
    legal = legal_orders(boards)
    holds = [encode_order(Hold(unit.kind, unit.region)) for unit in opening().units]
    assert [int(legal.of(column)[0]) for column in range(22)] == holds
