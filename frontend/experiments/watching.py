"""A game of an experiment on the board: while it is played as it stands now, afterwards phase by phase."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from adjudication.outcomes import outcome_from_dict
from adjudication.phase import parse_phase
from adjudication.position import position_from_dict
from adjudication.powers import POWER_NAMES, POWERS
from bots.arena.game import Record
from bots.experiment.file.declaration import GAMES_OF_A_SESSION, Declaration
from bots.experiment.file.plans import game_of, labels_of
from dipgame.experiments import logs, queries
from dipgame.experiments.models import GameRun
from frontend.board import Scene, render_board
from frontend.experiments.access import experiment_asked, for_researchers

__all__ = ["game", "game_words", "open_game"]


def game_words(declaration: Declaration, number: int) -> str:
    """A game by its number in the log, as people call it: by its session and place in it."""
    session, game = divmod(number, GAMES_OF_A_SESSION)
    return f"{declaration.sessions[session].name}, game {game + 1}"


@require_safe
@for_researchers
def open_game(request: HttpRequest, experiment: str) -> HttpResponse:
    """To the board of ?game= (from 1) of ?session= (from 0)."""
    found = experiment_asked(request, experiment)
    given = [request.GET.get(name, "") for name in ("session", "game")]
    session, number = (int(each) if each.isascii() and each.isdigit() and len(each) < 7 else -1 for each in given)
    run = session * GAMES_OF_A_SESSION + number - 1
    if number < 1 or session < 0 or queries.run_of(found, run) is None:
        messages.error(request, "This session has no such game.")
        return redirect("experiment", found.slug)
    return redirect("experiment_board", found.slug, run)


@require_safe
@for_researchers
def game(request: HttpRequest, experiment: str, run: int) -> HttpResponse:
    """The game with a number; of one that is done ?phase= chooses the phase, from 0."""
    found = experiment_asked(request, experiment)
    row = queries.run_of(found, run)
    if row is None:
        raise Http404("There is no such game.")
    declaration = found.declaration
    record = _record(row)
    phases = [*record["phases"], record["final"]] if record else []
    asked = request.GET.get("phase", "")
    at = min(int(asked), len(phases) - 1) if asked.isascii() and asked.isdigit() and len(asked) < 6 else len(phases) - 1
    shown = phases[at] if phases else row.board
    players = record["players"] if record else labels_of(declaration, game_of(run))
    session, number = divmod(run, GAMES_OF_A_SESSION)
    name = game_words(declaration, run)
    context: dict[str, Any] = {
        "experiment": found,
        "run": row,
        "name": name,
        "session": session,
        "number": number + 1,
        "phase": parse_phase(shown["phase"]).title if shown else "",
        # Drawn by our own pen, which escapes what it is given.
        "board": mark_safe(_board(shown, f"{found.name}, {name}")) if shown else "",  # noqa: S308
        "players": _players(shown, players) if shown else [],
        "said": list(zip(shown.get("english", shown.get("talk", [])), shown.get("talk", []), strict=False))
        if shown
        else [],
        "before": at - 1 if at > 0 else None,
        "after": at + 1 if at + 1 < len(phases) else None,
        "phases": [(place, parse_phase(each["phase"]).title) for place, each in enumerate(phases)],
        "at": at,
        "is_lost": row.state == GameRun.State.DONE and record is None,
    }
    return render(request, "experiments/game.html", context)


def _record(row: GameRun) -> Record | None:
    if row.state != GameRun.State.DONE:
        return None
    try:
        return logs.read(row)
    except FileNotFoundError:
        return None


def _board(shown: Record, title: str) -> str:
    position = position_from_dict(shown)
    outcomes = [outcome_from_dict(each, position.phase.kind) for each in shown.get("outcomes", ())]
    return render_board(Scene(position, outcomes=outcomes, title=f"{title}, {position.phase.title}"))


def _players(shown: Record, players: Any) -> list[tuple[str, str, str, int, int]]:
    units = Counter(unit.split()[0] for unit in shown["units"])
    return [
        (power, POWER_NAMES[power], players[power], len(shown["centers"].get(power, ())), units[power])
        for power in POWERS
    ]
