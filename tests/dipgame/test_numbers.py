"""Numbers that people see do not tell how much others talk."""

from datetime import datetime
from itertools import pairwise

import pytest

from dipgame.games.numbers import new_number
from frontend.talk.state import press_of


def test_each_is_greater_than_the_last_and_browsers_hold_them():
    numbers = [new_number() for _ in range(10_000)]
    assert all(first < second for first, second in pairwise(numbers))
    assert numbers[-1] < 2**53


def _as_time(number: int) -> float:
    return number / 4_000_000 + datetime.fromisoformat("2026-01-01T00:00:00+00:00").timestamp()


@pytest.mark.django_db
@pytest.mark.parametrize("others", [0, 12])
def test_a_message_is_numbered_by_its_time_whatever_others_say(story, cast, others):
    from frontend.access import access_for

    story.begins()
    story.says("FRA", "ENG", "Good day.", plain=True)
    for _ in range(others):
        story.says("GER", "RUS", "Psst.", plain=True)
    story.says("FRA", "ENG", "Fine weather.", plain=True)
    shown = press_of(access_for(cast.alice, story.game.slug))["messages"]
    for message in shown:
        assert abs(_as_time(message["id"]) - datetime.fromisoformat(message["at"]).timestamp()) < 1
