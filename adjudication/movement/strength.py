"""Strengths of units and success of moves, from the supports given."""

from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.movement.field import Fate, Field, Why
from adjudication.powers import Power
from adjudication.reasons import Reason

__all__ = ["attack", "beaten_head_on", "head_on", "kept_out", "settle_strengths"]

_OWN_UNIT: Final[dict[Province, Why]] = {province: (Reason.OWN_UNIT, (province,)) for province in STANDARD.provinces}
_HEAD_ON: Final[dict[Province, Why]] = {province: (Reason.HEAD_ON, (province,)) for province in STANDARD.provinces}
_HEAD_ON_LOST: Final[dict[Province, Why]] = {
    province: (Reason.HEAD_ON_LOST, (province,)) for province in STANDARD.provinces
}
_HELD_OFF: Final[dict[Province, Why]] = {province: (Reason.HELD_OFF, (province,)) for province in STANDARD.provinces}


def settle_strengths(field: Field, fate: Fate) -> None:
    """Fill `fate.force`: a unit and all support given to its order.

    That is what it holds with if it stays by order, defends with head to head, and keeps others out
    with. Units without support are left out; theirs is 1. So is the hold of a mover that did not
    get away, whatever supported its move.
    """
    given = fate.given
    for province, backers in field.backing.items():
        force = 1
        for backer in backers:
            force += given[backer]
        fate.force[province] = force


def attack(field: Field, fate: Fate, source: Province, victim: Power) -> int:
    """A mover's strength against a unit of `victim` that stays: no power helps to dislodge its own unit."""
    if field.powers[source] == victim:
        return 0
    backers = field.backing.get(source)
    if backers is None:
        return 1
    given, powers = fate.given, field.powers
    strength = 1
    for backer in backers:
        if given[backer] and powers[backer] != victim:
            strength += 1
    return strength


def head_on(field: Field, fate: Fate, source: Province) -> bool:
    """True if a mover and its target swap places without a convoy."""
    target = field.moves[source].target
    against = field.moves.get(target)
    return (
        against is not None
        and against.target == source
        and source not in fate.sailing
        and target not in fate.sailing
        and source not in fate.stranded
        and target not in fate.stranded
    )


def beaten_head_on(field: Field, fate: Fate, target: Province) -> Province | None:
    """The attacker of a province that was beaten head to head by the unit that stood there, if any was."""
    if not fate.moved.get(target):
        return None
    beaten = field.moves[target].target
    return beaten if beaten in field.moves and head_on(field, fate, beaten) else None


def kept_out(field: Field, fate: Fate, source: Province, stays: bool) -> Why | None:
    """Reason a move fails, with the provinces responsible; None if it succeeds.

    stays: True if a unit in the target does not get away. Any unit that gets in dislodges it.
    """
    target = field.moves[source].target
    entrants = field.entrants[target]
    force = fate.force
    strength = force.get(source, 1)
    rivals: dict[Province, int] = {}
    if len(entrants) > 1:
        # A unit beaten head to head by the one it attacked has no say there (DATC 4.A.7).
        beaten = beaten_head_on(field, fate, target)
        rivals = {other: force.get(other, 1) for other in entrants if other not in (source, beaten)}
    if not stays:
        return _bounced(rivals, strength)
    victim = field.powers[target]
    moving = target in field.moves
    meets = moving and head_on(field, fate, source)
    if field.powers[source] == victim:
        against = force.get(target, 1)
        return _met(target, strength, against) if meets and strength <= against else _OWN_UNIT[target]
    defence = 1 if moving and not meets else force.get(target, 1)
    without_own = attack(field, fate, source, victim) if strength > 1 else 1
    if without_own > defence:
        return _bounced(rivals, without_own)
    if strength > defence and all(strength > against for against in rivals.values()):
        return Reason.OWN_SUPPORT, _given_by(field, fate, source, victim)
    if meets:
        return _met(target, without_own, defence)
    return (Reason.HELD_OFF, (target, *_holding(field, fate, target))) if defence > 1 else _HELD_OFF[target]


def _met(target: Province, strength: int, against: int) -> Why:
    """Reason a mover stays after a fight head to head."""
    return _HEAD_ON_LOST[target] if strength < against else _HEAD_ON[target]


def _bounced(rivals: dict[Province, int], strength: int) -> Why | None:
    """Rivals stronger than the mover, else those just as strong."""
    stronger = sorted(other for other, against in rivals.items() if against > strength)
    if stronger:
        return Reason.OUTMATCHED, tuple(stronger)
    equal = sorted(other for other, against in rivals.items() if against == strength)
    return (Reason.BOUNCED, tuple(equal)) if equal else None


def _given_by(field: Field, fate: Fate, source: Province, power: Power) -> tuple[Province, ...]:
    """The supporters of one power whose support a unit has."""
    backers = field.backing.get(source, ())
    return tuple(sorted(backer for backer in backers if fate.given[backer] and field.powers[backer] == power))


def _holding(field: Field, fate: Fate, province: Province) -> tuple[Province, ...]:
    """The supporters of a unit that stays by order."""
    return tuple(sorted(backer for backer in field.backing[province] if fate.given[backer]))
