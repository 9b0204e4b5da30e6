"""A profile shows results by power, promises kept, and reliability."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.models import User
from dipgame.games import clock, queries, services
from dipgame.games.models import Absence, Game, GamePhase, Promise, Seat
from dipgame.games.services import take_seat_back
from dipgame.ranking.models import Rating
from dipgame.ranking.skill import ESTABLISHED_AFTER

pytestmark = pytest.mark.django_db


def played_to_1901(story: Any) -> None:
    story.begins(end_year=1901)
    for _ in range(2):
        story.ready("FRA", "ENG")


def came_to(person: Any, turns: int, story: Any) -> None:
    """So many phases of a game were played by the person, a day ago."""
    at = clock.now() - timedelta(days=1)
    seat = Seat.objects.get(game=story.game, user=person)
    row = story.row
    for number in range(turns):
        phase = GamePhase.objects.create(
            game=story.game, index=100 + number, name=f"S{2000 + number}M", status="resolved", position=row.position,
            outcomes=[], opened_at=at, resolved_at=at,
        )  # fmt: skip
        seat.sheets.create(phase=phase, must_decide=True, ready=True)
    Seat.objects.filter(pk=seat.pk).update(joined_at=at - timedelta(days=1))


def test_results_by_power(client: Client, story: Any, cast: Any) -> None:
    played_to_1901(story)
    [row] = queries.results_by_power(cast.alice)
    assert (row.name, row.games, row.won, row.shared, row.survived, row.out) == ("France", 1, 0, 1, 0, 0)
    assert "Results by power" in client.get("/people/Alice/").content.decode()


@pytest.mark.parametrize(
    ("result", "winner", "sharers", "centers", "expected"),
    [
        ("solo", "FRA", "", 18, (1, 0, 0, 0)),
        ("conceded", "FRA", "", 9, (1, 0, 0, 0)),
        ("solo", "RUS", "", 2, (0, 0, 1, 0)),
        ("solo", "RUS", "", 0, (0, 0, 0, 1)),
        ("draw", "", "", 3, (0, 1, 0, 0)),
        ("draw", "", "", 0, (0, 0, 0, 1)),
        ("draw", "", "ENG FRA", 1, (0, 1, 0, 0)),
        ("draw", "", "ENG RUS", 1, (0, 0, 1, 0)),
    ],
)
def test_every_ending(  # noqa: PLR0917
    story: Any, result: str, winner: str, sharers: str, centers: int, expected: Any
) -> None:
    played_to_1901(story)
    Game.objects.update(result=result, winner=winner, sharers=sharers)
    Seat.objects.filter(power="FRA").update(centers=centers)
    [row] = queries.results_by_power(story.cast.alice)
    assert (row.won, row.shared, row.survived, row.out) == expected


def test_private_and_abandoned_games_do_not_count(story: Any, cast: Any) -> None:
    played_to_1901(story)
    Game.objects.update(private_word="hash")
    assert queries.results_by_power(cast.alice) == []
    Game.objects.update(private_word="", result="abandoned", winner="")
    assert queries.results_by_power(cast.alice) == []


def test_promises_are_told_when_the_game_is_over(story: Any, cast: Any) -> None:
    story.begins(end_year=1901)
    offer = story.says("ENG", "FRA", "I offer peace")
    story.answers("FRA", offer, "accept")
    story.ready("FRA", "ENG")
    Promise.objects.filter(power="ENG").update(state="broken", done=True)
    Promise.objects.filter(power="FRA").update(state="kept", done=True)
    assert queries.word_of_person(cast.alice).percent is None
    story.ready("FRA", "ENG")
    assert queries.word_of_person(cast.alice) == queries.Word(kept=1, broken=0)
    assert queries.word_of_person(cast.bob) == queries.Word(kept=0, broken=1)


def test_promises_from_before_one_sat_down_are_not_ones_own(story: Any, cast: Any) -> None:
    played_to_1901(story)
    Seat.objects.filter(power="FRA").update(joined_at=clock.now() + timedelta(hours=1))
    assert queries.word_of_person(cast.alice).percent is None


def test_leaving_wipes_no_broken_promise(story: Any, cast: Any) -> None:
    story.begins(end_year=1901)
    offer = story.says("ENG", "FRA", "I offer peace")
    story.answers("FRA", offer, "accept")
    story.ready("FRA", "ENG")
    Promise.objects.update(state="broken", done=True)
    with story.committed():
        services.leave_game(cast.bob, story.game)
    story.ready("FRA")
    story.game.refresh_from_db()
    assert story.game.status == "finished"
    assert queries.word_of_person(cast.bob) == queries.Word(kept=0, broken=1)


def test_what_the_bot_does_afterwards_is_not_the_persons(story: Any, cast: Any) -> None:
    story.begins(end_year=1901)
    offer = story.says("ENG", "FRA", "I offer peace")
    story.answers("FRA", offer, "accept")
    with story.committed():
        services.leave_game(cast.bob, story.game)
    story.ready("FRA")
    Promise.objects.filter(power="ENG").update(state="broken", done=True)
    story.ready("FRA")
    assert queries.word_of_person(cast.bob).percent is None


def test_games_with_guests_do_not_count_in_results(story: Any, cast: Any) -> None:
    played_to_1901(story)
    assert queries.results_by_power(cast.alice) != []
    Game.objects.update(had_guests=True)
    assert queries.results_by_power(cast.alice) == []


def test_a_game_remembers_that_a_guest_sat_there(story: Any, cast: Any) -> None:
    cast.bob.is_guest = True
    cast.bob.save()
    played_to_1901(story)
    assert Game.objects.get().had_guests


def test_somebody_new(client: Client, story: Any, cast: Any) -> None:
    story.begins()
    assert queries.reliability_of(cast.alice).percent is None
    assert "nobody has waited for a turn here" in client.get("/people/Alice/").content.decode()


def test_a_player_without_misses_is_fully_reliable(client: Client, story: Any, cast: Any) -> None:
    story.begins()
    came_to(cast.alice, 12, story)
    found = queries.reliability_of(cast.alice)
    assert (found.percent, found.came, found.missed) == (100, 12, 0)
    assert "came to 12 of 12 turns that others waited for" in client.get("/people/Alice/").content.decode()


def test_a_private_game_leaves_no_trace(client: Client, story: Any, cast: Any) -> None:
    def page() -> str:
        return str(client.get("/people/Alice/").content.decode()).split("<main", 1)[1].split("</main", 1)[0]

    before = page()
    story.begins(word="ink")
    came_to(cast.alice, 12, story)
    for kind in ("missed", "left"):
        Absence.objects.create(user=cast.alice, game=story.game, kind=kind, at=clock.now())
    Seat.objects.filter(user=cast.alice).update(joined_at=clock.now())
    assert page() == before
    Game.objects.update(status="finished", result="draw", finished_at=clock.now())
    assert page() == before


def test_recent_weeks_weigh_most(story: Any, cast: Any) -> None:
    story.begins()
    came_to(cast.alice, 12, story)
    absence = Absence.objects.create(user=cast.alice, game=story.game, kind="replaced", at=clock.now())
    lately = queries.reliability_of(cast.alice).percent
    Absence.objects.filter(pk=absence.pk).update(at=clock.now() - timedelta(weeks=12))
    long_ago = queries.reliability_of(cast.alice).percent
    Absence.objects.filter(pk=absence.pk).update(at=clock.now() - timedelta(weeks=30))
    assert lately == pytest.approx(70, abs=2)
    assert long_ago == pytest.approx(95, abs=1)
    assert queries.reliability_of(cast.alice).percent == 100


def test_it_is_mended_by_finishing_and_taking_over(story: Any, cast: Any) -> None:
    story.begins()
    came_to(cast.alice, 12, story)
    Absence.objects.create(user=cast.alice, game=story.game, kind="left", at=clock.now())
    before = queries.reliability_of(cast.alice)
    Seat.objects.filter(user=cast.alice).update(joined_at=clock.now())
    taken = queries.reliability_of(cast.alice)
    assert taken.taken_over == 1
    Seat.objects.filter(user=cast.alice).update(joined_at=clock.now() - timedelta(days=2))
    Game.objects.update(status="finished", result="draw", finished_at=clock.now())
    finished = queries.reliability_of(cast.alice)
    assert finished.finished == 1
    assert before.percent == pytest.approx(70, abs=2)
    assert finished.percent == pytest.approx(77, abs=2)


def test_with_bots_alone_nothing_counts(story: Any, cast: Any) -> None:
    story.begins(bob=False)
    came_to(cast.alice, 12, story)
    assert queries.reliability_of(cast.alice).percent is None


def test_staying_away_and_coming_back(story: Any, cast: Any) -> None:
    story.begins()
    for _ in range(2):
        story.orders("ENG", "F LON - NTH")
        story.time_is_up()
    found = queries.reliability_of(cast.alice)
    assert (found.missed, found.given_up) == (1, 1)
    take_seat_back(cast.alice, story.game)
    assert queries.reliability_of(cast.alice).taken_over == 1


def test_a_place_in_the_ranking_or_what_gives_one(client: Client, cast: Any) -> None:
    User.objects.filter(pk=cast.charlie.pk).update(is_program=True)

    def page(games: int) -> str:
        Rating.objects.update_or_create(
            talking=True, user=cast.charlie, defaults={"mu": 25, "sigma": 5, "games": games, "points": 1200}
        )
        return str(client.get("/people/Charlie/").content.decode())

    assert f"A place takes {ESTABLISHED_AFTER} public games" in client.get("/people/Charlie/").content.decode()
    Rating.objects.create(talking=True, user=cast.bob, mu=25, sigma=5, games=ESTABLISHED_AFTER, points=1300)
    assert f"No place yet: {ESTABLISHED_AFTER - 1} more games for one." in page(1)
    shown = page(ESTABLISHED_AFTER)
    assert "Place 2." in shown
    assert "A program by somebody who gave no name" in shown
