"""Openings have names, which are stored when a game ends."""

from typing import Any

import pytest
from django.core.management import call_command

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import opening
from adjudication.powers import Power
from bots.hana.judge.openings import BOOK
from dipgame.games.models import Game, GamePhase, Seat
from dipgame.games.openings import LINES, OPENINGS, family, opening_of
from dipgame.games.services.name_openings import name_openings
from tests.played import played


@pytest.mark.parametrize("line", BOOK, ids=lambda line: f"{line.power} {line.name}")
def test_the_lines_bots_play_have_the_names_of_their_book(line: Any) -> None:
    assert opening_of(line.power, line.spring) == line.name


@pytest.mark.parametrize(
    ("power", "orders", "name"),
    [
        ("AUS", ("A VIE H", "A BUD - SER", "F TRI - ALB"), "Balkan gambit"),
        ("AUS", ("A VIE - TYR", "A BUD - SER", "F TRI - VEN"), "Italian attack"),
        ("AUS", ("A VIE - GAL", "A BUD - RUM", "F TRI - VEN"), "Southern hedgehog"),
        ("ENG", ("F EDI - NWG", "F LON - ECH", "A LVP - YOR"), "Splits opening"),
        ("ENG", ("F EDI - NWG", "F LON - NTH", "A LVP - WAL"), "Northern opening"),
        ("FRA", ("F BRE - MAO", "A PAR - GAS", "A MAR - BUR"), "Vineyard opening"),
        ("FRA", ("F BRE - GAS", "A PAR - BUR", "A MAR - SPA"), "Burgundy opening"),
        ("GER", ("F KIE - HOL", "A BER - KIE", "A MUN - BUR"), "Burgundy attack"),
        ("ITA", ("A VEN - TYR", "A ROM - APU", "F NAP - ION"), "Obriani opening"),
        ("RUS", ("F STP/SC - FIN", "F SEV - BLA", "A WAR - GAL", "A MOS - STP"), "Squid"),
        ("TUR", ("F ANK - BLA", "A CON - BUL", "A SMY H"), "Russian defence"),
        # Units that all hold open nothing, and a name belongs to one power.
        *((power, ("A MUN H", "F KIE H", "A BER H", "F TRI H"), "") for power in ("AUS", "GER", "FRA")),
        ("RUS", ("F ANK - BLA", "A SMY - ARM"), ""),
        ("FRA", (), ""),
    ],
)
def test_openings_are_named_by_their_orders(power: Power, orders: tuple[str, ...], name: str) -> None:
    assert opening_of(power, orders) == name


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line[0]} {line[1]}")
def test_every_line_can_be_ordered_and_found(line: Any) -> None:
    power, name, orders = line
    resolution = adjudicate(opening(), {power: [parse_order(order) for order in orders]})
    assert not [each for each in resolution.outcomes if each.result in ("illegal", "void")]
    assert opening_of(power, orders) in OPENINGS[power][name]
    assert name in OPENINGS[power][family(name)]


def of(game: Any) -> dict[str, str]:
    return {seat.power: seat.opening for seat in Seat.objects.filter(game=game) if seat.opening}


@pytest.mark.django_db
@pytest.mark.database
def test_a_game_that_ends_keeps_what_was_opened(story: Any) -> None:
    story.begins(end_year=1901)
    story.orders("FRA", "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
    story.orders("GER", "A MUN - BUR")
    story.deadline_passes()
    story.orders("FRA", "A MAR - SPA")
    assert of(story.game) == {}
    while story.is_running:
        story.deadline_passes()
    assert of(story.game) == {"FRA": "Maginot opening", "GER": "Burgundy attack"}


@pytest.mark.django_db
@pytest.mark.database
def test_games_that_ended_before_are_named_too_and_once(story: Any, cast: Any) -> None:
    story.begins(end_year=1901)
    story.orders("FRA", "A PAR - BUR", "A MAR - SPA", "F BRE - MAO")
    while story.is_running:
        story.deadline_passes()
    kept = "name", "position", "outcomes", "opened_at", "resolved_at"
    row = GamePhase.objects.filter(game=story.game, index=0).values(*kept).get()
    others = [played({"TUR": cast.bob}) for _ in range(3)]
    for other, outcomes in zip(others, (row["outcomes"], [], [{"nonsense": 1}]), strict=True):
        GamePhase.objects.create(game=other, index=0, status="resolved", **row | {"outcomes": outcomes})
    Seat.objects.update(opening="")
    Seat.objects.filter(game=others[0], power="FRA").update(opening="A name of old")
    assert name_openings(GamePhase.objects, Seat.objects) == 2
    assert of(story.game) == of(others[0]) == {"FRA": "Burgundy opening"}
    assert of(others[1]) == of(others[2]) == {}
    assert name_openings(GamePhase.objects, Seat.objects) == 0


@pytest.mark.django_db
@pytest.mark.database
def test_a_game_from_the_sandbox_has_no_opening(story: Any) -> None:
    story.begins(end_year=1901)
    Game.objects.update(first_position=story.row.position)
    story.orders("FRA", "A PAR - BUR", "A MAR - SPA", "F BRE - MAO")
    while story.is_running:
        story.deadline_passes()
    call_command("name_openings")
    assert of(story.game) == {}
    Game.objects.update(first_position=None)
    call_command("name_openings")
    assert of(story.game) == {"FRA": "Burgundy opening"}
