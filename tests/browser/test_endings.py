"""One person and bots, in a browser: a vote that bots answer, and the end of the game."""

from typing import Any

import pytest
from playwright.sync_api import expect

from dipgame.games import services
from tests.effort import variation

DRAW = "a draw among all who are on the board"


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_one_person_votes_with_bots_and_ends_the_game(story: Any, cast: Any, table: Any, phone: Any, size: str) -> None:
    story.begins(bob=False, fill_bot="holdbot")
    alice = table(cast.alice, **(phone if size == "phone" else {}))
    page = alice.page
    if size == "phone":
        page.locator("details.settings > summary").click()
    page.locator("button[data-open-table]:visible").click()
    dialog = page.locator("dialog#table")
    dialog.get_by_role("button", name="Draw among all").click()
    motion = dialog.locator(".table-motion", has_text=DRAW)
    expect(motion).to_contain_text("You vote for")
    expect(motion).to_contain_text("Italy and Turkey want to play on: they hope for more while centers change hands.")
    expect(motion).not_to_contain_text("hidden")
    expect(dialog.locator("#table-log")).to_contain_text("want to play on")
    motion.get_by_role("button", name="Take my vote back").click()
    expect(motion).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()

    if size == "phone":
        page.locator("details.settings > summary").click()
    page.locator("button[data-end-alone]:visible").first.click()
    ending = page.locator("dialog#end-alone")
    expect(ending).to_contain_text("You resign as France, with 3 centers.")
    ending.get_by_role("button", name="End the game and see the bots’ thoughts").click()
    expect(page.get_by_text("France resigned with 3 centers.")).to_be_visible()
    expect(page.get_by_role("link", name="What the bots thought")).to_be_visible()
    page.goto("/my/games/")
    expect(page.get_by_text("Resigned with 3 centers")).to_be_visible()


def test_an_eliminated_player_learns_what_to_do_now(story: Any, cast: Any, table: Any) -> None:
    at = {
        "phase": "F1903M",
        "units": ["FRA F ECH", "GER A BER"],
        "centers": {"FRA": ["PAR"], "GER": ["BER"], "ENG": ["LON"]},
    }
    story.begins(at=at, fill_bot="holdbot")
    bob = table(cast.bob)
    expect(bob.page.locator("#out")).to_be_hidden()
    with story.committed():
        services.submit_orders(story.seat("FRA"), story.phase, ["F ECH - LON"])
    story.deadline_passes()
    expect(bob.page.locator("#out")).to_contain_text("You are out of the game.")
    expect(bob.page.locator("#out").get_by_role("link", name="find your next game")).to_be_visible()
