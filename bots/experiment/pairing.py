"""Pairs of games of two matched sessions.

Game i of the one session and game i of the other have the same seed, powers and start position; what they differ in is
what the sessions differ in. The test of their differences (`hypotheses.between_pairs`) is exact. Were the sessions
alike, each difference might as well have the other sign: the sum of differences with all signs drawn has a known
distribution, by one convolution a pair. It is the randomization test for pairs (Fisher, *The Design of Experiments*,
1935, section 21). Nothing is assumed of how differences are distributed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from adjudication.powers import POWERS
from bots.experiment.figures import Figures
from bots.experiment.file.declaration import GAMES_OF_A_SESSION, Test
from bots.experiment.results import NOT_COUNTED

__all__ = ["Pairs", "pairs_of"]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Paired games.

    differences: of the means of the label's seats, one a pair. seats: how many the label has. left: why games have no
    pair, "" if all have.
    """

    differences: tuple[float, ...]
    seats: int
    left: str


def pairs_of(test: Test, one: Iterable[Figures], other: Iterable[Figures], planned: tuple[int, int]) -> Pairs:
    """Pair games of two sessions by number.

    Games in which the labels have other seats, or without the figure, stay alone. planned: how many games each session
    has when all are played.
    """
    here, there = _numbered(one), _numbered(other)
    differences: list[float] = []
    count, moved, unknown = 1, 0, 0
    for number in sorted(here.keys() & there.keys()):
        first, second = here[number], there[number]
        seats = [power for power in POWERS if first.players[power] == test.of]
        if not seats or seats != [power for power in POWERS if second.players[power] == test.rival]:
            moved += 1
            continue
        values, others = _values(first, seats, test), _values(second, seats, test)
        if values is None or others is None:
            unknown += 1
            continue
        count = len(seats)
        differences.append(fmean(values) - fmean(others))
    single = here.keys() ^ there.keys()
    beyond = sum(number >= min(planned) for number in single)
    alone = len(single) - beyond
    reasons = [
        f"{beyond} because the sessions have {planned[0]} and {planned[1]} games" if beyond else "",
        f"{alone} without the same game in the other session (not played, failed or left out)" if alone else "",
        f"{2 * moved} with other seats than its partner" if moved else "",
        f"{2 * unknown} because one of the two was {NOT_COUNTED}" if unknown else "",
    ]
    left = "; ".join(filter(None, reasons))
    return Pairs(tuple(differences), count, f"games not paired: {left}" if left else "")


def _values(game: Figures, seats: Sequence[str], test: Test) -> list[float] | None:
    """The seats' figures; None if an earlier version counted without them."""
    values = [game.value(power, test.variable) for power in POWERS if power in seats]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else None


def _numbered(games: Iterable[Figures]) -> dict[int, Figures]:
    """Games by their number in the session, from 0."""
    return {game.number % GAMES_OF_A_SESSION: game for game in games}
