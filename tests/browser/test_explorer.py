"""Explorer and studies in a browser, at desk and on phone."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adjudication.position import opening, position_as_dict
from dipgame.sandbox.models import Study
from dipgame.sandbox.studies import save_study
from tests.browser.test_accessibility import faults
from tests.browser.test_sandbox import Sandbox
from tests.browser.test_touch_targets import small
from tests.effort import variation

PICTURES = os.environ.get("SANDBOX_PICTURES", "")


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(700)
        page.screenshot(path=f"{PICTURES}/{name}.png")


def is_sound(page: Page, *, finger: bool) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    if finger:
        assert small(page) == []


@pytest.mark.parametrize("where", [variation("desk"), "phone"])
def test_one_walks_from_the_sandbox_through_openings_and_back(enter: Any, phone: Any, where: str) -> None:
    finger = where == "phone"
    page = enter("/sandbox/", **(phone if finger else {}))
    Sandbox(page, finger=finger)
    page.click("#explore")
    expect(page.locator("h1")).to_have_text("Explorer")
    page.click('a[aria-label="France"]')
    expect(page.locator("#lines-title")).to_have_text("Orders of France")
    is_sound(page, finger=finger)
    picture(page, f"explorer-{where}")
    page.locator(".explorer-line").first.click()
    expect(page.locator("#lines-title")).to_have_text("After these orders of France")
    expect(page.locator("#layer-orders [data-order]").first).to_be_attached()
    picture(page, f"explorer-after-{where}")
    page.locator(".explorer-line").first.click()
    expect(page.locator("#board-title")).to_have_text("Fall 1901")
    is_sound(page, finger=finger)
    page.click("text=Back")
    expect(page.locator("#board-title")).to_have_text("Spring 1901")


@pytest.mark.parametrize("where", ["desk", variation("phone")])
def test_a_study_is_made_in_the_sandbox_and_read_by_its_link(enter: Any, phone: Any, cast: Any, where: str) -> None:
    finger = where == "phone"
    how = phone if finger else {}
    page = enter("/sandbox/", cast.alice, **how)
    sandbox = Sandbox(page, finger=finger)
    page.click("#notes summary")
    page.fill("#note-text", "Burgundy or not?\n<b>Think.</b>")
    page.click("#note-draw")
    sandbox.at("PAR", "BUR")
    sandbox.at("MUN", "MUN")
    expect(page.locator("#note-marks")).to_have_value("PAR - BUR, MUN")
    page.keyboard.press("Escape")
    picture(page, f"study-made-{where}")
    page.click("[data-dialog=share]")
    page.click("[data-dialog=study]")
    page.fill("#study-title", "The question of Burgundy")
    page.check("#study-form [name=is_public]")
    picture(page, f"study-save-{where}")
    page.click("#study-button")
    page.wait_for_url("**/studies/*/")
    study = Study.objects.get()
    reader = enter(f"/studies/{study.slug}/", **how)
    expect(reader.locator("h1")).to_have_text("The question of Burgundy")
    expect(reader.locator("#comment")).to_have_text("Burgundy or not?\n<b>Think.</b>")
    expect(reader.locator(".notes-layer line")).to_have_count(1)
    expect(reader.locator(".notes-layer circle")).to_have_count(1)
    is_sound(reader, finger=finger)
    picture(reader, f"study-{where}")


def test_two_windows_keep_both_texts_of_a_study(enter: Any, cast: Any) -> None:
    tree = {"rules": "2023", "position": position_as_dict(opening()), "at": 0, "nodes": [{"parent": None}]}
    study = save_study(cast.alice, "", "Burgundy", tree, is_public=False)
    first, second = (enter(f"/studies/{study.slug}/", cast.alice) for _ in range(2))
    for page, text in ((first, "First."), (second, "Second.")):
        Sandbox(page, finger=False)
        page.click("#notes summary")
        page.fill("#note-text", text)
        page.click("[data-dialog=share]")
        page.click("[data-dialog=study]")
        page.click("#study-button")
        if page is first:
            expect(page.locator("#comment")).to_have_text("First.")
    expect(second.locator("#study-error")).to_contain_text("saved in another window")
    expect(second.locator("#study-other a")).to_be_visible()
    assert faults(second) == []
    expect(second.locator("#study-form [name=is_new]")).to_be_checked()
    second.click("#study-button")
    second.wait_for_url(lambda url: study.slug not in url)
    assert sorted(each.tree["nodes"][0]["text"] for each in Study.objects.all()) == ["First.", "Second."]
