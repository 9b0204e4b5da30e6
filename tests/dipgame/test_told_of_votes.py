"""Votes are never unheard: who is away is told, who voted learns what became of it, bots answer with their reasons."""

from dataclasses import replace
from typing import Any

import pytest
from django.core import mail

from dipgame.games import clock, services
from dipgame.games.models import Notice, Notification
from dipgame.games.services.carry_out_vote import CARRIED_OUT
from dipgame.games.votes import VOTES, Choice
from frontend.access import access_for
from frontend.game.state import state_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ALL = "AUS ENG FRA GER ITA RUS TUR"
DAY = "pause-86400"


@pytest.fixture
def played(story: Any, settings: Any) -> Any:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    return story.begins(fill_bot="holdbot")


def vote(story: Any, power: str, key: str, choice: str, agrees: bool | None = True) -> bool:
    with story.committed():
        return services.cast_vote(story.seat(power), story.phase, key, choice, agrees)


def told(person: Any) -> list[str]:
    rows = Notification.objects.filter(user=person, kind=Notification.Kind.VOTE)
    return list(rows.order_by("id").values_list("words", flat=True))


def outgoing(person: Any) -> list[Any]:
    return [each for each in mail.outbox if each.to == [person.email]]


def logged(story: Any) -> list[str]:
    return list(Notice.objects.filter(game=story.game).order_by("id").values_list("words", flat=True))


def test_an_absent_player_is_told_who_asks_for_what_until_when(played: Any, cast: Any) -> None:
    vote(played, "FRA", "clock", DAY)
    until = clock.mark(played.row.deadline)
    assert told(cast.bob) == [f"Spring 1901: France votes for a pause of a day. Answer until {until}."]
    assert told(cast.alice) == []
    row = Notification.objects.get(user=cast.bob, kind="vote")
    assert (row.button, row.address) == ("Answer", f"/games/{played.game.slug}/")


@pytest.mark.parametrize(
    ("key", "choice", "noun"), [("clock", DAY, "a pause"), ("end", ALL, "a draw"), ("end", "TUR", "conceding")]
)
def test_every_vote_reaches_who_is_away_by_mail_and_browser(
    played: Any, cast: Any, key: str, choice: str, noun: str
) -> None:
    vote(played, "FRA", key, choice)
    row = Notification.objects.get(user=cast.bob, kind="vote")
    assert row.push_at is not None
    assert row.mail_at is not None
    Notification.objects.filter(user=cast.bob).exclude(pk=row.pk).delete()
    Notification.objects.filter(pk=row.pk).update(mail_at=clock.now())
    services.mail_news()
    assert [noun in letter.subject for letter in outgoing(cast.bob)] == [True]


def test_votes_can_be_kept_out_of_the_mail(played: Any, cast: Any) -> None:
    cast.bob.no_mail = ["vote"]
    cast.bob.save()
    vote(played, "FRA", "clock", DAY)
    Notification.objects.filter(user=cast.bob).exclude(kind="vote").delete()
    Notification.objects.filter(user=cast.bob).update(mail_at=clock.now())
    services.mail_news()
    assert outgoing(cast.bob) == []


def test_a_hidden_vote_is_told_without_a_name(played: Any, cast: Any) -> None:
    vote(played, "FRA", "end", ALL)
    assert "Somebody votes for a draw among all" in told(cast.bob)[0]
    assert "France" not in told(cast.bob)[0]


def test_a_withdrawn_vote_leaves_the_inbox(played: Any, cast: Any) -> None:
    vote(played, "FRA", "end", ALL)
    vote(played, "FRA", "end", ALL, agrees=None)
    assert told(cast.bob) == []
    assert all(not seat.votes for seat in played.game.seats.all())


@pytest.mark.parametrize("end", ["lapses", "is withdrawn"])
def test_a_vote_that_was_read_keeps_no_button_once_it_is_over(played: Any, cast: Any, end: str) -> None:
    vote(played, "FRA", "clock", DAY)
    services.see_news(cast.bob.pk, played.game)
    if end == "lapses":
        played.deadline_passes()
    else:
        vote(played, "FRA", "clock", DAY, agrees=None)
    row = Notification.objects.get(user=cast.bob, kind="vote")
    assert (row.button, row.path) == ("", f"/games/{played.game.slug}/")


def test_the_voter_is_told_that_the_vote_lapsed(played: Any, cast: Any) -> None:
    vote(played, "FRA", "clock", DAY)
    played.deadline_passes()
    assert told(cast.alice) == [
        "Spring 1901 is over: your vote for a pause of a day has lapsed. England did not agree."
    ]
    assert told(cast.bob) == []
    assert logged(played) == ["The vote for a pause of a day has lapsed: Spring 1901 is over."]
    assert not played.seat("FRA").votes


def test_the_voter_is_told_when_the_phase_is_taken_back(played: Any, cast: Any) -> None:
    played.deadline_passes()
    vote(played, "FRA", "clock", DAY)
    with played.committed():
        services.undo_phase(played.game, "S1901M")
    assert "Fall 1901 was taken back: your vote for a pause of a day has lapsed." in told(cast.alice)[0]


def test_the_voter_is_told_of_a_refusal_and_the_vote_stays(played: Any, cast: Any) -> None:
    vote(played, "FRA", "clock", DAY)
    vote(played, "ENG", "clock", DAY, agrees=False)
    assert told(cast.alice) == ["England says no to a pause of a day."]
    assert logged(played) == ["England says no to a pause of a day."]
    assert played.seat("FRA").votes
    assert vote(played, "ENG", "clock", DAY)


def test_who_is_away_is_told_that_the_vote_is_carried(story: Any, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    vote(story, "FRA", "clock", DAY)
    vote(story, "ENG", "clock", DAY)
    story.game.refresh_from_db()
    assert told(cast.alice) == [f"The players paused the game until {clock.mark(story.game.paused_until)}."]
    assert told(cast.bob) == []


def test_bots_answer_at_once_with_their_reason_and_are_shown(story: Any, cast: Any) -> None:
    story.begins(bob=False, fill_bot="holdbot")
    vote(story, "FRA", "end", ALL)
    assert logged(story) == [
        "A draw among all who are on the board is voted on. Austria, England, Germany, Italy and Turkey want to play "
        "on: they hope for more while centers change hands. Russia wants to play on: it expects more than its share "
        "of a draw."
    ]
    access = access_for(cast.alice, story.game.slug)
    assert access is not None
    motion = state_of(access)["table"]["votes"][1]["motions"][0]
    assert (motion["agreed"], len(motion["refused"]), motion["awaited"]) == (["FRA"], 6, [])
    vote(story, "FRA", "end", ALL, agrees=None)
    vote(story, "FRA", "end", ALL)
    assert len(logged(story)) == 2


LEADS = {
    "phase": "S1905M",
    "units": ["FRA A PAR", "ENG F LON", "GER A BER"],
    "centers": {
        "GER": [
            "BER",
            "MUN",
            "KIE",
            "HOL",
            "DEN",
            "SWE",
            "NWY",
            "STP",
            "WAR",
            "MOS",
            "VIE",
            "BUD",
            "TRI",
            "VEN",
            "ROM",
            "BEL",
            "MAR",
        ],
        "FRA": ["PAR"],
        "ENG": ["LON"],
    },
}


def test_a_bot_that_expects_to_win_says_so_to_all_players(story: Any, cast: Any) -> None:
    story.begins(at=LEADS, fill_bot="holdbot")
    vote(story, "FRA", "end", "ENG FRA GER")
    assert "Germany wants to play on: it expects to win." in logged(story)[0]
    vote(story, "ENG", "end", "ENG FRA GER")
    why = (
        "All players vote for a draw among all who are on the board, and the game goes on. "
        "Germany wants to play on: it expects to win."
    )
    assert why in told(cast.alice)
    assert why in told(cast.bob)


def test_a_bot_that_takes_a_seat_answers_the_vote(story: Any, cast: Any) -> None:
    story.begins(at={**LEADS, "centers": {"ENG": ["LON"], "FRA": ["PAR"], "GER": ["BER"]}}, fill_bot="holdbot")
    vote(story, "FRA", "end", "ENG FRA GER")
    with story.committed():
        services.leave_game(cast.bob, story.game)
    assert story.seat("ENG").votes["end"]["ENG FRA GER"]["why"]


# --- a vote that somebody declares -----------------------------------------------------------------------------------


@pytest.fixture
def tea_vote(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A vote made up for a test: more than half of the people have tea."""
    served: list[str] = []
    tea = Choice("A cup of tea", "a cup of tea")

    def named(poll: Any, choice: str) -> Choice:
        return tea

    declared = replace(
        VOTES["clock"],
        key="tea",
        title="Tea",
        about=lambda poll: "Tea is good.",
        choices=lambda poll, power: {"cup": tea},
        named=named,
    )
    monkeypatch.setitem(VOTES, "tea", declared)

    def serve(poll: Any, choice: str) -> str:
        served.append(choice)
        return "Tea is served."

    monkeypatch.setitem(CARRIED_OUT, "tea", serve)
    return served


def test_a_new_vote_is_told_shown_and_lapses_by_its_declaration(played: Any, cast: Any, tea_vote: list[str]) -> None:
    vote(played, "FRA", "tea", "cup")
    assert "France votes for a cup of tea." in told(cast.bob)[0]
    for person, awaited in ((cast.bob, ["ENG"]), (cast.charlie, ["ENG"])):
        access = access_for(person, played.game.slug)
        assert access is not None
        facts = next(each for each in state_of(access)["table"]["votes"] if each["vote"] == "tea")
        assert [motion["awaited"] for motion in facts["motions"]] == [awaited]
        assert facts["can"] == (person == cast.bob)
    played.deadline_passes()
    assert "a cup of tea has lapsed" in told(cast.alice)[0]
    vote(played, "FRA", "tea", "cup")
    assert vote(played, "ENG", "tea", "cup")
    assert tea_vote == ["cup"]
    assert told(cast.alice)[-1] == "Tea is served."


def test_a_hidden_vote_is_masked_by_its_declaration(
    played: Any, cast: Any, tea_vote: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VOTES, "tea", replace(VOTES["tea"], is_hidden=lambda game: True))
    vote(played, "FRA", "tea", "cup")
    assert "Somebody votes for a cup of tea." in told(cast.bob)[0]
    seen = {}
    for name in ("bob", "charlie"):
        access = access_for(getattr(cast, name), played.game.slug)
        assert access is not None
        facts = next(each for each in state_of(access)["table"]["votes"] if each["vote"] == "tea")
        seen[name] = [motion["agreed"] for motion in facts["motions"]]
    assert seen == {"bob": [[]], "charlie": []}


def test_every_declared_vote_says_what_is_done() -> None:
    assert CARRIED_OUT.keys() == VOTES.keys()
    assert all(len(key) <= 8 for key in VOTES)
