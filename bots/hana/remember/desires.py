"""Desires and intentions: graded, worked out anew from beliefs and emotions whenever they are asked for.

Thesis, chapter 5 (g-BDI): *attack*, *help* and *not negotiate* are intentions towards one power. The three basic ones
(*reply*, *propose*, *execute*) are graded by `bots.hana.judge.strategy`.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.hana.foresee.winning import prospect_of
from bots.hana.remember.personality import Personality
from bots.hana.remember.rules import ALWAYS, INTENTIONS, RULES, Rules, derived

__all__ = ["desires_of", "intentions_of", "lead_of", "threats_of"]

_NEAR: Final = 9
"""Centers up to which a power is no leader."""
_SPAN: Final = 6
"""Centers from there to a leader that must be stopped; 12 is half of the way."""
_AHEAD: Final = 3
"""Centers before the next power that are no lead yet."""


def lead_of(power: Power, position: Position, me: Power) -> float:
    """Nearness of a power to winning, in [0, 1].

    12 centers are 0.5, 15 are 1; so are 6 and 9 more than the next power. Or the chance that it will as good as have
    won in two years, if that is more.

    Powers that have no more than me, or will have no more, are nobody to stop.
    """
    counts = dict.fromkeys(POWERS, 0)
    for owner in position.centers.values():
        counts[owner] += 1
    mine, theirs = counts[me], counts[power]
    second = max(count for other, count in counts.items() if other != power)
    now = max(0.0, theirs - _NEAR, theirs - second - _AHEAD) / _SPAN if theirs > mine else 0.0
    prospect = prospect_of(position)
    later = prospect.winning.get(power, 0.0)
    return max(min(1.0, now), later if later and prospect.centers[power] > prospect.centers[me] else 0.0)


@lru_cache(maxsize=64)
def threats_of(position: Position, me: Power) -> Mapping[Power, float]:
    """By power the share of my centers and units that units of it stand next to, in [0, 1]."""
    mine = {center for center, owner in position.centers.items() if owner == me}
    mine |= {unit.province for unit in position.units if unit.power == me}
    reached: dict[Power, set[Province]] = {power: set() for power in POWERS}
    for unit in position.units:
        if unit.power != me:
            reached[unit.power].update(map(province_of, STANDARD.borders(unit.kind).get(unit.region, ())))
    return MappingProxyType({power: len(mine & reached[power]) / len(mine) if mine else 0.0 for power in POWERS})


def desires_of(
    beliefs: Mapping[str, float], emotions: Mapping[str, float], personality: Personality, rules: Rules = RULES
) -> dict[str, float]:
    """Desires towards one power: degrees in [0, 1].

    beliefs: those of `rules.BELIEFS`.
    """
    return derived(rules.want, {ALWAYS: 1.0, **beliefs, **emotions}, personality)


def intentions_of(
    beliefs: Mapping[str, float],
    emotions: Mapping[str, float],
    desires: Mapping[str, float],
    personality: Personality,
    rules: Rules = RULES,
) -> dict[str, float]:
    """Intentions towards one power: degrees in [0, 1]."""
    degrees = derived(rules.intend, {ALWAYS: 1.0, **beliefs, **emotions, **desires}, personality)
    return {name: degrees.get(name, 0.0) for name in INTENTIONS}
