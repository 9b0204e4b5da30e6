"""Powers can be told apart by every eye, and names can be read on every ground."""

from itertools import combinations

import pytest

from adjudication.powers import POWERS
from frontend.board.palette import DARK, EMBLEMS, LIGHT, TOKENS
from tests.frontend.board.colour import EYES, contrast, distance, lab

SHARMA = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
]


@pytest.mark.parametrize(("one", "other", "expected"), SHARMA)
def test_the_distance_is_the_published_one(one, other, expected):
    """Sharma, Wu and Dalal (2005), table 1."""
    assert distance(one, other) == pytest.approx(expected, abs=5e-5)
    assert distance(other, one) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("eye", EYES)
def test_no_two_powers_look_alike(eye):
    apart = {
        (one, other): distance(lab(TOKENS[one], eye), lab(TOKENS[other], eye)) for one, other in combinations(POWERS, 2)
    }
    closest = min(apart, key=apart.__getitem__)
    assert apart[closest] >= 26, f"{closest} are {apart[closest]:.1f} apart for {eye} eyes"


@pytest.mark.parametrize("power", POWERS)
def test_emblems_stand_out_on_their_tokens(power):
    assert contrast(TOKENS[power], EMBLEMS[power]) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_names_are_legible_on_every_ground(theme):
    lands = [theme["land"], *(theme[f"tint-{power.lower()}"] for power in POWERS)]
    assert min(contrast(theme["land-label"], ground) for ground in lands) >= 4.5
    assert min(contrast(theme["sea-label"], theme[f"sea-{tone}"]) for tone in (0, 1, 2)) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_outlines_show_every_token_on_every_ground(theme):
    """A token may have the colour of the ground, so its outline must be seen: on the ground or against its halo."""
    grounds = [theme["land"], *(theme[f"sea-{tone}"] for tone in (0, 1, 2))]
    grounds += [theme[f"tint-{power.lower()}"] for power in POWERS]
    for ground in grounds:
        assert max(contrast(theme["ink"], ground), contrast(theme["ink"], theme["casing"])) >= 7
