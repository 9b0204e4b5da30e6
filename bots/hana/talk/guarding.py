"""A guide's answers about danger.

Who reaches which center of the pupil next turn, and what guards it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.options import needed_adjustments
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power
from bots.hana.judge.guiding import Lesson
from bots.hana.judge.reach import steps_between, steps_of
from negotiation.diplomacy import Tpc
from negotiation.terms import Courtesy, Manner

__all__ = ["OF_SAFETY", "guards", "reached_by", "says"]

_NAMES: Final = (
    *("reach", "reachtwo", "reachmore", "safe", "safehere", "safeall"),
    *("manned", "backed", "unmanned", "bare", "builtin", "askhelp", "askfar"),
)
OF_SAFETY: Final = frozenset(f"guide{name}" for name in _NAMES)
"""Topics of these answers."""
_MOST: Final = 3
"""Centers that are spoken of at once."""


def says(lesson: Lesson, topic: str, *named: str) -> Courtesy:
    """A sentence of the guide's to its pupil."""
    return Courtesy(lesson.guide, (lesson.pupil,), Manner.ADVICE, Tpc(topic, named))


def guards(position: Position, lesson: Lesson, named: Sequence[str] = ()) -> Iterator[Courtesy]:
    """Tell who reaches the pupil's centers, and what guards them.

    Open centers come first.

    named: powers and places that were asked about. Places of others' units count for their powers.
    """
    me = lesson.pupil
    powers = {power for power in POWERS if power in named and power != me}
    places = [place for place in named if place in STANDARD.provinces]
    units = [unit for place in places if (unit := position.unit_at(place)) is not None and unit.power != me]
    powers |= {unit.power for unit in units}
    own = [place for place in places if position.centers.get(place) == me]
    found = list(_reached(position, me, powers, own or position.centers_of(me)))
    found.sort(key=lambda each: _rank(position, me, lesson, each))
    for _, power, center, near in found[:_MOST]:
        yield reached_by(lesson.guide, me, power, center, near)
        yield _guard(position, lesson, center)
    for power in sorted(powers - {each[1] for each in found}):
        yield says(lesson, "guidesafe", power)
    if not found and not powers:
        yield says(lesson, "guidesafehere", *own) if own else says(lesson, "guidesafeall")
    for power in sorted(powers - {lesson.guide}):
        yield from _helpers(position, lesson, power)


def reached_by(me: Power, partner: Power, power: Power, place: Province, near: Sequence[Unit]) -> Courtesy:
    """Tell a partner that a power's units reach a place next turn."""
    topic = ("guidereach", "guidereachtwo", "guidereachmore")[min(len(near), _MOST) - 1]
    froms = [unit.province for unit in near][:2]
    return Courtesy(me, (partner,), Manner.ADVICE, Tpc(topic, (power, froms[0], place, *froms[1:])))


def _reached(
    position: Position, me: Power, powers: set[Power], centers: Sequence[Province]
) -> Iterator[tuple[int, Power, Province, list[Unit]]]:
    for center in centers:
        for power in POWERS:
            if power == me or (powers and power not in powers):
                continue
            near = [unit for unit in position.units_of(power) if center in steps_of(unit)]
            if near:
                yield len(near), power, center, near


def _rank(
    position: Position, me: Power, lesson: Lesson, each: tuple[int, Power, Province, list[Unit]]
) -> tuple[bool, bool, bool, int, Province]:
    """Friends last; open centers, homes and many units first."""
    number, power, center, _ = each
    unit = position.unit_at(center)
    guarded = unit is not None and unit.power == me
    return power == lesson.guide, guarded, center not in STANDARD.homes[me], -number, center


def _guard(position: Position, lesson: Lesson, center: Province) -> Courtesy:
    me = lesson.pupil
    unit = position.unit_at(center)
    near = [each.province for each in position.units_of(me) if each.province != center and center in steps_of(each)]
    near.sort(key=lambda place: (position.centers.get(place) == me, place))
    if unit is not None and unit.power == me:
        return says(lesson, "guidebacked", near[0], center) if near else says(lesson, "guidemanned", center)
    if position.phase.kind == "A" and center in STANDARD.homes[me] and needed_adjustments(position, me) > 0:
        return says(lesson, "guidebuiltin", center)
    return says(lesson, "guideunmanned", near[0], center) if near else says(lesson, "guidebare", center)


def _helpers(position: Position, lesson: Lesson, enemy: Power) -> Iterator[Courtesy]:
    """Name a helper next to the enemy, the guide last."""
    others = [unit for unit in position.units if unit.power not in {lesson.pupil, enemy}]
    for unit in sorted(others, key=lambda each: (each.power == lesson.guide, each)):
        near = [each.province for each in position.units_of(enemy) if each.province in steps_of(unit)]
        if near:
            yield says(lesson, "guideaskhelp", unit.power, unit.province, near[0])
            return
    if others and position.units_of(enemy):
        nearest = min({unit.power for unit in others}, key=lambda each: (steps_between(position, enemy, each), each))
        yield says(lesson, "guideaskfar", nearest)
