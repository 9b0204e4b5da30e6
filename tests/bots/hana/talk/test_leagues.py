"""Three against one: proposed when each gains, divided when it is made, and offered to the other when one says no."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES
from bots.hana.talk.leagues import ask_the_other, propose_league
from bots.hana.talk.situation import Situation
from bots.hana.talk.stances import leader
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.levels import FREE
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from tests.bots.boards import board
from tests.bots.hana.casts import swift
from tests.bots.hana.solos import BEHIND, EASTERN, SHUT_IN, SLOWER, WESTERN

LEADER = board(
    "S1904M",
    *("AUS A SER", "AUS A BUD", "AUS A VIE", "AUS F GRE", "AUS A GAL", "AUS A TYR", "AUS A TRI", "AUS A RUM"),
    *("RUS A UKR", "RUS A WAR", "RUS F SEV", "TUR A BUL", "TUR F AEG", "TUR A CON", "ITA A VEN", "ITA F ION"),
    centers={
        "AUS": "VIE BUD TRI SER GRE RUM MUN ROM",
        "RUS": "MOS WAR SEV",
        "TUR": "CON ANK SMY BUL",
        "ITA": "VEN NAP TUN",
    },
)
LEAGUE = "Agree([ita rus tur], aly([ita rus tur], aus))"


def seen_by(power: Power, position: Position) -> Situation:
    view = SeatView(power, position, STANDARD_RULES, level=FREE, protocol="talk")
    return swift("classicist")._situation(view, {}, Random(1), 5.0)[0]


def situation(*said: str, deals: tuple[str, ...] = ()) -> Situation:
    agreements = tuple(
        Agreement(LEADER.phase, ("ITA", "RUS", "TUR"), parse_formula(text, DIPLOMACY))  # type: ignore[arg-type]
        for text in deals
    )
    talk = tuple(Said(LEADER.phase, parse(text, DIPLOMACY)) for text in said)
    view = SeatView("TUR", LEADER, STANDARD_RULES, talk=talk, agreements=agreements, level=FREE, protocol="talk")
    return swift("classicist")._situation(view, {}, Random(1), 5.0)[0]


def told(utterances: Any) -> list[str]:
    return [format_term(each, DIPLOMACY) for each in utterances]


def test_a_leader_is_met_by_three() -> None:
    assert told(propose_league(situation())) == [f"propose(tur, [ita rus], {LEAGUE})"]


def test_a_league_is_not_proposed_twice_nor_where_people_do_not_talk_freely() -> None:
    assert propose_league(situation(f"propose(tur, [ita rus], {LEAGUE})")) == []
    short = situation()
    short.view = replace(short.view, level=3)
    assert propose_league(short) == []


def test_a_league_divides_what_is_to_be_won() -> None:
    (said,) = told(propose_league(situation(deals=(LEAGUE,))))
    assert said.startswith("propose(tur, [ita rus], Agree([ita rus tur], scd(")
    assert said.count("scd(") in (2, 3)


def test_when_one_says_no_the_other_is_asked_alone() -> None:
    no = f"reject(rus, [ita tur], {LEAGUE})"
    heard: Any = parse(no, DIPLOMACY)
    found = ask_the_other(situation(f"propose(tur, [ita rus], {LEAGUE})", no), heard)
    assert told(found) == ["propose(tur, ita, Agree([ita tur], aly([ita tur], aus)))"]
    assert ask_the_other(situation(no), heard) == []


@pytest.mark.parametrize(
    ("position", "power", "named"),
    [(EASTERN, "FRA", "TUR"), (WESTERN, "TUR", "FRA"), (BEHIND, "ITA", "FRA"), (SHUT_IN, "GER", "TUR")],
    ids=["east", "west", "fewer centers, about to win", "most centers, where nobody is about to win"],
)
def test_who_is_about_to_win_is_named(position: Position, power: Power, named: Power) -> None:
    assert leader(seen_by(power, position)) == named


@pytest.mark.parametrize(
    ("position", "power", "league"),
    [
        # France could come to Tunis and Rome, though it does not meet Turkey yet.
        (SLOWER, "ITA", "propose(ita, [fra ger], Agree([fra ger ita], aly([fra ger ita], tur)))"),
        # England and Germany are nearer to France, but Italy and Austria stand before what it would take next.
        (WESTERN, "RUS", "propose(rus, [aus ita], Agree([aus ita rus], aly([aus ita rus], fra)))"),
        (EASTERN, "GER", "propose(ger, [fra ita], Agree([fra ger ita], aly([fra ger ita], tur)))"),
    ],
    ids=["slower", "west", "east"],
)
def test_those_are_asked_who_can_stop_it(position: Position, power: Power, league: str) -> None:
    assert told(propose_league(seen_by(power, position))) == [league]


@pytest.mark.parametrize("power", ["ENG", "FRA", "GER", "ITA", "RUS"])
def test_nobody_is_in_league_with_who_is_about_to_win(power: Power) -> None:
    assert not any("tur]" in said.split("aly(")[0] for said in told(propose_league(seen_by(power, EASTERN))))
