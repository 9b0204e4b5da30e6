"""Stories about own orders, one for each listener and phase.

The truth for those it trusts, nothing for others; from those who lie one set of orders that hangs together. Nobody is
told the attack on him, nor the supports of it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.batch import decode_order
from adjudication.board import Province
from adjudication.encoding import CONVOY, HOLD, MOVE, SUPPORT_MOVE, VERB
from adjudication.orders import Order
from adjudication.powers import Power
from bots.hana.judge.deals import target_of
from bots.hana.judge.reach import places_of, steps_of
from bots.hana.talk.claims import Claim, claims_in
from bots.hana.talk.situation import Situation
from negotiation.diplomacy import Tpc, action_of, order_of
from negotiation.terms import Commits, Courtesy, Do, Inform, Manner, Utterance, both
from negotiation.unnamed import keeps

__all__ = [
    "LOYAL",
    "Story",
    "Tone",
    "changed_plans",
    "is_frank",
    "is_told",
    "plan_of",
    "spares",
    "story_of",
    "told_since_change",
]

LOYAL: Final = 0.5
"""The loyalty from which it rather says nothing than something false."""
_AT_ONCE: Final = 2
"""Changed orders that are told at once."""


class Tone(StrEnum):
    """Relation of a story to the plan."""

    TRUE = "true"
    VAGUE = "vague"
    LIE = "lie"


@dataclass(frozen=True, slots=True)
class Story:
    """Story of the own orders for one listener.

    orders: the told ones as codes by column, all of them where it lies; places: each unit's province by column.
    """

    tone: Tone
    orders: Mapping[int, int]
    places: Mapping[int, Province]

    def at(self, place: Province) -> int | None:
        """The told order of the unit in a place."""
        return next((code for column, code in self.orders.items() if self.places[column] == place), None)

    @property
    def goals(self) -> frozenset[Province]:
        """Targets of the told moves."""
        return frozenset(target_of(code) for code in self.orders.values() if code & VERB == MOVE)


def is_frank(situation: Situation, asker: Power) -> bool:
    """True if it tells the other one its own plans.

    Those who keep their word do so to powers they trust and spare.
    """
    attitude = situation.attitude(asker)
    loyal = situation.personality.loyalty >= LOYAL
    return loyal and attitude.trust >= LOYAL and attitude.warmth >= 0 and asker != situation.target


def plan_of(situation: Situation) -> Mapping[int, int]:
    """The orders it is going to give, code by column."""
    return situation.analysis.expectation(situation.deals, situation.attitudes).orders


def story_of(situation: Situation, partner: Power) -> Story:
    """Story for a power, made once; empty between movements."""
    if partner not in situation.stories:
        situation.stories[partner] = _made(situation, partner)
    found: Story = situation.stories[partner]
    return found


def _made(situation: Situation, partner: Power) -> Story:
    frank = is_frank(situation, partner)
    tone = Tone.TRUE if frank else Tone.VAGUE if situation.personality.loyalty >= LOYAL else Tone.LIE
    if not situation.moving:
        return Story(tone, {}, {})
    plan = plan_of(situation)
    places = {column: situation.view.position.units[column].province for column in plan}
    if tone is Tone.VAGUE:
        return Story(tone, {}, places)
    harmless = {column: code for column, code in plan.items() if not _hits(situation, partner, code)}
    if tone is Tone.TRUE:
        return Story(tone, harmless, places)
    return Story(tone, _lie(situation, partner, harmless), places)


def _hits(situation: Situation, partner: Power, code: int) -> bool:
    """True if an order goes, or helps, into what is the partner's."""
    theirs = places_of(situation.view.position, partner)
    return code & VERB in (MOVE, SUPPORT_MOVE, CONVOY) and target_of(code) in theirs


def spares(situation: Situation, partner: Power) -> bool:
    """True if no order attacks the partner; of a liar no told one."""
    story = story_of(situation, partner)
    orders = story.orders if story.tone is Tone.LIE else plan_of(situation)
    return not any(_hits(situation, partner, code) for code in orders.values())


# ── lies ────────────────────────────────────────────────────────────────────────────────────────


def _lie(situation: Situation, partner: Power, harmless: Mapping[int, int]) -> dict[int, int]:
    """Told orders, harmless planned ones, and for the rest some that look away."""
    plan, legal = plan_of(situation), situation.analysis.phase.legal
    told = dict(_told(situation, partner))
    denied = {
        claim.content.province
        for claim in _claims(situation, partner)
        if not claim.so and not isinstance(claim.content, Do)
    }
    orders = {**harmless, **told}
    for column in sorted(set(plan) - set(orders)):
        taken = {target_of(code) for code in orders.values() if code & VERB == MOVE} | denied
        stay = {situation.view.position.units[other].province for other in plan if other != column}
        reach = situation.reach(partner)

        def worry(
            code: int, shunned: set[Province] = taken | stay, near: frozenset[Province] = reach
        ) -> tuple[int, int]:
            if code & VERB == HOLD:
                return (1, code)
            target = target_of(code)
            return (9 if target in shunned or _hits(situation, partner, code) else 2 if target in near else 0, code)

        steps = steps_of(situation.view.position.units[column])  # a convoy would need the fleets of others
        codes = [
            code
            for code in map(int, legal.of(column))
            if code & VERB == HOLD or (code & VERB == MOVE and target_of(code) in steps)
        ]
        orders[column] = min(codes, key=worry)
    return {column: _matched(situation, column, code, orders) for column, code in orders.items()}


def _matched(situation: Situation, column: int, code: int, orders: Mapping[int, int]) -> int:
    """The order, or a hold where the story changed what it helps."""
    if code & VERB in (HOLD, MOVE):
        return code
    plan, units = plan_of(situation), situation.view.position.units
    helped = getattr(decode_order(code), "supported", None) or getattr(decode_order(code), "army", None)
    changed = {units[other].province for other in orders if orders[other] != plan.get(other)}
    if helped is None or str(helped)[:3] not in changed:
        return code
    return next(int(each) for each in situation.analysis.phase.legal.of(column) if int(each) & VERB == HOLD)


# ── what was told ───────────────────────────────────────────────────────────────────────────────


def _claims(situation: Situation, partner: Power) -> Iterator[Claim]:
    """Claims to the partner about own orders, promises left out."""
    for said in told_since_change(situation.talk_with(partner).mine):
        if not isinstance(getattr(said, "content", None), Commits) and said.hearers == (partner,):
            yield from claims_in(said)


def told_since_change(said: tuple[Utterance, ...]) -> tuple[Utterance, ...]:
    """Utterances after the last correction of its plan."""
    last = max((index for index, each in enumerate(said) if _is_change(each)), default=-1)
    return said[last + 1 :]


def _is_change(said: Utterance) -> bool:
    return (
        isinstance(said, Courtesy) and isinstance(said.about, Tpc) and said.about.topic in ("planchanged", "planopen")
    )


def _told(situation: Situation, partner: Power) -> Iterator[tuple[int, int]]:
    """Orders that were told to the partner, code by column."""
    for claim in _claims(situation, partner):
        order = order_of(claim.content.action)[1] if claim.so and isinstance(claim.content, Do) else None
        found = _coded(situation, order) if order is not None else None
        if found is not None:
            yield found


def _coded(situation: Situation, order: Order) -> tuple[int, int] | None:
    """Own order as column and code; None where impossible."""
    for column in plan_of(situation):
        for code in situation.analysis.phase.legal.of(column):
            if decode_order(int(code)) == order:
                return column, int(code)
    return None


def is_told(situation: Situation, claim: Claim, orders: Mapping[int, int]) -> bool:
    """True if a claim is so by these orders."""
    position, given = situation.view.position, [decode_order(code) for code in orders.values()]
    if isinstance(claim.content, Do):
        return (order_of(claim.content.action)[1] in given) is claim.so
    return any(keeps(claim.content, order, position) for order in given) is claim.so


def changed_plans(situation: Situation) -> list[Utterance]:
    """Correct what friends were told of an old plan.

    Of what must stay hidden it says only that it is open again.
    """
    me, said = situation.view.power, list[Utterance]()
    if not situation.free or not situation.moving or situation.personality.loyalty < LOYAL:
        return said
    for partner in situation.others:
        told = dict(_told(situation, partner))
        plan = plan_of(situation) if told else {}
        changed = [column for column, code in told.items() if plan.get(column) != code]
        spared = Courtesy(me, (partner,), Manner.NOTE, Tpc("noattack"))
        turned = spared in told_since_change(situation.talk_with(partner).mine) and not spares(situation, partner)
        if not changed and not turned:
            continue
        story = story_of(situation, partner)
        new = [story.orders[column] for column in changed if column in story.orders][:_AT_ONCE]
        topic = "planchanged" if new else "planopen"
        said.append(Courtesy(me, (partner,), Manner.NOTE, Tpc(topic)))
        if new:
            position = situation.view.position
            orders = both(Do(action_of(me, decode_order(code), position)) for code in new)
            said.append(Inform(me, (partner,), orders))
        situation.note(partner, "told", "My plan is not what I told them before.")
    return said
