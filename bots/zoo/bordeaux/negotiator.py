"""The negotiator: it asks the core, and talks in L.

Source: Loeb 1992, "Division of Control". A new alliance is good if both gain. Rumours, threats and suggestions are
seeds: plausible if they are still there after some mutations. It is ours when it speaks, whom it asks, what peace and
DMZs must not cost, and that it breaks its own word where that wins more than `loyalty`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

from adjudication.batch.compiling import compiling_alone
from adjudication.board import STANDARD, province_of
from adjudication.facts import next_to
from adjudication.legality import refusal
from adjudication.orders import Convoy, Move, MovementOrder, Order, Support
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Decision, Memory
from bots.hana.agent import warm as warm_search
from bots.talker import Talk
from bots.view import Said, SeatView
from bots.voting import centers_by_year, opinion
from bots.zoo.bordeaux.council import Council
from bots.zoo.bordeaux.evolving import SEARCH_SOURCES
from bots.zoo.bordeaux.mind import Mind
from bots.zoo.bordeaux.oneply import adjust
from bots.zoo.bordeaux.question import NoOrderLeftError
from bots.zoo.bordeaux.treaties import Terms, asked_under
from bots.zoo.clock import stopwatch
from bots.zoo.floor import silent_powers
from negotiation.diplomacy import Aly, Cvy, Dmz, Drw, Hld, Mto, Pce, Sup, action_of, order_of
from negotiation.ending import end_contents, powers_left
from negotiation.levels import FREE, subterms
from negotiation.sense import MOST_PARTS, parts_of
from negotiation.terms import (
    Accept,
    Agree,
    Commit,
    Commits,
    Courtesy,
    Deal,
    Do,
    Inform,
    Manner,
    Propose,
    Query,
    Reject,
    Utterance,
    both,
    group,
)

__all__ = ["Bordeaux", "make_bordeaux", "warm"]

_ALLIANCE_GAIN: Final = 0.2
"""Least gain, in centers, of both who make an alliance."""
_PEACE_COST: Final = 0.3
"""Most, in centers, that peace may cost in a turn."""
_ORDER_COST: Final = 0.05
"""Most that promised orders, or a DMZ, may cost."""
_LIAR: Final = 0.3
"""A power that stabbed for less gets no new pact."""
_MOST_PACTS: Final = 3
"""Pacts proposed in one phase."""
_SHARE: Final = 0.7
"""Part of the time limit that it uses."""
_FOLLOWING: Final = 1500
"""Mutations for the moves after builds or retreats."""


@dataclass(frozen=True, slots=True)
class Bordeaux:
    """Core and negotiator.

    width: mutations for its orders; small_width: for each question of the talk. loyalty: what it would have to win, in
    centers, to break its word. Its memory is `bots.zoo.bordeaux.mind.Mind`.
    """

    width: int = 20_000
    small_width: int = 1200
    loyalty: float = 1.5

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders of the best plan under the deals that will be kept."""
        over = stopwatch(seconds, _SHARE)
        mind = Mind.from_memory(memory).after(view, rng, over).at(view)
        council = self._council(view, mind, rng, over)
        if view.position.phase.kind != "M":
            orders = self._adjusted(council, rng, over)
            return Decision(orders, mind.as_dict())
        mind = mind.noting(view)
        if not view.position.units_of(view.power):
            return Decision((), mind.as_dict())
        terms = council.reliable(self.loyalty)
        seed = {power: orders for power, orders in mind.hints.items() if power != view.power}
        try:
            found = council.ask(council.sober(terms), self.width, rng, seed)
        except NoOrderLeftError:
            found = council.ask(Terms(), self.width, rng, seed)
        return Decision(found.orders[view.power], mind.as_dict())

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Propose alliances, peace, orders to allies, or a draw."""
        over = stopwatch(seconds, _SHARE)
        mind = Mind.from_memory(memory).after(view, rng, over).at(view)
        if view.level < 1 or view.position.phase.kind != "M" or not view.position.units_of(view.power):
            return Talk(memory=mind.as_dict())
        council = self._council(view, mind, rng, over)
        said: list[Utterance] = [*_draws(view)]
        silent = silent_powers(view)
        try:
            before = council.values(council.terms())
        except NoOrderLeftError:
            return Talk(tuple(said), mind.as_dict())
        asked = dict(mind.asked)
        new: set[Power] = set()
        for other, deal in _pacts(council, before, silent, asked, over):
            new.add(other)
            said.append(Propose(view.power, (other,), deal))
            asked[other] = str(view.position.phase)
        for other in _partners(council.terms(), view.power):
            # One proposal to a power at a time: most protocols drop a second one.
            if other not in new:
                said += _orders_for(council, other)
        return Talk(tuple(said), replace(mind, asked=asked).as_dict())

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Answer proposals, remember plausible rumours, plan with new allies."""
        over = stopwatch(seconds, _SHARE)
        mind = Mind.from_memory(memory).after(view, rng, over).at(view)
        heard = message.utterance
        speaker = as_power(heard.speaker)
        if view.position.phase.kind != "M" or view.power not in heard.hearers or view.level < 1:
            return Talk(memory=mind.as_dict())
        council = self._council(view, mind, rng, over)
        to_all = group({heard.speaker, *heard.hearers} - {view.power})
        match heard:
            case Propose(deal=deal):
                yes = view.position.units_of(view.power) and _is_good(council, deal, speaker)
                answer = Accept(view.power, to_all, deal) if yes else Reject(view.power, to_all, deal)
                return Talk((answer,), mind.as_dict())
            case Accept(deal=deal) if speaker in _partners(council.terms(deal), view.power):
                return Talk(tuple(_orders_for(council, speaker, deal)), mind.as_dict())
            case Inform() | Courtesy(manner=Manner.THREATEN | Manner.RUMOUR):
                told = heard.content if isinstance(heard, Inform) else heard.about
                found = council.plausible(_told(view, told)) if told is not None else {}
                mind = replace(mind, hints={**mind.hints, **found})
            case Query() | Courtesy(manner=Manner.MUMBLE) if view.level >= FREE:
                # The TRY of the source: it did not follow.
                return Talk((Courtesy(view.power, (speaker,), Manner.PUZZLED),), mind.as_dict())
            case _:
                pass
        return Talk(memory=mind.as_dict())

    def _council(self, view: SeatView, mind: Mind, rng: Random, over: Callable[[], bool]) -> Council:
        return Council(view, mind, rng.getrandbits(32), self.small_width, over)

    def _adjusted(self, council: Council, rng: Random, over: Callable[[], bool]) -> tuple[Order, ...]:
        view = council.view
        terms = council.terms()
        question = asked_under(view.position, view.rulebook, terms, _FOLLOWING, leagues=council.mind.leagues)
        return adjust(replace(question, depth=2), view.power, rng, over)


# ── what is proposed ────────────────────────────────────────────────────────────────────────────


def _pacts(
    council: Council,
    before: Mapping[Power, float],
    silent: set[Power],
    asked: Mapping[Power, str],
    over: Callable[[], bool],
) -> Iterator[tuple[Power, Deal]]:
    """Pacts worth proposing, those with the most to gain first."""
    view = council.view
    me, terms = view.power, council.terms()
    this_year = {power for power, phase in asked.items() if str(view.position.phase.year) in phase}
    bound = {power for each in view.agreements for power in each.powers}
    found: list[tuple[float, Power, Deal]] = []
    for other in sorted(powers_left(view.position) - {me} - silent - this_year):
        if over():
            break
        if council.mind.of(other).high < _LIAR:
            continue
        pair = (me, other)
        if other in bound:
            if (zone := _border(view, terms, other)) and _is_cheap(council, zone, other, before):
                found.append((0.0, other, zone))
            continue
        alliance = Agree(group(pair), Aly(pair))
        gain = council.gain(alliance, before)
        if gain is not None and min(gain[me], gain[other]) >= _ALLIANCE_GAIN:
            found.append((gain[me], other, alliance))
            continue
        peace = Agree(group(pair), Pce(pair))
        gain = council.gain(peace, before)
        if gain is not None and gain[me] >= -_PEACE_COST:
            found.append((gain[me] - 1, other, peace))
    found.sort(key=lambda each: (-each[0], each[1]))
    yield from ((other, deal) for _, other, deal in found[:_MOST_PACTS])


def _border(view: SeatView, terms: Terms, other: Power) -> Deal | None:
    """A DMZ of the empty places between two powers' centers.

    None if there are none or one is agreed.
    """
    me, position = view.power, view.position
    if terms.zones.get(me) or position.phase.season != "S":
        return None
    between = {
        place
        for place in STANDARD.provinces
        if place not in STANDARD.centers
        and position.unit_at(place) is None
        and all(not next_to(place).isdisjoint(position.centers_of(power)) for power in (me, other))
    }
    return Agree(group((me, other)), Dmz((me, other), tuple(between))) if 0 < len(between) <= MOST_PARTS else None


def _is_cheap(council: Council, deal: Deal, other: Power, before: Mapping[Power, float]) -> bool:
    gain = council.gain(deal, before)
    return gain is not None and min(gain[council.view.power], gain[other]) >= -_ORDER_COST


def _partners(terms: Terms, me: Power) -> list[Power]:
    """Powers that plan together with one under these terms."""
    return sorted({power for league in terms.leagues if me in league for power in league} - {me})


def _orders_for(council: Council, other: Power, *more: Deal) -> Iterator[Utterance]:
    """Propose to an ally the help in the best joint plan.

    more: deals agreed just now.
    """
    view = council.view
    me, position = view.power, view.position
    if _proposed(view, other):
        return
    terms = council.terms(*more)
    try:
        found = council.ask(terms, 2 * council.width, Random(council.seed))
    except NoOrderLeftError:
        return
    promised = terms.required
    commits: list[Commit] = []
    for giver, taker in ((me, other), (other, me)):
        helps = [
            order
            for order in found.orders.get(giver, ())
            if isinstance(order, Support | Convoy)
            and _owner_of_ward(position, order) == taker
            and not _has_order(promised.get(giver, ()), order)
        ][:MOST_PARTS]
        wards = [ward for order in helps if (ward := _ward(found.orders.get(taker, ()), order)) is not None]
        if helps:
            commits.append(Commit(giver, (taker,), both(Do(action_of(giver, order, position)) for order in helps)))
        new = [ward for ward in wards if not _has_order(promised.get(taker, ()), ward)]
        if new:
            commits.append(Commit(taker, (giver,), both(Do(action_of(taker, ward, position)) for ward in new)))
    if commits:
        yield Propose(me, (other,), Commits(tuple(commits)))


def _proposed(view: SeatView, other: Power) -> bool:
    """True if orders were proposed between both in this phase."""
    pair = {view.power, other}
    return any(
        each.phase == view.position.phase
        and isinstance(each.utterance, Propose)
        and isinstance(each.utterance.deal, Commits)
        and {each.utterance.speaker, *each.utterance.hearers} == pair
        for each in view.talk
    )


def _owner_of_ward(position: Position, order: Support | Convoy) -> Power | None:
    unit = position.unit_at(province_of(order.supported) if isinstance(order, Support) else order.army)
    return unit.power if unit is not None else None


def _ward(orders: Iterable[Order], help_: Support | Convoy) -> MovementOrder | None:
    """The order that is helped."""
    place = province_of(help_.supported) if isinstance(help_, Support) else help_.army
    for order in orders:
        if isinstance(order, MovementOrder) and province_of(order.region) == place:
            return order if isinstance(order, Move) else None
    return None


def _has_order(orders: Iterable[Order], order: MovementOrder) -> bool:
    """True if the unit's order is promised already."""
    return any(province_of(getattr(each, "region", "")) == province_of(order.region) for each in orders)


def _draws(view: SeatView) -> Iterator[Utterance]:
    """Propose a draw in spring if playing on promises no more."""
    left = powers_left(view.position)
    others = left - {view.power}
    if view.position.phase.season == "S" and others and view.draws != "none" and _would_end(view, left):
        yield Propose(view.power, group(others), Agree(group(left), Drw()))


def _would_end(view: SeatView, sharers: frozenset[Power]) -> bool:
    years = centers_by_year((past.position for past in view.history), view.position)
    return opinion(view.power, sharers, years, view.rulebook.victory_centers).agrees


# ── what is answered ────────────────────────────────────────────────────────────────────────────


def _is_good(council: Council, deal: Deal, speaker: Power) -> bool:
    """True if the core says that a deal pays.

    Alliances: both gain. Peace and DMZs: they cost little. Orders: they cost nothing, or stay when a search starts from
    them. The end of the game: it is worth no less than playing on.
    """
    view = council.view
    ends = {sharers for power, sharers in end_contents(deal, view.position) if power == view.power}
    if ends:
        only = all(isinstance(part.content, Drw) for part in parts_of(deal))
        return only and view.draws != "none" and all(_would_end(view, sharers) for sharers in ends)
    now, then = council.terms(), council.terms(deal)
    if then.unclear or council.mind.of(speaker).high < _LIAR or _binds_others(deal, view.power, speaker):
        return False
    try:
        before = council.values(now)
    except NoOrderLeftError:
        return False
    gain = council.gain(deal, before)
    if gain is None:
        return False
    mine = gain[view.power]
    contents = [part.content for part in parts_of(deal)]
    if any(isinstance(content, Aly) for content in contents):
        return mine >= _ALLIANCE_GAIN and gain[speaker] > 0
    if any(isinstance(content, Pce) for content in contents):
        return mine >= -_PEACE_COST
    if mine >= -_ORDER_COST:
        return True
    asked = {power: orders for power, orders in then.required.items() if orders != now.required.get(power)}
    own = asked.get(view.power, ())
    return bool(own) and council.plausible(asked).get(view.power, ()) == own


def _binds_others(deal: Deal, me: Power, speaker: Power) -> bool:
    """True if a deal speaks for somebody else."""
    if isinstance(deal, Agree):
        return me not in deal.agents
    return not {as_power(commit.agent) for commit in deal.items} <= {me, speaker}


def _told(view: SeatView, content: object) -> dict[Power, tuple[Order, ...]]:
    """Legal orders of others that a piece of news speaks of."""
    found: dict[Power, list[Order]] = {}
    for term in subterms(content):
        action = term.action if isinstance(term, Do) else term
        if not isinstance(action, Hld | Mto | Sup | Cvy):
            continue
        power, order = order_of(action)
        if power != view.power and refusal(view.position, power, order, view.rulebook) is None:
            found.setdefault(power, []).append(order)
    return {power: tuple(orders) for power, orders in found.items()}


# ── ready to play ───────────────────────────────────────────────────────────────────────────────


def make_bordeaux() -> Bordeaux:
    """A player ready to decide in time, all compiled."""
    warm()
    return Bordeaux()


@cache
def warm() -> None:
    """Compile or load all that a decision needs, once a process."""
    warm_search()
    with compiling_alone(*SEARCH_SOURCES):
        Bordeaux(width=600).decide(SeatView(POWERS[0], opening(), STANDARD_RULES), {}, Random(0), 600.0)
