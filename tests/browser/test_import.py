"""Import a game in a browser; what is refused can be corrected."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dipgame.games import clock
from dipgame.games.services.import_game import LARGEST_FILE
from dipgame.imports.asking import ask_import
from dipgame.imports.models import GameImport
from tests.adjudication.games.odd import late_game
from tests.browser.test_accessibility import faults
from tests.browser.test_phone import seen_at
from tests.browser.test_touch_targets import small
from tests.effort import variation

FITS = "document.documentElement.scrollWidth <= innerWidth"
Enter = Callable[..., Page]


def held(story: Any, person: Any) -> GameImport:
    """A file that another worker has."""
    with story.committed():
        row = ask_import(person, "game.json", late_game(1906).encode())
        GameImport.objects.filter(pk=row.pk).update(held_until=clock.now() + timedelta(hours=1), tries=1)
    return row


def test_a_pasted_text_is_corrected_and_opens_as_a_game(enter: Enter, story: Any) -> None:
    page = enter("/archive/", story.cast.alice)
    page.get_by_role("link", name="Import a game").click()
    field = page.get_by_label("Or paste its text")
    field.fill(late_game(1905) + "?")
    page.get_by_role("button", name="Import", exact=True).dblclick()
    expect(page.get_by_role("alert")).to_contain_text("This is no JSON")
    expect(field).to_have_value(late_game(1905) + "?")
    field.fill(late_game(1905))
    page.get_by_role("button", name="Import", exact=True).dblclick()
    expect(page.get_by_text("The game is here; only you see it.")).to_be_visible()
    # The page that waited is not in the way back.
    page.go_back()
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_visible()


def test_what_is_too_large_or_empty_stays_in_the_form(enter: Enter, story: Any, tmp_path: Path) -> None:
    page = enter("/archive/import/", story.cast.alice)
    send, alert = page.get_by_role("button", name="Import", exact=True), page.get_by_role("alert")
    send.click()
    expect(alert).to_have_text("Choose a file, or paste the text of a game.")
    large, good = tmp_path / "large.json", tmp_path / "good.json"
    large.write_bytes(b" " * (LARGEST_FILE + 1))
    good.write_text(late_game(1907))
    page.get_by_label("File", exact=True).set_input_files(large)
    send.click()
    expect(alert).to_contain_text("The file has 951 kB; 950 kB are the most.")
    page.get_by_label("File", exact=True).set_input_files(good)
    send.click()
    expect(page.get_by_text("The game is here; only you see it.")).to_be_visible()


def test_the_page_waits_through_a_lost_connection_and_a_reload(enter: Enter, story: Any) -> None:
    row = held(story, story.cast.alice)
    page = enter(f"/archive/import/{row.slug}/", story.cast.alice)
    status = page.get_by_role("status")
    expect(status).to_contain_text("A worker reads it")
    page.context.set_offline(True)
    expect(status).to_contain_text("The site cannot be reached just now. Your file is kept")
    page.context.set_offline(False)
    expect(status).to_contain_text("A worker reads it")
    page.reload()
    expect(page.get_by_role("heading", name="The game is being read")).to_be_visible()
    second = page.context.new_page()
    second.goto("/archive/import/")
    second.get_by_role("link", name="game.json").click()
    expect(second.get_by_role("status")).to_contain_text("A worker reads it")
    with story.committed():
        GameImport.objects.update(held_until=None)
    for each in (page, second):
        expect(each).to_have_url(re.compile(r"/games/\w{10}/$"))
    assert page.url == second.url


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_its_pages_fit_every_screen(enter: Enter, story: Any, phone: dict[str, Any], size: str) -> None:
    waits = held(story, story.cast.alice)
    with story.committed():
        refused = ask_import(story.cast.alice, "a-game-with-a-name-" + "x" * 90 + ".json", b"{")
        GameImport.objects.filter(pk=refused.pk).update(state="done", problem="This is no JSON, though it begins so.")
    page = enter("/archive/import/", story.cast.alice, **(phone if size == "phone" else {}))
    for address in ("", f"{waits.slug}/", f"{refused.slug}/"):
        page.goto(f"/archive/import/{address}")
        assert page.evaluate(FITS)
        assert faults(page) == []
        assert size == "desk" or small(page) == []
        seen_at(page, f"import-{address.strip('/')}-{size}")
