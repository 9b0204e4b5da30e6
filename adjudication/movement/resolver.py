"""Decides a movement phase: convoys, then supports, then moves.

With the strengths known, units that meet head to head are decided by counting, and so are all moves
into one province as soon as it is known whether the unit there gets away. That makes chains, decided
from the province whose unit does not wait for another, and rings, which turn if every mover in them
would enter an empty province.
"""

from adjudication.board import Province
from adjudication.movement.convoy import name_breakers, settle_convoys
from adjudication.movement.field import Fate, Field
from adjudication.movement.strength import beaten_head_on, head_on, kept_out
from adjudication.movement.support import settle_supports
from adjudication.reasons import Reason

__all__ = ["resolve"]


def resolve(field: Field) -> Fate:
    """The fate of every unit.

    Takes movers that cannot attack out of `field.entrants`.
    """
    fate = Fate(dict(field.void))
    if field.voyages or field.convoys:
        settle_convoys(field, fate)
    if field.supports:
        settle_supports(field, fate)
    _settle_moves(field, fate)
    if fate.stranded:
        name_breakers(field, fate)
    return fate


def _settle_moves(field: Field, fate: Fate) -> None:
    moves, moved, entrants, powers = field.moves, fate.moved, field.entrants, field.powers
    for source in fate.stranded:
        moved[source] = False
    for source, sources in entrants.items():
        if source in moves and moves[source].target in sources and head_on(field, fate, source):
            _settle_move(field, fate, source, stays=True)
    waiting: dict[Province, None] = {}
    for target, sources in entrants.items():
        if target in moves and target not in moved:
            waiting[target] = None
        elif target not in powers and len(sources) == 1:
            moved[sources[0]] = True
        else:
            _settle_province(field, fate, target)
    while waiting:
        chain: list[Province] = []
        province = next(iter(waiting))
        while province in waiting and province not in chain:
            chain.append(province)
            if province in moved:
                break
            province = moves[province].target
        else:
            if province in chain:
                chain = _settle_ring(field, fate, chain, chain.index(province))
        for each in reversed(chain):
            _settle_province(field, fate, each)
            del waiting[each]


def _settle_ring(field: Field, fate: Fate, chain: list[Province], first: int) -> list[Province]:
    """Turn the ring from `first` on, if nobody keeps its units out.

    Returns the chain that is left to settle. Units kept out even of an empty province stay in their own, where the
    ring then ends.
    """
    ring = chain[first:]
    stopped = [place for place, province in enumerate(ring) if kept_out(field, fate, province, stays=False)]
    if not stopped:
        fate.moved.update(dict.fromkeys(ring, True))
        return chain
    for place in stopped:
        _bounce(field, fate, field.moves[ring[place]].target)
    end = stopped[0] + 1
    return chain[:first] + ring[end:] + ring[:end]


def _bounce(field: Field, fate: Fate, target: Province) -> None:
    """Refuse the moves that rivals would keep out even of the empty province, so that the reasons name those rivals."""
    for source in field.entrants[target]:
        if source not in fate.moved:
            why = kept_out(field, fate, source, stays=False)
            if why is not None:
                fate.moved[source] = False
                fate.because[source] = why


def _settle_province(field: Field, fate: Fate, target: Province) -> None:
    """Decide all moves into a province.

    A unit there that has not got away by now stays.
    """
    moved, sources = fate.moved, field.entrants[target]
    stays = target in field.powers and not moved.get(target)
    entered = ""
    for source in sources:
        if source not in moved:
            _settle_move(field, fate, source, stays)
        if moved[source]:
            entered = source
    if entered and stays:
        _dislodge(field, fate, target, entered)
    elif not (entered or stays or sources == [beaten_head_on(field, fate, target)]):
        fate.contested.add(target)


def _settle_move(field: Field, fate: Fate, source: Province, stays: bool) -> None:
    why = kept_out(field, fate, source, stays)
    fate.moved[source] = why is None
    if why is not None:
        fate.because[source] = why


def _dislodge(field: Field, fate: Fate, victim: Province, attacker: Province) -> None:
    """A unit that moved or supported has its fate already; one that held or carried fails by this."""
    fate.dislodged[victim] = attacker
    if victim in field.convoys or not (victim in field.moves or victim in field.supports or victim in field.void):
        fate.because[victim] = Reason.DISLODGED, (attacker,)
