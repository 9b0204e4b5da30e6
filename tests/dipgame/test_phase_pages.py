"""A phase as a playbook: acts of players, and news of each."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import pytest

from tests.playbook import Playbook

pytestmark = pytest.mark.django_db


class Table:
    """The game of a story, played by lines.

    A line is an order (`FRA A PAR - BUR`), `FRA ready`, or `time is up`.
    """

    def __init__(self, story: Any, outbox: Any) -> None:
        self.story, self.outbox = story, outbox
        self.topics = {f"game.{story.game.slug}": "all"} | {
            f"seat.{seat.pk}": seat.power for seat in story.game.seats.all()
        }

    def __call__(self, line: str) -> Iterable[str]:
        told = len(self.outbox.messages)
        power, _, text = line.partition(" ")
        if line == "time is up":
            self.story.time_is_up()
        elif text == "ready":
            self.story.ready(power)
        else:
            self.story.orders(power, text)
        for words, same in groupby(map(self._told, self.outbox.messages[told:])):
            times = len(list(same))
            yield words if times == 1 else f"{words}, {times} times"
        yield self.story.phase

    def _told(self, sent: tuple[str, dict[str, Any]]) -> str:
        topic, message = sent
        about = message.get("what") or message.get("phase") or ""
        return f"{self.topics[topic]}: {message['type']} {about}".strip()


@pytest.fixture
def table(story: Any, outbox: Any) -> Table:
    story.begins()
    return Table(story, outbox)


def test_an_order_is_told_to_the_other_screens_of_its_seat_alone(table: Table) -> None:
    assert Playbook(table) >> "FRA A PAR - BUR" << "FRA: sheet.changed S1901M" << "S1901M"


def test_the_last_who_is_ready_ends_the_phase(table: Table) -> None:
    assert (
        Playbook(table)
        >> "FRA ready"
        << "FRA: sheet.changed S1901M"
        << "all: game.changed ready"
        << "S1901M"
        >> "ENG ready"
        << "ENG: sheet.changed S1901M"
        << "all: game.changed ready"
        << "all: game.changed phase"
        << "all: game.changed bots, 5 times"
        << "F1901M"
    )


def test_the_time_of_a_phase_ends_it_with_the_orders_there_are(table: Table) -> None:
    assert (
        Playbook(table)
        >> "FRA A PAR - BUR"
        << "FRA: sheet.changed S1901M"
        << "S1901M"
        >> "ENG F LON - NTH"
        << "ENG: sheet.changed S1901M"
        << "S1901M"
        >> "time is up"
        << "all: game.changed phase"
        << "all: game.changed bots, 5 times"
        << "F1901M"
    )
    assert table.story.unit("BUR") == "FRA A BUR"
