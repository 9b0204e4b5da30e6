"""Making deals: what to propose, whether to agree, what to ask for instead (thesis, section 5.4).

The intentions *propose* and *reply* of the thesis, with two things more: a refusal comes with a better offer where
there is one, and friends are told what one is going to do.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from adjudication.encoding import HOLD, VERB
from adjudication.powers import Power, as_power
from bots.hana.foresee.pledges import pledges_of
from bots.hana.judge.deals import DealOption, kind_of, promise, tellable
from bots.hana.judge.proposals import at_peace, contents_of
from bots.hana.talk.checking import denies_words
from bots.hana.talk.countering import counter_to, keeps_all_of
from bots.hana.talk.draws import reply_to_end
from bots.hana.talk.explaining import because, objection, reason_for, why_not
from bots.hana.talk.favours import has_broken_lately
from bots.hana.talk.knowing import is_planned
from bots.hana.talk.named import of_named
from bots.hana.talk.promises import broken_word, courtesy
from bots.hana.talk.reasons import reason_from_board
from bots.hana.talk.situation import Situation, Verdict
from bots.hana.talk.story import story_of
from negotiation.diplomacy import Aly, Cvy, Pce, Scd, Sup, Tpc
from negotiation.sense import Flaw, Part, parts_of
from negotiation.terms import (
    Accept,
    Belief,
    Courtesy,
    Desire,
    Do,
    Formula,
    Inform,
    Manner,
    Not,
    Propose,
    Reject,
    Utterance,
    both,
)
from negotiation.unnamed import doer_of

__all__ = ["next_offer", "reply", "tell_plans"]

_COST: Final = 0.1
"""Centers that a proposed deal may cost the partner, who may have reasons of its own to like it."""
_ASKING: Final = 3
"""The level of L from which one can ask."""
_COUNTERS: Final = 2
"""Counter-offers in a phase."""
_COUNTERS_FREELY: Final = 4
"""Counter-offers in a phase of a game with plain text."""


def next_offer(situation: Situation, partner: Power) -> list[Utterance]:
    """The best deal to propose to a partner now, if there is one better than it aspires to.

    In a phase it proposes one thing to a partner, the chatty up to three.
    """
    talk = situation.talk_with(partner)
    enough = 1 + round(2 * situation.personality.chattiness)
    if (
        not situation.moving
        or not talk.may_propose
        or talk.is_over
        or not situation.attitude(partner).talks
        or talk.proposed_alone >= enough
    ):
        return []
    return _proposal(situation, situation.options.of(partner))


def reply(situation: Situation, heard: Propose) -> list[Utterance]:
    """The answer to a proposal: yes if the state expected then is better than it aspires to; else no, and what it would
    agree to instead. To the same proposal a third time it says nothing."""
    me, partner = situation.view.power, as_power(heard.speaker)
    present = tuple(as_power(power) for power in sorted({heard.speaker, *heard.hearers} - {me}))
    talk = situation.talk_with(partner)
    if talk.is_haggling(heard.deal):
        return []
    about_end = reply_to_end(situation, heard)
    if about_end is not None:
        return about_end
    offer = DealOption(me, partner, heard.deal, kind_of(heard.deal), among=present)
    refusal: list[Utterance] = [Reject(me, present, heard.deal)]
    offered = [content for content in contents_of(heard.deal) if content in talk.offered]
    given = all(part.content in offered or _asks_nothing(situation, partner, part) for part in parts_of(heard.deal))
    if not given and not situation.attitude(partner).talks:
        situation.note(partner, "rejected", "I do not negotiate with them.", heard.deal)
        return [*refusal, *_reason(situation, offer)]
    fault = next(situation.faults(offer, asked=True), None)
    if fault is not None:
        situation.note(partner, "rejected", f"It makes no sense: {fault.flaw}.", heard.deal)
        if fault.flaw is Flaw.AGREED and situation.free:
            return objection(situation, partner, fault) or [courtesy(situation, partner, Manner.WAIT)]
        instead = _instead(situation, offer)
        partly = _partly(situation, offer, instead)
        reason = objection(situation, partner, fault) if partly is None else partly
        if situation.free and not reason and not instead:
            reason = _unexplained(situation, offer)
        harmless = fault.flaw not in (Flaw.HOME, Flaw.HARMFUL) and _answers(situation, offer, instead)
        return [*([] if harmless else refusal), *reason, *instead]
    verdict = situation.judge(offer, asked=True)
    if given or verdict.is_good:
        situation.note(partner, "accepted", because(verdict, partner), heard.deal)
        return [Accept(me, present, heard.deal)]
    situation.note(partner, "rejected", because(verdict, partner), heard.deal)
    reason, instead = _reason(situation, offer), _instead(situation, offer)
    if situation.free and offered:  # the whole is refused, not what it offered itself
        instead = [Courtesy(me, (partner,), Manner.NOTE, Tpc("offerstands"))]
    reason = [each for each in reason if not _is_given_up(each, instead)]
    partly = _partly(situation, offer, instead)
    reason = reason if partly is None else partly
    if situation.free and not reason and not instead:
        reason = _unexplained(situation, offer)
    if _answers(situation, offer, instead):
        refusal = []
    return [*refusal, *(reason if situation.free or not instead else ()), *instead]


def _answers(situation: Situation, offer: DealOption, instead: Sequence[Utterance]) -> bool:
    """True if a counter-offer keeps or widens a part of an offer."""
    deals = [each.deal for each in instead if isinstance(each, Propose)]
    kept = any(keeps_all_of(offer.deal, deal) or keeps_all_of(deal, offer.deal) for deal in deals)
    return kept and situation.free and situation.view.protocol == "talk"


def _partly(situation: Situation, offer: DealOption, instead: Sequence[Utterance]) -> list[Utterance] | None:
    """Say that a part is fine, or all with something more.

    Of a part also why not the rest. None where neither is offered."""
    deals = [each.deal for each in instead if isinstance(each, Propose)]
    part = next((deal for deal in deals if keeps_all_of(offer.deal, deal)), None)
    whole = next((deal for deal in deals if keeps_all_of(deal, offer.deal)), None)
    if not situation.free:
        return None
    asked = contents_of(offer.deal)
    said = Courtesy(offer.me, (offer.partner,), Manner.NOTE, Tpc("onemore" if part is None else "partonly"))
    if part is not None:
        kept = contents_of(part)
        left = [each for each in asked if each not in kept and not isinstance(each, Pce)]
        pacts = [
            Inform(offer.me, (offer.partner,), Desire(offer.me, Not(each))) for each in left if isinstance(each, Aly)
        ]
        stands = of_named(situation, offer.partner, both(left), refused=True) if left and not pacts else pacts
        return [said, *stands[:1]]
    if whole is None:
        return None
    if not any(_is_more(one, asked) for one in parts_of(whole) if one.agent != offer.me):
        return []  # a yes with the orders spelled out
    return None if situation.talk_with(offer.partner).has_said(said) else [said]


def _is_more(part: Part, asked: Sequence[Formula]) -> bool:
    """True if a part is neither asked for nor the helped move."""
    helped = [each.action.action for each in asked if isinstance(each, Do) and isinstance(each.action, Sup)]
    return part.content not in asked and getattr(part.content, "action", None) not in helped


def _is_given_up(reason: Utterance, instead: Sequence[Utterance]) -> bool:
    """True if it wants for itself what it leaves to the other."""
    wish = getattr(reason, "content", None)
    deals = [each.deal for each in instead if isinstance(each, Propose)]
    left = {place for deal in deals for part in parts_of(deal) for place in getattr(part.content, "centers", ())}
    return isinstance(wish, Desire) and isinstance(wish.content, str) and wish.content in left


def _unexplained(situation: Situation, offer: DealOption) -> list[Utterance]:
    """Reasons that go with a refusal that has none of its own: what stands against it where it is about places; then
    what it would get for that."""
    partner, parts = offer.partner, parts_of(offer.deal)
    stands = of_named(situation, partner, offer.deal, refused=True)
    one_sided = all(part.agent == offer.me for part in parts)
    return stands or [courtesy(situation, partner, Manner.DEMAND if one_sided else Manner.WAIT)]


def _asks_nothing(situation: Situation, partner: Power, part: Part) -> bool:
    """True if a promise costs it nothing: the other's own; a center for itself; to one it does not mean to attack an
    order that it is going to give anyway, or a center that it cannot reach."""
    me = situation.view.power
    if isinstance(part.content, Do) and doer_of(part.content) == me and part.content.time is None:
        talks = situation.attitude(partner).talks and partner != situation.target
        return talks and situation.moving and is_planned(situation, part.content)
    if not isinstance(part.content, Scd):
        return part.agent == partner
    far = situation.reach(me).isdisjoint(part.content.centers)
    return part.content.power == me or (far and part.content.power == partner != situation.target)


def _instead(situation: Situation, offer: DealOption) -> list[Utterance]:
    """Counter-offer that goes with a refusal, if there is one."""
    partner = offer.partner
    refused = sum(situation.talk_with(partner).refused.values())
    if offer.among[1:] or refused >= (_COUNTERS_FREELY if situation.free else _COUNTERS):
        return []
    return counter_to(situation, offer) or next_offer(situation, partner)


def tell_plans(situation: Situation, partner: Power) -> list[Utterance]:
    """Promise to a friend of what it is going to order.

    Not while anything is open that may change it: the first to speak among friends is the one who comes first in the
    alphabet, the others wait until all friends have spoken.
    """
    me, talk = situation.view.power, situation.talk_with(partner)
    if (
        not situation.moving
        or not at_peace(me, partner, situation.deals)
        or partner not in situation.options.allies
        or talk.has_told
    ):
        return []
    friends = [power for power in situation.options.allies if power in situation.partners]
    if any(situation.talk_with(power).open_proposal for power in friends):
        return []
    if any(not situation.talk_with(power).said for power in friends) and me > min(friends, default=me):
        return []
    expectation = situation.analysis.expectation(situation.deals, situation.attitudes)
    near = situation.near(expectation.orders, partner)
    if expectation.breaches or not near:
        return []
    known = {**expectation.orders, **pledges_of(situation.analysis.phase, situation.deals).pinned}
    ranked = sorted(near, key=lambda column: (near[column] & VERB == HOLD, column))
    told = tellable(situation.analysis.phase, known, ranked)
    story = story_of(situation, partner)
    told = {column: code for column, code in told.items() if column in expectation.orders}
    told = {column: code for column, code in told.items() if story.orders.get(column) == code}
    if not told:
        return []
    offer = DealOption(me, partner, promise(situation.analysis.phase, me, partner, told), "orders")
    if any(situation.faults(offer)):
        return []
    situation.spoken_of.append(offer.agreement(situation.view.position.phase))
    return [Inform(me, (partner,), offer.deal)]


def _proposal(situation: Situation, offers: "Iterator[DealOption] | list[DealOption]") -> list[Utterance]:
    """The offer with the highest O(δ), if that exceeds A(s, t) and the partner is not expected to lose by it."""
    best: tuple[DealOption, Verdict] | None = None
    for offer in offers:
        parted = offer.kind == "alliance" and has_broken_lately(situation, offer.me, offer.partner)
        new = situation.talk_with(offer.partner).is_new(offer) and not denies_words(situation, offer)
        if parted or not new or any(situation.faults(offer)):
            continue
        verdict = situation.judge(offer)
        fair = verdict.is_good and verdict.theirs >= -_COST
        if fair and (best is None or (_helps(offer), verdict.value) > (_helps(best[0]), best[1].value)):
            best = offer, verdict
    if best is None:
        return []
    offer, verdict = best
    return situation.propose(offer, because(verdict, offer.partner))


def _helps(offer: DealOption) -> bool:
    """True if one of the two helps the other, which is settled first."""
    return any(
        isinstance(part.content, Do)
        and isinstance(part.content.action, Sup | Cvy)
        and _helped(part.content.action) == (offer.me if part.agent == offer.partner else offer.partner)
        for part in parts_of(offer.deal)
    )


def _helped(action: Sup | Cvy) -> Power:
    return action.army.power if isinstance(action, Cvy) else action.action.unit.power


def _reason(situation: Situation, offer: DealOption) -> list[Utterance]:
    """Why it refused: always where people talk freely, and where nobody can ask; else sometimes, from those who like to
    talk."""
    me, partner = situation.view.power, offer.partner
    if situation.free:
        line = broken_word(situation, partner, partner)
        blame = courtesy(situation, partner, Manner.BLAME, line)
        if line is not None and not situation.talk_with(partner).has_said(blame):
            return [blame]
        found = why_not(situation, partner, offer.deal)
        # What the map says is more than an opinion.
        board = reason_from_board(situation, offer) if found is None or isinstance(found, Belief) else None
        if board is not None:
            return [board]
        return [Inform(me, (partner,), found)] if found is not None else []
    chance = 0.5 * situation.personality.sociability if situation.view.level >= _ASKING else 1.0
    if situation.rng.random() >= chance:
        return []
    reason = reason_for(situation, partner)
    return [Inform(me, (partner,), reason)] if reason is not None else []
