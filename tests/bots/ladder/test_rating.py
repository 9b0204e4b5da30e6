"""Ratings: their margins hold in worlds drawn by the model itself."""

from math import log, sqrt
from random import Random

import pytest

from bots.ladder.played import STYLE, Played
from bots.ladder.rating import BEGINNER, rate, widest

NO_STYLE = ((0,) * len(STYLE),) * 7
_C = sqrt(7) * BEGINNER.sigma / 2  # what a point is worth in a game of seven: beta is half of a beginner's sigma


def drawn_game(number: int, strength: dict[str, float], rng: Random) -> Played:
    """A game of seven whose places are drawn by Plackett and Luce."""
    seats = rng.sample(sorted(strength), 7)
    luck = [strength[name] / _C - log(-log(rng.random())) for name in seats]
    places = tuple(1 + sum(other > mine for other in luck) for mine in luck)
    return Played(0, number, tuple(seats), (0,) * 7, places, NO_STYLE, 0)


def test_intervals_hold_the_true_strength_about_nine_times_in_ten() -> None:
    held = total = 0
    for world in range(6):
        rng = Random(world)
        strength = {str(name): rng.gauss(0, 8) for name in range(15)}
        ratings = rate(drawn_game(number, strength, rng) for number in range(200))
        shift = sum(ratings[name].mu - strength[name] for name in strength) / len(strength)
        held += sum(abs(ratings[name].mu - shift - strength[name]) < ratings[name].width for name in strength)
        total += len(strength)
    assert 0.85 * total <= held <= total


def test_more_games_make_narrower_ratings_and_order_does_not_matter() -> None:
    rng = Random(1)
    strength = {str(name): float(name) for name in range(9)}
    games = [drawn_game(number, strength, rng) for number in range(60)]
    assert rate(reversed(games)) == rate(games)
    assert widest(rate(games), strength) < 0.8 * widest(rate(games[:20]), strength)
    assert widest(rate(games), [*strength, "newcomer"]) == BEGINNER.width


def test_equals_gain_alike_and_more_than_the_next_one() -> None:
    game = Played(0, 0, tuple("abcdefg"), (0,) * 7, (1, 1, 3, 4, 4, 4, 7), NO_STYLE, 0)
    ratings = rate([game])
    assert ratings["a"].mu == pytest.approx(ratings["b"].mu)
    assert ratings["a"].mu > ratings["c"].mu > ratings["d"].mu > ratings["g"].mu
