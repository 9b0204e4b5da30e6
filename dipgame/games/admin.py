"""Games in the admin: everything can be read, what happens to a game happens through services."""

import json
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from adjudication.powers import POWERS
from bots.game_terms import TERMS
from bots.registry import BOTS
from dipgame.games import admin_conduct, clock, talk
from dipgame.games.admin_actions import (
    CANCEL_GAMES,
    EXTEND_DEADLINES,
    FILL_SEATS,
    GIVE_TO_BOT,
    PAUSE_GAMES,
    RESOLVE_NOW,
    RESUME_GAMES,
    TELL_PLAYERS,
    UNDO_PHASE,
    bot_choices,
)
from dipgame.games.admin_parts import ReadOnly, Runs, played_by
from dipgame.games.models import Game, GamePhase, Message, Seat, SeatPhase
from negotiation.levels import LEVELS
from negotiation.protocols import act_of

__all__ = ["admin_conduct"]


class SeatsInGame(ReadOnly, admin.TabularInline):
    model = Seat
    fields = readonly_fields = ("power", "user", "bot", "joined_at", "missed")
    extra = 0
    show_change_link = True


class PhasesInGame(ReadOnly, admin.TabularInline):
    model = GamePhase
    fields = readonly_fields = ("index", "name", "status", "opened_at", "deadline", "resolved_at")
    extra = 0
    show_change_link = True


class SheetsInPhase(ReadOnly, admin.TabularInline):
    model = SeatPhase
    fields = readonly_fields = ("seat", "orders", "must_decide", "ready", "bot_state", "bot_error", "changed_at")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[SeatPhase]:
        return super().get_queryset(request).exclude(phase__game__in=played_by(request))


class GameForm(forms.ModelForm):
    """The bot is chosen from those on offer."""

    fill_bot = forms.ChoiceField(required=False, choices=lambda: [("", "nobody"), *bot_choices()])

    class Meta:
        model = Game
        fields = (
            "name",
            "host",
            *TERMS,
            "fill_bot",
            "fill_at",
        )


@admin.register(Game)
class GameAdmin(Runs, admin.ModelAdmin):
    """Games are offered on the site; here their terms can be corrected, and they can be helped along."""

    form = GameForm
    list_display = ("name", "slug", "status", "phase_now", "deadline_now", "seats_taken", "host", "result", "winner")
    list_filter = ("status", "result", "edition")
    search_fields = ("name", "slug", "host__name", "seats__user__name")
    list_select_related = ("host",)
    autocomplete_fields = ("host",)
    readonly_fields = ("slug", "status", "result", "winner", "created_at", "started_at", "finished_at", "seed")
    inlines = (SeatsInGame, PhasesInGame)
    actions = (FILL_SEATS, TELL_PLAYERS, EXTEND_DEADLINES, PAUSE_GAMES, RESUME_GAMES, UNDO_PHASE, CANCEL_GAMES)

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> Any:
        fields = super().get_fields(request, obj)
        hidden = obj is not None and obj.pk in played_by(request)
        return [name for name in fields if not (hidden and name == "seed")]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """The seed is not found out by asking whether it is greater than this or that."""
        named = lookup.split("__", maxsplit=1)[0]
        return named not in ("seed", "private_word") and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        newest = GamePhase.objects.only("game", "name", "deadline").order_by("-index")[:1]
        return super().get_queryset(request).prefetch_related("seats", Prefetch("phases", newest, to_attr="newest"))

    @admin.display(description="phase")
    def phase_now(self, game: Any) -> str:
        return next((phase.name for phase in game.newest), "-")

    @admin.display(description="deadline")
    def deadline_now(self, game: Any) -> datetime | None:
        return next((phase.deadline for phase in game.newest), None)

    @admin.display(description="seats")
    def seats_taken(self, game: Game) -> str:
        seats = list(game.seats.all())
        bots = sum(bool(seat.bot) for seat in seats)
        return f"{sum(seat.user_id is not None for seat in seats)} people, {bots} bots"


class BotFilter(admin.SimpleListFilter):
    """The bots there are: to ask the rows which occur would read all of them."""

    title = "bot"
    parameter_name = "bot"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(bot.name, bot.title) for bot in BOTS.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Seat]) -> QuerySet[Seat]:
        return queryset.filter(bot=self.value()) if self.value() else queryset


class LevelFilter(admin.SimpleListFilter):
    """The levels of the language there are."""

    title = "level"
    parameter_name = "level"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(level), f"L{level}") for level in LEVELS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Message]) -> QuerySet[Message]:
        value = self.value() or ""
        return queryset.filter(level=int(value)) if value.isdecimal() else queryset


@admin.register(Seat)
class SeatAdmin(Runs, ReadOnly, admin.ModelAdmin):
    """Seats, with their players."""

    list_display = ("__str__", "game", "power", "user", "bot", "joined_at", "missed")
    list_filter = ("power", BotFilter, "game__status")
    search_fields = ("game__name", "game__slug", "user__name")
    list_select_related = ("game", "user")
    actions = (GIVE_TO_BOT,)


class StuckFilter(admin.SimpleListFilter):
    """Phases that ought to be resolved and are not: a minute past the deadline, or claimed for too long."""

    title = "stuck"
    parameter_name = "stuck"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Yes")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[GamePhase]) -> QuerySet[GamePhase]:
        if self.value() != "yes":
            return queryset
        before = clock.now() - clock.PATIENCE_WITH_BOTS
        return queryset.filter(Q(status="open", deadline__lt=before) | Q(status="claimed", claimed_at__lt=before))


@admin.register(GamePhase)
class PhaseAdmin(Runs, ReadOnly, admin.ModelAdmin):
    """Phases with their boards, orders and outcomes."""

    list_display = ("name", "game", "status", "opened_at", "deadline", "resolved_at")
    list_filter = ("status", StuckFilter)
    search_fields = ("name", "game__name", "game__slug")
    list_select_related = ("game",)
    fields = readonly_fields = (
        "game",
        "index",
        "name",
        "status",
        "opened_at",
        "deadline",
        "claimed_at",
        "resolved_at",
        "board",
        "what_happened",
    )
    inlines = (SheetsInPhase,)
    actions = (RESOLVE_NOW,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GamePhase]:
        """Boards are read for the one that is looked at."""
        return super().get_queryset(request).defer("position", "outcomes")

    @admin.display(description="position")
    def board(self, phase: GamePhase) -> str:
        return format_html("<pre>{}</pre>", json.dumps(phase.position, indent=2))

    @admin.display(description="outcomes")
    def what_happened(self, phase: GamePhase) -> str:
        lines = [
            f"{each['power']}  {each['order']}  {each['result']} ({each['reason']})" for each in phase.outcomes or ()
        ]
        return format_html("<pre>{}</pre>", "\n".join(lines))


@admin.register(SeatPhase)
class SheetAdmin(Runs, ReadOnly, admin.ModelAdmin):
    """Sheets; those of bots that failed are found by their state. Players see none of their game until it is over."""

    list_display = ("seat", "phase", "must_decide", "ready", "bot_state", "bot_since", "changed_at")
    list_filter = ("bot_state", "ready", "phase__status")
    search_fields = ("seat__game__name", "seat__game__slug", "phase__name")
    list_select_related = ("seat", "phase")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SeatPhase]:
        rows = super().get_queryset(request).exclude(seat__game__in=played_by(request))
        return rows.defer("phase__position", "phase__outcomes")


class KindFilter(admin.SimpleListFilter):
    """Filter by kind: understood messages in L, or plain text."""

    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("understood", "Understood by bots"), ("plain", "Plain text")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Message]) -> QuerySet[Message]:
        match self.value():
            case "plain":
                return queryset.filter(term="")
            case "understood":
                return queryset.exclude(term="")
        return queryset


@admin.register(Message)
class MessageAdmin(Runs, ReadOnly, admin.ModelAdmin):
    """Messages, for complaints and research.

    Staff who play in a game see its messages only once it is finished.
    """

    list_display = ("at", "game", "phase_name", "speaker_power", "hearers", "kind", "text")
    list_filter = (KindFilter, LevelFilter, "speaker__power", "game__status")
    search_fields = ("text", "term", "game__name", "game__slug", "phase__name", "speaker__user__name")
    search_help_text = "Words of the text, L, or a game's, phase's or person's name"
    list_select_related = ("game", "phase", "speaker")
    fields = readonly_fields = (
        "game",
        "phase",
        "at",
        "speaker",
        "hearers",
        "kind",
        "level",
        "text",
        "term",
        "reply_to",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        return super().get_queryset(request).exclude(game__in=played_by(request))

    @admin.display(description="phase", ordering="phase__index")
    def phase_name(self, message: Message) -> str:
        return message.phase.name

    @admin.display(description="speaker", ordering="speaker__power")
    def speaker_power(self, message: Message) -> str:
        return message.speaker.power

    @admin.display(description="hearers", ordering="between")
    def hearers(self, message: Message) -> str:
        others = [power for power in message.powers if power != message.speaker.power]
        return "everybody" if len(others) == len(POWERS) - 1 else ", ".join(others)

    @admin.display(description="kind", ordering="level")
    def kind(self, message: Message) -> str:
        return ", ".join(act_of(utterance) for utterance in talk.utterances_of(message)) or "plain text"
