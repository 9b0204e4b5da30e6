"""Three windows play a friends' night from one link to a result: a substitute, quiet hours, a pause, a rematch.
Every line of the inbox and every mail is read, and a stranger sees nothing of it at any moment."""

import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from dipgame.accounts.models import User
from dipgame.games import queries, services
from dipgame.games.models import Game, Notification
from tests.browser.conftest import PHONE
from tests.browser.gamepage import GamePage
from tests.browser.test_phone import SIDEWAYS, keep_text, seen_at
from tests.patience import until

NAME = "The Night of the Long Table"
HOLDS = {"AUS": "VIE H", "ENG": "LON H", "FRA": "PAR H", "GER": "BER H", "ITA": "ROM H", "RUS": "MOS H", "TUR": "CON H"}
"""An order of each power for its first phase."""

LISTS = ("/", "/games/", "/games/open/", "/games/seats/", "/watch/", "/ranking/", "/archive/", "/people/Alice/",
         "/my/inbox/", "/my/games/")  # fmt: skip
"""Pages that could name the game."""


class Stranger:
    """Looks for the game wherever one could find it."""

    def __init__(self, person: Any) -> None:
        self.clients = [Client(), Client()]
        self.clients[1].force_login(person)

    def sees_nothing(self, game: Game) -> None:
        """Nobody who has not got the link finds the game, or learns that it is there."""
        for client in self.clients:
            for address in self.addresses_of(game):
                answer = client.get(address, follow=True)
                assert answer.redirect_chain or answer.status_code in (404, 429), address
                assert NAME not in answer.content.decode(), address
            for page in LISTS:
                assert NAME not in client.get(page, follow=True).content.decode(), page

    def still_sees_nothing(self, game: Game) -> None:
        """The game's page stays closed, and no list names it."""
        for client in self.clients:
            assert client.get(reverse("game", args=[game.slug])).status_code == 404
            for page in ("/games/", "/watch/"):
                assert NAME not in client.get(page).content.decode(), page

    def addresses_of(self, game: Game) -> list[str]:
        """Every address at which the game could be looked at."""
        plain = (
            *(
                "game",
                "waiting_room",
                "game_state",
                "game_press",
                "game_options",
                "game_json",
                "game_text",
                "game_film",
            ),
            *("game_result", "game_minds", "keep_game"),
        )
        return [
            *(reverse(name, args=[game.slug]) for name in plain),
            reverse("game_phase", args=[game.slug, "S1901M"]),
            reverse("game_format", args=[game.slug, "judge"]),
            reverse("game_picture", args=[game.slug, "S1901M", "svg"]),
            reverse("group", args=[game.slug, "wrong"]),
        ]


def sits_down(page: Page, name: str) -> None:
    """Take a seat by the link, by a name alone."""
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You have a seat; powers are assigned at the start")).to_be_visible()


def all_are_ready(story: Any, windows: list[Page]) -> None:
    """Press Ready in all windows, and wait until the phase ends.

    Windows of people with nothing to decide have no such button.
    """
    before = story.phase
    for window in windows:
        expect(window.locator(f"svg[data-phase={before}]")).to_be_visible()
        if window.locator(".ready:visible").count():
            GamePage(window).say_ready()
    until(lambda: story.game.phases.filter(name=before).exclude(status__in=("open", "claimed")).exists())
    story.game.refresh_from_db()


def ends_by_day(story: Any) -> None:
    """Check that the phase ends outside the host's quiet hours."""
    assert 8 <= story.row.deadline.astimezone(ZoneInfo("Europe/Berlin")).hour < 23


def told(person: Any) -> list[str]:
    """Lines of a person's inbox, oldest first, without times.

    Checks that the page shows all of them.
    """
    client = Client()
    client.force_login(person)
    page = client.get("/my/inbox/").content.decode()
    lines = [re.sub(r"\{[^}]*\}", "…", row.words) for row in queries.readable_news(person)][::-1]
    assert page.count('class="inbox-row') == len(lines)
    assert not re.search(r"\{|None|localhost", page.split("<main", 1)[1].split("</main", 1)[0])
    return lines


LINES = (
    r"The game has begun; you are [A-Z]\w+\.",
    r"(Guest \w+|Alice) writes: Shall we begin\?",
    r"(Guest \w+|Alice) would begin now, with bots on the free seats\. The game begins when all agree\.",
    r"The players paused the game until …\.",
    r"The pause is over: the clock goes on\.",
    r"[A-Z]\w+ has left; a bot plays on, and anybody may take the seat over\.",
    r"Guest Dora has taken over [A-Z]\w+\.",
    r"Fall 1901 has begun\.",
    r"The game is over: .+\.",
    r"Alice offers a rematch: The Night of the Long Table, again\.",
)
"""Every line that anybody is told in this night."""


@pytest.mark.slow
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
    ends_by_day(story)
    desk.locator("[data-open-table]").last.click()
    desk.locator("[data-vote=clock] [data-choice^=pause]").first.click()
    phone.locator("#motion-yes").tap()
    expect(desk.locator("#table-paused")).to_be_visible()
    game.refresh_from_db()
    assert game.paused_until is not None
    ends_by_day(story)
    stranger.still_sees_nothing(game)
    with story.committed():
        services.resume_game(game, cast.alice)
    ends_by_day(story)
    desk.get_by_role("button", name="Close").last.click()
    seen_at(sideways, "night-sideways")

    # A substitute, by the same link.
    with story.committed():
        services.leave_game(cleo, game)
    other = enter(link, **(PHONE | {"viewport": SIDEWAYS}))
    other.get_by_label("Your name").fill("Dora")
    other.get_by_role("button", name="Play").first.click()
    expect(other.locator("svg[data-phase=S1901M]")).to_be_visible()
    dora = User.objects.get(name="Guest Dora")
    stranger.still_sees_nothing(game)

    # Three windows play to the result.
    windows = [desk, phone, other]
    mine = game.seats.get(user=cast.alice).power
    desk.locator("#order-text").fill(HOLDS[mine])
    desk.locator("#order-text").press("Enter")
    expect(desk.locator(".order-saved")).to_have_count(1)
    for _ in range(4):
        if game.status == "finished":
            break
        ends_by_day(story)
        all_are_ready(story, windows)
        stranger.still_sees_nothing(game)
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
    assert "UTC" not in phone.locator("main").inner_html(), "nor in a tooltip"
    phone.locator(".inbox-row", has_text="offers a rematch").get_by_role("link").click()
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("2 of 7 taken")).to_be_visible()
    assert again.seats.filter(user=ben).exists()
    stranger.sees_nothing(again)

    # Every line and every mail.
    people = (cast.alice, ben, cleo, dora)
    lines = {person.name: told(person) for person in people}
    keep_text("night-lines", "\n".join(f"{name}: {line}" for name, each in lines.items() for line in each))
    unknown = [line for each in lines.values() for line in each if not any(re.fullmatch(one, line) for one in LINES)]
    assert unknown == []
    assert [one for one in LINES if not any(re.fullmatch(one, line) for each in lines.values() for line in each)] == []
    for name in ("Guest Ben", "Guest Dora"):
        assert "Alice offers a rematch: The Night of the Long Table, again." in lines[name]
        assert any(line.startswith("The game is over") for line in lines[name])
    assert "Guest Ben writes: Shall we begin?" in lines["Alice"]
    assert told(cast.charlie) == []
    Notification.objects.filter(user=cast.alice).update(seen_at=None, mail_at="2020-01-01T00:00Z", mailed_at=None)
    services.mail_news()
    [letter] = [each for each in mail.outbox if each.to == [cast.alice.email]]
    body = str(letter.body)
    assert f"https://games.example.org/games/{game.slug}/" in body
    assert not re.search(r"UTC|localhost|127\.0\.0\.1|\{|None", body)
    assert all(part in body for line in lines["Alice"] for part in line.split("…"))
    # Nobody else has a mail about it: guests have no address, and the stranger was told nothing.
    assert {address for each in mail.outbox if NAME in each.body for address in each.to} == {cast.alice.email}
