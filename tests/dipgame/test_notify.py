"""People are told what happens in their games: in the inbox at once, by mail what they have not seen, all once."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from dipgame.accounts.friends import block
from dipgame.accounts.mail import send_mails
from dipgame.accounts.models import Mail
from dipgame.celery import app
from dipgame.games import queries, services
from dipgame.games.models import GamePhase, Message, Notification, Seat
from dipgame.games.services.notify import tell_game_over

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def as_on_the_site(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_BACKEND = "dipgame.accounts.mail.Queued"
    settings.MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.SITE_URL, settings.SITE_URL_IS_SURE = "https://games.example.org", True
    monkeypatch.setattr(app, "send_task", lambda *args, **how: None)


def told(person: Any) -> list[str]:
    return [row.words for row in queries.readable_news(person)][::-1]


def time_passes() -> None:
    """All that is to be mailed is due."""
    Notification.objects.filter(mail_at__isnull=False).update(mail_at=timezone.now())


def mails_to(person: Any) -> list[Any]:
    time_passes()
    services.mail_news()
    send_mails()
    return [letter for letter in mail.outbox if letter.to == [person.email]]


def deadline_in(story: Any, **left: float) -> None:
    GamePhase.objects.filter(game=story.game, status="open").update(deadline=timezone.now() + timedelta(**left))


def letter_was_sent(minutes: float) -> None:
    Seat.objects.update(joined_at=timezone.now() - timedelta(hours=1))
    Message.objects.update(at=timezone.now() - timedelta(minutes=minutes))


# --- What is told --------------------------------------------------------------------------------


def test_who_plays_on_alone_is_mailed_nothing_of_a_phase_that_is_over(story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    services.leave_game(cast.bob, story.game)
    assert "The game has begun; you are France." in told(cast.alice)
    story.deadline_passes()
    assert not [words for words in told(cast.alice) if "has begun" in words]
    assert not [letter for letter in mails_to(cast.alice) if "has begun" in letter.body]


def test_the_game_begins_and_goes_on(story: Any, cast: Any) -> None:
    story.begins()
    assert told(cast.alice) == ["The game has begun; you are France."]
    assert told(cast.charlie) == []
    story.ready("FRA", "ENG")
    assert told(cast.alice) == ["Fall 1901 has begun."]  # what was told of the phase before is of no use any more


def test_seen_news_stay_in_the_inbox(story: Any, cast: Any) -> None:
    story.begins()
    services.see_news(cast.alice.pk)
    story.ready("FRA", "ENG")
    assert told(cast.alice) == ["The game has begun; you are France.", "Fall 1901 has begun."]
    assert queries.unseen_news(cast.alice) == {story.game.pk: 1}


def test_who_plays_with_bots_alone_sits_in_front_of_the_game(story: Any, cast: Any) -> None:
    story.begins(bob=False)
    assert told(cast.alice) == []


def test_the_game_is_over(story: Any, cast: Any) -> None:
    story.begins(end_year=1901)
    for _ in range(2):
        story.ready("FRA", "ENG")
    assert told(cast.alice) == ["The game is over: a draw between all who survived."]


@pytest.mark.parametrize(
    ("result", "more", "words"),
    [
        ("solo", {"winner": "ITA"}, "Italy has won."),
        ("conceded", {"winner": "ITA"}, "Italy has won."),
        ("draw", {"sharers": "ENG FRA TUR"}, "a draw between England, France and Turkey."),
        ("abandoned", {}, "all its players are out or have left."),
    ],
)
def test_the_inbox_says_how_a_game_ended(story: Any, cast: Any, result: str, more: dict[str, str], words: str) -> None:
    story.begins()
    game = story.game
    for name, value in {"status": "finished", "result": result, **more}.items():
        setattr(game, name, value)
    tell_game_over(game)
    assert told(cast.alice) == [f"The game is over: {words}"]


def test_the_game_is_called_off(story: Any, cast: Any) -> None:
    story.waits()
    services.cancel_game(story.game)
    assert told(cast.bob) == ["The game was called off."]


@pytest.mark.parametrize(("left", "expected"), [({"hours": 4}, 0), ({"hours": 2}, 1)])
def test_a_deadline_is_near(story: Any, cast: Any, left: dict[str, float], expected: int) -> None:
    story.begins()
    story.orders("ENG", "F LON - NTH", "F EDI - NWG", "A LVP - YOR")
    deadline_in(story, **left)
    services.remind()
    assert sum("orders of yours are missing" in words for words in told(cast.alice)) == expected
    assert not any("missing" in words for words in told(cast.bob))


def test_of_a_deadline_one_is_told_once(story: Any, cast: Any) -> None:
    story.begins()
    deadline_in(story, hours=1)
    assert (services.remind(), services.remind()) == (1, 0)
    deadline_in(story, hours=2)  # somebody was given more time
    assert services.remind() == 0
    assert sum("missing" in words for words in told(cast.alice)) == 1


def test_who_is_ready_is_not_reminded(story: Any, cast: Any) -> None:
    story.begins()
    story.ready("FRA")
    deadline_in(story, hours=1)
    services.remind()
    assert not any("missing" in words for words in told(cast.alice))


@pytest.mark.parametrize(("order", "is_due"), [("A PAR H", True), ("A PAR - BUR", False)])
def test_a_promise_is_due(story: Any, cast: Any, order: str, is_due: bool) -> None:
    story.begins()
    offer = story.says("ENG", "FRA", "I propose that you move Paris to Burgundy")
    story.answers("FRA", offer, "accept")
    story.orders("FRA", order, "F BRE H", "A MAR H")
    deadline_in(story, hours=1)
    services.remind()
    assert any("your promise to England is due" in words for words in told(cast.alice)) == is_due
    assert not any("promise" in words for words in told(cast.bob))


# --- Letters -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes", "expected"), [(5, []), (11, ["England wrote to you."])])
def test_a_letter_while_away(story: Any, cast: Any, minutes: float, expected: list[str]) -> None:
    story.begins()
    services.see_news(cast.alice.pk)
    story.says("ENG", "FRA", "marmalade", plain=True)
    letter_was_sent(minutes)
    services.tell_letters()
    assert [words for words in told(cast.alice) if "wrote" in words] == expected
    assert not any("wrote" in words for words in told(cast.bob))


def test_a_letter_that_was_read_is_not_told(story: Any, cast: Any) -> None:
    story.begins()
    said = story.says("ENG", "FRA", "marmalade", plain=True)
    services.see_press(story.seat("FRA"), ["ENG", "FRA"], said.pk)
    letter_was_sent(11)
    assert services.tell_letters() == 0


def test_a_letter_of_somebody_blocked_is_not_told(story: Any, cast: Any) -> None:
    story.begins()
    block(cast.alice, cast.bob)
    story.says("ENG", "FRA", "marmalade", plain=True)
    letter_was_sent(11)
    assert services.tell_letters() == 0


def test_in_quick_games_people_sit_in_front_of_the_talk(story: Any) -> None:
    story.begins(movement_seconds=600)
    story.says("ENG", "FRA", "marmalade", plain=True)
    letter_was_sent(11)
    assert services.tell_letters() == 0


def test_more_letters_of_a_phase_renew_one_line_and_are_mailed_once(story: Any, cast: Any) -> None:
    story.begins()
    services.see_news(cast.alice.pk)
    story.says("ENG", "FRA", "marmalade", plain=True)
    letter_was_sent(12)
    assert (services.tell_letters(), services.tell_letters()) == (1, 0)
    assert len(mails_to(cast.alice)) == 1
    services.see_news(cast.alice.pk)
    story.says("ENG", "FRA GER", "honey", plain=True)
    Message.objects.filter(text="honey").update(at=timezone.now() - timedelta(minutes=11))
    assert services.tell_letters() == 1
    assert sum("England wrote to you." in words for words in told(cast.alice)) == 1
    assert queries.unseen_news(cast.alice) == {story.game.pk: 1}
    assert len(mails_to(cast.alice)) == 1


# --- Mail ----------------------------------------------------------------------------------------


def test_what_was_not_seen_is_mailed_once(story: Any, cast: Any) -> None:
    story.begins()
    assert services.mail_news() == 0  # they may be here
    [letter] = mails_to(cast.alice)
    assert letter.subject == "Tea in Burgundy: The game has begun; you are France."
    assert f"https://games.example.org/games/{story.game.slug}/" in letter.body
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.extra_headers["List-Unsubscribe"].startswith("<https://games.example.org/mail/stop/")
    assert letter.extra_headers["List-Unsubscribe"][1:-1] in letter.body
    assert len(mails_to(cast.alice)) == 1


def test_seen_news_are_not_mailed(story: Any, cast: Any) -> None:
    story.begins()
    services.see_news(cast.alice.pk)
    assert (len(mails_to(cast.alice)), len(mails_to(cast.bob))) == (0, 1)


def test_all_that_is_due_comes_in_one_letter(story: Any, cast: Any) -> None:
    story.begins()
    deadline_in(story, hours=1)
    services.remind()
    [letter] = mails_to(cast.alice)
    assert letter.subject == "Tea in Burgundy: 2 things new"
    assert "you are France" in letter.body
    assert "missing" in letter.body


def test_quick_games_write_when_they_begin_and_end(story: Any, cast: Any) -> None:
    story.begins(movement_seconds=600, end_year=1901)
    assert len(mails_to(cast.alice)) == 1
    story.ready("FRA", "ENG")
    assert len(mails_to(cast.alice)) == 1
    story.ready("FRA", "ENG")
    assert [letter.subject for letter in mails_to(cast.alice)][1:] == [
        "Tea in Burgundy: The game is over: a draw between all who survived."
    ]


def test_what_one_does_not_want_is_not_mailed(story: Any, cast: Any) -> None:
    cast.alice.no_mail = ["phase"]
    cast.alice.save()
    story.begins()
    assert mails_to(cast.alice) == []
    assert told(cast.alice) == ["The game has begun; you are France."]


@pytest.mark.parametrize("how", ["not confirmed", "no address", "suspended"])
def test_to_whom_no_mail_goes(story: Any, cast: Any, how: str) -> None:
    story.begins()
    match how:
        case "not confirmed":
            EmailAddress.objects.update(verified=False)
        case "no address":
            EmailAddress.objects.all().delete()
        case _:
            type(cast.alice).objects.update(is_active=False)
    assert mails_to(cast.alice) == []


def test_a_mail_that_fails_is_tried_again_and_comes_once(story: Any, cast: Any, settings: Any) -> None:
    story.begins()
    settings.MAIL_BACKEND = "django.core.mail.backends.nowhere"
    time_passes()
    assert services.mail_news() == 2
    assert send_mails() == 0
    settings.MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Mail.objects.update(due_at=timezone.now())
    assert (send_mails(), send_mails()) == (2, 0)
    assert len(mails_to(cast.alice)) == 1


def test_what_could_not_be_written_is_not_marked_as_mailed(story: Any, cast: Any, monkeypatch: Any) -> None:
    story.begins()
    time_passes()

    def full(rows: Any) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(Mail.objects, "bulk_create", full)
        with pytest.raises(RuntimeError):
            services.mail_news()
    assert len(mails_to(cast.alice)) == 1


def test_the_database_holds_each_thing_once(story: Any, cast: Any) -> None:
    story.begins()
    row = Notification.objects.filter(user=cast.alice).get()
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_who_left_a_private_game_is_told_no_more_of_it(story: Any, cast: Any) -> None:
    story.begins(word="ink")
    services.leave_game(cast.bob, story.game)
    assert told(cast.bob) == []
    assert mails_to(cast.bob) == []


def test_old_news_are_forgotten(story: Any, cast: Any) -> None:
    story.begins()
    Notification.objects.update(at=timezone.now() - timedelta(days=61))
    assert services.forget_news() == 2


def test_mails_of_a_local_site_lead_to_where_it_is_served(story: Any, cast: Any, settings: Any, client: Any) -> None:
    """Signed in at 127.0.0.1, nobody is at localhost.

    A probe of the machine's tells nothing.
    """
    settings.SITE_URL, settings.SITE_URL_IS_SURE = "http://localhost:8000", False
    story.begins()
    client.get("/how-to-play/", headers={"host": "127.0.0.1:8123"})
    client.get("/health/live", headers={"host": "localhost:9"})
    client.get("/how-to-play/", headers={"host": "evil.example.org"})
    assert f"http://127.0.0.1:8123/games/{story.game.slug}/" in mails_to(cast.bob)[0].body


def test_a_site_that_knows_its_address_believes_no_visitor(story: Any, cast: Any, client: Any) -> None:
    client.get("/how-to-play/", headers={"host": "127.0.0.1:8123"})
    story.begins()
    assert "https://games.example.org/games/" in mails_to(cast.alice)[0].body
