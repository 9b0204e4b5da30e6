"""Play the shipped games: reduced HANAs and DumbBots, for some years.

In spring 1901 a reduced HANA mostly plays a line of the book of openings. Later it foresees and searches as HANA does,
with a fraction of its effort. Retreats, builds and removals are DumbBot's. Nobody talks.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final, TypeAlias

from adjudication.batch import decode_order
from adjudication.engine import adjudicate
from adjudication.options import must_decide
from adjudication.orders import Order
from adjudication.phase import FIRST_PHASE
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from adjudication.victory import verdict
from adjudication.written import parse_written
from bots.chance import stream
from bots.dumbbot import DumbBot
from bots.explorer.visits import key_of, row_of
from bots.hana.judge.openings import BOOK
from bots.hana.search.problem import Movement
from bots.learning.playing import GREEDY, Seat, orders_row
from bots.view import SeatView

__all__ = ["UNTIL", "play_game", "seats_of"]

Record: TypeAlias = dict[str, Any]

UNTIL: Final = 1907
_EFFORTS: Final = (150, 300)
_FORESIGHT: Final = 60
_BY_BOOK: Final = 0.85


def seats_of(rng: Random) -> dict[Power, Seat]:
    """Seven players: reduced HANAs of two strengths, up to three DumbBots."""
    greedy = rng.choice((0, 0, 1, 2, 3))
    order = rng.sample(POWERS, len(POWERS))
    return {
        power: GREEDY
        if index < greedy
        else Seat(rng.choice(_EFFORTS), profiles=6, slack=0.1, wild=0.02, foresight=_FORESIGHT)
        for index, power in enumerate(order)
    }


def play_game(number: int, seed: int = 0, until: int = UNTIL) -> Record:
    """Game `number`, to a winner or the end of a year.

    The same numbers give the same game. Returns JSON values: `seats` (the effort of each power, 0 for DumbBot),
    `phases` (key, orders as integers), `centers`, `winner`.
    """
    rng = stream(seed, "explorer", number)
    seats = seats_of(rng)
    position, phases, ending = opening(), [], None
    while ending is None and position.phase.year <= until:
        resolution = adjudicate(position, _orders(position, seats, rng))
        row = row_of(position, [(each.power, each.order) for each in resolution.outcomes])
        phases.append([key_of(position), row])
        position = resolution.next
        ending = verdict(position, STANDARD_RULES)
    return {
        "seats": [seats[power].effort for power in POWERS],
        "phases": phases,
        "centers": [len(position.centers_of(power)) for power in POWERS],
        "winner": ending.winner if ending else None,
    }


def _orders(position: Position, seats: Mapping[Power, Seat], rng: Random) -> dict[Power, list[Order]]:
    deciding = [power for power in POWERS if must_decide(position, power)]
    if position.phase.kind != "M":
        return {power: _greedy(position, power, rng) for power in deciding}
    phase = Movement.of(position)
    return {power: _movement(phase, power, seats[power], rng) for power in deciding}


def _greedy(position: Position, power: Power, rng: Random) -> list[Order]:
    return list(DumbBot().decide(SeatView(power, position, STANDARD_RULES), {}, rng, 1.0).orders)


def _movement(phase: Movement, power: Power, seat: Seat, rng: Random) -> list[Order]:
    if seat is not GREEDY and phase.position.phase == FIRST_PHASE and rng.random() < _BY_BOOK:
        lines = [line for line in BOOK if line.power == power]
        (line,) = rng.choices(lines, [line.weight for line in lines])
        written = [parse_written(text, "M") for text in line.spring]
        return [order for order in written if order is not None]
    row = orders_row(phase, power, seat, rng)
    return [decode_order(int(row[column])) for column in phase.columns_of(power)]
