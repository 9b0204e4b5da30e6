"""Units that may bounce somewhere."""

from collections.abc import Sequence
from typing import Final

from adjudication.powers import Power
from negotiation.diplomacy import Mto
from negotiation.grounding.ground import Ground, Move

__all__ = ["bouncers"]


def bouncers(sketch: Move, powers: Sequence[Power], ground: Ground) -> list[Mto]:
    """The moves that may bounce there, one for each unit, the usual ones first; in the opening often these only."""
    moves = {action.unit: action for action in ground.actions(sketch, powers) if isinstance(action, Mto)}
    place = sketch.target.province
    usual = [unit for unit in moves if f"{unit.power} {unit.region.province} {place}" in _USUAL_BOUNCERS]
    opening = ground.position is None or str(ground.position.phase) == "S1901M"
    if usual and opening and sketch.unit is None and place in _KNOWN_BOUNCES:
        return [moves[unit] for unit in usual]
    return sorted(moves.values(), key=lambda move: move.unit not in usual)


_USUAL_BOUNCERS: Final = frozenset(
    {
        *("AUS VIE GAL", "RUS WAR GAL", "TUR ANK BLA", "RUS SEV BLA", "FRA BRE ECH", "ENG LON ECH", "FRA PAR BUR"),
        *("GER MUN BUR", "ITA VEN TYR", "AUS VIE TYR", "GER MUN TYR", "ITA VEN PIE", "FRA MAR PIE", "RUS WAR SIL"),
        *("GER DEN SWE", "RUS GOB SWE", "RUS SEV ARM", "TUR ANK ARM", "GER MUN SIL", "GER BER PRU", "RUS WAR PRU"),
    }
)
"""Usual bounces: the power, where its unit stands, where it goes."""

_KNOWN_BOUNCES: Final = frozenset(["GAL"])
"""Places where everybody means the usual units in the opening, though others could."""
