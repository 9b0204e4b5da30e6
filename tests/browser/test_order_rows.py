"""The column of orders: all my units are seen, promises beside them take no row's place, toasts lie over the map."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_accessibility import faults
from tests.effort import variation

SIX = {
    "phase": "S1903M",
    "units": [
        *("ENG F MAO", "ENG F NTH", "ENG F NWG", "ENG A NWY", "ENG F ECH", "ENG A BEL"),
        *("GER A RUH", "GER A HOL", "FRA A BUR", "TUR A SMY", "RUS A MOS"),
    ],
    "centers": {
        "ENG": ["LON", "LVP", "EDI", "NWY", "BEL", "DEN"],
        **{"GER": ["MUN", "HOL"], "FRA": ["PAR"], "TUR": ["SMY"], "RUS": ["MOS"]},
    },
}
LONG = (
    "F MAO S F ECH - BRE",
    "F NTH C A NWY - BEL",
    "F NWG - CLY",
    "A NWY - BEL VIA",
    "F ECH - BRE",
    "A BEL S A RUH - HOL",
)
PROMISED = (
    ("GER", "Please support my army in Holland with your fleet in the North Sea"),
    ("GER", "Please move your army in Belgium to Burgundy"),
    ("RUS", "Please hold in Norway"),
    ("RUS", "Let us have peace"),
)
SIZES = {
    "1280": {"viewport": {"width": 1280, "height": 720}},
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "phone": PHONE,
}
# Rows whose middle is not what one sees there.
HIDDEN = """() => [...document.querySelectorAll("#order-list > li")].filter((row) => {
    const box = row.getBoundingClientRect();
    const seen = (y) => document.elementFromPoint(box.x + box.width / 3, y)?.closest("li") === row;
    return !(seen(box.top + 3) && seen(box.bottom - 3));
}).map((row) => row.innerText)"""


@pytest.fixture
def promises(story):
    """Bob, England, has six units and has promised orders to three of them."""
    story.begins(at=SIX)
    for power, text in PROMISED:
        story.answers("ENG", story.says(power, "ENG", text), "accept")
    return story


def open_orders(bob, size):
    if size == "phone":
        bob.tap_on("#bar-orders-button")
        bob.page.wait_for_timeout(400)  # the sheet comes up


@pytest.mark.parametrize(
    ("written", "size"),
    [
        pytest.param(LONG, "1280", id="written-1280"),
        variation((), "phone", id="unwritten-phone"),
        *(variation((), size, id=f"unwritten-{size}") for size in ("1280", "1440")),
        *(variation(LONG, size, id=f"written-{size}") for size in ("1440", "phone")),
    ],
)
def test_six_units_are_seen_without_scrolling(promises, cast, table, size, written):
    if written:
        promises.orders("ENG", *written)
    bob = table(cast.bob, **SIZES[size])
    open_orders(bob, size)
    expect(bob.page.locator("#order-list > li")).to_have_count(6)
    expect(bob.page.locator("#order-list [data-agreed]")).to_have_count(3)
    assert bob.page.evaluate(HIDDEN) == []
    expect(bob.page.locator(".ready:visible")).to_be_in_viewport(ratio=1)


CUT = """() => [...document.querySelectorAll("#promises-list .promise-words")].filter((words) => {
    const end = document.getElementById("promises").getBoundingClientRect().bottom;
    return words.scrollWidth > words.clientWidth + 1 || words.getBoundingClientRect().bottom > end + 1;
}).map((words) => words.textContent)"""


BROKEN = """() => [...document.querySelectorAll("#promises-list .promise-words")].flatMap((words) => {
    const text = words.firstChild;
    return [...text.data.matchAll(/\\p{L}+/gu)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""


def test_promises_are_whole_and_those_that_are_due_come_first(promises, cast, table):
    bob = table(cast.bob)
    rows = bob.page.locator("#promises-list .promise")
    expect(rows.first).to_contain_text("due")
    words = [each.inner_text().split("\n")[-1] for each in rows.all()]
    assert words == sorted(words, key=["due", "lasting"].index)
    assert {"due", "lasting"} == set(words)
    assert bob.page.evaluate(CUT) == []
    for chip in ("due", "your orders break it"):
        bob.page.locator("#promises-list .chip").evaluate_all(
            f"(all) => all.forEach((one) => {{ one.textContent = '{chip}'; }})"
        )
        assert bob.page.evaluate(BROKEN) == [], "no word is broken"
    bob.page.set_viewport_size({"width": 1280, "height": 900})
    assert bob.page.evaluate(BROKEN) == [], "no word is broken"
    expect(rows.filter(has_text="Russia: peace with you")).to_be_visible()
    # Once the phase is over nothing of it binds any more; it stands under "all".
    promises.deadline_passes()
    bob.shows("F1903M")
    expect(rows.filter(has_text="hold")).to_have_count(0)
    bob.page.click("#promises-all")
    expect(bob.page.locator("#ledger-list")).to_contain_text("You will hold with your army in Norway")


def test_a_promised_order_is_written_from_its_units_row(promises, cast, table):
    bob = table(cast.bob)
    row = bob.page.locator('[data-row="NTH"]')
    expect(row).to_contain_text("promised to Germany: supports Holland")
    row.get_by_role("button", name="Write").click()
    expect(row).to_contain_text("supports Holland")
    expect(row.locator(".order-saved")).to_be_visible()
    expect(row.locator("[data-agreed]")).to_have_count(0)
    assert promises.sheet("ENG").orders == {"NTH": "F NTH S A HOL"}


@pytest.mark.variation
def test_a_promise_stays_beside_an_order_that_is_another(promises, cast, table):
    promises.orders("ENG", "A NWY - STP")
    bob = table(cast.bob)
    row = bob.page.locator('[data-row="NWY"]')
    expect(row).to_contain_text("Norway to St")
    expect(row.locator(".order-promise")).to_contain_text("promised to Russia: holds")


@pytest.mark.variation
@pytest.mark.parametrize("size", ["1280", "phone"])
def test_a_toast_covers_neither_orders_nor_choices(story, cast, table, size):
    story.begins()
    alice = table(cast.alice, **SIZES[size])
    (alice.tap if size == "phone" else alice.click)("PAR", "BUR")
    alice.has_orders("A PAR - BUR")
    alice.page.locator("[data-seat=GER] .seat-open").click()
    expect(alice.page.locator(".toast")).to_contain_text("Germany")
    (alice.tap if size == "phone" else alice.click)("MAR")
    expect(alice.menu).to_be_visible()
    toast = alice.page.locator(".toast").bounding_box()
    for selector in ("#orders", "#talk", ".choices .menu", ".phone-bar", ".map-tools", "#undo-phone"):
        other = alice.page.locator(selector)
        box = other.bounding_box() if other.is_visible() else None
        assert box is None or (selector == ".choices .menu" and size != "phone") or apart(toast, box), selector


def apart(one, other):
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.variation
def test_any_key_on_a_lit_province_is_harmless(story, cast, table):
    """`table` fails the test on any error of the page."""
    story.begins()
    alice = table(cast.alice)
    for key in ("Tab", "n", "m", "x"):
        alice.press("n", "m", "ArrowUp")
        expect(alice.page.locator("[data-target]:focus")).to_have_count(1)
        alice.press(key)
        alice.press("Escape", "Escape", "n")
        alice.says("Army")
        alice.page.reload()
        alice.ready_for_use()


@pytest.mark.variation
def test_a_row_that_is_pressed_while_news_comes_takes_the_click(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    row = alice.page.locator("[data-row=PAR] .order-row")
    row.hover()
    alice.page.mouse.down()
    other = alice.page.locator("[data-row=MAR]").element_handle()
    story.ready("ENG")
    expect(alice.page.locator('[data-seat=ENG][data-ready="true"]')).to_be_visible()
    story.orders("FRA", "A MAR - BUR")
    alice.has_orders("A MAR - BUR")
    assert other.evaluate("row => row.isConnected")
    alice.page.mouse.up()
    expect(alice.menu).to_be_visible()
    alice.says("Army Paris")
    expect(alice.page.locator("[data-row=MAR]")).to_contain_text("to Burgundy")


@pytest.mark.variation
def test_axe_finds_nothing_among_proposals_and_promises(promises, cast, table):
    promises.says("GER", "ENG", "Please hold in Belgium")
    bob = table(cast.bob)
    bob.page.click('#talk-tabs [data-key="ENG-GER"]')
    expect(bob.page.locator("#talk-log .offer")).to_have_count(3)
    assert faults(bob.page) == []
