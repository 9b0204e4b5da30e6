"""The review of a game, from its result to its moments."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bots.review.moment import Moment
from dipgame.games import clock
from dipgame.review.models import Review
from tests.browser.test_accessibility import faults
from tests.browser.test_phone import seen_at
from tests.effort import variation
from tests.frontend.result.test_result import over
from tests.frontend.review.test_review import LIED, MISSED

FITS = "document.documentElement.scrollWidth <= innerWidth"
POWERS = ("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR")


def test_a_review_is_asked_for_on_the_result_and_made(enter: Callable[..., Page], story: Any) -> None:
    game = over(story)
    page = enter(f"/games/{game.slug}/result", story.cast.bob)
    page.get_by_role("link", name="Review", exact=True).click()
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("heading", name="Chance to come in first")).to_be_visible(timeout=120_000)
    expect(page.locator("svg.chart:visible .chart-line")).to_have_count(7)


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_a_review_fits_every_screen(enter: Callable[..., Page], story: Any, phone: dict[str, Any], size: str) -> None:
    game = over(story)
    with story.committed():
        made(game, [MISSED, LIED])
    page = enter(f"/games/{game.slug}/review", story.cast.bob, **(phone if size == "phone" else {}))
    expect(page.get_by_role("heading", name="You missed Belgium")).to_be_visible()
    expect(page.get_by_text("The fleet in London moves to the North Sea.")).to_be_visible()
    for picture in page.locator(".review-boards img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0
    assert page.evaluate(FITS)
    assert faults(page) == []
    seen_at(page, f"review-{size}")
    page.get_by_role("link", name="Try it in the sandbox").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sandbox")


def made(game: Any, moments: list[Moment]) -> None:
    """A review of the game's year, done."""
    start = dict.fromkeys(POWERS, 1 / 7)
    fall = dict(zip(POWERS, (0.1, 0.2, 0.3, 0.1, 0.1, 0.1, 0.1), strict=True))
    phases = [
        {"name": "S1901M", "before": start, "chances": start, "moments": []},
        {"name": "F1901M", "before": start, "chances": fall, "moments": [each.as_dict() for each in moments]},
    ]
    Review.objects.create(game=game, state=Review.State.DONE, asked_at=clock.now(), phases=phases, steps=2)
