"""Bots' characters stay hidden until the end, unless the game shows them."""

import pytest
from django.test import Client

from adjudication.powers import POWERS
from bots.persons import name_for
from bots.registry import BOTS
from dipgame.games import clock
from dipgame.games.models import BotSpeech, Game, Message
from dipgame.games.players import player_name
from dipgame.games.services import Terms, create_game, speak
from negotiation.diplomacy import DIPLOMACY
from negotiation.printer import format_term
from negotiation.terms import Courtesy, Manner

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
    name = name_for(story.game.slug, "GER")
    assert f'"{name}"' in shown
    assert f"persons/{name.lower()}" in shown
    assert CHARACTER not in shown.casefold()
    Game.objects.update(status="finished", result="draw", finished_at=clock.now())
    assert f"{name} (HANA the vengeful)" in pages(story, person)


def first_letter(story, bot):
    """Letter of a bot at Germany's seat with a greeting to France in mind."""
    story.game.seats.filter(power="GER").update(bot=bot)
    Message.objects.all().delete()
    term = format_term(Courtesy("GER", ("FRA",), Manner.GREET), DIPLOMACY)
    speech = BotSpeech.objects.create(seat=story.seat("GER"), phase=story.row, term=term, due_at=clock.now())
    assert speak(speech.pk)
    return Message.objects.get().text


def test_no_character_is_shown_otherwise_than_the_others(story):
    story.begins()
    seat = story.seat("GER")
    shown = set()
    for seat.bot in (bot.name for bot in BOTS.values() if bot.tone):
        shown.add(player_name(seat, story.game))
    assert shown == {name_for(story.game.slug, "GER")}


CHARACTERS = [bot.name for bot in BOTS.values() if bot.alias and bot.skill == "normal"]


def test_a_first_letter_does_not_betray_the_character(story):
    story.begins()
    assert len({first_letter(story, bot) for bot in CHARACTERS}) == 1


def test_where_characters_are_told_each_greets_in_its_own_way(story):
    story.begins(bots_hidden=False)
    assert len({first_letter(story, bot) for bot in CHARACTERS}) == len(CHARACTERS)


def test_after_the_first_spring_each_talks_in_its_own_way(story):
    story.begins()
    story.deadline_passes()
    assert len({first_letter(story, bot) for bot in CHARACTERS}) == len(CHARACTERS)


def test_where_nobody_may_know_who_is_a_bot_nobody_has_a_name_or_a_face(vengeful, cast):
    story = vengeful(faces="all")
    shown = pages(story, cast.alice)
    assert not any(name_for(story.game.slug, power) in shown for power in POWERS)
    assert "persons/" not in shown


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
