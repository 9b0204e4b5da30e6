"""A stranger plays at once, finishes 1901, makes an account, and finds the game in it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dipgame.accounts.models import User
from tests.browser.gamepage import GamePage
from tests.effort import variation


def play_now(page: Page) -> GamePage:
    """Press the button of the home page; bots that hold do for the test."""
    page.evaluate(
        """() => document.querySelector("form.play-now").insertAdjacentHTML(
          "beforeend", '<input type="hidden" name="bot" value="holdbot">')"""
    )
    page.get_by_role("button", name="Play now against bots").click()
    return GamePage(page).ready_for_use()


def play_on(game: GamePage, until: str) -> None:
    """Press Ready until this phase is shown."""
    for phase in ("S1901M", "F1901M", "S1902M"):
        game.shows(phase)
        if phase == until:
            return
        game.say_ready()


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_a_guest_plays_a_year_and_keeps_the_game(enter: Any, phone: Any, size: str) -> None:
    page = enter("/", **(phone if size == "phone" else {}))
    game = play_now(page)
    slug = page.url.split("/")[-2]
    expect(page.locator("#keep")).to_be_hidden()
    play_on(game, "S1902M")
    page.locator("#keep").get_by_role("link", name="Make an account").click()
    page.get_by_label("Name", exact=True).fill("Dora")
    page.get_by_label("E-mail address").fill("dora@example.org")
    page.get_by_label("Password", exact=True).fill("a quiet inkwell")
    page.get_by_role("button", name="Create my account").click()
    page.wait_for_url(f"**/games/{slug}/")
    game.ready_for_use().shows("S1902M")
    expect(page.locator("#keep")).to_have_count(0)
    page.goto("/my/games/")
    expect(page.locator(".mine-game")).to_have_count(1)
    assert User.objects.get().name == "Dora"
