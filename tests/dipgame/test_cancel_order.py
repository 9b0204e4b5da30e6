"""Somebody takes an order back."""

import pytest

from dipgame.games import services
from dipgame.games.errors import Malformed


@pytest.mark.parametrize("unit", ["PAR", "par", " A PAR ", "A PAR"])
def test_the_order_of_the_named_unit_is_gone(story, unit):
    story.begins()
    story.orders("FRA", "A PAR - BUR", "A MAR - SPA")
    assert services.cancel_order(story.seat("FRA"), "S1901M", unit)
    assert story.sheet("FRA").orders == {"MAR": "A MAR - SPA"}


def test_cancelling_twice_is_no_error(story):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    assert services.cancel_order(story.seat("FRA"), "S1901M", "PAR")
    assert not services.cancel_order(story.seat("FRA"), "S1901M", "PAR")
    assert not services.cancel_order(story.seat("FRA"), "S1901M", "LON")


def test_a_coast_names_the_same_unit(story):
    at = {"phase": "S1902M", "units": ["FRA F SPA/SC"], "centers": {"FRA": ["SPA"], "ENG": ["LON"]}}
    story.begins(at=at)
    story.orders("FRA", "F SPA/SC - WES")
    assert services.cancel_order(story.seat("FRA"), "S1902M", "SPA/SC")
    assert story.sheet("FRA").orders == {}


@pytest.mark.parametrize("unit", ["", "XYZ", "PARIS", "A PAR - BUR", "WAIVE 0", "\x00", "PAR/XC", "../../etc"])
def test_what_names_no_unit_is_malformed(story, unit):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    with pytest.raises(Malformed):
        services.cancel_order(story.seat("FRA"), "S1901M", unit)
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


def test_another_seat_keeps_its_order(story):
    story.begins()
    story.orders("ENG", "F LON - NTH")
    assert not services.cancel_order(story.seat("FRA"), "S1901M", "LON")
    assert story.sheet("ENG").orders == {"LON": "F LON - NTH"}
