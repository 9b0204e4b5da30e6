"""Decide which supports are given and which are cut.

A support is cut by an attack from a unit of another power, unless it comes from the province the
support is directed into; that unit must dislodge the supporter. This needs no guessing: a supporter
stands still, so its own dislodgement is decided by supports into its province, and those can only be
cut from elsewhere, by any attack at all.
"""

from adjudication.board import Province
from adjudication.movement.field import Fate, Field
from adjudication.movement.strength import kept_out, settle_strengths
from adjudication.reasons import Reason

__all__ = ["cutters", "settle_supports"]


def cutters(field: Field, fate: Fate, supporter: Province) -> list[Province]:
    """Units that cut a support by entering the supporter's province.

    An attack cuts whether or not it succeeds.
    """
    entrants = field.entrants.get(supporter)
    if entrants is None:
        return []
    power, target = field.powers[supporter], field.supports[supporter].target
    return [
        mover
        for mover in entrants
        if mover != target and field.powers[mover] != power and (mover, supporter) not in fate.spared
    ]


def settle_supports(field: Field, fate: Fate) -> None:
    """Decide `fate.given` and `fate.force`; `field.entrants` must hold true attackers only by now."""
    entrants, given, because = field.entrants, fate.given, fate.because
    threatened: list[Province] = []
    for supporter, facts in field.supports.items():
        given[supporter] = True
        if supporter not in entrants:
            continue
        if by := cutters(field, fate, supporter):
            given[supporter] = False
            because[supporter] = Reason.CUT, tuple(sorted(by))
        elif facts.target in entrants[supporter]:
            threatened.append(supporter)
    settle_strengths(field, fate)
    lost = [each for each in threatened if kept_out(field, fate, field.supports[each].target, stays=True) is None]
    for supporter in lost:
        given[supporter] = False
        because[supporter] = Reason.DISLODGED, (field.supports[supporter].target,)
    if lost:
        settle_strengths(field, fate)
