"""Pages of the lessons; acts are judged by POST.

Nothing but the answers that solved a step is kept."""

from typing import Any, Final, cast

import msgspec
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.powers import POWER_NAMES, Power
from adjudication.rulebook import STANDARD_RULES
from dipgame.accounts.lessons import forget_lesson, keep_answers, progress_of, take_over
from dipgame.accounts.models import User
from dipgame.games.errors import TooFast
from dipgame.limits import COMMANDS
from frontend.board import render_board
from frontend.game.places import CODE_WORDS, PLACES
from frontend.learn import acts
from frontend.learn.lessons import Lesson, all_lessons, lesson_called
from frontend.learn.stages import LONGEST, Answer, before_step, orders_of
from frontend.learn.state import options_at, promises_shown, scene_at, sheet_of, talk_shown, trust_words
from frontend.sandbox.acts import Setting
from frontend.sandbox.arrows import arrows_of
from frontend.sandbox.tree import LONGEST_COMMENT, single
from frontend.sandbox.views import sandbox_page
from frontend.talk.budget import reading_turn
from frontend.visitor import visitor
from frontend.wire.learn import LessonPage
from frontend.wire.replies import refused_reply

__all__ = ["act", "again", "learn", "lesson", "study"]

_LARGEST: Final = 8_000
"""Bytes of what a learner sends at once."""


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """All lessons, with how far one is in each."""
    rows = []
    for each in all_lessons():
        done = len(_answers(request, each))
        rows.append((each, done, len(each.steps), done >= len(each.steps)))
    following, done = next(((each, done) for each, done, _, over in rows if not over), (None, 0))
    begun = any(done for _, done, *_ in rows)
    context = {"rows": rows, "following": following, "begun": begun, "going_on": done > 0}
    return _fresh(render(request, "learn/learn.html", context))


@require_safe
def lesson(request: HttpRequest, lesson: str) -> HttpResponse:
    """A lesson at the current step; `?step=2` shows an earlier one."""
    found = _lesson_or_404(lesson)
    answers = _answers(request, found)
    wanted = request.GET.get("step", "")
    at = min(int(wanted) - 1, len(answers)) if wanted.isdecimal() and int(wanted[:4]) > 0 else len(answers)
    lessons = all_lessons()
    following = lessons[found.number] if found.number < len(lessons) else None
    if at >= len(found.steps):
        return _fresh(render(request, "learn/done.html", {"lesson": found, "following": following}))
    stage, step = before_step(found, answers[:at]), found.steps[at]
    page: LessonPage = {
        "key": f"lesson:{found.slug}:{at}",
        "url": reverse("lesson_act", args=[found.slug, at]),
        "token": get_token(request),
        "kind": step.kind,
        "power": found.power,
        "powers": POWER_NAMES,
        "places": PLACES,
        "words": CODE_WORDS,
        "options": options_at(found, step, stage),
        "sheet": sheet_of(found, stage, ()),
        "longest_message": LONGEST,
    }
    context = {
        "lesson": found,
        "step": step,
        "number": at + 1,
        "at": at,
        "steps": [(number + 1, each.title, number < len(answers)) for number, each in enumerate(found.steps)],
        "power": {"code": found.power, "name": POWER_NAMES[found.power]},
        "partner": {"code": step.to, "name": POWER_NAMES[step.to]} if step.to else None,
        # Drawn by our own pen, which escapes what it is given.
        "board": mark_safe(render_board(scene_at(found, step, stage))),  # noqa: S308
        "phase": stage.position.phase,
        "outcomes": stage.outcomes if step.played else (),
        "talk": talk_shown(found, stage.talk) if step.kind == "talk" else [],
        "promises": promises_shown(found, step, stage),
        "trust": trust_words(found, step, stage),
        "page": page,
    }
    return _fresh(render(request, "learn/lesson.html", context))


@require_POST
def act(request: HttpRequest, lesson: str, step: int) -> HttpResponse:
    """Judge an act in a step; keep the answer that solves it."""
    found = _lesson_or_404(lesson)
    answers = _answers(request, found)
    if step >= len(found.steps) or step > len(answers):
        raise Http404("This step comes later.")
    if not COMMANDS.allows(visitor(request)):
        return _refused("busy", "That was a lot at once. Try again in a minute.", 429)
    try:
        done = msgspec.json.decode(request.body[:_LARGEST], type=acts.Done)
    except msgspec.MsgspecError:
        return _refused("malformed", "This cannot be read. Load the page again.", 422)
    stage = before_step(found, answers[:step])
    try:
        if done.do == "say":
            with reading_turn(_reader(request)):
                reply, answer = acts.carry_out(found, found.steps[step], stage, done)
        else:
            reply, answer = acts.carry_out(found, found.steps[step], stage, done)
    except acts.NotPossible as no:
        return _fresh(JsonResponse({**refused_reply("illegal", no.message), "hint": no.hint}, status=422))
    except TooFast as fast:
        return _refused("busy", fast.message, 429)
    if answer is not None:
        if step == len(answers):
            keep_answers(request.session, _person(request), found.slug, [*answers, answer])
        reply["next"] = f"{reverse('lesson', args=[found.slug])}?step={step + 2}"
    return _fresh(JsonResponse(reply))


@require_safe
def study(request: HttpRequest, lesson: str, step: int) -> HttpResponse:
    """A step in the sandbox, with its orders once it is solved."""
    found = _lesson_or_404(lesson)
    answers = _answers(request, found)
    if step >= len(found.steps) or step > len(answers):
        raise Http404("This step comes later.")
    stage, shown = before_step(found, answers[:step]), found.steps[step]
    solved = step < len(answers)
    orders: dict[Power, list[Order]] = {}
    if solved and shown.kind == "orders":
        orders[found.power] = orders_of(answers[step], stage.position, found.power)
        for power, order in shown.others:
            orders.setdefault(power, []).append(order)
    text = "\n\n".join([shown.title, *shown.say, shown.task])[:LONGEST_COMMENT]
    written = {power: [format_order(order) for order in own] for power, own in orders.items()}
    marks = arrows_of(order for own in orders.values() for order in own)
    tree = single(Setting(stage.position, STANDARD_RULES), written, text, marks)
    source = {"title": f"lesson {found.number}", "url": f"{reverse('lesson', args=[lesson])}?step={step + 1}"}
    return sandbox_page(request, tree, f"lesson:{lesson}:{step}:{solved}", {"source": source})


@require_POST
def again(request: HttpRequest, lesson: str) -> HttpResponse:
    """Begin a lesson anew."""
    found = _lesson_or_404(lesson)
    forget_lesson(request.session, _person(request), found.slug)
    return redirect("lesson", found.slug)


@receiver(user_logged_in)
def _came(request: HttpRequest, user: User, **_: object) -> None:
    """Move progress made without an account to the person."""
    take_over(cast("Any", request.session), user)


def _answers(request: HttpRequest, lesson: Lesson) -> list[Answer]:
    """Answers kept so far; none if they no longer fit the lesson."""
    kept = progress_of(request.session, _person(request)).get(lesson.slug, [])[: len(lesson.steps)]
    try:
        if kept:
            before_step(lesson, kept[:-1])
    except (ValueError, KeyError, TypeError, AttributeError):
        return []
    return kept


def _person(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _reader(request: HttpRequest) -> Any:
    """The key reading is counted under: for a person, as in games."""
    return request.user.pk if request.user.is_authenticated else visitor(request)


def _lesson_or_404(slug: str) -> Lesson:
    try:
        return lesson_called(slug)
    except LookupError:
        raise Http404("There is no such lesson.") from None


def _refused(code: str, message: str, status: int) -> HttpResponse:
    return _fresh(JsonResponse(refused_reply(code, message), status=status))


def _fresh(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response
