"""News of a game for one client, and its alarms."""

from contextlib import suppress

from daide.positions import owners_message, position_message
from daide.table import Desk, Table
from daide.telling import Answer, hello, outcome_of, spoken, turn_played
from daide.tokens import Words, flat

__all__ = ["Alarms", "News"]


class News:
    """News of a game, for one client.

    is_greeted: HLO was sent. is_told_end: it was told how the game ended.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.is_greeted = self.is_told_end = False
        self._told = 0  # phases of which the client was told what became of them
        self._heard = 0

    def begin_at(self, table: Table) -> None:
        """Leave out all that was before; who comes back asks for it."""
        self.is_greeted = True
        self._told, self._heard = table.index, table.heard

    def since(self, table: Table) -> list[Answer]:
        """Tell what is new in the game, which has begun."""
        told: list[Answer] = []
        if not self.is_greeted:
            self.is_greeted, self._told = True, table.index
            told += [hello(table), owners_message(table.position), position_message(table.position)]
        if self._told > table.index:  # a phase was taken back
            self._told, self.is_told_end = table.index, False
            told += [owners_message(table.position), position_message(table.position)]
        if self._told < table.index:
            played = self.desk.played(self._told, table.index)
            self._told = table.index
            for number, each in enumerate(played):
                told += turn_played(each, outcome_of(table) if number == len(played) - 1 else [])
            self.is_told_end = table.is_over
        if table.is_over and not self.is_told_end:
            self.is_told_end = True
            told += outcome_of(table)
        if table.heard > self._heard and table.power is not None:
            # One that comes meanwhile is of the next look: it would be told there again.
            for message in self.desk.messages(self._heard, table.heard):
                with suppress(ValueError):  # what has no words of DAIDE is not told
                    told += spoken(message, table)
            self._heard = table.heard
        return told


class Alarms:
    """Alarms of a client, each rung once a phase.

    An alarm is a number of seconds before the deadline.
    """

    def __init__(self) -> None:
        self._set: frozenset[int] = frozenset()  # another thread reads it: it is replaced, never changed
        self._rung: dict[int, int] = {}

    def __bool__(self) -> bool:
        return bool(self._set)

    def add(self, seconds: int) -> None:
        """Ring at so many seconds."""
        self._set |= {seconds}

    def remove(self, seconds: int | None) -> bool:
        """Remove one alarm, or all; False if it was not set."""
        gone = self._set if seconds is None else {seconds}
        if not gone <= self._set:
            return False
        self._set -= gone
        return True

    def ring(self, seconds: int, index: int) -> list[Words]:
        """Alarms due so many seconds before the deadline of a phase."""
        due = sorted((each for each in self._set if seconds <= each and self._rung.get(each) != index), reverse=True)
        self._rung |= dict.fromkeys(due, index)
        return [flat(("TME", (each,))) for each in due]
