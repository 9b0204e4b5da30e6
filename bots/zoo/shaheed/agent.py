"""Shaheed's Diplomat: plans by clusters, supports for IOUs, lies that pay.

Source: Webb et al. (2008), 2.3.2; Fabregues' thesis, 2.5. Three parts: strategy and tactics make plans of its own
units; negotiation extends them by others' orders; deceit decides which deals it keeps. The original's three processes
are the three calls of a talking bot here. L has no word for a debt: an IOU is a line in its books, which others may
honour or not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from adjudication.board import Province, province_of
from adjudication.orders import Hold, Move, MovementOrder, Order, Support
from adjudication.powers import Power, as_power
from bots.agent import Decision, Memory
from bots.blabbot import others_alive
from bots.talker import Talk
from bots.values import Values, dumbbot_values
from bots.view import Agreement, Said, SeatView
from bots.zoo.clock import stopwatch
from bots.zoo.deals import Pacts, faithful, is_sound, most_friends, orders_after_moves, orders_in, pacts_of
from bots.zoo.floor import answer_to, open_proposals, open_with, own_open, rejected_today, said_today, silent_powers
from bots.zoo.shaheed.market import Books, books_of, honesty_toward, lies_pay, meetings
from bots.zoo.shaheed.tactics import Tactics, front_of, plan_of, value_of
from bots.zoo.thesis.strategy import Plan, destination_of
from negotiation.diplomacy import Aly, Drw, Pce
from negotiation.terms import Agree, Deal, Propose, Utterance, group

__all__ = ["ShaheedsDiplomat"]

_MOST: Final = 3
"""Proposals to one power in a phase."""


@dataclass(frozen=True, slots=True)
class ShaheedsDiplomat:
    """Trades supports on credit; honest as far as it is told.

    It remembers nothing but what the ledger shows.
    honesty: from 0, a lie whenever it gains something, to 1, never a lie.
    """

    honesty: float = 0.7

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders of the plan, with the deals that are worth keeping."""
        position, power = view.position, view.power
        if position.phase.kind != "M":
            return Decision(_other_orders(view, rng), {})
        if not position.units_of(power):
            return Decision((), {})
        books = books_of(power, view.ledger)
        kept = self._kept_deals(view, books, stopwatch(seconds))
        plan = _plan(view, books, kept)
        orders = {province_of(order.region): order for order in plan.orders}
        return Decision(tuple(faithful(replace(view, agreements=tuple(kept)), orders).values()), {})

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Offer peace to neighbours, and hold meetings for its plan."""
        if not _takes_part(view):
            return Talk()
        books = books_of(view.power, view.ledger)
        shut = open_with(view.power, said_today(view)) | silent_powers(view)
        said: list[Utterance] = list(_pact_offers(view, books, shut))
        said += _requests(view, books, shut | {as_power(each.hearers[0]) for each in said}, said)
        return Talk(tuple(said))

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Answer a proposal; after an answer invite the next bidder."""
        heard = message.utterance
        if not _takes_part(view) or view.power not in heard.hearers:
            return Talk()
        books = books_of(view.power, view.ledger)
        if isinstance(heard, Propose):
            return Talk((answer_to(view.power, heard, agrees=self._agrees(view, books, heard)),))
        shut = open_with(view.power, said_today(view)) | silent_powers(view)
        return Talk(tuple(_requests(view, books, shut, ())))

    # ── deceit ──────────────────────────────────────────────────────────────────────────────────

    def _kept_deals(self, view: SeatView, books: Books, is_over: Callable[[], bool]) -> list[Agreement]:
        """Deals in force that it keeps.

        Left out are those with the one power whose betrayal pays most, if any does.
        is_over: true when there is no time to consider more betrayals.
        """
        deals = list(view.agreements)
        free = dumbbot_values(view.position, view.power)
        scale, faithful_value = _scale(view), _worth(view, books, deals, free)
        best: tuple[float, Power] | None = None
        for power in sorted({each for deal in deals for each in deal.powers} - {view.power}):
            if is_over():
                break
            others = [deal for deal in deals if power not in deal.powers]
            gain = _worth(view, books, others, free) - faithful_value
            trusted = books.reliability(power)
            pays = lies_pay(self.honesty, trusted, gain, scale, books.owed(power))
            if gain > 0 and pays and (best is None or gain > best[0]):
                best = gain, power
        return deals if best is None else [deal for deal in deals if best[1] not in deal.powers]

    # ── negotiation ─────────────────────────────────────────────────────────────────────────────

    def _agrees(self, view: SeatView, books: Books, heard: Propose) -> bool:
        """True if a deal is worth its price, or worth a lie."""
        me, deal = view.power, heard.deal
        speaker = as_power(heard.speaker)
        pacts = pacts_of(view)
        if isinstance(deal, Agree) and isinstance(deal.content, Drw):
            return set(others_alive(view.position, me)) <= pacts.peace
        among = {as_power(each) for each in (speaker, *heard.hearers)}
        if not is_sound(view, deal, among, own_open(view)):
            return False
        if isinstance(deal, Agree) and isinstance(deal.content, Pce | Aly):
            return deal.time is None and _befriends(view, books, pacts, deal.content)
        orders = orders_in(view, deal)
        if orders is None:
            return False
        bid = self._bid(view, books, pacts, heard, orders)
        rivals = [
            (self._bid(view, books, pacts, rival, theirs), as_power(rival.speaker))
            for rival, theirs in _rival_bids(view, heard, orders)
        ]
        return bid >= 0 and all((bid, speaker) > rival for rival in rivals)

    def _bid(
        self, view: SeatView, books: Books, pacts: Pacts, heard: Propose, orders: Sequence[tuple[Power, MovementOrder]]
    ) -> float:
        """Surplus of a deal over orders, kept or, where that pays, broken."""
        me, speaker = view.power, as_power(heard.speaker)
        scale, trusted = _scale(view), books.reliability(speaker)
        deal = Agreement(view.position.phase, (me, speaker), heard.deal)
        values = _plan(view, books, view.agreements).values
        before = _worth(view, books, view.agreements, values)
        kept = _worth(view, books, [*view.agreements, deal], values)
        favours = sum(power == me and isinstance(order, Support) for power, order in orders)
        credit = favours * books.iou(speaker, scale)
        debts = min(favours, max(0, -books.owed(speaker)))
        paid = honesty_toward(self.honesty, trusted) * debts * books.iou(speaker, scale)
        surplus = kept - before + credit + paid
        theirs = tuple((power, order) for power, order in orders if power != me)
        if surplus < 0 and theirs:
            gain = _worth(view, books, view.agreements, values, theirs=theirs) - before
            if gain > 0 and lies_pay(self.honesty, trusted, gain, scale, books.owed(speaker)):
                return gain
        return surplus


# ── plans ───────────────────────────────────────────────────────────────────────────────────────


def _plan(
    view: SeatView,
    books: Books,
    agreements: Sequence[Agreement],
    theirs: tuple[tuple[Power, MovementOrder], ...] = (),
) -> Plan:
    """The plan under these deals.

    Promises of the unreliable are not counted on. theirs: orders of others besides.
    """
    pacts = pacts_of(view, agreements)
    pacts = replace(pacts, promised=(*pacts.promised, *theirs))
    return plan_of(_tactics(view, books, pacts))


def _tactics(view: SeatView, books: Books, pacts: Pacts) -> Tactics:
    relied = replace(pacts, promised=tuple(each for each in pacts.promised if books.reliability(each[0]) >= 0.5))
    helped = relied.helped(view.position, view.power)
    given = {province_of(order.region): order for order in _helped_orders(view, relied)}
    given |= {province_of(order.region): order for order in pacts.due}
    return Tactics(
        view.position, view.power, pacts.peace, pacts.closed, tuple(given.values()), tuple(sorted(helped.items()))
    )


def _helped_orders(view: SeatView, pacts: Pacts) -> Iterator[MovementOrder]:
    """Own moves that others promised to support: it asked for them."""
    taken: set[Province] = set()
    for _, order in pacts.promised:
        if not isinstance(order, Support) or order.target is None:
            continue
        unit = view.position.unit_at(province_of(order.supported))
        place = province_of(order.target)
        if unit is not None and unit.power == view.power and place not in taken and place not in pacts.closed:
            taken.add(place)
            yield Move(unit.kind, unit.region, order.target)


def _worth(
    view: SeatView,
    books: Books,
    agreements: Sequence[Agreement],
    values: Values,
    theirs: tuple[tuple[Power, MovementOrder], ...] = (),
) -> float:
    """Value of the plan under these deals, by given values of places."""
    pacts = pacts_of(view, agreements)
    tactics = _tactics(view, books, replace(pacts, promised=(*pacts.promised, *theirs)))
    return value_of(plan_of(tactics).orders, values, dict(tactics.helped))


def _scale(view: SeatView) -> float:
    """Average worth of an order of its own plan."""
    plan = plan_of(Tactics(view.position, view.power))
    return max(0.0, plan.utility) / max(1, len(plan.orders))


def _prey(view: SeatView, books: Books) -> Power | None:
    """The power whose places a plan without friends wants most."""
    plan = plan_of(Tactics(view.position, view.power))
    aims: dict[Power, float] = {}
    for order in plan.orders:
        place = destination_of(order)
        unit = view.position.unit_at(place)
        victim = view.position.centers.get(place) or (unit.power if unit is not None else None)
        if isinstance(order, Move) and victim is not None and victim != view.power:
            aims[victim] = aims.get(victim, 0.0) + plan.worth(order)
    return max(sorted(aims), key=lambda power: (aims[power], -books.reliability(power)), default=None)


# ── what it says ────────────────────────────────────────────────────────────────────────────────


def _pact_offers(view: SeatView, books: Books, shut: set[Power]) -> Iterator[Propose]:
    """Offers of peace to neighbours but the prey.

    To a friend next to it, an alliance against the prey.
    """
    me, pacts, prey = view.power, pacts_of(view), _prey(view, books)
    others = others_alive(view.position, me)
    front = front_of(view.position, me)
    room = most_friends(len(others)) - len(pacts.peace)
    near = [
        other
        for other in others
        if other not in {*shut, prey} and front & front_of(view.position, other) and books.reliability(other) >= 0.5
    ]
    for other in sorted(near, key=lambda power: (-books.reliability(power), power)):
        deal: Deal | None = None
        if other not in pacts.peace and room > 0:
            room -= 1
            deal = Agree(group((me, other)), Pce((me, other)))
        elif other in pacts.peace and other not in pacts.allies and prey is not None and prey not in pacts.peace:
            deal = Agree(group((me, other)), Aly((me, other), (prey,)))
        if deal is not None and deal not in _made(view) and is_sound(view, deal, (me, other)):
            yield Propose(me, (other,), deal)


def _requests(view: SeatView, books: Books, shut: set[Power], said: Sequence[Utterance]) -> Iterator[Propose]:
    """Invite the best bidder of each meeting.

    said: words that go out in front.
    """
    me, position = view.power, view.position
    plan = _plan(view, books, view.agreements)
    made = _made(view)
    often = {power: sum(power in hearers for _, hearers in made.items()) for power in others_alive(position, me)}
    able = [power for power in often if power not in shut and often[power] < _MOST]
    refused = rejected_today(view)
    pending = own_open(view, said)
    asked: set[Power] = set()
    for order, bids in meetings(position, me, plan, books, able):
        if any(each.deal == bid.option.deal(me, position) for bid in bids for each in pending):
            continue
        for bid in bids:
            deal = bid.option.deal(me, position)
            fresh = deal not in made and deal not in refused and bid.bidder not in asked
            if fresh and isinstance(order, Hold | Move) and is_sound(view, deal, (me, bid.bidder), pending):
                asked.add(bid.bidder)
                yield Propose(me, (bid.bidder,), deal)
                break


def _befriends(view: SeatView, books: Books, pacts: Pacts, content: Pce | Aly) -> bool:
    """True if peace or an alliance suits its plans."""
    me = view.power
    against = set(getattr(content, "against", ()))
    members = set(content.powers) - {me}
    if me not in content.powers or against & (pacts.peace | {me}) or members & pacts.foes:
        return False
    room = most_friends(len(others_alive(view.position, me)))
    if _prey(view, books) in members or len(pacts.peace | members) > room:
        return False
    return all(books.reliability(other) >= 0.5 for other in members)


def _rival_bids(
    view: SeatView, heard: Propose, orders: Sequence[tuple[Power, MovementOrder]]
) -> Iterator[tuple[Propose, tuple[tuple[Power, MovementOrder], ...]]]:
    """Open proposals of others that ask the same of its units."""
    me = view.power
    asked = {province_of(order.region) for power, order in orders if power == me}
    for proposal, waiting in open_proposals(said_today(view)):
        if proposal == heard or me not in waiting:
            continue
        rival = orders_in(view, proposal.deal)
        if rival is not None and asked & {province_of(order.region) for power, order in rival if power == me}:
            yield proposal, rival


def _made(view: SeatView) -> dict[Deal, tuple[str, ...]]:
    """Own proposals of this phase, with their hearers."""
    return {
        each.deal: each.hearers for each in said_today(view) if isinstance(each, Propose) and each.speaker == view.power
    }


def _takes_part(view: SeatView) -> bool:
    return view.position.phase.kind == "M" and bool(view.position.units_of(view.power))


def _other_orders(view: SeatView, rng: Random) -> tuple[Order, ...]:
    """Retreats, never into a friend's province, builds and removals, by DumbBot's values."""
    pacts = pacts_of(view)
    return orders_after_moves(view, dumbbot_values(view.position, view.power, pacts.peace), pacts.closed, rng)
