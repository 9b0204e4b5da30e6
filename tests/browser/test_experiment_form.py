"""A researcher who knows no TOML designs an experiment: by fields, faults at them, and the file beside."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from playwright.sync_api import Page, expect

from dipgame.experiments.models import Experiment
from tests.browser.test_accessibility import faults


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_an_experiment_is_designed_by_fields(enter: Callable[..., Page], story: Any, phone: Any, size: str) -> None:
    with story.committed():
        story.cast.alice.user_permissions.add(Permission.objects.get(codename="run_experiments"))
    page = enter("/experiments/new/?like=honesty", story.cast.alice, **(phone if size == "phone" else {}))
    expect(page.get_by_text("They go when you change a field here")).to_be_visible()
    games = page.get_by_label("Games of each session").first
    games.fill("0")
    told = page.locator(".field.has-error [data-fault]")
    expect(told).to_have_text("'games' is games: a whole number from 1 to 100000, not 0.")
    expect(games).to_have_attribute("aria-invalid", "true")
    games.fill("3")
    expect(page.get_by_role("status").get_by_text("6 games in 2 sessions")).to_be_visible()
    expect(told).to_have_count(0)
    expect(page.get_by_text("They go when you change a field here")).to_be_hidden()
    # By keys alone; Enter in a field begins nothing.
    name = page.get_by_role("group", name="breaker", exact=True).get_by_label("Name")
    name.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("liar")
    page.keyboard.press("Enter")
    session = page.get_by_role("group", name="one breaker", exact=True)
    expect(session.get_by_label("liar")).to_have_value("1")
    page.get_by_role("button", name="A session").press("Enter")
    added = page.get_by_role("group", name="session 1", exact=True)
    expect(added.get_by_label("Name")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    page.get_by_label("As a file").check(force=True)
    expect(page.get_by_label("File", exact=True)).to_have_value(re.compile("liar = 6"))
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Honesty")).to_be_visible()
    assert Experiment.objects.get().declaration.games == 9
