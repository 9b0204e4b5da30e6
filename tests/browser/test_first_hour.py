"""The map and buttons stay under a newcomer's finger."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from frontend.learn.lessons import lesson_called
from tests.browser.gamepage import GamePage
from tests.browser.test_lessons import Learner
from tests.effort import variation

VIEW = "document.querySelector('#map svg.board').getAttribute('viewBox')"
NAMES = """() => Object.fromEntries([...document.querySelectorAll("#layer-labels .name[data-name]")].map((name) =>
  [name.dataset.name, `${name.querySelector(".offset").style.transform} ${name.className.baseVal}`]))"""
ROWS = """() => [...document.querySelectorAll(".order-row")].map((row) =>
  [row.innerText.trim(), row.querySelector(".order-words").getBoundingClientRect().height])"""
UNDOS = """() => [...document.querySelectorAll("button")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled)
  .filter((each) => /^undo/i.test(each.getAttribute("aria-label") ?? each.textContent.trim()))
  .map((each) => each.id)"""
INSIDE = """regions => {
  const svg = document.querySelector("#map svg.board");
  const map = document.getElementById("map").getBoundingClientRect();
  const { places } = JSON.parse(document.getElementById("page").textContent);
  return regions.filter((region) => {
    const { at, coasts } = places[region.slice(0, 3)];
    const [x, y] = coasts[region.slice(4)] ?? at;
    const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    return point.x > map.left && point.x < map.right && point.y > map.top && point.y < map.bottom;
  });
}"""


def at_rest(page: Page) -> Any:
    """The view of the map, once everything is at rest."""
    page.wait_for_timeout(400)
    page.wait_for_selector("#map:not([data-moving])")
    return page.evaluate(VIEW)


def learner_at(page: Page, slug: str, number: int, *, finger: bool) -> Learner:
    """Somebody who has come to this step of a lesson."""
    learner = Learner(page, finger=finger)
    for done, step in enumerate(lesson_called(slug).steps[: number - 1], 1):
        learner.take(lesson_called(slug), done, step)
        learner.go_on()
    learner.ready_for_use()
    return learner


def test_the_map_of_a_phone_stays_while_an_order_is_given(
    story: Any, table: Callable[..., GamePage], phone: dict[str, Any]
) -> None:
    story.begins()
    alice = table(story.cast.alice, **phone)
    views, names = [at_rest(alice.page)], [alice.page.evaluate(NAMES)]
    for act in (
        lambda: alice.tap("PAR"),
        lambda: alice.tap_on('[data-choice="support"]'),
        lambda: alice.tap("MAR"),
        lambda: alice.tap("BUR"),
    ):
        act()
        views.append(at_rest(alice.page))
        names.append(alice.page.evaluate(NAMES))
    alice.has_orders("A PAR S A MAR - BUR")
    assert len(set(views)) == 1
    assert all(each == names[0] for each in names)


def test_the_choices_of_a_phone_lie_below_the_map(
    story: Any, table: Callable[..., GamePage], phone: dict[str, Any]
) -> None:
    story.begins()
    alice = table(story.cast.alice, **phone)
    alice.tap("BRE")
    page = alice.page
    expect(page.locator(".choices .menu")).to_be_in_viewport(ratio=0.99)
    map_, menu = page.locator("#map").bounding_box(), page.locator(".choices").bounding_box()
    assert map_
    assert menu
    assert menu["y"] >= map_["y"] + map_["height"] - 1


@pytest.mark.variation
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_map_of_a_lesson_stays_while_an_order_is_given(enter: Any, phone: Any, size: str) -> None:
    finger = size == "phone"
    learner = Learner(enter("/learn/support/", **(phone if finger else {})), finger=finger)
    learner.ready_for_use()
    before = at_rest(learner.page)
    for code in ("TYR", "support", "BUR", "MUN"):
        learner.choose(code) if code == "support" else learner.at(code)
        assert at_rest(learner.page) == before


@pytest.mark.variation
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_names_stay_where_they_are_while_one_zooms(
    story: Any, table: Callable[..., GamePage], phone: dict[str, Any], size: str
) -> None:
    """A name keeps its side of the unit; it does not jump to another."""
    story.begins()
    page = table(story.cast.alice, **(phone if size == "phone" else {})).page
    at_rest(page)
    taken = """async () => {
      const { Labels } = await import("/static/game/labels.js");
      const svg = document.querySelector("#map svg.board");
      const labels = new Labels(svg, { width: 1600, height: 1394 });
      const jumps = [];
      for (let scale = 0.5; scale < 1.6; scale *= 1.15) {
        const before = new Map(labels.taken);
        labels.place(1 / scale ** 0.65, scale);
        for (const [code, place] of before) if (labels.taken.get(code) !== place) jumps.push(code);
      }
      return jumps;
    }"""
    assert len(page.evaluate(taken)) <= 6


@pytest.mark.variation
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_hint_of_a_lesson_moves_no_button(enter: Any, phone: Any, size: str) -> None:
    finger = size == "phone"
    learner = Learner(enter("/learn/move/", **(phone if finger else {})), finger=finger)
    learner.ready_for_use()
    page = learner.page
    before = page.locator("#ready").bounding_box()
    learner.order("A PAR - PIC")
    expect(page.locator("#lesson-hint")).to_be_in_viewport()
    for _ in range(2):
        learner.open_orders()
        expect(page.locator("#ready")).to_be_enabled()
        assert page.locator("#ready").bounding_box() == before
    expect(page.locator("#show")).to_be_in_viewport()


@pytest.mark.variation
def test_a_wrong_answer_moves_no_other(enter: Any, phone: Any) -> None:
    page = learner_at(enter("/learn/move/", **phone), "move", 3, finger=True).page
    step = lesson_called("move").steps[2]
    before = [each.bounding_box() for each in page.locator(".lesson-choice").all()]
    page.get_by_role("button", name=next(each.text for each in step.choices if not each.right)).tap()
    expect(page.locator("#lesson-hint")).to_be_in_viewport()
    assert [each.bounding_box() for each in page.locator(".lesson-choice").all()] == before


@pytest.mark.variation
def test_hints_of_a_game_move_no_row_of_a_phone(
    story: Any, table: Callable[..., GamePage], phone: dict[str, Any]
) -> None:
    story.begins(bob=False)
    story.cast.alice.hints = "on"
    story.cast.alice.save()
    alice = table(story.cast.alice, **phone)
    page = alice.page
    alice.tap_on("#bar-orders-button")
    page.wait_for_timeout(400)
    # At one go: the row is drawn anew with each reply.
    top = "document.querySelector('[data-row=PAR] .order-row').getBoundingClientRect().top"
    before = page.evaluate(top)
    hints = page.locator("#hints-list").inner_text()
    page.get_by_role("button", name="Your army in Marseilles can go to Spain").tap()
    expect(page.locator("#hints-list")).not_to_have_text(hints)
    assert page.evaluate(top) == before > 0


@pytest.mark.variation
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_winter_of_a_lesson_has_whole_rows_and_asks_what_to_build(enter: Any, phone: Any, size: str) -> None:
    finger = size == "phone"
    learner = learner_at(enter("/learn/winter/", **(phone if finger else {})), "winter", 2, finger=finger)
    page = learner.page
    assert page.evaluate(ROWS) == [["Build is still due", pytest.approx(27, abs=9)]]
    learner.at("BUD")
    learner.says("Choose what to build.")
    if finger:
        expect(page.locator(".choices-hint")).to_have_text("Choose what to build.")
    learner.choose("army")
    expect(page.locator("#orders-count")).to_have_text("1 of 1")
    learner.at("TRI")
    learner.says("take one back first")


@pytest.mark.variation
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_one_undo_at_a_time(story: Any, table: Callable[..., GamePage], enter: Any, phone: Any, size: str) -> None:
    finger = size == "phone"
    learner = Learner(enter("/learn/move/", **(phone if finger else {})), finger=finger)
    learner.ready_for_use()
    learner.order("A PAR - PIC")
    assert len(learner.page.evaluate(UNDOS)) == 1
    expect(learner.page.locator(".toast")).to_have_count(0)
    story.begins()
    alice = table(story.cast.alice, **(phone if finger else {}))
    (alice.tap if finger else alice.click)("PAR", "BUR")
    alice.has_orders("A PAR - BUR")
    assert len(alice.page.evaluate(UNDOS)) == 1
    if finger:
        alice.tap_on("#bar-orders-button")
        alice.page.wait_for_timeout(400)
        assert len(alice.page.evaluate(UNDOS)) == 1


@pytest.mark.variation
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_map_of_a_lesson_shows_every_place_one_may_go_to(enter: Any, phone: Any, size: str) -> None:
    finger = size == "phone"
    page = learner_at(enter("/learn/fleets/", **(phone if finger else {})), "fleets", 3, finger=finger).page
    at_rest(page)
    wanted = ["MAO", "SPA/SC", "SPA/NC", "POR", "GAS", "WES", "NAF"]
    assert page.evaluate(INSIDE, wanted) == wanted


def test_a_toast_can_be_read_to_its_end_and_goes_at_a_tap(enter: Any) -> None:
    page = enter("/learn/move/")
    Learner(page, finger=False).ready_for_use()
    page.clock.install()
    shown = """async words => (await import("/static/game/notices.js")).toast(words)"""
    toast = page.locator(".toast")
    page.evaluate(shown, "word " * 20)
    page.clock.run_for(12_000)
    expect(toast).to_be_visible()
    page.clock.run_for(3_000)
    expect(toast).to_have_count(0)
    page.evaluate(shown, "Fall 1901 begins.")
    toast.click()
    expect(toast).to_have_count(0)


@pytest.mark.parametrize("size", ["desk", variation("phone")])
def test_the_first_page_names_the_powers(enter: Any, phone: Any, size: str) -> None:
    page = enter("/", **(phone if size == "phone" else {}))
    for name in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"):
        expect(page.locator(".powers .power-name", has_text=name)).to_be_visible()
    expect(page.get_by_text("New here?")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Names of lands in another land, or over water and not beside their unit.
ASTRAY = r"""() => {
  const lands = "#layer-provinces .province:not(.sea), .barren:not(.islands)";
  const outlines = [...document.querySelectorAll(lands)];
  const svg = document.querySelector("#map svg.board");
  const inFull = ".name[data-name]:not(.is-brief, .is-out) .label.long:not(.sea)";
  return [...document.querySelectorAll(`#layer-labels ${inFull}`)].flatMap((label) => {
    const { left, right, top, bottom } = label.getBoundingClientRect();
    const middle = new DOMPoint((left + right) / 2, (top + bottom) / 2);
    const point = middle.matrixTransform(svg.getScreenCTM().inverse());
    const there = outlines.find((outline) => outline.isPointInFill(point));
    const code = label.closest(".name").dataset.name;
    if (there) return there.id.slice(-3) !== code ? [`${code} in ${there.id || "land nobody may enter"}`] : [];
    const [x, y] = label.closest(".name").getAttribute("transform").match(/[-\d.]+/g).map(Number);
    const unit = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    const gap = Math.hypot(
      Math.max(left - unit.x, unit.x - right, 0),
      Math.max(top - unit.y, unit.y - bottom, 0),
    );
    return gap > 30 ? [`${code} far out at sea`] : [];
  });
}"""


@pytest.mark.parametrize(
    ("slug", "size"),
    [
        ("move", "desk"),
        *(variation(slug, "phone") for slug in ("move", "fleets", "deal", "support")),
        *(variation(slug, "desk") for slug in ("fleets", "deal")),
    ],
)
def test_names_in_full_stand_at_their_own_place(enter: Any, phone: Any, slug: str, size: str) -> None:
    page = enter(f"/learn/{slug}/", **(phone if size == "phone" else {}))
    Learner(page, finger=size == "phone").ready_for_use()
    at_rest(page)
    assert page.evaluate(ASTRAY) == []


@pytest.mark.variation
def test_a_tap_on_a_name_means_the_place_it_names(enter: Any, phone: Any) -> None:
    learner = learner_at(enter("/learn/deal/", **phone), "deal", 2, finger=True)
    at_rest(learner.page)
    learner.at("PIC")
    name = learner.page.locator('#layer-labels .name[data-name="BEL"] .label:visible').bounding_box()
    assert name
    learner.tap_at(name["x"] + name["width"] / 2, name["y"] + name["height"] / 2)
    learner.has_orders("A PIC - BEL")


def clear(page: Page, selector: str) -> None:
    """The whole element is seen between the map and the foot."""
    page.wait_for_timeout(200)
    text, foot = page.locator(".lesson-text").bounding_box(), page.locator(".lesson-foot").bounding_box()
    box = page.locator(selector).bounding_box()
    assert text
    assert foot
    assert box
    assert box["y"] >= text["y"] - 1, selector
    assert box["y"] + box["height"] <= foot["y"] + 1, selector


@pytest.mark.variation
def test_on_a_phone_a_refusal_stands_in_the_menu_of_the_unit(enter: Any, phone: Any) -> None:
    learner = learner_at(enter("/learn/winter/", **phone), "winter", 1, finger=True)
    learner.at("SER", "BUL")
    page = learner.page
    reason = page.locator(".choices-hint")
    expect(reason).to_contain_text("attacker came from")
    expect(reason).to_be_in_viewport(ratio=1)
    expect(page.locator("#lesson-hint")).to_contain_text("attacked from Bulgaria")
    clear(page, "#lesson-hint")


@pytest.mark.variation
def test_on_a_phone_the_warning_about_a_promise_is_seen_whole(enter: Any, phone: Any) -> None:
    learner = learner_at(enter("/learn/broken/", **phone), "broken", 4, finger=True)
    learner.order("A MAR - PIE")
    clear(learner.page, ".order-note-rose")
    learner.open_orders()
    learner.done()
    clear(learner.page, "#lesson-promises")


@pytest.mark.parametrize(
    ("slug", "number"), [("deal", 1), *(variation(*each) for each in (("deal", 3), ("broken", 2), ("broken", 5)))]
)
def test_on_a_phone_the_answer_of_a_bot_is_seen_whole(enter: Any, phone: Any, slug: str, number: int) -> None:
    page = learner_at(enter(f"/learn/{slug}/", **phone), slug, number, finger=True).page
    page.fill("#line-text", lesson_called(slug).steps[number - 1].sample)
    page.click("#line-send")
    expect(page.locator("#lesson-done")).to_be_visible()
    clear(page, "#lesson-talk > li:last-child")


@pytest.mark.variation
def test_on_a_phone_the_text_of_a_lesson_stays_while_a_unit_is_chosen(enter: Any, phone: Any) -> None:
    learner = learner_at(enter("/learn/support/", **phone), "support", 1, finger=True)
    page = learner.page
    top = page.locator(".lesson-text").evaluate("(text) => text.scrollTop")
    for _ in range(2):
        learner.at("TYR")
        page.wait_for_timeout(200)
        assert page.locator(".lesson-text").evaluate("(text) => text.scrollTop") == top
