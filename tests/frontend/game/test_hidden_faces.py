"""A table may hide who sits where, and who is a bot, until the end; then those who played guess, and are told."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dipgame.games import clock, services
from dipgame.games.errors import Gone, Malformed, NotSeated
from dipgame.games.models import Game, Guess

pytestmark = pytest.mark.django_db


def state(client: Client, story: Any, who: Any = None) -> dict[str, Any]:
    client.logout()
    if who is not None:
        client.force_login(who)
    found: dict[str, Any] = client.get(f"/games/{story.game.slug}/state").json()
    return found


def ends(story: Any) -> None:
    """All agree to concede to France."""
    with story.committed():
        services.cast_vote(story.seat("ENG"), story.phase, "end", "FRA")
    if story.is_running:
        Game.objects.filter(pk=story.game.pk).update(end_year=1901)
        while story.is_running:
            story.deadline_passes()


ADDRESSES = ["", "state", "press", "table/", "result", "minds/", "game.json", "export.json", "phases/S1901M.json"]


@pytest.mark.parametrize("faces", ["names", "all"])
def test_no_page_names_who_sits_there(client: Client, story: Any, cast: Any, faces: str) -> None:
    story.begins(faces=faces, fill_bot="holdbot")
    for who in (None, cast.charlie, cast.alice):
        seats = {each["power"]: each for each in state(client, story, who)["seats"]}
        assert {seats[power]["player"] for power in ("ENG", "FRA")} == {"a player"}
        assert seats["GER"]["is_bot"] is (faces == "names")
        for address in ADDRESSES:
            body = client.get(f"/games/{story.game.slug}/{address}", follow=True).content.decode()
            # As a word: tokens of forms are any letters.
            assert not re.search(r"\bBob\b", body), address
    client.logout()
    assert story.game.name not in client.get("/people/Bob/").content.decode()


def test_a_bot_looks_like_a_person(client: Client, story: Any, cast: Any) -> None:
    story.begins(faces="all", fill_bot="holdbot")
    story.row.sheets.filter(seat__power="GER").update(bot_state="crashed")
    seats = {each["power"]: each for each in state(client, story, cast.alice)["seats"]}
    different = {"power", "name", "distance", "centers", "units"}
    strip = lambda seat: {name: value for name, value in seat.items() if name not in different}  # noqa: E731
    assert strip(seats["GER"]) == strip(seats["ENG"])
    assert json.dumps(strip(seats["TUR"])) == json.dumps(strip(seats["ENG"]))


def test_who_is_ready_is_seen_by_nobody_else(client: Client, story: Any, cast: Any) -> None:
    story.begins(faces="all", fill_bot="holdbot")
    story.ready("FRA")
    ready = {each["power"]: each["ready"] for each in state(client, story, cast.alice)["seats"]}
    assert ready == {power: power == "FRA" for power in ready}


def test_what_people_ask_for_does_not_tell_them_from_bots(client: Client, story: Any, cast: Any) -> None:
    story.begins(faces="all", fill_bot="holdbot", votes_hidden=False)
    services.cast_vote(story.seat("ENG"), story.phase, "clock", "pause-86400")
    services.cast_vote(story.seat("ENG"), story.phase, "end", "FRA")
    votes = state(client, story, cast.alice)["table"]["votes"]
    motions = [motion for vote in votes for motion in vote["motions"]]
    assert {motion["choice"] for motion in motions} == {"pause-86400", "FRA"}
    for motion in motions:
        assert motion["agreed"] == []
        assert {each["power"] for each in motion["refused"]} <= {""}
    assert "Germany" not in json.dumps(state(client, story, cast.alice)["table"]["notices"])
    assert "England" not in json.dumps(state(client, story, cast.alice)["table"]["notices"])


def test_the_poll_and_then_the_answer(client: Client, story: Any, cast: Any) -> None:
    story.begins(faces="all", fill_bot="holdbot")
    ends(story)
    address = f"/games/{story.game.slug}/result"
    client.force_login(cast.alice)
    page = client.get(address).content.decode()
    assert "Which players do you take for bots?" in page
    assert "Bob" not in page
    client.post(f"/games/{story.game.slug}/guess/", {"bot": ["GER", "RUS"]})
    page = client.get(address).content.decode()
    assert "You learn the answer" in page
    assert "Which players do you take" not in page
    client.force_login(cast.bob)
    client.post(f"/games/{story.game.slug}/guess/", {"bot": ["FRA"]})
    page = client.get(address).content.decode()
    assert "Bob" in page
    assert "right about 3 of 6" in page
    assert "right about 0 of 6" in page
    assert state(client, story, cast.charlie)["seats"][1]["player"] == "Bob"


def test_the_answer_is_told_after_a_day(client: Client, story: Any, cast: Any) -> None:
    story.begins(faces="all", fill_bot="holdbot")
    ends(story)
    Game.objects.filter(pk=story.game.pk).update(poll_until=clock.now() - timedelta(seconds=1))
    assert state(client, story)["seats"][1]["player"] == "Bob"
    with pytest.raises(Gone):
        services.guess_bots(cast.alice, story.game, ["GER"])


def test_guesses_that_cannot_be(story: Any, cast: Any) -> None:
    story.begins(faces="all", fill_bot="holdbot")
    with pytest.raises(Gone):
        services.guess_bots(cast.alice, story.game, ["GER"])
    ends(story)
    with pytest.raises(NotSeated):
        services.guess_bots(cast.charlie, story.game, ["GER"])
    for bad in (["FRA"], ["SPA"]):
        with pytest.raises(Malformed):
            services.guess_bots(cast.alice, story.game, bad)
    services.guess_bots(cast.alice, story.game, ["GER"])
    with pytest.raises(Gone):
        services.guess_bots(cast.alice, story.game, ["RUS"])
    assert Guess.objects.get().bots == "GER"


def test_hidden_names_are_told_at_the_end_without_a_poll(client: Client, story: Any) -> None:
    story.begins(faces="names", fill_bot="holdbot")
    ends(story)
    assert state(client, story)["seats"][1]["player"] == "Bob"
    assert "Who was a bot?" not in client.get(f"/games/{story.game.slug}/result").content.decode()
