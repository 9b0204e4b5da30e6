"""A game master follows all orders and messages, and everybody knows.

Tested at a desk and on a phone.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.models import Game
from tests.browser.conftest import PHONE
from tests.browser.talkpage import TalkPage
from tests.browser.test_phone import seen_at
from tests.effort import variation

LIGHT_AND_DARK = ("light", "dark")


@pytest.fixture
def anna() -> User:
    """A teacher."""
    return User.objects.create_user("anna@example.org", "Anna", "x")


@pytest.fixture
def lesson(anna: User, story: Any, cast: Any) -> Game:
    """A game of Anna's in which Alice is France and Bob England."""
    with story.committed():
        game = services.create_game(anna, services.Terms("Class 9b", master=True))
        services.join_game(cast.alice, game, "FRA")
        services.join_game(cast.bob, game, "ENG")
        services.fill_seats(game, "blabbot")
    game.refresh_from_db()
    story.game = game
    return game


def test_a_teacher_offers_a_game_and_its_players_are_told_before_they_join(anna: User, enter: Any, cast: Any) -> None:
    page = enter("/games/", anna)
    page.get_by_label("Name").first.fill("Class 9b")
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
    expect(page.locator(".power-field")).to_be_visible()
    page.get_by_role("radio", name="Game master").check()
    expect(page.locator(".power-field")).to_be_hidden()
    expect(page.get_by_text("Everybody is told so before joining.")).to_be_visible()
    seen_at(page, "master-form")
    page.get_by_role("button", name="Open the game").click()
    expect(page.get_by_text("You are the game master", exact=True)).to_be_visible()
    seen_at(page, "master-waiting")
    game = Game.objects.get(name="Class 9b")

    pupil = enter("/games/", cast.alice, **PHONE)
    told = "Anna is the game master and sees all orders and messages"
    row = pupil.locator(f'[data-game="{game.slug}"]')
    expect(row).to_contain_text(told)
    seen_at(pupil, "master-lobby-phone")
    row.get_by_role("link", name="Class 9b").click()
    expect(pupil.locator("#waiting")).to_contain_text(told)
    seen_at(pupil, "master-joining-phone")
    pupil.get_by_role("button", name="Sit here as France").tap()
    expect(page.get_by_text("1 of 7 taken")).to_be_visible()
    page.get_by_role("link", name="Start with bots, write to all, call it off").click()
    page.get_by_label("Which bot").select_option("holdbot")
    page.get_by_role("button", name="Fill the seats").click()
    pupil.wait_for_url(re.compile(rf"/games/{game.slug}/$"))


def talk_shown(page: Page) -> Any:
    """The talk, brought to the front where it is behind another column."""
    for way in ("#bar-talk-button:visible", "[data-column=talk]:visible"):
        if page.locator(way).count() and not page.locator("#talk").is_visible():
            page.locator(way).first.click()
    return page.locator("#talk")


@pytest.mark.parametrize("window", ["desk", variation("phone")])
def test_the_master_sees_orders_and_words_as_they_come(
    lesson: Game, anna: User, story: Any, table: Any, window: str
) -> None:
    game = table(anna, **(PHONE if window == "phone" else {}))
    page = game.page
    expect(page.get_by_text("You see all orders and messages. Everybody here knows it.")).to_be_visible()
    story.orders("FRA", "A PAR - BUR", "F BRE - MAO")
    expect(page.locator('#layer-orders [data-order="A PAR - BUR"]')).to_have_count(1)
    if window == "phone":
        page.locator("#bar-orders-button").tap()
    orders = page.locator("#orders")
    france = orders.locator(".order-group", has_text="France")
    expect(france).to_contain_text("Brest")
    expect(france).to_contain_text("Marseilles has no order")
    expect(orders.locator("#ready, #ready-phone, #orders-form").locator("visible=true")).to_have_count(0)
    story.ready("FRA")
    expect(france.locator("h3 .secondary")).to_have_text("ready")
    seen_at(page, f"master-orders-{window}")
    talk = talk_shown(page)
    story.says("FRA", "ENG", "Bob, shall we meet in the library?", plain=True)
    TalkPage(game).with_("ENG", "FRA")  # bots may have written to each other first
    expect(talk).to_contain_text("Bob, shall we meet in the library?")
    expect(talk.locator("#talk-form")).to_be_hidden()
    expect(talk.locator("#talk-over")).to_have_text(
        "You read all messages here, also private ones; you write to nobody."
    )
    seen_at(page, f"master-talk-{window}")
    story.deadline_passes()
    expect(page.locator("svg[data-phase=F1901M]")).to_be_visible()


@pytest.mark.parametrize("window", [variation("desk"), "phone"])
def test_players_read_all_the_time_who_looks_on(lesson: Game, cast: Any, table: Any, window: str) -> None:
    page = table(cast.alice, **(PHONE if window == "phone" else {})).page
    note = page.locator(".master-note")
    expect(note).to_have_text(re.compile("Anna is the game master and sees all orders and messages."))
    expect(note).to_be_in_viewport()
    if window == "phone":
        page.locator("#bar-talk-button").tap()
        expect(page.locator("#talk")).to_be_visible()
        expect(note).to_be_in_viewport()
    for theme in LIGHT_AND_DARK:
        page.emulate_media(color_scheme=theme)
        seen_at(page, f"master-player-{window}-{theme}")
    page.reload()
    expect(page.locator(".master-note")).to_be_in_viewport()
