"""ConsoleObserver: shows a game in the terminal, phase by phase."""

from collections.abc import Iterable
from typing import Any

from adjudication.position import Position, position_from_dict
from adjudication.powers import POWER_NAMES, Power, as_power
from bots.arena.game import Record
from bots.console.terminal import Terminal
from bots.console.words import board_lines, center_line, indented, listed, message_line, result_lines
from bots.view import PastPhase
from negotiation.diplomacy import DIPLOMACY
from negotiation.ending import powers_left
from negotiation.parser import parse

__all__ = ["ConsoleObserver"]


class ConsoleObserver:
    """Tells messages, orders with their results, and centers of every phase.

    seat: the power whose person watches; it sees no talk of others here, its own is shown while it is played. waits:
    ask for Enter after every phase.
    """

    def __init__(self, terminal: Terminal, seat: Power | None = None, *, waits: bool = False) -> None:
        self.terminal, self.seat, self.waits = terminal, seat, waits
        self.phase = ""
        self.is_out = False

    def begin(self, position: Position) -> None:
        """Show the centers that the phase before has left.

        Before the first phase, show the board to a watcher.
        """
        if self.phase:
            self._centers(position)
            if self.waits:
                self.terminal.ask("Enter for the next phase>")
        elif self.seat is None:
            self._tell(board_lines(position))
        if self.seat is not None and self.seat not in powers_left(position) and not self.is_out:
            self.is_out = True
            self._tell([f"{POWER_NAMES[self.seat]} is out of the game. The others play on; Ctrl-C ends it."])
        self.phase = position.phase.title

    def follow(self, past: PastPhase, record: Record) -> None:
        """Show a phase that is over."""
        self._tell(["", f"{past.position.phase.title}: what happened"])
        if self.seat is None:
            self._tell(indented(_messages(record.get("talk", ()))))
        self._tell(indented(result_lines(past.outcomes)))
        for power, faults in record.get("faults", {}).items():
            self._tell(indented(f"{POWER_NAMES[as_power(power)]}'s bot: {fault['text']}" for fault in faults))

    def end(self, record: Record, until: int) -> None:
        """Tell how the game ended."""
        if self.seat is None:
            self._tell(indented(_messages(record.get("ending", {}).get("talk", ()))))
        self._centers(position_from_dict(record["final"]))
        self._tell(["", _ending(record, until)])

    def _centers(self, position: Position) -> None:
        self._tell(indented([f"Centers: {center_line(position)}"]))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.terminal.tell(line)


def _messages(talk: Iterable[str]) -> Iterable[str]:
    return (message_line(parse(line, DIPLOMACY)) for line in talk)


def _ending(record: Record, until: int) -> str:
    counts: dict[str, Any] = record["centers"]
    sharers = record.get("ending", {}).get("sharers", ())
    if record["winner"] is not None:
        winner = as_power(record["winner"])
        how = "The others conceded" if sharers else f"It owns {counts[winner]} centers"
        return f"{POWER_NAMES[winner]} has won. {how}."
    if sharers:
        return f"The game is a draw between {listed(sharers)}: all agreed."
    told = ", ".join(f"{POWER_NAMES[as_power(power)]} {count}" for power, count in counts.items() if count)
    return f"The game ends after {until}. Centers: {told}."
