"""What the pages of the admin share: who may look, who may act, and how lists stay quick."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from dipgame.games.models import Game, Seat

__all__ = ["ReadOnly", "Runs", "played_by"]


class ReadOnly:
    """Rows that only services write: they can be looked at, not edited, added or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def played_by(request: HttpRequest) -> QuerySet[Game]:
    """The games that somebody of the staff plays and that are not over: there they are a player like others."""
    mine = Seat.objects.filter(user__pk=request.user.pk or 0).exclude(game__status=Game.Status.FINISHED)
    return Game.objects.filter(pk__in=mine.values("game"))


class Runs:
    """Who may use the actions: those who may change games. Lists come along an index, and count once, however many
    rows there are."""

    ordering: Any = ("-id",)
    show_full_result_count = False

    def has_run_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_game")
