"""Review a game phase by phase."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.review.betrayals import betrayals_in
from bots.review.deals import deals_in
from bots.review.mistakes import mistakes_in
from bots.review.played import Phase, Played
from bots.review.solos import solo_in
from bots.review.supports import supports_in

__all__ = ["Story", "phase_reviewed"]


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
