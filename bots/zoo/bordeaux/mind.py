"""Memory of the negotiator.

How far each power's word goes, who seems allied with whom, what was agreed.

Source: Loeb 1992, "Division of Control". A stab shows an upper bound of a power's reliability: what it won by it. A
kept deal shows a lower one: what it could have won. A power is expected to keep its word until its gain exceeds that.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf
from random import Random
from typing import Any, Final

from adjudication.notation import NotationError, format_order, parse_order
from adjudication.orders import Order
from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.agent import Memory
from bots.hana.judge.reach import reach_of
from bots.view import PastPhase, SeatView
from bots.zoo.bordeaux.core import gains, solve, values_of
from bots.zoo.bordeaux.question import Alliance, NoOrderLeftError, Question, alone
from bots.zoo.bordeaux.treaties import Terms, asked_under, terms_of
from bots.zoo.clock import never
from negotiation.compliance import State, check_deal
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import TalkError
from negotiation.parser import parse_formula
from negotiation.printer import format_deal
from negotiation.terms import Agree, Commits, Deal

__all__ = ["Mind", "Reliability", "stability"]

_AT_FIRST: Final = 1.0
"""Reliability of a power of which nothing is known, in centers."""
_WIDTH: Final = 400
_FADES: Final = 0.5
_SEEMS_ALLIED: Final = 0.2


@dataclass(frozen=True, slots=True)
class Reliability:
    """Bounds of the gain, in centers, that breaks a power's word."""

    low: float = 0.0
    high: float = inf

    @property
    def estimate(self) -> float:
        """The first guess, moved into the bounds."""
        return min(max(_AT_FIRST, self.low), self.high)

    def kept(self, gain: float) -> "Reliability":
        """Bounds after it kept its word and forwent a gain."""
        low = max(self.low, gain)
        return Reliability(low, max(self.high, low))

    def stabbed(self, gain: float) -> "Reliability":
        """Bounds after it broke its word for a gain."""
        high = max(0.0, min(self.high, gain))
        return Reliability(min(self.low, high), high)


@dataclass(frozen=True, slots=True)
class Mind:
    """The negotiator's memory.

    deals: of the phase in which they were last noted, each with the phase in which it was made. ties: how allied two
    other powers seem. hints: plausible orders of others that were told, for the phase. asked: by power, the phase in
    which it was last asked for a pact.
    """

    phase: str = ""
    deals: tuple[tuple[Deal, str], ...] = ()
    reliability: Mapping[Power, Reliability] = field(default_factory=dict)
    ties: Mapping[frozenset[Power], float] = field(default_factory=dict)
    hints: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    asked: Mapping[Power, str] = field(default_factory=dict)
    reviewed: str = ""

    def of(self, power: Power) -> Reliability:
        """Reliability of a power."""
        return self.reliability.get(power, Reliability())

    @property
    def leagues(self) -> tuple[frozenset[Power], ...]:
        """Pairs of others that seem allied, the surest first."""
        pairs = [pair for pair, tie in self.ties.items() if tie >= _SEEMS_ALLIED]
        return tuple(sorted(pairs, key=lambda pair: (-self.ties[pair], sorted(pair))))

    def as_dict(self) -> dict[str, Any]:
        """The memory as JSON values."""
        return {
            "phase": self.phase,
            "deals": [[format_deal(deal, DIPLOMACY), made] for deal, made in self.deals],
            "reliability": {
                power: [round(each.low, 3), None if each.high == inf else round(each.high, 3)]
                for power, each in sorted(self.reliability.items())
            },
            "ties": {" ".join(sorted(pair)): round(tie, 3) for pair, tie in self.ties.items()},
            "hints": {power: [format_order(order) for order in orders] for power, orders in self.hints.items()},
            "asked": dict(self.asked),
            "reviewed": self.reviewed,
        }

    @classmethod
    def from_memory(cls, memory: Memory) -> "Mind":
        """The mind in a memory.

        What is missing or malformed in it is as at first.
        """
        return cls(
            _text(memory.get("phase")),
            tuple(_deals(memory.get("deals"))),
            {power: found for power, each in _items(memory, "reliability") if (found := _bounds(each)) is not None},
            _ties(memory.get("ties")),
            {power: told for power, each in _items(memory, "hints") if (told := _orders(each))},
            {power: each for power, each in _items(memory, "asked") if isinstance(each, str)},
            _text(memory.get("reviewed")),
        )

    def at(self, view: SeatView) -> "Mind":
        """The mind in this phase, without hints for another one."""
        phase = str(view.position.phase)
        return self if self.phase == phase else replace(self, phase=phase, hints={})

    def noting(self, view: SeatView) -> "Mind":
        """The mind with the deals now in force, for the review."""
        return replace(self, deals=tuple((each.deal, str(each.phase)) for each in view.agreements))

    def after(self, view: SeatView, rng: Random, over: Callable[[], bool] = never) -> "Mind":
        """The mind once the last movement phase was looked at.

        over: says when time is up; the rest is not looked at.
        """
        past = next((each for each in reversed(view.history) if each.position.phase.kind == "M"), None)
        if past is None or str(past.position.phase) == self.reviewed:
            return self
        orders = _orders_of(past)
        noted = self.deals if self.phase == str(past.position.phase) else ()
        reliability = dict(self.reliability)
        for power in POWERS:
            if power != view.power and past.position.units_of(power) and not over():
                judge = _Judge(past, orders, noted, view.rulebook, rng)
                reliability[power] = judge.judged(power, self.of(power))
        known = {power: each for power, each in reliability.items() if each != Reliability()}
        ties = _loosened(self.ties, past.position, orders, view, rng=rng, over=over)
        return replace(self, reliability=known, ties=ties, reviewed=str(past.position.phase))


# ── reviewing ───────────────────────────────────────────────────────────────────────────────────


def _orders_of(past: PastPhase) -> dict[Power, tuple[Order, ...]]:
    found: dict[Power, list[Order]] = {}
    for outcome in past.outcomes:
        found.setdefault(outcome.power, []).append(outcome.order)
    return {power: tuple(orders) for power, orders in found.items()}


@dataclass(frozen=True, slots=True)
class _Judge:
    """A movement phase looked back at.

    deals: those then in force, each with the phase in which it was made.
    """

    past: PastPhase
    orders: Mapping[Power, tuple[Order, ...]]
    deals: Sequence[tuple[Deal, str]]
    rulebook: Rulebook
    rng: Random

    def judged(self, power: Power, before: Reliability) -> Reliability:
        """Reliability after a phase in which the power had given its word."""
        position = self.past.position
        checks = [
            check
            for deal, _ in self.deals
            for check in check_deal(deal, position, self.past.outcomes, self.rulebook)
            if check.agent == power
        ]
        if not checks:
            return before
        made = [(deal, parse_phase(phase)) for deal, phase in self.deals]
        terms = replace(terms_of(made, position, self.rulebook).only(frozenset({power})), leagues={})
        free = Question(position, alone(power), _WIDTH, rulebook=self.rulebook)
        if not any(check.state is State.BROKEN for check in checks):
            return before.kept(gains(free, self.orders, power, self.rng)) if _binds(terms, power) else before
        bound = asked_under(position, self.rulebook, terms, _WIDTH, seed=self.orders)
        try:
            promised = solve(replace(bound, alliances=alone(power)), self.rng).values[power]
        except NoOrderLeftError:
            return before.stabbed(0.0)
        return before.stabbed(values_of(free, self.orders)[power] - promised)


def _binds(terms: Terms, power: Power) -> bool:
    """True if the terms took anything from the power."""
    return any(terms_.get(power) for terms_ in (terms.zones, terms.required, terms.forbidden))


def _loosened(
    ties: Mapping[frozenset[Power], float],
    position: Position,
    orders: Mapping[Power, tuple[Order, ...]],
    view: SeatView,
    *,
    rng: Random,
    over: Callable[[], bool],
) -> dict[frozenset[Power], float]:
    """Ties of pairs of others after another phase."""
    found: dict[frozenset[Power], float] = {}
    for one, other in combinations([power for power in POWERS if power != view.power], 2):
        pair = frozenset({one, other})
        tie = _FADES * ties.get(pair, 0.0)
        if _meet(position, one, other) and not over():
            seed = rng.getrandbits(32)
            apart = stability(position, orders, alone(one, other), view.rulebook, Random(seed))
            together = stability(position, orders, (Alliance(pair),), view.rulebook, Random(seed))
            tie += together - apart
        if abs(tie) > 0.01:
            found[pair] = tie
    return found


def stability(
    position: Position,
    orders: Mapping[Power, tuple[Order, ...]],
    alliances: tuple[Alliance, ...],
    rulebook: Rulebook,
    rng: Random,
) -> float:
    """Share of orders that a search under these alliances keeps.

    Of these powers' orders, from 0 to 1.
    """
    found = solve(Question(position, alliances, _WIDTH, seed=orders, rulebook=rulebook), rng)
    powers = [power for alliance in alliances for power in alliance.powers]
    given = {order for power in powers for order in orders.get(power, ())}
    kept = [order for power in powers for order in found.orders.get(power, ())]
    return sum(order in given for order in kept) / max(1, len(kept))


def _meet(position: Position, one: Power, other: Power) -> bool:
    """True if two powers' units could come to one province."""
    return not reach_of(position, one).isdisjoint(reach_of(position, other))


# ── reading memory ──────────────────────────────────────────────────────────────────────────────


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _items(memory: Memory, name: str) -> list[tuple[Power, Any]]:
    kept = memory.get(name)
    return [(power, kept[power]) for power in POWERS if power in kept] if isinstance(kept, Mapping) else []


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _bounds(value: object) -> Reliability | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    low, high = _number(value[0]), inf if value[1] is None else _number(value[1])
    return None if low is None or high is None else Reliability(low, high)


def _ties(value: object) -> dict[frozenset[Power], float]:
    found: dict[frozenset[Power], float] = {}
    for key, each in value.items() if isinstance(value, Mapping) else ():
        pair = frozenset(power for power in POWERS if power in str(key).split())
        tie = _number(each)
        if len(pair) == 2 and tie is not None:
            found[pair] = tie
    return found


def _orders(value: object) -> tuple[Order, ...]:
    try:
        return tuple(parse_order(text) for text in value) if isinstance(value, list) else ()
    except (NotationError, TypeError, AttributeError):
        return ()


def _deals(value: object) -> list[tuple[Deal, str]]:
    found: list[tuple[Deal, str]] = []
    for each in value if isinstance(value, list) else ():
        try:
            text, made = each
            parse_phase(made)
            deal = parse_formula(text, DIPLOMACY)
        except (TalkError, ValueError, TypeError, AttributeError):
            continue
        if isinstance(deal, Agree | Commits):
            found.append((deal, made))
    return found
