"""People are told of lost seats, new hosts and ended mutes."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from dipgame.accounts.models import User
from dipgame.games import queries, services
from dipgame.games.models import Notice, Notification

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("staff@example.org", "Keeper", "x")


def told(person: Any) -> list[str]:
    return [row.words for row in queries.readable_news(person)]


def mailed(person: Any, settings: Any) -> str:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Notification.objects.filter(mail_at__isnull=False).update(mail_at=timezone.now())
    services.mail_news()
    return "\n".join(str(letter.body) for letter in mail.outbox if letter.to == [person.email])


def bob_stays_away(story: Any) -> None:
    for _ in range(2):
        story.orders("FRA", "A PAR - BUR")
        story.time_is_up()


@pytest.mark.parametrize("begun", [False, True])
def test_who_is_taken_off_a_seat_of_a_private_game_is_told(
    story: Any, cast: Any, client: Any, settings: Any, begun: bool
) -> None:
    story.begins(word="ink") if begun else story.waits(word="ink")
    with story.committed():
        services.replace_player(story.seat("ENG"), "holdbot", cast.alice)
    words = "England was given to a bot; you are off the seat."
    assert told(cast.bob) == [words], "nothing else of a game that is closed to them"
    assert words in mailed(cast.bob, settings)
    client.force_login(cast.bob)
    page = client.get("/my/inbox/").content.decode()
    assert "Other games" in page
    assert f"/games/{story.game.slug}/" not in page, "it would not open"


def test_who_is_banned_or_has_an_answer_reads_it_after_the_seat_is_gone(story: Any, cast: Any, staff: User) -> None:
    story.begins(word="ink")
    said = services.send_press(story.seat("FRA"), ["ENG"], "You are a toad", plain=True)
    report = services.report_talk(story.seat("ENG"), said.pk, "Rude.")
    with story.committed():
        services.leave_game(cast.bob, story.game)
        services.settle_report(
            report, staff, upheld=True, answer="Thank you.", kind="ban", length=timedelta(days=1), reason="Be kind."
        )
    assert told(cast.bob) == ["The staff have looked at what you reported: something was done. Thank you."]
    assert told(cast.alice)[0].endswith("Be kind.")


def test_a_ban_is_told_to_those_who_play_on(story: Any, cast: Any, staff: User) -> None:
    story.begins()
    with story.committed():
        services.sanction_person(cast.bob, "ban", timedelta(days=1), "Two accounts.", staff)
    assert "The player of England was banned; a bot plays on." in told(cast.alice)
    assert "The player of England was banned; a bot plays on." not in told(cast.bob)


@pytest.mark.parametrize(("kind", "may"), [("mute", "write to others"), ("ban", "play")])
def test_who_may_write_or_play_again_is_told(story: Any, cast: Any, staff: User, kind: str, may: str) -> None:
    story.begins(word="ink")
    with story.committed():
        made = services.sanction_person(cast.bob, kind, timedelta(days=1), "Be kind.", staff)
    services.lift_sanction(made, staff)
    assert told(cast.bob)[0] == f"You may {may} again: the staff have ended it before its time."


@pytest.mark.parametrize("word", ["", "ink"])
def test_the_owner_is_told_that_the_seat_is_kept_no_more(story: Any, cast: Any, word: str) -> None:
    story.begins(fill_bot="holdbot", word=word)
    bob_stays_away(story)
    with story.committed():
        services.take_seat_over(cast.charlie, story.game, "ENG", word)
    words = "Charlie has taken over England; the seat is not kept for you any more."
    assert told(cast.bob)[0] == words
    assert words not in told(cast.charlie) + told(cast.alice)
    line = Notification.objects.get(user=cast.bob, words=words)
    assert line.path == ("/games/" if word else f"/games/{story.game.slug}/")


# --- Before the start ----------------------------------------------------------------------------------------------


def test_who_waits_is_told_that_somebody_left_and_who_hosts_the_game_now(story: Any, cast: Any, client: Any) -> None:
    story.waits()
    services.join_game(cast.charlie, story.game, "GER")
    services.leave_game(cast.alice, story.game)
    left = "Alice has left; the seat is free again."
    assert told(cast.bob) == ["The host has left. You host the game now.", left]
    assert told(cast.charlie) == [left]
    assert told(cast.alice) == []
    client.force_login(cast.charlie)
    assert left in client.get(f"/games/{story.game.slug}/table/").content.decode()
    services.leave_game(cast.bob, story.game)
    assert told(cast.charlie)[0] == "The host has left. You host the game now."


def test_a_host_with_an_account_comes_before_guests(story: Any, cast: Any) -> None:
    story.waits()
    services.join_game(cast.charlie, story.game, "GER")
    User.objects.filter(pk=cast.bob.pk).update(is_guest=True)
    services.leave_game(cast.alice, story.game)
    story.game.refresh_from_db()
    assert story.game.host == cast.charlie, "a guest cannot keep a game going"


def test_nobody_is_named_who_left_where_names_are_hidden(story: Any, cast: Any) -> None:
    story.waits(faces="names")
    services.leave_game(cast.alice, story.game)
    assert told(cast.bob)[1] == "Somebody has left; the seat is free again."


def test_the_players_read_why_the_game_was_called_off(story: Any, cast: Any, client: Any) -> None:
    story.waits(word="ink")
    services.say_in_room(cast.bob, story.game, "Marmalade for all")
    services.cancel_game(story.game, cast.alice, "I have the flu.")
    assert told(cast.bob)[0] == "The game was called off: I have the flu."
    client.force_login(cast.bob)
    page = client.get(f"/games/{story.game.slug}/table/").content.decode()
    assert "The game was called off: I have the flu." in page
    assert "Marmalade for all" in page
    assert 'id="room-words"' not in page, "nobody writes there any more"


# --- What stands in other people's inboxes ---------------------------------------------------------------------------


def test_an_account_that_is_gone_leaves_no_name_in_the_inboxes_of_others(story: Any, cast: Any) -> None:
    cast.alice.name = "alice"
    cast.alice.save()
    story.waits()
    services.say_in_room(cast.alice, story.game, "Shall we begin?")
    services.wish_start(cast.alice, story.game)
    assert all(words.startswith("Alice ") for words in told(cast.bob))
    services.forget_person(cast.alice)
    assert len(told(cast.bob)) == 4
    assert not [words for words in told(cast.bob) if "alice" in words.casefold()]
    assert not Notice.objects.filter(words__icontains="alice").exists()


def test_what_a_guest_was_told_comes_along_with_the_game(story: Any, cast: Any) -> None:
    story.waits()
    User.objects.filter(pk=cast.bob.pk).update(is_guest=True)
    services.say_in_room(cast.alice, story.game, "Shall we begin?")
    cast.bob.refresh_from_db()
    services.adopt_guest(cast.bob, cast.charlie)
    assert told(cast.charlie) == ["Alice writes: Shall we begin?"]
