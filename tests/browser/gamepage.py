"""The game page as a player uses it: click a province, choose from the menu, read what is said."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

__all__ = ["GamePage"]

# Place of a unit on the screen, once the board rests and nothing covers it; else null.
_POINT = """code => {
  const svg = document.querySelector("#map:not([data-moving]) svg.board");
  if (!svg) return null;
  const named = (css) => svg.querySelector(`${css}[data-unit="${code}"]`);
  const unit = named(".unit.dislodged") ?? named(".unit");
  const places = JSON.parse(document.getElementById("page").textContent).places;
  const [x, y] = places[code.slice(0, 3)].at;
  const found = unit ? /translate\\(([-\\d.]+)[ ,]+([-\\d.]+)/.exec(unit.getAttribute("transform")) : null;
  const point = found ? [Number(found[1]), Number(found[2])] : [x, y];
  const at = new DOMPoint(...point).matrixTransform(svg.getScreenCTM());
  const hit = document.elementFromPoint(at.x, at.y);
  return hit?.closest("svg.board") ? [at.x, at.y] : null;
}"""
# A tap is over before the click it makes has come to the page.
_AWAIT_CLICK = (
    "() => { window.clicked = new Promise((done) => addEventListener('click', done, {once: true, capture: true})); }"
)
_CLICKED = "() => window.clicked.then(() => null)"

_PRESSES = 4
"""Of Ready, at most, for one that the page takes."""


class GamePage:
    """One browser tab with a game."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ready_for_use(self) -> "GamePage":
        """Wait until the page's scripts have taken over."""
        self.page.wait_for_selector("html[data-page=ready]", state="attached")
        return self

    # --- gestures ------------------------------------------------------------------------------

    def click(self, *codes: str) -> "GamePage":
        """Click the units or provinces one after the other, where their unit stands."""
        for code in codes:
            self.page.mouse.click(*self.place_of(code))
        return self

    def tap(self, *codes: str) -> "GamePage":
        """Tap units or provinces with a finger."""
        for code in codes:
            self.tap_at(*self.place_of(code))
        return self

    def tap_at(self, x: float, y: float) -> None:
        """Tap a place on the screen, whatever is there."""
        with self._a_click():
            self.page.touchscreen.tap(x, y)

    def tap_on(self, selector: str) -> "GamePage":
        """Tap a button."""
        with self._a_click():
            self.page.tap(selector)
        return self

    @contextmanager
    def _a_click(self) -> Iterator[None]:
        """Wait until the page has heard a click."""
        self.page.evaluate(_AWAIT_CLICK)
        yield
        self.page.evaluate(_CLICKED)

    def place_of(self, code: str) -> tuple[float, float]:
        """Place of the unit or province on the screen, unmoving and uncovered."""
        x, y = self.page.wait_for_function(_POINT, arg=code).json_value()
        return x, y

    def press(self, *keys: str) -> "GamePage":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def choose(self, verb: str) -> "GamePage":
        """Choose from the menu: `support`, `hold`, or a coast such as `SPA/NC`."""
        self.page.click(f'.choices [data-choice="{verb}"]')
        return self

    def write(self, text: str) -> "GamePage":
        """Type into the box of orders."""
        self.page.fill("#order-text", text)
        self.page.press("#order-text", "Enter")
        return self

    @property
    def listening(self) -> Locator:
        """The Ready button, once a press counts again: one within half a second of the last is a double click."""
        return self.page.locator(".ready:visible:not([data-quiet])")

    def say_ready(self) -> None:
        """Press Ready, or take it back; where the page asks about units without orders, press once more."""
        ready, asks = self.listening, self.page.locator(".ready-ask")
        ready.click()
        # The page asks at once, or it has taken the press; it asks anew where orders came in between.
        presses = 1
        while asks.count() and presses < _PRESSES:
            ready.click()
            presses += 1

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def menu(self) -> Locator:
        return self.page.locator(".choices .menu")

    def choices(self) -> list[str]:
        """Choices in the menu."""
        return [each.get_attribute("data-choice") or "" for each in self.page.locator(".choices .menu-row").all()]

    def says(self, words: str) -> None:
        """The status line comes to hold these words."""
        expect(self.page.locator("#status")).to_contain_text(words)

    def has_orders(self, *texts: str) -> None:
        """Exactly these orders of mine come to be drawn, in any order."""
        expect(self.page.locator("#layer-orders [data-order]")).to_have_count(len(texts))
        for text in texts:
            expect(self.page.locator(f'#layer-orders [data-order="{text}"]')).to_be_visible()

    def lit(self) -> list[str]:
        """The provinces a click may go to."""
        return sorted(each.get_attribute("data-target") or "" for each in self.page.locator("[data-target]").all())

    def shows(self, phase: str) -> None:
        """The board comes to show this phase."""
        self.page.wait_for_selector(f"#map svg[data-phase={phase}]")

    def units(self) -> set[str]:
        """All units on the board that are not dislodged, as `FRA A PAR`."""
        found = self.page.eval_on_selector_all(
            "#layer-units .unit:not(.dislodged)",
            "all => all.map(each => [each.dataset.power, each.dataset.kind, each.dataset.region].join(' '))",
        )
        return set(found)

    def centers(self, power: str) -> int:
        """The number in the bar of seats."""
        return int(self.page.inner_text(f"[data-seat={power}] .seat-centers"))
