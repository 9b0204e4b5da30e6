"""The log, the reports and the sanctions in the admin: read there, changed by services alone."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from dipgame.games.admin_actions import DISMISS_REPORTS, LIFT_SANCTIONS, UPHOLD_REPORTS
from dipgame.games.admin_parts import ReadOnly, Runs, played_by
from dipgame.games.models import Notice, Report, Sanction

__all__: list[str] = []


@admin.register(Notice)
class NoticeAdmin(Runs, ReadOnly, admin.ModelAdmin):
    """Log of games, with the actors.

    Staff who play in a game do not see the lines meant for players only.
    """

    list_display = ("at", "game", "phase", "actor", "by_staff", "for_players", "words")
    list_filter = ("by_staff", "for_players")
    search_fields = ("words", "game__name", "game__slug", "actor__name")
    list_select_related = ("game", "actor")


@admin.register(Report)
class ReportAdmin(Runs, ReadOnly, admin.ModelAdmin):
    """Reports of messages. Who of the staff plays in a game, or is reported, does not see them here."""

    list_display = ("at", "game", "about", "by", "state", "text", "settled_by")
    list_filter = ("state",)
    search_fields = ("text", "words", "game__name", "game__slug", "about__name", "by__name")
    list_select_related = ("game", "about", "by", "settled_by")
    fields = readonly_fields = (
        "game",
        "about",
        "by",
        "at",
        "text",
        "words",
        "state",
        "answer",
        "settled_by",
        "settled_at",
    )
    actions = (UPHOLD_REPORTS, DISMISS_REPORTS)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        rows = super().get_queryset(request).exclude(game__in=played_by(request))
        return rows.exclude(about__pk=request.user.pk or 0)


@admin.register(Sanction)
class SanctionAdmin(Runs, ReadOnly, admin.ModelAdmin):
    """Mutes and bans, with their end and reason."""

    list_display = ("at", "user", "kind", "until", "by", "lifted_at", "reason")
    list_filter = ("kind",)
    search_fields = ("user__name", "reason")
    list_select_related = ("user", "by")
    actions = (LIFT_SANCTIONS,)
