"""The board's facts."""

import json
from pathlib import Path

import pytest

from adjudication.board import STANDARD, Board, UnitKind, province_of
from adjudication.names import place_name, region_phrase
from adjudication.powers import POWERS, as_power

FACTS = json.loads((Path(__file__).parent / "cases" / "borders.json").read_text())


def test_counts() -> None:
    kinds = [facts.kind for facts in STANDARD.provinces.values()]
    assert (len(kinds), kinds.count("sea"), kinds.count("inland")) == (75, 19, 14)
    assert len(STANDARD.centers) == 34
    assert sum(map(len, STANDARD.homes.values())) == 22
    assert [code for code, facts in STANDARD.provinces.items() if facts.coasts] == ["BUL", "SPA", "STP"]
    assert sum(map(len, STANDARD.opening_units.values())) == 22


@pytest.mark.parametrize("kind", ["A", "F"])
def test_borders_go_both_ways(kind: UnitKind) -> None:
    borders = STANDARD.borders(kind)
    for region, others in borders.items():
        assert list(others) == sorted(set(others))
        for other in others:
            assert region in borders[other]
            assert province_of(other) != province_of(region)


@pytest.mark.parametrize(("kind", "letter"), [("A", "a"), ("F", "f")])
def test_every_border_is_a_fact_and_every_fact_a_border(kind: UnitKind, letter: str) -> None:
    ours = {
        tuple(sorted((province_of(region), province_of(other))))
        for region, others in STANDARD.borders(kind).items()
        for other in others
    }
    assert ours == {(one, other) for one, other, kinds in FACTS["adjacency"] if letter in kinds}


def test_coasts() -> None:
    ours = {
        tuple(sorted((region, other)))
        for region, others in STANDARD.fleet_borders.items()
        for other in others
        if "/" in region or "/" in other
    }
    assert ours == {tuple(pair) for pair in FACTS["fleet_coast_pairs"]}


def test_units_stand_where_their_kind_can() -> None:
    for code, facts in STANDARD.provinces.items():
        assert (code in STANDARD.army_borders) is (facts.kind != "sea")
        assert bool(STANDARD.fleet_regions(code)) is (facts.kind != "inland")
    assert STANDARD.fleet_regions("STP") == ("STP/NC", "STP/SC")
    assert STANDARD.fleet_regions("BRE") == ("BRE",)
    assert STANDARD.fleet_regions("PAR") == ()
    for units in STANDARD.opening_units.values():
        for text in units:
            assert text[2:] in STANDARD.borders("A" if text[0] == "A" else "F")


def test_homes_are_centers_with_one_power() -> None:
    homes = [home for power in POWERS for home in STANDARD.homes[power]]
    assert len(homes) == len(set(homes)) == 22
    assert set(homes) <= set(STANDARD.centers)
    assert STANDARD.home_of["STP"] == "RUS"
    assert "BEL" not in STANDARD.home_of


def test_unknown_power() -> None:
    assert as_power("ENG") == "ENG"
    with pytest.raises(ValueError, match="'XXX' is not a power"):
        as_power("XXX")
    with pytest.raises(ValueError, match="'XXX' is not a power"):
        Board.from_dict(
            {"name": "", "provinces": {}, "homes": {"XXX": []}, "army_borders": [], "fleet_borders": [], "opening": {}}
        )


def test_names_for_people() -> None:
    assert place_name("PAR") == "Paris"
    assert place_name("STP/SC") == "St Petersburg (south coast)"
    assert region_phrase("STP/SC") == "the south coast of St Petersburg"
    assert region_phrase("NTH") == "the North Sea"
