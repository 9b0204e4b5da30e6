"""How strong a unit is, once it is known which supports are given."""

from adjudication.board import Province
from adjudication.movement.field import Fate, Field
from adjudication.powers import Power

__all__ = ["attack", "settle_strengths"]


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
