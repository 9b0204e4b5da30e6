"""Somebody new signs up, sets a table against six DumbBots and plays France for two years, by clicking.

What the page shows is held against the engine, phase by phase: the orders on everybody's sheets are
adjudicated anew here, and the board in the browser must be the same.
"""

import itertools

import pytest
from playwright.sync_api import expect

from adjudication.engine import adjudicate
from adjudication.position import Position
from dipgame.games import convert
from dipgame.games.models import Game, GamePhase, SeatPhase
from tests.browser.gamepage import GamePage
from tests.effort import is_brief

# The opening: Burgundy and Iberia, then the two centers of Iberia are taken.
OPENING = {
    "S1901M": [("PAR", "BUR"), ("MAR", "SPA"), ("BRE", "MAO")],
    "F1901M": [("MAO", "POR")],
}
YEARS = 1 if is_brief() else 2
AFTER = f"S{1901 + YEARS}M"


@pytest.mark.slow
@pytest.mark.timeout(900, func_only=True)
def test_france_from_spring_1901_to_winter_1902(enter, db, site):
    page = enter("/accounts/signup/")
    page.fill("[name=username]", "Talleyrand")
    page.fill("[name=email]", "talleyrand@example.org")
    page.fill("[name=password1]", "a limping inkwell")
    page.click("form.form button.button-main")
    page.wait_for_url(lambda address: "/signup" not in address)

    page.goto("/games/")
    page.fill("[name=name]", "Two Years")
    page.get_by_role("button", name="Players").click()
    page.locator("label", has=page.locator("input[name=fill][value=now]")).click()
    page.select_option("[name=bot]", "dumbbot")
    page.locator("label", has=page.locator("input[name=power][value=FRA]")).click()
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/games/*/")
    desk = GamePage(page).ready_for_use()

    game = Game.objects.get(name="Two Years")
    assert sorted(seat.bot for seat in game.seats.all()) == ["", *["dumbbot"] * 6]
    seen = []
    while (row := awaits_me(desk, game)).name != AFTER:
        desk.shows(row.name)
        agrees(desk, convert.position_of(row))
        play(desk, row.name)
        desk.say_ready()
        seen.append(row.name)
        page.wait_for_selector(f"#map svg.board:not([data-phase={row.name}])", timeout=120_000)
    moves = [f"{season}{1901 + year}M" for year in range(YEARS) for season in "SF"]
    assert [name for name in seen if name.endswith("M")] == moves
    desk.shows(AFTER)
    agrees(desk, convert.position_of(row))
    looks_back(desk, game)


def live(game: Game) -> GamePhase:
    return GamePhase.objects.filter(game=game).order_by("-index")[0]


def play(desk: GamePage, phase: str) -> None:
    """Order every unit by clicking: the opening as it is in the book, afterwards the first place that is lit."""
    for unit, target in OPENING.get(phase, []):
        if not desk.page.locator(f'.unit.own[data-unit="{unit}"]').count():
            continue  # somebody stood in its way before
        desk.click(unit, target)
        desk.page.wait_for_selector(f'[data-row="{unit}"] .order-saved')
    while (row := desk.page.locator(".order-row[data-missing]")).count():
        before = row.count()
        row.first.click()
        give_something(desk, phase)
        expect(desk.page.locator(".order-row[data-missing]")).to_have_count(before - 1)


def give_something(desk: GamePage, phase: str) -> None:
    """Give any order to the chosen unit.

    Build or disband from the menu, else move to the first lit place.
    """
    desk.page.locator(".choices .menu-row").first.wait_for()
    choices = desk.choices()
    for wanted in ("army", "fleet", "remove"):
        if wanted in choices:
            desk.choose(wanted)
            break
    else:
        if desk.lit() and phase[0] == "F":
            desk.page.locator("[data-target]").first.focus()
            desk.press("Enter")
        else:
            desk.choose("hold" if "hold" in choices else "disband")
    if any("/" in choice for choice in desk.choices()):
        desk.choose(desk.choices()[0])


def awaits_me(desk: GamePage, game: Game) -> GamePhase:
    """The phase now played, as soon as France has something to order in it; the others pass by themselves."""
    for _ in range(1200):
        row = live(game)
        if SeatPhase.objects.filter(phase=row, seat__power="FRA", must_decide=True).exists():
            return row
        desk.page.wait_for_timeout(100)
    raise AssertionError(f"{row.name} does not end")


def agrees(desk: GamePage, position: Position) -> None:
    """Units and centers on the page are the position's."""
    assert desk.units() == {str(unit) for unit in position.units}
    for power in ("FRA", "ENG", "GER"):
        assert desk.centers(power) == len(position.centers_of(power))


def looks_back(desk: GamePage, game: Game) -> None:
    """Every past phase again by slider: the page, the sheets and the engine say the same."""
    rows = list(GamePhase.objects.filter(game=game).order_by("index"))
    for row, after in itertools.pairwise(rows):
        position = convert.position_of(row)
        sheets = SeatPhase.objects.filter(phase=row).select_related("seat")
        orders = {
            convert.power_of(sheet.seat): tuple(convert.orders_of_sheet(sheet, position.phase.kind).values())
            for sheet in sheets
        }
        resolution = adjudicate(position, orders, convert.rulebook_of(game))
        assert resolution.next == convert.position_of(after)
        desk.page.locator("#timeline").fill(str(row.index))
        desk.shows(row.name)
        assert desk.units() == {str(unit) for unit in position.units}
        drawn = desk.page.eval_on_selector_all(
            "#layer-orders [data-order]", "all => all.map(each => [each.dataset.power, each.dataset.result])"
        )
        decided = [[each.power, each.result] for each in resolution.outcomes if type(each.order).__name__ != "Waive"]
        assert sorted(drawn) == sorted(decided)
