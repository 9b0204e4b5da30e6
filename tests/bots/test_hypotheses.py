"""The chances of an experiment's tests, against counting all cases."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from adjudication.powers import POWERS
from bots.experiment.figures import Figures
from bots.experiment.file.declaration import Side
from bots.experiment.file.reading import read_declaration
from bots.experiment.hypotheses import between_seats, between_sessions, verdicts_of
from bots.experiment.report import report_of
from bots.experiment.statistics import Lot, chance_of_as_much
from bots.experiment.summary import format_summary

SIDES: tuple[Side, ...] = ("more", "less", "other")


def counted(sums: list[int], total: int, side: Side) -> float:
    more = sum(each >= total for each in sums) / len(sums)
    less = sum(each <= total for each in sums) / len(sums)
    return {"more": more, "less": less, "other": min(1.0, 2 * min(more, less))}[side]


@pytest.mark.parametrize("side", SIDES)
def test_between_seats_is_the_share_of_all_ways_to_draw(side: Side) -> None:
    rng = Random(1)
    for _ in range(20):
        games = [[rng.randrange(-3, 12) for _ in POWERS] for _ in range(3)]
        counts = [rng.randrange(1, 7) for _ in games]
        ways = product(*(combinations(game, count) for game, count in zip(games, counts, strict=True)))
        sums = [sum(map(sum, way)) for way in ways]
        total = rng.choice(sums)
        p, exact = between_seats(games, counts, total, side)
        assert exact
        assert p == pytest.approx(counted(sums, total, side))


@pytest.mark.parametrize("side", SIDES)
def test_between_sessions_is_the_share_of_all_ways_to_share_out(side: Side) -> None:
    rng = Random(2)
    for _ in range(20):
        one, other = ([rng.randrange(0, 9) * 3 for _ in range(rng.randrange(1, 6))] for _ in range(2))
        sums = [sum(way) for way in combinations([*one, *other], len(one))]
        p, exact = between_sessions(one, other, side)
        assert exact
        assert p == pytest.approx(counted(sums, sum(one), side))


def test_many_large_numbers_are_taken_as_normal_and_come_close() -> None:
    rng = Random(3)
    games = [[rng.randrange(0, 30) for _ in POWERS] for _ in range(40)]
    total = sum(sum(game[:2]) for game in games) + 40
    p, exact = between_seats(games, [2] * 40, total, "more")
    assert exact
    large = [[value * 100_003 + rng.randrange(9) for value in game] for game in games]
    q, is_exact = between_seats(large, [2] * 40, total * 100_003, "more")
    assert not is_exact
    assert q == pytest.approx(p, abs=0.01)


def figures(number: int, players: str, first: str) -> Figures:
    """A game: a letter for each power's player, and one * for each power that shares first place."""
    share = 1 / first.count("*")
    of = {power: {"first": share * (sign == "*")} for power, sign in zip(POWERS, first, strict=True)}
    seated = dict(zip(POWERS, ({"t": "talker", "m": "dumbbot"}[each] for each in players), strict=True))
    return Figures("s", number, seated, of, {}, None, 1)


FILE = """version = 1
name = "x"
bots.talker = "blabbot"
[[sessions]]
name = "s"
seats = { talker = 2, dumbbot = 5 }
""" + "\n".join(f'[[tests]]\nhypothesis = "h"\nof = "talker"\nexpect = "{side}"' for side in SIDES)  # fmt: skip


def test_first_place_is_tested_as_the_thesis_experiment_tests_it() -> None:
    games = [figures(0, "ttmmmmm", "*......"), figures(1, "mttmmmm", "**.*..."), figures(2, "mmmmttm", "....**.")]
    verdicts = verdicts_of(read_declaration(FILE), games)
    lots = [Lot(2, 1), Lot(2, 3), Lot(2, 2)]
    assert verdicts[0].p == pytest.approx(chance_of_as_much(lots, 1 + Fraction(1, 3) + 1))
    assert verdicts[0].difference > 0
    # Holm: the least times three, the next times two, and never less than one before.
    ps = [each.p or 0 for each in verdicts]
    assert ps[0] < ps[2] < ps[1]
    assert [each.adjusted for each in verdicts] == pytest.approx(
        [min(1, 3 * ps[0]), min(1, max(ps[1], 2 * ps[2], 3 * ps[0])), min(1, max(2 * ps[2], 3 * ps[0]))]
    )


def test_without_games_nothing_is_said() -> None:
    assert {(each.games, each.p, each.adjusted) for each in verdicts_of(read_declaration(FILE), [])} == {
        (0, None, None)
    }


COMPARED = """version = 1
name = "x"
bots.talker = "blabbot"
[[sessions]]
name = "s"
seats = { talker = 2, dumbbot = 5 }
[[sessions]]
name = "t"
seats = { talker = 2, dumbbot = 5 }
[[tests]]
hypothesis = "h"
of = "talker"
compare = "sessions"
sessions = ["s", "t"]
"""


def test_the_difference_of_shares_stays_inside_minus_one_and_one() -> None:
    """All first places against none, in one game each and in three."""
    for games in (1, 3):
        won = [figures(number, "ttmmmmm", "**.....") for number in range(games)]
        lost = [replace(figures(number, "ttmmmmm", "..*...."), session="t") for number in range(games)]
        (verdict,) = verdicts_of(read_declaration(COMPARED), [*won, *lost])
        assert verdict.difference == 0.5
        assert verdict.low is not None
        assert verdict.high is not None
        assert -1 <= verdict.low < 0.5 < verdict.high <= 1
    (verdict, *_) = verdicts_of(read_declaration(FILE), [figures(0, "ttmmmmm", "*......")])
    assert (verdict.games, verdict.low) == (1, None)


def test_no_finished_game_and_one_alone_are_told_in_words() -> None:
    declaration = read_declaration(FILE)
    assert "No game counts yet: none has ended, or all are left out." in format_summary(declaration, [])
    assert "no games yet" in format_summary(declaration, [])
    assert "(no games yet)" in report_of(declaration, FILE, [], "1")
    one = format_summary(declaration, [figures(0, "ttmmmmm", "*......")])
    assert "0.50 (0.05 to 0.95)" in one, "half of the first places of two seats in one game"
    assert "no interval: one game, or all are equal" in one
