"""Positions as text, read back as they were written."""

import json
from random import Random

import pytest

from adjudication.engine import adjudicate
from adjudication.options import legal_orders
from adjudication.position import ImpossiblePosition, opening, position_as_dict
from adjudication.position_text import format_position, parse_position
from adjudication.powers import POWERS


def test_positions_of_whole_games_are_read_back_as_they_were_written():
    rng = Random(3)
    position = opening()
    for _ in range(60):
        assert parse_position(format_position(position)) == position
        orders = {power: [rng.choice(found) for found in legal_orders(position, power).values()] for power in POWERS}
        position = adjudicate(position, orders).next


def test_the_opening_is_read_in_the_words_of_people():
    lines = format_position(opening()).splitlines()
    assert lines[0] == "Spring 1901"
    assert lines[3] == "France: A MAR, A PAR, F BRE; centers BRE, MAR, PAR"
    text = "\n".join(lines).replace("France: A MAR, A PAR, F BRE", "france: army marseilles, Army Paris, fleet brest")
    assert parse_position(text.replace("Spring 1901", "s1901m")) == opening()


def test_retreats_and_contested_places_are_read():
    position = parse_position(
        "Fall 1902, retreats\nFrance: A MUN, A BUR\nGermany: no units; centers BER\n"
        "Germany retreats: A MUN from BUR to BER, TYR\nContested: KIE\n"
    )
    assert position_as_dict(position) == {
        "phase": "F1902R",
        "units": ["FRA A BUR", "FRA A MUN"],
        "centers": {"GER": ["BER"]},
        "dislodged": [{"unit": "GER A MUN", "from": "BUR", "retreats": ["BER", "TYR"]}],
        "contested": ["KIE"],
    }


def test_the_json_form_is_read():
    assert parse_position(json.dumps(position_as_dict(opening()))) == opening()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "season and a year"),
        ("Tuesday", "season and a year"),
        ("Spring 1901\nnonsense", "not a line about a power"),
        ("Spring 1901\nSweden: A SWE", "'Sweden' is not a power"),
        ("Spring 1901\nFrance: A NTH", "an army cannot stand in the North Sea"),
        ("Spring 1901\nFrance: F SPA", "stands on one coast: NC, SC"),
        ("Spring 1901\nFrance: A PAR\nGermany: A PAR", "GER A PAR stands where FRA A PAR stands"),
        ("Spring 1901\nFrance: A XYZ", "not a province"),
        ("Spring 1901\nFrance: PAR", "kind of unit"),
        ("Spring 1901\nFrance: A PAR; centers BUR", "not a supply center"),
        ("Spring 1901\nFrance retreats: A PAR from BUR", "not a retreat phase"),
        ("{", "not JSON"),
        ("[1]", "season and a year"),
        ('{"phase": 7}', "phase"),
    ],
)
def test_what_cannot_be_read_or_cannot_stand_says_why(text, words):
    with pytest.raises(ImpossiblePosition) as refused:
        parse_position(text)
    assert words in refused.value.reason or words in refused.value.field
