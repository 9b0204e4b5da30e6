"""Figures of a game that is over, by hand."""

import pytest

from adjudication.position import opening, position_from_dict
from frontend.result.figures import Year, decided, leader, scores, years_of


def years(*leads):
    """A game of France (5 centers and its lead) and England (5)."""
    return [Year(1900 + at, {"FRA": 5 + lead, "ENG": 5, "GER": 1}) for at, lead in enumerate(leads)]


@pytest.mark.parametrize(
    ("leads", "found"),
    [
        ((0, 1, 4, 5), (1902, 1, 4)),
        ((0, 4, 0, 1, 3), (1904, 1, 3)),  # the four were made good at once
        ((0, 2, 1, 3), (1901, 0, 2)),  # partly made good is not made good; the earliest of two
        ((0, -1, -2), None),
        ((0, 0), None),
    ],
)
def test_the_turn_that_decided_it(leads, found):
    swing = decided(years(*leads), "FRA")
    assert (None if swing is None else (swing.year.number, swing.before, swing.after)) == found


def test_years_are_counted_after_the_fall():
    boards = [
        opening(),
        position_from_dict({"phase": "F1901M", "units": [], "centers": {"FRA": ["PAR", "BRE", "MAR"]}}),
        position_from_dict({"phase": "W1901A", "units": [], "centers": {"FRA": ["PAR", "BRE", "MAR", "SPA"]}}),
        position_from_dict({"phase": "S1902M", "units": [], "centers": {"FRA": ["PAR", "BRE", "MAR", "SPA"]}}),
        position_from_dict({"phase": "S1903M", "units": [], "centers": {"FRA": ["PAR"], "ITA": ["ROM"]}}),
    ]
    assert [(year.number, year.counts["FRA"]) for year in years_of(boards)] == [(1900, 3), (1901, 4), (1902, 1)]


def test_scores_share_a_hundred_points():
    counts = {"FRA": 6, "ENG": 3, "GER": 1, "ITA": 0}
    drawn = scores(counts, None)
    assert drawn["ITA"].draw_size == drawn["ITA"].squares == 0
    assert drawn["FRA"].draw_size == pytest.approx(100 / 3)
    assert drawn["FRA"].squares == pytest.approx(100 * 36 / 46)
    assert sum(score.squares for score in drawn.values()) == pytest.approx(100)
    won = scores(counts, "FRA")
    assert (won["FRA"].draw_size, won["FRA"].squares, won["ENG"].draw_size) == (100, 100, 0)


def test_c_diplo_shares_the_third_place_among_those_without_centers() -> None:
    points = scores({"AUS": 17, "ENG": 17, "FRA": 0, "GER": 0, "ITA": 0, "RUS": 0, "TUR": 0}, None)
    assert points["FRA"].c_diplo == pytest.approx(1 + 7 / 5)
    assert sum(score.c_diplo for score in points.values()) == pytest.approx(100)


def test_c_diplo_gives_nobody_the_points_of_free_centers() -> None:
    points = scores({"AUS": 5, "ENG": 5, "FRA": 5, "GER": 4, "ITA": 4, "RUS": 4, "TUR": 3}, None)
    assert sum(score.c_diplo for score in points.values()) == pytest.approx(100 - 4)


def test_c_diplo_counts_places_and_shares_them():
    counts = {"FRA": 12, "ENG": 8, "GER": 8, "ITA": 6, "TUR": 0, "AUS": 0, "RUS": 0}
    points = scores(counts, None)
    assert points["FRA"].c_diplo == 1 + 12 + 38
    assert points["ENG"].c_diplo == points["GER"].c_diplo == 1 + 8 + (14 + 7) / 2
    assert (points["ITA"].c_diplo, points["TUR"].c_diplo) == (7, 1)
    assert sum(score.c_diplo for score in points.values()) == pytest.approx(100)
    assert points["FRA"].c_diplo_working == "1 + 12 + 38"
    assert points["FRA"].squares_working == "12² of 308"


def test_a_draw_among_some_is_theirs_alone():
    points = scores({"FRA": 6, "ENG": 3, "GER": 1}, None, ["FRA", "ENG"])
    assert [points[power].draw_size for power in ("FRA", "ENG", "GER")] == [50, 50, 0]
    assert points["FRA"].draw_size_working == "one of 2"
    assert scores({"FRA": 6, "ENG": 3}, "FRA", conceded=True)["FRA"].squares_working == "all others conceded"


def test_a_leader_has_more_than_any_other():
    assert leader({"FRA": 6, "ENG": 3}) == "FRA"
    assert leader({"FRA": 3, "ENG": 3}) is None
