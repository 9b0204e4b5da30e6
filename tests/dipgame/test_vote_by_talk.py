"""An accepted draw, or an accepted win, is the vote of those who accepted: on the site, at once."""

from typing import Any

import pytest

from dipgame.games import services
from dipgame.games.models import Game, Message, Notice, Notification, Promise
from frontend.access import access_for
from frontend.talk.state import message_json, press_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

THREE = {
    "phase": "S1905M",
    "units": ["FRA A PAR", "ENG F LON", "GER A BER"],
    "centers": {"FRA": ["PAR", "BRE"], "ENG": ["LON"], "GER": ["BER", "MUN", "KIE", "HOL", "DEN", "WAR", "MOS"]},
}
TWO = {"phase": "S1905M", "units": ["FRA A PAR", "ENG F LON"], "centers": {"FRA": ["PAR", "BRE"], "ENG": ["LON"]}}
DRAW = "propose(fra, eng, Agree([eng fra], drw()))"
SOLO = "propose(fra, eng, Agree([eng fra], slo(fra)))"


def ended(story: Any) -> tuple[str, str, str, str]:
    story.game.refresh_from_db()
    return story.game.status, story.game.result, story.game.winner, story.game.sharers


def ledger(story: Any) -> list[tuple[str, str]]:
    return sorted(Promise.objects.filter(agreement__game=story.game).values_list("power", "state"))


def card(story: Any, person: Any, message: Message) -> Any:
    access = access_for(person, story.game.slug)
    assert access is not None
    return message_json(Message.objects.get(pk=message.pk), access).get("card")


def test_a_draw_that_all_on_the_board_accept_ends_the_game(story: Any) -> None:
    story.begins(at=TWO)
    asked = story.says("FRA", "ENG", term=DRAW)
    assert ended(story)[0] == "running"
    story.answers("ENG", asked, "accept")
    assert ended(story) == ("finished", Game.Result.DRAW, "", "ENG FRA")
    assert ledger(story) == [("ENG", "kept"), ("FRA", "kept")]


def test_an_accepted_win_is_a_concession(story: Any) -> None:
    story.begins(at=TWO)
    story.answers("ENG", story.says("FRA", "ENG", term=SOLO), "accept")
    assert ended(story) == ("finished", Game.Result.CONCEDED, "FRA", "")
    assert ledger(story) == [("ENG", "kept"), ("FRA", "kept")]


def test_english_is_enough(story: Any) -> None:
    story.begins(at=TWO)
    story.says("FRA", "ENG", "I propose a draw")
    story.says("ENG", "FRA", "I accept")
    assert ended(story)[1] == Game.Result.DRAW


def test_the_votes_stand_and_the_card_says_what_is_missing(story: Any, cast: Any) -> None:
    story.begins(at=THREE, bots="holdbot")
    asked = story.says("FRA", "ENG", term=DRAW)
    assert card(story, cast.bob, asked)["note"].startswith("Accepting this is a vote for a draw among all")
    story.answers("ENG", asked, "accept")
    assert ended(story)[0] == "running"
    assert {power: list(story.seat(power).votes["end"]) for power in ("FRA", "ENG")} == {
        "FRA": ["ENG FRA GER"],
        "ENG": ["ENG FRA GER"],
    }
    assert card(story, cast.alice, asked)["note"].endswith("Still missing: Germany.")
    assert "Germany wants to play on" in Notice.objects.latest("id").words
    access = access_for(cast.alice, story.game.slug)
    press = press_of(access) if access is not None else None
    assert press is not None
    assert {(row["state"], row["ends"]) for row in press["promises"]} == {("open", True)}


def test_the_card_is_shown_anew_when_others_vote(story: Any, cast: Any, outbox: Any) -> None:
    story.begins(at=THREE, bots="holdbot")
    story.game.seats.filter(power="GER").update(user=cast.charlie, bot="")
    asked = story.says("FRA", "ENG", term=DRAW)
    story.answers("ENG", asked, "accept")
    before = Message.objects.get(pk=asked.pk).change
    services.cast_vote(story.seat("GER"), story.phase, "end", "ENG FRA GER", False)
    assert Message.objects.get(pk=asked.pk).change > before


def test_what_was_agreed_lapses_with_the_phase(story: Any, cast: Any) -> None:
    story.begins(at=THREE, bots="holdbot")
    story.answers("ENG", story.says("FRA", "ENG", term=DRAW), "accept")
    story.deadline_passes()
    assert ledger(story) == [("ENG", "void"), ("FRA", "void")]
    assert "not everybody" in Promise.objects.all()[0].reason
    assert not story.seat("FRA").votes
    words = Notification.objects.get(user=cast.alice, kind="vote", key__startswith="lapse").words
    assert "your vote for a draw among all who are on the board has lapsed" in words


def test_a_draw_that_the_terms_do_not_allow_is_no_vote_and_says_so(story: Any, cast: Any) -> None:
    story.begins(at=THREE, bots="holdbot")
    asked = story.says("FRA", "ENG", term="propose(fra, eng, Agree([eng fra], drw([eng fra])))")
    story.answers("ENG", asked, "accept")
    assert not story.seat("ENG").votes
    assert "a draw is among all" in card(story, cast.bob, asked)["note"]


def test_a_draw_among_some_counts_where_the_game_has_it(story: Any) -> None:
    story.begins(
        at={**THREE, "centers": {"FRA": ["PAR", "BRE", "MAR", "SPA"], "ENG": ["LON", "EDI", "LVP"]}}, draws="some"
    )
    story.answers("ENG", story.says("FRA", "ENG", term="propose(fra, eng, Agree([eng fra], drw([eng fra])))"), "accept")
    assert ended(story)[3] == "ENG FRA"


def test_a_proposal_that_comes_to_nothing_takes_its_votes_back(story: Any, cast: Any) -> None:
    story.begins(at=THREE, bots="holdbot")
    story.game.seats.filter(power="GER").update(user=cast.charlie, bot="")
    term = "propose(fra, [eng ger], Agree([eng fra ger], drw()))"
    asked = story.says("FRA", "ENG GER", term=term)
    story.answers("ENG", asked, "accept")
    assert all(story.seat(power).votes for power in ("FRA", "ENG"))
    story.answers("GER", asked, "reject")
    assert not any(story.seat(power).votes for power in ("FRA", "ENG"))
    assert not story.seat("GER").votes["end"]["ENG FRA GER"]["agrees"]


def test_a_bot_that_refused_in_the_talk_does_not_vote_for_it(story: Any) -> None:
    story.begins(at={**TWO, "units": [*TWO["units"], "GER A BER"]}, bots="holdbot")
    term = "propose(fra, [eng ger], Agree([eng fra ger], drw()))"
    story.answers("GER", story.says("FRA", "ENG GER", term=term), "reject")
    story.answers("ENG", story.says("FRA", "ENG", term="propose(fra, eng, Agree([eng fra], drw()))"), "accept")
    assert ended(story)[0] == "running"
    assert not story.seat("GER").votes["end"]["ENG FRA GER"]["agrees"]


def test_bots_that_accept_in_the_talk_have_voted(story: Any, cast: Any) -> None:
    story.begins(at=TWO, bots="blabbot")
    story.game.seats.filter(power="ENG").update(user=None, bot="blabbot")
    story.answers("ENG", story.says("FRA", "ENG", term=DRAW), "accept")
    assert ended(story)[1] == Game.Result.DRAW


def test_a_draw_for_a_later_time_is_no_vote_yet(story: Any) -> None:
    story.begins(at=TWO)
    later = "propose(fra, eng, Agree([eng fra], drw(), ⟨spr, 1907⟩))"
    story.answers("ENG", story.says("FRA", "ENG", term=later), "accept")
    assert ended(story)[0] == "running"
    story.deadline_passes()
    assert ledger(story) == [("ENG", "open"), ("FRA", "open")]
