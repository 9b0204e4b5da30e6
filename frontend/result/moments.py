"""Moments that decided a game: leads, centers, beaten units, promises. Pure.

Each is found on the boards and in the ledger, weighed, and told in a sentence with the phase in which it happened.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from adjudication.names import place_name
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, POWERS, Power
from frontend.result.figures import Swing, decided, years_of
from frontend.words import listed

__all__ = ["Moment", "Pledged", "moments_of"]

_MOST: Final = 3
_OWN: Final = 1.5
"""A moment counts so much more for the reader whose power is in it."""
_LASTING, _OUT, _ATTACKED, _BROKEN, _BEATEN, _KEPT = 4.0, 3.0, 3.0, 2.0, 1.2, 0.5


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment. powers: those in it, the doer first."""

    phase: Phase
    text: str
    weight: float
    powers: tuple[Power, ...]


@dataclass(frozen=True, slots=True)
class Pledged:
    """A promise that was judged.

    gain: centers the breaker took that year from those it was given to. is_peace: it is broken by an attack.
    """

    phase: Phase
    power: Power
    to: tuple[Power, ...]
    is_kept: bool
    gain: int = 0
    is_peace: bool = False


def moments_of(
    boards: Sequence[Position], pledged: Iterable[Pledged], hero: Power | None, viewer: Power | None = None
) -> list[Moment]:
    """Find up to three moments, at most one a phase, oldest first.

    boards: of all phases, oldest first. hero: who won or leads at the end.
    """
    found = [*_swings(boards, hero), *_years(boards), *_beaten(boards), *_words(pledged)]
    best: dict[str, Moment] = {}
    for moment in sorted(found, key=lambda each: -_weight(each, viewer)):
        best.setdefault(str(moment.phase), moment)
    chosen = list(best.values())[:_MOST]
    return sorted(chosen, key=lambda each: each.phase.sort_key)


def _weight(moment: Moment, viewer: Power | None) -> float:
    return moment.weight * (_OWN if viewer in moment.powers else 1.0)


def _fall(year: int) -> Phase:
    return Phase("F", year, "M")


def _swings(boards: Sequence[Position], hero: Power | None) -> Iterator[Moment]:
    """The year in which the hero's lead grew for good."""
    swing = None if hero is None else decided(years_of(boards), hero)
    if swing is not None and hero is not None:
        came = f"{POWER_NAMES[hero]} came to {_centers(swing.year.counts[hero])}"
        yield Moment(_fall(swing.year.number), f"{came}{_swung(swing)}.", _LASTING, (hero,))


def _swung(swing: Swing) -> str:
    """The lead in words, as far as later years show it."""
    grown, least = _centers(swing.after - swing.before), swing.least
    if swing.after <= 0:
        return f", {grown} closer to the first place"
    if swing.before > 0:
        return f": its lead grew by {grown}" + (" and was never lost again" if least is not None else "")
    return " and took the lead" + (", which it never lost again" if least is not None and least > 0 else "")


def _years(boards: Sequence[Position]) -> Iterator[Moment]:
    """Centers taken in a year, and powers left without any."""
    for before, after, year in _counted(boards):
        for power in POWERS:
            taken = [place for place in after.centers_of(power) if before.centers.get(place) != power]
            robbed = {owner for place in taken if (owner := before.centers.get(place)) is not None}
            victims = sorted(robbed, key=POWERS.index)
            if len(taken) > 1 or victims:
                whose = f" from {listed([POWER_NAMES[each] for each in victims])}" if victims else ""
                names = listed([place_name(place) for place in sorted(taken)])
                worth = len(taken) + 0.5 * sum(before.centers.get(place) in robbed for place in taken)
                yield Moment(_fall(year), f"{POWER_NAMES[power]} took {names}{whose}.", worth, (power, *victims))
            if before.centers_of(power) and not after.centers_of(power):
                yield Moment(_fall(year), f"{POWER_NAMES[power]} lost its last center.", _OUT, (power,))


def _counted(boards: Sequence[Position]) -> Iterator[tuple[Position, Position, int]]:
    """Boards before and after the count of centers, by year."""
    before: Position | None = None
    for board in boards:
        year = _last_count(board)
        if before is not None and year > _last_count(before):
            yield before, board, year
        if before is None or year > _last_count(before):
            before = board


def _last_count(board: Position) -> int:
    """Year whose centers were counted last."""
    return board.phase.year if board.phase.season == "W" else board.phase.year - 1


def _beaten(boards: Sequence[Position]) -> Iterator[Moment]:
    """Units that were beaten out of their places."""
    for before, board in pairwise(boards):
        for beaten in board.dislodged:
            place = beaten.unit.province
            winner = board.unit_at(place)
            if winner is None or winner.power == beaten.unit.power:
                continue
            what = "an army" if beaten.unit.kind == "A" else "a fleet"
            whose = f"{what} of {POWER_NAMES[beaten.unit.power]}"
            text = f"{POWER_NAMES[winner.power]} beat {whose} out of {place_name(place)}."
            home = 0.5 * (board.centers.get(place) == beaten.unit.power)
            yield Moment(before.phase, text, _BEATEN + home, (winner.power, beaten.unit.power))


def _words(pledged: Iterable[Pledged]) -> Iterator[Moment]:
    """Promises that were broken, and kept."""
    for each in pledged:
        to = listed([POWER_NAMES[power] for power in each.to])
        if each.is_kept:
            yield Moment(each.phase, f"{POWER_NAMES[each.power]} kept its word to {to}.", _KEPT, (each.power, *each.to))
        else:
            whom = "it" if len(each.to) == 1 else "them"
            took = f" and took {_centers(each.gain)} from {whom} that year" if each.gain else ""
            what = f"attacked {to} and broke their peace" if each.is_peace else f"broke its word to {to}"
            weight = (_ATTACKED if each.is_peace else _BROKEN) + each.gain
            yield Moment(each.phase, f"{POWER_NAMES[each.power]} {what}{took}.", weight, (each.power, *each.to))


def _centers(count: int) -> str:
    return f"{count} center{'' if count == 1 else 's'}"
