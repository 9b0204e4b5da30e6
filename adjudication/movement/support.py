"""Which supports are given and which are cut.

A support is cut by an attack from a unit of another power, unless it comes from the province the
support is directed into; that unit must dislodge the supporter. This needs no guessing: a supporter
stands still, so its own dislodgement is decided by supports into its province, and those can only be
cut from elsewhere, by any attack at all.
"""

from adjudication.board import Province
from adjudication.movement.field import Fate, Field
from adjudication.movement.strength import attack, settle_strengths

__all__ = ["settle_supports"]


def settle_supports(field: Field, fate: Fate) -> None:
    """Decide `fate.given` and `fate.force`; `field.entrants` must hold true attackers only by now."""
    entrants, powers, given, spared = field.entrants, field.powers, fate.given, fate.spared
    threats: list[tuple[Province, Province]] = []
    for supporter, facts in field.supports.items():
        attackers = entrants.get(supporter)
        given[supporter] = True
        if attackers is None:
            continue
        threat = ""
        for attacker in attackers:
            if powers[attacker] == powers[supporter] or (attacker, supporter) in spared:
                continue
            if attacker == facts.target:
                threat = attacker
            else:
                given[supporter] = False
                break
        else:
            if threat:
                threats.append((supporter, threat))
    settle_strengths(field, fate)
    if threats:
        for supporter, threat in threats:
            given[supporter] = not _dislodges(field, fate, threat, supporter)
        settle_strengths(field, fate)


def _dislodges(field: Field, fate: Fate, attacker: Province, supporter: Province) -> bool:
    strength = attack(field, fate, attacker, field.powers[supporter])
    return strength > fate.force.get(supporter, 1) and all(
        strength > fate.force.get(other, 1) for other in field.entrants[supporter] if other != attacker
    )
