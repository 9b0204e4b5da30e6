"""To whom the talk of a game, its promises and its bots' minds are open when it is over: as its terms say, at every
address that shows any of it."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from dipgame.games.models import Game, SeatPhase
from frontend.home import showcase

pytestmark = pytest.mark.django_db

JOURNAL = {"phase": "S1901M", "planned": {"orders": ["A MUN - RUH"], "utility": 5.25, "uncertainty": 0.4}}
WORDS = "The Channel stays empty"
ADDRESSES = ["", "state", "press", "game.json", "game.txt", "result", "phases/S1901M.json"]


def over(story: Any, afterwards: str) -> Game:
    """A game between Alice, Bob and bots that is over: Alice wrote to Bob, and a bot kept a journal."""
    story.begins(end_year=1901, press_level=8, afterwards=afterwards, fill_bot="holdbot")
    story.says("FRA", "ENG", WORDS, plain=True)
    sheet = SeatPhase.objects.get(seat__game=story.game, seat__power="GER", phase__name="S1901M")
    while story.is_running:
        story.deadline_passes()
    SeatPhase.objects.filter(pk=sheet.pk).update(memory={"journal": JOURNAL})
    return story.game  # type: ignore[no-any-return]


def reads(client: Client, game: Game) -> bool:
    """True if any address shows the message."""
    return any(WORDS in client.get(f"/games/{game.slug}/{address}").content.decode() for address in ADDRESSES)


@pytest.mark.parametrize(
    ("afterwards", "who", "open_to_them"),
    [
        ("all", "nobody", ["talk", "minds"]),
        ("all", "bob", ["talk", "minds"]),
        ("players", "nobody", []),
        ("players", "charlie", []),
        ("players", "bob", ["talk", "minds"]),
        ("own", "nobody", []),
        ("own", "charlie", []),
        ("own", "bob", ["talk"]),
    ],
)
def test_messages_after_the_end_are_open_as_the_terms_say(
    client: Client, story: Any, afterwards: str, who: str, open_to_them: list[str]
) -> None:
    game = over(story, afterwards)
    if who != "nobody":
        client.force_login(getattr(story.cast, who))
    assert reads(client, game) is ("talk" in open_to_them)
    answer, sees_minds = client.get(f"/games/{game.slug}/minds", follow=True), "minds" in open_to_them
    assert answer.status_code == (200 if sees_minds else 403)
    assert ("minds stay closed" in answer.content.decode()) is not sees_minds
    assert ("Inside its mind" in client.get(f"/games/{game.slug}/result").content.decode()) is sees_minds


def test_letters_of_others_stay_theirs_where_everybody_keeps_to_their_own(
    client: Client, story: Any, cast: Any
) -> None:
    game = over(story, "own")
    game.seats.filter(power="GER").update(user=cast.charlie, bot="")
    client.force_login(cast.charlie)
    assert not reads(client, game)


@pytest.mark.parametrize("afterwards", ["players", "own"])
def test_the_home_page_quotes_no_such_game(story: Any, monkeypatch: pytest.MonkeyPatch, afterwards: str) -> None:
    over(story, afterwards)
    cache.clear()
    assert showcase.picture().game is None


def test_a_table_says_so_before_one_sits_down(client: Client, story: Any) -> None:
    story.waits(afterwards="own")
    assert "messages stay closed" in client.get("/games/").content.decode().lower()
