"""A person's tokens, and the way to a bot's account."""

from allauth.account.signals import password_reset
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from dipgame.accounts.models import User
from dipgame.accounts.tokens import CannotMakeTokenError, make_token, revoke_token, revoke_tokens
from dipgame.accounts.wishes import describe_bot
from dipgame.games.errors import StaysAPerson
from dipgame.games.services import become_program
from frontend.account.forms import AboutBotForm, OwnPasswordForm, TokenForm
from frontend.account.guests import members_only
from frontend.shell.views import signed_in

__all__ = ["about_bot", "become_bot", "new_token", "revoke"]

_GET_OR_POST = ["GET", "HEAD", "POST"]
_LONGEST_NUMBER = 18


@sensitive_post_parameters("password")
@require_http_methods(_GET_OR_POST)
@login_required
@members_only
def new_token(request: HttpRequest) -> HttpResponse:
    """The form of a new token.

    A POST makes it and shows it, this once.
    """
    person = signed_in(request)
    form, token = TokenForm(person, request.POST or None), ""
    if form.is_valid():
        try:
            token = make_token(person, form.cleaned_data["name"], form.cleaned_data["scopes"])
        except CannotMakeTokenError as no:
            form.add_error(None, str(no))
    response = render(request, "account/token.html", {"form": form, "token": token})
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@login_required
@members_only
def revoke(request: HttpRequest) -> HttpResponse:
    """End a token at once, with all streams under it."""
    given = request.POST.get("token", "")
    number = int(given) if given.isdecimal() and len(given) <= _LONGEST_NUMBER else 0
    if name := revoke_token(signed_in(request), number):
        messages.success(request, f"The token {name} is revoked.")
    return redirect("account")


@sensitive_post_parameters("password")
@require_http_methods(_GET_OR_POST)
@login_required
@members_only
def become_bot(request: HttpRequest) -> HttpResponse:
    """Make this a bot's account."""
    person = signed_in(request)
    form = OwnPasswordForm(person, request.POST or None)
    if form.is_valid():
        try:
            bot = become_program(person)
        except StaysAPerson as no:
            form.add_error(None, no.message)
        else:
            messages.success(request, f"This is a bot's account now. Others see it as {bot.name}.")
            return redirect("account")
    return render(request, "account/become_bot.html", {"form": form})


@require_http_methods(_GET_OR_POST)
@login_required
@members_only
def about_bot(request: HttpRequest) -> HttpResponse:
    """Say who made this bot, and what it does."""
    person = signed_in(request)
    if not person.is_program:
        raise Http404("This is a person's account.")
    form = AboutBotForm(request.POST or None, instance=person)
    if form.is_valid():
        describe_bot(person, **form.cleaned_data)
        messages.success(request, "Your bot's page is changed.")
        return redirect("person", person.name)
    return render(request, "account/about_bot.html", {"form": form})


@receiver(password_reset)
def _was_reset(request: HttpRequest, user: User, **_: object) -> None:
    """Take the tokens from whoever had the account before."""
    revoke_tokens(user)
