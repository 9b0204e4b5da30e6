"""Ask for the review of a game, be told, and read it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bots.review.moment import Moment
from dipgame.celery import app
from dipgame.games import clock
from dipgame.games.models import Notification
from dipgame.limits import REVIEWS
from dipgame.review import asking, working
from dipgame.review.models import Asker, Review
from dipgame.review.story import story_of
from tests.frontend.result.test_result import over

pytestmark = pytest.mark.django_db

MISSED = Moment(
    "missed",
    "F1901M",
    ("ENG",),
    5.0,
    places=("BEL",),
    ordered={"ENG": ["F LON H"]},
    better={"ENG": ["F LON - NTH"]},
    centers={"ENG": [3, 4]},
    chances={"ENG": [14, 12, 17]},
    holds=(20, 2, 24),
    later=(4.0, 4.8),
)
LIED = Moment(
    "betrayal",
    "F1901M",
    ("GER", "FRA"),
    9.0,
    places=("BEL",),
    ordered={"GER": ["A MUN H"]},
    better={"GER": ["A MUN - KIE"]},
    chances={"GER": [14, 20, 15]},
    told="Germany did not go to Kiel.",
    is_talk=True,
)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tasks that workers were sent."""
    sent: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, **_: sent.append(name))
    return sent


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews without a search: two moments in the fall."""

    def phase(story: Any, index: int, before: Any) -> dict[str, Any]:
        name = str(story.phases[index].position.phase)
        chances = dict.fromkeys(("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"), 1 / 7)
        found = [MISSED.as_dict(), LIED.as_dict()] if name == "F1901M" else []
        return {"name": name, "before": chances, "chances": chances, "moments": found}

    monkeypatch.setattr(working, "phase_reviewed", phase)


def asks(client: Client, game: Any) -> Any:
    return client.post(reverse("ask_review", args=[game.slug]), follow=True)


def page(client: Client, game: Any) -> str:
    return client.get(reverse("game_review", args=[game.slug])).content.decode()


def test_a_review_is_asked_for_made_told_of_and_read(
    client: Client, story: Any, woken: list[str], quick: None, django_capture_on_commit_callbacks: Any
) -> None:
    game = over(story)
    client.force_login(story.cast.bob)
    assert "Review this game" in page(client, game)
    with django_capture_on_commit_callbacks(execute=True):
        answer = asks(client, game)
    assert "It begins in a moment" in answer.content.decode()
    assert answer["Refresh"] == "3"
    assert woken == ["review.work"]
    assert working.work()
    told = Notification.objects.get(user=story.cast.bob, key__startswith="review:")
    assert (told.words, told.path) == ("The review of this game is ready.", reverse("game_review", args=[game.slug]))
    assert told.mail_at is not None
    assert "The review of this game is ready." in client.get(reverse("inbox")).content.decode()
    html = page(client, game)
    assert "You missed Belgium" in html
    assert html.index("You missed Belgium") < html.index("Germany broke a promise to France")
    assert "The fleet in London moves to the North Sea." in html
    assert "would hold 4 centers instead of 3" in html
    assert reverse("sandbox_game", args=[game.slug, "F1901M"]) in html
    told.refresh_from_db()
    assert told.seen_at is not None
    assert (
        reverse("game_review", args=[game.slug])
        in client.get(reverse("game_result", args=[game.slug])).content.decode()
    )


def test_asked_twice_it_is_made_once_and_both_are_told(
    client: Client, story: Any, woken: list[str], quick: None
) -> None:
    game = over(story)
    for person in (story.cast.alice, story.cast.bob, story.cast.bob):
        client.force_login(person)
        asks(client, game)
    assert Review.objects.count() == 1
    working.work()
    assert not working.work()
    assert set(Notification.objects.filter(key__startswith="review:").values_list("user_id", flat=True)) == {
        story.cast.alice.pk,
        story.cast.bob.pk,
    }
    assert asks(client, game).status_code == 200
    assert Review.objects.get().state == "done"


def test_only_a_game_that_is_over_is_reviewed(client: Client, story: Any, woken: list[str]) -> None:
    story.begins()
    client.force_login(story.cast.bob)
    answer = client.get(reverse("game_review", args=[story.game.slug]))
    assert answer["Location"] == reverse("game", args=[story.game.slug])
    client.post(reverse("ask_review", args=[story.game.slug]))
    assert not Review.objects.exists()


def test_a_game_that_is_hidden_meanwhile_is_not_found_by_a_stranger(
    client: Client, story: Any, woken: list[str], quick: None
) -> None:
    game = over(story)
    client.force_login(story.cast.charlie)
    asks(client, game)
    game.__class__.objects.filter(pk=game.pk).update(private_word="!")
    working.work()
    for name in ("game_review", "review_board"):
        assert client.get(reverse(name, args=[game.slug])).status_code == 404
    assert asks(client, game).status_code == 404
    assert "review" not in client.get(reverse("inbox")).content.decode()


def test_what_the_talk_alone_tells_is_for_those_who_may_read_it(
    client: Client, story: Any, woken: list[str], quick: None
) -> None:
    game = over(story, afterwards="own")
    client.force_login(story.cast.bob)
    asks(client, game)
    working.work()
    assert "broke a promise" not in page(client, game)
    board = reverse("review_board", args=[game.slug])
    assert client.get(f"{board}?at=1").status_code == 404
    client.force_login(story.cast.alice)
    assert "Germany broke a promise to you" in page(client, game)
    assert client.get(f"{board}?at=1").status_code == 200


def test_boards_show_the_orders_given_and_the_better_ones(
    client: Client, story: Any, woken: list[str], quick: None
) -> None:
    game = over(story)
    client.force_login(story.cast.bob)
    asks(client, game)
    working.work()
    board = reverse("review_board", args=[game.slug])
    given, better = (client.get(f"{board}?at=0{more}").content.decode() for more in ("", "&better=1"))
    assert "as it was ordered" in given
    assert "with the better orders" in better
    assert given != better
    for bad in ("", "?at=99", "?at=x", "?at=-1", "?at=99999999999"):
        assert client.get(board + bad).status_code == 404


def test_a_lost_worker_is_replaced_and_after_three_it_is_given_up(
    client: Client, story: Any, woken: list[str], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = over(story)
    client.force_login(story.cast.bob)
    asks(client, game)

    def breaks(*_: Any) -> None:
        raise RuntimeError("lost")

    with monkeypatch.context() as broken:
        broken.setattr(working, "phase_reviewed", breaks)
        for _ in range(3):
            assert working.work()
            assert not working.work(), "somebody is taken to be at it"
            Review.objects.update(held_until=clock.now() - timedelta(seconds=1))
        assert working.work()
    assert "could not be made" in page(client, game)
    asks(client, game)
    working.work()
    assert Review.objects.get().state == "done"


def test_a_game_that_is_deleted_meanwhile_leaves_nothing(
    client: Client, story: Any, woken: list[str], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = over(story)
    client.force_login(story.cast.bob)
    asks(client, game)

    def deletes(which: Any) -> Any:
        found = story_of(which)
        which.__class__.objects.filter(pk=which.pk).delete()
        return found

    monkeypatch.setattr(working, "story_of", deletes)
    working.work()
    assert not Review.objects.exists()
    assert not Notification.objects.filter(key__startswith="review:").exists()
    assert client.get(reverse("game_review", args=[game.slug])).status_code == 404


def test_nobody_asks_without_end_and_the_place_in_the_queue_is_told(
    client: Client, story: Any, woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = []
    for _ in range(2):
        games.append(over(story))
    monkeypatch.setattr(asking, "MOST_OF_ONE", 1)
    client.force_login(story.cast.bob)
    asks(client, games[0])
    assert "You wait for 1 reviews already" in asks(client, games[1]).content.decode()
    client.force_login(story.cast.alice)
    assert "1 review is made before this one." in asks(client, games[1]).content.decode()
    client.force_login(story.cast.charlie)
    monkeypatch.setattr(asking, "MOST_WAITING", 2)
    third = over(story)
    assert "2 reviews wait already" in asks(client, third).content.decode()
    monkeypatch.setattr(asking, "MOST_WAITING", 99)
    for _ in range(REVIEWS.most):
        REVIEWS.allows(story.cast.charlie.pk)
    assert "reviews within an hour" in asks(client, third).content.decode()
    assert Asker.objects.count() == 2


def test_without_an_account_one_reads_and_is_asked_to_sign_in(
    client: Client, story: Any, woken: list[str], quick: None
) -> None:
    game = over(story)
    assert "Sign in to ask for it" in page(client, game)
    assert reverse("account_login") in asks(client, game).redirect_chain[0][0]
    client.force_login(story.cast.bob)
    asks(client, game)
    working.work()
    client.logout()
    assert "England missed Belgium" in page(client, game)


def test_the_story_of_a_game_knows_its_deals_and_what_was_broken(story: Any) -> None:
    told = story_of(over(story))
    assert [str(each.position.phase) for each in told.phases][:2] == ["S1901M", "F1901M"]
    assert [len(each.deals) for each in told.phases][:1] == [2]
    (breach,) = told.phases[0].breaches
    assert (breach.power, breach.to) == ("GER", ("FRA",))
    assert len(told.movements) == 2
