"""A bot's vote on the end of a game: by what it expects of playing on, with its reason.

Its expectation is its share of the board by the squares of what the powers will have if the last year goes on as it
went, less what the leader is likely to take by winning outright. To that it adds some hope, as long as centers still
change hands. A draw that gives more is accepted; where a bot has nothing to expect, also one that leaves it out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from adjudication.position import Position
from adjudication.powers import POWERS, Power

__all__ = ["PLURALS", "YEARS", "Opinion", "centers_by_year", "expectation", "hope", "opinion"]

YEARS: Final = 3
"""Springs before the present board by which a bot judges what it expects."""

_MOST_HOPE: Final = 0.1
_LIVELY: Final = 6
"""Centers that change hands within two years, or more: the board is open."""

_IN_SIGHT: Final = 0.6
"""Part of the centers needed to win from which on a lead makes a win likely."""

_NOTHING: Final = 0.03
_TO_WIN: Final = 0.5
"""A bot that expects so much of the game, or more, expects to win it."""

PLURALS: Final[Mapping[str, str]] = {
    "it expects to win": "they expect to win",
    "it expects more than its share of a draw": "they expect more than their shares of a draw",
    "it hopes for more while centers change hands": "they hope for more while centers change hands",
    "it has a part in the game to lose": "they have a part in the game to lose",
    "it expects no more by playing on": "they expect no more by playing on",
    "it has nothing more to expect": "they have nothing more to expect",
}
"""All reasons, as one bot gives them and as several do."""

_WINS, _MORE, _HOPES, _LOSES, _ENOUGH, _DONE = PLURALS


@dataclass(frozen=True, slots=True)
class Opinion:
    """A bot's answer to a vote. why: its reason, one of `PLURALS`."""

    agrees: bool
    why: str


def centers_by_year(past: Iterable[Position], now: Position) -> list[dict[Power, int]]:
    """Centers by power in the last springs and now, oldest first."""
    springs = [board for board in past if board.phase.season == "S" and board.phase.kind == "M"]
    return [{power: len(board.centers_of(power)) for power in POWERS} for board in (*springs[-YEARS:], now)]


def opinion(
    power: Power,
    sharers: frozenset[Power],
    years: Sequence[Mapping[Power, int]],
    goal: int,
    winning: Mapping[Power, float] | None = None,
) -> Opinion:
    """The answer of this power's bot to these powers sharing the game alike (one of them: that it has won).

    years: centers by power at the beginning of the last years and now, oldest first. goal: centers needed to win.
    winning: the bot's forecast, if it has one (`expectation`).
    """
    expected = expectation(power, years, goal, winning)
    if power not in sharers:
        if expected < _NOTHING:
            return Opinion(True, _DONE)
        return Opinion(False, _WINS if expected >= _TO_WIN else _LOSES)
    share = 1 / len(sharers)
    if share >= expected + hope(years):
        return Opinion(True, _ENOUGH)
    return Opinion(False, _HOPES if share >= expected else _WINS if expected >= _TO_WIN else _MORE)


def expectation(
    power: Power, years: Sequence[Mapping[Power, int]], goal: int, winning: Mapping[Power, float] | None = None
) -> float:
    """The part of the game that the power may expect by playing on, from 0 to 1.

    winning: chance of each power to win outright, by a forecast. Without one the leader's is guessed by its centers.
    With one, the less the board moves, the more the rest is an equal share among those who are left: nobody wins it.
    """
    now, before = years[-1], years[max(len(years) - 2, 0)]
    next_year = {each: max(2 * now[each] - before[each], 0) if now[each] else 0 for each in now}
    squares = sum(count**2 for count in next_year.values())
    share = next_year[power] ** 2 / squares if squares else 0.0
    if winning is not None:
        lively = hope(years) / _MOST_HOPE
        equal = 1 / sum(count > 0 for count in now.values()) if now[power] else 0.0
        whole = max(1.0, sum(winning.values()))
        rest = 1 - sum(winning.values()) / whole
        return winning.get(power, 0.0) / whole + rest * (lively * share + (1 - lively) * equal)
    most = max(next_year.values())
    leaders = [each for each, count in next_year.items() if count == most]
    if len(leaders) > 1:
        return share
    likely = min(max((most / goal - _IN_SIGHT) / (1 - _IN_SIGHT), 0.0), 1.0)
    return (1 - likely) * share + likely * (power == leaders[0])


def hope(years: Sequence[Mapping[Power, int]]) -> float:
    """Hope for a change: much while centers change hands, else none."""
    recent = years[-3:]
    if len(recent) < 3:
        return _MOST_HOPE
    moved = sum(abs(now[each] - then[each]) for then, now in pairwise(recent) for each in now) / 2
    return _MOST_HOPE * min(moved / _LIVELY, 1.0)
