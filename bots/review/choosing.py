"""Choose the moments of a review."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from adjudication.powers import Power
from bots.review.moment import Kind, Moment

__all__ = ["MOST", "chosen", "is_own_mistake"]

MOST: Final = 7
_MOST_OWN: Final = 4
_MOST_OF: Final[Mapping[Kind, int]] = {"blunder": 3, "missed": 3, "support": 2, "betrayal": 2, "deal": 2, "solo": 1}
_FACTORS: Final[Mapping[Kind, float]] = {
    "blunder": 1.2,
    "missed": 1.0,
    "support": 0.9,
    "betrayal": 1.3,
    "deal": 1.3,
    "solo": 1.0,
}
_MOST_IN_A_PHASE: Final = 2
_MOST_OF_A_POWER: Final = 3


def is_own_mistake(moment: Moment, viewer: Power | None) -> bool:
    """True if the viewer's power could have done better there."""
    if moment.kind in {"blunder", "missed"}:
        return moment.powers[0] == viewer
    return moment.kind == "deal" and viewer in moment.powers


def chosen(moments: Iterable[Moment], viewer: Power | None = None) -> list[Moment]:
    """Choose up to seven moments.

    The viewer's own mistakes come first, then the others, each part in order of time.
    """
    ranked = sorted(_once(moments), key=lambda each: -each.weight * _FACTORS[each.kind])
    own = [each for each in ranked if is_own_mistake(each, viewer)][:_MOST_OWN]
    kinds, phases, powers = Counter[str](), Counter(each.phase for each in own), Counter[Power]()
    others: list[Moment] = []
    for each in ranked:
        if len(own) + len(others) == MOST:
            break
        if is_own_mistake(each, viewer) or kinds[each.kind] == _MOST_OF[each.kind]:
            continue
        if phases[each.phase] == _MOST_IN_A_PHASE or powers[each.powers[0]] == _MOST_OF_A_POWER:
            continue
        kinds[each.kind] += 1
        phases[each.phase] += 1
        powers[each.powers[0]] += 1
        others.append(each)
    return [*sorted(own, key=_time), *sorted(others, key=_time)]


def _time(moment: Moment) -> tuple[int, int]:
    return int(moment.phase[1:-1]), "SFW".index(moment.phase[0])


def _once(moments: Iterable[Moment]) -> list[Moment]:
    """Drop moments that repeat another with more at stake.

    Alike are those of a power in one phase, and those about the same places.
    """
    found: list[Moment] = []
    for each in sorted(moments, key=lambda each: -each.weight):
        alike = (
            other
            for other in found
            if other.kind == each.kind
            and other.powers[0] == each.powers[0]
            and (other.phase == each.phase or (each.places and set(each.places) <= set(other.places)))
        )
        if next(alike, None) is None:
            found.append(each)
    return found
