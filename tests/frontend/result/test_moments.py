"""Moments that decided a game, found on small boards."""

from typing import Any

import pytest

from adjudication.phase import parse_phase
from adjudication.position import Position, position_from_dict
from frontend.result.moments import Pledged, moments_of


def board(phase: str, centers: dict[str, list[str]], units: Any = (), dislodged: Any = ()) -> Position:
    return position_from_dict({"phase": phase, "units": list(units), "centers": centers, "dislodged": list(dislodged)})


START = {"FRA": ["BRE", "MAR", "PAR"], "GER": ["BER", "KIE", "MUN"], "TUR": ["CON"]}
LATER = {"FRA": ["BRE", "MAR", "MUN", "PAR"], "GER": ["BER", "KIE"], "TUR": ["CON"]}
LAST = {"FRA": ["BRE", "CON", "MAR", "MUN", "PAR"], "GER": ["BER", "KIE"]}
GAME = [
    board("S1901M", START),
    board("F1901M", START),
    board("S1902M", LATER),
    board("F1902M", LATER),
    board("S1903M", LAST),
]


def texts(*more: Any, viewer: Any = None, boards: Any = GAME, hero: Any = None) -> list[tuple[str, str]]:
    return [(str(each.phase), each.text) for each in moments_of(boards, more, hero, viewer)]


def test_centers_taken_and_powers_that_are_out_stand_at_their_fall() -> None:
    assert texts() == [
        ("F1901M", "France took Munich from Germany."),
        ("F1902M", "Turkey lost its last center."),
    ]


def test_the_lasting_lead_of_the_winner_goes_first() -> None:
    assert ("F1901M", "France came to 4 centers and took the lead, which it never lost again.") in texts(hero="FRA")


@pytest.mark.parametrize(
    ("start", "later", "text"),
    [
        (START, [LATER], "France came to 4 centers and took the lead."),
        (START | {"FRA": ["BRE"]}, [LATER], "France came to 4 centers and took the lead."),
        (START | {"FRA": [*START["FRA"], "SPA"]}, [LATER], "France came to 4 centers: its lead grew by 1 center."),
        (
            START | {"FRA": [*START["FRA"], "SPA"]},
            [LATER | {"FRA": [*LATER["FRA"], "SPA"]}, LATER | {"FRA": [*LATER["FRA"], "SPA"]}],
            "France came to 5 centers: its lead grew by 2 centers and was never lost again.",
        ),
        (
            {"FRA": ["BRE"], "GER": ["BER", "DEN", "HOL", "KIE", "MUN"]},
            [
                {"FRA": ["BRE", "MAR", "PAR"], "GER": ["BER", "DEN", "HOL", "KIE"]},
                {"FRA": ["BRE", "MAR", "PAR", "SPA"], "GER": ["BER", "DEN", "HOL"]},
            ],
            "France came to 3 centers, 3 centers closer to the first place.",
        ),
    ],
)
def test_a_lead_is_told_as_far_as_later_years_show_it(start: Any, later: list[Any], text: str) -> None:
    years = [board(f"F{1901 + at}M", centers) for at, centers in enumerate([start, *later])]
    assert text in [each for _, each in texts(boards=years, hero="FRA")]


@pytest.mark.parametrize(
    ("promise", "text"),
    [
        (Pledged(parse_phase("S1901M"), "GER", ("FRA",), True), "Germany kept its word to France."),
        (
            Pledged(parse_phase("S1901M"), "FRA", ("GER",), False, 1),
            "France broke its word to Germany and took 1 center from it that year.",
        ),
    ],
)
def test_words_kept_and_broken_are_moments(promise: Pledged, text: str) -> None:
    assert ("S1901M", text) in texts(promise)


def test_a_beaten_unit_is_a_moment_of_the_phase_before() -> None:
    beaten = {"unit": "FRA A BUR", "from": "MUN", "retreats": []}
    fight = [
        board("S1901M", START, ["GER A MUN", "FRA A BUR"]),
        board("S1901R", START, ["GER A BUR"], [beaten]),
    ]
    assert texts(boards=fight) == [("S1901M", "Germany beat an army of France out of Burgundy.")]


def test_there_are_three_at_most_and_the_readers_own_come_first() -> None:
    words = [Pledged(parse_phase(f"S190{year}M"), "AUS", ("ITA",), False) for year in (1, 2, 3)]
    mine = Pledged(parse_phase("S1904M"), "ENG", ("RUS",), False)
    found = texts(*words, mine, boards=[], viewer="ENG")
    assert len(found) == 3
    assert ("S1904M", "England broke its word to Russia.") in found


def test_an_attack_on_the_readers_peace_is_a_moment() -> None:
    words = [Pledged(parse_phase(f"S190{year}M"), "AUS", ("RUS",), False, 1) for year in (1, 2, 3)]
    attack = Pledged(parse_phase("S1904M"), "ITA", ("FRA",), False, is_peace=True)
    assert ("S1904M", "Italy attacked France and broke their peace.") in texts(*words, attack, boards=[], viewer="FRA")
    assert "S1904M" not in [phase for phase, _ in texts(*words, attack, boards=[])]


def test_nothing_happened_is_no_moment() -> None:
    assert texts(boards=[board("S1901M", START), board("S1902M", START)]) == []
