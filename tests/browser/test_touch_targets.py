"""Everything that can be pressed on a phone is at least 44 by 44 pixels, on every page and in every sheet."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.effort import variation

# A link in the middle of a sentence keeps to its line; a control's label counts as the control; provinces are the map.
SMALL = """() => {
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], " +
    "[role=menuitem], .button, .filter, .segments label";
  const large = (each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 43.5 && height > 43.5;
  };
  const inSentence = (each) => {
    const text = each.matches("a, .link-button") && each.closest("p, li, dd, figcaption");
    return text && text.textContent.trim() !== each.textContent.trim() && getComputedStyle(each).display === "inline";
  };
  return [...document.querySelectorAll(targets)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 2)
    .filter((each) => !each.closest(".skip-link, .visually-hidden, svg"))
    .filter((each) => ![each, ...(each.labels ?? [])].some(large) && !inSentence(each))
    .map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return `${Math.round(width)}x${Math.round(height)} ${each.outerHTML.replace(/\\s+/g, " ").slice(0, 110)}`;
    });
}"""


def small(page: Page) -> list[str]:
    """Elements too small for a finger, once everything has come to rest."""
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    return [f"{page.url}: {each}" for each in page.evaluate(SMALL)]


def test_the_game_and_all_its_sheets(table: Callable[..., Any], story: Any, phone: dict[str, Any]) -> None:
    story.begins()
    story.says("ENG", "FRA", "Please move your fleet in Brest to the English Channel")
    alice = table(story.cast.alice, **phone)
    page = alice.page
    found = small(page)
    page.tap(".settings summary")
    found += small(page)
    page.tap(".settings summary")
    page.tap("#bar-orders-button")
    found += small(page)
    page.tap("#sheet-close")
    alice.tap("PAR")
    found += small(page)
    alice.tap_on('[data-choice="support"]')
    found += small(page)
    alice.tap("MAR", "BUR")
    alice.has_orders("A PAR S A MAR - BUR")
    found += small(page)
    page.tap("#bar-talk-button")
    page.tap('#talk-tabs [data-key="ENG-FRA"]')
    page.wait_for_selector("#talk-log .talk-message")
    found += small(page)
    page.tap("#talk-tall")
    page.tap("#group-menu summary")
    found += small(page)
    assert found == []


FOR_ALL = (
    "/",
    "/games/",
    "/watch/",
    "/how-to-play/",
    "/games/seats/",
    "/archive/",
    "/api/",
    "/ranking/",
    "/ladder/",
    "/bots/dumbbot/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
)
FOR_ALICE = (
    "/",
    "/games/",
    "/people/Alice/",
    "/my/games/",
    "/my/profile/",
    "/my/account/",
    "/my/friends/",
    "/my/inbox/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/conduct/",
    "/archive/import/",
    "/my/account/name/",
    "/my/account/delete/",
    "/my/account/bot/",
    "/my/account/tokens/",
)


@pytest.mark.parametrize("who", ["nobody", variation("alice")])
def test_every_other_page_with_its_folds_open(
    enter: Callable[..., Page], busy: Any, phone: dict[str, Any], who: str
) -> None:
    page = enter("/how-to-play/", busy.cast.alice if who == "alice" else None, **phone)
    found = []
    for address in FOR_ALICE if who == "alice" else FOR_ALL:
        page.goto(address)
        found += small(page)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found += small(page)
    assert found == []
