"""A solo two years ahead: who is seen to be about to win, and who stands so that it can be stopped."""

from dataclasses import replace
from time import thread_time

import pytest

from adjudication.phase import parse_phase
from adjudication.position import Position, opening
from adjudication.powers import Power
from bots.hana.foresee.winning import NOTHING_AHEAD, prospect_of, relief_of, stoppers_of
from tests.bots.hana.solos import BEHIND, EASTERN, SHUT_IN, SLOWER, WESTERN


@pytest.mark.parametrize(
    ("position", "winner"),
    [(EASTERN, "TUR"), (SLOWER, "TUR"), (WESTERN, "FRA"), (BEHIND, "FRA"), (SHUT_IN, None), (opening(), None)],
    ids=["east", "slower", "west", "behind", "shut in", "opening"],
)
def test_the_likely_winner_is_to_be_stopped(position: Position, winner: Power | None) -> None:
    assert prospect_of(position).winner == winner


def test_twelve_centers_that_are_shut_in_alarm_nobody() -> None:
    prospect = prospect_of(SHUT_IN)
    assert prospect.winning["TUR"] == 0
    assert prospect.centers["TUR"] < 12
    assert stoppers_of(SHUT_IN, "TUR") == {}


def test_nobody_looks_ahead_while_nobody_is_strong() -> None:
    assert prospect_of(opening()) is NOTHING_AHEAD


def test_what_it_would_take_lies_open_now() -> None:
    prizes = prospect_of(EASTERN).prizes["TUR"]
    assert {"WAR", "MOS", "MUN"} <= {center for center, share in prizes.items() if share > 0.9}
    assert not set(prizes) & set(EASTERN.centers_of("TUR"))


def test_those_stop_it_whose_units_get_there_in_time() -> None:
    able = stoppers_of(WESTERN, "FRA")
    # Italy and Austria stand before Venice, Rome and Naples, Germany in Kiel; Turkey is far from all of it.
    assert sorted(able, key=lambda power: -able[power])[:3] == ["ITA", "AUS", "GER"]
    assert able["TUR"] < 1
    assert "FRA" not in able
    assert stoppers_of(WESTERN, "RUS") == {}


def test_a_league_against_it_is_worth_more_to_who_has_more_to_lose() -> None:
    assert relief_of(EASTERN, "GER", {"TUR"}) > relief_of(EASTERN, "RUS", {"TUR"}) > 0
    assert relief_of(EASTERN, "GER", {"RUS"}) == relief_of(EASTERN, "TUR", {"TUR"}) == 0
    assert relief_of(SHUT_IN, "GER", {"TUR"}) == 0


@pytest.mark.parametrize("phase", ["F1907R", "W1907A"])
def test_it_is_seen_between_moves_too(phase: str) -> None:
    assert prospect_of(replace(EASTERN, phase=parse_phase(phase))).winner == "TUR"


def test_the_same_position_has_the_same_forecast_and_costs_little() -> None:
    anew, costs = prospect_of.__wrapped__, []
    for _ in range(5):
        began = thread_time()
        assert anew(WESTERN) == prospect_of(WESTERN)
        costs.append(thread_time() - began)
    # 15 ms, asked once for a position; ten times as much where the machine is slow.
    assert min(costs) < 0.15
