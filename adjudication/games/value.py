"""A game that was played, as one immutable value."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from adjudication.orders import Order
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.reasons import WITHOUT_ORDER

__all__ = ["ENDINGS", "Ending", "GameFileError", "PlayedPhase", "RecordedGame", "orders_in"]

Ending: TypeAlias = Literal["", "solo", "conceded", "draw"]
"""solo: won on the board. conceded: won because the others agreed. "" while a game goes on, or was given up."""

ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)


class GameFileError(ValueError):
    """Text that is no game.

    place: a phase or a line. reason: what is wrong there.
    """

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason


@dataclass(frozen=True, slots=True)
class PlayedPhase:
    """A phase that is over.

    position: the board it began with. outcomes: of every order, and of units without one.
    """

    position: Position
    outcomes: tuple[Outcome, ...]

    @property
    def orders(self) -> dict[Power, tuple[Order, ...]]:
        """The orders that were given, by power."""
        return orders_in(self.outcomes)


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game phase by phase.

    phases: those that were played, in their order. final: the board after the last. edition: the rulebook, a key of
    `EDITIONS`. winner: of a solo or a concession, else None. sharers: of a draw, where they are known. Every phase
    follows from the one before by the rules: `replay.Replay` makes such games, and takes no others.
    """

    phases: tuple[PlayedPhase, ...]
    final: Position
    edition: str = "2023"
    name: str = ""
    ending: Ending = ""
    winner: Power | None = None
    sharers: tuple[Power, ...] = ()

    @property
    def first(self) -> Position:
        """The board the game begins with."""
        return self.phases[0].position if self.phases else self.final

    @property
    def steps(self) -> Iterator[tuple[PlayedPhase, Position]]:
        """Each phase with the board it leads to."""
        boards = [*(each.position for each in self.phases), self.final]
        return zip(self.phases, boards[1:], strict=True)


def orders_in(outcomes: tuple[Outcome, ...]) -> dict[Power, tuple[Order, ...]]:
    """The orders among outcomes, by power, each power's as it gave them."""
    found: dict[Power, list[Order]] = {}
    for each in outcomes:
        if each.reason not in WITHOUT_ORDER:
            found.setdefault(each.power, []).append(each.order)
    return {power: tuple(orders) for power, orders in found.items()}
