"""Asking a bot for its orders so that nothing it does can harm a game. The arena and the site both ask here."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, Final, Literal, TypeAlias

import msgspec

from adjudication.board import STANDARD, province_of
from adjudication.legality import refusal
from adjudication.options import needed_adjustments
from adjudication.orders import Build, Order, Remove, Waive
from bots.agent import Agent, Decision, Memory
from bots.limit import OutOfTime, time_limit
from bots.view import SeatView

__all__ = ["GRACE", "Answer", "Fault", "FaultKind", "ask", "ask_in_time", "through_json"]

FaultKind: TypeAlias = Literal["crash", "late", "illegal", "memory"]
"""crash: raised an exception or answered with something that is no Decision. late: over time.
illegal: an order the rules or the phase do not allow, or an utterance the language does not.
memory: something JSON cannot hold."""

_REGIONS: Final = frozenset(STANDARD.army_borders) | frozenset(STANDARD.fleet_borders) | frozenset(STANDARD.provinces)

GRACE: Final = 1.0
"""Seconds a bot may be over its time before it counts as late, so that a busy machine does not decide games."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a bot did wrong. `text` is a sentence for its author."""

    kind: FaultKind
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A bot's checked answer.

    Only legal orders, at most one per unit, and a memory that has been through JSON.
    """

    orders: tuple[Order, ...]
    memory: Memory
    faults: tuple[Fault, ...] = ()


def ask(agent: Agent, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Answer:
    """Ask for orders; never raises for anything the bot does.

    A bot that crashes or is late gives no orders and keeps the memory it had. Single bad orders are
    left out, the others stand. The bot works on a copy of `memory`. A bot that never returns is for
    `ask_in_time` to stop.
    """
    started = monotonic()
    try:
        decision = agent.decide(view, through_json(memory), rng, seconds)
    except (Exception, SystemExit) as problem:  # whatever a bot raises is its own affair, never the game's
        return Answer((), memory, (Fault("crash", f"It stopped with {type(problem).__name__}: {problem}"),))
    took = monotonic() - started
    if took > seconds + GRACE:
        return Answer((), memory, (Fault("late", f"It took {took:.1f} s of the {seconds:g} s it had."),))
    if not isinstance(decision, Decision):
        text = f"It answered with a {type(decision).__name__} instead of a Decision."
        return Answer((), memory, (Fault("crash", text),))

    faults: list[Fault] = []
    try:
        orders = _legal_only(decision, view, faults)
    except (TypeError, ValueError, LookupError, AttributeError) as problem:
        # Its orders are no tuple, or name things that no board has.
        return Answer((), memory, (Fault("crash", f"Its orders make no sense: {type(problem).__name__}: {problem}"),))
    try:
        memory = through_json(decision.memory)
    except (TypeError, ValueError, RecursionError) as problem:
        faults.append(Fault("memory", f"Its memory does not fit into JSON: {problem}"))
    return Answer(orders, memory, tuple(faults))


def ask_in_time(agent: Agent, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Answer:
    """`ask`, and stop a bot that does not answer at all: it is late. Where no alarm can be set, wait for it."""
    try:
        with time_limit(seconds + 2 * GRACE):
            return ask(agent, view, memory, rng, seconds)
    except OutOfTime as alarm:
        return Answer((), memory, (Fault("late", f"It was stopped: {alarm}."),))


def _legal_only(decision: Decision, view: SeatView, faults: list[Fault]) -> tuple[Order, ...]:
    needed = needed_adjustments(view.position, view.power) if view.position.phase.kind == "A" else 0
    kept: list[Order] = []
    used: set[str] = set()
    for order in decision.orders:
        if not isinstance(order, Order):
            faults.append(Fault("illegal", f"{order!r:.60} is not an order."))
            continue
        strange = _unknown_places(order)
        if strange:
            faults.append(Fault("illegal", f"{strange[0]!r:.60} is not a place on the board."))
            continue
        refused = refusal(view.position, view.power, order, rulebook=view.rulebook)
        place = "" if isinstance(order, Waive) else province_of(order.region)
        if refused is not None:
            faults.append(Fault("illegal", refused.text))
        elif place and place in used:
            faults.append(Fault("illegal", f"{place} has an order already."))
        elif isinstance(order, Build | Remove | Waive) and len(kept) >= abs(needed):
            due = "1 adjustment is" if abs(needed) == 1 else f"{abs(needed)} adjustments are"
            faults.append(Fault("illegal", f"Only {due} due."))
        else:
            kept.append(order)
            used.add(place)
    return tuple(kept)


def _unknown_places(order: Order) -> list[object]:
    """Places in the order that no board has.

    The rules need not expect such orders, since parsed text never gives them.
    """
    named = (getattr(order, name, None) for name in ("region", "target", "supported", "army"))
    return [place for place in named if place is not None and place not in _REGIONS]


def through_json(memory: Memory) -> Mapping[str, Any]:
    """A copy of a memory as it comes back later.

    Raises TypeError, ValueError or RecursionError where JSON cannot.
    """
    copy: dict[str, Any]
    # msgspec is six times as fast, and writes more than JSON has: it serves where the copy is what was given.
    with suppress(TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        copy = msgspec.json.decode(msgspec.json.encode(memory))
        if isinstance(copy, dict) and copy == memory:
            return copy
    copy = json.loads(json.dumps(dict(memory), allow_nan=False))
    return copy
