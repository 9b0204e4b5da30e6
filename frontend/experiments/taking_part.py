"""Taking part in an experiment: what one agrees to, questions before and after, the game between them, withdrawal."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods

from dipgame.experiments import people, queries
from dipgame.experiments.errors import Refused
from dipgame.experiments.models import Experiment, GameRun, Participant
from dipgame.games.models import Game
from frontend.account.guests import members_only
from frontend.shell.views import signed_in

__all__ = ["take_part"]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def take_part(request: HttpRequest, experiment: str) -> HttpResponse:
    """The step one is at; a POST takes it.

    Who knows the address may: it is what a researcher gives to people.
    """
    found = queries.with_people(experiment)
    if found is None:
        raise Http404("There is no such experiment.")
    person = signed_in(request)
    participant = people.participant_of(person, found)
    status = 200
    if request.method == "POST":
        try:
            _step(request, found, participant)
        except Refused as refused:
            messages.error(request, str(refused))
            status = 400
        else:
            return redirect("take_part", found.slug)
    response = render(request, "experiments/take_part.html", _context(request, found, participant), status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _step(request: HttpRequest, found: Experiment, participant: Participant | None) -> None:
    what = request.POST.get("what")
    if what == "agree" and request.POST.get("agreed"):
        people.agree(signed_in(request), found)
    elif what == "agree":
        raise Refused("Tick the box if you agree; if not, just leave this page.")
    elif participant is None:
        raise Refused("First say whether you agree to take part.")
    elif what == "before":
        people.answer_before(participant, request.POST.getlist("answer"))
    elif what == "after":
        people.answer_after(participant, request.POST.getlist("answer"))
    elif what == "withdraw" and not request.POST.get("sure"):
        raise Refused("Tick the box beside it if you are sure that you want to withdraw.")
    elif what == "withdraw":
        people.withdraw(participant)
        messages.success(
            request,
            "You have withdrawn. Your answers, your code, the log of your game and its figures are deleted. "
            "The game itself stays among the games of this site, as any other that you play.",
        )
    else:
        raise Refused("This action does not exist.")


def _context(request: HttpRequest, found: Experiment, participant: Participant | None) -> dict[str, Any]:
    declared = found.declaration.people
    if declared is None:
        raise Http404("There is no such experiment.")
    game = participant.run.game if participant and participant.run else None
    is_over = game is not None and game.status == Game.Status.FINISHED
    has_left = participant is None and people.has_played(signed_in(request), found)
    is_open = found.state == Experiment.State.RUNNING
    if participant is None:
        step = "left" if has_left else "agree" if is_open else "closed"
    elif participant.run is None:
        step = "before" if is_open else "closed"
    elif participant.run.state == GameRun.State.FAILED:
        step = "lost"
    elif not is_over:
        step = "play"
    else:
        step = "after" if participant.after is None else "done"
    given = request.POST.getlist("answer")
    questions = declared.before if step == "before" else declared.after if step == "after" else ()
    return {
        "experiment": found,
        "declaration": found.declaration,
        "consent": declared.consent,
        "participant": participant,
        "game": game,
        "step": step,
        "questions": [(each, given[at] if at < len(given) else "") for at, each in enumerate(questions)],
        "longest": people.LONGEST_ANSWER,
        "has_poll": game is not None and is_over and participant is not None and participant.guessed is None,
    }
