"""The admin is readable in light and dark, on all screens.

Its buttons, titles and fields are looked at, at a desk and on a phone.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from dipgame.accounts.models import User
from tests.browser.test_phone import seen_at
from tests.effort import variation

_FAINT = """() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b]
    .map((each) => each / 255)
    .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = channels(getComputedStyle(each).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const looked = "button, input[type=submit], input[type=button], input[type=text], select, h1, h2, h3, caption, " +
    "label, .button, .submit-row a, .object-tools a, .cancel-link, .helptext, th, td, .readonly, p";
  return [...document.querySelectorAll(looked)]
    .filter((each) => each.checkVisibility() && !each.disabled && (each.value || each.textContent).trim())
    .map((each) => {
      const [text, under] = [light(channels(getComputedStyle(each).color)), light(ground(each))];
      const ratio = (Math.max(text, under) + 0.05) / (Math.min(text, under) + 0.05);
      return [ratio, `${each.tagName} ${each.className} ${(each.value || each.textContent).trim().slice(0, 40)}`];
    })
    .filter(([ratio]) => ratio < 4.5)
    .map(([ratio, what]) => `${what}: ${ratio.toFixed(1)}`);
}"""
"""Texts that stand out from their ground by less than 4.5 to 1."""


def wide(page: Page) -> bool:
    """True if the page has to be pulled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"))


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1280), variation("dark", 390), variation("light", 390), variation("dark", 1280)]
)
def test_everything_can_be_read(story: Any, cast: Any, enter: Any, scheme: str, width: int) -> None:
    keeper = User.objects.create_superuser("staff@example.org", "Keeper", "x")
    story.begins()
    page = enter("/admin/", keeper, viewport={"width": width, "height": 844}, color_scheme=scheme)
    faint = {}
    pages = {
        "index": "/admin/",
        "list": "/admin/games/game/",
        "form": f"/admin/games/game/{story.game.pk}/change/",
        "person": f"/admin/accounts/user/{cast.bob.pk}/change/",
        "delete": f"/admin/accounts/user/{keeper.pk}/delete/",
        "password": f"/admin/accounts/user/{cast.bob.pk}/password/",
    }
    for name, address in pages.items():
        page.goto(address)
        faint[name] = page.evaluate(_FAINT)
        assert not wide(page), name
        seen_at(page, f"admin-{name}-{width}-{scheme}")
    page.goto("/admin/games/game/")
    page.locator(".action-select").first.check()
    page.select_option("select[name=action]", "cancel_games")
    page.get_by_role("button", name="Go").click()
    page.get_by_role("button", name="Cancel these games").wait_for()
    faint["action"] = page.evaluate(_FAINT)
    seen_at(page, f"admin-action-{width}-{scheme}")
    assert {name: found for name, found in faint.items() if found} == {}
