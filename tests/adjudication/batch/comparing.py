"""Kernel against reference, row by row: `python -m tests.adjudication.batch.comparing 300000 [seed] [edition]`."""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np

from adjudication.batch import Boards, Outcomes, decode_order, encode_orders, legal_orders, resolve
from adjudication.batch.reference import decide_row
from adjudication.encoding import Codes
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from bench._positions import movement_phases
from tests.adjudication.batch.dealer import deal_orders, deal_position, deal_storm

__all__ = ["compare", "dealt_rows", "played_rows", "stormy_rows"]

ROWS_PER_POSITION = 20


def dealt_rows(rng: Random, rows: int, rulebook: Rulebook) -> Iterator[tuple[Boards, Codes]]:
    """Positions of all sizes, crowded to empty, with legal orders by chance."""
    for _ in range(0, rows, ROWS_PER_POSITION):
        position = deal_position(rng, rng.randint(2, 40), rng.choice((0.2, 0.5, 0.8, 1.0)), rng.randint(1, 7))
        boards = Boards.of([position])
        legal = legal_orders(boards, 0, rulebook)
        choices = [legal.of(unit).tolist() for unit in range(len(position.units))]
        moving = rng.choice((0.3, 0.5, 0.7))
        sets = [deal_orders(rng, position.units, choices, moving) for _ in range(ROWS_PER_POSITION)]
        yield boards, np.array(sets, np.int32)


def stormy_rows(rng: Random, rows: int, rulebook: Rulebook) -> Iterator[tuple[Boards, Codes]]:
    """Small positions full of convoys that hang on each other."""
    for _ in range(rows):
        position, orders = deal_storm(rng)
        yield Boards.of([position]), encode_orders(position, orders, rulebook)[None, :]


def played_rows(rng: Random, rows: int, rulebook: Rulebook) -> Iterator[tuple[Boards, Codes]]:
    """Phases of whole games, with the orders given there and others by chance."""
    for position, orders in movement_phases(rows // 4, 16, rng.randrange(1 << 30)):
        boards = Boards.of([position])
        legal = legal_orders(boards, 0, rulebook)
        choices = [legal.of(unit).tolist() for unit in range(len(position.units))]
        dealt = [deal_orders(rng, position.units, choices) for _ in range(3)]
        yield boards, np.array([encode_orders(position, orders, rulebook), *dealt], np.int32)


def compare(batches: Iterator[tuple[Boards, Codes]], rulebook: Rulebook) -> Counter[str]:
    """Raises AssertionError, with the orders, at the first row that differs; counts what was seen."""
    seen: Counter[str] = Counter()
    for boards, orders in batches:
        outcomes = resolve(boards, orders, rulebook=rulebook, refer=False, trusted=True)
        for row in range(len(orders)):
            seen["rows"] += 1
            if outcomes.undecided[row]:
                seen["undecided"] += 1
                continue
            seen["convoyed"] += bool(outcomes.by_sea[row])
            seen["dislodging"] += bool((outcomes.attackers[row] >= 0).any())
            seen["contested"] += bool(outcomes.contested[row].any())
            assert same(boards, orders[row], outcomes, row, rulebook), describe(boards, orders[row])
    return seen


def same(boards: Boards, orders: Codes, outcomes: Outcomes, row: int, rulebook: Rulebook) -> bool:
    """True if the reference decides the row alike, in every number."""
    found = decide_row(boards, 0, orders, rulebook)
    return (
        outcomes.after[row].tolist() == found.after.tolist()
        and outcomes.attackers[row].tolist() == found.attackers.tolist()
        and outcomes.contested[row].tolist() == found.contested.tolist()
        and int(outcomes.by_sea[row]) == found.by_sea
    )


def describe(boards: Boards, orders: Codes) -> str:
    """The order set, a line for each unit."""
    return "\n".join(
        f"{unit} {decode_order(int(code))}" for unit, code in zip(boards.position(0).units, orders, strict=True)
    )


def main(rows: str, seed: str = "1", edition: str = STANDARD_RULES.name) -> None:
    """Compare so many rows of each kind and print what was seen."""
    for deal in (dealt_rows, played_rows, stormy_rows):
        seen = compare(deal(Random(int(seed)), int(rows), EDITIONS[edition]), EDITIONS[edition])
        print(f"{edition}, {deal.__name__}, seed {seed}: all equal; {dict(seen)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
