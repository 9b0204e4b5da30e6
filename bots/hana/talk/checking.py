"""Checks words against map, plan, promises in force and earlier words.

Nobody is told the attack on him, nor the supports of it. What fails is not said. Who keeps its word speaks by its plan;
who does not speaks by its story (`bots.hana.talk.story`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from adjudication.encoding import CONVOY, MOVE, SUPPORT_MOVE, VERB
from adjudication.powers import Power, as_power
from bots.hana.judge.deals import DealOption, target_of
from bots.hana.judge.reach import places_of
from bots.hana.talk.claims import Claim, at_odds, claims_in, claims_of_deal, target_in
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import LOYAL, is_told, plan_of, story_of, told_since_change
from negotiation.diplomacy import Tpc
from negotiation.sense import Flaw
from negotiation.terms import (
    And,
    Answer,
    Commit,
    Commits,
    Courtesy,
    Desire,
    Do,
    Formula,
    Inform,
    Manner,
    Propose,
    Utterance,
)

__all__ = ["checked", "denies_words", "wrong_with"]

_WRONG: Final = frozenset({Flaw.IMPOSSIBLE, Flaw.HARMFUL, Flaw.HOME, Flaw.AT_ODDS, Flaw.CONTRADICTORY})
"""Flaws of an order that one says one gives."""


def checked(situation: Situation, words: Sequence[Utterance], *, answers: Power | None = None) -> list[Utterance]:
    """Keep those of the words that may be said, in their order.

    answers: the one who is answered; where nothing is left, it hears that it is not told."""
    kept: list[Utterance] = []
    for said in words:
        wrong = wrong_with(situation, said, kept)
        if wrong is None:
            kept.append(said)
        else:
            situation.note(as_power(said.hearers[0]), "kept to itself", wrong)
    if words and not kept and answers is not None and situation.free:
        kept.append(Courtesy(situation.view.power, (answers,), Manner.EVADE))
    return kept


def wrong_with(situation: Situation, said: Utterance, before: Iterable[Utterance] = ()) -> str | None:
    """Give the reason why something may not be said, or None.

    before: words that go out in front of it."""
    if isinstance(said, Propose) and len(said.hearers) == 1:
        offer = DealOption(situation.view.power, as_power(said.hearers[0]), said.deal)
        return "It was told otherwise in this phase." if denies_words(situation, offer, before) else None
    claims = list(claims_in(said))
    wish = _wished(said)
    for hearer in map(as_power, said.hearers):
        if any(_is_attack(situation, hearer, claim) for claim in claims):
            return "It is the attack on who would hear it."
        theirs = places_of(situation.view.position, hearer)
        if wish in theirs and situation.moving and wish in _aims(situation):
            return "It would tell them where the attack goes."
    if not claims or not situation.moving:
        return None
    if any(_is_senseless(situation, said, claim) for claim in claims):
        return "The map or a promise in force says otherwise."
    for hearer in map(as_power, said.hearers):
        loyal = situation.personality.loyalty >= LOYAL
        orders = plan_of(situation) if loyal else story_of(situation, hearer).orders
        if not all(is_told(situation, claim, orders) for claim in claims):
            return "It is not what is planned." if loyal else "It is not what they are told."
    told = [*situation.talk_with(as_power(said.hearers[0])).mine, *before] if len(said.hearers) == 1 else [*before]
    told = [*told_since_change(tuple(told))]
    earlier = [claim for each in told if set(each.hearers) == set(said.hearers) for claim in claims_in(each)]
    if any(at_odds(claim, old) for claim in claims for old in earlier):
        return "It was told otherwise in this phase."
    return None


def denies_words(situation: Situation, offer: DealOption, before: Iterable[Utterance] = ()) -> bool:
    """True if a deal contradicts what it told the partner."""
    told = told_since_change((*situation.talk_with(offer.partner).mine, *before))
    earlier = [claim for each in told if each.hearers == (offer.partner,) for claim in claims_in(each)]
    return any(at_odds(claim, old) for claim in claims_of_deal(offer.me, offer.deal) for old in earlier)


def _wished(said: Utterance) -> str | None:
    """The center that its speaker says it wants."""
    content = said.content if isinstance(said, Inform | Answer) else None
    parts: tuple[Formula | None, ...] = content.items if isinstance(content, And) else (content,)
    for part in parts:
        if isinstance(part, Desire) and part.agent == said.speaker and isinstance(part.content, str):
            return part.content
    about = said.about if isinstance(said, Courtesy) else None
    if isinstance(about, Tpc) and about.topic.startswith("want") and about.named:
        return about.named[0]
    return None


def _aims(situation: Situation) -> set[str]:
    """Places its plan sends or helps units into."""
    return {target_of(code) for code in plan_of(situation).values() if code & VERB in (MOVE, SUPPORT_MOVE, CONVOY)}


def _is_attack(situation: Situation, hearer: Power, claim: Claim) -> bool:
    """True if it attacks the hearer or helps another to."""
    target = target_in(claim)
    if not claim.so or target is None or target not in places_of(situation.view.position, hearer):
        return False
    action = claim.content.action if isinstance(claim.content, Do) else None
    mover = getattr(getattr(action, "action", action), "unit", None)
    army = getattr(action, "army", None)
    who = getattr(claim.content, "helped", None) or getattr(army or mover, "power", None)
    return who != hearer


def _is_senseless(situation: Situation, said: Utterance, claim: Claim) -> bool:
    """True if a rule, a promise or harm to the hearer forbids it."""
    if not claim.so:
        return False
    me, partner = situation.view.power, as_power(said.hearers[0])
    offer = DealOption(me, partner, Commits((Commit(me, (partner,), claim.content),)), "orders")
    return any(fault.flaw in _WRONG for fault in situation.faults(offer))
