"""Makes counter-offers of refused offers, and names a price when asked.

A counter-offer keeps as much of the offer as it can: the whole with one thing more, a part of it, something narrower,
other centers, an exchange of orders. It is signed at once when the other one agrees, and does not cost him much.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.encoding import MOVE, VERB
from adjudication.powers import Power
from bots.hana.judge.board_state import BEYOND, FAR
from bots.hana.judge.deals import (
    DealOption,
    bounced,
    bound_by,
    exchange,
    kind_of,
    merged,
    orders_deal,
    peace,
    target_of,
    without,
    zone,
)
from bots.hana.judge.joint import fair_plan
from bots.hana.judge.proposals import at_peace, contents_of
from bots.hana.judge.reach import closeness, places_of
from bots.hana.talk.checking import denies_words
from bots.hana.talk.explaining import because
from bots.hana.talk.situation import Situation, Verdict
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Pce, Scd, Tpc
from negotiation.sense import MOST_PARTS, Flaw, faults, parts_of
from negotiation.terms import (
    Agree,
    Commit,
    Commits,
    Courtesy,
    Deal,
    Desire,
    Do,
    Formula,
    Inform,
    Manner,
    Propose,
    Utterance,
    both,
    group,
)
from negotiation.unnamed import keeping_actions

__all__ = ["counter_to", "is_fair", "keeps_all_of", "no_price", "price_of"]

_COST: Final = 0.1
"""Highest cost of a counter-offer to the partner, in centers: it has reasons of its own to like it."""
_LOOKED_AT: Final = 14
"""Deals that are weighed for one counter-offer."""
_BORDERS: Final = 3
"""Borders that are looked at where nothing else will do."""
_DEMANDS: Final = 6
"""Things that are asked for beside an offer."""


def counter_to(situation: Situation, offer: DealOption, *, near: bool = False) -> list[Utterance]:
    """Propose a deal that it would sign instead of an offer.

    Empty where nothing will do. near: only with more, or in part."""
    if not situation.moving or not situation.attitude(offer.partner).talks:
        return []
    looked = 0
    others = (_narrower, _other_centers, *((_together, _anyway) if situation.free else ()))
    for tier in (_with_more, _in_part, *(() if near else others)):
        good: list[tuple[float, DealOption, Verdict]] = []
        for option in islice(tier(situation, offer), _LOOKED_AT - looked):
            if not situation.talk_with(offer.partner).is_new(option) or any(situation.faults(option)):
                continue
            if denies_words(situation, option) or _turns_round(situation, offer, option):
                continue
            looked += 1
            verdict = situation.judge(option, conceding=True)
            theirs = _theirs(situation, option, verdict)
            if verdict.is_good and is_fair(theirs):
                greed = situation.personality.greed
                good.append((greed * verdict.gain + (1 - greed) * theirs, option, verdict))
        if good:
            _, option, verdict = max(good, key=lambda each: each[0])
            return situation.propose(option, because(verdict, option.partner))
    return []


def _turns_round(situation: Situation, offer: DealOption, option: DealOption) -> bool:
    """True if a deal breaks a lasting part of the refused offer."""
    position, rulebook = situation.view.position, situation.view.rulebook
    lasting = [part for part in parts_of(offer.deal) if isinstance(part.content, Dmz | Pce | Aly)]
    kept = [replace(offer, deal=part.deal).agreement(position.phase) for part in lasting]
    found = faults(option.deal, (offer.me, offer.partner), position, rulebook, kept)
    return any(fault.flaw is Flaw.AT_ODDS for fault in found)


def price_of(situation: Situation, partner: Power) -> list[Utterance]:
    """Propose a deal instead of the last offer that it refused.

    Where it refused nothing, any deal of the two that it would sign."""
    me, talk = situation.view.power, situation.talk_with(partner)
    mine = next((each for each in reversed(talk.mine) if isinstance(each, Propose)), None)
    if situation.free and mine is not None and mine.deal in talk.on_table:  # its price is on the table
        wish = Inform(me, (partner,), Desire(me, both(contents_of(mine.deal))))
        stands = Courtesy(me, (partner,), Manner.NOTE, Tpc("offerstands"))
        return [stands if talk.has_said(wish) else wish]
    asked = [each.deal for each in talk.theirs if isinstance(each, Propose) and talk.refused[each.deal]]
    for deal in reversed(asked):
        found = counter_to(situation, DealOption(me, partner, deal, kind_of(deal)))
        if found:
            return found
    if asked or at_peace(me, partner, situation.deals):
        return []
    return counter_to(situation, peace(me, partner))


def no_price(situation: Situation, partner: Power) -> list[Utterance]:
    """Say, once, that nothing would buy what it refused."""
    talk = situation.talk_with(partner)
    none = Courtesy(situation.view.power, (partner,), Manner.NOTE, Tpc("noprice"))
    return [none] if situation.free and talk.refused and not talk.has_said(none) else []


def is_fair(theirs: float) -> bool:
    """True if the partner loses no more than a trifle."""
    return theirs >= -_COST


def keeps_all_of(deal: Deal, offer: Deal) -> bool:
    """True if a deal says all that an offer says, and more."""
    return set(contents_of(offer)) < set(contents_of(deal))


def _theirs(situation: Situation, option: DealOption, verdict: Verdict) -> float:
    """Estimate the partner's gain, later worth of a pact included."""
    if option.partner != situation.target or option.kind not in BEYOND:
        return verdict.theirs
    near = max(closeness(situation.view.position, option.me, option.partner), FAR)
    return verdict.theirs + BEYOND[option.kind] * near


# ── tiers, the nearest to the offer first ───────────────────────────────────────────────────────


def _with_more(situation: Situation, offer: DealOption) -> Iterator[DealOption]:
    """The whole offer, and one thing more."""
    if len(parts_of(offer.deal)) >= MOST_PARTS:
        return
    given = {place for each in contents_of(offer.deal) if isinstance(each, Scd) for place in each.centers}
    for demand in islice(_demands(situation, offer.partner), _DEMANDS):
        deal = _joined(offer, demand) if given.isdisjoint(getattr(demand, "provinces", ())) else None
        if deal is not None and demand not in contents_of(offer.deal):
            yield DealOption(offer.me, offer.partner, deal, offer.kind if isinstance(deal, Agree) else kind_of(deal))


def _joined(offer: DealOption, demand: Formula) -> Deal | None:
    """An offer with something that the partner does besides."""
    if isinstance(offer.deal, Commits):
        return merged(offer.deal, Commits((Commit(offer.partner, (offer.me,), demand),)))
    return Agree(offer.deal.agents, both((*contents_of(offer.deal), demand)), offer.deal.time)


def _demands(situation: Situation, partner: Power) -> Iterator[Formula]:
    """List demands on the partner: a place left alone, a center, help.

    What it plans and what it fears comes first."""
    yield from _in_turn(
        (Dmz((partner,), (place,)) for place in _feared_places(situation, partner)),
        (Scd(situation.view.power, (center,)) for center in _goals(situation, partner)),
        _helps(situation, partner),
    )


def _in_turn(*sources: Iterator[Formula]) -> Iterator[Formula]:
    left = list(sources)
    while left:
        for source in tuple(left):
            found = next(source, None)
            if found is None:
                left.remove(source)
            else:
                yield found


def _feared_places(situation: Situation, partner: Power) -> Iterator[Province]:
    """Places near it where the partner may come, the likeliest first."""
    me, position, phase = situation.view.power, situation.view.position, situation.analysis.phase
    own = places_of(position, me)
    near = situation.reach(me) - places_of(position, partner) - set(STANDARD.homes[partner])
    chances: dict[Province, float] = {}
    for column in map(int, phase.columns_of(partner)):
        degrees = situation.analysis.beliefs.of_group(column).tolist()
        for degree, code in zip(degrees, phase.legal.of(column).tolist(), strict=True):
            place = target_of(code) if code & VERB == MOVE else None
            if place is not None and place in near:
                chances[place] = chances.get(place, 0.0) + degree * (2 if place in own else 1)
    yield from sorted(chances, key=lambda place: -chances[place])


def _goals(situation: Situation, partner: Power) -> list[Province]:
    """Centers that it wants, none of the partner's homes.

    Those it goes to come first, then those both could reach."""
    me, position = situation.view.power, situation.view.position
    orders = situation.state.zero.orders
    planned = {target_of(code) for code in orders.values() if code & VERB == MOVE}
    wanted = [
        center
        for center in sorted(situation.reach(me) & set(STANDARD.centers))
        if position.centers.get(center) not in (me, partner) and center not in STANDARD.homes[partner]
    ]
    theirs = situation.reach(partner)
    return sorted(wanted, key=lambda center: (center not in planned, center not in theirs, center))


def _helps(situation: Situation, partner: Power) -> Iterator[Formula]:
    """Support that the partner could give it into a center."""
    view = situation.view
    for center in _goals(situation, partner):
        help_ = Hlp(partner, view.power, center)
        if keeping_actions(help_, view.position, view.rulebook):
            yield help_


def _in_part(situation: Situation, offer: DealOption) -> Iterator[DealOption]:
    """Offer all parts but one.

    It does not give nothing and still take, nor ask for what it wants anyway."""
    parts = parts_of(offer.deal)
    if isinstance(offer.deal, Agree) and any(isinstance(each.content, Do) for each in parts):
        return
    for index, part in enumerate(parts):
        rest = without(offer.deal, index) if part.agent != offer.partner else None
        if rest is None or all(other.agent == offer.partner for other in parts_of(rest)):
            continue
        bound = {bound_by(other) for other in parts_of(rest)}
        if offer.me in bound or offer.partner not in bound or offer.me not in map(bound_by, parts):
            yield DealOption(offer.me, offer.partner, rest, kind_of(rest))


def _narrower(situation: Situation, offer: DealOption) -> Iterator[DealOption]:
    """Offer less than a pact: peace, another enemy, a quiet border."""
    me, partner = offer.me, offer.partner
    contents, place = contents_of(offer.deal), bounced(offer.deal)
    if place is not None:
        yield zone(me, partner, (place,))
    for content in contents:
        if isinstance(content, Dmz) and content.powers == (me,):
            yield zone(me, partner, content.provinces)
    if any(isinstance(each, Aly) for each in contents):
        yield peace(me, partner)
        for enemy in situation.others:
            pact = Agree(group((me, partner)), Aly(group((me, partner)), (enemy,)))  # type: ignore[arg-type]
            if enemy == situation.target and enemy != partner:
                yield DealOption(me, partner, pact, "alliance")
    if any(isinstance(each, Pce | Aly | Dmz) for each in contents):
        yield from _quiet_borders(situation, partner)


def _quiet_borders(situation: Situation, partner: Power) -> Iterator[DealOption]:
    """Places between the two that both could leave empty."""
    me, position = situation.view.power, situation.view.position
    shared = situation.reach(me) & situation.reach(partner)
    for place in _feared_places(situation, partner):
        if place in shared and place not in STANDARD.centers and position.unit_at(place) is None:
            yield zone(me, partner, (place,))


def _other_centers(situation: Situation, offer: DealOption) -> Iterator[DealOption]:
    """Give the partner his centers, for another one of its own."""
    me, partner = offer.me, offer.partner
    for content in contents_of(offer.deal):
        if isinstance(content, Scd) and content.power == partner:
            for center in _goals(situation, partner)[:_DEMANDS]:
                if center not in content.centers:
                    parts = sorted((content, Scd(me, (center,))), key=lambda each: each.power)
                    yield DealOption(me, partner, Agree(group((me, partner)), both(parts)), "division")


def _together(situation: Situation, offer: DealOption) -> Iterator[DealOption]:
    """Exchange other orders than those asked for, at peace or not."""
    me, partner = offer.me, offer.partner
    of_orders = any(isinstance(content, Do | Hlp | Ent) for content in contents_of(offer.deal))
    if not of_orders or situation.attitude(partner).trust < situation.personality.caution / 2:
        return
    analysis, held = situation.analysis, tuple(sorted(situation.attitudes.items()))
    plan = fair_plan(analysis, situation.deals, held, (partner,), analysis.strength.most // 2)
    if plan is not None:
        orders = exchange(analysis.phase, plan.orders, me, partner)
        found = orders_deal(analysis.phase, me, partner, orders, (plan.gains[me], plan.gains[partner]))
        if found is not None:
            yield found


def _anyway(situation: Situation, offer: DealOption) -> Iterator[DealOption]:
    """Offer peace or a quiet border, whatever was asked."""
    me, partner = offer.me, offer.partner
    if not at_peace(me, partner, situation.deals):
        yield peace(me, partner)
    yield from islice(_quiet_borders(situation, partner), _BORDERS)
