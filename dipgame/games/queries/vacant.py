"""Seats that bots hold for people who are gone."""

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from dipgame.games.models import Game, GamePhase, Seat

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["is_kept_for", "seats_kept_for", "substitutable", "vacant_seats"]


def vacant_seats(most: int) -> list[tuple[Seat, GamePhase]]:
    """The seats of running games, open to all, that anybody may take over, each with its game and the phase now played,
    the longest vacant first."""
    rows = Seat.objects.filter(vacated_at__isnull=False, game__status=Game.Status.RUNNING, game__private_word="")
    rows = rows.filter(game__watching="live")
    seats = list(rows.select_related("game__master").order_by("vacated_at", "pk")[:most])
    live = (GamePhase.Status.OPEN, GamePhase.Status.CLAIMED)
    phases = GamePhase.objects.filter(game__in=[seat.game_id for seat in seats], status__in=live).defer("outcomes")
    played = {phase.game_id: phase for phase in phases}
    return [(seat, played[seat.game_id]) for seat in seats if seat.game_id in played]


def substitutable(game: Game) -> QuerySet[Seat]:
    """The seats of a game that a substitute may take: nobody holds them, or a bot for somebody who is gone."""
    return Seat.objects.filter(Q(vacated_at__isnull=False) | Q(bot=""), game=game, user=None).order_by("power")


def seats_kept_for(user: "User") -> QuerySet[Seat]:
    """The seats that bots hold for this person, with their games."""
    running = Seat.objects.filter(owner=user, game__status=Game.Status.RUNNING)
    return running.select_related("game").order_by("-vacated_at")


def is_kept_for(user: "User", game: Game) -> bool:
    """True if a bot keeps a seat here for the person."""
    return Seat.objects.filter(owner=user, game=game).exists()
