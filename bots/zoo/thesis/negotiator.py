"""The thesis' negotiating agent: asks others to support its plan.

Source: A. Fabregues, "Facing the Challenge of Automated Negotiations with Humans", 6.6.3. From a complete plan it makes
options: supports of other powers' units that help the plan's orders. It proposes the best one and thinks nothing of
what the other gains. It accepts a proposal if the plan completed from it is as good as or better than the plan found
at first, by utility and risk of conflicts; else it rejects.

The source leaves open, and here it is:

- An option is one support or more of one power for one order, at most as many as the order lacks. Options are ranked by
  the worth of the order's destination times the part of the lacking supports that they are.
- Utility and risk make one number (`Plan.value`).
- A unit whose best place is taken supports the order into it (`ThesisBot.backs`), as in the mute agent beside it.
- A promised support of somebody else's order into a place where the plan has a unit is a conflict.
- Powers that never answered are not asked again. Promises are kept.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.legality import refusal
from adjudication.notation import NotationError, format_order, parse_order
from adjudication.orders import Hold, Move, MovementOrder, Order, Support
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power, as_power
from bots.agent import Decision, Memory
from bots.talker import Talk
from bots.view import Said, SeatView
from bots.zoo.floor import open_with, said_today, silent_powers
from bots.zoo.thesis.strategy import Plan, ThesisBot, complete_plan, destination_of, helped_by
from negotiation.diplomacy import Hld, Mto, Sup, action_of, order_of
from negotiation.sense import MOST_PARTS, parts_of
from negotiation.terms import Accept, Commit, Commits, Deal, Do, Propose, Reject, Utterance, both, group

__all__ = ["Option", "ThesisNegotiator", "options_of"]

_MOST: Final = 3
"""Proposals to one power in a phase."""
_EPSILON: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Option:
    """Supports of one other power for one order.

    relief: what they are worth (see above).
    """

    partner: Power
    order: MovementOrder
    supports: tuple[Support, ...]
    relief: float

    def deal(self, me: Power, position: Position) -> Deal:
        """The request in L: the partner commits itself to the supports."""
        done = [Do(action_of(self.partner, support, position)) for support in self.supports]
        return Commits((Commit(self.partner, (me,), both(done)),))


@dataclass(frozen=True, slots=True)
class _Terms:
    """Consequences of deals for a power's plan.

    given: orders it must give. helped: supports it will get, by destination.
    """

    given: Mapping[Province, MovementOrder] = field(default_factory=dict)
    helped: Mapping[Province, int] = field(default_factory=Counter)
    foreign: frozenset[Province] = frozenset()
    """Places into which it helps others."""


@dataclass(frozen=True, slots=True)
class ThesisNegotiator:
    """Asks for supports of its plan, and accepts what leaves it as good.

    Remembers the plan found at first in a phase, and who is not asked in it because it never answered:
    `{"phase": "S1901M", "plan": ["A PAR - BUR", …], "silent": ["TUR"]}`.
    """

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders of the plan completed from the deals."""
        if view.position.phase.kind != "M":
            return ThesisBot().decide(view, {}, rng, seconds)
        terms = _agreed(view)
        first, memory = _first_plan(view, memory, rng)
        plan = _completed(view, terms, rng) if terms is not None and (terms.given or terms.helped) else first
        return Decision(plan.orders, memory)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Ask each power for the supports that help most."""
        if view.position.phase.kind != "M" or not view.position.units_of(view.power):
            return Talk(memory=memory)
        first, memory = _first_plan(view, memory, rng)
        memory = {**memory, "silent": sorted(silent_powers(view))}
        return Talk(tuple(_requests(view, first, _silent_in(memory))), memory)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Answer a proposal, and propose the next option."""
        heard = message.utterance
        if view.position.phase.kind != "M" or view.power not in heard.hearers or not view.position.units_of(view.power):
            return Talk(memory=memory)
        first, memory = _first_plan(view, memory, rng)
        said: list[Utterance] = []
        agreed = _agreed(view) or _Terms()
        if isinstance(heard, Propose):
            answer = Accept if _is_as_good(view, heard.deal, first, agreed, rng) else Reject
            said.append(answer(view.power, group({heard.speaker, *heard.hearers} - {view.power}), heard.deal))
        if isinstance(heard, Propose | Accept | Reject):
            plan = _completed(view, agreed, rng) if agreed.given or agreed.helped else first
            said += _requests(view, plan, _silent_in(memory), said, to=as_power(heard.speaker))
        return Talk(tuple(said), memory)


def options_of(position: Position, power: Power, plan: Plan, able: Collection[Power] = POWERS) -> list[Option]:
    """Options for a plan, the best first. able: powers that may be asked."""
    mine = {destination_of(order) for order in plan.orders}
    found: list[Option] = []
    for order in plan.orders:
        need = plan.need(order)
        if need == 0:
            continue
        place = destination_of(order)
        there = position.unit_at(place)
        free: dict[Power, list[Support]] = {}
        for unit in position.units:
            if (
                unit.power in able
                and unit.power != power
                and (there is None or there.power != unit.power)
                and unit.province not in mine
            ):
                free.setdefault(unit.power, []).extend(_support_by(unit, order))
        for partner, supports in sorted(free.items()):
            for size in range(1, min(need, MOST_PARTS) + 1):
                relief = plan.worth(order) * size / need
                found += [Option(partner, order, chosen, relief) for chosen in combinations(supports, size)]
    return sorted(found, key=lambda option: (-option.relief, option.partner, str(option.supports)))


def _support_by(unit: Unit, order: MovementOrder) -> Iterator[Support]:
    within = {province_of(region) for region in STANDARD.borders(unit.kind)[unit.region]}
    if destination_of(order) in within:
        target = order.target if isinstance(order, Move) else None
        yield Support(unit.kind, unit.region, order.kind, order.region, target)


# ── what was said and agreed ────────────────────────────────────────────────────────────────────


def _requests(
    view: SeatView,
    plan: Plan,
    silent: Collection[Power],
    said: Sequence[Utterance] = (),
    to: Power | None = None,
) -> Iterator[Utterance]:
    """Propose to each power its best new option.

    Each order is helped by one of them. said: words that go out in front.
    """
    me = view.power
    today = [*said_today(view), *said]
    made = [each for each in today if isinstance(each, Propose) and each.speaker == me]
    often = Counter(as_power(each.hearers[0]) for each in made)
    shut = open_with(me, today) | set(silent) | {power for power, times in often.items() if times >= _MOST}
    if to in shut:
        return
    asked: set[Power] = set()
    helped: set[MovementOrder] = set()
    able = {to} if to is not None else {power for power in POWERS if power != me} - shut
    for option in options_of(view.position, me, plan, able):
        if option.partner in asked or option.order in helped:
            continue
        deal = option.deal(me, view.position)
        if any(each.deal == deal for each in made):
            continue
        asked.add(option.partner)
        helped.add(option.order)
        yield Propose(me, (option.partner,), deal)


def _silent_in(memory: Memory) -> set[Power]:
    """Powers remembered as silent; none if there is something else."""
    kept = memory.get("silent")
    return {power for power in POWERS if power in kept} if isinstance(kept, list) else set()


def _agreed(view: SeatView) -> _Terms | None:
    """Terms of the deals of this phase."""
    deals = [each.deal for each in view.agreements if each.phase == view.position.phase]
    return _terms_of(view, deals, strict=False)


def _terms_of(view: SeatView, deals: Sequence[Deal], *, strict: bool) -> _Terms | None:
    """Own orders and help in deals; None if not all can be kept.

    strict: None also for anything that is no order.
    """
    me, position = view.power, view.position
    given: dict[Province, MovementOrder] = {}
    helped = Counter[Province]()
    foreign: set[Province] = set()

    def must(order: MovementOrder) -> bool:
        return given.setdefault(province_of(order.region), order) == order

    # Its own promises first: help for an order that they rule out is lost.
    for part in sorted((part for deal in deals for part in parts_of(deal)), key=lambda part: part.agent != me):
        action = part.content.action if isinstance(part.content, Do) else None
        if not isinstance(action, Hld | Mto | Sup) or part.time is not None or part.agent is None:
            if strict:
                return None
            continue
        power, order = order_of(action)
        by_sea = isinstance(order, Move) and order.target not in STANDARD.borders(order.kind).get(order.region, ())
        if power != part.agent or by_sea or refusal(position, power, order, view.rulebook) is not None:
            if strict:
                return None
            continue
        supported = _supported_order(order)
        unit = position.unit_at(province_of(supported.region)) if supported is not None else None
        if power == me:
            if not isinstance(order, Hold | Move | Support) or not must(order):
                return None
            if isinstance(order, Support) and unit is not None and unit.power != me:
                foreign.add(helped_by(order))
        elif supported is not None and unit is not None and unit.power == me:
            # A hold is helped whatever the unit does instead of moving.
            if isinstance(supported, Move) and not must(supported):
                if strict:
                    return None
                continue
            helped[destination_of(supported)] += 1
    return _Terms(given, helped, frozenset(foreign))


def _supported_order(order: Order) -> MovementOrder | None:
    if not isinstance(order, Support):
        return None
    if order.target is None:
        return Hold(order.supported_kind, order.supported)
    return Move(order.supported_kind, order.supported, order.target)


# ── plans ───────────────────────────────────────────────────────────────────────────────────────


def _completed(view: SeatView, terms: _Terms, rng: Random) -> Plan:
    return complete_plan(view.position, view.power, rng, tuple(terms.given.values()), terms.helped, backs=True)


def _is_as_good(view: SeatView, deal: Deal, first: Plan, agreed: _Terms, rng: Random) -> bool:
    """True if the plan with a deal is as good as the first."""
    deals = [each.deal for each in view.agreements if each.phase == view.position.phase]
    if _terms_of(view, [deal], strict=True) is None:
        return False
    terms = _terms_of(view, [*deals, deal], strict=False)
    if terms is None:
        return False
    plan = _completed(view, terms, rng)
    if any(destination_of(order) in terms.foreign for order in plan.orders):
        return False
    return plan.value >= first.value - _EPSILON


def _first_plan(view: SeatView, memory: Memory, rng: Random) -> tuple[Plan, dict[str, Any]]:
    """The plan found at first in this phase, and its memory."""
    phase = str(view.position.phase)
    kept = memory.get("plan") if memory.get("phase") == phase else None
    orders = _orders_in(kept, view) if isinstance(kept, list) else None
    plan = complete_plan(view.position, view.power, rng, orders or (), backs=True)
    silent = sorted(_silent_in(memory)) if memory.get("phase") == phase else []
    return plan, {"phase": phase, "plan": [format_order(order) for order in plan.orders], "silent": silent}


def _orders_in(texts: Sequence[Any], view: SeatView) -> list[MovementOrder] | None:
    """Remembered orders; None unless each unit has a legal one."""
    try:
        found = [parse_order(text) for text in texts]
    except (NotationError, TypeError, AttributeError):
        return None
    orders: list[MovementOrder] = [order for order in found if isinstance(order, Hold | Move | Support)]
    legal = all(refusal(view.position, view.power, order, view.rulebook) is None for order in orders)
    stand = {unit.province for unit in view.position.units_of(view.power)}
    whole = {province_of(order.region) for order in orders} == stand and len(orders) == len(stand)
    return orders if legal and whole else None
