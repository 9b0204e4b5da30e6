"""Holds a bot to its contract in every kind of phase, offline.

`breaches_of(MyBot)` tries it on the phases of a game and on rare positions, and tells its author what breaks the
contract.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, Final

from adjudication.engine import adjudicate
from adjudication.options import must_decide, needed_adjustments
from adjudication.orders import Order, Waive
from adjudication.position import Position, opening, position_from_dict
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Agent
from bots.asking import ask_in_time
from bots.chance import stream
from bots.dumbbot import DumbBot
from bots.randombot import RandomBot
from bots.talker import Talk, is_talker
from bots.view import PastPhase, Said, SeatView
from negotiation.diplomacy import Pce
from negotiation.terms import Agree, Propose, Utterance

__all__ = ["CORNERS", "Breach", "breaches_of", "positions_of_a_game", "views"]

_LAST_YEAR: Final = 1906
_SEED: Final = 3

_CORNERS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "no retreat left": {
            "phase": "S1905R",
            "units": [],
            "centers": {"FRA": ["PAR"]},
            "dislodged": [{"unit": "FRA A PAR", "from": "BUR", "retreats": []}],
        },
        "two want one retreat": {
            "phase": "S1905R",
            "units": [],
            "centers": {"FRA": ["PAR"]},
            "dislodged": [
                {"unit": "FRA A PAR", "from": "BUR", "retreats": ["GAS"]},
                {"unit": "FRA F BRE", "from": "MAO", "retreats": ["GAS"]},
            ],
        },
        "no home free": {
            "phase": "W1905A",
            "units": ["FRA A PAR", "FRA F BRE"],
            "centers": {"FRA": ["PAR", "BRE", "SPA", "POR"]},
        },
        "homes lost": {
            "phase": "W1905A",
            "units": ["FRA A SPA"],
            "centers": {"FRA": ["SPA", "POR", "BEL"], "ENG": ["PAR", "BRE", "MAR"]},
        },
        "last unit goes": {"phase": "W1905A", "units": ["FRA A SPA"], "centers": {"ENG": ["PAR"]}},
        "two coasts to build on": {
            "phase": "W1905A",
            "units": ["RUS A MOS"],
            "centers": {"RUS": ["STP", "MOS", "SEV"]},
        },
        "one unit, no center": {"phase": "F1905M", "units": ["FRA F MAO"], "centers": {"ENG": ["PAR"]}},
        "everything mine": {
            "phase": "F1905M",
            "units": [f"FRA A {place}" for place in ("PAR", "MAR", "BUR", "GAS", "PIC", "BEL", "RUH")],
        },
    }
)

CORNERS: Final[Mapping[str, Position]] = MappingProxyType(
    {name: position_from_dict(data) for name, data in _CORNERS.items()}
)
"""Rare positions, by what is rare in them."""


@dataclass(frozen=True, slots=True)
class Breach:
    """Something a bot does that it should not.

    where: phase and power. counts: whether it breaks the contract; else it is a note: the game puts something in its
    place.
    """

    rule: str
    where: str
    text: str
    counts: bool = True

    def __str__(self) -> str:
        return f"{'FAULT' if self.counts else 'note'} {self.rule} ({self.where}): {self.text}"


@cache
def positions_of_a_game() -> tuple[tuple[Position, tuple[PastPhase, ...]], ...]:
    """All phases of a game between two kinds of bot.

    Each has its history; moves, retreats, builds and removals are among them.
    """
    agents: dict[Power, Agent] = {
        power: DumbBot() if power in {"FRA", "TUR", "RUS"} else RandomBot() for power in POWERS
    }
    position, history = opening(), tuple[PastPhase, ...]()
    seen = []
    while position.phase.year <= _LAST_YEAR:
        seen.append((position, history))
        orders = {
            power: agent.decide(
                SeatView(power, position, STANDARD_RULES, history), {}, stream(1, power, position.phase), 5.0
            ).orders
            for power, agent in agents.items()
        }
        resolution = adjudicate(position, orders)
        history = (*history, PastPhase(position, resolution.outcomes))
        position = resolution.next
    return tuple(seen)


def views(step: int = 1) -> Iterator[SeatView]:
    """Views of all powers in that game, and of the rare positions.

    step: only every so-manieth phase.
    """
    whole = [(power, *each) for each in positions_of_a_game() for power in POWERS]
    for power, position, history in whole[::step]:
        yield SeatView(power, position, STANDARD_RULES, history)
    for position in CORNERS.values():
        yield SeatView("FRA", position, STANDARD_RULES)
    yield SeatView("RUS", CORNERS["two coasts to build on"], STANDARD_RULES)


def breaches_of(make: Callable[[], Agent], seconds: float = 5.0, step: int = 3) -> Iterator[Breach]:
    """Try a bot on every view and tell what breaks the contract.

    make: builds the bot anew.
    """
    if not callable(getattr(make(), "decide", None)):
        yield Breach("decide", "anywhere", "It has no method called decide.")
        return
    for view in views(step):
        if must_decide(view.position, view.power):
            yield from _of_orders(make, view, seconds)
    if is_talker(make()):
        for view in _talking_views(step):
            yield from _of_talk(make, view, seconds)


def _of_orders(make: Callable[[], Agent], view: SeatView, seconds: float) -> Iterator[Breach]:
    where = f"{view.position.phase}, {view.power}"
    memory: dict[str, Any] = {}
    before = repr(view)
    answer = ask_in_time(make(), view, memory, Random(_SEED), seconds)
    yield from (Breach(fault.kind, where, fault.text) for fault in answer.faults)
    if any(fault.kind in ("crash", "late") for fault in answer.faults):
        return
    if repr(view) != before:
        yield Breach("view", where, "It changes what it is shown.")
    again = ask_in_time(make(), view, memory, Random(_SEED), seconds)
    if again.orders != answer.orders or again.memory != answer.memory:
        yield Breach(
            "chance", where, "The same draws give another decision: take all chance from `rng`, keep no globals."
        )
    if lacking := _lacking(view, answer.orders):
        yield Breach("missing", where, lacking, counts=False)


def _lacking(view: SeatView, orders: tuple[Order, ...]) -> str:
    """Words about missing orders; empty for none."""
    position, power = view.position, view.power
    ordered = {order.region for order in orders if not isinstance(order, Waive)}
    match position.phase.kind:
        case "M":
            idle = [unit.region for unit in position.units_of(power) if unit.region not in ordered]
            return f"Without an order, and held: {', '.join(idle)}." if idle else ""
        case "R":
            beaten = [each.unit.region for each in position.dislodged if each.unit.power == power]
            idle = [region for region in beaten if region not in ordered]
            return f"Without a retreat, and disbanded: {', '.join(idle)}." if idle else ""
        case "A":
            due = abs(needed_adjustments(position, power)) - len(orders)
            return f"{due} builds or removals are left to the rules." if due > 0 else ""


def _talking_views(step: int) -> Iterator[SeatView]:
    for view in views(4 * step):
        if view.position.phase.kind == "M":
            yield SeatView(view.power, view.position, view.rulebook, view.history, level=9, protocol="talk")


def _of_talk(make: Callable[[], Agent], view: SeatView, seconds: float) -> Iterator[Breach]:
    where = f"{view.position.phase}, {view.power}"
    other: Power = "ENG" if view.power != "ENG" else "FRA"
    pair: tuple[Power, ...] = tuple(sorted((view.power, other)))
    message = Said(view.position.phase, Propose(other, (view.power,), Agree(pair, Pce(pair))))
    heard = SeatView(
        view.power,
        view.position,
        view.rulebook,
        view.history,
        talk=(message,),
        level=view.level,
        protocol=view.protocol,
    )
    calls: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
        "open_talk": lambda agent, memory: agent.open_talk(view, memory, Random(_SEED), seconds),
        "hear": lambda agent, memory: agent.hear(heard, memory, message, Random(_SEED), seconds),
    }
    for name, call in calls.items():
        try:
            talk = call(make(), {})
        except Exception as problem:  # whatever a bot raises is for its author
            yield Breach("crash", where, f"{name} stopped with {type(problem).__name__}: {problem}")
            continue
        yield from _of_answer(name, talk, view, where)


def _of_answer(name: str, talk: object, view: SeatView, where: str) -> Iterator[Breach]:
    if not isinstance(talk, Talk):
        yield Breach("crash", where, f"{name} answered with a {type(talk).__name__} instead of a Talk.")
        return
    try:
        json.dumps(deepcopy(dict(talk.memory)), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as problem:
        yield Breach("memory", where, f"The memory of {name} does not fit into JSON: {problem}")
    for utterance in talk.utterances:
        if not isinstance(utterance, Utterance):
            yield Breach("illegal", where, f"{utterance!r:.60} is not an utterance of L.")
        elif utterance.speaker != view.power or not utterance.hearers or view.power in utterance.hearers:
            yield Breach("illegal", where, f"{name} speaks in another's name, or to nobody.")
