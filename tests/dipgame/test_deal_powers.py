"""Powers are dealt by wishes when the game begins: fairly, and the same for the same seed."""

from random import Random

import pytest

from dipgame.games import services
from dipgame.games.dealing import dealt
from dipgame.games.errors import Malformed
from dipgame.games.models import Game

CASES = [
    ({1: ["FRA"], 2: ["ENG"]}, {1: "FRA", 2: "ENG"}),
    # Both want France; the one who wants England next gets it.
    ({1: ["FRA", "ENG"], 2: ["FRA"]}, {1: "ENG", 2: "FRA"}),
    # Three in a circle of first and second wishes all get their first.
    ({1: ["FRA", "ENG"], 2: ["ENG", "GER"], 3: ["GER", "FRA"]}, {1: "FRA", 2: "ENG", 3: "GER"}),
    # Two second wishes are fairer than a first and a third one.
    (
        {1: ["FRA", "ENG", "ITA"], 2: ["FRA", "ITA", "ENG"], 3: ["FRA", "RUS", "TUR"]},
        None,
    ),
]


@pytest.mark.parametrize(("wishes", "expected"), CASES)
def test_the_fairest_way(wishes, expected):
    for seed in range(5):
        given = dealt(wishes, Random(seed))
        assert len(set(given.values())) == len(wishes)
        if expected is not None:
            assert given == expected
        else:
            assert sorted(wishes[person].index(power) for person, power in given.items()) == [0, 1, 1]


def test_equal_wishes_are_drawn_by_lot_and_the_lot_by_the_seed():
    wishes = {1: ["FRA"], 2: ["FRA"]}
    drawn = [dealt(wishes, Random(seed)) for seed in range(40)]
    assert {person for given in drawn for person, power in given.items() if power == "FRA"} == {1, 2}
    assert drawn == [dealt(wishes, Random(seed)) for seed in range(40)]


def test_who_names_little_gains_nothing_by_it():
    """One who names France alone is not put before one who names all seven."""
    wishes = {1: ["FRA"], 2: ["FRA", "ENG", "GER", "ITA", "AUS", "RUS", "TUR"]}
    assert {dealt(wishes, Random(seed))[2] for seed in range(40)} <= {"FRA", "ENG"}


def test_seven_without_wishes():
    assert len(set(dealt({person: [] for person in range(7)}, Random(1)).values())) == 7


@pytest.mark.django_db
def test_a_table_is_dealt_when_it_begins(story):
    story.waits(bob=False, seating="wishes", power="TUR")
    services.join_game(story.cast.bob, story.game, wishes=["AUS", "ENG"])
    with story.committed():
        services.fill_seats(story.game, "holdbot")
    assert story.seat("TUR").user == story.cast.alice
    assert story.seat("AUS").user == story.cast.bob
    assert story.game.seats.filter(bot="holdbot").count() == 5
    assert story.sheet("AUS").seat.user == story.cast.bob
    story.ready("TUR", "AUS")
    assert story.phase == "F1901M"


@pytest.mark.django_db
def test_a_wish_for_no_power_is_refused(story):
    story.waits(bob=False, seating="wishes")
    with pytest.raises(Malformed):
        services.join_game(story.cast.bob, story.game, wishes=["SPA"])


@pytest.mark.django_db
def test_from_the_page_and_nobody_sees_a_power_before(client, story):
    story.waits(bob=False, seating="wishes", power="TUR")
    client.force_login(story.cast.bob)
    address = f"/games/{story.game.slug}/table/"
    page = client.get(address).content.decode()
    assert "Powers you would like" in page
    assert "Sit here" not in page
    assert "data-power" not in page.split("<main")[1]
    join = f"/games/{story.game.slug}/join/"
    twice = client.post(join, {"wish1": "AUS", "wish2": "AUS"})
    assert (twice.status_code, "Name every power once" in twice.content.decode()) == (400, True)
    assert '<details class="more" open>' in twice.content.decode()
    assert client.post(join, {"wish1": "AUS", "wish3": "ENG"}).status_code == 302
    assert story.game.seats.get(user=story.cast.bob).wishes == "AUS ENG"
    assert Game.objects.get(pk=story.game.pk).status == "open"
    assert "powers are assigned at the start" in client.get(address).content.decode()
