"""Diplominator's banker: lends support, keeps accounts, asks for support in return.

Source: Webb et al. (2008), 5.3.1 and 7.2.1. A favour is one order, asked for in one offer. Its value is DumbBot's
destination value of the province for which help is asked, as the asker sees it. Each power has a balance, a limit,
which grows with the closeness of the relation and with its history, interest, and a rating: the share of our requests
that it fulfilled. Beyond its limit it gets nothing until it has paid back. The paper's banker never found the moment
to ask a favour in return, so every power used up its credit once. Whether honest bankers do better was left as a
question.

The paper leaves open, and here it is:

- A favour is a support of a move or a hold. Its value is counted in mean values of a place in the asker's eyes in
  that phase, so that spring and fall compare.
- Favours are for friends only, one a turn for each, with a unit that nothing else is promised of, and never against
  our own places or those of another friend.
- The moment: at the opening of a movement phase it drafts its orders. The draft's order with the highest value among
  those that cannot beat their competition is asked for, of the friend who owes most. A rating below `LEAST_RATING`
  closes the counter.
- Limit: `credit` times rating, and up to twice that by the turns the friendship has lasted.
- What is given is booked with interest, what is received without. A support that was cut, kept in form but not in
  fact, is worth nothing, but counts for the rating. A broken promise is worth nothing and counts against it.
- Honesty: the chance with which it does a favour that it promised.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.legality import refusal
from adjudication.orders import Hold, Move, MovementOrder, Order, Support
from adjudication.phase import Phase, parse_phase
from adjudication.position import Position, Unit
from adjudication.powers import Power, as_power
from bots.agent import Memory
from bots.dumbbot import orders_by
from bots.values import dumbbot_values
from bots.view import SeatView
from bots.zoo.diplominator.agent import Diplominator
from bots.zoo.diplominator.memory import MEMORY, Account, Mind
from negotiation.compliance import State
from negotiation.diplomacy import Sup, action_of, order_of
from negotiation.terms import Commit, Commits, Deal, Do, Formula, Propose, Utterance

__all__ = ["LEAST_RATING", "DiplominatorBanker", "Favour", "favour_in", "value_of"]

LEAST_RATING: Final = 0.25
"""A power with a lower rating is asked for nothing and given nothing."""


@dataclass(frozen=True, slots=True)
class Favour:
    """Support by a unit of `giver` for another power."""

    giver: Power
    support: Support

    @property
    def place(self) -> Province:
        """The province for which help is asked."""
        return province_of(self.support.target or self.support.supported)

    @property
    def helped(self) -> MovementOrder:
        """The order that is helped."""
        kind, region = self.support.supported_kind, self.support.supported
        return Move(kind, region, self.support.target) if self.support.target else Hold(kind, region)

    def asker(self, position: Position) -> Power | None:
        """The power that is helped; None without that unit."""
        unit = position.unit_at(province_of(self.support.supported))
        return None if unit is None else unit.power

    def deal(self, to: Power, position: Position) -> Deal:
        """The request in L: the giver commits itself to the support."""
        return Commits((Commit(self.giver, (to,), Do(action_of(self.giver, self.support, position))),))


def favour_in(deal: Deal) -> Favour | None:
    """The favour a deal is about; None if it is no single support."""
    if not isinstance(deal, Commits) or len(deal.items) != 1 or deal.items[0].time is not None:
        return None
    return _favour(as_power(deal.items[0].agent), deal.items[0].content)


def _favour(giver: Power, content: Formula) -> Favour | None:
    if not isinstance(content, Do) or not isinstance(content.action, Sup) or content.time is not None:
        return None
    power, order = order_of(content.action)
    return Favour(giver, order) if power == giver and isinstance(order, Support) else None


def value_of(favour: Favour, position: Position, asker: Power) -> float:
    """Value to the asker, in mean values of a place."""
    worth = dumbbot_values(position, asker).worth
    place = favour.support.supported_kind, favour.support.target or favour.support.supported
    return max(0.0, worth.get(place, 0.0) / fmean(worth.values()))


@dataclass(frozen=True)
class DiplominatorBanker(Diplominator):
    """Diplominator with accounts.

    honesty: the chance of doing a promised favour. credit: limit of a new friend with a full rating. interest: the part
    by which what is owed exceeds what was given.
    """

    honesty: float = 1.0
    credit: float = 3.0
    interest: float = 0.1

    # ── the three functions ──

    def outgoing(self, view: SeatView, mind: Mind, rng: Random, to: Collection[Power]) -> Iterable[Utterance]:
        """Offers of peace, and the favours to be asked for."""
        yield from Diplominator.outgoing(self, view, mind, rng, to)
        able = [power for power in to if mind.powers[power].peace and self._may_ask(view, mind, power)]
        for favour in self._wishes(view, mind, rng, able) if able else ():
            yield Propose(view.power, (favour.giver,), favour.deal(view.power, view.position))

    def incoming(self, view: SeatView, mind: Mind, heard: Propose) -> bool:
        """True also for a favour within the limit, or useful help."""
        favour = favour_in(heard.deal)
        if favour is None:
            return Diplominator.incoming(self, view, mind, heard)
        speaker = as_power(heard.speaker)
        if not mind.powers[speaker].peace or heard.hearers != (view.power,):
            return False
        if favour.giver == view.power:
            return self._lends(view, mind, favour, speaker)
        mine = favour.giver == speaker and favour.asker(view.position) == view.power
        free = province_of(favour.helped.region) not in _units_bound(view)
        return mine and free and favour.helped in orders_by(self.values(view, mind), view, Random(0), self._given(view))

    def orders(self, view: SeatView, mind: Mind, rng: Random) -> tuple[Order, ...]:
        """DumbBot's orders around those that deals ask for.

        A promise is kept with the chance of `honesty`.
        """
        if view.position.phase.kind != "M":
            return Diplominator.orders(self, view, mind, rng)
        return orders_by(self.values(view, mind), view, rng, self._given(view, rng))

    # ── accounts ──

    def mind(self, view: SeatView, memory: Memory) -> Mind:
        """Recall its mind, and settle the accounts up to this phase."""
        mind = Diplominator.mind(self, view, memory)
        mind.accounts = {power: mind.accounts.get(power, Account()) for power in mind.powers}
        now = view.position.phase
        if mind.booked != str(now):
            self._settle(view, mind, parse_phase(mind.booked) if mind.booked else None, now)
            mind.booked = str(now)
        return mind

    def limit(self, mind: Mind, power: Power) -> float:
        """Most that a power may owe."""
        account = mind.accounts[power]
        return self.credit * account.rating * (1 + min(account.turns, MEMORY) / MEMORY)

    def _settle(self, view: SeatView, mind: Mind, since: Phase | None, now: Phase) -> None:
        """Book the favours of the phases from `since` on, before `now`."""

        def is_new(phase: Phase) -> bool:
            return (since is None or phase.sort_key >= since.sort_key) and phase.sort_key < now.sort_key

        for said in view.talk:
            heard = said.utterance
            if is_new(said.phase) and isinstance(heard, Propose) and heard.speaker == view.power:
                favour = favour_in(heard.deal)
                if favour is not None and favour.giver != view.power:
                    mind.accounts[favour.giver].asked += 1
        before = {past.position.phase: past.position for past in view.history}
        for line in view.ledger:
            favour = _favour(line.agent, line.content)
            if favour is None or not is_new(line.judged) or line.made not in before:
                continue
            asker = favour.asker(before[line.made])
            if asker is None or asker == favour.giver or view.power not in (asker, favour.giver):
                continue
            value = value_of(favour, before[line.made], asker) if line.state is State.KEPT else 0.0
            if favour.giver == view.power:
                mind.accounts[asker].balance -= value * (1 + self.interest)
            else:
                account = mind.accounts[favour.giver]
                account.balance += value
                account.helped = min(account.asked, account.helped + (line.state is not State.BROKEN))
        for power, account in mind.accounts.items():
            if now.kind == "M":
                account.turns = account.turns + 1 if mind.powers[power].peace else 0

    # ── favours ──

    def _lends(self, view: SeatView, mind: Mind, favour: Favour, speaker: Power) -> bool:
        """True if a friend gets the favour that it asks for."""
        position, place = view.position, favour.place
        if (
            favour.asker(position) != speaker
            or refusal(position, view.power, favour.support, view.rulebook) is not None
        ):
            return False
        unit = position.unit_at(place)
        hurt = {position.centers.get(place), unit.power if unit else None} - {speaker, None}
        bound = _units_bound(view)
        lent = any(each.giver == view.power and each.asker(position) == speaker for each in _favours_agreed(view))
        if hurt & (mind.friends | {view.power}) or province_of(favour.support.region) in bound or lent:
            return False
        account = mind.accounts[speaker]
        owed = value_of(favour, position, speaker) * (1 + self.interest) - account.balance
        return account.rating >= LEAST_RATING and owed <= self.limit(mind, speaker)

    def _may_ask(self, view: SeatView, mind: Mind, power: Power) -> bool:
        """True if the power was asked for no favour yet, and its rating will do."""
        return mind.accounts[power].rating >= LEAST_RATING and not any(
            said.phase == view.position.phase
            and isinstance(said.utterance, Propose)
            and said.utterance.speaker == view.power
            and said.utterance.hearers == (power,)
            and favour_in(said.utterance.deal) is not None
            for said in view.talk
        )

    def _wishes(self, view: SeatView, mind: Mind, rng: Random, able: Collection[Power]) -> Iterator[Favour]:
        """Favours for the orders of a draft that need help.

        The most valuable order first, asked of the power that owes most.
        """
        position, values = view.position, self.values(view, mind)
        draft = [
            order
            for order in orders_by(values, view, rng, self._given(view))
            if isinstance(order, Hold | Move | Support)
        ]
        bound, asked = _units_bound(view), set[Power]()
        places = {_goal(order): order for order in draft if not isinstance(order, Support)}
        strength = dict.fromkeys(places, 1)
        for order in draft:
            if isinstance(order, Support) and province_of(order.target or order.supported) in strength:
                strength[province_of(order.target or order.supported)] += 1
        weak = [
            (values.worth[order.kind, order.target if isinstance(order, Move) else order.region], place, order)
            for place, order in places.items()
            if strength[place] <= values.competition[place]
            and province_of(order.region) not in bound
            and not (isinstance(order, Move) and _is_own(position.unit_at(place), view.power))
        ]
        debtors = sorted(able, key=lambda power: mind.accounts[power].balance)
        for _, place, order in sorted(weak, key=lambda each: -each[0]):
            for power in debtors:
                unit = None if power in asked else _supporter(position, power, place)
                if unit is not None:
                    asked.add(power)
                    target = order.target if isinstance(order, Move) else None
                    yield Favour(power, Support(unit.kind, unit.region, order.kind, order.region, target))
                    break

    def _given(self, view: SeatView, rng: Random | None = None) -> list[MovementOrder]:
        """Orders due by deals: favours promised, then orders that others help.

        rng: decides which promises are kept; without it all are.
        """
        given: dict[Province, MovementOrder] = {}
        agreed = list(_favours_agreed(view))
        for favour in agreed:
            if favour.giver == view.power and (rng is None or rng.random() < self.honesty):
                given.setdefault(province_of(favour.support.region), favour.support)
        for favour in agreed:
            if favour.giver != view.power and favour.asker(view.position) == view.power:
                given.setdefault(province_of(favour.helped.region), favour.helped)
        legal = {
            place: order
            for place, order in given.items()
            if refusal(view.position, view.power, order, view.rulebook) is None
        }
        return list(legal.values())


def _favours_agreed(view: SeatView) -> Iterator[Favour]:
    """Favours agreed on in this phase."""
    for agreement in view.agreements:
        if agreement.phase == view.position.phase and (favour := favour_in(agreement.deal)) is not None:
            yield favour


def _units_bound(view: SeatView) -> set[Province]:
    """Our units whose orders deals of this phase ask for."""
    return {
        province_of(favour.support.region if favour.giver == view.power else favour.support.supported)
        for favour in _favours_agreed(view)
    }


def _is_own(unit: Unit | None, power: Power) -> bool:
    return unit is not None and unit.power == power


def _goal(order: MovementOrder) -> Province:
    return province_of(order.target if isinstance(order, Move) else order.region)


def _supporter(position: Position, power: Power, place: Province) -> Unit | None:
    """A unit of a power that may support into a place.

    None if it has none or would act against itself.
    """
    if position.centers.get(place) == power or _is_own(position.unit_at(place), power):
        return None
    for unit in position.units_of(power):
        if place in map(province_of, STANDARD.borders(unit.kind)[unit.region]):
            return unit
    return None
