"""Ask for the review of a game, be told, and read it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bots.review.moment import Moment
from dipgame.celery import app
from dipgame.games import clock, services
from dipgame.games.models import Notification
from dipgame.limits import REVIEWS
from dipgame.review import asking, working
from dipgame.review.models import Asker, Review
from dipgame.review.story import story_of
from tests.frontend.result.test_result import MOVE, over

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


def board(client: Client, game: Any, query: str) -> Any:
    return client.get(f"{reverse('review_board', args=[game.slug])}?{query}")


def fails(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the review of this game fail."""

    def breaks(which: Any) -> Any:
        if which.pk == game.pk:
            raise RuntimeError("broken")
        return story_of(which)

    monkeypatch.setattr(working, "story_of", breaks)


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
    assert "would end the year with 4 centers instead of 3" in html
    assert reverse("sandbox_game", args=[game.slug, "F1901M"]) in html
    told.refresh_from_db()
    assert told.seen_at is not None
    assert (
        reverse("game_review", args=[game.slug])
        in client.get(reverse("game_result", args=[game.slug])).content.decode()
    )


def test_the_page_names_the_trade_and_what_is_counted_in_spring(client: Client, story: Any, woken: list[str]) -> None:
    game = over(story)
    client.force_login(story.cast.alice)
    asks(client, game)
    review = Review.objects.get()
    traded = (("BEL",), ("HOL",))
    lied = replace(LIED, phase="S1901M", centers={"GER": [5, 4]}, traded=traded)
    erred = replace(MISSED, kind="blunder", phase="S1901M", also=("HOL",), given_up=("LON",))
    chances = dict.fromkeys(("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"), 1 / 7)
    moments = [lied.as_dict(), erred.as_dict()]
    review.phases = [{"name": "S1901M", "before": chances, "chances": chances, "moments": moments}]
    review.state = Review.State.DONE
    review.save()
    html = page(client, game)
    assert "With every promise kept" in html
    assert "So Germany would be without Belgium and have Holland instead." in html
    assert "would own 4 centers instead of 3 if centers were counted then." in html
    assert "In exchange the better orders give up London." in html


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
    assert board(client, game, "at=1").status_code == 404
    client.force_login(story.cast.alice)
    assert "Germany broke a promise to you" in page(client, game)
    assert board(client, game, "at=1").status_code == 200


def test_the_numbers_of_the_boards_tell_nothing_of_a_hidden_moment(
    client: Client, story: Any, woken: list[str], quick: None
) -> None:
    game = over(story, afterwards="own")
    client.force_login(story.cast.bob)
    asks(client, game)
    working.work()
    review = Review.objects.get()
    review.phases[1]["moments"].reverse()
    review.save()
    type(game).objects.filter(pk=game.pk).update(master=story.cast.charlie)
    # A game master and a watcher, neither of whom has a power, see other boards under the same number.
    client.force_login(story.cast.charlie)
    assert 'id="moment-1"' in page(client, game)
    lie = board(client, game, "at=0&better=1").content
    assert board(client, game, "at=1").status_code == 200
    client.logout()
    assert 'id="moment-0"' in page(client, game)
    assert board(client, game, "at=0&better=1").status_code == 200
    assert board(client, game, "at=0&better=1").content != lie
    assert board(client, game, "at=1").status_code == 404


def test_boards_show_the_orders_given_and_the_better_ones(
    client: Client, story: Any, woken: list[str], quick: None
) -> None:
    game = over(story)
    client.force_login(story.cast.bob)
    asks(client, game)
    working.work()
    given, better = (board(client, game, f"at=0{more}").content.decode() for more in ("", "&better=1"))
    assert "as it was ordered" in given
    assert "with the better orders" in better
    assert given != better
    for bad in ("", "at=99", "at=x", "at=-1", "at=99999999999"):
        assert board(client, game, bad).status_code == 404


def test_a_review_that_fails_three_times_is_given_up_until_somebody_asks_again(
    client: Client, story: Any, woken: list[str], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = over(story)
    client.force_login(story.cast.bob)
    asks(client, game)
    fails(game, monkeypatch)
    woken.clear()
    for _ in range(3):
        assert working.work()
        assert woken == [], "one that fails alone waits for the sweep"
    assert working.work()
    assert "could not be made" in page(client, game)
    monkeypatch.undo()
    asks(client, game)
    assert Review.objects.get().state == "waiting"


def test_a_review_that_fails_lets_the_next_one_be_made(
    client: Client, story: Any, woken: list[str], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(story.cast.bob)
    bad, good = over(story), over(story)
    for game in (bad, good):
        asks(client, game)
    fails(bad, monkeypatch)
    woken.clear()
    assert working.work()
    assert woken == ["review.work"]
    assert "1 review is made before this one." in page(client, bad)
    assert working.work()
    assert "You missed Belgium" in page(client, good)


def test_a_review_whose_worker_was_lost_lets_the_next_one_be_made(
    client: Client, story: Any, woken: list[str], quick: None
) -> None:
    client.force_login(story.cast.bob)
    lost, other = over(story), over(story)
    for game in (lost, other):
        asks(client, game)
    Review.objects.filter(game=lost).update(tries=1, held_until=clock.now() + timedelta(seconds=9))
    assert not working.work(), "reviews are made one at a time"
    Review.objects.filter(game=lost).update(held_until=clock.now() - timedelta(seconds=1))
    assert working.work()
    assert "You missed Belgium" in page(client, other)
    assert working.work()
    assert "You missed Belgium" in page(client, lost)


def test_asking_again_for_one_that_failed_counts_like_any_other(client: Client, story: Any, woken: list[str]) -> None:
    game = over(story)
    client.force_login(story.cast.bob)
    for _ in range(REVIEWS.most):
        asks(client, game)
        Review.objects.update(state="failed")
    assert "reviews within an hour" in asks(client, game).content.decode()
    assert Review.objects.get().state == "failed"


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


def test_a_deal_that_was_undone_is_no_part_of_the_story(story: Any) -> None:
    story.begins(end_year=1901)
    story.deadline_passes()
    offer = story.says("FRA", "GER", "Go to Kiel?", term=f"propose(fra, ger, [Commit(ger, fra, {MOVE})])")
    story.answers("GER", offer, "accept")
    with story.committed():
        services.undo_phase(story.game, "S1901M", story.cast.alice)
    while story.is_running:
        story.deadline_passes()
    assert [len(each.deals) for each in story_of(story.game).phases] == [0, 0, 0]
