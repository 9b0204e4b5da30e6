"""Retreats, builds and removals, by the same gestures as moves."""

import pytest
from playwright.sync_api import expect

from tests.effort import variation

RETREAT = {
    "phase": "S1902R",
    "units": ["GER A BUR", "FRA A MAR", "ENG F LON"],
    "dislodged": [{"unit": "FRA A BUR", "from": "MUN"}, {"unit": "FRA F MAO", "from": "NAO"}],
    "centers": {"FRA": ["PAR", "BRE", "MAR"], "GER": ["MUN"], "ENG": ["LON"]},
}
BUILDS = {
    "phase": "W1902A",
    "units": ["RUS A MOS", "FRA A BUR", "ENG F NTH"],
    "centers": {"RUS": ["MOS", "STP", "WAR", "SEV"], "FRA": ["PAR", "BRE", "MAR"], "ENG": ["LON"]},
}
REMOVALS = {
    "phase": "W1902A",
    "units": ["FRA A BUR", "FRA A PAR", "FRA F MAO", "ENG F NTH"],
    "centers": {"FRA": ["PAR", "BRE"], "ENG": ["LON"]},
}


def test_a_retreat_is_a_click_on_the_beaten_unit_and_on_where_it_goes(story, cast, table):
    story.begins(at=RETREAT)
    alice = table(cast.alice)
    alice.click("BUR")
    assert set(alice.choices()) == {"retreat", "disband"}
    assert "MUN" not in alice.lit()
    assert {"PAR", "GAS", "PIC"} <= set(alice.lit())
    alice.click("PAR")
    alice.has_orders("A BUR - PAR")
    alice.click("MAO").choose("disband")
    alice.has_orders("A BUR - PAR", "DISBAND F MAO")
    assert story.sheet("FRA").orders == {"BUR": "A BUR - PAR", "MAO": "DISBAND F MAO"}


@pytest.mark.variation
def test_a_retreat_to_where_the_attacker_came_from_says_why_not(story, cast, table):
    story.begins(at=RETREAT)
    alice = table(cast.alice)
    alice.click("BUR", "MUN")
    expect(alice.page.locator("#status.is-complaint")).to_be_visible()
    assert story.sheet("FRA").orders == {}


def test_who_has_nothing_to_retreat_is_told_so_and_asked_for_nothing(story, cast, table):
    story.begins(at=RETREAT)
    page = table(cast.bob).page
    expect(page.locator("#status")).to_contain_text("You have nothing to order in this phase.")
    expect(page.locator("#order-list")).to_have_text("You have nothing to order in this phase.")
    for asked in ("#ready", "#orders-form", "#orders-tools"):
        expect(page.locator(asked)).to_be_hidden()


@pytest.mark.parametrize("coast", ["NC", variation("SC")])
def test_a_fleet_is_built_on_a_chosen_coast(story, cast, table, coast):
    story.begins(at=BUILDS)
    with story.committed():
        type(story.seat("RUS")).objects.filter(game=story.game, power="RUS").update(user=cast.charlie, bot="")
        story.is_at(BUILDS)
    charlie = table(cast.charlie)
    charlie.says("3 to build")
    charlie.click("STP")
    assert set(charlie.choices()) == {"army", "fleet"}
    charlie.choose("fleet")
    charlie.says("On which coast?")
    charlie.choose(f"STP/{coast}")
    charlie.has_orders(f"BUILD F STP/{coast}")
    assert story.sheet("RUS").orders == {"STP": f"BUILD F STP/{coast}"}


def test_builds_by_keys_and_a_waived_one(story, cast, table):
    story.begins(at=BUILDS)
    alice = table(cast.alice)
    alice.says("2 to build")
    alice.press("b", "a")
    expect(alice.page.locator("#orders-count")).to_have_text("1 of 2")
    alice.page.click("#waive")
    expect(alice.page.locator("#orders-count")).to_have_text("2 of 2")
    assert "WAIVE" in story.sheet("FRA").orders.values()
    alice.press("u")
    expect(alice.page.locator("#orders-count")).to_have_text("1 of 2")
    assert "WAIVE" not in story.sheet("FRA").orders.values()


@pytest.mark.variation
def test_a_third_build_where_two_are_due_is_not_offered(story, cast, table):
    story.begins(at=BUILDS)
    alice = table(cast.alice)
    for home in ("PAR", "BRE"):
        alice.click(home).choose("army")
    expect(alice.page.locator("#orders-count")).to_have_text("2 of 2")
    alice.click("MAR")
    expect(alice.page.locator("#status.is-complaint")).to_contain_text("All builds are used.")
    expect(alice.page.locator(".choices")).to_be_hidden()


def test_a_removal_is_a_click_and_a_choice(story, cast, table):
    story.begins(at=REMOVALS)
    alice = table(cast.alice)
    alice.says("1 to remove")
    alice.click("MAO").choose("remove")
    alice.has_orders("REMOVE F MAO")
    assert story.sheet("FRA").orders == {"MAO": "REMOVE F MAO"}


def rings(game):
    """Centers of the ring, of the beaten unit, and of the others."""
    middle = "box => [box.x + box.width / 2, box.y + box.height / 2]"
    ring = game.page.eval_on_selector(".ring-mark.is-chosen", f"each => ({middle})(each.getBoundingClientRect())")
    beaten = game.page.eval_on_selector(
        '.unit.dislodged[data-unit="BUR"] .body', f"each => ({middle})(each.getBoundingClientRect())"
    )
    return ring, beaten


@pytest.mark.variation
def test_winter_lights_where_one_may_build_also_after_a_reload(story, cast, table):
    story.begins(at=BUILDS)
    alice = table(cast.alice)
    assert alice.lit() == ["BRE", "MAR", "PAR"]
    alice.page.reload()
    alice.ready_for_use()
    assert alice.lit() == ["BRE", "MAR", "PAR"]
    alice.click("PAR").choose("army")
    alice.has_orders("BUILD A PAR")
    assert alice.lit() == ["BRE", "MAR"]
    alice.press("n")
    alice.says("Marseilles" if "Marseilles" in alice.page.inner_text("#status") else "Brest")
    alice.choose("army")
    expect(alice.page.locator("[data-target]")).to_have_count(0)
    alice.press("u")
    expect(alice.page.locator("[data-target]")).to_have_count(2)


@pytest.mark.variation
def test_winter_lights_what_may_be_removed(story, cast, table):
    story.begins(at=REMOVALS)
    alice = table(cast.alice)
    assert alice.lit() == ["BUR", "MAO", "PAR"]
    names = alice.page.eval_on_selector_all("[data-target]", "all => all.map(each => each.getAttribute('aria-label'))")
    assert "Remove: Burgundy" in names
    alice.click("MAO").choose("remove")
    expect(alice.page.locator("[data-target]")).to_have_count(0)


@pytest.mark.variation
def test_retreats_light_the_beaten_units_and_the_ring_is_about_the_beaten_one(story, cast, table):
    story.begins(at=RETREAT)
    alice = table(cast.alice)
    assert alice.lit() == ["BUR", "MAO"]
    alice.click("BUR")
    ring, beaten = rings(alice)
    assert ring == pytest.approx(beaten, abs=4)
    alice.click("PAR")
    alice.has_orders("A BUR - PAR")
    assert alice.lit() == ["MAO"]
