"""The map in the browser: names that stay legible, nothing beyond the board but more of it, a calm last turn."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adjudication.board import STANDARD
from adjudication.notation import parse_unit
from adjudication.phase import parse_phase
from adjudication.position import Dislodged, Position, position_from_dict
from adjudication.powers import POWERS
from bots.arena.game import GamePlan, play
from frontend.board import Scene, render_layers
from tests.effort import variation

DESK = {"viewport": {"width": 1440, "height": 900}}
SMALL_DESK = {"viewport": {"width": 1280, "height": 720}}

# Draw another position's units and centers as the page would, and say of every name on the map: its code, its box on
# the screen, the height of its letters; and the boxes of all tokens.
MEASURE = """async layers => {
  const { Labels } = await import("/static/game/labels.js");
  const svg = document.querySelector("#map svg.board");
  for (const [id, markup] of Object.entries(layers)) document.getElementById(id).outerHTML = markup;
  const grow = Number(svg.style.getPropertyValue("--token-scale"));
  const size = { width: 1600, height: 1394 };
  new Labels(svg, size).place(grow, svg.getScreenCTM().a);
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  };
  const names = [...svg.querySelectorAll("#layer-labels .name[data-name]")].map((name) => {
    const text = name.querySelector("text");
    const px = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    const sea = text.classList.contains("sea");
    return { code: name.dataset.name, box: box(text), px, shown: text.checkVisibility(), sea };
  });
  const tokens = [...svg.querySelectorAll("#layer-units .unit")].map((unit) => {
    const body = unit.querySelector(".body");
    return { where: unit.dataset.region, box: box(body) };
  });
  return { names, tokens };
}"""


def both_coasts() -> Iterator[Position]:
    """Fleets on every coast of the split provinces, all seas full, and units dislodged here and there."""
    seas = sorted(code for code, facts in STANDARD.provinces.items() if facts.kind == "sea")
    for coasts in (("STP/NC", "SPA/NC", "BUL/EC"), ("STP/SC", "SPA/SC", "BUL/SC")):
        fleets = [f"FRA F {region}" for region in (*coasts, *seas)]
        armies = [f"AUS A {code}" for code in ("SER", "RUH", "TYR", "BEL", "HOL", "DEN", "CON", "GRE", "LVP", "EDI")]
        beaten = [("RUS A SER", "BUD"), ("GER A BEL", "BUR"), ("ITA A TYR", "VEN"), ("ENG F NTH", "EDI")]
        units = tuple(sorted(parse_unit(text) for text in (*fleets, *armies)))
        dislodged = tuple(Dislodged(parse_unit(text), origin, ()) for text, origin in beaten)
        yield Position(parse_phase("F1902R"), units, MappingProxyType({}), dislodged)


def played() -> Iterator[Position]:
    """Every phase of games of bots to 1903, one quick and one wild."""
    for bot in ("dumbbot", "randombot"):
        plan = GamePlan(1, 7, dict.fromkeys(POWERS, bot), until=1903, seconds=5, level=0)
        for phase in play(plan)["phases"]:
            yield position_from_dict(phase)


def layers_of(position: Position) -> dict[str, str]:
    return render_layers(Scene(position), ["layer-units", "layer-centers", "layer-labels"])


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """Overlap of two boxes in square pixels."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)


def letters(box: Sequence[float]) -> tuple[float, float, float, float]:
    """The part of a text's box where its letters are: above and below there is room for accents and tails."""
    x, y, width, height = box
    return x, y + 0.3 * height, width, 0.45 * height


def complaints(page: Page, positions: Sequence[Position]) -> list[str]:
    """Names that are missing, small, covered by a token or by one another, in any of the positions."""
    found = []
    for number, position in enumerate(positions):
        seen = page.evaluate(MEASURE, layers_of(position))
        assert len(seen["names"]) == 75
        where = f"{number} {position.phase}"
        for name in seen["names"]:
            if not name["shown"]:
                found.append(f"{where}: {name['code']} is not shown")
            if name["px"] < (9.8 if name["sea"] else 10.5) - 0.01:
                found.append(f"{where}: {name['code']} is {name['px']:.1f} px high")
            for token in seen["tokens"]:
                if overlap(letters(name["box"]), token["box"]) > 4:
                    found.append(f"{where}: the unit in {token['where']} covers {name['code']}")
        for one, other in combinations(seen["names"], 2):
            if overlap(letters(one["box"]), letters(other["box"])) > 4:
                found.append(f"{where}: {one['code']} and {other['code']} overlap")
    return found


@pytest.mark.parametrize("size", ["desk", variation("small desk"), variation("phone")])
def test_no_name_vanishes_and_no_token_covers_one(
    table: Callable[..., Any], story: Any, phone: dict[str, Any], size: str
) -> None:
    story.begins()
    page = table(story.cast.alice, **{"desk": DESK, "small desk": SMALL_DESK, "phone": phone}[size]).page
    if size == "phone":
        page.tap("#zoom-mine")
        page.wait_for_selector("#map:not([data-moving])")
    assert complaints(page, [*both_coasts(), *played()]) == []


VIEW = """() => {
  const map = document.getElementById("map").getBoundingClientRect();
  const sheets = [...document.querySelectorAll(".choices, section.orders, .talk")].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }));
  const foot = Math.min(map.bottom, ...sheets.map((each) => each.getBoundingClientRect().top));
  const middle = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const inside = ([x, y]) => x > 0 && x < map.right && y > map.top && y < foot;
  const units = [...document.querySelectorAll(".unit.own .body")].filter((each) => !inside(middle(each)));
  const [view, board] = [document.querySelector("#map svg").viewBox.baseVal, { width: 1600, height: 1394 }];
  const lowest = view.y + ((foot - map.top) / map.height) * view.height;
  return {
    seen: (foot - map.top) / innerHeight,
    beyond: Math.max(-view.x, -view.y, view.x + view.width - board.width, lowest - board.height),
    hidden: units.map((each) => each.closest(".unit").dataset.region),
    view: [view.x, view.y, view.width].map(Math.round),
  };
}"""
ALONG_THE_EDGE = {
    "phase": "S1902M",
    "units": ["FRA F TUN", "FRA F ION", "FRA A APU", "FRA A ROM", "TUR A ANK"],
    "centers": {"FRA": ["TUN", "GRE", "NAP", "ROM"], "TUR": ["ANK"]},
}


def at_rest(page: Page) -> Any:
    """Visible part of the map, once everything is at rest."""
    page.wait_for_timeout(300)
    page.wait_for_selector("#map:not([data-moving])")
    return page.evaluate(VIEW)


@pytest.mark.variation
def test_a_phone_comes_back_to_my_units_after_an_order(
    table: Callable[..., Any], story: Any, phone: dict[str, Any]
) -> None:
    story.begins(at=ALONG_THE_EDGE)
    alice = table(story.cast.alice, **phone)
    alice.tap_on("#zoom-mine")
    before = at_rest(alice.page)
    assert (before["hidden"], before["beyond"] <= 0) == ([], True)
    alice.tap("TUN")
    chosen = at_rest(alice.page)
    assert chosen["beyond"] <= 1
    assert {"NAF", "ION", "TYS", "WES"} <= set(alice.lit())
    for place in alice.lit():
        alice.place_of(place)
    alice.tap("TYS")
    alice.has_orders("F TUN - TYS")
    assert at_rest(alice.page)["view"] == before["view"]


FAR_APART = {
    "phase": "S1902M",
    "units": ["FRA A MUN", "FRA A VIE", "FRA F SEV", "TUR A ANK"],
    "centers": {"FRA": ["MUN", "VIE", "SEV"], "TUR": ["ANK"]},
}


def test_a_phone_moves_the_map_only_to_targets_out_of_sight_and_back(
    table: Callable[..., Any], story: Any, phone: dict[str, Any]
) -> None:
    story.begins(at=FAR_APART)
    alice = table(story.cast.alice, **phone)
    alice.tap_on("#zoom-mine")
    before = at_rest(alice.page)
    assert (before["hidden"], before["beyond"] <= 0) == ([], True)
    alice.tap("VIE")
    assert at_rest(alice.page)["view"] == before["view"]
    alice.tap("VIE", "SEV")
    chosen = at_rest(alice.page)
    assert chosen["view"] != before["view"]
    assert chosen["beyond"] <= 1
    for place in alice.lit():
        alice.place_of(place)
    alice.tap("SEV")  # dropped
    assert at_rest(alice.page)["view"] == before["view"]
    alice.tap("SEV", "ARM")
    alice.has_orders("F SEV - ARM")
    assert at_rest(alice.page)["view"] == before["view"]


@pytest.mark.variation
def test_a_phone_leaves_the_map_where_a_player_moved_it(
    table: Callable[..., Any], story: Any, phone: dict[str, Any]
) -> None:
    story.begins(at=FAR_APART)
    alice = table(story.cast.alice, **phone)
    alice.tap_on("#zoom-mine")
    at_rest(alice.page)
    alice.tap("SEV")
    at_rest(alice.page)
    alice.tap_on("#zoom-fit")
    whole = at_rest(alice.page)
    alice.tap("ARM")
    alice.has_orders("F SEV - ARM")
    assert at_rest(alice.page)["view"] == whole["view"]


UNDER_TOOLS = """() => [...document.querySelectorAll(".unit .body, [data-target]")].filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const hit = each.matches(".body") && document.elementFromPoint(x + width / 2, y + height / 2);
  return hit && hit.closest(".map-tools");
}).map((each) => each.closest(".unit").dataset.region)"""
IN_THE_NORTH = {
    "phase": "S1902M",
    "units": ["FRA F BAR", "FRA F NWY", "FRA A FIN", "RUS A MOS"],
    "centers": {"FRA": ["NWY"], "RUS": ["MOS"]},
}


def test_the_buttons_on_a_phones_map_hide_no_unit(table: Callable[..., Any], story: Any, phone: dict[str, Any]) -> None:
    story.begins(at=IN_THE_NORTH)
    alice = table(story.cast.alice, **phone)
    for button in ("#zoom-mine", "#zoom-fit"):
        alice.tap_on(button)
        at_rest(alice.page)
        assert alice.page.evaluate(UNDER_TOOLS) == []
        assert alice.page.locator("#zoom-fit").is_visible()
    alice.tap("NWY", "BAR")


@pytest.mark.variation
@pytest.mark.parametrize("sheet", ["orders", "talk"])
def test_a_sheet_leaves_a_fair_share_of_the_map_with_my_units_in_it(
    table: Callable[..., Any], story: Any, phone: dict[str, Any], sheet: str
) -> None:
    story.begins()
    page = table(story.cast.alice, **phone).page
    before = at_rest(page)
    page.tap(f"#bar-{sheet}-button")
    open_ = at_rest(page)
    assert open_["hidden"] == []
    if sheet == "talk":
        assert open_["seen"] >= 1 / 4  # the thread of the talk wants 240 px of such a phone
    for gone in (".seats-bar", ".timeline-row"):
        expect(page.locator(gone)).to_be_hidden()
    page.tap(f"#{'sheet' if sheet == 'orders' else 'talk'}-close")
    assert at_rest(page)["view"] == before["view"]


@pytest.mark.variation
def test_the_talk_can_have_the_whole_of_a_phone(table: Callable[..., Any], story: Any, phone: dict[str, Any]) -> None:
    story.begins()
    page = table(story.cast.alice, **phone).page
    page.tap("#bar-talk-button")
    lower = at_rest(page)["seen"]
    page.tap("#talk-tall")
    assert at_rest(page)["seen"] < 0.1 < lower
    expect(page.locator("#talk-tall")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("width", [360, variation(390)])
def test_a_phone_always_says_who_one_is(
    table: Callable[..., Any], story: Any, phone: dict[str, Any], width: int
) -> None:
    story.begins()
    page = table(story.cast.alice, **(phone | {"viewport": {"width": width, "height": 844}})).page
    # As wide as the words are, against the room they have.
    fits = """() => {
      const line = document.getElementById("phone-line");
      const range = document.createRange();
      range.setStart(line.firstChild, 0);
      range.setEnd(line.firstChild, "You are France".length);
      const { width } = range.getBoundingClientRect();
      return line.textContent.startsWith("You are France") && width <= line.clientWidth;
    }"""
    assert page.evaluate(fits)
