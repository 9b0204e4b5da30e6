"""Three windows play a friends' night from one link to a result: a substitute, quiet hours, a pause, a rematch.
Every line of the inbox and every mail is read, and a stranger sees nothing of it at any moment."""

import re
from typing import Any
from zoneinfo import ZoneInfo

from django.core import mail
from django.test import Client
from playwright.sync_api import Page, expect

from dipgame.accounts.models import User
from dipgame.games import queries, services
from dipgame.games.models import Game, Notification
from tests.browser.conftest import PHONE
from tests.browser.test_phone import SIDEWAYS, seen_at

NAME = "The Night of the Long Table"


class Stranger:
    """Looks for the game wherever one could find it."""

    def __init__(self, person: Any) -> None:
        self.clients = [Client(), Client()]
        self.clients[1].force_login(person)

    def sees_nothing(self, game: Game) -> None:
        """Nobody who has not got the link finds the game, or learns that it is there."""
        for client in self.clients:
            for page in ("", "table/", "state", "result", "with/wrong/", "keep/"):
                assert client.get(f"/games/{game.slug}/{page}").status_code in (302, 404, 429), page
                landed = client.get(f"/games/{game.slug}/{page}", follow=True).content.decode()
                assert NAME not in landed, page
            for page in ("/", "/games/", "/games/seats/", "/watch/", "/ranking/", "/archive/", "/people/Alice/"):
                assert NAME not in client.get(page, follow=True).content.decode(), page


def sits_down(page: Page, name: str) -> None:
    """Take a seat by the link, by a name alone."""
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You have a seat; powers are assigned at the start")).to_be_visible()


def is_ready(story: Any, *people: Any) -> None:
    """These people let their units hold, and the phase is over."""
    with story.committed():
        for seat in story.game.seats.filter(user__in=people):
            services.set_ready(seat, story.phase, True)
        services.resolve_phase(story.row.pk, force=True)


def told(person: Any) -> list[str]:
    return [re.sub(r"\{[^}]*\}", "…", row.words) for row in queries.readable_news(person)][::-1]


def test_from_one_link_to_a_result(story: Any, cast: Any, enter: Any, settings: Any) -> None:
    settings.SITE_URL, settings.SITE_URL_IS_SURE = "https://games.example.org", True
    stranger = Stranger(cast.charlie)

    # One link.
    desk = enter("/games/?preset=friends", cast.alice, timezone_id="Europe/Berlin")
    desk.get_by_label("Name").first.fill(NAME)
    desk.locator("[name=end_year]").evaluate("(field) => { field.value = '1901'; }")
    while not (opens := desk.get_by_role("button", name="Open the game")).is_visible():
        desk.get_by_role("button", name="Next").click()
    opens.click()
    link = desk.get_by_label("Link for friends").input_value()
    expect(desk.get_by_text(re.compile("uiet from 23 to 8"))).to_be_visible()
    story.game = game = Game.objects.get(name=NAME)
    stranger.sees_nothing(game)

    phone, sideways = enter(link, **PHONE), enter(link, **(PHONE | {"viewport": SIDEWAYS}))
    sits_down(phone, "Ben")
    sits_down(sideways, "Cleo")
    expect(desk.get_by_text("3 of 7 taken")).to_be_visible()
    ben, cleo = (User.objects.get(name=f"Guest {name}") for name in ("Ben", "Cleo"))

    # The room, before the start.
    phone.get_by_label("Write to all players here").fill("Shall we begin?")
    phone.get_by_role("button", name="Write", exact=True).click()
    expect(desk.locator("#room")).to_contain_text("Guest Ben Shall we begin?")
    seen_at(phone, "night-room")
    desk.get_by_label("Bot", exact=True).select_option("holdbot")
    for window in (desk, phone, sideways):
        window.get_by_role("button", name="Start now with bots").click()
    for window in (desk, phone, sideways):
        window.wait_for_url(re.compile(rf"/games/{game.slug}/$"))
        expect(window.locator("svg[data-phase=S1901M]")).to_be_visible()
    game.refresh_from_db()
    stranger.sees_nothing(game)

    # A pause, for which they vote; the deadline stays out of the quiet hours.
    desk.locator("[data-open-table]").last.click()
    desk.locator("[data-vote=clock] [data-choice^=pause]").first.click()
    phone.locator("#motion-yes").tap()
    expect(desk.locator("#table-paused")).to_be_visible()
    game.refresh_from_db()
    assert game.paused_until is not None
    assert 8 <= story.row.deadline.astimezone(ZoneInfo("Europe/Berlin")).hour < 23
    with story.committed():
        services.resume_game(game, cast.alice)
    seen_at(sideways, "night-sideways")

    # A substitute, by the same link.
    with story.committed():
        services.leave_game(cleo, game)
    other = enter(link, **(PHONE | {"viewport": SIDEWAYS}))
    other.get_by_label("Your name").fill("Dora")
    other.get_by_role("button", name="Play").first.click()
    expect(other.locator("svg[data-phase=S1901M]")).to_be_visible()
    dora = User.objects.get(name="Guest Dora")
    stranger.sees_nothing(game)

    # To the result.
    for _ in range(4):
        game.refresh_from_db()
        if game.status == "finished":
            break
        is_ready(story, cast.alice, ben, dora)
    game.refresh_from_db()
    assert (game.status, game.result) == ("finished", "draw")
    expect(desk.locator("#result-link")).to_be_visible()
    desk.goto(f"/games/{game.slug}/result")
    seen_at(desk, "night-result")
    stranger.sees_nothing(game)

    # A rematch, told to everybody with a way in.
    desk.get_by_role("button", name="Offer a rematch").click()
    again = Game.objects.get(rematch_of=game)
    phone.goto("/my/inbox/")
    seen_at(phone, "night-inbox")
    phone.locator(".inbox-row", has_text="offers a rematch").get_by_role("link").click()
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("2 of 7 taken")).to_be_visible()
    assert again.seats.filter(user=ben).exists()
    stranger.sees_nothing(again)

    # Every line and every mail.
    lines = {person.name: told(person) for person in (cast.alice, ben, dora)}
    assert all("UTC" not in line for each in lines.values() for line in each)
    assert "Alice offers a rematch: The Night of the Long Table, again." in lines["Guest Ben"]
    assert "Alice offers a rematch: The Night of the Long Table, again." in lines["Guest Dora"]
    assert any(line.startswith("Guest Ben writes: Shall we begin?") for line in lines["Alice"])
    assert any("has taken over" in line for line in lines["Alice"])
    assert any(line.startswith("The game is over") for line in lines["Guest Dora"])
    assert told(cast.charlie) == []
    Notification.objects.filter(user=cast.alice).update(seen_at=None, mail_at="2020-01-01T00:00Z", mailed_at=None)
    services.mail_news()
    [letter] = [each for each in mail.outbox if each.to == [cast.alice.email]]
    assert f"https://games.example.org/games/{game.slug}/" in letter.body
    assert "UTC" not in letter.body
    assert all(line.split("…")[0] in letter.body for line in lines["Alice"])
