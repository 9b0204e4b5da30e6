"""The board goes on beyond its frame without a break."""

import pytest

from frontend.board import GEOMETRY
from frontend.board.margins import REACH, lines_onward, strips_onward
from tests.frontend.board.outlines import Spot, rings


def owner_of(x: float, y: float, found: dict[str, list[list[Spot]]]) -> set[str]:
    """Owners of the strips that hold the point."""
    return {
        code
        for code, strips in found.items()
        for strip in strips
        if min(u for u, _ in strip) < x * 10 < max(u for u, _ in strip)
        and min(v for _, v in strip) < y * 10 < max(v for _, v in strip)
    }


STRIPS = {code: rings(strips_onward(places.path, GEOMETRY)) for code, places in GEOMETRY.provinces.items()}
STRIPS["barren"] = rings(strips_onward(GEOMETRY.impassable, GEOMETRY))


@pytest.mark.parametrize("depth", [1.0, REACH / 2, REACH - 1])
def test_every_place_around_the_frame_is_drawn_once(depth: float) -> None:
    width, height = GEOMETRY.width, GEOMETRY.height
    around = [(x + 0.37, y) for x in range(-int(depth), int(width), 50) for y in (-depth, height + depth)]
    around += [(x, y + 0.37) for y in range(-int(depth), int(height), 50) for x in (-depth, width + depth)]
    assert [(x, y) for x, y in around if len(owner_of(x, y, STRIPS)) != 1] == []


@pytest.mark.parametrize(
    ("place", "code"),
    [((-50, 300), "NAO"), ((-50, 900), "MAO"), ((700, -50), "NWG"), ((1650, 300), "MOS"), ((900, 1450), "ION")],
)
def test_the_province_at_the_frame_goes_on(place: tuple[float, float], code: str) -> None:
    assert owner_of(*place, STRIPS) == {code}


def test_coasts_go_on_and_what_ends_inside_does_not() -> None:
    assert len(rings(lines_onward(GEOMETRY.coast, GEOMETRY))) == 4
    assert lines_onward("M100 100l20 20", GEOMETRY) == ""
    assert strips_onward(GEOMETRY.provinces["MUN"].path, GEOMETRY) == ""
