"""Lengths of time in words."""

from datetime import timedelta

import pytest

from frontend.words import clock_words, length_words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (300, "5 minutes"),
        (3_600, "1 hour"),
        (5_400, "1 hour 30 minutes"),
        (86_400, "1 day"),
        (86_405, "1 day"),
        (90_000, "1 day 1 hour"),
        (864_000, "10 days"),
        (1, "1 second"),
        (0, "no time"),
        (-5, "no time"),
    ],
)
def test_a_length(seconds: int, words: str) -> None:
    assert length_words(timedelta(seconds=seconds)) == words


def test_only_the_largest_unit() -> None:
    assert length_words(timedelta(hours=25), parts=1) == "1 day"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (8_040, "2 h 14 min"),
        (97_200, "1 day 3 h"),
        (172_800, "2 days"),
        (3_600, "1 h"),
        (301, "5 min"),
        (299, "4 min 59 s"),
        (42, "42 s"),
        (0, "now"),
        (-1, "now"),
    ],
)
def test_remaining_time_in_words(seconds: int, words: str) -> None:
    assert clock_words(timedelta(seconds=seconds)) == words
