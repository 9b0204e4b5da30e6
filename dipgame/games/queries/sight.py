"""All that one look at a game reads, each row once: around the board, on it, in a sheet and in the ledger."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

from django.db.models import QuerySet

from adjudication.phase import parse_phase
from adjudication.powers import Power
from dipgame.games.models import Agreement, Game, GamePhase, Promise, Seat, SeatPhase
from dipgame.games.queries import phases
from dipgame.games.queries.busy_bots import busy_bots
from dipgame.games.queries.seats import Sheet, Standing, sheet_as_it_stands, sheets_at, standings_of
from dipgame.games.queries.talk import ledger_at
from dipgame.prepared import Prepared, PreparedValues

__all__ = ["Sight"]

_NEWEST: Final = 5
"""The phase now played, the turn before it, and one more."""


def _newest_phases(most: int) -> Prepared[GamePhase]:
    return Prepared(lambda game: GamePhase.objects.filter(game=game).order_by("-index")[:most], game=int)


_newest: Final = _newest_phases(_NEWEST)
_newest_and_one: Final = _newest_phases(_NEWEST + 1)


def _names(game: int, index: int) -> QuerySet[GamePhase, Any]:
    return GamePhase.objects.filter(game=game, index__lt=index).order_by("index").values_list("name", "status")


_names_before: Final = PreparedValues(_names, game=int, index=int)


class Sight:
    """Everything a seat, or a watcher, may read of a game.

    A snapshot: later changes are not seen. delayed: for a watcher who sees everything a phase later
    (`phases.with_a_delay`). sees_all: for the game master.
    """

    def __init__(self, game: Game, seat: Seat | None, *, delayed: bool = False, sees_all: bool = False) -> None:
        self.game = game
        self.seat = seat
        self.delayed = delayed
        self.sees_all = sees_all

    # --- Phases ----------------------------------------------------------------------------------------

    @cached_property
    def _newest(self) -> list[GamePhase]:
        """The last phases, newest first."""
        rows = (_newest if not self.delayed else _newest_and_one).rows(game=self.game.pk)
        rows = phases.with_a_delay(rows) if self.delayed else rows
        for row in rows:
            row.game = self.game
        return rows

    @property
    def latest(self) -> GamePhase | None:
        """The phase now played, or the board the game ended on; None before the game begins."""
        return self._newest[0] if self._newest else None

    @property
    def live(self) -> GamePhase | None:
        """The phase now played, or None."""
        return self.latest if self.latest is not None and self.latest.is_live else None

    @cached_property
    def names(self) -> list[tuple[str, str]]:
        """Name and status of all phases, oldest first."""
        if len(self._newest) < _NEWEST:
            return [(row.name, row.status) for row in reversed(self._newest)]
        newest = self._newest[0]
        earlier = _names_before.rows(game=self.game.pk, index=newest.index)
        return [*map(tuple, earlier), (newest.name, newest.status)]

    @property
    def all_phases(self) -> list[GamePhase]:
        """All phases, oldest first."""
        rows = phases.phases_of(self.game)
        return phases.with_a_delay(list(rows.order_by("-index")))[::-1] if self.delayed else list(rows)

    def phase_named(self, name: str) -> GamePhase | None:
        """The phase of this name, or None."""
        known = next((row for row in self._newest if row.name == name), None)
        found = known or phases.phase_named(self.game, name)
        is_later = found is not None and self.latest is not None and found.index > self.latest.index
        return None if is_later else found

    def after(self, row: GamePhase) -> GamePhase | None:
        """The phase that follows this one, or None."""
        known = next((each for each in self._newest if each.index == row.index + 1), None)
        return known or (None if row == self.latest else phases.phase_after(row))

    def last_turn(self, row: GamePhase) -> list[GamePhase]:
        """The phases before this one from the last moves on, oldest first; none before the first."""
        found: list[GamePhase] = []
        for each in (each for each in self._newest if each.index < row.index):
            found.insert(0, each)
            if parse_phase(each.name).kind == "M":
                return found
        return phases.last_turn(row) if row.index and not (found and found[0].index == 0) else found

    # --- Seats and sheets ------------------------------------------------------------------------------

    @cached_property
    def _sheets(self) -> list[SeatPhase]:
        """All sheets of the latest phase, with their seats; none of the board a game ended on. Without what bots
        remember, which is long and for bots alone."""
        if self.delayed:
            return []  # who is ready now is not told
        viewer, power = (None, "") if self.seat is None else (self.seat.user_id, self.seat.power)
        return sheets_at(self.latest, viewer, power) if self.latest is not None else []

    @cached_property
    def seats(self) -> list[Seat]:
        """All seats in the order of their powers, as they stand now: not for pages without masking."""
        seats: Iterable[Seat] = [sheet.seat for sheet in self._sheets]
        rows = seats or self.game.seats.select_related("user", "owner")
        return sorted(rows, key=lambda seat: seat.power)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """All seven seats in the order of their powers, on the latest board."""
        sheets = {sheet.seat_id: sheet for sheet in self._sheets}
        return standings_of(self.game, self.seats, sheets, self.latest, unmasked=self.sees_all)

    @cached_property
    def blocked(self) -> frozenset[int]:
        """Seats of people whom the person at my seat blocked, by their numbers: not for pages without masking."""
        return frozenset(sheet.seat_id for sheet in self._sheets if getattr(sheet, "is_blocked", False))

    @property
    def busy(self) -> dict[Power, str]:
        """Bots that are about to say something to my seat (`busy_bots`)."""
        return busy_bots(self.game, self.seat, self._sheets) if self.live is not None else {}

    @cached_property
    def sheet(self) -> Sheet | None:
        """My sheet in the phase now played; None when none is."""
        mine = next((each for each in self._sheets if self.seat is not None and each.seat_id == self.seat.pk), None)
        return None if self.live is None or mine is None else sheet_as_it_stands(mine, self.live, mine.seat)

    @cached_property
    def all_sheets(self) -> list[tuple[Seat, Sheet]]:
        """Sheets of all seats in the live phase, by power.

        Empty for everybody but the game master.
        """
        live = self.live
        if live is None or not self.sees_all:
            return []
        rows = sorted(self._sheets, key=lambda row: row.seat.power)
        return [(row.seat, sheet_as_it_stands(row, live, row.seat)) for row in rows]

    # --- The ledger ------------------------------------------------------------------------------------

    @cached_property
    def ledger(self) -> list[Promise]:
        """The promises I may know, oldest first, each with its agreement."""
        return ledger_at(self.game, self.seat, sees_all=self.sees_all)

    @cached_property
    def in_force(self) -> list[tuple[Agreement, list[Promise]]]:
        """My agreements that are not over, oldest first, with their promises."""
        found: dict[int, tuple[Agreement, list[Promise]]] = {}
        for row in self.ledger:
            if self.seat is not None and not row.agreement.done and self.seat.power in row.agreement.between.split():
                found.setdefault(row.agreement_id, (row.agreement, []))[1].append(row)
        return list(found.values())

    @property
    def due(self) -> list[Promise]:
        """My power's promises that are not done."""
        return [
            row
            for _, promises in self.in_force
            for row in promises
            if not row.done and self.seat is not None and row.power == self.seat.power
        ]

    def ended_with(self, rows: Iterable[GamePhase]) -> list[Promise]:
        """The promises I may know that were over with one of these phases."""
        ids = {row.pk for row in rows}
        return [each for each in self.ledger if each.done and each.judged is not None and each.judged.pk in ids]
