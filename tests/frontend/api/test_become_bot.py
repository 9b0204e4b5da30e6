"""An account becomes a bot's, for good.

Its name says so on every page.
"""

import pytest

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.models import Game
from tests.site import PASSWORD

pytestmark = pytest.mark.django_db


def become(client, person):
    client.force_login(person)
    return client.post("/my/account/bot/", {"password": PASSWORD})


def test_its_name_says_so(client, cast):
    become(client, cast.charlie)
    bot = User.objects.get(pk=cast.charlie.pk)
    assert (bot.name, bot.is_program) == ("Charlie (bot)", True)
    page = client.get("/my/account/").content.decode()
    assert "Charlie (bot)" in page
    assert "Make this a bot" not in page


def test_who_has_played_stays_a_person(client, cast, story):
    story.begins()
    answer = become(client, cast.alice)
    assert "stays a person" in answer.content.decode()
    assert not User.objects.get(pk=cast.alice.pk).is_program


def test_nobody_can_type_the_mark(client, cast):
    client.force_login(cast.charlie)
    answer = client.post("/my/account/name/", {"name": "Anna (bot)"})
    assert "letters, digits" in answer.content.decode()


def test_a_bot_keeps_its_mark_when_it_is_renamed(client, cast):
    become(client, cast.charlie)
    assert 'value="Charlie"' in client.get("/my/account/name/").content.decode()
    client.post("/my/account/name/", {"name": "Landgrabber"})
    assert User.objects.get(pk=cast.charlie.pk).name == "Landgrabber (bot)"
    answer = client.post("/my/account/name/", {"name": "L" * 25})
    assert "at most 24" in answer.content.decode()


def sit_down(story, cast, client, faces="open"):
    """Charlie's bot plays Germany beside Alice and Bob; then faces are hidden."""
    become(client, cast.charlie)
    bot = User.objects.get(pk=cast.charlie.pk)
    with story.committed():
        story.waits(programs=1)
        services.join_game(bot, story.game, "GER")
        Game.objects.filter(pk=story.game.pk).update(faces=faces)
    return bot


def test_pages_show_the_mark(client, cast, story):
    sit_down(story, cast, client)
    client.force_login(cast.alice)
    slug = story.game.slug
    assert "Charlie (bot)" in client.get(f"/games/{slug}/table/").content.decode()
    assert "Charlie (bot)" in client.get("/games/").content.decode()
    with story.committed():
        services.fill_seats(story.game, "holdbot")
    assert "Charlie (bot)" in client.get(f"/games/{slug}/").content.decode()
    assert client.get("/people/Charlie%20(bot)/").status_code == 200


@pytest.mark.parametrize(("faces", "shown"), [("names", "a bot"), ("all", "a player")])
def test_hidden_games_tell_no_more_than_they_say(client, cast, story, faces, shown):
    sit_down(story, cast, client, faces=faces)
    with story.committed():
        services.fill_seats(story.game, "holdbot")
    client.cookies.clear()  # with what the bot's owner was told
    client.force_login(cast.alice)
    seats = {each["power"]: each for each in client.get(f"/games/{story.game.slug}/state").json()["seats"]}
    assert seats["GER"]["player"] == shown
    assert seats["ENG"]["player"] == "a player"
    assert "Charlie" not in client.get(f"/games/{story.game.slug}/").content.decode()


def test_a_bot_was_a_bot_to_those_who_guess(client, cast, story):
    sit_down(story, cast, client, faces="all")
    with story.committed():
        services.fill_seats(story.game, "holdbot")
        services.cancel_game(story.game)
    game = Game.objects.get(pk=story.game.pk)
    from dipgame.games.models import Guess
    from dipgame.games.queries import guesses_in

    Guess.objects.create(game=game, by=cast.alice, bots="GER AUS ITA RUS TUR", at=game.finished_at)
    assert [each.right for each in guesses_in(game)] == [6]
