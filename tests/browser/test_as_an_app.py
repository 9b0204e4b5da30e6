"""The site as an app on a phone.

Links are shared with other apps, the icon counts what is new, and a page says that there is no connection.
"""

from typing import Any

from playwright.sync_api import Page, expect

from dipgame.games.models import Notification

_SHARES = "navigator.share = async (what) => { window.shared = what; }"
_BADGES = """
Navigator.prototype.setAppBadge = async (count) => { window.badge = count; };
Navigator.prototype.clearAppBadge = async () => { window.badge = 0; };
"""


_WITHOUT_WORKERS = """async () => {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
}"""


def with_script(page: Page, script: str) -> Page:
    """Load the page again in a browser that this script extends."""
    page.add_init_script(script)
    page.reload()
    return page


def test_the_link_of_a_private_game_is_handed_to_another_app(story: Any, cast: Any, enter: Any, phone: Any) -> None:
    story.waits(word="inkwell")
    page = enter(f"/games/{story.game.slug}/table/", cast.alice, **phone)
    share = page.get_by_role("button", name="Share")
    expect(page.get_by_label("Link for friends")).to_be_visible()
    expect(share).to_be_hidden()  # a browser that hands nothing on
    with_script(page, _SHARES)
    share.tap()
    page.wait_for_function("() => window.shared")
    link = page.get_by_label("Link for friends").input_value()
    assert page.evaluate("window.shared.url") == link
    assert link.endswith(f"/games/{story.game.slug}/with/inkwell/")


def test_the_icon_says_how_much_is_new_and_forgets_it_once_it_is_read(
    story: Any, cast: Any, enter: Any, table: Any, phone: Any
) -> None:
    story.begins()
    assert Notification.objects.filter(user=cast.alice, seen_at=None).count() == 1
    page = with_script(enter("/games/", cast.alice, **phone), _BADGES)
    page.wait_for_function("() => window.badge === 1")
    page.goto("/my/inbox/")
    page.get_by_role("button", name="Mark all as read").tap()
    page.wait_for_function("() => window.badge === 0")

    # In a game it is what others wrote.
    story.says("ENG", "FRA", "marmalade", plain=True)
    game = table(cast.alice, **phone)
    with_script(game.page, _BADGES)
    game.ready_for_use()
    game.page.wait_for_function("() => window.badge === 1")
    game.tap_on("#bar-talk-button")
    expect(game.page.locator("#talk-log")).to_contain_text("marmalade")
    game.page.wait_for_function("() => window.badge === 0")


def test_without_a_connection_a_page_says_so_and_comes_back_with_it(enter: Any, phone: Any) -> None:
    page = enter("/games/", **phone)
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    try:
        page.context.set_offline(True)
        page.goto("/watch/")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        page.context.set_offline(False)
        page.goto("/watch/")
        expect(page.get_by_role("heading", name="No connection")).to_be_hidden()
    finally:
        page.context.set_offline(False)
        page.evaluate(_WITHOUT_WORKERS)
