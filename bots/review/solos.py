"""A solo that the others could have stopped together."""

from typing import Final

import numpy as np

from adjudication.powers import POWERS, Power
from bots.hana.search.problem import SideInterests
from bots.review.moment import Moment
from bots.review.played import SAMPLES, Played, points

__all__ = ["solo_in"]

_EFFORT: Final = 12_000
_FEAR: Final = -4.0
_SURE: Final = 0.5
"""Share of the winner's foreseen orders against which the defence has to hold."""


def solo_in(played: Played, winner: Power) -> Moment | None:
    """Find orders of the others that would have stopped the winner.

    None for none. They hold against what the winner ordered and against most of what one could foresee.
    """
    me, needed = POWERS.index(winner), played.movement.rulebook.victory_centers
    others = [power for power in played.powers if power != winner]
    if not played.is_fall or (played.owners == me).sum() < needed or not others:
        return None
    first, *rest = others
    columns = tuple(int(column) for power in rest for column in played.columns(power))
    foes = np.concatenate([played.given] * 8 + [_winners(played, winner)])
    search = played.search(first, foes, SideInterests(regards={winner: _FEAR}), columns)
    search.run(_EFFORT)
    best: tuple[int, dict[int, int]] | None = None
    for plan in search.population:
        changes = played.changed(search.orders_of(plan))
        held = _held(played, winner, changes)
        if held is not None and (best is None or (held, -len(changes)) > (best[0], -len(best[1]))):
            best = held, changes
    if best is None or best[0] < _SURE * SAMPLES:
        return None
    changes = _fewest(played, winner, best[1], best[0])
    row = played.with_orders(changes)[0]
    owner = played.movement.boards.powers[0]
    doers = [power for power in others if any(POWERS[owner[column]] == power for column in changes)]
    by = {power: sorted(column for column in changes if POWERS[owner[column]] == power) for power in doers}
    outcomes = played.resolve(np.concatenate([played.given, row[np.newaxis]]))
    counts = [(each == me).sum() for each in played.owners_of(outcomes)]
    return Moment(
        "solo",
        played.name,
        (winner, *doers),
        weight=100.0,
        ordered={power: played.texts(played.given[0], by[power]) for power in doers},
        better={power: played.texts(row, by[power]) for power in doers},
        centers={winner: [int(each) for each in counts]},
        chances={winner: points(np.array([played.before[me], *played.chances_of(outcomes)[:, me]]))},
        holds=(best[0], SAMPLES),
    )


def _winners(played: Played, winner: Power) -> np.ndarray:
    """The others as they ordered, the winner as foreseen: int32 (SAMPLES, units)."""
    rows = np.repeat(played.given, SAMPLES, axis=0)
    columns = played.columns(winner)
    rows[:, columns] = played.foreseen[:, columns]
    return rows


def _held(played: Played, winner: Power, changes: dict[int, int]) -> int | None:
    """Number of the winner's foreseen orders that the changes stop.

    None where they do not stop those it gave.
    """
    rows = np.concatenate([played.given, _winners(played, winner)])
    owners = played.owners_of(played.resolve(played.with_orders(changes, rows)))
    stopped = (owners == POWERS.index(winner)).sum(axis=1) < played.movement.rulebook.victory_centers
    return int(stopped[1:].sum()) if stopped[0] else None


def _fewest(played: Played, winner: Power, changes: dict[int, int], held: int) -> dict[int, int]:
    kept = dict(changes)
    for column in sorted(changes):
        fewer = {other: code for other, code in kept.items() if other != column}
        still = _held(played, winner, fewer)
        if still is not None and still >= held - 1:
            kept = fewer
    return kept
