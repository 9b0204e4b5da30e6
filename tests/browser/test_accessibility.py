"""Every page before axe-core, light and dark, on a desk and on a phone; and what axe cannot see."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.models import Game
from tests.effort import is_brief, variation

FOR_ALL = (
    "/",
    "/games/",
    "/games/?pace=live",
    "/watch/",
    "/how-to-play/",
    "/about/",
    "/learn/",
    "/learn/move/",
    "/learn/reasons/",
    "/learn/deal/",
    "/sandbox/",
    "/talk/try/",
    "/talk/try/?text=I+will+move+to+Burgundy",
    "/games/seats/",
    "/no/such/page/",
)
FOR_READERS = (
    "/archive/",
    "/archive/?players=Nobody&year=1492",
    "/research/",
    "/research/gallery/",
    "/research/statistics/",
    "/research/results/honest/",
    "/research/bots/",
    "/api/",
    "/ranking/",
    "/ranking/silent/",
    "/people/Alice/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-none/",
    "/accounts/confirm-email/none/",
)
FOR_ALICE = (
    "/",
    "/games/",
    "/my/games/",
    "/my/profile/",
    "/my/account/",
    "/my/friends/",
    "/my/inbox/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/logout/",
    "/archive/",
    "/ranking/",
    "/conduct/",
    "/my/account/name/",
    "/my/account/delete/",
    "/my/account/bot/",
    "/my/account/tokens/",
)
AXE = Axe().axe_script
RUN = "options => axe.run(options).then(({ violations, passes }) => ({ violations, passes: passes.length }))"
COLORS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
# Keys reach what scrolls there by the field's active option; axe knows that of comboboxes only: no textarea may be one.
WALKED_FROM_THE_FIELD = ("scrollable-region-focusable", ["#talk-words-list"])
NARROWEST = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}


def faults(page: Page) -> list[str]:
    """Faults axe finds, one line each.

    On the light page; on the dark page, which `.ci/run` leaves to `make test`, those that concern colour.
    """
    found = []
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    themes: tuple[tuple[Literal["light", "dark"], dict[str, Any], int], ...] = (("light", {}, 10), ("dark", COLORS, 0))
    for theme, options, least in themes[:1] if is_brief() else themes:
        page.emulate_media(color_scheme=theme)
        # Fades would be judged half-way.
        page.evaluate("document.getAnimations().forEach((each) => each.finish())")
        answer = page.evaluate(RUN, {"resultTypes": ["violations"], **options})
        assert answer["passes"] > least, "axe has looked at nothing"
        found += [
            f"{page.url} {theme} {fault['impact']} {fault['id']}: {node['html'][:160]}"
            for fault in answer["violations"]
            for node in fault["nodes"]
            if (fault["id"], node["target"]) != WALKED_FROM_THE_FIELD
        ]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "who"),
    [
        ("desk", "nobody"),
        variation("desk", "reader"),
        ("phone", "alice"),
        ("desk", "staff"),
        variation("phone", "nobody"),
        variation("phone", "reader"),
        variation("desk", "alice"),
        variation("phone", "staff"),
    ],
)
def test_axe_finds_nothing_on_any_page(enter: Callable[..., Page], busy: Any, phone: Any, size: str, who: str) -> None:
    how = {"reduced_motion": "reduce"} | (phone if size == "phone" else {})
    person, addresses = addresses_of(who, busy)
    page = enter("/how-to-play/", person, **how)
    found = []
    for address in addresses[::2] if is_brief() else addresses:
        page.goto(address)
        found += faults(page)
    assert found == []


def addresses_of(who: str, story: Any) -> tuple[User | None, tuple[str, ...]]:
    """A visitor, and the pages that this visitor sees."""
    game = f"/games/{story.game.slug}/"
    tables = (f"/games/{private_table(story)}/table/", game, f"{game}?phase=S1901M")
    if who == "staff":
        return for_the_staff(story)
    if who == "alice":
        return story.cast.alice, (*FOR_ALICE, *tables, f"{game}keep/", f"{game}report/")
    return None, FOR_READERS if who == "reader" else (*FOR_ALL, *tables)


def for_the_staff(story: Any) -> tuple[User, tuple[str, ...]]:
    """Somebody of the staff, and the pages by which they keep games going, with something on each."""
    keeper = User.objects.create_user("keeper@example.org", "Keeper", "x", is_staff=True, is_superuser=True)
    said = story.says("ENG", "FRA", "You are a toad", plain=True)
    report = services.report_talk(story.seat("FRA"), said.pk, "Rude.")
    services.sanction_person(story.cast.charlie, "mute", timedelta(days=3), "Rude.", keeper)
    return keeper, ("/staff/", f"/staff/reports/{report.pk}/", f"/games/{story.game.slug}/keep/")


def private_table(story: Any) -> str:
    """The slug of the private table."""
    return Game.objects.get(name="Seven Envelopes").slug


def test_axe_finds_nothing_in_a_form_full_of_errors(enter: Callable[..., Page], busy: Any) -> None:
    page = enter("/games/", busy.cast.charlie, reduced_motion="reduce")
    page.evaluate("document.getElementById('table-form').noValidate = true")
    page.get_by_label("Name").fill("")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("radio", name="Own").check()
    page.locator("[name=movement_number]").fill("2")
    page.locator("[name=movement_unit]").select_option("minutes")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Open the game").click()
    page.get_by_text("Give the game a name.").wait_for()
    assert page.get_by_label("Name").get_attribute("aria-invalid") == "true"
    described = page.get_by_label("Name").get_attribute("aria-describedby") or ""
    assert page.locator(f"#{described.split()[-1]}").inner_text().strip() == "Give the game a name."
    assert faults(page) == []
    page.get_by_role("button", name="Time and messages").click()
    page.get_by_text("A phase lasts from 5 minutes to 10 days.").wait_for()
    assert faults(page) == []


@pytest.mark.parametrize("who", [variation("nobody"), variation("alice"), "staff"])
def test_no_page_is_wider_than_the_narrowest_phone(enter: Callable[..., Page], busy: Any, who: str) -> None:
    for_people = {"nobody": (None, FOR_ALL + FOR_READERS), "alice": (busy.cast.alice, FOR_ALICE)}
    person, addresses = for_people.get(who) or for_the_staff(busy)
    page = enter("/how-to-play/", person, **NARROWEST)
    for address in (*addresses, f"/games/{private_table(busy)}/table/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


def test_the_first_key_press_leads_past_the_head(enter: Callable[..., Page]) -> None:
    page = enter("/games/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the page")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_light_and_dark_without_a_flash_and_without_a_reload(enter: Callable[..., Page]) -> None:
    page = enter("/", color_scheme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Light or dark").click()
    dark = page.evaluate(ground)
    assert light != dark
    page.goto("/games/")
    assert page.evaluate(ground) == dark
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(ground) == light


def test_the_account_menu_by_keyboard(enter: Callable[..., Page], cast: Any) -> None:
    page = enter("/games/", cast.alice)
    page.locator(".account summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="My games").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="My games")).to_be_hidden()
    expect(page.locator(".account summary")).to_be_focused()


def test_times_are_said_alike_by_the_page_and_by_the_script(enter: Callable[..., Page]) -> None:
    from frontend.words import clock_words

    page = enter("/how-to-play/")
    lengths = [-1, 0, 1, 59, 60, 61, 299, 300, 3_599, 3_600, 8_040, 86_399, 86_400, 90_000, 172_800, 864_000]
    said = page.evaluate(
        "async (lengths) => { const time = await import('/static/time.js'); return lengths.map(time.clockWords); }",
        lengths,
    )
    assert said == [clock_words(timedelta(seconds=length)) for length in lengths]
