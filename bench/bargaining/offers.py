"""Fair offers: deals by which both gain, by HANA's own worth.

A stranger offers what people offer: peace, a border, centers, help for help, an alliance, orders that fit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from adjudication.board import STANDARD, Province
from adjudication.position import Position
from adjudication.powers import Power
from bots.agent import Memory
from bots.hana.judge.deals import DealOption, alliance, exchange, kind_of, orders_deal, peace, zone
from bots.hana.judge.joint import fair_plan
from bots.hana.judge.reach import closeness, reach_of
from bots.hana.talk.situation import Situation
from bots.hana.talk.talker import TalkingHana
from bots.view import SeatView
from negotiation.diplomacy import Dmz, Hlp, Pce, Scd
from negotiation.terms import Agree, Commit, Commits, Deal, both, group
from negotiation.unnamed import keeping_actions

__all__ = ["KINDS", "Offer", "gain_of", "offers_of", "situation_of"]

FAIR: Final = 0.02
"""Least gain of each side by a fair offer, in centers."""
KINDS: Final = ("peace", "peace with terms", "border", "centers", "help", "help for room", "alliance", "orders")
_TRIES: Final = 16
"""Offers of a kind that are looked at."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A deal that a stranger offers.

    kind: one of `KINDS`. gains: of the one who hears it, and of the stranger."""

    kind: str
    deal: Deal
    gains: tuple[float, float]


def situation_of(bot: TalkingHana, view: SeatView, seed: int) -> Situation:
    """The situation of a HANA in this seat, before any word."""
    memory: Memory = {}
    return bot._situation(view, memory, Random(seed), 5.0)[0]


def gain_of(situation: Situation, partner: Power, deal: Deal) -> float:
    """Estimate a deal's gain for this side, in centers."""
    option = DealOption(situation.view.power, partner, deal, kind_of(deal))
    return situation.state.after(option, theirs=0.0).gain


def offers_of(hearer: Situation, stranger: Situation, rng: Random, *, fair: bool = True) -> Iterator[Offer]:
    """Find one sensible offer of each kind that both gain by.

    fair: false for those that only the stranger has to gain by."""
    me, other = hearer.view.power, stranger.view.power
    for kind, find in _FINDS.items():
        found = list(find(hearer, stranger))
        rng.shuffle(found)
        for deal in found[:_TRIES]:
            option = DealOption(me, other, deal, kind_of(deal))
            theirs = gain_of(stranger, me, deal)
            if theirs < FAIR or any(hearer.faults(option, asked=True)):
                continue
            mine = gain_of(hearer, other, deal)
            if not fair or mine >= FAIR:
                yield Offer(kind, deal, (mine, theirs))
                break


# ── what there is to offer ──────────────────────────────────────────────────────────────────────


def _peace(hearer: Situation, stranger: Situation) -> Iterator[Deal]:
    yield peace(hearer.view.power, stranger.view.power).deal


def _terms(hearer: Situation, stranger: Situation) -> Iterator[Deal]:
    """Peace with a place left alone or a center left to him."""
    me, other = hearer.view.power, stranger.view.power
    pact = Pce(group((me, other)))  # type: ignore[arg-type]
    for border in _borders(hearer, stranger):
        yield Agree(border.agents, both((pact, Dmz((me,), border.content.provinces))))
    for center in _wanted(stranger.view.position, other, me):
        yield Agree(group((me, other)), both((pact, Scd(other, (center,)))))


def _borders(hearer: Situation, stranger: Situation) -> Iterator[Any]:
    me, other, position = hearer.view.power, stranger.view.power, hearer.view.position
    for place in sorted(reach_of(position, me) & reach_of(position, other)):
        if place not in STANDARD.centers and position.unit_at(place) is None:
            yield zone(me, other, (place,)).deal


def _wanted(position: Position, power: Power, other: Power) -> list[Province]:
    """Centers in a power's reach that neither of the two has."""
    mine = {power, other}
    homes = {*STANDARD.homes[power], *STANDARD.homes[other]}
    return [
        place
        for place in sorted(reach_of(position, power) & set(STANDARD.centers))
        if position.centers.get(place) not in mine and place not in homes
    ]


def _centers(hearer: Situation, stranger: Situation) -> Iterator[Deal]:
    me, other, position = hearer.view.power, stranger.view.power, hearer.view.position
    for mine in _wanted(position, me, other):
        for theirs in _wanted(position, other, me):
            if mine != theirs:
                parts = sorted((Scd(me, (mine,)), Scd(other, (theirs,))), key=lambda each: each.power)
                yield Agree(group((me, other)), both(parts))


def _helps(giver: Situation, taker: Power) -> list[Hlp]:
    """Ways of the giver to support the taker into a center."""
    view = giver.view
    wanted = _wanted(view.position, taker, view.power)
    found = [Hlp(view.power, taker, place) for place in wanted]
    return [each for each in found if keeping_actions(each, view.position, view.rulebook)]


def _help(hearer: Situation, stranger: Situation) -> Iterator[Deal]:
    me, other = hearer.view.power, stranger.view.power
    for given in _helps(stranger, me):
        for asked in _helps(hearer, other):
            if asked.province != given.province:
                yield Commits((Commit(other, (me,), given), Commit(me, (other,), asked)))


def _room(hearer: Situation, stranger: Situation) -> Iterator[Deal]:
    """Help into a center, for a place that is left alone."""
    me, other, position = hearer.view.power, stranger.view.power, hearer.view.position
    near = reach_of(position, me) & reach_of(position, other)
    for given in _helps(stranger, me):
        for place in sorted(near - set(STANDARD.centers)):
            if position.unit_at(place) is None and place != given.province:
                yield Commits((Commit(other, (me,), given), Commit(me, (other,), Dmz((me,), (place,)))))


def _alliances(hearer: Situation, stranger: Situation) -> Iterator[Deal]:
    me, other, position = hearer.view.power, stranger.view.power, hearer.view.position
    for enemy in hearer.others:
        if enemy != other and closeness(position, me, enemy) > 0 and closeness(position, other, enemy) > 0:
            yield alliance(me, other, enemy).deal


def _orders(hearer: Situation, stranger: Situation) -> Iterator[Deal]:
    """Orders of both, cut out of a joint plan."""
    me, other = hearer.view.power, stranger.view.power
    held = tuple(sorted(stranger.attitudes.items()))
    plan = fair_plan(stranger.analysis, stranger.deals, held, (me,), stranger.analysis.strength.most // 2)
    if plan is None:
        return
    phase = stranger.analysis.phase
    option = orders_deal(phase, other, me, exchange(phase, plan.orders, other, me))
    if option is not None and isinstance(option.deal, Commits) and len(option.deal.items) > 1:
        yield option.deal


_FINDS: Final = dict(zip(KINDS, (_peace, _terms, _borders, _centers, _help, _room, _alliances, _orders), strict=True))
