"""Import a game: the form, and progress of reading a file."""

from datetime import timedelta
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import pluralize
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from dipgame.games import clock
from dipgame.games.errors import Malformed, Refused
from dipgame.games.services.import_game import LARGEST_FILE
from dipgame.imports.asking import QUEUE, ask_import, import_of, imports_of, read_again
from dipgame.imports.models import GameImport
from dipgame.security import is_sound
from frontend.account.guests import members_only
from frontend.shell.views import signed_in

__all__ = ["bring", "imported", "progress"]

_LONG: Final = timedelta(seconds=15)
"""Time after which a file is said to wait, or to be read, for long."""
_LONGEST_SHOWN: Final = 200_000
"""Bytes of a refused file that its page shows, to be corrected there; pasted text is shown in any case."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def bring(request: HttpRequest) -> HttpResponse:
    """Show the form; a POST keeps a file for a worker."""
    person, problem = signed_in(request), ""
    if request.method == "POST":
        try:
            return redirect("game_import", ask_import(person, *_sent(request)).slug)
        except Refused as refused:
            problem = refused.message
    context = {
        "problem": problem,
        "text": request.POST.get("text", ""),
        "most": LARGEST_FILE,
        "imports": imports_of(person),
    }
    return _fresh(render(request, "archive/import.html", context, status=400 if problem else 200))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def imported(request: HttpRequest, game_import: str) -> HttpResponse:
    """Show progress, then the game or the problem; a POST reads again."""
    found = _import_or_404(request, game_import)
    if request.method == "POST":
        try:
            read_again(found)
        except Refused as refused:
            messages.error(request, refused.message)
        return redirect("game_import", found.slug)
    if found.game is not None:
        _say_once(request, "The game is here; only you see it.")
        return redirect("game", found.game.slug)
    context = {
        "import": found,
        "waits": found.state == GameImport.State.WAITING,
        "words": _words(found),
        "text": _text(found),
        "most": LARGEST_FILE,
    }
    return _fresh(render(request, "archive/imported.html", context))


@require_safe
@login_required
@members_only
def progress(request: HttpRequest, game_import: str) -> HttpResponse:
    """Serve current progress for the page's polling."""
    found = _import_or_404(request, game_import)
    return _fresh(JsonResponse({"waits": found.state == GameImport.State.WAITING, "words": _words(found)}))


def _sent(request: HttpRequest) -> tuple[str, bytes]:
    """Name and content of the chosen file, or the pasted text.

    Raises Malformed for neither.
    """
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    if isinstance(file, UploadedFile):
        name = str(file.name) if is_sound(str(file.name)) else "A file"
        return name, file.read(LARGEST_FILE + 1)
    if not text.strip():
        raise Malformed("Choose a file, or paste the text of a game.")
    return "", text.encode(errors="replace")


def _say_once(request: HttpRequest, words: str) -> None:
    """Say this on the next page, unless a second tab has it said there already."""
    waiting: Any = messages.get_messages(request)
    if words not in map(str, waiting):
        messages.success(request, words)
    waiting.used = False  # reading them is not showing them


def _import_or_404(request: HttpRequest, slug: str) -> GameImport:
    found = import_of(signed_in(request), slug)
    if found is None:
        raise Http404("You have imported no such file, or it was a day ago.")
    return found


def _words(row: GameImport) -> str:
    """Progress of a file that waits, in words."""
    now = clock.now()
    if row.held_until is not None and row.held_until > now:
        if now - (row.held_until - QUEUE.lease) < _LONG:
            return "A worker reads it: every order is carried out again."
        return "A worker reads it, and takes longer than usual. Should it be lost, another one begins within a minute."
    if ahead := QUEUE.ahead_of(row):
        return f"{ahead} file{pluralize(ahead)} {pluralize(ahead, 'is,are')} read before this one."
    if row.tries:
        return "The worker that read it was lost. Another one begins within a minute."
    if now - row.asked_at > _LONG:
        return "No worker has had time for it yet. It is read as soon as one has."
    return "A worker begins to read it in a moment."


def _text(row: GameImport) -> str:
    """Refused text for the form; empty if it is no text."""
    if not row.can_be_read_again or (row.name and len(row.content) > _LONGEST_SHOWN):
        return ""
    try:
        text = bytes(row.content).decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""
    return text if is_sound(text) else ""


def _fresh(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response
