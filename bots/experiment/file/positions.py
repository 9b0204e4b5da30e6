"""The positions that an experiment's games begin with, from its file."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from adjudication.packed import read_word
from adjudication.position import ImpossiblePosition, Position
from adjudication.powers import POWER_NAMES, POWERS
from adjudication.rulebook import EDITIONS
from bots.arena.positions import read_first, unplayable
from bots.experiment.file.declaration import Session
from bots.experiment.file.places import Place

__all__ = ["read_positions"]

_MOST: Final = 1_000
_LONGEST: Final = 8_000


def read_positions(
    found: Mapping[str, Any], fault: Callable[[Place, str], None], sessions: Sequence[Session], *, with_people: bool
) -> tuple[str, ...]:
    """The words of the positions; faults are told."""
    rows = found.get("positions", [])
    if not isinstance(rows, list) or len(rows) > _MOST or not all(isinstance(row, str) for row in rows):
        fault(("positions",), f"'positions' is a list of at most {_MOST} texts, each a position or its word.")
        return ()
    words: list[str] = []
    for number, row in enumerate(rows):
        place: Place = ("positions", number)
        try:
            word = read_first(row[:_LONGEST])
        except ImpossiblePosition as error:
            fault(place, f"Position {number + 1} cannot stand on the board: {error.reason}.")
            continue
        words.append(word)
        for problem in _problems(read_word(word), sessions, with_people=with_people):
            fault(place, f"No game can begin with position {number + 1}: {problem}.")
    return tuple(words)


def _problems(position: Position, sessions: Sequence[Session], *, with_people: bool) -> list[str]:
    editions = dict.fromkeys(session.playing.edition for session in sessions if session.playing.edition in EDITIONS)
    problems = [why for edition in editions if (why := unplayable(position, EDITIONS[edition]))][:1]
    problems += [
        f"it is of {position.phase.year}, and '{session.name}' ends with {session.playing.last_year}"
        for session in sessions
        if session.playing.last_year < position.phase.year
    ][:1]
    owners = {*position.centers.values(), *(unit.power for unit in position.units)}
    gone = [POWER_NAMES[power] for power in POWERS if power not in owners]
    if with_people and gone:
        problems.append(f"{gone[0]} has nothing there, and a person may be dealt any power")
    return problems
