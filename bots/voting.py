"""How a bot votes on the end of a game: by what it expects of playing on.

Its expectation is its share of the board by the squares of what the powers will have if the last year goes on as it
went, less what the leader is likely to take by winning outright. To that it adds some hope, as long as centers still
change hands. A draw that gives more is accepted; where a bot has nothing to expect, also one that leaves it out.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from adjudication.powers import Power

__all__ = ["accepts", "expectation", "hope"]

_MOST_HOPE: Final = 0.1
_LIVELY: Final = 6
"""Centers that change hands within two years, or more: the board is open."""

_IN_SIGHT: Final = 0.6
"""Part of the centers needed to win from which on a lead makes a win likely."""

_NOTHING: Final = 0.03


def accepts(power: Power, sharers: frozenset[Power], years: Sequence[Mapping[Power, int]], goal: int) -> bool:
    """Whether the bot of this power agrees that these powers share the game alike (one of them: that it has won).

    years: centers by power at the beginning of the last years and now, oldest first. goal: centers needed to win.
    """
    expected = expectation(power, years, goal)
    if power not in sharers:
        return expected < _NOTHING
    return 1 / len(sharers) >= expected + hope(years)


def expectation(power: Power, years: Sequence[Mapping[Power, int]], goal: int) -> float:
    """What part of the game the power may expect by playing on, from 0 to 1."""
    now, before = years[-1], years[max(len(years) - 2, 0)]
    next_year = {each: max(2 * now[each] - before[each], 0) if now[each] else 0 for each in now}
    squares = sum(count**2 for count in next_year.values())
    share = next_year[power] ** 2 / squares if squares else 0.0
    most = max(next_year.values())
    leaders = [each for each, count in next_year.items() if count == most]
    if len(leaders) > 1:
        return share
    likely = min(max((most / goal - _IN_SIGHT) / (1 - _IN_SIGHT), 0.0), 1.0)
    return (1 - likely) * share + likely * (power == leaders[0])


def hope(years: Sequence[Mapping[Power, int]]) -> float:
    """What the board may still bring to anybody: much while centers change hands, nothing once they do not."""
    recent = years[-3:]
    if len(recent) < 3:
        return _MOST_HOPE
    moved = sum(abs(now[each] - then[each]) for then, now in pairwise(recent) for each in now) / 2
    return _MOST_HOPE * min(moved / _LIVELY, 1.0)
