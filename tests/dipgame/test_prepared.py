"""Queries whose SQL is made once give what Django gives for them each time."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import Count, Q

from dipgame.accounts.models import Block
from dipgame.games import clock, queries
from dipgame.games.models import Message, Sanction, Seat
from dipgame.prepared import EVERY, Along, Prepared, PreparedValues

pytestmark = pytest.mark.database

AN_HOUR = timedelta(hours=1)


def told(seats):
    """Of each power: whether it is deaf to the speaker; then whether the speaker is muted, and how much was said."""
    return [seat.power for seat in seats if seat.is_deaf], seats[0].is_muted, seats[0].lately


def test_of_two_askings_each_is_about_what_it_is_given(story, cast):
    story.begins()
    seats = Prepared(lambda game, power: Seat.objects.filter(game=game, power=power), game=int, power=str)
    for power in ("FRA", "ENG", "FRA"):
        assert seats.rows(game=story.game.pk, power=power) == [story.seat(power)]
    assert seats.rows(game=0, power="FRA") == []


def test_rows_come_with_what_is_selected_and_annotated(story, cast, django_assert_num_queries):
    story.begins()

    along = Along(("game__host", "user"), without=("votes", "game__fill_each"), also={"mine": int, "vacant": bool})

    def make(game, person):
        rows = along.of(Seat.objects.filter(game=game)).order_by("power")
        return rows.annotate(mine=Count("pk", filter=Q(user=person)), vacant=Q(user=None))

    prepared = Prepared(make, along, game=int, person=int)
    plain = list(make(story.game.pk, cast.alice.pk))
    with django_assert_num_queries(1):
        found = prepared.rows(game=story.game.pk, person=cast.alice.pk)
        assert list(map(read, found)) == list(map(read, plain))
    assert [seat.vacant for seat in found] == [seat.user_id is None for seat in plain]
    assert found[0].votes == plain[0].votes  # asked for when it is wanted


def read(row):
    """Everything read of a row and of those it points to."""
    pointed = {name: each and read(each) for name, each in row._state.fields_cache.items()}
    return type(row), {name: value for name, value in row.__dict__.items() if name != "_state"}, pointed


def test_what_is_not_compared_as_it_stands_is_refused(story):
    story.begins()
    odd = Prepared(lambda game: Seat.objects.filter(game=game + 1), game=int)
    with pytest.raises(ValueError, match=r"not compared.*game"):
        odd.rows(game=story.game.pk)


def of_the_site():
    return [each for each in EVERY if each._make.__module__.startswith("dipgame")]


def test_what_is_read_along_is_what_each_query_says():
    rows = [each for each in of_the_site() if isinstance(each, Prepared)]
    assert len(rows) > 10
    for each in rows:
        query, along = each._make(**each._stand_ins).query, each.along
        assert list(query.annotation_select) == list(along.also)
        assert query.deferred_loading == (frozenset(along.without), True)
        assert query.select_related == (along.of(query.model.objects.all()).query.select_related)


@pytest.mark.django_db
def test_all_queries_that_are_made_once_are_answered():
    """PostgreSQL infers the type of each value."""
    assert len(of_the_site()) > 15
    for each in of_the_site():
        each.rows(**each._stand_ins)


@pytest.mark.django_db
def test_postgres_plans_a_query_once(story):
    story.begins()
    seats = Prepared(lambda game: Seat.objects.filter(game=game).order_by("-power"), game=int)
    for _ in range(3):
        assert len(seats.rows(game=story.game.pk)) == 7
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT%%DESC'")
            assert cursor.fetchone() == (1,)


def test_the_seats_tell_who_is_deaf_and_whether_the_speaker_may_write(story, cast):
    story.begins()
    france, since = story.seat("FRA"), clock.now() - AN_HOUR
    assert told(queries.seats_for(france, since)) == ([], False, 0)
    story.says("FRA", "ENG", "honey", plain=True)
    Block.objects.create(by=cast.bob, of=cast.alice)
    until = clock.now() + AN_HOUR
    Sanction.objects.create(user=cast.alice, kind=Sanction.Kind.MUTE, until=until, at=clock.now(), reason="x")
    assert told(queries.seats_for(france, since)) == (["ENG"], True, 1)
    assert told(queries.seats_for(story.seat("ENG"), since)) == ([], False, 0)
    assert queries.seats_for(france, clock.now() + AN_HOUR)[0].lately == 0


def test_a_seat_is_found_under_a_session_of_its_person_only(story, cast, client):
    story.begins()
    client.force_login(cast.alice)
    alices = client.session.session_key
    client.force_login(cast.bob)
    bobs = client.session.session_key
    slug, alice = story.game.slug, cast.alice.pk
    assert queries.seat_under(slug, alice, bobs) is None
    assert queries.seat_under(slug, alice, None) is None
    assert queries.seat_under(slug, cast.bob.pk, bobs) == story.seat("ENG")
    client.logout()
    assert queries.seat_under(slug, cast.bob.pk, bobs) is None
    assert queries.seat_under(slug, alice, alices) is None  # who signs in as somebody else ends the session before


@pytest.mark.parametrize("word", ["mar", "MAR", "m_r", "100%", "\\", "%", "absent"])
def test_a_part_is_looked_for_as_it_stands(story, word):
    story.begins()
    for text in ("marmalade", "100% honey", "a \\ b", "mxr"):
        story.says("FRA", "ENG", text, plain=True)

    def make(game, part):
        return Message.objects.filter(game=game, text__contains=part).order_by("id")

    prepared = Prepared(make, game=int, part=str)
    prepared.rows(game=0, part="x")
    assert prepared.rows(game=story.game.pk, part=word) == list(make(story.game.pk, word))


def test_values_come_in_the_order_they_are_named_in(story):
    story.begins()

    def make(game):
        rows = Seat.objects.filter(game=game).order_by("power").annotate(number=Count("sheets"))
        return rows.values_list("power", "number", "game__slug")

    found = PreparedValues(make, game=int).rows(game=story.game.pk)
    assert list(map(tuple, found)) == list(make(story.game.pk))
