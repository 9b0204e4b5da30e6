"""A visitor reads monthly numbers of people, games and messages."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from dipgame.accounts.models import User
from dipgame.games.models import Game, Message
from dipgame.games.queries import Month, months

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("pages")]

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
def game(cast: Any, story: Any, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that ended in September; Alice came in July.

    One of its messages is of August, one of September.
    """
    monkeypatch.setattr("dipgame.games.clock.now", lambda: NOW)
    cache.clear()
    User.objects.update(date_joined=NOW)
    User.objects.filter(pk=cast.alice.pk).update(date_joined=datetime(2026, 7, 31, 23, 59, tzinfo=UTC))
    game: Game = story.begins().game
    for at in (datetime(2026, 8, 31, 23, 59, tzinfo=UTC), datetime(2026, 9, 1, tzinfo=UTC)):
        seat = game.seats.order_by("pk")[0]
        Message.objects.create(game=game, phase=game.phases.get(), speaker=seat, between="ENG FRA", text="Tea?", at=at)
    begun, ended = datetime(2026, 8, 31, tzinfo=UTC), datetime(2026, 9, 2, tzinfo=UTC)
    over = {"status": Game.Status.FINISHED, "result": Game.Result.DRAW}
    Game.objects.filter(pk=game.pk).update(started_at=begun, finished_at=ended, **over)
    return game


def _numbers() -> list[tuple[int, int, int, int]]:
    return [(each.day.month, each.registrations, each.games, each.messages) for each in months()]


def test_each_month_that_is_over_has_its_numbers(game: Game) -> None:
    assert _numbers() == [(7, 1, 0, 0), (8, 0, 0, 1), (9, 0, 1, 1), (10, 0, 0, 0)]


@pytest.mark.parametrize(
    "hidden",
    [
        {"status": Game.Status.RUNNING, "finished_at": None, "result": ""},
        {"private_word": "scone"},
        {"example": "talk.json"},
        {"file_players": {}},
        {"finished_at": NOW},
    ],
    ids=["running", "private", "example", "from a file", "ended this month"],
)
def test_games_that_not_everybody_may_read_leave_no_trace(game: Game, hidden: dict[str, Any]) -> None:
    Game.objects.filter(pk=game.pk).update(**hidden)
    assert {numbers[2:] for numbers in _numbers()} == {(0, 0)}


def test_games_of_people_who_said_no_to_study_leave_no_trace(game: Game, cast: Any) -> None:
    User.objects.filter(pk=cast.bob.pk).update(no_study=True)
    assert {numbers[2:] for numbers in _numbers()} == {(0, 0)}


def test_guests_and_unconfirmed_addresses_are_no_registrations(game: Game, cast: Any, settings: Any) -> None:
    settings.CONFIRM_EMAIL = True
    assert sum(each.registrations for each in months()) == 1
    EmailAddress.objects.filter(user=cast.alice).update(verified=False)
    assert sum(each.registrations for each in months()) == 0
    settings.CONFIRM_EMAIL = False
    assert sum(each.registrations for each in months()) == 1
    User.objects.filter(pk=cast.alice.pk).update(is_guest=True)
    assert sum(each.registrations for each in months()) == 0


def test_the_page_draws_them_and_has_them_as_a_table(game: Game, client: Client) -> None:
    page = client.get(reverse("research_page", args=["statistics"])).content.decode()
    assert page.count('class="bars-bar"') == 3 * 4
    assert 'aria-label="Messages a month; the table below has them"' in page
    row = re.search(r"<tr><th[^>]*>September 2026</th>(.*?)</tr>", page)
    assert row
    assert re.findall(r">(\d+)<", row[1]) == ["0", "1", "1"]
    assert "November 2026" not in page


def test_a_site_without_a_past_says_so(client: Client) -> None:
    cache.clear()
    assert months() == []
    assert "No month is over yet" in client.get(reverse("research_page", args=["statistics"])).content.decode()


def test_a_long_past_has_bars_of_the_last_two_years(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    cache.clear()
    long = [Month(datetime(2024 + at // 12, at % 12 + 1, 1, tzinfo=UTC).date(), at, 0, at * 1000) for at in range(30)]
    monkeypatch.setattr("dipgame.games.queries.months", lambda: long)
    page = client.get(reverse("research_page", args=["statistics"])).content.decode()
    assert page.count('class="bars-bar"') == 3 * 24
    assert "January 2024" in page
