"""The drawn board agrees with the board of the rules."""

from itertools import combinations
from math import cos, dist, pi, sin

import pytest

from adjudication.board import STANDARD
from frontend.board import GEOMETRY
from frontend.board.tokens import TOKEN_RADIUS
from tests.frontend.board.outlines import border_ends, inside, outline, owners_of_corners, owners_of_edges, rim
from tests.scored import each_of

SEAS = {code for code, facts in STANDARD.provinces.items() if facts.kind == "sea"}
COASTS = {code for code, facts in STANDARD.provinces.items() if facts.kind == "coast"}
SMALL_TOKEN = TOKEN_RADIUS * 0.72
DOT = 4.6
COAST_NAME = (16.0, 9.0)


def province_pairs(borders):
    return {frozenset((one[:3], other[:3])) for one, steps in borders.items() for other in steps}


def touching():
    return {frozenset(codes) for codes in owners_of_edges().values() if len(codes) == 2}


def drawn_crawls():
    """Coast to coast along one shore: the end of a common border touches a sea. With the seas it touches."""
    found = {}
    for pair in touching():
        one, other = sorted(pair)
        if {one, other} <= COASTS:
            seas = {sea for end in border_ends(one, other) for sea in owners_of_corners()[end] & SEAS}
            if seas:
                found[frozenset(pair)] = seas
    return found


def test_every_province_is_drawn_in_one_piece():
    assert set(GEOMETRY.provinces) == set(STANDARD.provinces)
    for code in GEOMETRY.provinces:
        first, *holes = outline(code)
        xs, ys = [x for x, _ in first], [y for _, y in first]
        for hole in holes:
            assert min(xs) <= min(x for x, _ in hole) <= max(x for x, _ in hole) <= max(xs), code
            assert min(ys) <= min(y for _, y in hole) <= max(y for _, y in hole) <= max(ys), code


def test_no_edge_belongs_to_more_than_two_provinces():
    assert max(len(codes) for codes in owners_of_edges().values()) == 2


def test_exactly_the_neighbours_touch():
    assert touching() == province_pairs(STANDARD.army_borders) | province_pairs(STANDARD.fleet_borders)


def test_borders_are_long_enough_to_be_seen():
    lengths = dict.fromkeys(touching(), 0.0)
    for (one, other), codes in owners_of_edges().items():
        if len(codes) == 2:
            lengths[frozenset(codes)] += dist(one, other) / 10
    shortest = min(lengths, key=lengths.__getitem__)
    assert lengths[shortest] > 9, f"{sorted(shortest)} share {lengths[shortest]:.1f} units"


def test_fleets_crawl_exactly_where_a_border_ends_at_a_sea():
    crawls = {pair for pair in province_pairs(STANDARD.fleet_borders) if pair <= COASTS}
    assert set(drawn_crawls()) == crawls


COAST_SEAS = {
    "BUL/EC": {"BLA"},
    "BUL/SC": {"AEG"},
    "SPA/NC": {"MAO"},
    "SPA/SC": {"MAO", "WES", "GOL"},
    "STP/NC": {"BAR"},
    "STP/SC": {"GOB"},
}


@pytest.mark.parametrize(("region", "seas"), COAST_SEAS.items())
def test_split_coasts_are_drawn_on_their_seas(region, seas):
    """Each coast touches its seas, and the seas at the border of a coastal neighbour are those of the right coast."""
    province = region[:3]
    assert {step for step in STANDARD.fleet_borders[region] if step in SEAS} == seas
    assert all(frozenset((province, sea)) in touching() for sea in seas)
    for neighbour in {step[:3] for step in STANDARD.fleet_borders[region]} - SEAS:
        assert drawn_crawls()[frozenset((province, neighbour))] & seas


@pytest.mark.parametrize(
    ("province", "seas"), [("KIE", {"HEL", "BAL"}), ("CON", {"BLA", "AEG"}), ("DEN", {"HEL", "NTH", "SKA", "BAL"})]
)
def test_canal_provinces_touch_both_their_seas_in_one_region(province, seas):
    assert STANDARD.fleet_regions(province) == (province,)
    assert {sea for pair in touching() if province in pair for sea in pair & SEAS} == seas


def test_barren_land_and_islands_belong_to_nobody():
    assert GEOMETRY.impassable
    assert GEOMETRY.islands
    switzerland = (600.0, 925.0)
    assert not any(inside(code, *switzerland) for code in GEOMETRY.provinces)


def test_neighbouring_seas_differ_in_tone():
    pairs = [tuple(pair) for pair in touching() if pair <= SEAS]
    assert not [pair for pair in pairs if GEOMETRY.tones[pair[0]] == GEOMETRY.tones[pair[1]]]


def disc(x, y, radius):
    return [(x + radius * cos(step * pi / 12), y + radius * sin(step * pi / 12)) for step in range(24)]


def things(code):
    """Everything placed in a province: (name, x, y, width, height), tokens as the box around them."""
    places = GEOMETRY.provinces[code]
    x, y = places.unit
    found = [
        ("unit", x, y, 2 * TOKEN_RADIUS, 2 * TOKEN_RADIUS),
        ("dislodged", x + places.dislodged[0], y + places.dislodged[1], 2 * SMALL_TOKEN, 2 * SMALL_TOKEN),
        ("label", x + places.label[0], y + places.label[1], *places.label_box),
    ]
    if places.center is not None:
        found.append(("center", x + places.center[0], y + places.center[1], 2 * DOT, 2 * DOT))
    return found


@each_of(GEOMETRY.provinces)
def test_everything_lies_inside_its_province(code):
    for name, x, y, width, height in things(code):
        points = rim(x, y, width, height) if name == "label" else disc(x, y, width / 2)
        assert all(inside(code, *point) for point in points), name


@each_of(GEOMETRY.provinces)
def test_nothing_in_a_province_overlaps(code):
    for (name, x, y, w, h), (other, u, v, p, q) in combinations(things(code), 2):
        if "label" not in (name, other):
            assert dist((x, y), (u, v)) >= (w + p) / 2, f"{name} and {other}"
        else:
            assert abs(x - u) >= (w + p) / 2 - 1 or abs(y - v) >= (h + q) / 2 - 1, f"{name} and {other}"


SPLIT = [(code, coast) for code, places in GEOMETRY.provinces.items() for coast in places.coasts]


@pytest.mark.parametrize(("code", "coast"), SPLIT)
def test_fleets_on_split_coasts_have_their_places(code, coast):
    """The token lies inside, on its own coast's side; its coast's name lies in a sea of that coast."""
    places = GEOMETRY.provinces[code].coasts[coast]
    (x, y), (dx, dy) = places.unit, places.dislodged
    assert all(inside(code, *point) for point in disc(x, y, TOKEN_RADIUS))
    assert all(inside(code, *point) for point in disc(x + dx, y + dy, SMALL_TOKEN))
    assert dist((0, 0), (dx, dy)) >= TOKEN_RADIUS + SMALL_TOKEN
    for name, u, v, w, h in things(code):
        if name in ("label", "center"):
            for half, p, q in ((TOKEN_RADIUS, x, y), (SMALL_TOKEN, x + dx, y + dy)):
                assert abs(p - u) >= w / 2 + half - 1 or abs(q - v) >= h / 2 + half - 1, name
    seas = {step for step in STANDARD.fleet_borders[f"{code}/{coast}"] if step in SEAS}
    assert any(all(inside(sea, *point) for point in rim(*places.label, *COAST_NAME)) for sea in seas)
    for sea in seas:
        for name, u, v, w, h in things(sea):
            assert (
                abs(places.label[0] - u) >= (w + COAST_NAME[0]) / 2
                or abs(places.label[1] - v) >= (h + COAST_NAME[1]) / 2
            ), name


def long_boxes():
    for code, places in GEOMETRY.provinces.items():
        yield code, places.unit[0] + places.long_label[0], places.unit[1] + places.long_label[1], *places.long_box


def test_full_names_cover_no_token_no_dot_and_no_other_name():
    boxes = list(long_boxes())
    for (code, x, y, w, h), (other, u, v, p, q) in combinations(boxes, 2):
        assert abs(x - u) >= (w + p) / 2 or abs(y - v) >= (h + q) / 2, f"{code} and {other}"
    for code, x, y, w, h in boxes:
        assert w / 2 <= x <= GEOMETRY.width - w / 2
        assert h / 2 <= y <= GEOMETRY.height - h / 2
        for other in GEOMETRY.provinces:
            for name, u, v, p, q in things(other):
                if name in ("unit", "center"):
                    clear = abs(x - u) >= (w + p) / 2 - 1 or abs(y - v) >= (h + q) / 2 - 1
                    assert clear, f"{code}'s name and {other}'s {name}"
