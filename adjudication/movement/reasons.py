"""Why each order of a movement phase came out as it did, and by whom. Looks only, decides nothing."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from adjudication.board import STANDARD, Province
from adjudication.facts import CONVOY, HOLD, MOVE, SUPPORT, OrderFacts
from adjudication.movement.field import Fate, Field
from adjudication.movement.resolver import head_on, rivals_of
from adjudication.movement.strength import attack
from adjudication.outcomes import Reason
from adjudication.seas import can_carry, seas_in

__all__ = ["CARRIED_OUT", "Why", "why"]

Why: TypeAlias = tuple[Reason, tuple[Province, ...]]
"""A reason, and the provinces of the units behind it, sorted."""

CARRIED_OUT: Final[tuple[Why, Why, Why]] = ((Reason.HELD, ()), (Reason.MOVED, ()), (Reason.SUPPORTED, ()))
"""Why a hold, move or support that came about did; by verb."""

_CONVOYED: Why = (Reason.CONVOYED, ())


_OWN_UNIT: Final[dict[Province, Why]] = {province: (Reason.OWN_UNIT, (province,)) for province in STANDARD.provinces}
_HEAD_ON: Final[dict[Province, Why]] = {province: (Reason.HEAD_ON, (province,)) for province in STANDARD.provinces}
_HELD_OFF: Final[dict[Province, Why]] = {province: (Reason.HELD_OFF, (province,)) for province in STANDARD.provinces}


def why(field: Field, fate: Fate, facts: OrderFacts) -> Why:
    """What became of a legal order."""
    verb, source = facts.verb, facts.source
    if verb == MOVE:
        return CARRIED_OUT[MOVE] if fate.moved[source] else _why_not_moved(field, fate, facts)
    if verb == SUPPORT:
        return CARRIED_OUT[SUPPORT] if fate.given.get(source) else _why_not_supported(field, fate, facts)
    if verb == CONVOY:
        return _why_convoy(field, fate, facts)
    return _dislodged(fate, source) if source in fate.dislodged else CARRIED_OUT[HOLD]


def _dislodged(fate: Fate, province: Province) -> Why:
    return Reason.DISLODGED, (fate.dislodged[province],)


def _why_not_moved(field: Field, fate: Fate, facts: OrderFacts) -> Why:
    source, target = facts.source, facts.target
    if source in fate.called_off:
        return Reason.PARADOX, ()
    if source in fate.stranded:
        return _why_stranded(field, fate, facts)
    if source not in fate.force and len(field.entrants[target]) == 1:
        return _why_alone_failed(field, fate, source, target)
    rivals = rivals_of(field, fate, source)
    meets = head_on(field, fate, source)
    if not meets and (target not in field.powers or fate.moved.get(target)):
        return _bounced(rivals, fate.force.get(source, 1))
    victim = field.powers[target]
    if field.powers[source] == victim:
        return Reason.OWN_UNIT, (target,)
    defence = 1 if target in field.moves and not meets else fate.force.get(target, 1)
    without_own = attack(field, fate, source, victim)
    if without_own > defence:
        return _bounced(rivals, without_own)
    if source in fate.force and fate.force[source] > max(defence, *rivals.values(), 0):
        return Reason.OWN_SUPPORT, _given_by(field, fate, source, victim)
    if meets:
        return Reason.HEAD_ON, (target,)
    return Reason.HELD_OFF, (target, *_hold_supporters(field, fate, target))


def _why_alone_failed(field: Field, fate: Fate, source: Province, target: Province) -> Why:
    """The plainest and most frequent failure: nobody helped, nobody else came, the unit there stayed."""
    if field.powers[source] == field.powers[target]:
        return _OWN_UNIT[target]
    if target not in field.moves:
        if target in fate.force:
            return Reason.HELD_OFF, (target, *_hold_supporters(field, fate, target))
    elif field.moves[target].target == source and head_on(field, fate, source):
        return _HEAD_ON[target]
    return _HELD_OFF[target]


def _bounced(rivals: Mapping[Province, int], strength: int) -> Why:
    return Reason.BOUNCED, tuple(sorted(other for other, against in rivals.items() if against >= strength))


def _given_by(field: Field, fate: Fate, source: Province, power: str) -> tuple[Province, ...]:
    return tuple(
        sorted(
            supporter
            for supporter in field.backing.get(source, ())
            if fate.given[supporter] and field.powers[supporter] == power
        )
    )


def _hold_supporters(field: Field, fate: Fate, province: Province) -> tuple[Province, ...]:
    if province in field.moves or province not in field.backing:
        return ()
    return tuple(sorted(supporter for supporter in field.backing[province] if fate.given[supporter]))


def _why_stranded(field: Field, fate: Fate, facts: OrderFacts) -> Why:
    carriers = field.voyages[facts.source]
    if not can_carry(facts.source, facts.target, carriers):
        return Reason.NO_CONVOY, ()
    return Reason.CONVOY_BROKEN, tuple(
        sorted(fate.dislodged[sea] for sea in seas_in(carriers) if sea in fate.dislodged)
    )


def _why_not_supported(field: Field, fate: Fate, facts: OrderFacts) -> Why:
    source = facts.source
    if source in field.void:
        return Reason.SUPPORT_UNMATCHED, (facts.other,)
    cutters = tuple(
        sorted(
            attacker
            for attacker in field.entrants[source]
            if attacker != facts.target
            and field.powers[attacker] != field.powers[source]
            and (attacker, source) not in fate.spared
        )
    )
    return (Reason.CUT, cutters) if cutters else _dislodged(fate, source)


def _why_convoy(field: Field, fate: Fate, facts: OrderFacts) -> Why:
    if facts.source in field.void:
        return Reason.CONVOY_UNMATCHED, (facts.other,)
    if facts.source in fate.dislodged:
        return _dislodged(fate, facts.source)
    if facts.other in fate.sailing:
        return _CONVOYED
    return (Reason.PARADOX if facts.other in fate.called_off else Reason.CONVOY_UNUSED), ()
