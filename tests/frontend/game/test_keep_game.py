"""The host and the staff keep a game going from its page; nobody else finds that page."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from adjudication.powers import POWER_NAMES
from dipgame.accounts.models import User
from dipgame.games import clock, services
from dipgame.games.keeping import Act, acts_of
from dipgame.games.models import Absence, Game, GamePhase, Notice, Notification

pytestmark = pytest.mark.django_db

HELPFUL = {Act.FILL, Act.MESSAGE, Act.EXTEND, Act.PAUSE, Act.RESUME}


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("staff@example.org", "Keeper", "x")


@pytest.fixture
def played(story: Any) -> Any:
    return story.begins(fill_bot="holdbot")


def keep(client: Client, story: Any, who: User | None, **sent: Any) -> Any:
    client.logout()
    if who is not None:
        client.force_login(who)
    address = f"/games/{story.game.slug}/keep/"
    with story.committed():
        return client.post(address, sent) if sent else client.get(address)


def test_acts_depend_on_who_the_person_is(played: Any, staff: User, cast: Any) -> None:
    game = played.game
    assert acts_of(staff, game) == set(Act)
    assert acts_of(cast.alice, game) == HELPFUL, "a host who plays with others turns no game that counts"
    assert acts_of(cast.bob, game) == acts_of(cast.charlie, game) == set()
    Game.objects.filter(pk=game.pk).update(host=cast.charlie)
    game.refresh_from_db()
    assert acts_of(cast.charlie, game) == HELPFUL | {Act.REPLACE, Act.UNDO, Act.CANCEL}


def test_at_a_private_table_and_with_bots_alone_the_host_may_all(story: Any, cast: Any) -> None:
    story.begins(word="inkwell")
    assert Act.UNDO in acts_of(cast.alice, story.game)
    story.begins(bob=False)
    assert Act.UNDO in acts_of(cast.alice, story.game)


def test_before_powers_are_dealt_seats_are_known_by_who_sits_there(client: Client, story: Any, cast: Any) -> None:
    """Bob sits anywhere until the powers are dealt: neither page nor log says that he has a power."""
    story.waits(seating="wishes", word="inkwell")
    client.force_login(cast.alice)
    page = client.get(f"/games/{story.game.slug}/table/").content.decode()
    assert f"/games/{story.game.slug}/keep/" in page
    page = keep(client, story, cast.alice).content.decode()
    seats = page[page.index("keep-seats") : page.index("keep-log")]
    assert "Alice" in seats
    assert not [name for name in POWER_NAMES.values() if name in seats]
    bob = story.game.seats.get(user=cast.bob)
    assert f'<option value="{bob.power}">Bob</option>' in page
    keep(client, story, cast.alice, act="replace", power=bob.power, bot="holdbot")
    assert Notice.objects.get().words == "A seat was given to a bot, its player taken off the seat."
    told = Notification.objects.get(user=cast.bob).words
    assert told == "Your seat was given to a bot; you are off the seat."


def test_the_page_says_who_said_what(client: Client, story: Any, cast: Any) -> None:
    story.waits()
    services.say_in_room(cast.bob, story.game, "Shall we begin?")
    services.tell_players(story.game, "Tea at five.", cast.alice)
    page = keep(client, story, cast.alice).content.decode()
    assert "<b>Bob:</b> Shall we begin?" in page
    assert "<b>The host:</b> Tea at five." in page


def test_staff_who_play_are_players(story: Any, staff: User) -> None:
    story.begins()
    seat = story.seat("ENG")
    seat.user = staff
    seat.save()
    assert acts_of(staff, story.game) == set()


@pytest.mark.parametrize("who", [None, "bob", "charlie"])
def test_for_others_there_is_no_such_page(client: Client, played: Any, cast: Any, who: str | None) -> None:
    person = getattr(cast, who) if who else None
    assert keep(client, played, person).status_code == 404
    assert keep(client, played, person, act="cancel", words="because").status_code == 404
    assert played.is_running


def test_the_page_shows_how_it_stands_and_what_was_done(client: Client, played: Any, staff: User) -> None:
    keep(client, played, staff, act="extend", length="86400")
    played.row.sheets.filter(seat__power="GER").update(bot_state="late")
    played.row.sheets.filter(seat__power="RUS").update(bot_state="crashed")
    page = keep(client, played, staff).content.decode()
    assert page.count("its bot was late") == page.count("its bot failed") == 1
    assert "Spring 1901" in page
    assert "The phase has more time" in page
    assert "by the staff" in page
    assert "Take the last phase back" not in page, "nothing has happened yet"


ACTS = [
    ({"act": "message", "words": "Be kind."}, "Be kind."),
    ({"act": "extend", "length": "86400"}, "The phase has more time"),
    ({"act": "pause", "length": "86400"}, "The game is paused"),
    ({"act": "replace", "power": "ENG", "bot": "holdbot"}, "England was given to a bot"),
    ({"act": "cancel", "words": "Nobody came"}, "The game was called off: Nobody came."),
]


@pytest.mark.parametrize(("sent", "words"), ACTS, ids=[each[0]["act"] for each in ACTS])
def test_every_act_stands_in_the_log_with_who_did_it(
    client: Client, played: Any, staff: User, sent: dict[str, str], words: str
) -> None:
    assert keep(client, played, staff, **sent).status_code == 302
    line = Notice.objects.get(words__startswith=words)
    assert (line.actor, line.by_staff) == (staff, True)


def test_undo_by_the_staff(client: Client, played: Any, staff: User) -> None:
    played.orders("FRA", "A PAR - BUR")
    played.ready("FRA", "ENG")
    page = keep(client, played, staff).content.decode()
    assert "Go back to Spring 1901" in page
    assert keep(client, played, staff, act="undo", phase="S1901M").status_code == 302
    assert played.phase == "S1901M"
    assert keep(client, played, staff, act="undo", phase="S1901M").status_code == 409, "not twice"


def test_a_pause_is_ended(client: Client, played: Any, cast: Any) -> None:
    keep(client, played, cast.alice, act="pause", length="86400")
    assert "The clock stands still" in keep(client, played, cast.alice).content.decode()
    keep(client, played, cast.alice, act="resume")
    played.game.refresh_from_db()
    assert played.game.paused_until is None


def test_a_host_who_plays_is_told_what_cannot_be(client: Client, played: Any, cast: Any) -> None:
    client.force_login(cast.alice)
    sent = {"act": "cancel", "words": "I am losing"}
    page = client.post(f"/games/{played.game.slug}/keep/", sent, follow=True).content.decode()
    assert played.is_running
    assert "cannot be done" in page


def test_who_was_replaced_cannot_come_back(client: Client, played: Any, staff: User, cast: Any) -> None:
    keep(client, played, staff, act="replace", power="ENG", bot="holdbot")
    seat = played.seat("ENG")
    assert (seat.user, seat.owner, seat.bot) == (None, None, "holdbot")
    assert seat.vacated_at is not None
    assert Absence.objects.get(user=cast.bob).kind == "removed"


def test_what_is_written_is_for_the_players(client: Client, played: Any, staff: User, cast: Any) -> None:
    keep(client, played, staff, act="message", words="The server moves on Sunday.")
    for person, seen in ((cast.bob, True), (cast.charlie, False)):
        client.force_login(person)
        state = client.get(f"/games/{played.game.slug}/state").json()
        assert any("Sunday" in line["words"] for line in state["table"]["notices"]) is seen


@pytest.mark.parametrize(
    "sent",
    [
        {"act": "message", "words": ""},
        {"act": "message", "words": "x" * 501},
        {"act": "extend", "length": "7"},
        {"act": "replace", "power": "XXX", "bot": "holdbot"},
        {"act": "replace", "power": "ENG", "bot": "nobody"},
        {"act": "cancel"},
        {"act": "undo", "phase": ""},
    ],
    ids=lambda sent: " ".join(sent.values())[:20],
)
def test_bad_input_is_said_beside_the_field(client: Client, played: Any, staff: User, sent: dict[str, str]) -> None:
    answer = keep(client, played, staff, **sent)
    assert answer.status_code == 400
    assert 'class="field-error"' in answer.content.decode() or "note-rose" in answer.content.decode()
    assert not Notice.objects.exists()


def test_an_unknown_act_does_nothing(client: Client, played: Any, staff: User) -> None:
    assert keep(client, played, staff, act="explode").status_code == 302
    assert not Notice.objects.exists()


def test_a_stuck_phase_is_resolved_by_the_staff(client: Client, played: Any, staff: User) -> None:
    assert "Resolve the phase now" not in keep(client, played, staff).content.decode()
    GamePhase.objects.filter(pk=played.row.pk).update(deadline=clock.now() - timedelta(hours=1))
    assert "Resolve the phase now" in keep(client, played, staff).content.decode()
    keep(client, played, staff, act="resolve")
    assert played.phase == "F1901M"


def test_an_open_table_is_filled(client: Client, story: Any, cast: Any) -> None:
    story.waits()
    page = keep(client, story, cast.alice).content.decode()
    assert "Fill the free seats" in page
    keep(client, story, cast.alice, act="fill", bot="holdbot")
    assert story.is_running


def test_the_host_sees_programs_and_closes_a_free_seat_for_them(client: Client, story: Any, cast: Any) -> None:
    User.objects.filter(pk=cast.charlie.pk).update(is_program=True)
    cast.charlie.refresh_from_db()
    story.waits(programs=2, bob=False)
    services.join_game(cast.charlie, story.game, "GER")
    over_daide = services.seat_program("DumbBot", "4", "127.0.0.1", story.game.slug)
    Game.objects.update(programs=3)
    page = keep(client, story, cast.alice).content.decode()
    assert "Germany, by the API" in page
    assert f"over DAIDE: {over_daide}" in page
    keep(client, story, cast.alice, act="close")
    story.game.refresh_from_db()
    assert story.game.programs == 2
    assert "Close one seat" not in keep(client, story, cast.alice).content.decode()
    refused = keep(client, story, cast.alice, act="close")
    assert refused.status_code == 409
    assert "Programs sit on all of these seats" in refused.content.decode()
    assert keep(client, story, cast.bob, act="close").status_code == 404


def test_where_names_are_hidden_the_host_closes_a_seat_and_sees_no_program(
    client: Client, story: Any, cast: Any
) -> None:
    User.objects.filter(pk=cast.charlie.pk).update(is_program=True)
    cast.charlie.refresh_from_db()
    story.waits(programs=2, bob=False, faces="names")
    services.join_game(cast.charlie, story.game, "GER")
    page = keep(client, story, cast.alice).content.decode()
    assert not [word for word in ("Charlie", "by the API", "None sits here") if word in page]
    keep(client, story, cast.alice, act="close")
    story.game.refresh_from_db()
    assert story.game.programs == 1
    Game.objects.filter(pk=story.game.pk).update(master=cast.bob)
    assert "Charlie" in keep(client, story, cast.bob).content.decode()
