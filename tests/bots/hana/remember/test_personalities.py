"""Personalities play differently: the same board and the same past, other orders.

HANA is France.
"""

from dataclasses import replace

import pytest

from adjudication.batch import decode_order
from adjudication.orders import Move
from adjudication.phase import parse_phase
from adjudication.position import position_from_dict
from adjudication.rulebook import STANDARD_RULES
from bots.hana.judge.phase_analysis import think
from bots.hana.judge.strength import FAST
from bots.hana.remember.mind import Mind, attitudes_of
from bots.hana.remember.personality import PERSONALITIES
from bots.view import Agreement, SeatView
from tests.bots.hana.deals import deal_in

SMALL = replace(FAST, most=2000)


def board(units, **centers):
    position = position_from_dict({"phase": "F1903M", "units": units, "centers": centers})
    return SeatView("FRA", position, STANDARD_RULES, level=3)


OPEN_DOOR = board(["FRA A BUR", "FRA A RUH", "GER A PRU"], FRA=["PAR", "MAR"], GER=["MUN", "KIE", "BER"])
"""Munich is next door and empty; there is peace with Germany."""
PEACE = Agreement(parse_phase("S1903M"), ("FRA", "GER"), deal_in("Agree([fra ger], pce([fra ger]))"))

BETWEEN = board(
    ["FRA A UKR", "GER F BAR", "ITA F NWG"], FRA=["RUM", "SEV", "LON"], GER=["WAR", "KIE"], ITA=["MOS", "ROM"]
)
"""One army between Warsaw and Moscow, both empty and worth the same."""


def targets(view, name, emotions):
    personality = PERSONALITIES[name]
    attitudes = attitudes_of(Mind(emotions=emotions), view, personality)
    orders = think(view, {}, SMALL, 7).expectation(view.agreements, attitudes).orders.values()
    return {order.target for order in map(decode_order, orders) if isinstance(order, Move)}


@pytest.mark.parametrize(("name", "breaks"), [("classicist", False), ("opportunist", True)])
def test_one_keeps_the_peace_where_another_takes_the_open_center(name, breaks):
    view = replace(OPEN_DOOR, agreements=(PEACE,))
    german = {"MUN", "KIE", "BER"}
    assert bool(targets(view, name, {}) & german) is breaks
    assert targets(OPEN_DOOR, name, {}) & german, "without the peace both do"


@pytest.mark.parametrize(("enemy", "center"), [("GER", "WAR"), ("ITA", "MOS")])
def test_the_vengeful_goes_for_the_one_who_wronged_it(enemy, center):
    assert targets(BETWEEN, "vengeful", {enemy: {"anger": 0.9}}) == {center}


def test_neutral_bears_no_grudge():
    quiet = targets(BETWEEN, "neutral", {})
    assert all(targets(BETWEEN, "neutral", {enemy: {"anger": 0.9}}) == quiet for enemy in ("GER", "ITA"))


def test_a_friend_is_spared():
    for friend, other in (("GER", "MOS"), ("ITA", "WAR")):
        assert targets(BETWEEN, "diplomat", {friend: {"gratitude": 0.9, "liking": 0.9}}) == {other}
