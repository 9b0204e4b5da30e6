"""Three windows: two people and five bots play through absence, a caretaker, a pause, an undo and a hidden vote."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from playwright.sync_api import expect

from dipgame.accounts.models import User
from dipgame.games import clock, services
from dipgame.games.models import Notification
from tests.browser.gamepage import GamePage
from tests.effort import variation

STALEMATE = {
    "phase": "S1905M",
    "units": ["FRA A PAR", "ENG F LON", "GER A BER", "ITA A ROM", "AUS A VIE", "RUS A MOS", "TUR A CON"],
    "centers": {
        "FRA": ["PAR", "MAR", "BRE", "SPA", "POR", "BEL", "MUN"],
        "ENG": ["LON", "EDI", "LVP", "NWY", "SWE", "DEN", "HOL"],
        **{"GER": ["BER"], "ITA": ["ROM"], "AUS": ["VIE"], "RUS": ["MOS"], "TUR": ["CON"]},
    },
}
"""Nobody small expects more than a seventh of the game: bots agree to a draw."""


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


def _game_in(letter: str) -> str:
    """Address of the game a mail links to."""
    return next(urlsplit(word).path for word in letter.split() if "/games/" in word)


@pytest.mark.slow
def test_a_game_from_a_missed_deadline_to_a_draw(story: Any, cast: Any, enter: Any, table: Any, settings: Any) -> None:
    """Alice plays France, Bob England, bots hold the rest; Charlie is one of the staff and looks on."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    User.objects.filter(pk=cast.charlie.pk).update(is_staff=True, is_superuser=True)
    story.begins(at=STALEMATE, fill_bot="holdbot")
    alice, charlie = table(cast.alice), table(cast.charlie)

    # Bob is not there. He is told by mail, and misses the deadline: more time once, and everybody is told.
    Notification.objects.filter(user=cast.bob).update(mail_at=clock.now())
    services.mail_news()
    letter = next(each for each in mail.outbox if each.to == [cast.bob.email])
    assert letter.subject == "Tea in Burgundy: The game has begun; you are England."
    story.orders("FRA", "A PAR H")
    story.time_is_up()
    expect(alice.page.locator(".toast")).to_contain_text("England has written no orders")
    # He misses that, too: a bot holds his seat.
    story.time_is_up()
    expect(charlie.page.locator("#vacant")).to_be_visible()
    expect(alice.page.locator("[data-seat=ENG]")).to_contain_text("a bot holds it for Bob")
    expect(at_the_table(alice)).to_contain_text("England stayed away. A bot holds the seat")
    close(alice)

    # He follows the link in the mail, and is back.
    bob = GamePage(enter(_game_in(str(letter.body)), cast.bob)).ready_for_use()
    bob.page.get_by_role("button", name="Take it back").click()
    bob.ready_for_use()
    expect(bob.page.locator(".game-head")).to_contain_text("You are England")
    expect(alice.page.locator("[data-seat=ENG]")).to_contain_text("played by Bob")
    expect(charlie.page.locator("#vacant")).to_be_hidden()

    # Both ask for a pause.
    at_the_table(alice).get_by_role("button", name="Pause for a day").click()
    expect(bob.page.locator("#motion")).to_contain_text("France votes for a pause of a day.")
    motion = at_the_table(bob).locator(".table-motion", has_text="a pause of a day")
    expect(motion).to_contain_text("Not answered yet: you.")
    motion.get_by_role("button", name="Agree").click()
    for window in (alice, bob, charlie):
        expect(window.page.locator("#countdown .countdown-time")).to_have_text("Paused")
    expect(at_the_table(alice)).to_contain_text("The players paused the game")
    close(alice)
    close(bob)

    # They play on; the staff takes the phase back, and the orders stand.
    for window in (alice, bob):
        window.say_ready()
    for window in (alice, bob, charlie):
        window.shows("F1905M")
    charlie.page.goto(f"/games/{story.game.slug}/keep/")
    charlie.page.get_by_role("button", name="Go back to Spring 1905").click()
    for window in (alice, bob):
        window.shows("S1905M")
    alice.has_orders("A PAR H")
    charlie.page.goto(f"/games/{story.game.slug}/")
    charlie.ready_for_use().shows("S1905M")
    expect(at_the_table(bob)).to_contain_text("Spring 1905, movement is played again")

    # A vote that nobody sees before all agree.
    at_the_table(alice).get_by_role("button", name="Draw among all").click()
    draw = "a draw among all who are on the board"
    mine = at_the_table(alice).locator(".table-motion", has_text=draw)
    expect(mine).to_contain_text("You, Austria")
    expect(mine).to_contain_text("What other players answer is hidden.")
    close(alice)
    expect(bob.page.locator("#motion")).to_contain_text(f"Somebody votes for {draw}.")
    asked = at_the_table(bob).locator(".table-motion", has_text=draw)
    expect(asked).not_to_contain_text("France")
    expect(at_the_table(charlie).locator(".table-motion")).to_have_count(0)
    close(bob)
    bob.page.locator("#motion").get_by_role("button", name="Agree").click()
    for window in (alice, bob, charlie):
        expect(window.page.locator("#verdict")).to_contain_text("A draw between Austria, England, France")
    alice.page.locator("#result-link").click()
    expect(alice.page.locator(".result-powers")).to_contain_text("one of 7")
    alice.page.get_by_role("button", name="Offer a rematch").click()
    expect(alice.page.get_by_role("heading", name="Tea in Burgundy, again")).to_be_visible()


@pytest.mark.parametrize("size", ["desk", variation("phone")])
def test_the_table_at_a_desk_and_on_a_phone(story: Any, cast: Any, table: Any, phone: Any, size: str) -> None:
    story.begins(bob=False, fill_bot="holdbot")
    alice = table(cast.alice, **(phone if size == "phone" else {}))
    dialog = at_the_table(alice)
    dialog.get_by_role("button", name="Pause for 3 days").click()
    expect(dialog.get_by_role("button", name="End the pause")).to_be_visible()
    expect(dialog.locator("#table-log")).to_contain_text("The players paused the game")
    alice.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_to_concede_is_asked_twice_and_preselects_nobody(
    story: Any, cast: Any, table: Any, phone: Any, size: str
) -> None:
    story.begins()
    alice = table(cast.alice, **(phone if size == "phone" else {}))
    vote = at_the_table(alice).locator("[data-vote=end]")
    powers, send = vote.get_by_label("Concede to"), vote.get_by_role("button", name="Concede")
    expect(powers).to_have_value("")
    send.click()
    expect(send).to_have_text("Concede")
    powers.select_option(label="England")
    send.click()
    expect(send).to_have_text("Concede to England: press again")
    assert story.seat("FRA").votes == {}
    # Another choice is asked for anew.
    powers.select_option(label="Germany")
    expect(send).to_have_text("Concede")
    send.click()
    expect(send).to_have_text("Concede to Germany: press again")
    send.click()
    expect(vote.locator(".table-motion")).to_contain_text("conceding to Germany")
    assert list(story.seat("FRA").votes["end"]) == ["GER"]


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_a_tap_on_a_seat_tells_who_plays_it_and_leads_to_them(
    story: Any, cast: Any, table: Any, phone: Any, size: str
) -> None:
    story.begins(bots="dumbbot")
    page = table(cast.alice, **(phone if size == "phone" else {})).page
    page.get_by_role("button", name="Who plays Germany").click()
    expect(page.locator(".toast")).to_contain_text("Germany, played by the bot")
    page.get_by_role("button", name="Who plays England").click()
    expect(page.locator(".toast")).to_contain_text("England, played by Bob")
    page.locator(".toast").get_by_role("button", name="Profile").click()
    page.wait_for_url("**/people/Bob/")
