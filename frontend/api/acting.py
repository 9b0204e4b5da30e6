"""Operations that act on the board and in votes."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from adjudication.notation import format_order
from dipgame.games import queries
from dipgame.games.errors import Late, Refused
from dipgame.games.models import Seat
from dipgame.games.services import Verdict, cancel_order, cast_vote, set_ready, submit_orders
from frontend.access import Access
from frontend.api import shapes
from frontend.api.facts import own_sheet
from frontend.api.operations import Asked, operation
from frontend.api.problems import Problem, of_refusal
from frontend.game.motions import votes_for

__all__ = ["replace_orders"]

_ANSWERS: Final = {"yes": True, "no": False, "": None}


@operation("GET", "/game/{slug}/orders", "read")
def read_orders(asked: Asked) -> shapes.OwnSheet:
    """My orders in the phase now played."""
    return _sheet(asked.seated()[0])


@operation("PUT", "/game/{slug}/orders", "orders")
def replace_orders(asked: Asked, body: shapes.OrdersBody) -> shapes.OrdersReply:
    """These are my orders: what is not among them is taken back.

    Sent again it changes nothing. Each order has a verdict, and those that can stand do. Refused with 409 where the
    game is in another phase.
    """
    return _write(asked, body, anew=True)


@operation("POST", "/game/{slug}/orders", "orders")
def add_orders(asked: Asked, body: shapes.OrdersBody) -> shapes.OrdersReply:
    """Order these units; other orders stand."""
    return _write(asked, body, anew=False)


@operation("DELETE", "/game/{slug}/orders/{unit}", "orders")
def take_order_back(asked: Asked, query: shapes.TakeBackQuery) -> shapes.OwnSheet:
    """Take back the order of a unit: `PAR`, `STP`, `WAIVE`."""
    access, seat = asked.seated()
    _do(seat, lambda: cancel_order(seat, query.phase, asked.parameters["unit"]))
    return _sheet(access)


@operation("POST", "/game/{slug}/ready", "orders")
def say_ready(asked: Asked, body: shapes.ReadyBody) -> shapes.OwnSheet:
    """Say that my orders are final, or not yet."""
    access, seat = asked.seated()
    _do(seat, lambda: set_ready(seat, body.phase, body.ready))
    return _sheet(access)


@operation("POST", "/game/{slug}/votes", "votes")
def vote(asked: Asked, body: shapes.VoteBody) -> shapes.OwnVotes:
    """Answer a vote, or withdraw my answer."""
    access, seat = asked.seated()
    _do(seat, lambda: cast_vote(seat, body.phase, body.vote, body.choice, _ANSWERS[body.answer]))
    access = asked.access()
    sight = access.look()
    row = sight.live
    return {"phase": body.phase, "votes": [] if row is None else votes_for(access, sight, row)}


def _write(asked: Asked, body: shapes.OrdersBody, *, anew: bool) -> shapes.OrdersReply:
    access, seat = asked.seated()
    found: list[Verdict] = []
    _do(seat, lambda: found.extend(submit_orders(seat, body.phase, body.orders, anew=anew)))
    if body.ready and all(each.refused is None for each in found):
        # In between the phase, or the game, may have ended with these very orders.
        with suppress(Refused):
            set_ready(seat, body.phase, True)
    return {"verdicts": [_verdict(each) for each in found], "sheet": own_sheet(access.look())}


def _verdict(verdict: Verdict) -> shapes.OrderVerdict:
    shown: shapes.OrderVerdict = {
        "text": verdict.text,
        "order": None if verdict.order is None else format_order(verdict.order),
    }
    if verdict.refused is not None:
        shown["code"], shown["detail"] = verdict.refused.code, verdict.refused.message
    return shown


def _do(seat: Seat, act: Callable[[], object]) -> None:
    """Call a service.

    Its refusal of a phase that is over names the phase now played.
    """
    try:
        act()
    except Late as no:
        row = queries.live_phase(seat.game)
        raise of_refusal(no, phase=None if row is None else row.name) from None
    except Refused as no:
        raise of_refusal(no) from None


def _sheet(access: Access) -> shapes.OwnSheet:
    """My orders as they stand. Raises Problem where no phase is played."""
    shown = own_sheet(access.look())
    if shown is None:
        raise Problem(409, "not_running", "No phase is played now: the game has not begun, or is over.")
    return shown
