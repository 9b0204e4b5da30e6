"""Lessons of a guide: first springs (`guiding.toml`) and ways to centers.

The site asks here who guides whom: nothing here loads the search.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.notation import parse_order
from adjudication.options import legal_orders
from adjudication.orders import Hold, Move, Order
from adjudication.position import Position
from adjudication.powers import Power, as_power
from bots.hana.judge.openings import BOOK
from negotiation.diplomacy import Dmz, Pce
from negotiation.terms import Agree, both

__all__ = ["GUIDES", "Lesson", "goals_for", "guide_of", "way_to_centers"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """First spring of a pupil: guide, opening, empty place, other addressees."""

    pupil: Power
    guide: Power
    opening: str
    empty: tuple[Province, ...]
    write: tuple[Power, ...]

    @property
    def spring(self) -> list[Order]:
        """Orders of the opening."""
        (line,) = [line for line in BOOK if (line.power, line.name) == (self.pupil, self.opening)]
        return [parse_order(text) for text in line.spring]

    @property
    def deal(self) -> Agree:
        """Peace, and a place that both leave empty."""
        both_powers = tuple(sorted((self.pupil, self.guide)))
        return Agree(both_powers, both((Pce(both_powers), Dmz(both_powers, self.empty))))


def _lessons() -> Iterator[Lesson]:
    table = tomllib.loads(Path(__file__).with_name("guiding.toml").read_text("utf-8"))
    for pupil, row in table.items():
        write = tuple(map(as_power, row["write"]))
        yield Lesson(as_power(pupil), as_power(row["guide"]), row["opening"], tuple(row["empty"]), write)


GUIDES: Final[Mapping[Power, Lesson]] = {lesson.guide: lesson for lesson in _lessons()}
"""By the guide's power, whom it guides and how."""


def guide_of(pupil: Power) -> Power:
    """Find the power whose player guides this one."""
    return next(guide for guide, lesson in GUIDES.items() if lesson.pupil == pupil)


# ── the way to centers ──────────────────────────────────────────────────────────────────────────


def goals_for(position: Position, power: Power, spared: Power) -> set[Province]:
    """Centers of neither power."""
    return {
        center
        for center in STANDARD.centers
        if position.centers.get(center) not in {power, spared}
        and center not in STANDARD.homes[spared]
        and not ((unit := position.unit_at(center)) is not None and unit.power in {power, spared})
    }


def way_to_centers(position: Position, power: Power, *, spared: Power) -> list[Order]:
    """Find orders that win centers this turn, one unit each.

    A unit holds where it stands in one that is not its power's. Free centers go before others', units with the fewest
    ways first; what wins nothing gets no order.
    """
    goals = goals_for(position, power, spared)
    legal = legal_orders(position, power)
    ways: dict[str, list[Move]] = {}
    found: list[Order] = []
    for region, options in legal.items():
        here = province_of(region)
        if here in STANDARD.centers and position.centers.get(here) != power:
            found += [order for order in options if isinstance(order, Hold)][:1]
            continue
        moves = [
            order
            for order in options
            if isinstance(order, Move)
            and order.target in STANDARD.borders(order.kind).get(order.region, ())
            and (place := province_of(order.target)) in goals
            and position.unit_at(place) is None
        ]
        if moves:
            ways[region] = moves
    taken: set[Province] = set()
    for region in sorted(ways, key=lambda region: (len(ways[region]), region)):
        free = [move for move in ways[region] if province_of(move.target) not in taken]
        best = min(
            free,
            key=lambda move: (position.centers.get(province_of(move.target)) is not None, move.target),
            default=None,
        )
        if best is not None:
            taken.add(province_of(best.target))
            found.append(best)
    return found
