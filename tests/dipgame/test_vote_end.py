"""The powers agree how a game ends."""

import pytest

from dipgame.games import clock, services
from dipgame.games.errors import Late, Malformed, NotRunning, NotSeated
from dipgame.games.models import Game, GamePhase

pytestmark = [pytest.mark.django_db, pytest.mark.database]

TWO = {"phase": "S1905M", "units": ["FRA A PAR", "ENG F LON"], "centers": {"FRA": ["PAR", "BRE"], "ENG": ["LON"]}}
LEFT_BEHIND = {
    "phase": "S1905M",
    "units": ["FRA A PAR", "ENG F LON", "GER A BER"],
    "centers": {"FRA": ["PAR", "BRE", "MAR", "SPA", "POR"], "ENG": ["LON", "EDI", "LVP", "NWY"], "GER": ["BER"]},
}


def vote(story, power, *sharers, phase=None, agrees=True):
    with story.committed():
        choice = " ".join(sorted(sharers))
        return services.cast_vote(story.seat(power), phase or story.phase, "end", choice, agrees)


def ended(story):
    story.game.refresh_from_db()
    return story.game.status, story.game.result, story.game.winner, story.game.sharers


def test_two_who_agree_share_the_game(story):
    story.begins(at=TWO)
    assert not vote(story, "FRA", "ENG", "FRA")
    assert ended(story)[0] == "running"
    assert vote(story, "ENG", "FRA", "ENG")
    assert ended(story) == ("finished", Game.Result.DRAW, "", "ENG FRA")
    assert (story.row.status, story.row.deadline) == ("final", None)


def test_a_vote_is_taken_back_and_forgotten_with_the_phase(story):
    story.begins(at=TWO)
    vote(story, "FRA", "ENG", "FRA")
    vote(story, "FRA", "ENG", "FRA", agrees=None)
    assert not vote(story, "ENG", "ENG", "FRA")
    story.deadline_passes()
    assert [story.seat(power).votes for power in ("FRA", "ENG")] == [{}, {}]
    assert not vote(story, "FRA", "ENG", "FRA")


def test_the_others_concede_and_the_winner_is_not_asked(story):
    story.begins(at=TWO)
    assert vote(story, "ENG", "FRA")
    assert ended(story) == ("finished", Game.Result.CONCEDED, "FRA", "")


def test_bots_are_asked_too_and_say_no_while_they_expect_more(story):
    story.begins()
    everybody = ("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR")
    vote(story, "FRA", *everybody)
    assert not vote(story, "ENG", *everybody)
    assert ended(story)[0] == "running"


def test_a_bot_that_has_nothing_to_expect_concedes_with_the_others(story):
    story.begins(at=LEFT_BEHIND, draws="some")
    vote(story, "FRA", "ENG", "FRA")
    assert vote(story, "ENG", "ENG", "FRA")
    assert ended(story)[3] == "ENG FRA"


@pytest.mark.parametrize(
    ("draws", "sharers", "why"),
    [
        ("all", ["ENG", "FRA", "TUR"], "still on the board"),
        ("all", ["FRA", "ENG", "ESP"], "no such power"),
        ("none", ["FRA", "ENG"], "allows no draws"),
    ],
)
def test_what_terms_and_board_do_not_allow(story, draws, sharers, why):
    story.begins(at=TWO, draws=draws)
    with pytest.raises(Malformed, match=why):
        vote(story, "FRA", *sharers)


def test_a_draw_among_some_only_where_the_game_says_so(story):
    story.begins(at=LEFT_BEHIND)
    with pytest.raises(Malformed, match="among all who are still"):
        vote(story, "FRA", "FRA", "ENG")


def test_votes_of_another_phase_and_after_the_end_are_refused(story):
    story.begins(at=TWO)
    with pytest.raises(Late):
        vote(story, "FRA", "FRA", "ENG", phase="F1905M")
    GamePhase.objects.update(deadline=clock.now())
    with pytest.raises(Late):
        vote(story, "FRA", "FRA", "ENG")
    services.cancel_game(story.game)
    with pytest.raises(NotRunning):
        vote(story, "FRA", "FRA", "ENG", phase="S1905M")


def test_an_eliminated_player_has_no_vote_on_the_end(story):
    story.begins(at=TWO)
    story.game.seats.filter(power="ENG").update(user=None, bot="holdbot")
    story.game.seats.filter(power="TUR").update(user=story.cast.bob, bot="")
    with pytest.raises(NotRunning, match="no vote"):
        vote(story, "TUR", "FRA", "ENG")


@pytest.mark.parametrize(("hidden", "others"), [(True, []), (False, ["votes"])])
def test_a_hidden_vote_is_not_told_to_watchers(story, outbox, hidden, others):
    story.begins(at=TWO, votes_hidden=hidden)
    outbox.messages.clear()
    vote(story, "FRA", "FRA", "ENG")
    assert [message["what"] for message in outbox.told(f"game.{story.game.slug}")] == others


# --- rematch -----------------------------------------------------------------------------------------------


@pytest.fixture
def over(story):
    story.begins(at=TWO, word="inkwell", end_year=1910, draws="some")
    vote(story, "ENG", "FRA")
    story.game.refresh_from_db()
    return story


def test_a_rematch_by_the_same_terms_is_offered_once(over, cast):
    made = services.offer_rematch(cast.alice, over.game)
    assert (made.end_year, made.draws, made.private_word) == (1910, "some", over.game.private_word)
    assert (made.status, made.seats.get(user=cast.alice).game_id) == ("open", made.pk)
    assert services.offer_rematch(cast.bob, over.game) == made
    assert made.fill_at > clock.now()


def test_a_rematch_is_for_those_who_played_and_after_the_end(over, story, cast):
    with pytest.raises(NotSeated):
        services.offer_rematch(cast.charlie, over.game)
    Game.objects.filter(pk=over.game.pk).update(status="running", result="", winner="", finished_at=None)
    with pytest.raises(NotRunning):
        services.offer_rematch(cast.alice, over.game)
