"""Experiments of a researcher: list, file, progress and results."""

import re
import tomllib
from typing import Final

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from adjudication.packed import read_word
from bots.experiment.diptools.drawing import draw
from bots.experiment.diptools.tables import of_lines
from bots.experiment.file.declaration import VARIABLES
from bots.experiment.local import LOCAL, SHIPPED, text_of
from bots.experiment.packages import PackageMissingError
from bots.experiment.results import NO_VALUE
from bots.experiment.summary import Line, chance
from dipgame.experiments import queries, services
from dipgame.experiments.counting import counted_of
from dipgame.experiments.errors import Refused
from dipgame.experiments.judging import judged
from dipgame.experiments.uploads import MOST_BYTES, keep_upload
from dipgame.security import is_sound
from frontend.experiments.access import experiment_asked, for_researchers
from frontend.experiments.beginning import begin_with
from frontend.experiments.watching import game_words
from frontend.shell.views import signed_in

__all__ = ["change", "experiment", "experiments", "new", "progress", "take_in", "upload"]

_A_PAGE: Final = 50
_WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,2000}")
_SHOWN: Final = 30

_DECIDED: Final = {
    "pause": services.pause_experiment,
    "resume": services.resume_experiment,
    "cancel": services.cancel_experiment,
}


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.?])\s", " ".join(text.split()), maxsplit=1)[0]


def _shipped() -> list[tuple[str, str, str]]:
    names = sorted({each.stem for each in SHIPPED.glob("*.toml")} - LOCAL)
    files = [(name, tomllib.loads(text_of(name))) for name in names]
    return [(name, file["name"], _first_sentence(file["about"])) for name, file in files]


_SHIPPED: Final = _shipped()
"""Experiments to begin with: each by its file, its name, and what it asks in a sentence."""


@require_safe
@for_researchers
def experiments(request: HttpRequest) -> HttpResponse:
    """One's experiments, the newest first."""
    page = Paginator(queries.experiments_of(signed_in(request)), _A_PAGE).get_page(request.GET.get("page"))
    shown = list(page)
    rows = list(zip(shown, queries.progress_of_all(shown), strict=True))
    return render(request, "experiments/experiments.html", {"rows": rows, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@for_researchers
def new(request: HttpRequest) -> HttpResponse:
    """The file of a new experiment; a POST begins it."""
    begins = request.method == "POST"
    text = request.POST.get("text", "") if begins else _text_to_begin_with(request)
    verdict = judged(text)
    if begins and not verdict["faults"]:
        try:
            return redirect("experiment", services.begin_experiment(text, signed_in(request)).slug)
        except Refused as refused:
            messages.error(request, str(refused))
    context = {"text": text, "verdict": verdict, "shipped": _SHIPPED, "variables": VARIABLES.items()}
    return render(request, "experiments/new.html", context, status=400 if begins else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_researchers
def take_in(request: HttpRequest) -> HttpResponse:
    """A log of games that were played elsewhere; a POST keeps it for a worker to read."""
    faults: list[str] = []
    if request.method == "POST":
        log, file = request.FILES.get("log"), request.FILES.get("file")
        name = request.POST.get("name", "").strip()
        if not isinstance(log, UploadedFile):
            faults = ["Choose a log: games.jsonl.gz of an experiment, or what bots.arena wrote."]
        elif not is_sound(name := name or str(log.name).partition(".")[0]):
            faults = ["The name has a character that cannot be stored. Choose another."]
        elif (log.size or 0) > MOST_BYTES:
            faults = [f"The log has more than {MOST_BYTES // 1_000_000} MB. Import its sessions one by one."]
        else:
            upload = keep_upload(signed_in(request), name, log, file if isinstance(file, UploadedFile) else None)
            return redirect("experiment_upload", upload.slug)
    context = {"faults": faults, "megabytes": MOST_BYTES // 1_000_000}
    return render(request, "experiments/import.html", context, status=400 if faults else 200)


@require_safe
@for_researchers
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Progress of reading a log; its experiment once it is taken in."""
    found = queries.upload_of(signed_in(request), slug)
    if found is None:
        raise Http404("You have imported no such log.")
    if found.experiment is not None:
        return redirect("experiment", found.experiment.slug)
    return render(request, "experiments/upload.html", {"upload": found, "faults": found.problem.splitlines()})


def _text_to_begin_with(request: HttpRequest) -> str:
    """A shipped experiment's, or that of one of one's own.

    `?at=` gives it a start position.
    """
    text, word = _text_like(request), request.GET.get("at", "")
    if not word:
        return text
    if not _WORD.fullmatch(word):
        raise Http404("This link leads to no position.")
    return begin_with(word, text)


def _text_like(request: HttpRequest) -> str:
    name = request.GET.get("like", "negotiators")
    if any(each.stem == name for each in SHIPPED.glob("*.toml")) and name not in LOCAL:
        return text_of(name)
    return experiment_asked(request, name).text


@require_safe
@for_researchers
def experiment(request: HttpRequest, experiment: str) -> HttpResponse:
    """Show an experiment's progress, results so far, and downloads."""
    found = experiment_asked(request, experiment)
    declaration = found.declaration
    known = counted_of(found)
    variable = _variable(request)
    players = list(dict.fromkeys(line.label for line in known.lines))
    chosen = [label for label in request.GET.getlist("player") if label in players] or players
    shown = [line for line in known.lines if line.label in chosen]
    words = VARIABLES[variable]
    last = queries.done_runs(found).order_by("-ended_at")[:_SHOWN]
    context = {
        "experiment": found,
        "declaration": declaration,
        "positions": [(word, read_word(word).phase.title) for word in declaration.positions],
        "progress": queries.progress_of(found),
        "failed": [(run, game_words(declaration, run.number)) for run in queries.failed_runs(found)[:_SHOWN]],
        "playing": [(run, game_words(declaration, run.number)) for run in queries.playing_runs(found)[:_SHOWN]],
        "counted": known,
        "variables": VARIABLES.items(),
        "variable": variable,
        "about": words,
        "players": [(label, label in chosen) for label in players],
        "rows": [_row(line, variable) for line in shown],
        # Drawn by our own pen, which escapes what it is given.
        "chart": mark_safe(_drawn(f"{found.name}: {words}", shown, variable)) if shown else "",  # noqa: S308
        "query": _same_chart(variable, chosen),
        "verdicts": [(each, chance(each.p), chance(each.adjusted)) for each in known.verdicts],
        "sessions": list(enumerate(declaration.sessions)),
        "invitation": request.build_absolute_uri(reverse("take_part", args=[found.slug])) if declaration.people else "",
        "programs": request.build_absolute_uri(reverse("experiment_programs", args=[found.slug])) if found.key else "",
        "participants": queries.participants_in(found).count() if declaration.people else 0,
        "runs": [(run, game_words(declaration, run.number)) for run in last],
    }
    return render(request, "experiments/experiment.html", context)


def _drawn(title: str, lines: list[Line], variable: str) -> str:
    try:
        return draw(of_lines(title, lines, variable), titled=False)
    except PackageMissingError as problem:
        return format_html("<p>{}</p>", problem)


def _variable(request: HttpRequest) -> str:
    asked = request.GET.get("variable", "centers")
    return asked if asked in VARIABLES else "centers"


def _same_chart(variable: str, chosen: list[str]) -> str:
    """The query of the charts' page that shows the same."""
    query = QueryDict(mutable=True)
    query["show"] = variable
    query.setlist("player", chosen)
    return query.urlencode()


def _row(line: Line, variable: str) -> dict[str, object]:
    mean, ends = line.means.get(variable), line.interval(variable)
    return {
        "session": line.session,
        "player": line.label,
        "games": line.games_shown(variable),
        "mean": f"{mean.value:.2f}" if mean else NO_VALUE,
        # One game, or equal ones, say nothing of how far games lie apart.
        "interval": f"{ends[0]:.2f} to {ends[1]:.2f}" if ends else f"{NO_VALUE} ({line.why_no_interval(variable)})",
    }


@require_safe
@for_researchers
def progress(request: HttpRequest, experiment: str) -> HttpResponse:
    """Serve current progress for the page's polling."""
    found = experiment_asked(request, experiment)
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
@for_researchers
def change(request: HttpRequest, experiment: str) -> HttpResponse:
    """Pause, resume or cancel it."""
    found = experiment_asked(request, experiment)
    service = _DECIDED.get(request.POST.get("what", ""))
    if service is None:
        raise Http404("This action does not exist.")
    try:
        service(found)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("experiment", found.slug)
