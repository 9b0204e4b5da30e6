"""Somebody offers a game."""

from datetime import timedelta

import pytest

from dipgame.games import clock, services
from dipgame.games.errors import BadTerms
from dipgame.games.models import Game
from dipgame.games.queue import PLAY_BOT
from dipgame.games.services import Terms


def test_the_host_has_the_chosen_seat_and_the_others_are_free(cast, outbox, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = services.create_game(cast.alice, Terms(name="  Tea in\tBurgundy ", power="FRA"))
    assert (game.name, game.status, game.host) == ("Tea in Burgundy", "open", cast.alice)
    assert {seat.power: seat.user for seat in game.seats.all() if not seat.is_free} == {"FRA": cast.alice}
    assert game.seats.count() == 7
    assert game.phases.count() == 0
    assert {"type": "lobby.changed"} in outbox.told("lobby")


def test_the_lobby_hears_nothing_of_a_private_game(story, cast, outbox):
    story.waits(word="ink")
    with story.committed():
        services.leave_game(cast.alice, story.game)
        services.fill_seats(story.game, "holdbot")
    assert story.is_running
    story.waits(word="ink")
    with story.committed():
        services.cancel_game(story.game)
    story.waits(word="ink", bob=False)
    with story.committed():
        services.leave_game(cast.alice, story.game)
    assert outbox.told("lobby") == []


def test_without_a_wish_the_lot_decides(cast):
    powers = {services.create_game(cast.alice, Terms(name="Lot")).seats.get(user=cast.alice).power for _ in range(40)}
    assert len(powers) > 1


def test_a_game_against_six_bots_begins_at_once(cast, outbox, django_capture_on_commit_callbacks):
    terms = Terms(name="Six bots", power="TUR", fill_bot="dumbbot", fill_at=clock.now())
    with django_capture_on_commit_callbacks(execute=True):
        game = services.create_game(cast.alice, terms)
    assert game.status == "running"
    phase = game.phases.get()
    assert (phase.name, phase.status) == ("S1901M", "open")
    assert [task for task, _ in outbox.tasks] == [PLAY_BOT] * 6


def test_the_private_word_is_kept_for_the_link(cast):
    game = services.create_game(cast.alice, Terms(name="Quiet", word="  Amber   quill "))
    assert game.is_private
    assert Game.objects.get(pk=game.pk).private_word == "Amber quill"


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"power": "SPA"}, "power"),
        ({"movement_seconds": 299}, "movement_seconds"),
        ({"movement_seconds": 864_001}, "movement_seconds"),
        ({"retreat_seconds": 0}, "retreat_seconds"),
        ({"adjustment_seconds": -5}, "adjustment_seconds"),
        ({"first_seconds": 10**9}, "first_seconds"),
        ({"edition": "1066"}, "edition"),
        ({"end_year": 1900}, "end_year"),
        ({"end_year": 2101}, "end_year"),
        ({"word": "x" * 101}, "word"),
        ({"word": "!?"}, "word"),
        ({"fill_bot": "deep blue"}, "fill_bot"),
        ({"fill_at": "soon"}, "fill_bot"),
        ({"fill_bot": "holdbot", "fill_at": "far"}, "fill_at"),
    ],
)
def test_terms_that_cannot_stand_name_their_field_and_offer_nothing(cast, terms, field):
    times = {"soon": clock.now() + timedelta(hours=1), "far": clock.now() + timedelta(days=61)}
    if "fill_at" in terms:
        terms = terms | {"fill_at": times[terms["fill_at"]]}
    with pytest.raises(BadTerms) as refused:
        services.create_game(cast.alice, Terms(**{"name": "Tea"} | terms))
    assert refused.value.field == field
    assert refused.value.message.endswith(".")
    assert not Game.objects.exists()


@pytest.mark.parametrize("wrong", [{"press_level": 10}, {"press_level": -1}, {"press_protocol": "rules"}])
def test_talk_there_is_not(cast, wrong):
    with pytest.raises(BadTerms) as refused:
        services.create_game(cast.alice, services.Terms(name="Tea", **wrong))
    assert refused.value.field in wrong


def test_the_talk_of_a_game_is_chosen_with_it(cast):
    game = services.create_game(cast.alice, services.Terms(name="Tea"))
    assert (game.press_level, game.press_protocol, game.press_plain) == (9, "talk", True)
    terms = services.Terms(name="Tea", press_level=8, press_protocol="free", press_plain=False)
    game = services.create_game(cast.alice, terms)
    assert (game.press_level, game.press_protocol, game.press_plain) == (8, "free", False)
