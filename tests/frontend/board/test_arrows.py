"""The curves of arrows: where they start and end, how they part, how they keep clear of others."""

from math import dist, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.board.arrows import Curve, arrow_curve, clear_curve, through

coordinates = st.integers(0, 1600).map(float)
spots = st.tuples(coordinates, coordinates)
pairs = st.tuples(spots, spots).filter(lambda pair: dist(*pair) > 40)
ROOM = 19.0


def path_of(curve: Curve) -> list[tuple[float, float]]:
    return [curve.at(step / 40) for step in range(41)]


@given(pairs)
def test_an_arrow_goes_from_its_start_to_its_end(pair):
    curve = arrow_curve(*pair)
    assert curve.at(0) == pair[0]
    assert curve.at(1) == pair[1]


@given(pairs)
def test_an_arrow_stays_near_the_straight_way(pair):
    assert dist(*pair) <= arrow_curve(*pair).length() * 1.02 <= dist(*pair) * 1.35


@given(pairs)
def test_arrows_that_meet_head_on_never_touch_but_at_their_ends(pair):
    start, end = pair
    there, back = arrow_curve(start, end), arrow_curve(end, start)
    for share in (0.25, 0.5, 0.75):
        assert dist(there.at(share), back.at(1 - share)) > 0.1 * min(dist(*pair), 200)


@given(pairs, st.floats(0, 30), st.floats(0, 30))
def test_trimming_takes_off_about_what_was_asked(pair, head, tail):
    curve = arrow_curve(*pair)
    cut = curve.trimmed(head, tail)
    length = curve.length()
    left = length - min(head, 0.25 * length) - min(tail, 0.25 * length)
    assert cut.length() == pytest.approx(left, rel=0.15, abs=3)
    assert min(dist(cut.points[-1], spot) for spot in path_of(curve)) < length / 40 + 1


def test_a_short_arrow_keeps_half_of_its_length():
    curve = arrow_curve((0.0, 0.0), (40.0, 0.0))
    assert curve.trimmed(18, 22).length() > 0.45 * curve.length()


@given(st.lists(spots, min_size=2, max_size=6, unique=True))
def test_a_way_over_several_points_passes_all_of_them(points):
    curve = through(points)
    for index, point in enumerate(points):
        assert dist(curve.at(index / (len(points) - 1)), point) < 1e-6


def test_an_arrow_bends_round_a_unit_that_stands_on_its_way():
    start, end = (0.0, 0.0), (200.0, 0.0)
    plain = arrow_curve(start, end)
    blocking = plain.at(0.5)
    found = clear_curve(start, end, [start, end, blocking], ROOM)
    assert min(dist(spot, blocking) for spot in path_of(found)) >= ROOM - 2
    assert found.at(0) == start


def test_an_arrow_that_meets_another_keeps_to_the_right_whatever_stands_there():
    start, end = (0.0, 0.0), (200.0, 0.0)
    others = [arrow_curve(start, end, bend).at(0.5) for bend in (0.16, 0.26, 0.08)]
    found = clear_curve(start, end, others, ROOM, both_ways=True)
    assert found.at(0.5)[1] > 0


def test_a_way_of_no_length_is_left_alone():
    curve = arrow_curve((5.0, 5.0), (5.0, 5.0))
    assert hypot(*curve.trimmed(10, 10).at(0.5)) == pytest.approx(hypot(5, 5))


def test_path_data_are_short_and_absolute():
    assert arrow_curve((0.0, 0.0), (30.0, 0.0), bend=0).path() == "M0.0 0.0C10.0 0.0 20.0 0.0 30.0 0.0"
