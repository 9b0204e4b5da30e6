"""The page on which the host and the staff keep a game going: each act a form, each done by one service."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods

from adjudication.powers import POWER_NAMES
from bots.company import USUAL
from dipgame.games import clock, convert, queries, services
from dipgame.games.errors import Refused
from dipgame.games.keeping import Act, acts_of, is_staff_for
from dipgame.games.models import Game, Seat
from dipgame.games.players import hides_bots, hides_names, player_name
from dipgame.games.services.tell_players import LONGEST_WORDS
from frontend.access import Access, access_or_404
from frontend.game.state import title_of
from frontend.lobby.listed_games import listed_game
from frontend.lobby.menus import bot_choices
from frontend.lobby.room import room_of
from frontend.shell.views import signed_in

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["keep"]

_HOUR: Final = 3_600
_DAY: Final = 86_400
_EXTENSIONS: Final = {600: "10 minutes", _HOUR: "an hour", 12 * _HOUR: "12 hours", _DAY: "a day", 3 * _DAY: "3 days"}
_PAUSES: Final = {_HOUR: "an hour", _DAY: "a day", 3 * _DAY: "3 days", 7 * _DAY: "a week", 14 * _DAY: "two weeks"}


class FillForm(forms.Form):
    bot = forms.ChoiceField(label="Which bot", choices=bot_choices, initial=USUAL)


class ReplaceForm(forms.Form):
    """powers: those whose seats can be given to a bot."""

    power = forms.ChoiceField(label="Seat")
    bot = forms.ChoiceField(label="Bot", choices=bot_choices, initial=USUAL)

    def __init__(self, *given: Any, powers: list[tuple[str, str]], **more: Any) -> None:
        super().__init__(*given, **more)
        self.fields["power"] = forms.ChoiceField(label="Seat", choices=powers)


class ExtendForm(forms.Form):
    length = forms.TypedChoiceField(label="More time", choices=list(_EXTENSIONS.items()), coerce=int, initial=_DAY)


class PauseForm(forms.Form):
    length = forms.TypedChoiceField(label="For", choices=list(_PAUSES.items()), coerce=int, initial=_DAY)


class WordsForm(forms.Form):
    words = forms.CharField(
        label="Message to the players",
        max_length=LONGEST_WORDS,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": "Write a message to the players."},
    )


class CancelForm(forms.Form):
    words = forms.CharField(
        label="Why", max_length=LONGEST_WORDS, error_messages={"required": "Say why; the players read it."}
    )


class PhaseForm(forms.Form):
    """Of which phase the page spoke: what happened since is not undone unseen."""

    phase = forms.CharField(
        max_length=6, widget=forms.HiddenInput, error_messages={"required": "There is no phase to go back to."}
    )


@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the host's and staff's page; a POST carries out one act.

    Raises Http404 for others.
    """
    access = access_or_404(request, slug)
    allowed = acts_of(request.user, access.game)
    if not allowed:
        raise Http404("There is no such page.")
    if request.method != "POST":
        return _page(request, access, {})
    wanted = request.POST.get("act", "")
    act = Act(wanted) if wanted in set(Act) else None
    if act not in allowed or act is None:
        messages.error(request, "This cannot be done with this game now.")
        return redirect("keep_game", slug)
    form = _form(act, access, request.POST)
    if not form.is_valid():
        return _page(request, access, {act: form}, status=400)
    try:
        done = _ACTS[act](access.game, form.cleaned_data, signed_in(request))
    except Refused as refused:
        form.add_error(None, refused.message)
        return _page(request, access, {act: form}, status=409)
    messages.success(request, done)
    access.game.refresh_from_db()
    again = acts_of(request.user, access.game)
    return redirect("keep_game" if again else "game", slug)


def _page(request: HttpRequest, access: Access, given: Mapping[Act, forms.Form], status: int = 200) -> HttpResponse:
    game = access.game
    allowed = acts_of(request.user, game)
    live = queries.live_phase(game)
    back_to = queries.undoable(game) if Act.UNDO in allowed else None
    paused = game.paused_until is not None and game.paused_until > clock.now()
    hidden = {Act.RESUME} if not paused else set()
    if back_to is None:
        hidden.add(Act.UNDO)
    if live is None or live.deadline is None or live.deadline > clock.now() - clock.A_MINUTE:
        hidden.add(Act.RESOLVE)
    if not any(seat.is_free for seat in game.seats.all()):
        hidden.add(Act.FILL)
    if game.status != Game.Status.OPEN or not queries.has_seat_for_program(game) or queries.asks_a_bot(game):
        hidden.add(Act.CLOSE)
    shown = {act: given.get(act) or _form(act, access) for act in Act if act in allowed - hidden}
    context = {
        "game": game,
        "phase": None if live is None else title_of(convert.phase_of(live), live.status),
        "deadline": None if live is None else live.deadline,
        "late": live is not None and live.deadline is not None and live.deadline < clock.now() - clock.A_MINUTE,
        "paused": game.paused_until if paused else None,
        "undo_to": None if back_to is None else convert.phase_of(back_to).title,
        "seats": queries.standings(game, live, unmasked=access.sees_all),
        "masked": hides_bots(game) and not access.sees_all,
        "chairs": listed_game(game, signed_in(request)).chairs if live is None else (),
        # Complaints without a form of their own stand at the top of the page.
        "complaints": [
            error
            for act, form in given.items()
            if act not in shown or act is Act.UNDO
            for errors in form.errors.values()
            for error in errors
        ],
        "programs": [] if hides_names(game) and not access.sees_all else _programs(game),
        "hides_programs": hides_names(game) and not access.sees_all,
        "open_to_programs": game.programs,
        "acts": {act.value: form for act, form in shown.items()},
        "is_master": access.sees_all,
        "as_staff": is_staff_for(signed_in(request), game),
        "log": room_of(game, signed_in(request))[::-1],
    }
    response = render(request, "game/keep.html", context, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _programs(game: Game) -> list[tuple[str, str, str, str]]:
    """Other people's programs: power, name, address of its page, way in."""
    over_daide = queries.programs_in(game)
    return [
        (
            "" if game.is_dealt_later else POWER_NAMES[convert.power_of(seat)],
            seat.user.name,
            "" if seat.user.is_guest else reverse("person", args=[seat.user.name]),
            f"over DAIDE: {found}" if (found := over_daide.get(seat.user.pk)) else "by the API",
        )
        for seat in queries.programs_seated(game)
        if seat.user is not None
    ]


def _form(act: Act, access: Access, given: Mapping[str, Any] | None = None) -> forms.Form:
    """The form of an act: one that asks nothing where there is nothing to ask."""
    game = access.game
    match act:
        case Act.FILL:
            return FillForm(given, initial={"bot": game.fill_bot or USUAL}, auto_id=f"{act}-%s")
        case Act.REPLACE:
            held = [
                (seat.power, _seat_words(seat, access)) for seat in game.seats.select_related("user").order_by("power")
            ]
            return ReplaceForm(given, powers=held, auto_id=f"{act}-%s")
        case Act.EXTEND:
            return ExtendForm(given, auto_id=f"{act}-%s")
        case Act.PAUSE:
            return PauseForm(given, auto_id=f"{act}-%s")
        case Act.MESSAGE:
            return WordsForm(given, auto_id=f"{act}-%s")
        case Act.CANCEL:
            return CancelForm(given, auto_id=f"{act}-%s")
        case Act.UNDO:
            row = queries.undoable(game)
            return PhaseForm(given, initial={"phase": row.name if row else ""}, auto_id=f"{act}-%s")
        case _:
            return forms.Form(given, auto_id=f"{act}-%s")


def _seat_words(seat: Seat, access: Access) -> str:
    """`France, Alice`; before powers are dealt `Alice`."""
    player = player_name(seat, access.game, unmasked=access.sees_all) or "free"
    return player if access.game.is_dealt_later else f"{POWER_NAMES[convert.power_of(seat)]}, {player}"


# --- What each act does ----------------------------------------------------------------------------


def _fill(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    filled = services.fill_seats(game, data["bot"], actor=actor)
    return f"Bots took {filled} seat{'s' if filled != 1 else ''}."


def _replace(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    services.replace_player(game.seats.get(power=data["power"]), data["bot"], actor)
    name = "the seat" if game.is_dealt_later else POWER_NAMES[data["power"]]
    return f"A bot has {name} from now on."


def _extend(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    services.extend_deadline(game, timedelta(seconds=data["length"]), actor)
    return "The phase has more time."


def _pause(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    until = services.pause_game(game, timedelta(seconds=data["length"]), actor)
    return f"The clock stands still until {clock.moment_words(until, actor.zone or game.quiet_zone)}."


def _resume(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    services.resume_game(game, actor)
    return "The clock goes on."


def _close(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    left = services.close_program_seat(game, actor)
    return f"{left} seat{'s are' if left != 1 else ' is'} for programs now." if left else "No seat is for programs now."


def _message(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    services.tell_players(game, data["words"], actor)
    return "The players read it in the log of the game."


def _undo(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    phase = services.undo_phase(game, data["phase"], actor)
    return f"{convert.phase_of(phase).title} is played again."


def _cancel(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    services.cancel_game(game, actor, data["words"])
    return f"{game.name} was called off."


def _resolve(game: Game, data: Mapping[str, Any], actor: "User") -> str:
    row = queries.live_phase(game)
    if row is None or not services.resolve_phase(row.pk, force=True):
        return "It is over or just being resolved; nothing was done."
    return "The phase was resolved with the orders there were."


_ACTS: Final[Mapping[Act, Callable[[Game, Mapping[str, Any], "User"], str]]] = MappingProxyType(
    {
        Act.FILL: _fill,
        Act.REPLACE: _replace,
        Act.EXTEND: _extend,
        Act.PAUSE: _pause,
        Act.RESUME: _resume,
        Act.MESSAGE: _message,
        Act.UNDO: _undo,
        Act.CANCEL: _cancel,
        Act.RESOLVE: _resolve,
        Act.CLOSE: _close,
    }
)
