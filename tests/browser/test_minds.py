"""After a game with HANAs: from its last board into what they thought, phase by phase."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dipgame.games import services
from dipgame.games.models import Message, Proposal
from tests.browser.test_accessibility import faults
from tests.effort import is_brief

FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def over(story: Any) -> Any:
    """A game of one year between Alice's France, Bob's England and two HANAs; Alice took what Germany proposed."""
    story.waits(end_year=1901)
    with story.committed(work=False):
        for power in ("AUS", "RUS", "TUR"):
            services.replace_player(story.seat(power), "holdbot")
        services.replace_player(story.seat("GER"), "hana-classicist")
        services.replace_player(story.seat("ITA"), "hana-vengeful")
    story.work()
    story.bots_speak()
    for offer in Proposal.objects.filter(state="open", message__between="FRA GER", message__speaker__power="GER"):
        story.answers("FRA", offer.message, "accept")
    story.says("FRA", "ITA", "I offer you peace", term="")
    story.bots_speak()
    while story.is_running:
        story.deadline_passes()
    assert Message.objects.filter(speaker__power="GER").exists()
    return story


@pytest.mark.slow
def test_from_the_last_board_into_the_bots_minds(
    table: Callable[..., Any], over: Any, phone: dict[str, Any], enter: Callable[..., Page]
) -> None:
    page: Page = table(over.cast.alice).page
    page.get_by_role("link", name="Inside the bots’ minds").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Inside the bots’ minds")
    expect(page).to_have_url(f"{page.url.partition('/games/')[0]}/games/{over.game.slug}/minds/GER/S1901M")

    # Its plan, its attitudes, and the alternatives it weighed.
    plan = page.get_by_role("list", name="What it ordered")
    assert plan.get_by_role("listitem").count() == 3
    expect(page.locator("[data-power=FRA]").first).to_be_visible()
    expect(page.get_by_role("heading", name="Deals it weighed")).to_be_visible()
    expect(page.locator(".minds-other")).to_have_count(6)
    expect(page.locator(".minds-board svg [data-unit=MUN]").first).to_be_attached()

    # By keys and by the list through the phases, and to the other bot.
    expect(page.locator("html.scripted")).to_be_attached()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/minds/GER/F1901M")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/minds/GER/S1901M")
    page.get_by_label("Phase", exact=True).select_option("F1901M")
    page.wait_for_url("**/minds/GER/F1901M")
    page.get_by_role("navigation", name="Bots").get_by_role("link", name="Italy").click()
    page.wait_for_url("**/minds/ITA/F1901M")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("Italy")

    for size in (phone,) if is_brief() else ({}, phone):
        page = enter(f"/games/{over.game.slug}/minds/GER/S1901M", **size)
        assert page.evaluate(FITS)
        assert faults(page) == []
