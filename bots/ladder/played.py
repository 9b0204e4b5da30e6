"""A game of the ladder as a line of a file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from adjudication.powers import POWERS
from bots.arena.game import Record
from bots.experiment.behaviour import conduct_of

__all__ = ["STYLE", "Played", "line_of", "played_in", "read_line"]

STYLE = ("turns", "deals", "fulfilled", "standing", "broken", "attacks", "on_partners", "betrayals", "forgiven")
"""Counts of each seat, named as in `bots.experiment.behaviour.Conduct`."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game. All lists are in the order of the powers.

    round, game: its numbers, from 0. places: 1 for the first; equal ones share it. style: a row of `STYLE` a seat.
    faults: of all its bots.
    """

    round: int
    game: int
    seats: tuple[str, ...]
    centers: tuple[int, ...]
    places: tuple[int, ...]
    style: tuple[tuple[int, ...], ...]
    faults: int


def played_in(number: int, game: int, record: Record) -> Played:
    """Reduce an arena record to the parts that count."""
    conducts = [conduct_of(power, record) for power in POWERS]
    return Played(
        number,
        game,
        tuple(record["seats"][power] for power in POWERS),
        tuple(record["centers"][power] for power in POWERS),
        _places(record),
        tuple(tuple(getattr(conduct, name) for name in STYLE) for conduct in conducts),
        sum(conduct.faults for conduct in conducts),
    )


def _places(record: Record) -> tuple[int, ...]:
    """Places at the end.

    A winner, or all who share an agreed end, come first; of the others who has more centers is ahead. As many centers
    share a place.
    """
    first = {record["winner"]} if record["winner"] else set(record.get("ending", {}).get("sharers", ()))
    ahead: Mapping[str, tuple[bool, int]] = {
        power: (True, 0) if power in first else (False, record["centers"][power]) for power in POWERS
    }
    return tuple(1 + sum(other > ahead[power] for other in ahead.values()) for power in POWERS)


def line_of(played: Played) -> str:
    """A game as a line of JSON."""
    return json.dumps(asdict(played), separators=(",", ":")) + "\n"


def read_line(line: str) -> Played:
    """Read what `line_of` wrote. Raises ValueError."""
    try:
        found: Mapping[str, Any] = json.loads(line)
        return Played(
            found["round"],
            found["game"],
            tuple(found["seats"]),
            tuple(found["centers"]),
            tuple(found["places"]),
            _rows(found["style"]),
            found["faults"],
        )
    except (KeyError, TypeError) as problem:
        raise ValueError(f"this is no game of a ladder ({problem!r})") from None


def _rows(style: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in style)
