"""Experiments of a researcher: the list, the file and what is wrong with it, progress, results and downloads.

Who may not run experiments finds no such pages, and nobody finds those of another.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final, TypeVar

import resvg_py
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotFound,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bots.experiment.file.declaration import GAMES_OF_A_SESSION, VARIABLES, Declaration
from bots.experiment.file.reading import BadFileError, read_declaration
from bots.experiment.hypotheses import Z, verdicts_of
from bots.experiment.local import SHIPPED, counted, text_of
from bots.experiment.means_chart import draw_means
from bots.experiment.summary import Line, chance, format_means, lines_of
from dipgame.experiments import logs, queries, services
from dipgame.experiments.errors import Refused
from dipgame.experiments.estimate import hours_of
from dipgame.experiments.models import Experiment
from frontend.board.typeface import font_paths
from frontend.shell.views import signed_in

__all__ = [
    "change",
    "chart",
    "check",
    "experiment",
    "file",
    "game_log",
    "log",
    "means",
    "new",
    "progress",
    "research",
    "session_log",
]

_Response = TypeVar("_Response", bound=HttpResponseBase)

_A_PAGE: Final = 50
_SHOWN: Final = 30
_DECIDED: Final = {
    "pause": services.pause_experiment,
    "resume": services.resume_experiment,
    "cancel": services.cancel_experiment,
}


def _for_researchers(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.has_perm("experiments.run_experiments"):
            raise Http404("There is no such page.")
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return asked


def _found(request: HttpRequest, slug: str) -> Experiment:
    found = queries.experiment_of(signed_in(request), slug)
    if found is None:
        raise Http404("There is no such experiment.")
    return found


@require_safe
@_for_researchers
def research(request: HttpRequest) -> HttpResponse:
    """One's experiments, the newest first."""
    page = Paginator(queries.experiments_of(signed_in(request)), _A_PAGE).get_page(request.GET.get("page"))
    shown = list(page)
    rows = list(zip(shown, queries.progress_of_all(shown), strict=True))
    return render(request, "research/research.html", {"rows": rows, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@_for_researchers
def new(request: HttpRequest) -> HttpResponse:
    """The file of a new experiment; a POST begins it."""
    text = request.POST.get("text", "")
    status = 200
    if request.method == "POST":
        status = 400
        try:
            begun = services.begin_experiment(text, signed_in(request))
        except BadFileError:
            pass  # the page says it
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            return redirect("experiment", begun.slug)
    else:
        text = _text_to_begin_with(request)
    shipped = sorted(each.stem for each in SHIPPED.glob("*.toml"))
    context = {"text": text, "verdict": _judged(text), "shipped": shipped, "variables": VARIABLES.items()}
    return render(request, "research/new.html", context, status=status)


def _text_to_begin_with(request: HttpRequest) -> str:
    """A shipped experiment's, or that of one of one's own."""
    name = request.GET.get("like", "negotiators")
    if any(each.stem == name for each in SHIPPED.glob("*.toml")):
        return text_of(name)
    return _found(request, name).text


@require_POST
@_for_researchers
def check(request: HttpRequest) -> HttpResponse:
    """What is wrong with a file, or how much it asks for."""
    return JsonResponse(_judged(request.POST.get("text", "")))


def _judged(text: str) -> dict[str, Any]:
    try:
        declaration = read_declaration(text)
    except BadFileError as bad:
        return {"faults": [{"line": each.line, "text": each.text} for each in bad.faults], "words": ""}
    hours = hours_of(declaration)
    about = f"{hours:.1f} hours" if hours >= 1 else f"{max(1, round(60 * hours))} min"
    return {"faults": [], "words": f"{counted(declaration)}; about {about} on one core."}


@require_safe
@_for_researchers
def experiment(request: HttpRequest, experiment: str) -> HttpResponse:
    """How far it is, what came of it so far, and what can be taken away."""
    found = _found(request, experiment)
    declaration = read_declaration(found.text)
    games = list(queries.figures_in(found))
    lines = list(lines_of(declaration, games))
    variable = _variable(request)
    players = list(dict.fromkeys(line.label for line in lines))
    chosen = [label for label in request.GET.getlist("player") if label in players] or players
    shown = [line for line in lines if line.label in chosen]
    context = {
        "experiment": found,
        "declaration": declaration,
        "progress": queries.progress_of(found),
        "failed": queries.failed_runs(found)[:_SHOWN],
        "variables": VARIABLES.items(),
        "variable": variable,
        "about": VARIABLES[variable],
        "players": [(label, label in chosen) for label in players],
        "rows": [_row(line, variable) for line in shown],
        # Drawn by our own pen, which escapes what it is given.
        "chart": mark_safe(draw_means(shown, variable, _title(found, variable))) if shown else "",  # noqa: S308
        "query": request.GET.urlencode(),
        "verdicts": [(each, chance(each.p), chance(each.adjusted)) for each in verdicts_of(declaration, games)],
        "sessions": list(enumerate(declaration.sessions)),
        "runs": queries.done_runs(found).order_by("-ended_at")[:_SHOWN],
    }
    return render(request, "research/experiment.html", context)


def _variable(request: HttpRequest) -> str:
    asked = request.GET.get("variable", "centers")
    return asked if asked in VARIABLES else "centers"


def _title(found: Experiment, variable: str) -> str:
    return f"{found.name}: {VARIABLES[variable]}"


def _row(line: Line, variable: str) -> dict[str, object]:
    mean = line.means[variable]
    return {
        "session": line.session,
        "player": line.label,
        "games": line.games,
        "mean": f"{mean.value:.2f}",
        # One game says nothing of how far games lie apart.
        "interval": f"{mean.value - Z * mean.error:.2f} to {mean.value + Z * mean.error:.2f}" if line.games > 1 else "",
    }


@require_safe
@_for_researchers
def progress(request: HttpRequest, experiment: str) -> HttpResponse:
    """How far it is now, for the page that watches."""
    found = _found(request, experiment)
    now = queries.progress_of(found)
    return JsonResponse(
        {
            "state": found.state,
            "percent": now.percent,
            "done": now.done,
            "running": now.running,
            "failed": now.failed,
            "faults": now.faults,
            "a_minute": round(now.a_minute, 1),
            "minutes_left": None if now.minutes_left is None else round(now.minutes_left),
        }
    )


@require_POST
@_for_researchers
def change(request: HttpRequest, experiment: str) -> HttpResponse:
    """Pause, resume or cancel it."""
    found = _found(request, experiment)
    service = _DECIDED.get(request.POST.get("what", ""))
    if service is None:
        raise Http404("There is nothing of the kind to do.")
    try:
        service(found)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("experiment", found.slug)


@require_safe
@_for_researchers
def file(request: HttpRequest, experiment: str) -> HttpResponse:
    """The experiment's file as it is played."""
    found = _found(request, experiment)
    return _download(HttpResponse(found.text, content_type="application/toml; charset=utf-8"), found, ".toml")


@require_safe
@_for_researchers
def means(request: HttpRequest, experiment: str) -> HttpResponse:
    """The means of all figures with their intervals."""
    found = _found(request, experiment)
    text = format_means(list(lines_of(_declared(found), list(queries.figures_in(found)))))
    return _download(HttpResponse(text, content_type="text/csv; charset=utf-8"), found, "-means.csv")


def _declared(found: Experiment) -> Declaration:
    return read_declaration(found.text)


@require_safe
@_for_researchers
def log(request: HttpRequest, experiment: str) -> HttpResponseBase:
    """The log of all games that are done."""
    found = _found(request, experiment)
    return _packed(found, logs.joined(queries.done_runs(found)), "")


@require_safe
@_for_researchers
def session_log(request: HttpRequest, experiment: str, session: int) -> HttpResponseBase:
    """The log of a session's games that are done; sessions are numbered from 0."""
    found = _found(request, experiment)
    first = session * GAMES_OF_A_SESSION
    runs = queries.done_runs(found).filter(number__gte=first, number__lt=first + GAMES_OF_A_SESSION)
    return _packed(found, logs.joined(runs), f"-session-{session}")


@require_safe
@_for_researchers
def game_log(request: HttpRequest, experiment: str, run: int) -> HttpResponseBase:
    """The log of one game, by its number."""
    found = _found(request, experiment)
    return _packed(found, logs.joined(queries.done_runs(found).filter(number=run)), f"-game-{run}")


def _packed(found: Experiment, parts: Iterable[bytes], name: str) -> HttpResponseBase:
    return _download(StreamingHttpResponse(parts, content_type="application/gzip"), found, f"{name}.jsonl.gz")


@require_safe
@_for_researchers
def chart(request: HttpRequest, experiment: str, picture: str) -> HttpResponse:
    """The chart of the page with the same query, as a file."""
    found = _found(request, experiment)
    lines = list(lines_of(_declared(found), list(queries.figures_in(found))))
    chosen = request.GET.getlist("player")
    shown = [line for line in lines if line.label in chosen] or lines
    if picture not in ("svg", "png") or not shown:
        return HttpResponseNotFound("There is no such picture yet.", content_type="text/plain")
    variable = _variable(request)
    svg = draw_means(shown, variable, _title(found, variable))
    if picture == "svg":
        return _download(HttpResponse(svg, content_type="image/svg+xml"), found, f"-{variable}.svg")
    png = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=1520, skip_system_fonts=True, font_files=list(font_paths()),
            sans_serif_family="EB Garamond", font_family="EB Garamond",
        )
    )  # fmt: skip
    return _download(HttpResponse(png, content_type="image/png"), found, f"-{variable}.png")


def _download(response: _Response, found: Experiment, ending: str) -> _Response:
    response["Content-Disposition"] = f'attachment; filename="experiment-{found.slug}{ending}"'
    return response
