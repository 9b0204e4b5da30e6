"""Pages of the sandbox. Only what is shared is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.outcomes import Outcome
from adjudication.packed import position_word, read_word
from adjudication.position import ImpossiblePosition, opening, position_as_dict
from adjudication.powers import POWER_NAMES, Power
from adjudication.reasons import WITHOUT_ORDER
from adjudication.rulebook import EDITIONS, STANDARD_RULES
from bots.company import USUAL, offered
from dipgame.games.errors import BadTerms, Banned, TooManyGames
from dipgame.limits import COMMANDS, QUESTIONS, SHARES
from dipgame.sandbox import asking
from dipgame.sandbox.sharing import share_tree, shared_tree
from frontend.access import access_or_404
from frontend.board import Scene, render_board
from frontend.game.phases import scene_of as scene_of_game
from frontend.game.places import CODE_WORDS, PLACES
from frontend.lobby.at_once import CannotBegin, begin_at_once, terms_against
from frontend.lobby.forms import PlayFromForm
from frontend.sandbox import acts
from frontend.sandbox.acts import NotPossible, Setting
from frontend.sandbox.opinion import opinion_of
from frontend.sandbox.tree import LARGEST_TREE, Tree, grown, read_tree, single
from frontend.visitor import visitor
from frontend.wire.replies import refused_reply
from frontend.wire.sandbox import SandboxBegun, SandboxPage, SandboxShared, SandboxStudy

__all__ = [
    "act",
    "as_json",
    "as_text",
    "ask",
    "from_game",
    "opinion",
    "play",
    "sandbox",
    "sandbox_page",
    "share",
    "shared",
]

_LARGEST: Final = 32_000
"""Bytes of an act: a position, and an order for every unit."""

_BUSY: Final = "That was a lot at once. Try again in a minute."
_UNREADABLE: Final = "This cannot be read. Load the page again."


@require_safe
def sandbox(request: HttpRequest) -> HttpResponse:
    """The sandbox at the opening, or at the position of a link."""
    word = request.GET.get("at", "")
    if not word:
        return sandbox_page(request, single(Setting(opening(), STANDARD_RULES), {}), "opening", {})
    try:
        position = acts.setting_of(position_as_dict(read_word(word)), STANDARD_RULES.name).position
    except (ImpossiblePosition, NotPossible) as error:
        raise Http404(f"This link leads to no position: {error}.") from None
    return sandbox_page(request, single(Setting(position, STANDARD_RULES), {}), f"at:{word}", {})


@require_safe
def from_game(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The sandbox at a phase of a game that one may see.

    Orders that the game's page shows them are there already.
    """
    access = access_or_404(request, slug)
    sight = access.look()
    row = sight.phase_named(name)
    if row is None:
        raise Http404("This game has no such phase.")
    scene = scene_of_game(access, row, sight=sight)
    orders = _texts(scene.orders) if scene.orders else _ordered_in(scene.outcomes)
    tree = single(Setting(scene.position, EDITIONS[access.game.edition]), orders)
    return sandbox_page(request, tree, f"{slug}:{name}:{row.status}", {"game": access.game, "phase": name})


@require_safe
def shared(request: HttpRequest, tree: str) -> HttpResponse:
    """A sandbox that somebody shared."""
    return sandbox_page(request, _shared_or_404(tree), f"shared:{tree}", {"shared": tree})


@require_safe
def as_json(request: HttpRequest, tree: str) -> HttpResponse:
    """A shared sandbox as a file for programs."""
    return _file(JsonResponse(_shared_or_404(tree).as_dict()), f"sandbox-{tree}.json")


@require_safe
def as_text(request: HttpRequest, tree: str) -> HttpResponse:
    """A shared sandbox as a file to be read."""
    text = HttpResponse(_shared_or_404(tree).as_text(), content_type="text/plain; charset=utf-8")
    return _file(text, f"sandbox-{tree}.txt")


@require_POST
def share(request: HttpRequest) -> HttpResponse:
    """Keep a tree, and say by which link it is found."""
    if not SHARES.allows(visitor(request)):
        return _refused("busy", "You have shared a lot within an hour. Try again later.", 429)
    try:
        slug = share_tree(read_tree(_body(request, LARGEST_TREE)).as_dict())
    except msgspec.MsgspecError:
        return _refused("malformed", _UNREADABLE, 422)
    except NotPossible as no:
        return _refused("illegal", str(no), 422)
    reply: SandboxShared = {
        "type": "shared",
        "url": request.build_absolute_uri(reverse("sandbox_shared", args=[slug])),
        "text": reverse("sandbox_text", args=[slug]),
        "json": reverse("sandbox_json", args=[slug]),
    }
    return _fresh(JsonResponse(reply))


@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """Ask what HANA would order for a power; a worker answers."""
    if not QUESTIONS.allows(visitor(request)):
        return _refused("busy", "You have asked HANA a lot. Ask again in ten minutes.", 429)
    try:
        asked = msgspec.json.decode(_body(request, _LARGEST), type=acts.Question)
        setting, power = acts.asked_about(asked)
        question = asking.ask(setting.position, setting.rules, power)
    except msgspec.MsgspecError:
        return _refused("malformed", _UNREADABLE, 422)
    except NotPossible as no:
        return _refused("illegal", str(no), 422)
    except asking.TooManyQuestions:
        return _refused("busy", "Many have asked HANA just now. Ask again in a minute.", 503)
    return _fresh(JsonResponse(opinion_of(question)))


@require_safe
def opinion(request: HttpRequest, tree: str) -> HttpResponse:
    """The answer to a question as it stands."""
    question = asking.question_of(tree)
    if question is None:
        raise Http404("Nobody asked this.")
    return _fresh(JsonResponse(opinion_of(question)))


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Begin a game against bots with a position that comes along."""
    if not COMMANDS.allows(visitor(request)):
        return _refused("busy", _BUSY, 429)
    try:
        asked = msgspec.json.decode(_body(request, _LARGEST), type=acts.Start)
        setting = acts.setting_of(asked.position, asked.rules)
        terms = terms_against(offered(asked.bot or USUAL, asked.skill), asked.power)
        first = position_as_dict(setting.position)
        game = begin_at_once(request, replace(terms, edition=setting.rules.name, first_position=first))
    except msgspec.MsgspecError:
        return _refused("malformed", _UNREADABLE, 422)
    except (NotPossible, BadTerms) as no:
        return _refused("illegal", str(no), 422)
    except (CannotBegin, TooManyGames) as no:
        return _refused("busy", str(no), 429)
    except Banned as no:
        return _refused("banned", no.message, 403)
    reply: SandboxBegun = {"type": "begun", "url": reverse("game", args=[game.slug])}
    return _fresh(JsonResponse(reply))


@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """Carry out an act on a position that comes along."""
    if not COMMANDS.allows(visitor(request)):
        return _refused("busy", _BUSY, 429)
    try:
        reply = acts.carry_out(msgspec.json.decode(_body(request, _LARGEST), type=acts.Act))
    except msgspec.MsgspecError:
        return _refused("malformed", _UNREADABLE, 422)
    except NotPossible as no:
        return _refused("illegal", str(no), 422)
    return _fresh(JsonResponse(reply))


def sandbox_page(
    request: HttpRequest, tree: Tree, key: str, context: Mapping[str, object], study: SandboxStudy | None = None
) -> HttpResponse:
    """The page of a sandbox that begins with a tree.

    key: of what the tab keeps of it. context: more for the template.
    """
    node = tree.nodes[tree.at]
    page: SandboxPage = {
        "token": get_token(request),
        "urls": {
            "act": reverse("sandbox_act"),
            "ask": reverse("sandbox_ask"),
            "share": reverse("sandbox_share"),
            "play": reverse("sandbox_play"),
            "study": reverse("study_save"),
            "explore": reverse("explorer"),
        },
        "powers": POWER_NAMES,
        "places": PLACES,
        "words": CODE_WORDS,
        "start": tree.start(key),
        "study": study,
    }
    title = acts.title_of(node.position.phase)
    scene = Scene(node.position, orders=node.orders, labels="long", title=f"Sandbox, {title}")
    # Drawn by our own pen, which escapes what it is given.
    board = mark_safe(render_board(scene))  # noqa: S308
    shown = {
        "page": page,
        "board": board,
        "title": title,
        "form": PlayFromForm(),
        "word": position_word(node.position),
    }
    return _fresh(render(request, "sandbox/sandbox.html", {**context, **shown}))


def _shared_or_404(slug: str) -> Tree:
    data = shared_tree(slug)
    if data is None:
        raise Http404("There is no such sandbox.")
    try:
        return grown(data)
    except (NotPossible, msgspec.MsgspecError):
        raise Http404("This sandbox can no longer be read.") from None


def _texts(orders: Mapping[Power, Sequence[Order]]) -> dict[Power, list[str]]:
    return {power: [format_order(order) for order in mine] for power, mine in orders.items()}


def _ordered_in(outcomes: Sequence[Outcome]) -> dict[Power, list[str]]:
    """The orders of a phase that is over."""
    found: dict[Power, list[str]] = {}
    for outcome in outcomes:
        if outcome.reason not in WITHOUT_ORDER:
            found.setdefault(outcome.power, []).append(format_order(outcome.order))
    return found


def _body(request: HttpRequest, most: int) -> bytes:
    """The body of a request.

    Raises NotPossible for more bytes than may be.
    """
    body = request.body
    if len(body) > most:
        raise NotPossible("This is too large. Remove some variations first.")
    return body


def _file(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _refused(code: str, message: str, status: int) -> HttpResponse:
    return _fresh(JsonResponse(refused_reply(code, message), status=status))


def _fresh(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response
