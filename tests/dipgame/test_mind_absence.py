"""Somebody does not come: more time once, then a bot that holds the seat, for its owner or for others."""

from datetime import timedelta

import pytest

from adjudication.notation import format_order
from bots.registry import BOTS
from dipgame.games import clock, convert, queries, services
from dipgame.games.errors import AlreadySeated, Gone, NotOpen, NotSeated
from dipgame.games.models import Absence, BotState, Game, GamePhase, Notice, Notification, SeatPhase
from tests.thinking import play_bot

pytestmark = pytest.mark.django_db
BAD_POWERS = ["GER", "FRA", "", "ESP", "\x00"]


def absences(person):
    return list(Absence.objects.filter(user=person).values_list("kind", flat=True))


def told(person):
    """Lines of the person's inbox about their absence."""
    return list(Notification.objects.filter(user=person, kind="seat").values_list("words", flat=True))


def bob_stays_away(story):
    """England misses its excused time too; a bot holds the seat."""
    for _ in range(2):
        story.orders("FRA", "A PAR - BUR")
        story.time_is_up()


@pytest.fixture
def kept(story):
    """Bob stayed away, and a bot that holds holds his seat."""
    story.begins(fill_bot="holdbot")
    bob_stays_away(story)
    assert story.phase == "F1901M" or story.seat("ENG").bot
    return story


def test_a_first_time_is_excused_and_said(story, cast):
    story.begins(fill_bot="holdbot", movement_seconds=600)
    story.orders("FRA", "A PAR - BUR")
    before = clock.now()
    story.time_is_up()
    assert story.phase == "S1901M"
    assert timedelta(minutes=9) < story.row.deadline - before < timedelta(minutes=11)
    assert (story.seat("ENG").user, story.seat("ENG").excuses) == (cast.bob, 0)
    assert absences(cast.bob) == ["missed"]
    assert absences(cast.alice) == []
    assert "England has written no orders" in Notice.objects.get().words
    [line] = told(cast.bob)
    assert line.startswith("You wrote no orders. The phase waits for you once, before a bot takes over, until ")
    assert told(cast.alice) == []


def test_who_writes_in_the_excused_time_plays_on(story, cast):
    story.begins(fill_bot="holdbot")
    story.orders("FRA", "A PAR - BUR")
    story.time_is_up()
    story.orders("ENG", "F LON - NTH")
    story.time_is_up()
    assert story.phase == "F1901M"
    assert story.unit("NTH") == "ENG F NTH"
    assert (story.seat("ENG").user, story.seat("ENG").missed) == (cast.bob, 0)


def test_then_a_bot_takes_the_seat_and_plays_this_very_phase(story, cast):
    story.begins(fill_bot="holdbot")
    bob_stays_away(story)
    seat = story.seat("ENG")
    assert (seat.user, seat.bot, seat.owner) == (None, "holdbot", cast.bob)
    assert story.sheet("ENG").bot_state == BotState.OK
    assert story.phase == "S1901M", "France wrote, and is not ready: the bot's time is France's too"
    story.ready("FRA")
    assert story.phase == "F1901M"
    assert absences(cast.bob) == ["missed", "replaced"]
    assert "A bot holds the seat" in Notice.objects.order_by("-id")[0].words
    assert told(cast.bob)[1:] == ["You stayed away, and a bot holds England. Take the seat back whenever you like."]
    assert told(cast.alice) == []


def test_where_only_bots_wait_the_phase_begins_anew_and_the_game_is_closed_at_last(story, cast):
    story.begins(bob=False, fill_bot="holdbot")
    for missed in range(1, 4):
        story.time_is_up()
        assert (story.phase, story.seat("FRA").missed) == ("S1901M", missed)
        assert story.row.deadline > clock.now() + timedelta(hours=23)
    story.time_is_up()
    assert not story.is_running
    assert story.game.result == Game.Result.ABANDONED
    assert absences(cast.alice) == []
    assert told(cast.alice) == []


def test_everybody_away_is_nobodys_fault(story, cast):
    story.begins(fill_bot="holdbot")
    story.time_is_up()
    assert story.phase == "S1901M"
    assert [story.seat(power).excuses for power in ("FRA", "ENG")] == [1, 1]
    assert absences(cast.bob) == []
    story.time_is_up()
    for person in (cast.alice, cast.bob):
        lines = told(person)
        assert [line.partition(" until ")[0] for line in lines] == ["Nobody wrote orders; the game waits"] * 2


def test_retreats_and_builds_wait_for_nobody(story):
    story.begins(
        fill_bot="holdbot",
        at={
            "phase": "W1901A",
            "units": ["FRA A PAR", "ENG F LON"],
            "centers": {"FRA": ["PAR", "BRE"], "ENG": ["LON", "EDI"]},
        },
    )
    story.orders("FRA", "F BRE B")
    story.time_is_up()
    assert story.phase == "S1902M"
    assert story.seat("ENG").missed == 1


def test_the_deadline_is_put_off_once_however_many_workers_come(story):
    story.begins(fill_bot="holdbot")
    story.orders("FRA", "A PAR - BUR")
    story.time_is_up()
    deadline = story.row.deadline
    assert not services.resolve_phase(story.row.pk)
    assert story.row.deadline == deadline
    assert Absence.objects.count() == 1


# --- back, and over --------------------------------------------------------------------------------------


def test_the_owner_takes_the_seat_back_with_the_orders_on_it(kept, cast):
    with kept.committed():
        services.take_seat_back(cast.bob, kept.game)
    seat, sheet = kept.seat("ENG"), kept.sheet("ENG")
    assert (seat.user, seat.bot, seat.owner, seat.vacated_at) == (cast.bob, "", None, None)
    assert (sheet.ready, sheet.bot_state) == (False, "")
    assert sheet.orders
    kept.orders("ENG", "F LON - ENG")


def test_a_bot_that_still_thinks_when_the_owner_is_back_is_not_listened_to(kept, cast):
    kept.ready("FRA")
    sheet = kept.sheet("ENG")
    at = clock.now()
    SeatPhase.objects.filter(pk=sheet.pk).update(bot_state=BotState.WAITING, ready=False, bot_since=at, orders={})

    bot = BOTS["holdbot"]

    class Slow:
        def decide(self, *args):
            services.take_seat_back(cast.bob, kept.game)
            return bot.make().decide(*args)

    from bots.registry import Bot, also_on_offer

    with also_on_offer(Bot("holdbot", bot.title, bot.description, Slow)):
        assert not play_bot(sheet.pk)
    assert kept.sheet("ENG").orders == {}
    assert not kept.sheet("ENG").ready


def test_a_second_absence_is_not_excused(kept, cast):
    kept.ready("FRA")
    services.take_seat_back(cast.bob, kept.game)
    SeatPhase.objects.filter(phase=kept.row, seat__power="ENG").update(orders={})
    kept.orders("FRA", "A BUR - MUN")
    kept.time_is_up()
    assert kept.seat("ENG").owner == cast.bob


def test_a_stranger_takes_the_seat_over_and_the_owner_comes_too_late(kept, cast):
    with kept.committed():
        services.take_seat_over(cast.charlie, kept.game, "ENG")
    assert (kept.seat("ENG").user, kept.seat("ENG").excuses) == (cast.charlie, 1)
    with pytest.raises(NotSeated, match="somebody has taken it over"):
        services.take_seat_back(cast.bob, kept.game)
    with pytest.raises(Gone):
        services.take_seat_over(cast.bob, kept.game, "ENG")
    assert "Charlie has taken over England" in Notice.objects.order_by("-id")[0].words


def test_the_owner_finds_it_in_the_list_and_takes_it_back_there(kept, cast):
    services.take_seat_over(cast.bob, kept.game, "ENG")
    assert (kept.seat("ENG").user, kept.seat("ENG").excuses) == (cast.bob, 0)


@pytest.mark.parametrize("power", BAD_POWERS)
def test_only_a_seat_that_a_bot_holds_for_somebody_is_taken_over(kept, cast, power):
    with pytest.raises(Gone):
        services.take_seat_over(cast.charlie, kept.game, power)


def test_who_plays_or_played_another_seat_may_not(kept, cast):
    with pytest.raises(AlreadySeated):
        services.take_seat_over(cast.alice, kept.game, "ENG")
    # Charlie takes over, and leaves; Bob, who was England, may have England again, Alice may not.
    services.take_seat_over(cast.charlie, kept.game, "ENG")
    with kept.committed():
        services.leave_game(cast.charlie, kept.game)
    kept.game.seats.filter(power="GER").update(vacated_at=clock.now())
    with pytest.raises(AlreadySeated):
        services.take_seat_over(cast.charlie, kept.game, "GER")


def test_seats_of_private_games_are_not_given_away(story, cast):
    story.begins(fill_bot="holdbot", word="inkwell")
    bob_stays_away(story)
    with pytest.raises(NotOpen):
        services.take_seat_over(cast.charlie, story.game, "ENG")
    assert queries.vacant_seats(9) == []
    services.take_seat_back(cast.bob, story.game)


def test_after_the_end_no_seat_is_taken(kept, cast):
    services.cancel_game(kept.game)
    for take in (services.take_seat_back, lambda user, game: services.take_seat_over(user, game, "ENG")):
        with pytest.raises(NotOpen):
            take(cast.bob, kept.game)
    assert queries.vacant_seats(9) == []


def test_vacant_seats_cost_two_queries_however_many(kept, cast, django_assert_num_queries):
    with django_assert_num_queries(2):
        ((seat, phase),) = queries.vacant_seats(9)
    assert (seat.power, phase.game_id) == ("ENG", kept.game.pk)


def test_a_seat_that_was_left_can_be_taken_over_but_not_back(story, cast):
    story.begins(fill_bot="holdbot")
    with story.committed():
        services.leave_game(cast.bob, story.game)
    assert absences(cast.bob) == ["left"]
    with pytest.raises(NotSeated):
        services.take_seat_back(cast.bob, story.game)
    with pytest.raises(AlreadySeated):
        services.take_seat_over(cast.bob, story.game, "ENG")
    services.take_seat_over(cast.charlie, story.game, "ENG")


# --- promises ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_caretaker_keeps_the_promises_it_finds(story, settings):
    settings.BOT_SECONDS = 4.0
    story.begins(fill_bot="hana")
    wish = "propose(fra, eng, [Commit(eng, fra, Do(mto(Unit(eng, Region(lvp, amy)), Region(cly, amy))))])"
    offer = story.says("FRA", "ENG", "Go to Clyde with your army?", term=wish)
    story.answers("ENG", offer, "accept")
    bob_stays_away(story)
    assert story.seat("ENG").bot == "hana"
    orders = convert.orders_of_sheet(story.sheet("ENG"), "M")
    assert format_order(orders["LVP"]) == "A LVP - CLY"
    assert GamePhase.objects.filter(game=story.game).count() == 1
