"""The phases of a game."""

from collections.abc import Collection, Sequence
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from adjudication.phase import parse_phase
from adjudication.powers import POWERS, Power
from dipgame.games import convert
from dipgame.games.models import Game, GamePhase
from dipgame.games.numbers import number_of

__all__ = [
    "centers_by_year",
    "last_turn",
    "latest_phase",
    "live_phase",
    "newest_phases",
    "phase_after",
    "phase_named",
    "phase_numbered",
    "phases_after",
    "phases_of",
    "place_of",
    "resolved_phases",
    "undoable",
    "watched_phases",
    "with_a_delay",
]

_YEARS: Final = 3
_LONGEST_TURN: Final = 3
"""Fall moves, fall retreats, winter builds: no more lies between one spring and the moves before it."""


def phases_of(game: Game) -> QuerySet[GamePhase]:
    """All phases of a game, oldest first; the last one is played now, or is the board the game ended on."""
    return GamePhase.objects.filter(game=game).order_by("index")


def latest_phase(game: Game) -> GamePhase | None:
    """The phase now played, or the board the game ended on; None before the game begins."""
    return GamePhase.objects.filter(game=game).order_by("-index").first()


def newest_phases(games: Collection[Game]) -> dict[int, GamePhase]:
    """The latest phase of each of these games that has begun, by the game's number."""
    later = GamePhase.objects.filter(game=OuterRef("game"), index__gt=OuterRef("index"))
    rows = GamePhase.objects.filter(~Exists(later), game__in=[game.pk for game in games]).defer("outcomes")
    return {row.game_id: row for row in rows}


def place_of(row: GamePhase) -> int:
    """Number of a phase among the messages of its game.

    Of an older row, the least it can have.
    """
    return row.number or number_of(row.opened_at)


def phases_after(game: Game, number: int) -> list[GamePhase]:
    """Phases with greater numbers, oldest first."""
    rows = list(phases_of(game).filter(Q(number__gt=number) | Q(number=0)))
    return [row for row in rows if place_of(row) > number]


def phase_numbered(game: Game, index: int) -> GamePhase | None:
    """The phase at this place in the order of phases, or None."""
    return GamePhase.objects.filter(game=game, index=index).first()


def resolved_phases(game: Game, after: int, before: int, most: int) -> list[GamePhase]:
    """Phases that are over, between these indices, oldest first."""
    rows = phases_of(game).filter(status=GamePhase.Status.RESOLVED, index__gt=after, index__lt=before)
    return list(rows[:most])


def with_a_delay(rows: Sequence[GamePhase]) -> list[GamePhase]:
    """Phases for watchers with a delay of one phase, newest first.

    The current phase is left out, and the one before appears as it was while played. Do not save these rows.
    """
    shown = list(rows[1:] if len(rows) > 1 and rows[0].is_live else rows)
    if shown:
        shown[0].status, shown[0].outcomes = GamePhase.Status.OPEN, None
        shown[0].deadline, shown[0].graced = None, False
    return shown


def watched_phases(games: Collection[Game]) -> dict[int, GamePhase]:
    """The latest phase of each of these running games that somebody sees who only watches, by the game's number."""
    newest = newest_phases(games)
    delayed = {game.pk for game in games if game.watching == "delayed"}
    before = Q()
    for row in newest.values():
        if row.game_id in delayed and row.index:
            before |= Q(game=row.game_id, index=row.index - 1)
    earlier = GamePhase.objects.filter(before).defer("outcomes") if before else ()
    return newest | {row.game_id: with_a_delay([row])[0] for row in earlier}


def live_phase(game: Game) -> GamePhase | None:
    """The phase now played, or None."""
    phase = latest_phase(game)
    return phase if phase is not None and phase.is_live else None


def phase_named(game: Game, name: str) -> GamePhase | None:
    """The phase of this name, `S1901M`, or None."""
    return GamePhase.objects.filter(game=game, name=name).first()


def centers_by_year(row: GamePhase) -> list[dict[Power, int]]:
    """Centers by power at the beginning of the last years up to this phase, and in it, oldest first."""
    springs = GamePhase.objects.filter(game=row.game_id, index__lt=row.index, name__startswith="S", name__endswith="M")
    boards = [convert.position_of(each) for each in springs.order_by("-index")[:_YEARS]][::-1]
    boards.append(convert.position_of(row))
    return [{power: len(board.centers_of(power)) for power in POWERS} for board in boards]


def phase_after(row: GamePhase) -> GamePhase | None:
    """The phase that follows this one, or None."""
    return GamePhase.objects.filter(game=row.game_id, index=row.index + 1).first()


def last_turn(row: GamePhase) -> list[GamePhase]:
    """The phases before this one from the last moves on, oldest first; none before the first."""
    found: list[GamePhase] = []
    for each in GamePhase.objects.filter(game=row.game_id, index__lt=row.index).order_by("-index")[:_LONGEST_TURN]:
        found.insert(0, each)
        if parse_phase(each.name).kind == "M":
            break
    return found


def undoable(game: Game) -> GamePhase | None:
    """The phase that would be played again: the last one that is over in which a person had something to decide or,
    where there is none, the last one. None before the first is over."""
    over = GamePhase.objects.filter(game=game, status=GamePhase.Status.RESOLVED).order_by("-index")
    decided = over.filter(sheets__must_decide=True, sheets__seat__user__isnull=False)
    return decided.first() or over.first()
