"""HANA's opinions of other powers: friend or foe, trust, fear, lead."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from adjudication.powers import Power
from bots.hana.foresee.winning import prospect_of
from bots.hana.judge.reach import closeness
from bots.hana.talk.situation import Situation
from negotiation.compliance import State
from negotiation.diplomacy import Stance

__all__ = ["broken_by", "is_taken_for", "leader", "taken_for", "who_is"]

_STRONG: Final = 8
"""Centers from which a power is too strong, and"""
_AHEAD: Final = 2
"""so many more than the next, with"""
_EARLY: Final = 6
"""this many at least."""
_WEAK: Final = 2
_TRUSTED: Final = 0.6


def leader(situation: Situation) -> Power | None:
    """Power about to win, else one getting too strong.

    None early on, or if it is itself.
    """
    winner = prospect_of(situation.view.position).winner
    if winner is not None:
        return winner if winner != situation.view.power else None
    counts = _counts(situation)
    first, *rest = sorted(counts, key=lambda power: -counts[power])
    ahead = counts[first] - max((counts[power] for power in rest), default=0)
    strong = counts[first] >= _STRONG or (counts[first] >= _EARLY and ahead >= _AHEAD)
    return first if strong and first != situation.view.power else None


def broken_by(situation: Situation, power: Power) -> bool:
    """True if the power broke its word to this one."""
    return any(line.agent == power and line.state is State.BROKEN for line in situation.view.ledger)


def _counts(situation: Situation) -> dict[Power, int]:
    position = situation.view.position
    return {power: len(position.centers_of(power)) for power in (*situation.others, situation.view.power)}


def _is_foe(situation: Situation, power: Power) -> bool:
    return power == situation.target or not situation.attitude(power).talks


def _could_take(situation: Situation, power: Power) -> float:
    """Threat by a power: centers in its reach, and closeness."""
    mine = set(situation.view.position.centers_of(situation.view.power))
    return len(situation.reach(power) & mine) + closeness(situation.view.position, situation.view.power, power)


def _is_feared(situation: Situation, power: Power) -> bool:
    attitude = situation.attitude(power)
    near = bool(situation.reach(power) & set(situation.view.position.centers_of(situation.view.power)))
    return near and power not in situation.friends and (attitude.trust < _TRUSTED or attitude.warmth < 0)


_IS: Final[Mapping[Stance, Callable[[Situation, Power], bool]]] = {
    "leading": lambda situation, power: power == leader(situation),
    "foe": _is_foe,
    "friend": lambda situation, power: power in situation.friends,
    "feared": _is_feared,
    "weak": lambda situation, power: _counts(situation).get(power, 0) <= _WEAK,
    "trusted": lambda situation, power: situation.attitude(power).trust >= _TRUSTED and not _is_foe(situation, power),
}
"""Condition of each stance, the most important first."""


def is_taken_for(situation: Situation, power: Power, stance: Stance) -> bool:
    """True if it has this opinion of the power."""
    return _IS[stance](situation, power)


def taken_for(situation: Situation, power: Power) -> Iterator[Stance]:
    """Everything it takes a power for, what matters most first."""
    return (stance for stance, is_so in _IS.items() if is_so(situation, power))


def who_is(situation: Situation, stance: Stance, but: Power) -> Power | None:
    """The first of the other powers, the nearest first, that it takes for that. but: who asks, named last."""
    found = [power for power in situation.others if is_taken_for(situation, power, stance)]
    if stance == "leading" and not found:
        counts = _counts(situation)
        most = max(counts.values())
        found = [power for power in situation.others if counts[power] == most and most > min(counts.values())]
    if stance == "feared" and not found:
        found = sorted(situation.others, key=lambda power: (power in situation.friends, -_could_take(situation, power)))
    return min(found, key=lambda power: power == but, default=None)
