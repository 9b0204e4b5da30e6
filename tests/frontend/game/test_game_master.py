"""A game master sees all orders and messages, and everybody knows.

The game master takes no seat. Players are told so before they join, and ever after.
"""

import asyncio
import json
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dipgame.accounts.guests import new_guest
from dipgame.accounts.models import User
from dipgame.games import queries, services
from dipgame.games.errors import AlreadySeated, NotSeated, Refused
from dipgame.games.models import Game, Message, Notification, SeatPhase
from dipgame.ranking.update import update_ranking
from frontend.access import access_for
from frontend.game.state import state_of
from frontend.talk.state import press_of
from tests.frontend.game.lines import opened, run

pytestmark = pytest.mark.django_db

TOLD = "Anna is the game master and sees all orders and messages"
FORM = {"name": "Class 9b", "pace": "day", "fill": "never", "role": "master"}


@pytest.fixture
def anna(db: Any) -> User:
    """A teacher."""
    return User.objects.create_user("anna@example.org", "Anna", "x")


def table(anna: User, cast: Any, **terms: Any) -> Game:
    """Offer a game with Anna as its game master.

    Alice has France, Bob has England.
    """
    given: dict[str, Any] = {"name": "Class 9b", "master": True} | terms
    game = services.create_game(anna, services.Terms(**given))
    services.join_game(cast.alice, game, "FRA", terms.get("word", ""))
    services.join_game(cast.bob, game, "ENG", terms.get("word", ""))
    return game


@pytest.fixture
def game(anna: User, cast: Any, story: Any) -> Game:
    """A game that runs, with orders and words of all kinds."""
    with story.committed():
        story.game = table(anna, cast)
        services.fill_seats(story.game, "holdbot")
    story.game.refresh_from_db()
    story.orders("FRA", "A PAR - BUR", "F BRE - MAO")
    story.says("FRA", "ENG", "marmalade", plain=True)
    offer = story.says("ENG", "FRA", "I offer peace")
    story.answers("FRA", offer, "accept")
    game: Game = story.game
    return game


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_the_form_offers_it_and_the_master_has_no_seat(anna: User) -> None:
    answer = signed_in(anna).post("/games/", FORM)
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.slug}/table/"
    assert (game.master, game.host) == (anna, anna)
    assert not game.seats.filter(user=anna).exists()


def test_a_host_who_plays_is_no_game_master(anna: User) -> None:
    signed_in(anna).post("/games/", FORM | {"role": "play"})
    game = Game.objects.get()
    assert game.master is None
    assert game.seats.filter(user=anna).count() == 1


@pytest.mark.parametrize("word", ["", "inkwell"])
def test_everybody_is_told_before_they_join(anna: User, cast: Any, word: str) -> None:
    game = services.create_game(anna, services.Terms("Class 9b", word=word, master=True))
    address = f"/games/{game.slug}/with/{word}/" if word else f"/games/{game.slug}/table/"
    for client in (Client(), signed_in(cast.charlie)):
        page = client.get(address).content.decode()
        assert "<b>Anna</b> is the game master and sees all orders and messages" in page
        if not word:
            assert TOLD in client.get("/games/").content.decode()


def test_players_and_watchers_are_told_on_the_page_of_the_game(game: Game, cast: Any) -> None:
    for client in (Client(), signed_in(cast.alice), signed_in(cast.charlie)):
        page = client.get(f"/games/{game.slug}/").content.decode()
        assert TOLD in page
        assert client.get(f"/games/{game.slug}/state").json()["game"]["master"] == "Anna"


def test_who_takes_a_seat_over_is_told_first(game: Game, cast: Any) -> None:
    services.leave_game(cast.bob, game)
    page = signed_in(cast.charlie).get("/games/seats/").content.decode()
    assert "Play England" in page
    assert TOLD in page


def test_the_master_sees_every_order_as_it_is_written(game: Game, anna: User) -> None:
    access = access_for(anna, game.slug)
    assert access is not None
    state = state_of(access)
    assert (state["you"], state["sheet"]) == (None, None)
    overview = state["overview"]
    assert overview is not None
    sheets = {sheet["power"]: sheet for sheet in overview["sheets"]}
    assert len(sheets) == 7
    assert {order["text"] for order in sheets["FRA"]["orders"]} == {"A PAR - BUR", "F BRE - MAO"}
    assert sheets["FRA"]["missing"] == ["MAR"]
    page = signed_in(anna).get(f"/games/{game.slug}/").content.decode()
    assert 'data-order="A PAR - BUR"' in page
    assert "You are the game master" in page


def test_nobody_else_has_the_overview(game: Game, cast: Any) -> None:
    for who in (AnonymousUser(), cast.charlie, cast.alice, cast.bob):
        access = access_for(who, game.slug)
        assert access is not None
        assert state_of(access)["overview"] is None


def test_the_master_reads_every_conversation_and_every_promise(game: Game, anna: User) -> None:
    access = access_for(anna, game.slug)
    assert access is not None
    press = press_of(access)
    assert press is not None
    assert [each["text"] for each in press["messages"]][:2] == ["marmalade", "I offer peace"]
    assert not press["can_talk"]
    assert {row["by"] for row in press["promises"]} == {"ENG", "FRA"}
    assert not any(each.get("card", {"can": []})["can"] for each in press["messages"])


def test_the_master_orders_and_says_nothing(game: Game, anna: User) -> None:
    client, address = signed_in(anna), f"/games/{game.slug}/command"
    for frame in (
        {"type": "order", "phase": "S1901M", "text": "A PAR - PIC"},
        {"type": "ready", "phase": "S1901M", "ready": True},
        {"type": "say", "text": "honey", "to": ["ENG"], "l": "", "plain": True},
    ):
        answer = client.post(address, json.dumps(frame), content_type="application/json")
        assert answer.status_code == 403
        assert "You are the game master" in answer.json()["message"]


def test_the_master_sees_what_bots_think_while_they_play(game: Game, anna: User, cast: Any) -> None:
    journal = {"version": 1, "phase": "S1901M", "plan": ["A MOS - UKR"]}
    SeatPhase.objects.filter(phase__game=game, seat__power="RUS").update(memory={"journal": journal})
    at = reverse("game_mind", args=[game.slug, "RUS", "S1901M"])
    assert signed_in(anna).get(reverse("game_minds", args=[game.slug]))["Location"] == at
    page = signed_in(anna).get(at)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    for client in (Client(), signed_in(cast.alice)):
        assert client.get(at).status_code == 403


def test_files_follow_and_pictures_are_kept_for_nobody_else(game: Game, anna: User, cast: Any) -> None:
    picture = reverse("game_picture", args=[game.slug, "S1901M", "svg"])
    as_json, as_text = (reverse(name, args=[game.slug]) for name in ("game_json", "game_text"))
    mine = signed_in(anna)
    assert b"A PAR - BUR" in mine.get(picture).content
    assert [each["text"] for each in mine.get(as_json).json()["messages"]][:1] == ["marmalade"]
    assert "marmalade" in mine.get(as_text).content.decode()
    for client in (Client(), signed_in(cast.charlie)):
        assert b"A PAR - BUR" not in client.get(picture).content
        found = client.get(as_json).json()
        assert (found["messages"], found["game_master"]) == ([], "Anna")


def test_a_masked_game_has_no_masks_for_its_master(anna: User, cast: Any) -> None:
    game = table(anna, cast, faces="all")
    services.fill_seats(game, "holdbot")
    players = {}
    for who in (anna, cast.alice):
        access = access_for(who, game.slug)
        assert access is not None
        players[who.name] = {each["player"] for each in state_of(access)["seats"]}
    assert {"Alice", "Bob"} <= players["Anna"]
    assert players["Alice"] == {"a player"}


def test_the_master_takes_no_seat_by_any_way(game: Game, anna: User, cast: Any) -> None:
    waiting = table(anna, cast)
    with pytest.raises(AlreadySeated, match="game master"):
        services.join_game(anna, waiting, "GER")
    services.leave_game(cast.bob, game)
    with pytest.raises(AlreadySeated, match="game master"):
        services.take_seat_over(anna, game, "ENG")
    guest = new_guest("192.0.2.7")
    services.join_game(guest, waiting, "GER")
    services.adopt_guest(guest, anna)
    assert not waiting.seats.filter(user=anna).exists()


def test_nobody_becomes_game_master_later(cast: Any) -> None:
    game = services.create_game(cast.alice, services.Terms("Tea", "FRA"))
    client = signed_in(cast.alice)
    client.post(f"/games/{game.slug}/keep/", {"act": "master", "master": cast.alice.pk})
    client.post("/games/", FORM | {"game": game.slug})
    game.refresh_from_db()
    assert game.master is None
    assert not Game._meta.get_field("master").editable


def test_the_master_keeps_the_game_going_and_writes_to_all(game: Game, anna: User, cast: Any) -> None:
    client, address = signed_in(anna), f"/games/{game.slug}/keep/"
    page = client.get(address).content.decode()
    for words in ("Pause", "More time", "Give a seat to a bot", "Call the game off", "as its game master"):
        assert words in page
    client.post(address, {"act": "message", "words": "Ten minutes of silence, please."})
    told = Notification.objects.filter(game=game, user=cast.alice).values_list("words", flat=True)
    assert "The game master writes: Ten minutes of silence, please." in list(told)
    client.post(address, {"act": "pause", "length": "86400"})
    game.refresh_from_db()
    assert game.paused_until is not None
    assert game.paused_until > timezone.now()


def test_the_master_talks_in_the_room_before_the_start(anna: User, cast: Any) -> None:
    game = table(anna, cast)
    signed_in(anna).post(f"/games/{game.slug}/room/", {"words": "We begin at nine."})
    page = signed_in(cast.bob).get(f"/games/{game.slug}/table/").content.decode()
    assert "We begin at nine." in page
    assert "Anna" in page


def test_the_game_waits_on_when_all_have_left_it(anna: User, cast: Any) -> None:
    game = table(anna, cast)
    for person in (cast.alice, cast.bob):
        services.leave_game(person, game)
    game.refresh_from_db()
    assert (game.status, game.host) == ("open", anna)


def test_the_master_finds_the_game_among_their_own(game: Game, anna: User) -> None:
    client = signed_in(anna)
    for address in ("/my/games/", "/games/", "/"):
        page = client.get(address).content.decode()
        assert "You are the game master" in page
        assert f"/games/{game.slug}/" in page
    assert game.name not in client.get("/people/Anna/").content.decode()


def test_it_does_not_count_in_the_ranking(game: Game, story: Any) -> None:
    Game.objects.filter(pk=game.pk).update(status="finished", result="draw", finished_at=timezone.now())
    assert update_ranking() == 0
    Game.objects.filter(pk=game.pk).update(master=None)
    assert update_ranking() == 1


def test_a_rematch_has_no_game_master(game: Game, anna: User, cast: Any) -> None:
    Game.objects.filter(pk=game.pk).update(status="finished", result="draw", finished_at=timezone.now())
    game.refresh_from_db()
    with pytest.raises(NotSeated):
        services.offer_rematch(anna, game)
    assert services.offer_rematch(cast.alice, game).master is None
    page = signed_in(cast.charlie).get(f"/games/{game.slug}/result").content.decode()
    assert "Anna was the game master" in page


def test_talk_that_stays_closed_is_open_to_the_master_afterwards(game: Game, anna: User, cast: Any) -> None:
    Game.objects.filter(pk=game.pk).update(
        status="finished", result="draw", finished_at=timezone.now(), afterwards="own"
    )
    texts = {}
    for who in (anna, cast.charlie):
        access = access_for(who, game.slug)
        assert access is not None
        press = press_of(access)
        texts[who.name] = [] if press is None else [each["text"] for each in press["messages"]]
    assert "marmalade" in texts["Anna"]
    assert texts["Charlie"] == []


def test_who_deletes_their_account_masters_nothing_any_more(game: Game, anna: User) -> None:
    services.forget_person(anna)
    game.refresh_from_db()
    assert (game.master, game.host, game.status) == (None, None, "running")
    assert not queries.my_games(anna).exists()


def test_votes_and_the_end_are_told_to_the_master(game: Game, anna: User) -> None:
    services.cancel_game(game)
    assert "The game was called off." in list(
        Notification.objects.filter(game=game, user=anna).values_list("words", flat=True)
    )


def test_no_power_goes_with_it(anna: User) -> None:
    with pytest.raises(Refused, match="no power"):
        services.create_game(anna, services.Terms("Class 9b", "FRA", master=True))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("redis")
def test_what_is_ordered_and_said_comes_to_the_masters_page_by_itself(
    anna: User, cast: Any, story: Any, line: Any
) -> None:
    def begin() -> None:
        story.game = table(anna, cast)
        services.fill_seats(story.game, "holdbot")
        story.game.refresh_from_db()

    begin()
    mine, others = line(anna), line(cast.charlie)

    async def scene() -> None:
        await opened(mine)
        await opened(others)
        await run(story.orders)("FRA", "A PAR - BUR")
        while True:
            overview = (await mine.hear_kind("state"))["state"]["overview"]
            written = {sheet["power"]: [each["text"] for each in sheet["orders"]] for sheet in overview["sheets"]}
            if written["FRA"]:
                break
        assert written["FRA"] == ["A PAR - BUR"]
        await run(story.says)("FRA", "ENG", "marmalade", plain=True)
        while not (said := (await mine.hear_kind("press"))["press"]["messages"]):
            pass
        assert said[-1]["text"] == "marmalade"
        assert (await mine.ask({"type": "look", "ref": 3}))["type"] == "pong"
        news = (await mine.ask({"type": "ping", "ref": 4}))["news"]
        assert news["seat"] > 0
        assert await others.wire.receive_nothing(timeout=0.4)
        for each in (mine, others):
            await each.close()

    asyncio.run(scene())
    assert Message.objects.count() == 1
