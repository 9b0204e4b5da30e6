"""Review a game phase by phase."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.board import Province
from adjudication.orders import Order
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
    played = Played(story.phases[index], story.rulebook, story.until, before, _retreats(story, index))
    here, ends = story.phases[index].position.centers, _year_end(story, index)
    owned = {power: {place for place, owner in ends.items() if owner == power} for power in POWERS}
    lost = {power: {place for place, owner in here.items() if owner == power} - owned[power] for power in POWERS}
    found = [*mistakes_in(played, lost), *supports_in(played), *deals_in(played), *betrayals_in(played, owned)]
    if story.winner is not None and (solo := solo_in(played, story.winner)) is not None:
        found.append(solo)
    return {
        "name": played.name,
        "before": _by_power(played.before),
        "chances": _by_power(played.chances),
        "moments": [moment.as_dict() for moment in found],
    }


def _retreats(story: Story, index: int) -> list[Order]:
    """Orders of the retreats after a movement."""
    after = story.phases[index + 1]
    if after.position.phase.kind != "R":
        return []
    return [order for orders in after.orders.values() for order in orders]


def _by_power(chances: Iterable[float]) -> dict[Power, float]:
    return {power: round(float(chance), 3) for power, chance in zip(POWERS, chances, strict=True)}


def _year_end(story: Story, index: int) -> Mapping[Province, Power]:
    """Owners of the centers at the end of a phase's year."""
    year = story.phases[index].position.phase.year
    later = [phase.position for phase in story.phases[index + 1 :]]
    ends = (each for each in later if each.phase.season == "W" or each.phase.year > year)
    return next(ends, later[-1]).centers
