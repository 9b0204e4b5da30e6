"""Which bot is of which character is told when the game is over, unless its table says otherwise."""

import pytest
from django.test import Client

from dipgame.games import clock
from dipgame.games.models import Game
from dipgame.games.services import Terms, create_game

CHARACTER = "vengeful"


@pytest.fixture
def vengeful(story):
    """A game with a character at Germany's seat."""

    def vengeful(**terms):
        story.begins(**terms)
        story.game.seats.filter(power="GER").update(bot=f"hana-{CHARACTER}")
        return story

    return vengeful


def pages(story, person):
    """All that somebody is sent of a game, as text."""
    client = Client()
    if person is not None:
        client.force_login(person)
    addresses = ["", "state", "press", "phases/S1901M.json"]
    texts = [client.get(f"/games/{story.game.slug}/{address}").content.decode() for address in addresses]
    texts += [client.get(address).content.decode() for address in ("/watch/", "/my/games/")]
    return "".join(texts)


@pytest.mark.parametrize("who", ["alice", "charlie", None])
def test_while_it_is_played_nobody_learns_it_from_any_page(vengeful, cast, who):
    story = vengeful()
    person = getattr(cast, who) if who else None
    shown = pages(story, person)
    assert "HANA" in shown
    assert CHARACTER not in shown.casefold()
    Game.objects.update(status="finished", result="draw", finished_at=clock.now())
    assert "HANA the vengeful" in pages(story, person)


def test_a_table_may_tell_it_at_once(vengeful, cast):
    assert "HANA the vengeful" in pages(vengeful(bots_hidden=False), cast.alice)


def test_who_fills_a_table_is_told_without_the_character(cast):
    later = clock.now() + clock.A_MINUTE
    create_game(cast.alice, Terms("Ink", "FRA", fill_bot=f"hana-{CHARACTER}", fill_at=later))
    client = Client()
    client.force_login(cast.bob)
    assert "HANA" in client.get("/games/").content.decode()
    (table,) = client.get("/games/").context["tables"]
    assert table.bot == "HANA"
