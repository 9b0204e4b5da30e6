"""Decides a movement phase: convoys, then supports, then moves.

With the strengths known, a move to a province whose unit stays, or that is empty, is decided by
counting, and so are two units that meet head to head. What is left are moves that succeed if and
only if the unit in their way gets away: chains, decided from their head, or rings, which turn.
"""

from adjudication.board import Province
from adjudication.movement.convoy import settle_convoys
from adjudication.movement.field import Fate, Field
from adjudication.movement.strength import attack
from adjudication.movement.support import settle_supports

__all__ = ["head_on", "resolve", "rivals_of"]


def resolve(field: Field) -> Fate:
    """The fate of every unit. Takes movers that cannot attack out of `field.entrants`."""
    fate = Fate()
    if field.voyages:
        settle_convoys(field, fate)
    if field.supports:
        settle_supports(field, fate)
    _settle_moves(field, fate)
    return fate


def head_on(field: Field, fate: Fate, source: Province) -> bool:
    """Whether a mover meets the unit it attacks head to head: each goes where the other stands, neither by sea."""
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


def rivals_of(field: Field, fate: Fate, source: Province) -> dict[Province, int]:
    """The other attackers of a mover's target and the strength each keeps it out with.

    A unit beaten head to head by the one it attacked has no say there (DATC 4.A.7); those are left out.
    """
    target = field.moves[source].target
    sources = field.entrants[target]
    if len(sources) == 1:
        return {}
    beaten = _beaten_head_on(field, fate, target)
    return {other: fate.force.get(other, 1) for other in sources if other not in (source, beaten)}


def _beaten_head_on(field: Field, fate: Fate, target: Province) -> Province | None:
    """The attacker of a province that was beaten head to head by the unit that stood there, if any was."""
    if not fate.moved.get(target):
        return None
    beaten = field.moves[target].target
    return beaten if beaten in field.moves and head_on(field, fate, beaten) else None


def _settle_moves(field: Field, fate: Fate) -> None:
    moves, moved, entrants = field.moves, fate.moved, field.entrants
    for source in fate.stranded:
        moved[source] = False
    for target in entrants:
        if target in moves and moves[target].target in entrants[target] and head_on(field, fate, target):
            moved[target] = _wins_head_on(field, fate, target)
    waiting: dict[Province, Province] = {}
    fought_over: list[Province] = []
    for target, sources in entrants.items():
        if len(sources) == 1:
            source = sources[0]
            if target not in field.powers:
                moved[source] = True
                continue
            if source not in moved:
                success = _decide(field, fate, source, target, 0)
                if success is None:
                    waiting[source] = target
                else:
                    moved[source] = success
        else:
            _settle_contest(field, fate, target, waiting)
        fought_over.append(target)
    if waiting:
        _settle_chains(waiting, moved)
    for target in fought_over:
        _note_arrival(field, fate, target, entrants[target])


def _settle_contest(field: Field, fate: Fate, target: Province, waiting: dict[Province, Province]) -> None:
    """Decide the moves of several attackers of one province: only one stronger than all others can enter."""
    moved, force = fate.moved, fate.force
    beaten = _beaten_head_on(field, fate, target)
    strongest, best, second = "", 0, 0
    for source in field.entrants[target]:
        strength = force.get(source, 1)
        if source == beaten:
            continue
        if strength > best:
            strongest, best, second = source, strength, best
        elif strength > second:
            second = strength
    for source in field.entrants[target]:
        if source not in moved:
            alone = source == strongest and best > second
            success = _decide(field, fate, source, target, second) if alone else False
            if success is None:
                waiting[source] = target
            else:
                moved[source] = success


def _wins_head_on(field: Field, fate: Fate, source: Province) -> bool:
    if source not in fate.force:
        return False
    target = field.moves[source].target
    strength = attack(field, fate, source, field.powers[target])
    return strength > fate.force.get(target, 1) and all(
        strength > fate.force.get(other, 1) for other in field.entrants[target] if other != source
    )


def _decide(field: Field, fate: Fate, source: Province, target: Province, rival: int) -> bool | None:
    """Whether a move stronger than its rivals succeeds; None if it does just when the unit in its way gets away.

    rival: the greatest strength that another attacker keeps it out with.
    """
    victim = field.powers.get(target)
    if victim is None:
        return True
    away: bool | None = False
    defence = 1
    if target in field.moves:
        away = fate.moved.get(target)
        if away:
            return True
    else:
        defence = fate.force.get(target, 1)
    if fate.force.get(source, 1) > defence and attack(field, fate, source, victim) > max(rival, defence):
        return True
    return None if away is None else False


def _settle_chains(waiting: dict[Province, Province], moved: dict[Province, bool]) -> None:
    """Follow each waiting move to the unit all wait for; if that is itself, the ring turns."""
    for first in waiting:
        chain: list[Province] = []
        mover = first
        while mover not in moved and mover not in chain:
            chain.append(mover)
            mover = waiting[mover]
        success = moved.get(mover, True)
        for each in chain:
            moved[each] = success


def _note_arrival(field: Field, fate: Fate, target: Province, sources: list[Province]) -> None:
    """Who is dislodged from a province, or whether a standoff left it empty."""
    moved = fate.moved
    stays = target in field.powers and not moved.get(target)
    for source in sources:
        if moved[source]:
            if stays:
                fate.dislodged[target] = source
            return
    if not stays and sources != [_beaten_head_on(field, fate, target)]:
        fate.contested.add(target)
