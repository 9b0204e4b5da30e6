"""Votes, seats and log around the board, as each viewer sees them."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from dipgame.games import clock, services
from dipgame.games.models import GamePhase
from dipgame.games.services.note import note

pytestmark = pytest.mark.django_db


def state(client: Client, story: Any, person: Any = None) -> dict[str, Any]:
    client.logout()
    if person is not None:
        client.force_login(person)
    found: dict[str, Any] = client.get(reverse("game_state", args=[story.game.slug])).json()
    return found


def send(client: Client, story: Any, person: Any, **command: Any) -> Any:
    client.force_login(person)
    address = reverse("game_command", args=[story.game.slug])
    return client.post(address, json.dumps(command), content_type="application/json")


def bob_stays_away(story: Any) -> None:
    for _ in range(2):
        story.orders("FRA", "A PAR - BUR")
        story.time_is_up()


def test_a_wish_is_seen_by_all_and_granted_by_both(client: Client, story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    assert (
        send(
            client, story, cast.alice, type="vote", phase="S1901M", vote="clock", choice="pause-86400", answer="yes"
        ).status_code
        == 200
    )
    seen = state(client, story, cast.charlie)
    clock_vote = seen["table"]["votes"][0]
    assert {"choice": "pause-86400", "words": "Pause for a day", "group": ""} in clock_vote["choices"]
    motion = {"choice": "pause-86400", "noun": "a pause of a day", "mine": "", "agreed": ["FRA"], "refused": []}
    assert clock_vote["motions"] == [motion | {"awaited": ["ENG"], "needed": 2, "hidden": False}]
    assert not clock_vote["can"]
    send(client, story, cast.bob, type="vote", phase="S1901M", vote="clock", choice="pause-86400", answer="yes")
    assert state(client, story)["game"]["paused"]


VOTE = {"type": "vote", "phase": "S1901M", "answer": "yes"}
REFUSED = [
    ({**VOTE, "vote": "clock", "choice": "nonsense"}, "malformed"),
    ({**VOTE, "vote": "nonsense", "choice": "pause-86400"}, "malformed"),
    ({**VOTE, "vote": "clock", "choice": "pause-86400", "answer": "maybe"}, "malformed"),
    ({**VOTE, "vote": "clock", "choice": "pause-86400", "phase": "F1901M"}, "late"),
    ({"type": "typing", "phase": "F1901M"}, "late"),
    ({**VOTE, "vote": "end", "choice": "ENG", "phase": "F1901M"}, "late"),
    ({**VOTE, "vote": "end", "choice": "ESP"}, "malformed"),
    ({**VOTE, "vote": "end", "choice": "ENG FRA"}, "malformed"),
    ({**VOTE, "vote": "end", "choice": ""}, "malformed"),
    ({**VOTE, "vote": "end", "choice": "FRA"}, "not_running"),
    ({"type": "vote", "phase": "S1901M"}, "malformed"),
]


@pytest.mark.parametrize(("command", "code"), REFUSED)
def test_what_cannot_be_asked_is_refused_in_words(
    client: Client, story: Any, cast: Any, command: dict[str, Any], code: str
) -> None:
    story.begins(fill_bot="holdbot")
    reply = send(client, story, cast.alice, **command).json()
    assert (reply["type"], reply["code"]) == ("refused", code)


def test_who_only_watches_asks_for_nothing(client: Client, story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    reply = send(
        client, story, cast.charlie, type="vote", phase="S1901M", vote="clock", choice="pause-86400", answer="yes"
    ).json()
    assert reply["code"] == "not_seated"


@pytest.mark.parametrize("hidden", [True, False])
def test_votes_on_the_end_are_seen_as_the_game_says(client: Client, story: Any, cast: Any, hidden: bool) -> None:
    story.begins(fill_bot="holdbot", votes_hidden=hidden)
    everybody = "AUS ENG FRA GER ITA RUS TUR"
    reply = send(client, story, cast.alice, **VOTE, vote="end", choice=everybody)
    assert reply.json()["type"] == "sheet"
    mine = state(client, story, cast.alice)["table"]["votes"][1]["motions"][0]
    assert (mine["choice"], mine["mine"], mine["hidden"]) == (everybody, "yes", hidden)
    assert {each["power"] for each in mine["refused"]} == {"AUS", "GER", "ITA", "RUS", "TUR"}
    for person in (cast.bob, cast.charlie, None):
        motions = state(client, story, person)["table"]["votes"][1]["motions"]
        if hidden and person != cast.bob:
            assert motions == []
        else:
            assert motions[0]["mine"] == ""
            assert motions[0]["agreed"] == ([] if hidden else ["FRA"])


def test_a_rematch_from_the_result(client: Client, story: Any, cast: Any) -> None:
    at = {"phase": "S1905M", "units": ["FRA A PAR", "ENG F LON"], "centers": {"FRA": ["PAR"], "ENG": ["LON"]}}
    story.begins(at=at)
    send(client, story, cast.bob, type="vote", phase="S1905M", vote="end", choice="FRA", answer="yes")
    client.force_login(cast.alice)
    page = client.get(reverse("game_result", args=[story.game.slug])).content.decode()
    assert "France has won: all others conceded." in page
    assert "Offer a rematch" in page
    answer = client.post(reverse("rematch", args=[story.game.slug]))
    assert answer["Location"].endswith("/table/")
    client.force_login(cast.bob)
    assert "Take a seat in it" in client.get(reverse("game_result", args=[story.game.slug])).content.decode()
    assert client.post(reverse("rematch", args=[story.game.slug]))["Location"] == answer["Location"]
    client.force_login(cast.charlie)
    assert "Rematch" not in client.get(reverse("game_result", args=[story.game.slug])).content.decode()
    refused = client.post(reverse("rematch", args=[story.game.slug]), follow=True).content.decode()
    assert "for those who played" in refused


def test_the_minute_for_who_is_writing(client: Client, story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    GamePhase.objects.update(deadline=clock.now() + timedelta(seconds=10))
    send(client, story, cast.alice, type="typing", phase="S1901M")
    assert state(client, story)["game"]["graced"]


def test_the_log_is_for_all_but_what_is_for_the_players(client: Client, story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    note(story.game, "England is back.")
    note(story.game, "Please be kind.", for_players=True)
    words = {
        name: [line["words"] for line in state(client, story, person)["table"]["notices"]]
        for name, person in {"alice": cast.alice, "charlie": cast.charlie, "nobody": None}.items()
    }
    assert words == {
        "alice": ["England is back.", "Please be kind."],
        "charlie": ["England is back."],
        "nobody": ["England is back."],
    }


def test_the_owner_is_offered_the_seat_and_others_are_told(client: Client, story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot", press_level=0)
    bob_stays_away(story)
    assert state(client, story, cast.bob)["table"]["back"] == "ENG"
    assert state(client, story, cast.bob)["you"] is None
    seen = state(client, story, cast.charlie)
    assert (seen["table"]["back"], seen["table"]["vacant"]) == (None, ["ENG"])
    assert "a bot holds it for Bob" in next(seat["note"] for seat in seen["seats"] if seat["power"] == "ENG")
    client.force_login(cast.bob)
    assert "Take it back" in client.get(reverse("my_games")).content.decode()
    client.post(reverse("take_seat_back", args=[story.game.slug]))
    assert state(client, story, cast.bob)["you"]["power"] == "ENG"


def test_the_owner_of_a_seat_in_a_private_game_still_sees_it_and_reads_no_talk(
    client: Client, story: Any, cast: Any
) -> None:
    story.begins(fill_bot="holdbot", word="inkwell")
    story.says("FRA", "ENG", "A secret of ours.", plain=True)
    bob_stays_away(story)
    client.force_login(cast.bob)
    assert client.get(reverse("game", args=[story.game.slug])).status_code == 200
    assert "A secret of ours" not in client.get(reverse("game_press", args=[story.game.slug])).content.decode()
    client.force_login(cast.charlie)
    for name in ("take_seat_back", "take_seat_over"):
        assert client.post(reverse(name, args=[story.game.slug]), {"power": "ENG"}).status_code == 404


def test_the_list_of_seats_and_sitting_down_at_one(
    client: Client, story: Any, cast: Any, django_assert_max_num_queries: Any
) -> None:
    story.begins(fill_bot="holdbot", press_level=0)
    assert "No seat is free" in client.get(reverse("vacant_seats")).content.decode()
    bob_stays_away(story)
    with django_assert_max_num_queries(4):
        page = client.get(reverse("vacant_seats")).content.decode()
    assert "Play England" in page
    address = reverse("take_seat_over", args=[story.game.slug])
    assert client.post(address, {"power": "ENG"})["Location"].startswith("/accounts/login/")
    client.force_login(cast.charlie)
    assert "not free any more" in client.post(address, {"power": "GER"}, follow=True).content.decode()
    assert client.post(address, {"power": "ENG"})["Location"] == reverse("game", args=[story.game.slug])
    client.force_login(cast.bob)
    back = client.post(reverse("take_seat_back", args=[story.game.slug]), follow=True).content.decode()
    assert "somebody has taken it over" in back


def test_guests_take_no_seat_of_others(client: Client, story: Any) -> None:
    story.begins(fill_bot="holdbot", press_level=0)
    bob_stays_away(story)
    client.post("/play/", {"bot": "holdbot"})
    answer = client.post(reverse("take_seat_over", args=[story.game.slug]), {"power": "ENG"})
    assert answer["Location"].startswith("/accounts/signup/")
    assert services.take_seat_back(story.seat("ENG").owner, story.game)
