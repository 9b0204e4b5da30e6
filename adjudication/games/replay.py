"""Make a recorded game by carrying out its orders.

Each board is compared with the one in the file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.board import Province, Region
from adjudication.engine import adjudicate
from adjudication.games.value import Ending, GameFileError, PlayedPhase, RecordedGame
from adjudication.notation import NotationError, parse_order
from adjudication.options import must_decide
from adjudication.orders import Order
from adjudication.outcomes import Outcome
from adjudication.phase import Phase
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, POWERS, Power
from adjudication.rulebook import EDITIONS
from adjudication.victory import verdict
from adjudication.written import format_order, parse_written, shortened

__all__ = ["MOST_PHASES", "Board", "Replay", "board_of", "by_usual_rules", "order_in"]

MOST_PHASES: Final = 1000
_MOST_ORDERS: Final = 200


@dataclass(frozen=True, slots=True)
class Board:
    """Board in a file; None for parts that the file leaves out.

    retreats: where each dislodged unit may go. Units that cannot go anywhere may be missing.
    """

    units: frozenset[Unit]
    centers: Mapping[Province, Power] | None = None
    retreats: Mapping[Unit, frozenset[Region]] | None = None


def board_of(position: Position) -> Board:
    """All that a board in a file may say of this position."""
    retreats = {each.unit: frozenset(each.retreats) for each in position.dislodged if each.retreats}
    return Board(frozenset(position.units), position.centers, retreats)


class Replay:
    """A game on its way from its first board, phase by phase.

    Raises GameFileError for everything that cannot have happened by the rules of the edition.
    """

    def __init__(self, first: Position, edition: str = "2023") -> None:
        self.position = first
        self.edition = edition
        self._rulebook = EDITIONS[edition]
        self._phases: list[PlayedPhase] = []

    def reach(self, phase: Phase) -> bool:
        """Play on to a phase, through phases in which nobody decides.

        False if the game is past the phase, or leaves it out because nothing can happen in it.
        """
        while self.position.phase.sort_key < phase.sort_key:
            here = self.position.phase
            waiting = [power for power in POWERS if must_decide(self.position, power)]
            if waiting:
                names = ", ".join(POWER_NAMES[power] for power in waiting)
                raise GameFileError(str(phase), f"before it, the file leaves out {here}, where {names} must decide")
            self.play({})
        return self.position.phase == phase

    def play(self, orders: Mapping[Power, Sequence[Order]]) -> None:
        """Carry out the orders of the phase."""
        here = str(self.position.phase)
        if len(self._phases) >= MOST_PHASES:
            raise GameFileError(here, f"the game has more than {MOST_PHASES} phases")
        if any(len(given) > _MOST_ORDERS for given in orders.values()):
            raise GameFileError(here, f"a power gives more than {_MOST_ORDERS} orders")
        try:
            in_order = {power: orders[power] for power in POWERS if orders.get(power)}
            resolution = adjudicate(self.position, in_order, self._rulebook)
        except ValueError as error:
            raise GameFileError(here, str(error)) from None
        self._phases.append(PlayedPhase(self.position, resolution.outcomes))
        self.position = resolution.next

    @property
    def last_outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the phase played last."""
        return self._phases[-1].outcomes

    def compare(self, board: Board) -> None:
        """Raise GameFileError unless the game is at this board."""
        before = f"after {self._phases[-1].position.phase.title}" if self._phases else "at its first board"
        here, there = self.position, str(self.position.phase)
        if extra := sorted(board.units - set(here.units)):
            raise GameFileError(there, f"{before} the file has {extra[0]}, which the orders do not lead to")
        if missing := sorted(set(here.units) - board.units):
            raise GameFileError(there, f"{before} the orders lead to {missing[0]}, which the file has not")
        if board.centers is not None and dict(board.centers) != dict(here.centers):
            place = min(
                province
                for province in {*board.centers, *here.centers}
                if board.centers.get(province) != here.centers.get(province)
            )
            theirs, ours = _owner(board.centers.get(place)), _owner(here.centers.get(place))
            raise GameFileError(there, f"{before} {place} belongs to {theirs} in the file, and to {ours} by the orders")
        if board.retreats is not None:
            self._compare_retreats(board.retreats, there)

    def _compare_retreats(self, retreats: Mapping[Unit, frozenset[Region]], there: str) -> None:
        ours = {each.unit: frozenset(each.retreats) for each in self.position.dislodged}
        for unit in sorted({*ours, *retreats}):
            if ours.get(unit, frozenset()) != retreats.get(unit, frozenset()):
                file, rules = (_ways(ways.get(unit)) for ways in (retreats, ours))
                raise GameFileError(there, f"{unit} may retreat to {file} in the file, to {rules} by the rules")

    def game(
        self, name: str = "", ending: Ending = "", winner: Power | None = None, sharers: Sequence[Power] = ()
    ) -> RecordedGame:
        """The game so far.

        The winner on the board is found by the rules, whatever the file says.
        """
        end = verdict(self.position, self._rulebook)
        if end is not None and end.winner is not None:
            ending, winner, sharers = "solo", end.winner, ()
        elif ending == "solo":
            ending = "conceded"
        if (ending in ("solo", "conceded")) != (winner is not None):
            raise GameFileError("", "the file does not say who won")
        return RecordedGame(
            tuple(self._phases), self.position, self.edition, name, ending, winner, tuple(sorted(sharers))
        )

    @property
    def is_over(self) -> bool:
        """True if the game is decided on the board."""
        return verdict(self.position, self._rulebook) is not None


def by_usual_rules(play: Callable[[str], RecordedGame]) -> RecordedGame:
    """Play by the rules of 2023, or of `classic` if boards differ.

    play: is given the edition. Raises its GameFileError for 2023 if neither will do.
    """
    try:
        return play("2023")
    except GameFileError:
        try:
            return play("classic")
        except GameFileError:
            pass
        raise


def order_in(text: str, position: Position, power: Power) -> Order:
    """Read an order in the one written form, given at a position.

    Programs wrote it: to understand what people may mean would take too long for files of strangers. Raises
    GameFileError, which names the phase and the power.
    """
    written = parse_written(text, position.phase.kind)
    if written is not None:
        return written
    place = f"{position.phase}, {POWER_NAMES[power]}"
    try:
        meant = format_order(parse_order(text, position.phase.kind, position, power))
    except NotationError as error:
        raise GameFileError(place, f"'{shortened(text)}': {error}") from None
    raise GameFileError(place, f"'{shortened(text)}' must be written as {meant}")


def _owner(power: Power | None) -> str:
    return "nobody" if power is None else POWER_NAMES[power]


def _ways(ways: frozenset[Region] | None) -> str:
    return ", ".join(sorted(ways)) if ways else "nowhere"
