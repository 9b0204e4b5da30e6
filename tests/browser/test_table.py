"""Three windows play a game with two people and five bots: absence, a caretaker, a way back, a pause."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.gamepage import GamePage


def at_the_table(game: GamePage) -> Any:
    """The dialog, opened."""
    table = game.page.locator("dialog#table")
    if not table.is_visible():
        if game.page.locator("button[data-open-table]:visible").count() == 0:
            game.page.locator("details.settings > summary").click()
        game.page.locator("button[data-open-table]:visible").click()
    expect(table).to_be_visible()
    return table


def close(game: GamePage) -> None:
    game.page.locator("dialog#table").get_by_role("button", name="Close").click()


def test_a_game_through_absence_and_a_pause(story: Any, cast: Any, table: Any) -> None:
    story.begins(fill_bot="holdbot")
    alice, bob, charlie = table(cast.alice), table(cast.bob), table(cast.charlie)

    # Bob misses the deadline: more time once, and everybody is told.
    story.orders("FRA", "A PAR - BUR")
    story.time_is_up()
    expect(alice.page.locator(".toast")).to_contain_text("England has written no orders")
    # He misses that, too: a bot holds his seat.
    story.orders("FRA", "A PAR - BUR")
    story.time_is_up()
    expect(bob.page.locator("#back")).to_be_visible()
    expect(charlie.page.locator("#vacant")).to_be_visible()
    expect(alice.page.locator("[data-seat=ENG]")).to_contain_text("a bot holds it for Bob")
    expect(at_the_table(alice)).to_contain_text("England stayed away. A bot holds the seat")
    close(alice)

    # He is back.
    bob.page.get_by_role("button", name="Take it back").click()
    bob.ready_for_use()
    expect(bob.page.locator(".game-head")).to_contain_text("You are England")
    expect(alice.page.locator("[data-seat=ENG]")).to_contain_text("played by Bob")
    expect(charlie.page.locator("#vacant")).to_be_hidden()

    # Both ask for a pause.
    at_the_table(alice).get_by_role("button", name="Pause for a day").click()
    wish = at_the_table(bob).locator(".table-wish", has_text="Pause for a day")
    expect(wish).to_contain_text("France: 1 of 2")
    wish.get_by_role("button").click()
    for window in (alice, bob, charlie):
        expect(window.page.locator("#countdown .countdown-time")).to_have_text("Paused")
    expect(at_the_table(alice)).to_contain_text("The players paused the game")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_table_at_a_desk_and_on_a_phone(story: Any, cast: Any, table: Any, phone: Any, size: str) -> None:
    story.begins(bob=False, fill_bot="holdbot")
    alice = table(cast.alice, **(phone if size == "phone" else {}))
    dialog = at_the_table(alice)
    dialog.get_by_role("button", name="Pause for 3 days").click()
    expect(dialog.get_by_role("button", name="End the pause")).to_be_visible()
    expect(dialog.locator("#table-log")).to_contain_text("The players paused the game")
    alice.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_hidden_vote_ends_the_game(story: Any, cast: Any, table: Any) -> None:
    centers = {"FRA": ["PAR", "BRE"], "ENG": ["LON", "EDI"]}
    story.begins(at={"phase": "S1905M", "units": ["FRA A PAR", "ENG F LON"], "centers": centers})
    alice, bob, charlie = table(cast.alice), table(cast.bob), table(cast.charlie)
    at_the_table(alice).get_by_role("button", name="Draw among all").click()
    expect(at_the_table(alice).locator("#table-end-words")).to_contain_text("You vote for a draw: England and France.")
    words = at_the_table(bob).locator("#table-end-words")
    expect(words).to_contain_text("Nobody sees a vote before all agree.")
    expect(words).not_to_contain_text("You vote")
    expect(at_the_table(bob).locator("#table-votes li")).to_have_count(0)
    expect(at_the_table(charlie).locator("#table-end")).to_be_hidden()
    at_the_table(bob).get_by_role("button", name="Draw among all").click()
    for window in (alice, bob, charlie):
        expect(window.page.locator("#verdict")).to_have_text("A draw between England and France.")
    close(alice)
    alice.page.locator("#result-link").click()
    expect(alice.page.locator(".result-powers")).to_contain_text("one of 2")
    alice.page.get_by_role("button", name="Offer a rematch").click()
    expect(alice.page.get_by_role("heading", name="Tea in Burgundy, again")).to_be_visible()
