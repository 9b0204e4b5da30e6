"""Pages keep up by themselves: readiness, phases, lost connections, looking back."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from dipgame.games import clock
from dipgame.games.models import GamePhase
from tests.effort import variation
from tests.patience import until


def test_the_last_ready_brings_the_new_board_without_a_reload(story, cast, table):
    """Bob is ready; Alice clicks and waits.

    The whole way: socket, database, worker, Redis, socket, swap. The board comes by itself: nobody asks for it.
    """
    story.begins()
    alice = table(cast.alice)
    asked: list[str] = []
    alice.page.on("request", lambda request: asked.append(request.url))
    alice.page.evaluate("() => { window.neverReloaded = true; }")
    for before, after in [("S1901M", "F1901M"), ("F1901M", "S1902M"), ("S1902M", "F1902M")]:
        alice.shows(before)
        story.ready("ENG")
        expect(alice.page.locator('[data-seat=ENG][data-ready="true"]')).to_be_visible()
        alice.say_ready()
        alice.shows(after)
        assert not [url for url in asked if f"{after}.json" in url]
    assert alice.page.evaluate("() => window.neverReloaded")


@pytest.mark.variation
def test_the_board_keeps_up_when_phases_pass_faster_than_they_load(story, cast, table):
    """A bot's retreat is decided while the page still fetches it: the page goes on to what is played now."""
    at = {"phase": "S1901M", "centers": {"FRA": ["PAR", "MAR", "BRE"], "ENG": ["LON"]}}
    story.begins(at=at | {"units": ["FRA A PAR", "FRA A MAR", "FRA F BRE", "GER A BUR", "ENG F LON"]})
    story.orders("FRA", "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - ECH")
    story.orders("ENG", "F LON - ECH")
    alice = table(cast.alice)
    expect(alice.page.locator('#line[data-line="open"]')).to_be_visible()
    # The retreat phase arrives late, as over a slow line.
    late = []
    alice.page.route("**/phases/S1901R.json", lambda route: late.append(route))
    story.ready("FRA", "ENG")
    until(lambda: story.phase == "F1901M")  # the site's own sweep may have been first to resolve it
    alice.shows("F1901M")
    expect(alice.page.locator(".letter-line").first).to_contain_text("You drove Germany's army in Burgundy out")
    for each in late:
        with alice.page.expect_event("requestfinished", lambda request: "S1901R" in request.url):
            each.continue_()
    alice.page.wait_for_timeout(300)
    alice.shows("F1901M")
    expect(alice.page.locator("#ready")).to_be_visible()


@pytest.mark.variation
def test_everybody_sees_who_is_ready_without_a_reload(story, cast, table):
    story.begins()
    bob, watcher = table(cast.bob), table()
    expect(watcher.page.locator('[data-seat=FRA][data-ready="false"]')).to_be_visible()
    alice = table(cast.alice)
    alice.say_ready()
    for each in (bob, watcher, alice):
        expect(each.page.locator('[data-seat=FRA][data-ready="true"]')).to_be_visible()
    expect(bob.page.locator("#ready-words")).to_have_text("6 of 7 are ready")
    alice.say_ready()
    expect(bob.page.locator("#ready-words")).to_have_text("5 of 7 are ready")


def test_my_orders_appear_on_my_other_screen_and_on_no_other(story, cast, table):
    story.begins()
    desk, other, bob = table(cast.alice), table(cast.alice), table(cast.bob)
    desk.click("PAR", "BUR")
    other.has_orders("A PAR - BUR")
    assert bob.page.locator("#layer-orders [data-order]").count() == 0


def test_the_end_of_a_phase_is_announced_to_who_is_awaited(story, cast, table):
    story.begins(movement_seconds=6000)
    story.ready("ENG")
    opened = clock.now() - timedelta(seconds=5460)
    GamePhase.objects.update(opened_at=opened, deadline=opened + timedelta(seconds=6000))
    alice = table(cast.alice)
    # It goes by itself: seen before anybody else comes.
    expect(alice.page.locator(".toast", has_text="left in this phase")).to_be_visible()
    bob = table(cast.bob)
    expect(alice.page.locator("#countdown")).to_have_class(re.compile("is-urgent"))
    expect(alice.page.locator("#countdown")).to_contain_text("min")
    expect(bob.page.locator("#countdown")).to_have_class(re.compile("is-urgent"))
    expect(bob.page.locator(".toast")).to_have_count(0)


def test_looking_back_by_slider_keys_and_link(story, cast, table):
    story.begins()
    story.orders("FRA", "A PAR - BUR", "A MAR - BUR")
    story.ready("FRA", "ENG")
    alice = table(cast.alice)
    alice.shows("F1901M")
    alice.press("ArrowLeft")
    alice.shows("S1901M")
    expect(alice.page).to_have_url(re.compile("phase=S1901M"))
    expect(alice.page.locator('#layer-orders [data-order="A PAR - BUR"][data-result="fail"]')).to_have_count(1)
    expect(alice.page.locator("#order-list")).to_contain_text("could not enter Burgundy")
    alice.page.locator("#order-list .past-row", has_text="Marseilles to Burgundy").hover()
    alice.says("The army in Marseilles")
    alice.press("End")
    alice.shows("F1901M")
    expect(alice.page).not_to_have_url(re.compile("phase="))
    alice.press("Home")
    alice.shows("S1901M")
    alice.page.locator("#timeline").press("ArrowRight")
    alice.shows("F1901M")
    watcher = table(query="?phase=S1901M")
    watcher.shows("S1901M")
    expect(watcher.page.locator('#layer-orders [data-order="A PAR - BUR"]')).to_have_count(1)


@pytest.mark.variation
def test_a_draft_waits_while_i_look_back(story, cast, table):
    story.begins()
    story.ready("FRA", "ENG")
    alice = table(cast.alice)
    alice.shows("F1901M")
    alice.click("PAR").press("s")
    alice.page.click("#previous")
    alice.shows("S1901M")
    expect(alice.page.locator(".choices")).to_be_hidden()
    alice.page.click("#latest")
    alice.shows("F1901M")
    alice.says("Army Paris supports …")


@pytest.mark.variation
def test_without_the_line_orders_still_go_through(story, cast, table):
    """The socket is cut off: commands are posted, and the page says that the line is poor."""
    story.begins()
    alice = table(cast.alice)
    expect(alice.page.locator('#line[data-line="open"]')).to_be_visible()
    alice.page.route_web_socket("**/ws/games/**", lambda line: line.close())
    alice.page.reload()
    alice.ready_for_use()
    expect(alice.page.locator('#line[data-line="poor"]')).to_be_visible()
    alice.click("PAR", "BUR")
    alice.has_orders("A PAR - BUR")
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


@pytest.mark.variation
def test_without_any_server_nothing_is_claimed_to_be_saved(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    alice.page.route_web_socket("**/ws/games/**", lambda line: line.close())
    alice.page.reload()
    alice.ready_for_use()
    alice.page.context.set_offline(True)
    alice.click("PAR", "BUR")
    alice.says("Not sent yet")
    alice.has_orders()


def test_a_watcher_has_nothing_to_press(story, table):
    story.begins()
    watcher = table()
    expect(watcher.page.locator("#ready")).to_be_hidden()
    expect(watcher.page.locator("#orders-form")).to_be_hidden()
    watcher.click("PAR")
    expect(watcher.page.locator(".choices")).to_be_hidden()


def test_a_page_at_rest_draws_nothing(story, cast, table):
    story.begins()
    page = table(cast.alice).page
    page.evaluate("getComputedStyle(document.getElementById('display')).opacity")  # of a menu that is closed
    page.wait_for_function("() => document.getAnimations().length === 0")


def test_names_and_hatching_are_chosen_in_the_settings(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    alice.page.click(".settings summary")
    alice.page.select_option("#display-labels", "long")
    expect(alice.page.locator("#layer-labels")).to_contain_text("Burgundy")
    alice.page.check("#display-hatching")
    expect(alice.page.locator("#layer-ownership .hatch").first).to_be_attached()
    alice.page.reload()
    alice.ready_for_use()
    expect(alice.page.locator("#layer-labels")).to_contain_text("Burgundy")


@pytest.mark.variation
def test_a_finished_game_says_how_it_ended(story, cast, table):
    story.begins(end_year=1901)
    while story.is_running:
        story.deadline_passes()
    alice = table(cast.alice)
    expect(alice.page.locator("#verdict")).to_contain_text("A draw between")
    expect(alice.page.locator("#ready")).to_be_hidden()


@pytest.mark.parametrize("kind", ["svg", variation("png")])
def test_a_phase_can_be_saved(story, cast, table, kind):
    story.begins()
    alice = table(cast.alice)
    alice.page.click(".take-away summary")
    with alice.page.expect_download() as saved:
        alice.page.click(f"#save-{kind}")
    assert saved.value.suggested_filename.endswith(f"S1901M.{kind}")


@pytest.mark.variation
def test_a_late_answer_to_one_order_does_not_speak_over_the_next(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    late = Late(alice.page)
    alice.page.reload()
    alice.ready_for_use()
    expect(alice.page.locator('#line[data-line="open"]')).to_be_visible()
    status = alice.page.locator("#status")
    alice.click("PAR", "BUR")
    alice.click("MAR")
    expect(status).to_contain_text("Army Marseilles")
    late.come()
    alice.has_orders("A PAR - BUR")
    expect(status).to_contain_text("Army Marseilles")
    alice.click("PIE")
    alice.click("MAR").press("k")
    late.come()
    expect(status).to_contain_text("Nobody you could ask can support that")


class Late:
    """Keeps back what the site answers to orders."""

    def __init__(self, page):
        self.kept, self.line = [], None
        page.route_web_socket("**/ws/games/**", self._line)

    def _line(self, line):
        self.line, server = line, line.connect_to_server()
        server.on_message(lambda frame: self.kept.append(frame) if '"sheet"' in frame else line.send(frame))

    def come(self):
        while self.kept:
            self.line.send(self.kept.pop(0))
