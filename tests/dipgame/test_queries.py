"""Queries about games."""

import pytest

from dipgame.games import convert, queries, services

pytestmark = pytest.mark.database


def test_the_lobby_shows_open_games_with_their_seats(story):
    story.waits()
    game = queries.open_games().get()
    assert game == story.game
    assert [seat.power for seat in game.seats.all() if not seat.is_free] == ["ENG", "FRA"]
    story.begins()
    assert list(queries.running_games()) == [story.game]
    assert not any(seat.is_free for seat in queries.running_games().get().seats.all())


def test_private_games_are_not_on_show(story):
    story.begins(word="inkwell")
    assert not queries.running_games()
    services.cancel_game(story.game)
    assert not queries.finished_games()


def test_my_games(story, cast):
    story.begins()
    assert list(queries.my_games(cast.alice)) == [story.game]
    assert list(queries.my_games(cast.charlie)) == []
    assert queries.seat_of(cast.alice, story.game).power == "FRA"
    assert queries.seat_of(cast.charlie, story.game) is None


def test_standings_before_the_game(story):
    story.waits()
    players = {each.power: each.player for each in queries.standings(story.game)}
    assert players == {"FRA": "Alice", "ENG": "Bob"} | dict.fromkeys(("AUS", "GER", "ITA", "RUS", "TUR"), "")


def test_standings_in_the_game(story):
    story.begins()
    standings = queries.standings(story.game)
    assert [each.power for each in standings] == ["AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"]
    assert [(each.centers, each.units) for each in standings] == [(3, 3)] * 5 + [(4, 4), (3, 3)]
    bots = [each for each in standings if each.is_bot]
    assert [each.player for each in bots] == [f"{each.face} (HoldBot)" for each in bots]
    assert len({each.face for each in bots}) == 5
    assert {each.face for each in standings if not each.is_bot} == {""}
    assert [each.talks for each in standings] == [False, True, True, False, False, False, False]
    assert not any(each.is_out for each in standings)


def test_a_seats_view_never_holds_orders_of_the_present_phase(story):
    story.begins()
    story.orders("ENG", "F LON - NTH")
    view = queries.seat_view(story.seat("FRA"))
    assert view.power == "FRA"
    assert view.history == ()
    assert "NTH" not in str(view)
    story.ready("FRA", "ENG")
    view = queries.seat_view(story.seat("FRA"))
    assert [str(past.position.phase) for past in view.history] == ["S1901M"]
    assert view.position == story.position


def test_a_view_before_the_game_is_refused(story):
    story.waits()
    with pytest.raises(LookupError):
        queries.seat_view(story.seat("FRA"))


def test_the_sheet_says_what_stands_and_what_is_missing(story):
    story.begins()
    story.orders("FRA", "F BRE - MAO")
    sheet = queries.order_sheet(story.seat("FRA"))
    assert [(each.key, each.text, each.region) for each in sheet.orders] == [("BRE", "F BRE - MAO", "BRE")]
    assert [str(unit) for unit in sheet.missing] == ["FRA A MAR", "FRA A PAR"]
    assert (sheet.must_decide, sheet.ready, sheet.is_open, str(sheet.phase)) == (True, False, True, "S1901M")


def test_no_sheet_before_and_after_the_game(story):
    story.waits()
    assert queries.order_sheet(story.seat("FRA")) is None
    assert queries.legal_orders_of(story.seat("FRA")) == {}


def test_every_legal_order_is_taken(story):
    story.begins()
    seat = story.seat("FRA")
    for orders in queries.legal_orders_of(seat).values():
        for text in convert.orders_row(orders).values():
            services.submit_order(seat, "S1901M", text)


def test_a_position_survives_the_database(story):
    story.begins(bots="dumbbot")
    for _ in range(8):
        if not story.is_running:
            break
        story.ready(*(power for power in ("FRA", "ENG") if story.sheet(power).must_decide))
        row = story.row
        assert convert.position_row(convert.position_of(row)) == row.position


def test_finished_games_and_phases_by_name(story):
    story.begins(end_year=1901)
    story.year_passes()
    assert list(queries.finished_games()) == [story.game]
    assert queries.phase_named(story.game, "F1901M").index == 1
    assert queries.phase_named(story.game, "F1999M") is None
