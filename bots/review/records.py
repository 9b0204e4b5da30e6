"""Read stories from records of the arena."""

from collections.abc import Mapping
from typing import Any

from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.phase import Phase as Turn
from adjudication.phase import PhaseKind, parse_phase
from adjudication.position import position_from_dict
from adjudication.powers import Power, as_power
from adjudication.rulebook import EDITIONS
from bots.review.played import Breach, Phase
from bots.review.reviewing import Story
from bots.view import Agreement
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse_formula
from negotiation.printer import format_deal
from negotiation.terms import Agree, Commits

__all__ = ["story_of"]


def story_of(record: Mapping[str, Any]) -> Story:
    """The story of a game as `python -m bots.arena --out` wrote it."""
    phases = [_phase(each) for each in record["phases"]]
    phases.append(Phase(position_from_dict(record["final"]), {}))
    winner = as_power(record["winner"]) if record["winner"] else None
    return Story(phases, EDITIONS[record["rulebook"]], record["until"], winner)


def _phase(data: Mapping[str, Any]) -> Phase:
    position = position_from_dict(data)
    kind = position.phase.kind
    orders = {as_power(power): _orders(texts, kind) for power, texts in data["orders"].items()}
    deals = tuple(_deal(each) for each in data.get("deals", ()))
    breaches = tuple(
        Breach(as_power(each["power"]), _others(each), each["reason"], deal)
        for each in data.get("promises", ())
        if each["state"] == "broken"
        for deal in deals
        if list(deal.powers) == each["powers"] and each["content"] in format_deal(deal.deal, DIPLOMACY)
    )
    return Phase(position, orders, deals, breaches)


def _orders(texts: list[str], kind: PhaseKind) -> tuple[Order, ...]:
    return tuple(parse_order(text, kind) for text in texts)


def _others(promise: Mapping[str, Any]) -> tuple[Power, ...]:
    return tuple(as_power(power) for power in promise["powers"] if power != promise["power"])


def _deal(data: Mapping[str, Any]) -> Agreement:
    deal = parse_formula(data["deal"], DIPLOMACY)
    if not isinstance(deal, Agree | Commits):
        raise ValueError(f"'{data['deal']}' is not a deal")
    made: Turn = parse_phase(data["made"])
    return Agreement(made, tuple(as_power(power) for power in data["powers"]), deal)
