"""The room of a game: what is said and what happens there reaches those who are away, in their inbox and by mail."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from dipgame.accounts.friends import block
from dipgame.accounts.mail import send_mails
from dipgame.accounts.models import User
from dipgame.celery import app
from dipgame.games import clock, queries, services
from dipgame.games.errors import Malformed, Muted, NoPress, NotOpen, NotSeated, TooLong
from dipgame.games.models import Game, Notice, Notification, Sanction

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def as_on_the_site(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_BACKEND = "dipgame.accounts.mail.Queued"
    settings.MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.SITE_URL, settings.SITE_URL_IS_SURE = "https://games.example.org", True
    monkeypatch.setattr(app, "send_task", lambda *args, **how: None)


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("staff@example.org", "Keeper", "x")


def told(person: Any) -> list[str]:
    return [row.words for row in queries.readable_news(person)]


def mailed(person: Any) -> list[str]:
    Notification.objects.filter(mail_at__isnull=False).update(mail_at=timezone.now())
    services.mail_news()
    send_mails()
    return [str(letter.body) for letter in mail.outbox if letter.to == [person.email]]


# --- Before the start ----------------------------------------------------------------------------


def test_people_talk_before_the_start_and_who_is_away_is_told(story: Any, cast: Any) -> None:
    story.waits(word="ink")
    services.say_in_room(cast.alice, story.game, "Shall we begin at eight?")
    assert told(cast.bob) == ["Alice writes: Shall we begin at eight?"]
    assert told(cast.alice) == told(cast.charlie) == []
    [letter] = mailed(cast.bob)
    assert "Alice writes: Shall we begin at eight?" in letter


def test_many_sentences_are_one_line_of_the_inbox_and_one_mail(story: Any, cast: Any) -> None:
    story.waits()
    for words in ("Hello?", "Anybody there?"):
        services.say_in_room(cast.alice, story.game, words)
    assert told(cast.bob) == ["Alice writes: Anybody there?"]
    assert len(mailed(cast.bob)) == 1
    services.see_news(cast.bob.pk, story.game)
    services.say_in_room(cast.alice, story.game, "I am back.")
    assert len(mailed(cast.bob)) == 2


def test_strangers_and_muted_players_cannot_write_in_a_room(story: Any, cast: Any, staff: User) -> None:
    story.waits()
    with pytest.raises(NotSeated):
        services.say_in_room(cast.charlie, story.game, "Hello")
    for words, refusal in (("  ", Malformed), ("x" * 501, TooLong)):
        with pytest.raises(refusal):
            services.say_in_room(cast.alice, story.game, words)
    services.sanction_person(cast.alice, Sanction.Kind.MUTE, timedelta(days=1), "Rude.", staff)
    with pytest.raises(Muted):
        services.say_in_room(cast.alice, story.game, "Hello")
    Game.objects.update(press_level=0)
    with pytest.raises(NoPress):
        services.say_in_room(cast.bob, story.game, "Hello")
    assert not Notice.objects.exists()
    services.fill_seats(story.game, "holdbot")
    with pytest.raises(NotOpen):
        services.say_in_room(cast.bob, story.game, "Hello")


def test_whoever_is_blocked_is_not_heard_there(client: Any, story: Any, cast: Any) -> None:
    story.waits()
    block(cast.bob, cast.alice)
    services.say_in_room(cast.alice, story.game, "Marmalade")
    assert told(cast.bob) == []
    client.force_login(cast.bob)
    assert "Marmalade" not in client.get(f"/games/{story.game.slug}/table/").content.decode()


def test_no_name_is_told_where_names_are_hidden(client: Any, story: Any, cast: Any) -> None:
    story.waits(faces="names")
    services.say_in_room(cast.alice, story.game, "Marmalade")
    assert told(cast.bob) == ["A player writes: Marmalade"]
    client.force_login(cast.bob)
    page = client.get(f"/games/{story.game.slug}/table/").content.decode()
    room = page[page.index('id="room"') :]
    assert "Marmalade" in room
    assert "Alice" not in room[: room.index("</ul>")]


def test_who_would_begin_now_asks_the_others(client: Any, story: Any, cast: Any) -> None:
    story.waits()
    services.wish_start(cast.alice, story.game)
    services.wish_start(cast.alice, story.game)
    row = Notification.objects.get(user=cast.bob)
    assert row.words == "Alice would begin now, with bots on the free seats. The game begins when all agree."
    assert (row.button, row.address) == ("Answer", f"/games/{story.game.slug}/table/")
    client.force_login(cast.bob)
    assert row.address in client.get("/my/inbox/").content.decode()
    [letter] = mailed(cast.bob)
    assert f"Answer: https://games.example.org{row.address}" in letter


def test_what_was_asked_before_the_start_has_no_button_after_it(story: Any, cast: Any) -> None:
    story.waits()
    services.wish_start(cast.alice, story.game)
    services.fill_seats(story.game, "holdbot")
    assert {row.button for row in Notification.objects.filter(user=cast.bob)} == {""}
    assert {line.button for line in story.game.notices.all()} == {""}


def test_the_room_is_on_the_page_of_those_who_sit_there_alone(client: Any, story: Any, cast: Any) -> None:
    story.waits()
    client.force_login(cast.alice)
    client.post(f"/games/{story.game.slug}/room/", {"words": "Marmalade for all"})
    page = f"/games/{story.game.slug}/table/"
    assert "Marmalade for all" in client.get(page).content.decode()
    for other in (cast.charlie, None):
        client.logout()
        if other is not None:
            client.force_login(other)
        assert "Marmalade" not in client.get(page).content.decode()
        client.post(f"/games/{story.game.slug}/room/", {"words": "Not mine"})
    assert Notice.objects.count() == 1


def test_the_room_goes_on_into_the_game_for_its_players(story: Any, cast: Any, client: Any) -> None:
    story.waits()
    services.say_in_room(cast.alice, story.game, "Good luck to all.")
    services.fill_seats(story.game, "holdbot")
    for person, lines in ((cast.bob, [("Alice", True, "Good luck to all.")]), (cast.charlie, [])):
        client.force_login(person)
        notices = client.get(f"/games/{story.game.slug}/state").json()["table"]["notices"]
        assert [(line["by"], line["said"], line["words"]) for line in notices if line["said"]] == lines


# --- While it is played, and afterwards ------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_the_hosts_words_reach_everybody_before_the_start_and_after(story: Any, cast: Any, begun: bool) -> None:
    story.begins(bob=True) if begun else story.waits()
    services.tell_players(story.game, "Tea at five.", cast.alice)
    assert told(cast.bob)[0] == "The host writes: Tea at five."
    assert any("The host writes: Tea at five." in body for body in mailed(cast.bob))
    assert told(cast.alice)[:1] != ["The host writes: Tea at five."]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda game, host: services.extend_deadline(game, timedelta(hours=1), host), "The phase has more time"),
        (lambda game, host: services.pause_game(game, timedelta(hours=1), host), "The game is paused until"),
    ],
)
def test_the_hosts_acts_reach_everybody(story: Any, cast: Any, act: Any, words: str) -> None:
    story.begins()
    act(story.game, cast.alice)
    assert told(cast.bob)[0].startswith(words)
    assert any(words in body for body in mailed(cast.bob))


def test_a_phase_that_is_taken_back_reaches_everybody(story: Any, cast: Any) -> None:
    story.begins(word="ink")
    story.orders("FRA", "A PAR H")
    services.resolve_phase(story.row.pk, force=True)
    services.undo_phase(story.game, "S1901M", cast.alice)
    assert any("is played again" in words for words in told(cast.bob))


def test_an_absence_is_told_to_those_who_wait(story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    story.orders("FRA", "A PAR H")
    story.time_is_up()
    assert "England has written no orders." in told(cast.alice)[0]
    assert told(cast.bob)[0].startswith("You wrote no orders")


def test_moments_are_told_by_each_readers_clock(story: Any, cast: Any, client: Any) -> None:
    User.objects.filter(pk=cast.bob.pk).update(zone="Asia/Tokyo")
    story.begins(quiet_zone="Europe/Berlin")
    until = services.pause_game(story.game, timedelta(hours=1), cast.alice)
    body = next(each for each in mailed(cast.bob) if "paused" in each)
    assert clock.moment_words(until, "Asia/Tokyo") in body
    assert "UTC" not in body
    client.force_login(cast.bob)
    page = client.get("/my/inbox/").content.decode()
    assert f'The game is paused until <time datetime="{until.isoformat(timespec="seconds")}" data-moment>' in page


def test_a_rematch_is_told_to_all_who_played_with_a_way_in(story: Any, cast: Any, client: Any) -> None:
    story.begins(word="Amber quill")
    services.cancel_game(story.game)
    Game.objects.update(status="finished", result="draw")
    made = services.offer_rematch(cast.alice, story.game)
    row = Notification.objects.get(user=cast.bob, button="Sit down")
    assert row.words == f"Alice offers a rematch: {made.name}."
    assert row.address == f"/games/{made.slug}/with/amberquill/"
    client.force_login(cast.bob)
    client.post(row.address)
    assert made.seats.filter(user=cast.bob).exists()
    line = Notice.objects.get(game=story.game, button="Sit down")
    assert line.address == row.address
    assert not Notification.objects.filter(user=cast.charlie).exists()


def test_who_is_muted_and_who_reported_it_are_told(story: Any, cast: Any, staff: User) -> None:
    story.begins()
    said = services.send_press(story.seat("FRA"), ["ENG"], "You are a toad", plain=True)
    report = services.report_talk(story.seat("ENG"), said.pk, "Rude.")
    services.settle_report(
        report, staff, upheld=True, answer="Thank you.", kind="mute", length=timedelta(days=1), reason="Be kind."
    )
    bob = Notification.objects.get(user=cast.bob, key=f"report:{report.pk}")
    assert bob.words == "The staff have looked at what you reported: something was done. Thank you."
    alice = Notification.objects.get(user=cast.alice, key__startswith="sanction:")
    assert alice.words.startswith("You may not write to others until {")
    assert alice.words.endswith("Be kind.")
    assert {bob.address, alice.address} == {"/conduct/"}
