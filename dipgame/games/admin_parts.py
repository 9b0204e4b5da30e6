"""Common parts of the admin pages: permissions, and fast lists."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

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


_GO_ON: Final = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.CANCELLED)


def played_by(request: HttpRequest) -> list[int]:
    """The numbers of the games that somebody of the staff plays and that have no result: there they are a player like
    others. Looked for first, because a list that leaves out so few is read along its index."""
    mine = Seat.objects.filter(user__pk=request.user.pk or 0, game__status__in=_GO_ON)
    return list(mine.order_by().values_list("game", flat=True))


class Pages(Paginator):
    """Pages of the newest rows. However many there are, no more are counted, or passed over to reach a page."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        counted: int = rows.order_by()[:_MOST_LISTED].count()
        return counted


_MOST_LISTED: Final = 10_000
"""Rows of a list: filters and the search find older ones."""

_MOST_FOUND: Final = 1000
"""Rows that a search finds in each way, the newest."""


class Runs:
    """Mixin: actions for those who may change games, and fast lists.

    Lists follow an index; their length is cached and stops at `_MOST_LISTED`. A search finds games and people first,
    then their rows.
    """

    model: type[Model]
    search_fields: ClassVar[Sequence[str]]
    ordering: Any = ("-id",)
    paginator: Any = Pages
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The newest rows that hold the words, or belong to a game or a person called so."""
        words = search_term.strip()
        if not words:
            return queryset, False
        ways = {_way(self.model, field, words) for field in self.search_fields}
        found = {pk for way in ways for pk in _newest(self.model._default_manager.filter(way))}
        return queryset.filter(pk__in=found), False

    def has_run_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_game")


def _way(model: type[Model], field: str, words: str) -> Q:
    """Condition that finds rows by a field.

    Games and people are few compared with their rows, and are looked up first.
    """
    path = field.split("__")[:-1]
    at: Any = model
    for name in path:
        at = at._meta.get_field(name).related_model
    people = get_user_model()
    if path and at is Game:
        named = Q(name__icontains=words) | Q(slug=words)
        return Q(**{"__".join(path) + "__in": _newest(Game.objects.filter(named))})
    if path and at is people:
        return Q(**{"__".join(path) + "__in": _newest(people.objects.filter(name__icontains=words))})
    return Q(**{f"{field}__icontains": words})


def _newest(rows: QuerySet[Any]) -> tuple[int, ...]:
    return tuple(rows.order_by("-pk").values_list("pk", flat=True)[:_MOST_FOUND])
