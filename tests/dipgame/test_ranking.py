"""The ranking follows from the results of games alone."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.games.models import Absence, Game
from dipgame.ranking import queries
from dipgame.ranking.models import Rating, RatingChange
from dipgame.ranking.skill import ESTABLISHED_AFTER, Seated, places, skills_after
from dipgame.ranking.update import recompute_ranking, update_ranking
from tests.played import played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def points(**which: Any) -> float:
    return Rating.objects.get(**which).points


def table() -> list[Any]:
    rows = Rating.objects.order_by("talking", "user", "bot").values_list(
        "talking", "user", "bot", "mu", "sigma", "games"
    )
    changes = RatingChange.objects.order_by("rated", "rating__user", "rating__bot")
    return [list(rows), list(changes.values_list("rated", "rated__game", "rating__user", "place", "points"))]


@pytest.mark.parametrize(
    ("centers", "winner", "sharers", "expected"),
    [
        ({"AUS": 18, "ENG": 12, "FRA": 4}, "AUS", "", {"AUS": 1, "ENG": 2, "FRA": 2}),
        ({"AUS": 12, "ENG": 12, "FRA": 10}, "", "", {"AUS": 1, "ENG": 1, "FRA": 3}),
        ({"AUS": 0, "ENG": 17, "FRA": 17}, "", "", {"AUS": 3, "ENG": 1, "FRA": 1}),
        ({"AUS": 4, "ENG": 17, "FRA": 13}, "", "AUS ENG", {"AUS": 1, "ENG": 1, "FRA": 3}),
    ],
)
def test_places(centers: dict[str, int], winner: str, sharers: str, expected: dict[str, int]) -> None:
    assert places(centers, winner, sharers.split()) == expected


def test_who_wins_gains_and_the_others_lose(cast: Any) -> None:
    played({"FRA": cast.alice, "ENG": cast.bob}, {"FRA": 18})
    assert update_ranking() == 1
    assert points(user=cast.alice) > 1000 > points(user=cast.bob)


def test_a_bot_at_several_seats_counts_once_a_game(cast: Any) -> None:
    played({"FRA": cast.alice})
    update_ranking()
    assert Rating.objects.get(bot="dumbbot").games == 1


def test_a_table_of_one_bot_alone_tells_nothing() -> None:
    assert skills_after({}, [Seated("dumbbot", 1), Seated("dumbbot", 2)]) == {}


def test_talking_and_silent_games_are_apart(cast: Any) -> None:
    played({"FRA": cast.alice}, {"FRA": 18}, press_level=0)
    played({"FRA": cast.alice}, {"ENG": 18}, press_level=4)
    update_ranking()
    assert points(user=cast.alice, talking=False) > 1000 > points(user=cast.alice, talking=True)


@pytest.mark.parametrize(
    "terms",
    [
        {"private_word": "a hash"},
        {"result": "abandoned", "winner": "", "last_year": 1901},
        {"status": "cancelled", "result": "", "winner": ""},
    ],
)
def test_private_and_abandoned_games_do_not_count(cast: Any, terms: dict[str, Any]) -> None:
    played({"FRA": cast.alice}, {"FRA": 12}, **terms)
    assert update_ranking() == 0


def test_games_of_guests_do_not_count_whatever_becomes_of_the_guest(cast: Any) -> None:
    guest = User.objects.create(name="Guest 7", is_guest=True)
    played({"FRA": guest}, {"FRA": 18}, hours_ago=5, had_guests=True)
    played({"FRA": cast.alice}, {"FRA": 18})
    assert update_ranking() == 1
    User.objects.filter(pk=guest.pk).update(is_guest=False, email="guest@example.org", name="Dora")
    assert update_ranking() == 0
    assert points(user=cast.alice) > 1000


def test_game_after_game_and_all_at_once_come_to_the_same(cast: Any) -> None:
    ends = [{"FRA": 18}, {"FRA": 9, "ENG": 9}, {"ENG": 18}, {"TUR": 18}, {"FRA": 12, "ENG": 4}]
    for at, centers in enumerate(ends):
        played({"FRA": cast.alice, "ENG": cast.bob}, centers, hours_ago=100 - at, press_level=at % 2)
        assert update_ranking() == 1
    assert update_ranking() == 0
    stepwise = table()
    call_command("recompute_ranking")
    assert table() == stepwise
    recompute_ranking()
    assert table() == stepwise


def test_a_game_that_is_deleted_is_forgotten(cast: Any) -> None:
    first = played({"FRA": cast.alice}, {"FRA": 18}, hours_ago=9)
    played({"FRA": cast.bob}, {"FRA": 18})
    update_ranking()
    first.delete()
    update_ranking()
    assert not Rating.objects.filter(user=cast.alice).exists()


def test_a_place_comes_with_enough_games(cast: Any) -> None:
    for at in range(ESTABLISHED_AFTER):
        update_ranking()
        assert not queries.established(talking=True).filter(user=cast.alice).exists()
        played({"FRA": cast.alice, "ENG": cast.bob}, {"FRA": 18}, hours_ago=100 - at, press_level=4)
    update_ranking()
    rows = [(row.user and row.user.name, getattr(row, "place", None)) for row in queries.established(talking=True)]
    assert [row for row in rows if row[0]] == [("Alice", 1), ("Bob", 2)]
    assert rows[0] == ("Alice", 1)
    User.objects.filter(pk=cast.alice.pk).update(is_active=False)
    assert getattr(queries.established(talking=True).get(user=cast.bob), "place", None) == 1


def test_history_says_what_each_game_added(cast: Any) -> None:
    for at, centers in enumerate(({"FRA": 18}, {"ENG": 18})):
        played({"FRA": cast.alice}, centers, hours_ago=9 - at, press_level=4)
    update_ranking()
    rating = queries.rating_of_person(cast.alice, talking=True)
    assert rating is not None
    stops = queries.history(rating)
    assert [stop.place for stop in stops] == [1, 2]
    assert stops[0].change > 0 > stops[1].change
    assert stops[0].points + stops[1].change == pytest.approx(rating.points)
    assert 1000 + stops[0].change == pytest.approx(stops[0].points)


def test_there_is_no_query_a_game(cast: Any) -> None:
    def queries_of(games: int) -> int:
        for at in range(games):
            played({"FRA": cast.alice}, {"FRA": 18}, hours_ago=500 - at)
        with CaptureQueriesContext(connection) as counted:
            recompute_ranking()
        return len(counted)

    assert queries_of(30) - queries_of(2) < 10


def test_an_ended_game_keeps_its_last_year_and_its_centers(story: Any) -> None:
    story.begins(end_year=1901)
    while story.is_running:
        story.deadline_passes()
    assert Game.objects.get(pk=story.game.pk).last_year == 1901
    assert story.game.finished_at <= clock.now()
    assert story.seat("RUS").centers == len(story.position.centers_of("RUS"))
    assert update_ranking() == 1


@pytest.mark.parametrize("kind", ["left", "replaced", "removed"])
def test_who_is_gone_takes_a_loss_even_where_the_bot_won(cast: Any, kind: str) -> None:
    game = played({"FRA": cast.alice}, {"ENG": 18})
    Absence.objects.create(user=cast.bob, game=game, kind=kind, at=clock.now())
    update_ranking()
    change = RatingChange.objects.get(rating__user=cast.bob)
    assert change.place == 7
    assert points(user=cast.bob) < 1000


def test_a_returned_player_gets_the_result_of_the_seat(cast: Any) -> None:
    game = played({"FRA": cast.alice, "ENG": cast.bob}, {"ENG": 18})
    Absence.objects.create(user=cast.bob, game=game, kind="replaced", at=clock.now())
    Absence.objects.create(user=cast.alice, game=game, kind="missed", at=clock.now())
    update_ranking()
    assert RatingChange.objects.get(rating__user=cast.bob).place == 1
    assert RatingChange.objects.filter(rating__user=cast.alice).count() == 1


@pytest.mark.parametrize("year", [1901, 1902])
def test_a_game_that_all_left_does_not_count(cast: Any, year: int) -> None:
    game = played({"FRA": cast.alice}, {"FRA": 12})
    Game.objects.filter(pk=game.pk).update(result="abandoned", winner="", last_year=year)
    assert update_ranking() == 0
    assert not RatingChange.objects.filter(rating__user=cast.alice).exists()
