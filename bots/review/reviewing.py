"""Review a game phase by phase, and choose its moments."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.review.betrayals import betrayals_in
from bots.review.deals import deals_in
from bots.review.mistakes import mistakes_in
from bots.review.moment import Kind, Moment
from bots.review.played import Phase, Played
from bots.review.solos import solo_in
from bots.review.supports import supports_in

__all__ = ["MOST", "Story", "chosen", "is_own_mistake", "phase_reviewed"]

MOST: Final = 7
_MOST_OWN: Final = 4
_MOST_OF: Final[Mapping[Kind, int]] = {"blunder": 3, "missed": 3, "support": 2, "betrayal": 2, "deal": 2, "solo": 1}
_FACTORS: Final[Mapping[Kind, float]] = {
    "blunder": 1.2,
    "missed": 1.0,
    "support": 0.9,
    "betrayal": 1.3,
    "deal": 0.8,
    "solo": 1.0,
}
_MOST_IN_A_PHASE: Final = 2
_MOST_OF_A_POWER: Final = 3


@dataclass(frozen=True, slots=True)
class Story:
    """A game that is over.

    phases: all of them, oldest first, the final board last. until: its last year; None for no such year. winner: who
    won on the board or by concession.
    """

    phases: Sequence[Phase]
    rulebook: Rulebook
    until: int | None = None
    winner: Power | None = None

    @property
    def movements(self) -> list[int]:
        """Indices of the movement phases that were played."""
        kinds = [phase.position.phase.kind for phase in self.phases[:-1]]
        return [index for index, kind in enumerate(kinds) if kind == "M" and self.phases[index].position.units]


def phase_reviewed(story: Story, index: int, before: Mapping[Power, float] | None) -> dict[str, Any]:
    """Review the movement phase of an index, as JSON.

    Gives its `name`, the chances (0 to 1) `before` it and after it (`chances`), and `moments`.
    before: chances after the movement before; None for the first.
    """
    played = Played(story.phases[index], story.rulebook, story.until, before)
    lost, taken = _changes(story, index)
    found = [*mistakes_in(played, lost), *supports_in(played), *deals_in(played), *betrayals_in(played, taken)]
    if story.winner is not None and (solo := solo_in(played, story.winner)) is not None:
        found.append(solo)
    return {
        "name": played.name,
        "before": _by_power(played.before),
        "chances": _by_power(played.chances),
        "moments": [moment.as_dict() for moment in found],
    }


def _by_power(chances: Iterable[float]) -> dict[Power, float]:
    return {power: round(float(chance), 3) for power, chance in zip(POWERS, chances, strict=True)}


def _changes(story: Story, index: int) -> tuple[dict[Power, set[str]], dict[tuple[Power, Power], list[str]]]:
    """Centers lost and taken by the end of a phase's year.

    By power, and by taker and victim.
    """
    here = story.phases[index].position
    later = (phase.position for phase in story.phases[index + 1 :])
    after = next((each for each in later if each.phase.season == "W" or each.phase.year > here.phase.year), None)
    lost: dict[Power, set[str]] = {}
    taken: dict[tuple[Power, Power], list[str]] = {}
    if after is not None:
        for place, owner in sorted(here.centers.items()):
            now = after.centers.get(place)
            if now is not None and now != owner:
                lost.setdefault(owner, set()).add(place)
                taken.setdefault((now, owner), []).append(place)
    return lost, taken


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
