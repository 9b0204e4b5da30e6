"""Downloads for researchers: file, means, logs."""

import csv
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from bots.experiment.diptools.tables import plain_cell
from bots.experiment.file.declaration import GAMES_OF_A_SESSION
from bots.experiment.parquet import write_parquet
from bots.experiment.summary import format_means
from dipgame.experiments import logs, queries
from dipgame.experiments.counting import counted_of
from dipgame.experiments.models import Experiment
from dipgame.experiments.reports import report_page
from frontend.experiments.access import as_download, experiment_asked, for_researchers

__all__ = ["file", "game_log", "log", "means", "participants", "report", "session_log", "table"]


@require_safe
@for_researchers
def file(request: HttpRequest, experiment: str) -> HttpResponse:
    """The experiment's file as it is played."""
    found = experiment_asked(request, experiment)
    return as_download(HttpResponse(found.text, content_type="application/toml; charset=utf-8"), found, ".toml")


@require_safe
@for_researchers
def means(request: HttpRequest, experiment: str) -> HttpResponse:
    """The means of all figures with their intervals."""
    found = experiment_asked(request, experiment)
    text = format_means(counted_of(found).lines)
    return as_download(HttpResponse(text, content_type="text/csv; charset=utf-8"), found, "-means.csv")


@require_safe
@for_researchers
def table(request: HttpRequest, experiment: str) -> HttpResponse:
    """All figures, a row a player and game, as Parquet."""
    found = experiment_asked(request, experiment)
    with TemporaryDirectory() as folder:
        path = Path(folder, "players.parquet")
        write_parquet(found.declaration, queries.figures_in(found), path)
        response = HttpResponse(path.read_bytes(), content_type="application/vnd.apache.parquet")
    return as_download(response, found, ".parquet")


@require_safe
@for_researchers
def participants(request: HttpRequest, experiment: str) -> HttpResponse:
    """Serve the participants' answers as CSV, by code.

    Nothing names them, and those who withdrew are left out.
    """
    found = experiment_asked(request, experiment)
    people = found.declaration.people
    before, after = (people.before, people.after) if people else ((), ())
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    writer = csv.writer(response, lineterminator="\n")
    questions = [*(f"before: {each}" for each in before), *(f"after: {each}" for each in after)]
    writer.writerow(["code", "game", "power", "took for bots", *map(plain_cell, questions)])
    for row in queries.participants_in(found):
        answers = [*(row.before or [""] * len(before)), *(row.after or [""] * len(after))]
        cells = [row.code, row.run.number if row.run else "", row.power, " ".join(row.guessed or []), *answers]
        writer.writerow([plain_cell(str(cell)) for cell in cells])
    return as_download(response, found, "-participants.csv")


@require_safe
@for_researchers
def report(request: HttpRequest, experiment: str) -> HttpResponse:
    """The experiment as one page that needs nothing else."""
    found = experiment_asked(request, experiment)
    return as_download(HttpResponse(report_page(found)), found, "-report.html")


@require_safe
@for_researchers
def log(request: HttpRequest, experiment: str) -> HttpResponseBase:
    """The log of all games that are done."""
    found = experiment_asked(request, experiment)
    return _packed(found, logs.joined(queries.done_runs(found)), "")


@require_safe
@for_researchers
def session_log(request: HttpRequest, experiment: str, session: int) -> HttpResponseBase:
    """The log of a session's games that are done; sessions are numbered from 0."""
    found = experiment_asked(request, experiment)
    if session >= len(found.declaration.sessions):
        raise Http404("There is no such session.")
    first = session * GAMES_OF_A_SESSION
    runs = queries.done_runs(found).filter(number__gte=first, number__lt=first + GAMES_OF_A_SESSION)
    return _packed(found, logs.joined(runs), f"-session-{session}")


@require_safe
@for_researchers
def game_log(request: HttpRequest, experiment: str, run: int) -> HttpResponseBase:
    """The log of one game, by its number."""
    found = experiment_asked(request, experiment)
    runs = queries.done_runs(found).filter(number=run)
    if not runs.exists():
        raise Http404("There is no such game, or it is not done.")
    return _packed(found, logs.joined(runs), f"-game-{run}")


def _packed(found: Experiment, parts: Iterable[bytes], name: str) -> HttpResponseBase:
    return as_download(StreamingHttpResponse(parts, content_type="application/gzip"), found, f"{name}.jsonl.gz")
