"""The page on which anybody tries the talk without a game."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from adjudication.orders import Order
from adjudication.position import Position, opening
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from adjudication.rulebook import STANDARD_RULES
from dipgame.games.errors import TooFast
from dipgame.games.legible import legible
from dipgame.limits import COMMANDS
from frontend.board import Scene, render_board
from frontend.learn.examples import EXAMPLES, UNSAYABLE
from frontend.talk.budget import reading_turn
from frontend.visitor import visitor
from negotiation.diplomacy import DIPLOMACY, Ent, Hlp, order_of
from negotiation.english.context import context_of
from negotiation.english.reported_speech import report
from negotiation.heard import Heard
from negotiation.levels import level, subterms
from negotiation.nearest import nearest
from negotiation.printer import format_term
from negotiation.terms import Do
from negotiation.understanding import understand
from negotiation.unnamed import keeping_actions

__all__ = ["try_talk"]

_ME: Final[Power] = "FRA"
_LONGEST: Final = 300
_BUSY: Final = "That was a lot at once. Try again in a minute."


@require_safe
def try_talk(request: HttpRequest) -> HttpResponse:
    """The page for trying the talk.

    `?text=` reads a line from France, `&to=` names who hears it, `&part` asks for the reading alone.
    """
    text = request.GET.get("text", "").strip()[:_LONGEST]
    to = _hearer(request.GET.get("to", ""))
    context: dict[str, Any] = {
        "text": text,
        "to": to,
        "hearer": POWER_NAMES[to],
        "hearers": [(power, POWER_NAMES[power]) for power in POWERS if power != _ME],
        "examples": EXAMPLES,
        "unsayable": UNSAYABLE,
        "longest": _LONGEST,
        **(_reading(request, text, to) if text else {}),
    }
    page = "learn/reading.html" if "part" in request.GET else "learn/talk.html"
    response = render(request, page, context, status=429 if context.get("busy") else 200)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _hearer(given: str) -> Power:
    return as_power(given) if given in POWERS and given != _ME else "ENG"


def _reading(request: HttpRequest, text: str, to: Power) -> dict[str, Any]:
    """The reading of a line, within the visitor's limit."""
    if not COMMANDS.allows(visitor(request)):
        return {"busy": _BUSY}
    try:
        with reading_turn(request.user.pk if request.user.is_authenticated else visitor(request)):
            return _understood(text, to)
    except TooFast as fast:
        return {"busy": fast.message}


def _understood(text: str, to: Power) -> dict[str, Any]:
    position = opening()
    context = context_of(_ME, (to,), position)
    heard = understand(legible(text), context)
    orders = _orders(heard)
    return {
        "heard": heard,
        "readings": [
            [(report(one, _ME), format_term(one, DIPLOMACY), level(one)) for one in each.said]
            for each in heard.readings
        ],
        "unread": heard.unread if heard.readings else (),
        "nearest": [] if heard.readings else nearest(text, context),
        # Drawn by our own pen, which escapes what it is given.
        "board": mark_safe(_board(position, orders)) if orders else "",  # noqa: S308
    }


def _orders(heard: Heard) -> dict[Power, list[Order]]:
    """Orders that the first reading names, by power; of several ways one."""
    found: dict[Power, list[Order]] = {}
    for one in heard.readings[0].said if heard.readings else ():
        for part in subterms(one):
            actions = [part.action] if isinstance(part, Do) else []
            if isinstance(part, Hlp | Ent):
                actions = list(keeping_actions(part, opening(), STANDARD_RULES))[:1]
            for power, order in map(order_of, actions):
                found.setdefault(power, []).append(order)
    return found


def _board(position: Position, orders: dict[Power, list[Order]]) -> str:
    return render_board(Scene(position, orders=orders, title="The orders that were named"))
