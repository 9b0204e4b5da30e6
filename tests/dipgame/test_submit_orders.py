"""Somebody writes orders."""

from datetime import timedelta

import pytest

from adjudication.notation import format_order
from dipgame.games import clock, queries, services
from dipgame.games.errors import Illegal, Late, Malformed, NotRunning
from dipgame.games.models import GamePhase

pytestmark = pytest.mark.database

WINTER = {
    "phase": "W1901A",
    "units": ["FRA A BUR", "FRA A PIC", "FRA F MAO", "ENG F NTH", "ENG F LON", "ENG A WAL", "ENG F NWG"],
    "centers": {"FRA": ["PAR", "MAR", "BRE", "SPA", "POR"], "ENG": ["LON", "EDI", "LVP"], "RUS": ["STP", "MOS"]},
}


def texts(story, power):
    return sorted(story.sheet(power).orders.values())


def test_an_order_is_saved_at_once(story, outbox):
    story.begins()
    with story.committed():
        order = services.submit_order(story.seat("FRA"), "S1901M", "A PAR - BUR")
    assert format_order(order) == "A PAR - BUR"
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}
    assert outbox.told(f"seat.{story.seat('FRA').pk}") == [{"type": "sheet.changed", "phase": "S1901M"}]


def test_another_order_for_the_same_unit_takes_its_place(story):
    story.begins()
    story.orders("FRA", "A PAR - BUR", "F BRE - MAO", "A PAR - PIC")
    assert texts(story, "FRA") == ["A PAR - PIC", "F BRE - MAO"]


@pytest.mark.parametrize("text", ["a par-bur", "Paris to Burgundy", "par - bur", "A Paris -> Burgundy", "F PAR - BUR"])
def test_people_write_as_they_like(story, text):
    story.begins()
    story.orders("FRA", text)
    assert texts(story, "FRA") == ["A PAR - BUR"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        ("   ", "malformed"),
        ("hello", "malformed"),
        ("A PAR", "malformed"),
        ("A PAR - ", "malformed"),
        ("A PAR - XYZ", "malformed"),
        ("A PAR - BUR; A MAR - SPA", "malformed"),
        ("A PAR - BUR" * 40, "malformed"),
        ("A PAR \x00 BUR", "malformed"),
        ("<script>alert(1)</script>", "malformed"),
        ("A PAR - \u202eRUB", "malformed"),
        ("A PAR - LON", "illegal"),
        ("A PAR S A MUN - BUR - RUH", "malformed"),
        ("A BUR - PAR", "illegal"),
        ("F BRE - PAR", "illegal"),
        ("F LON - NTH", "foreign"),
        ("A MUN H", "foreign"),
        ("A LVP - EDI", "foreign"),
        ("F BRE - gul", "ambiguous"),
        ("gas - bur", "illegal"),
    ],
)
def test_what_cannot_stand_says_why_and_changes_nothing(story, text, code):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    with story.committed():
        verdict = services.submit_orders(story.seat("FRA"), "S1901M", [text])[0]
    assert verdict.order is None
    assert verdict.refused.code == code, verdict.refused.message
    assert verdict.refused.message.endswith(".")
    assert texts(story, "FRA") == ["A PAR - BUR"]


def test_each_of_several_orders_is_judged_by_itself(story):
    story.begins()
    with story.committed():
        verdicts = services.submit_orders(story.seat("FRA"), "S1901M", ["A PAR - BUR", "nonsense", "F LON - NTH"])
    assert [each.refused.code if each.refused else "" for each in verdicts] == ["", "malformed", "foreign"]
    assert texts(story, "FRA") == ["A PAR - BUR"]


def test_a_flood_of_orders_is_refused_as_a_whole(story):
    story.begins()
    with pytest.raises(Malformed):
        services.submit_orders(story.seat("FRA"), "S1901M", ["A PAR H"] * 101)
    assert texts(story, "FRA") == []


@pytest.mark.parametrize("phase", ["F1901M", "S1902M", "W1901A"])
def test_a_phase_that_has_not_come_takes_no_orders(story, phase):
    story.begins()
    with pytest.raises(Late, match="has not come yet"):
        services.submit_order(story.seat("FRA"), phase, "A PAR H")


@pytest.mark.parametrize(
    "phase", ["", "S1901", "X1901M", "S1901A", "S01901M", "S1901M\n", "S\u0661\u0669\u0660\u0661M"]
)
def test_an_unknown_phase_is_malformed(story, phase):
    story.begins()
    with pytest.raises(Malformed):
        services.submit_order(story.seat("FRA"), phase, "A PAR H")


def test_orders_for_a_resolved_phase_are_late(story):
    story.begins()
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"
    with pytest.raises(Late) as refused:
        services.submit_order(story.seat("FRA"), "S1901M", "A PAR - BUR")
    assert refused.value.message == "Spring 1901, movement is over; the game is in Fall 1901, movement."
    assert texts(story, "FRA") == []


def test_orders_after_the_deadline_are_late_even_before_the_sweep(story):
    story.begins()
    GamePhase.objects.update(deadline=clock.now() - timedelta(milliseconds=1))
    with pytest.raises(Late):
        services.submit_order(story.seat("FRA"), "S1901M", "A PAR - BUR")
    with pytest.raises(Late):
        services.set_ready(story.seat("FRA"), "S1901M", True)
    with pytest.raises(Late):
        services.cancel_order(story.seat("FRA"), "S1901M", "PAR")


def test_before_and_after_the_game_nothing_is_ordered(story):
    story.waits()
    with pytest.raises(NotRunning, match="not begun"):
        services.submit_order(story.seat("FRA"), "S1901M", "A PAR H")
    services.cancel_game(story.game)
    with pytest.raises(NotRunning, match="over"):
        services.submit_order(story.seat("FRA"), "S1901M", "A PAR H")


def test_as_many_builds_as_are_due(story):
    story.begins(at=WINTER)
    assert queries.order_sheet(story.seat("FRA")).adjustments == 2
    story.orders("FRA", "BUILD A PAR", "BUILD F BRE", "BUILD A BRE")
    assert texts(story, "FRA") == ["BUILD A BRE", "BUILD A PAR"]
    with pytest.raises(Illegal, match="take one of them back"):
        services.submit_order(story.seat("FRA"), "W1901A", "BUILD A MAR")
    with pytest.raises(Illegal, match="take one of them back"):
        services.submit_order(story.seat("FRA"), "W1901A", "WAIVE")


def test_waived_builds_count(story):
    story.begins(at=WINTER)
    story.orders("FRA", "WAIVE", "WAIVE")
    assert story.sheet("FRA").orders == {"WAIVE 1": "WAIVE", "WAIVE 2": "WAIVE"}
    assert services.cancel_order(story.seat("FRA"), "W1901A", "WAIVE")
    story.orders("FRA", "BUILD F MAR")
    assert story.sheet("FRA").orders == {"WAIVE 1": "WAIVE", "MAR": "BUILD F MAR"}


def test_as_many_removals_as_are_due(story):
    story.begins(at=WINTER)
    assert queries.order_sheet(story.seat("ENG")).adjustments == -1
    story.orders("ENG", "REMOVE A WAL")
    with pytest.raises(Illegal, match="1 removal this winter"):
        services.submit_order(story.seat("ENG"), "W1901A", "REMOVE F NTH")
    with pytest.raises(Illegal):
        services.submit_order(story.seat("ENG"), "W1901A", "BUILD F EDI")


def test_a_fleet_on_a_split_coast_has_one_order(story):
    at = {"phase": "S1902M", "units": ["FRA F SPA/SC", "ENG F LON"], "centers": {"FRA": ["SPA"], "ENG": ["LON"]}}
    story.begins(at=at)
    story.orders("FRA", "F SPA/SC - WES", "F SPA/SC H")
    assert story.sheet("FRA").orders == {"SPA": "F SPA/SC H"}


def test_the_dislodged_unit_is_ordered_not_the_one_that_beat_it(story):
    at = {
        "phase": "F1902R",
        "units": ["FRA A BUR", "ENG F LON"],
        "dislodged": [{"unit": "ENG A BUR", "from": "PAR", "retreats": ["BEL", "RUH"]}],
        "centers": {"FRA": ["PAR"], "ENG": ["LON"]},
    }
    story.begins(at=at)
    assert [str(unit) for unit in queries.order_sheet(story.seat("ENG")).missing] == ["ENG A BUR"]
    story.orders("ENG", "A BUR - BEL")
    with pytest.raises(Illegal):
        services.submit_order(story.seat("ENG"), "F1902R", "A BUR - MUN")
    story.ready("ENG")
    assert story.unit("BEL") == "ENG A BEL"
