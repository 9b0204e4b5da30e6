"""One person ends a game with bots, a player is eliminated, and phases without a choice pass by themselves."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.errors import NotRunning
from dipgame.games.models import Game, Notice, Notification

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def state(client: Client, story: Any, person: Any) -> dict[str, Any]:
    client.force_login(person)
    found: dict[str, Any] = client.get(reverse("game_state", args=[story.game.slug])).json()
    return found


@pytest.mark.parametrize("way", ["end_alone", "leave_game"])
def test_one_person_ends_a_game_with_bots_and_keeps_it(client: Client, story: Any, cast: Any, way: str) -> None:
    story.begins(bob=False, fill_bot="holdbot")
    assert state(client, story, cast.alice)["you"]["alone"]
    result = reverse("game_result", args=[story.game.slug])
    assert client.post(reverse(way, args=[story.game.slug]))["Location"] == result
    assert "France resigned with 3 centers." in client.get(result).content.decode()
    assert reverse("game_minds", args=[story.game.slug]) in client.get(result).content.decode()
    assert "No score: the only player ended the game early." in client.get(result).content.decode()
    mine = client.get(reverse("my_games")).content.decode()
    assert "You have not played yet" not in mine
    assert "Resigned with 3 centers" in mine
    assert story.seat("FRA").user == cast.alice


def test_a_guest_who_signs_up_keeps_the_game_that_was_ended(client: Client, story: Any, cast: Any) -> None:
    client.post("/play/", {"bot": "holdbot"})
    game = Game.objects.get(seats__user__is_guest=True)
    client.post(reverse("end_alone", args=[game.slug]))
    guest = User.objects.get(seats__game=game)
    assert services.adopt_guest(guest, cast.charlie)
    client.force_login(cast.charlie)
    assert "Resigned with" in client.get(reverse("my_games")).content.decode()


def test_where_others_play_the_game_is_not_ended_by_one(client: Client, story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    assert not state(client, story, cast.alice)["you"]["alone"]
    client.post(reverse("end_alone", args=[story.game.slug]))
    assert story.is_running
    with pytest.raises(NotRunning, match="Other people play"):
        services.resign_game(cast.alice, story.game)


def test_nobody_learns_by_it_that_the_others_are_bots(client: Client, story: Any, cast: Any) -> None:
    story.begins(bob=False, fill_bot="holdbot", faces="all")
    assert not state(client, story, cast.alice)["you"]["alone"]


def test_a_stranger_ends_no_game(client: Client, story: Any, cast: Any) -> None:
    story.begins(bob=False, fill_bot="holdbot")
    client.force_login(cast.charlie)
    client.post(reverse("end_alone", args=[story.game.slug]))
    assert story.is_running


# --- eliminated ------------------------------------------------------------------------------------------------------

LOST = {
    "phase": "F1903M",
    "units": ["FRA A PAR", "FRA A PIC", "ENG A BEL", "GER A BER"],
    "centers": {"FRA": ["PAR", "BEL", "BRE"], "ENG": ["LON"], "GER": ["BER", "LVP"]},
}


def test_an_eliminated_player_is_told_and_what_to_do_now(client: Client, story: Any, cast: Any) -> None:
    at = {
        "phase": "F1903M",
        "units": ["FRA F ECH", "GER A BER"],
        "centers": {"FRA": ["PAR"], "GER": ["BER"], "ENG": ["LON"]},
    }
    story.begins(at=at, fill_bot="holdbot")
    story.orders("FRA", "F ECH - LON")
    story.deadline_passes()
    row = Notification.objects.get(user=cast.bob, key__startswith="out:")
    assert row.words.startswith("England is out of the game in 1903: France took its last center.")
    assert "watch the game to its end" in row.words
    assert row.mail_at is not None
    assert Notice.objects.filter(words__startswith="England is out of the game").count() == 1
    story.deadline_passes()
    assert Notification.objects.filter(user=cast.bob, key__startswith="out:").count() == 1


def test_who_loses_its_last_unit_in_winter_is_told_by_whom(story: Any, cast: Any) -> None:
    at = {
        "phase": "F1904M",
        "units": ["ENG F NTH", "FRA F ECH", "GER A PIC"],
        "centers": {"ENG": ["LON", "BRE"], "FRA": ["PAR"], "GER": ["BER"]},
    }
    story.begins(at=at, fill_bot="holdbot")
    story.orders("FRA", "F ECH - LON")
    story.orders("GER", "A PIC - BRE")
    story.deadline_passes()
    story.deadline_passes()
    row = Notification.objects.get(user=cast.bob, key__startswith="out:")
    assert row.words.startswith("England is out of the game in 1904: France and Germany took its last centers.")


# --- phases without a choice -----------------------------------------------------------------------------------------


def test_a_power_that_loses_all_its_units_is_not_waited_for(story: Any) -> None:
    at = {"phase": "W1903A", "units": ["FRA A PAR", "ENG F NTH", "ENG A YOR"], "centers": {"FRA": ["PAR"]}}
    story.begins(at=at)
    story.work()
    assert story.phase == "S1904M"
    assert [unit.power for unit in story.position.units] == ["FRA"]


def test_a_power_that_may_choose_what_to_remove_is_waited_for(story: Any) -> None:
    at = {
        "phase": "W1903A",
        "units": ["FRA A PAR", "ENG F NTH", "ENG A YOR"],
        "centers": {"FRA": ["PAR"], "ENG": ["LON"]},
    }
    story.begins(at=at)
    story.work()
    assert story.phase == "W1903A"
    assert story.sheet("ENG").must_decide


def test_a_power_that_may_waive_its_builds_is_waited_for(story: Any) -> None:
    at = {"phase": "W1903A", "units": ["FRA A PAR"], "centers": {"FRA": ["PAR", "BRE"]}}
    story.begins(at=at)
    story.work()
    assert story.phase == "W1903A"


def test_a_unit_that_cannot_retreat_is_not_waited_for(story: Any) -> None:
    at = {
        "phase": "S1903R",
        "units": ["FRA A PAR"],
        "centers": {"FRA": ["PAR"], "ENG": ["LON"]},
        "dislodged": [{"unit": "ENG A GAS", "from": "PAR", "retreats": []}],
    }
    story.begins(at=at)
    story.work()
    assert story.phase == "F1903M"


def test_the_builds_of_the_last_year_are_played(story: Any) -> None:
    at = {
        "phase": "F1901M",
        "units": ["FRA A SPA", "ENG F LON"],
        "centers": {"FRA": ["PAR", "BRE", "MAR"], "ENG": ["LON"]},
    }
    story.begins(at=at, end_year=1901)
    story.deadline_passes()
    assert story.phase == "W1901A"
    assert story.is_running
    story.orders("FRA", "A PAR B", "F BRE B")
    story.deadline_passes()
    story.game.refresh_from_db()
    assert (story.game.status, story.game.result, story.game.last_year) == ("finished", "draw", 1901)
    assert len(story.position.units_of("FRA")) == 3
