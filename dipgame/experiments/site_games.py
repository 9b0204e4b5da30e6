"""A game of the site as the arena would have recorded it."""

from typing import Any

from adjudication.notation import format_order
from adjudication.position import position_as_dict
from adjudication.powers import POWERS
from bots.arena.game import GamePlan, Record
from dipgame.games import convert
from dipgame.games.models import Agreement, Game, GamePhase, Message, Promise
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import TalkError
from negotiation.parser import parse

__all__ = ["record_of_game"]


def record_of_game(game: Game, plan: GamePlan) -> Record:
    """The record of a game that has ended. plan: what it was to be."""
    rows = list(GamePhase.objects.filter(game=game).order_by("index"))
    over = [row for row in rows if row.outcomes is not None]
    last = convert.position_of(rows[-1])
    promises = list(Promise.objects.filter(agreement__game=game).select_related("agreement__phase", "judged"))
    return {
        "game": plan.number,
        "seed": plan.seed,
        "rulebook": plan.rulebook,
        "until": plan.until,
        "level": plan.level,
        "protocol": plan.protocol,
        "seats": dict(plan.seats),
        "phases": [_phase(row, promises) for row in over],
        "final": position_as_dict(last),
        "standing": [_promise(each) for each in promises if each.state == Promise.State.KEPT and not each.done],
        "centers": {power: len(last.centers_of(power)) for power in POWERS},
        "winner": game.winner or None,
        **_ending(game, rows[-1]),
        "faults": {},
    }


def _ending(game: Game, last: GamePhase) -> dict[str, Any]:
    """The agreed end of the game; nothing without one."""
    sharers = game.sharers.split() or ([game.winner] if game.result == Game.Result.CONCEDED else [])
    if not sharers:
        return {}
    return {"ending": {"phase": str(convert.position_of(last).phase), "sharers": sharers, "talk": _said_in(last)}}


def _said_in(row: GamePhase) -> list[str]:
    """Utterances of a phase, in L."""
    messages = Message.objects.filter(phase=row, undone=False).order_by("id")
    return [line for message in messages for line in message.term.splitlines() if _is_l(line)]


def _phase(row: GamePhase, promises: list[Promise]) -> dict[str, Any]:
    orders: dict[str, list[str]] = {}
    for outcome in convert.outcomes_of(row):
        orders.setdefault(outcome.power, []).append(format_order(outcome.order))
    said = _said_in(row)
    deals = _deals(row)
    settled = [_promise(each) for each in promises if each.done and each.judged_id == row.pk]
    return {
        **position_as_dict(convert.position_of(row)),
        "orders": orders,
        "outcomes": row.outcomes or [],
        **({"talk": said} if said else {}),
        **({"deals": deals} if deals else {}),
        **({"promises": settled} if settled else {}),
    }


def _is_l(line: str) -> bool:
    try:
        parse(line, DIPLOMACY)
    except TalkError:
        return False
    return True


def _deals(row: GamePhase) -> list[dict[str, Any]]:
    """Those made up to this phase of which a promise was not at its end before it."""
    made = Agreement.objects.filter(game_id=row.game_id, phase__index__lte=row.index).select_related("phase")
    found = []
    for deal in made.prefetch_related("promises__judged").order_by("id"):
        is_new = deal.phase_id == row.pk
        open_still = any(
            not each.done or (each.judged and each.judged.index >= row.index) for each in deal.promises.all()
        )
        if is_new or open_still:
            found.append({"made": deal.phase.name, "powers": deal.between.split(), "deal": deal.deal})
    return found


def _promise(promise: Promise) -> dict[str, Any]:
    return {
        "power": promise.power,
        "powers": promise.agreement.between.split(),
        "content": promise.content,
        "state": promise.state,
        "reason": promise.reason,
    }
