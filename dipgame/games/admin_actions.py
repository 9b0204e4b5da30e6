"""Admin actions that first ask how: a page with a form between choosing rows and acting on them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse

from bots.company import OFFERS, offered, usual_offers
from bots.skills import NORMAL, SKILLS
from dipgame.games import queries, services
from dipgame.games.errors import Refused
from dipgame.games.models import Game, GamePhase, Report, Sanction, Seat
from dipgame.games.services.tell_players import LONGEST_WORDS

__all__ = [
    "CANCEL_GAMES",
    "DISMISS_REPORTS",
    "EXTEND_DEADLINES",
    "FILL_SEATS",
    "GIVE_TO_BOT",
    "LIFT_SANCTIONS",
    "PAUSE_GAMES",
    "RESOLVE_NOW",
    "RESUME_GAMES",
    "TELL_PLAYERS",
    "UNDO_PHASE",
    "UPHOLD_REPORTS",
    "bot_choices",
]


def bot_choices() -> list[tuple[str, str]]:
    """The bots on offer, for a menu; what each does would make it wider than the page."""
    return [(bot.name, bot.title) for bot in OFFERS.values()]


class BotForm(forms.Form):
    bot = forms.ChoiceField(
        choices=lambda: [(bot.name, f"{bot.title}: {bot.description}") for bot in usual_offers()],
        widget=forms.RadioSelect,
    )
    skill = forms.ChoiceField(
        label="How strong",
        choices=lambda: [(skill.name, f"{skill.title}: {skill.about}") for skill in SKILLS.values()],
        initial=NORMAL.name,
        required=False,
        help_text="Of HANAs; the others play one way only.",
    )

    def clean(self) -> dict[str, Any]:
        """The bot by its name at the skill."""
        cleaned = super().clean() or self.cleaned_data
        if "bot" in cleaned and "skill" in cleaned:
            cleaned["bot"] = offered(cleaned["bot"], cleaned["skill"])
        return cleaned


class HoursForm(forms.Form):
    hours = forms.FloatField(
        min_value=0.1, max_value=240, initial=24, help_text="From now, if the deadline has passed."
    )


class DaysForm(forms.Form):
    days = forms.FloatField(min_value=0.01, max_value=14, initial=1)


class WordsForm(forms.Form):
    words = forms.CharField(max_length=LONGEST_WORDS, widget=forms.Textarea({"rows": 3}))


class NoForm(forms.Form):
    """Nothing to ask but whether this is meant."""


@dataclass(frozen=True)
class Asking:
    """An action on rows. act: does it to one row with the form's answers, for whoever
    asks, and returns what to report."""

    name: str
    title: str
    explanation: str
    button: str
    form: type[forms.Form]
    act: Callable[[Any, dict[str, Any], Any], str]

    def __call__(
        self, modeladmin: "admin.ModelAdmin[Any]", request: HttpRequest, rows: QuerySet[Model]
    ) -> TemplateResponse | None:
        form = self.form(request.POST if "apply" in request.POST else None)
        if form.is_bound and form.is_valid():
            for row in rows:
                try:
                    messages.success(request, f"{row}: {self.act(row, form.cleaned_data, request.user)}")
                except Refused as refused:
                    messages.error(request, f"{row}: {refused.message}")
            return None
        context = {
            **modeladmin.admin_site.each_context(request),
            "title": self.title,
            "explanation": self.explanation,
            "button": self.button,
            "form": form,
            "rows": rows,
            "action": self.name,
            "checkbox_name": ACTION_CHECKBOX_NAME,
            "back": request.get_full_path(),
        }
        return TemplateResponse(request, "admin/games/act.html", context)

    @property
    def allowed_permissions(self) -> tuple[str, ...]:
        """Checked by the admin through `has_run_permission` of the rows' admin class."""
        return ("run",)

    @property
    def __name__(self) -> str:
        return self.name

    @property
    def short_description(self) -> str:
        return self.title


def _fill(game: Game, answers: dict[str, Any], actor: Any) -> str:
    filled = services.fill_seats(game, answers["bot"], actor=actor)
    return f"{OFFERS[answers['bot']].title} took {filled} seat{'s' if filled != 1 else ''}."


def _cancel(game: Game, answers: dict[str, Any], actor: Any) -> str:
    services.cancel_game(game, actor, answers["words"])
    return "cancelled."


def _extend(game: Game, answers: dict[str, Any], actor: Any) -> str:
    phase = services.extend_deadline(game, timedelta(hours=answers["hours"]), actor)
    return f"{phase.name} now lasts until {phase.deadline:%Y-%m-%d %H:%M} UTC."


def _pause(game: Game, answers: dict[str, Any], actor: Any) -> str:
    until = services.pause_game(game, timedelta(days=answers["days"]), actor)
    return f"paused until {until:%Y-%m-%d %H:%M} UTC."


def _resume(game: Game, answers: dict[str, Any], actor: Any) -> str:
    services.resume_game(game, actor)
    return "the clock goes on."


def _tell(game: Game, answers: dict[str, Any], actor: Any) -> str:
    services.tell_players(game, answers["words"], actor)
    return "told."


def _undo(game: Game, answers: dict[str, Any], actor: Any) -> str:
    row = queries.undoable(game)
    phase = services.undo_phase(game, row.name if row else "", actor)
    return f"{phase.name} is played again."


def _uphold(report: Report, answers: dict[str, Any], actor: Any) -> str:
    services.settle_report(report, actor, upheld=True, answer=answers["words"])
    return "upheld."


def _dismiss(report: Report, answers: dict[str, Any], actor: Any) -> str:
    services.settle_report(report, actor, upheld=False, answer=answers["words"])
    return "dismissed."


def _lift(sanction: Sanction, answers: dict[str, Any], actor: Any) -> str:
    services.lift_sanction(sanction, actor)
    return "lifted."


def _give(seat: Seat, answers: dict[str, Any], actor: Any) -> str:
    services.replace_player(seat, answers["bot"], actor)
    return f"{OFFERS[answers['bot']].title} plays on."


def _resolve(phase: GamePhase, answers: dict[str, Any], actor: Any) -> str:
    return "resolved." if services.resolve_phase(phase.pk, force=True) else "is over or being resolved; nothing done."


FILL_SEATS = Asking(
    "fill_seats",
    "Fill empty seats with a bot",
    "The bot takes every seat of these games that nobody holds; a game that waits for players then begins.",
    "Fill the seats",
    BotForm,
    _fill,
)
CANCEL_GAMES = Asking(
    "cancel_games",
    "Cancel games",
    "These games end at once, without a result. Their phases can still be looked at. Say why: the players read it.",
    "Cancel these games",
    WordsForm,
    _cancel,
)
EXTEND_DEADLINES = Asking(
    "extend_deadlines",
    "Extend the deadline",
    "The phase now played in each of these games gets more time.",
    "Extend",
    HoursForm,
    _extend,
)
GIVE_TO_BOT = Asking(
    "give_to_bot",
    "Let a bot play on",
    "The bot plays these seats from now on, whoever held them.",
    "Let it play",
    BotForm,
    _give,
)
RESOLVE_NOW = Asking(
    "resolve_now",
    "Resolve now",
    "These phases are resolved with the orders they have, whether or not their time has come.",
    "Resolve",
    NoForm,
    _resolve,
)
PAUSE_GAMES = Asking(
    "pause_games",
    "Pause",
    "The clock of these games stands still for so long; the pause ends by itself.",
    "Pause",
    DaysForm,
    _pause,
)
RESUME_GAMES = Asking(
    "resume_games", "End the pause", "The clock of these games goes on now.", "End the pause", NoForm, _resume
)
TELL_PLAYERS = Asking(
    "tell_players",
    "Write to the players",
    "Everybody who plays one of these games reads it in its log.",
    "Write",
    WordsForm,
    _tell,
)
UNDO_PHASE = Asking(
    "undo_phase",
    "Take the last phase back",
    "The last phase in which a person decided something is played again, with its orders and its talk.",
    "Take it back",
    NoForm,
    _undo,
)
UPHOLD_REPORTS = Asking(
    "uphold_reports",
    "Settle: it is wrong",
    "Answer the reporters. Mute or ban the writer on the staff's page.",
    "Settle",
    WordsForm,
    _uphold,
)
DISMISS_REPORTS = Asking(
    "dismiss_reports", "Settle: nothing is done", "Answer the reporters.", "Settle", WordsForm, _dismiss
)
LIFT_SANCTIONS = Asking("lift_sanctions", "Lift", "These people are free again.", "Lift", NoForm, _lift)
