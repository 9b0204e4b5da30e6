"""Deals of a phase as limits on orders.

Shared by bots of papers that make peace, alliances and deals over orders. Other promises in force (of a seat that was
taken over) are only watched by `faithful`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from adjudication.board import Province, province_of
from adjudication.facts import reachable_provinces
from adjudication.legality import refusal
from adjudication.orders import Build, Hold, Move, MovementOrder, Order, Support
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.values import Values
from bots.view import Agreement, SeatView
from bots.walk import adjustment_orders, retreat_orders, strictly
from bots.zoo.thesis.strategy import helped_by
from negotiation.compliance import State, check_deal
from negotiation.diplomacy import Aly, Dmz, Hld, Mto, Pce, Scd, Sup, order_of
from negotiation.foresight import Given, Standing, asked_by, breaks
from negotiation.levels import subterms
from negotiation.sense import Flaw, faults, parts_of
from negotiation.terms import Deal, Do, Propose

__all__ = [
    "Pacts",
    "faithful",
    "is_sound",
    "most_friends",
    "orders_after_moves",
    "orders_in",
    "pacts_of",
    "standing_of",
]


@dataclass(frozen=True, slots=True)
class Pacts:
    """Demands of deals in force on a power in this phase.

    peace: powers it may not attack, allies among them. foes: powers it may not help. closed: provinces it may not
    enter. due: orders it must give. promised: orders that others owe.
    """

    peace: frozenset[Power] = frozenset()
    allies: frozenset[Power] = frozenset()
    foes: frozenset[Power] = frozenset()
    closed: frozenset[Province] = frozenset()
    due: tuple[MovementOrder, ...] = ()
    promised: tuple[tuple[Power, MovementOrder], ...] = ()

    def helped(self, position: Position, power: Power) -> Counter[Province]:
        """Supports promised to the power's units, by destination."""
        found: Counter[Province] = Counter()
        for _, order in self.promised:
            if isinstance(order, Support):
                unit = position.unit_at(province_of(order.supported))
                if unit is not None and unit.power == power:
                    found[helped_by(order)] += 1
        return found


def pacts_of(view: SeatView, agreements: Sequence[Agreement] | None = None) -> Pacts:
    """Demands of deals in this phase. agreements: those in force unless given.

    Who broke a peace or an alliance is not covered by it any more.
    """
    me = view.power
    peace: set[Power] = set()
    allies: set[Power] = set()
    foes: set[Power] = set()
    closed: set[Province] = set()
    due: list[MovementOrder] = []
    promised: list[tuple[Power, MovementOrder]] = []
    for agreement in view.agreements if agreements is None else agreements:
        standing = standing_of(view, agreement)
        asked = asked_by(standing, view.position, view.rulebook)
        for check in asked.checks:
            if check.agent != me or not check.lasting or (me, check.content) in standing.broken:
                continue
            match check.content:
                case Pce() | Aly() as content:
                    members = {each for each in content.powers if (each, content) not in standing.broken} - {me}
                    peace |= members
                    if isinstance(content, Aly) and members:
                        allies |= members
                        foes |= set(content.against)
                case Dmz(_, provinces):
                    closed |= set(provinces)
                case Scd(power, centers) if power != me:
                    closed |= set(centers)
        for power, order in ((one.power, one.order) for one in asked.due):
            if not isinstance(order, Hold | Move | Support):
                continue
            if power != me:
                promised.append((power, order))
            elif all(province_of(other.region) != province_of(order.region) for other in due):
                due.append(order)
    closed |= {center for center, owner in view.position.centers.items() if owner in peace}
    closed |= {unit.province for unit in view.position.units if unit.power in peace}
    return Pacts(
        frozenset(peace),
        frozenset(allies),
        frozenset(foes),
        frozenset(closed),
        tuple(due),
        tuple(dict.fromkeys(promised)),
    )


def standing_of(view: SeatView, agreement: Agreement) -> Standing:
    """A deal in force with what the ledger says of it.

    Orders promised for no particular time were due in the deal's own phase.
    """
    deal = agreement.deal
    done: frozenset[int] = frozenset()
    if agreement.phase != view.position.phase and all(getattr(term, "time", None) is None for term in subterms(deal)):
        checks = check_deal(deal, view.position, (), view.rulebook)
        done = frozenset(index for index, check in enumerate(checks) if not check.lasting)
    broken = frozenset(
        (line.agent, line.content)
        for line in view.ledger
        if line.state is State.BROKEN and line.made == agreement.phase and line.powers == agreement.powers
    )
    return Standing(deal, done, broken)


def faithful(view: SeatView, orders: Mapping[Province, MovementOrder]) -> dict[Province, MovementOrder]:
    """Replace orders that would break a deal by holds."""
    given = dict(orders)
    pacts = pacts_of(view)
    due = {province_of(order.region): order for order in pacts.due}
    others = [Given(power, order) for power, order in pacts.promised]
    standings = [standing_of(view, agreement) for agreement in view.agreements]
    for _ in range(3):
        mine = [Given(view.power, order) for order in given.values()]
        guilty = {
            province_of(order.region): order
            for standing in standings
            for order in breaks(standing, view.power, [*mine, *others], view.position, view.rulebook)
            if isinstance(order, Hold | Move | Support)
        }
        if not guilty:
            break
        for province, order in guilty.items():
            better = due.get(province, order)
            given[province] = better if better != order else Hold(order.kind, order.region)
    return given


def orders_after_moves(view: SeatView, values: Values, closed: Collection[Province], rng: Random) -> tuple[Order, ...]:
    """Retreats, builds and removals, none into a closed province."""
    position, power = view.position, view.power
    if position.phase.kind == "R":
        open_to = tuple(
            replace(each, retreats=tuple(to for to in each.retreats if province_of(to) not in closed))
            for each in position.dislodged
        )
        return tuple(retreat_orders(replace(position, dislodged=open_to), power, values, pick=strictly, rng=rng))
    orders = adjustment_orders(position, power, view.rulebook, values, pick=strictly, rng=rng)
    return tuple(each for each in orders if not isinstance(each, Build) or province_of(each.region) not in closed)


# ── proposals ───────────────────────────────────────────────────────────────────────────────────

_UNSOUND = frozenset(
    {Flaw.IMPOSSIBLE, Flaw.CONTRADICTORY, Flaw.HARMFUL, Flaw.HOME, Flaw.VOID, Flaw.AT_ODDS, Flaw.BOUNCE, Flaw.LONG}
)
_OWN_AFFAIR = frozenset({Flaw.HARMFUL, Flaw.HOME, Flaw.AT_ODDS})
"""Faults that count only where the power itself has the harm."""


def is_sound(view: SeatView, deal: Deal, among: Iterable[Power], also: Iterable[Propose] = ()) -> bool:
    """True if the power can keep a deal that makes sense.

    It is compared with the deals in force. also: proposals that may become deals yet.
    """
    phase = view.position.phase
    standing = [
        *(each for each in view.agreements if each.deal != deal),
        *(Agreement(phase, _powers((each.speaker, *each.hearers)), each.deal) for each in also if each.deal != deal),
    ]
    found = faults(deal, tuple(among), view.position, view.rulebook, standing)
    return not any(
        fault.flaw in _UNSOUND and (fault.flaw not in _OWN_AFFAIR or fault.power == view.power) for fault in found
    )


def orders_in(view: SeatView, deal: Deal) -> tuple[tuple[Power, MovementOrder], ...] | None:
    """Orders promised for this phase, with their powers.

    None if the deal holds anything else.
    Convoys, ways by sea and orders that are not legal count as something else.
    """
    found: list[tuple[Power, MovementOrder]] = []
    for part in parts_of(deal):
        action = part.content.action if isinstance(part.content, Do) and part.content.time is None else None
        if not isinstance(action, Hld | Mto | Sup) or part.time is not None:
            return None
        power, order = order_of(action)
        unit = view.position.unit_at(action.unit.region.province)
        if power != part.agent and (part.agent is not None or power not in part.to):
            return None
        if not isinstance(order, Hold | Move | Support) or unit is None:
            return None
        if isinstance(order, Move) and province_of(order.target) not in reachable_provinces(unit.kind, unit.region):
            return None
        if refusal(view.position, power, order, view.rulebook) is not None:
            return None
        found.append((power, order))
    return tuple(found)


def most_friends(others: int) -> int:
    """Most powers to be at peace with: half of the others.

    Somebody has to be left to win from.
    """
    return max(1, others // 2)


def _powers(agents: Iterable[str]) -> tuple[Power, ...]:
    return tuple(power for power in POWERS if power in set(agents))
