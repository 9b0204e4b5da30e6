"""Staff, in the admin."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission

from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.games.models import Game, GamePhase

PAGES = ["game", "seat", "gamephase", "seatphase"]


@pytest.fixture
def staff(db, client):
    person = User.objects.create_superuser("staff@example.org", "Keeper", "x")
    client.force_login(person)
    return person


def act(client, page, action, rows, **answers):
    """Choose rows and an action, then answer its form; the two pages that come back."""
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]}
    address = f"/admin/games/{page}/"
    return client.post(address, chosen), client.post(address, chosen | {"apply": "1"} | answers, follow=True)


@pytest.mark.parametrize("page", PAGES)
def test_every_list_and_every_row_can_be_read(story, staff, client, page):
    story.begins(bots="dumbbot")
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA", "ENG")
    assert client.get(f"/admin/games/{page}/?q=Tea").status_code == 200
    rows = {"game": story.game, "seat": story.seat("FRA"), "seatphase": story.sheet("TUR")}
    row = rows.get(page) or story.game.phases.get(index=0)
    answer = client.get(f"/admin/games/{page}/{row.pk}/change/")
    assert answer.status_code == 200
    if page == "gamephase":
        assert "A PAR - BUR" in answer.content.decode()


def test_people_can_be_read_and_made(staff, client):
    assert client.get("/admin/accounts/user/").status_code == 200
    assert client.get(f"/admin/accounts/user/{staff.pk}/change/").status_code == 200
    new = {
        "email": "dora@example.org",
        "name": "Dora",
        "password1": "a quiet inkwell",
        "password2": "a quiet inkwell",
    }
    client.post("/admin/accounts/user/add/", new)
    assert User.objects.get(name="Dora").check_password("a quiet inkwell")


def test_filling_empty_seats_with_a_chosen_bot(story, staff, client):
    story.waits()
    with story.committed():
        asked, done = act(client, "game", "fill_seats", [story.game], bot="holdbot")
    assert "DumbBot" in asked.content.decode()
    assert "HoldBot took 5 seats." in done.content.decode()
    assert story.is_running
    assert {seat.bot for seat in story.game.seats.all()} == {"", "holdbot"}


def test_a_bot_that_is_not_on_offer_cannot_be_chosen(story, staff, client):
    story.waits()
    _, done = act(client, "game", "fill_seats", [story.game], bot="deep blue")
    assert "Select a valid choice" in done.content.decode()
    assert not story.is_running


def test_more_time(story, staff, client):
    story.begins()
    before = story.row.deadline
    act(client, "game", "extend_deadlines", [story.game], hours="2")
    assert story.row.deadline == before + timedelta(hours=2)


def test_cancelling(story, staff, client):
    story.begins()
    _, done = act(client, "game", "cancel_games", [story.game], words="A mistake")
    assert "cancelled" in done.content.decode()
    _, again = act(client, "game", "cancel_games", [story.game], words="A mistake")
    assert "over already" in again.content.decode()


def test_a_bot_plays_on(story, staff, client):
    story.begins()
    act(client, "seat", "give_to_bot", [story.seat("ENG")], bot="dumbbot")
    assert story.seat("ENG").bot == "dumbbot"


def test_resolving_now(story, staff, client):
    story.begins()
    act(client, "gamephase", "resolve_now", [story.row])
    assert story.phase == "F1901M"


def test_stuck_phases_are_found(story, staff, client):
    story.begins()
    assert "S1901M" not in client.get("/admin/games/gamephase/?stuck=yes").content.decode()
    GamePhase.objects.update(deadline=clock.now() - clock.PATIENCE_WITH_BOTS)
    assert "S1901M" in client.get("/admin/games/gamephase/?stuck=yes").content.decode()


def test_terms_can_be_corrected_but_not_the_course_of_a_game(story, staff, client):
    story.waits()
    terms = {
        "name": "Coffee in Burgundy",
        "host": story.cast.alice.pk,
        "edition": "2023",
        "movement_seconds": 600,
        "retreat_seconds": 600,
        "adjustment_seconds": 600,
        "first_seconds": "",
        "end_year": "",
        "draws": "none",
        "press_level": 4,
        "press_protocol": "free",
        "seating": "choose",
        "faces": "open",
        "watching": "live",
        "afterwards": "all",
        "bots_hidden": "on",
        "programs": "0",
        "fill_bot": "dumbbot",
        "fill_at_0": "",
        "fill_at_1": "",
        "status": "finished",
        "seats-TOTAL_FORMS": 0,
        "seats-INITIAL_FORMS": 0,
        "phases-TOTAL_FORMS": 0,
        "phases-INITIAL_FORMS": 0,
    }
    client.post(f"/admin/games/game/{story.game.pk}/change/", terms)
    story.game.refresh_from_db()
    assert (story.game.name, story.game.fill_bot, story.game.status) == ("Coffee in Burgundy", "dumbbot", "open")
    assert (story.game.press_level, story.game.press_protocol, story.game.press_plain) == (4, "free", False)
    assert story.game.draws == "none"


def test_staff_with_view_permission_cannot_act(story, cast, client):
    story.waits()
    cast.charlie.is_staff = True
    cast.charlie.save()
    cast.charlie.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(cast.charlie)
    assert client.get("/admin/games/game/").status_code == 200
    act(client, "game", "fill_seats", [story.game], bot="holdbot")
    assert not story.is_running


def test_players_do_not_see_the_admin(story, cast, client):
    client.force_login(cast.alice)
    assert client.get("/admin/games/game/").status_code == 302


@pytest.fixture
def talked(story):
    """A proposal, and a word in plain text."""
    story.begins()
    story.says("FRA", "ENG", "I offer peace")
    story.says("ENG", "FRA GER", "the quince marmalade is romantic", plain=True)
    return story


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"I offer peace", "quince"}),
        ("q=marmalade", {"quince"}),
        ("q=pce", {"I offer peace"}),
        ("q=Tea", {"I offer peace", "quince"}),
        ("q=S1901M", {"I offer peace", "quince"}),
        ("kind=plain", {"quince"}),
        ("kind=understood", {"I offer peace"}),
        ("q=nothing+such", set()),
    ],
)
def test_the_talk_can_be_searched(talked, staff, client, query, found):
    page = client.get(f"/admin/games/message/?{query}").content.decode()
    assert {text for text in ("I offer peace", "quince") if text in page} == found


def test_a_row_of_the_talk_says_who_said_what_to_whom_and_cannot_be_changed(talked, staff, client):
    page = client.get("/admin/games/message/").content.decode()
    for words in ("S1901M", "ENG", "FRA, GER", "propose", "plain text", "Tea in Burgundy"):
        assert words in page
    message = talked.game.messages.first()
    address = f"/admin/games/message/{message.pk}/"
    assert "propose(fra, eng" in client.get(f"{address}change/").content.decode()
    assert client.post(f"{address}change/", {"text": "no peace"}).status_code == 403
    assert client.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    assert client.get("/admin/games/message/add/").status_code == 403


def test_who_plays_reads_nobodys_talk_in_the_admin_until_the_game_is_over(talked, client):
    User.objects.filter(pk=talked.cast.alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(User.objects.get(pk=talked.cast.alice.pk))
    message = talked.game.messages.last()
    assert "quince" not in client.get("/admin/games/message/").content.decode()
    assert client.get(f"/admin/games/message/{message.pk}/change/").status_code == 302
    talked.game.phases.update(status="final", deadline=None)
    Game.objects.update(status="finished", result="draw", finished_at=talked.game.started_at)
    assert "quince" in client.get("/admin/games/message/").content.decode()
