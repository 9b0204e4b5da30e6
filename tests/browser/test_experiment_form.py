"""A researcher who knows no TOML designs an experiment: by fields, faults at them, and the file beside."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from playwright.sync_api import Page, expect

from bots.experiment.local import LOCAL, SHIPPED
from dipgame.experiments.models import Experiment
from tests.browser.test_accessibility import faults
from tests.effort import variation


@pytest.fixture
def researcher(enter: Callable[..., Page], story: Any) -> Callable[..., Page]:
    """Opens a page as Alice, who may run experiments."""
    with story.committed():
        story.cast.alice.user_permissions.add(Permission.objects.get(codename="run_experiments"))
    return lambda address, **how: enter(address, story.cast.alice, **how)


@pytest.mark.parametrize("size", ["desk", variation("phone")])
def test_an_experiment_is_designed_by_fields(researcher: Callable[..., Page], phone: Any, size: str) -> None:
    page = researcher("/experiments/new/?like=honesty", **(phone if size == "phone" else {}))
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
    page.locator("summary", has_text="breaker").first.press("Enter")
    name = page.get_by_role("group", name="breaker", exact=True).get_by_label("Name")
    name.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("liar")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="liar", exact=True).get_by_label("Name")).to_be_focused()
    session = page.get_by_role("group", name="one breaker", exact=True)
    session.locator("summary").first.press("Enter")
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


FIRST, *PRESETS = sorted({each.stem for each in SHIPPED.glob("*.toml")} - LOCAL)


@pytest.mark.parametrize("name", [FIRST, *map(variation, PRESETS)])
def test_a_preset_stands_on_three_screens(researcher: Callable[..., Page], name: str) -> None:
    page = researcher(f"/experiments/new/?like={name}")
    expect(page.get_by_role("heading", name="Hypotheses")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 900
    about = page.locator(f'a[href="?like={name}"] + .research-about')
    assert len(about.inner_text()) > 20


def test_a_folded_session_says_who_sits_there(researcher: Callable[..., Page]) -> None:
    """Before and after a change, and with a fault."""
    page = researcher("/experiments/new/?like=honesty")
    session = page.get_by_role("group", name="one breaker", exact=True)
    brief = session.locator(".design-brief")
    expect(brief).to_have_text("6 keeper, 1 breaker")
    fold = session.locator("summary").first
    fold.click()
    expect(brief).to_be_hidden()
    session.get_by_label("breaker").fill("2")
    session.get_by_label("keeper").fill("5")
    expect(page.get_by_role("status").get_by_text("200 games in 2 sessions")).to_be_visible()
    fold.click()
    expect(brief).to_have_text("5 keeper, 2 breaker")
    fold.click()
    session.get_by_label("keeper").fill("7")
    expect(session.get_by_text("There are 9 seats")).to_be_visible()
    fold.click()
    expect(session.get_by_text("There are 9 seats")).to_be_visible()
