"""The whole way of an experiment with a person in it, for who runs it and for who takes part."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from playwright.sync_api import Page, expect

from dipgame.experiments import people, services
from dipgame.experiments.models import Participant
from tests.browser.test_accessibility import faults
from tests.effort import variation

FILE = """version = 1
name = "Talking to bots"
games = 1
powers = "fixed"
terms.last_year = 1901
[people]
consent = "You play one game of Diplomacy, a year long."
before = ["How many games of Diplomacy have you played, and how long ago was the last of them?"]
after = ["Who played best, and why?"]
[[sessions]]
name = "one among six"
seats = { FRA = "person", others = "holdbot" }
"""


@pytest.mark.parametrize("size", ["desk", variation("phone")])
def test_a_person_takes_part_and_withdraws(enter: Callable[..., Page], story: Any, phone: Any, size: str) -> None:
    how = phone if size == "phone" else {"viewport": {"width": 1280, "height": 800}}
    with story.committed():
        story.cast.alice.user_permissions.add(Permission.objects.get(codename="run_experiments"))
    alice = enter("/experiments/new/", story.cast.alice, **how)
    alice.get_by_label("As a file").check(force=True)
    alice.get_by_label("File", exact=True).fill(FILE)
    alice.get_by_role("button", name="Begin").click()
    expect(alice.get_by_text("Nobody takes part yet.")).to_be_visible()
    address = alice.locator(".research-address").inner_text()
    bob = enter(f"/{address.split('/', 3)[3]}", story.cast.bob, **how)
    assert _fits(bob)
    bob.get_by_label("I have read this and agree").check(force=True)
    bob.get_by_role("button", name="Take part").click()
    bob.get_by_label("How many games").fill("12, last year")
    assert _fits(bob)
    bob.get_by_role("button", name="To the game").click()
    expect(bob.get_by_role("link", name="To the game")).to_be_visible()
    assert _fits(bob)

    story.game = Participant.objects.get().run.game  # type: ignore[union-attr]
    while story.is_running:
        story.deadline_passes()
    # The page of an experiment is loaded anew when it ends: that is behind them before anybody looks at it.
    people.count_games_that_ended()
    services.sweep_experiments()
    bob.goto(f"/games/{story.game.slug}/result")
    bob.get_by_label("Germany").check(force=True)
    bob.get_by_role("button", name="Send my answer").click()
    bob.get_by_role("link", name="Back to it").click()
    bob.get_by_label("Who played best").fill("Germany, it held.")
    bob.get_by_role("button", name="Send").click()
    expect(bob.get_by_role("heading", name="Thank you")).to_be_visible()
    alice.reload()
    expect(alice.locator("#state")).to_have_text("Done")
    expect(alice.get_by_text("1 takes part.")).to_be_visible()
    assert _fits(alice)

    bob.get_by_label("Yes, delete it.").check(force=True)
    bob.get_by_role("button", name="Withdraw").click()
    expect(bob.get_by_text("You have withdrawn.")).to_be_visible()
    assert _fits(bob)
    alice.reload()
    expect(alice.get_by_text("Somebody who took part in it withdrew")).to_be_visible()
    expect(alice.get_by_text("Nobody takes part yet.")).to_be_visible()
    alice.get_by_role("link", name="codebook").click()
    expect(alice.get_by_role("heading", name="Codebook")).to_be_visible()
    assert _fits(alice)


def _fits(page: Page) -> bool:
    """True if nothing is wider than the screen or hard to reach."""
    assert faults(page) == []
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
