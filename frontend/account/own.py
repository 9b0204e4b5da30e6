"""My account: what can be changed, fetched and ended there."""

import json

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bots.game_terms import options_of
from dipgame import limits
from dipgame.accounts.devices import devices_of
from dipgame.accounts.push import DEVICE_COOKIE, device_known_by, public_key
from dipgame.accounts.queries import blocked_by, has_confirmed_address
from dipgame.accounts.rename import NameTakenError, RenamedLatelyError, rename
from dipgame.accounts.tokens import tokens_of
from dipgame.accounts.usernames import without_mark
from dipgame.accounts.wishes import refuse_study
from dipgame.games import queries, services
from dipgame.games.models import Game, Notification
from dipgame.puzzles.queries import puzzles_kept_about
from dipgame.puzzles.solving import forget_solver
from frontend.account.forms import DeleteForm, RenameForm, reserve
from frontend.account.guests import members_only
from frontend.shell.views import local_address, signed_in

__all__ = ["account", "change_name", "choose_study", "delete_account", "export_data"]

_GET_OR_POST = ["GET", "HEAD", "POST"]


@require_safe
@login_required
@members_only
def account(request: HttpRequest) -> HttpResponse:
    """All that I can change."""
    person = signed_in(request)
    context = {
        "blocked": blocked_by(person),
        "mails": [(kind, words, kind not in person.no_mail) for kind, words in Notification.Kind.choices],
        "has_address": has_confirmed_address(person),
        "pushes": [(kind, words, kind not in person.no_push) for kind, words in Notification.Kind.choices],
        "push_key": public_key(),
        "devices": devices_of(person),
        "this_device": device_known_by(request.COOKIES.get(DEVICE_COOKIE, ""), person),
        "tokens": tokens_of(person),
        "hours": [(hours, words, hours == person.quiet) for hours, words in options_of("quiet").items()],
    }
    return render(request, "account/account.html", context)


@require_http_methods(_GET_OR_POST)
@login_required
@members_only
def change_name(request: HttpRequest) -> HttpResponse:
    """Take another name."""
    person = signed_in(request)
    before = person.name
    form = RenameForm(person, request.POST or None, initial={"name": without_mark(before)})
    if form.is_valid():
        name = form.cleaned_data["name"]
        try:
            rename(person, name)
        except NameTakenError:
            form.add_error("name", "This name is taken, or looks like one that is. Please choose another.")
        except RenamedLatelyError:
            form.add_error("name", "You changed your name less than 30 days ago. It stays as it is until then.")
        else:
            reserve(before)
            messages.success(request, f"You are called {name} now.")
            return redirect("account")
    return render(request, "account/name.html", {"form": form})


@require_POST
@login_required
def choose_study(request: HttpRequest) -> HttpResponse:
    """Say no to the study of my games, or yes again."""
    no = request.POST.get("no_study") == "1"
    refuse_study(signed_in(request), no=no)
    messages.success(request, "Your games are not studied." if no else "Your games may be studied.")
    return redirect(local_address(request, request.POST.get("back", ""), "/"))


@require_POST
@login_required
@members_only
def export_data(request: HttpRequest) -> HttpResponse:
    """Everything that is kept about me, as a file."""
    person = signed_in(request)
    if not limits.EXPORTS.allows(person.pk):
        messages.error(request, "You downloaded your data several times within this hour. Please try again later.")
        return redirect("account")
    kept = {**queries.kept_about(person), "puzzles": puzzles_kept_about(person)}
    text = json.dumps(kept, ensure_ascii=False, indent=2)
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="dipgame-my-data.json"'
    answer["Cache-Control"] = "no-store"
    return answer


@sensitive_post_parameters("password")
@require_http_methods(_GET_OR_POST)
@login_required
@members_only
def delete_account(request: HttpRequest) -> HttpResponse:
    """End my account."""
    person = signed_in(request)
    if person.is_staff:
        messages.error(request, "You are staff of this site. Ask another member of it to remove your rights first.")
        return redirect("account")
    form = DeleteForm(person, request.POST or None)
    if form.is_valid():
        services.forget_person(person)
        forget_solver(person)
        logout(request)
        messages.success(request, "Your account is deleted. Thank you for playing.")
        return redirect("home")
    running = queries.my_games(person, Game.Status.RUNNING).exclude(master=person)
    return render(request, "account/delete.html", {"form": form, "running": running})
