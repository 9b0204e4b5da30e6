"""The seven lessons played, at a desk and on a phone."""

import gzip
import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dipgame.accounts.models import User
from frontend.learn.lessons import Lesson, Step, all_lessons, lesson_called
from tests.browser.gamepage import GamePage
from tests.effort import variation

PICTURES = os.environ.get("LESSON_PICTURES", "")
"""A folder for a picture of every step, for whoever wants to look at them."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


class Learner(GamePage):
    """Somebody who takes a lesson."""

    def __init__(self, page: Page, *, finger: bool) -> None:
        super().__init__(page)
        self.finger = finger

    def at(self, *codes: str) -> None:
        if self.finger:
            self.tap(*codes)
        else:
            self.click(*codes)

    def order(self, text: str) -> None:
        """Give an order by map and menu."""
        words = [word for word in text.split() if word not in ("A", "F", "-")]
        if words[0] in ("BUILD", "REMOVE", "DISBAND"):
            kind = text.split()[1]
            self.at(words[1])
            self.choose(
                {"BUILD": {"A": "army", "F": "fleet"}[kind], "REMOVE": "remove", "DISBAND": "disband"}[words[0]]
            )
        elif words[1] == "H":
            self.at(words[0])
            self.choose("hold")
        elif words[1] in ("S", "C"):
            self.at(words[0])
            self.choose("support" if words[1] == "S" else "convoy")
            self.at(words[2], words[-1])
        else:
            self.at(words[0][:3], words[1][:3])
            if "/" in words[1]:
                self.choose(words[1])
        expect(self.page.locator(f'#layer-orders [data-order="{text}"]')).to_be_attached()

    def open_orders(self) -> None:
        self.page.click("#ready")

    def done(self) -> None:
        """The step is solved, and the board has come to rest."""
        expect(self.page.locator("#lesson-done")).to_be_in_viewport(ratio=1)
        expect(self.page.locator("#lesson-hint")).to_be_hidden()
        expect(self.page.locator("#lesson-next")).to_be_focused()
        expect(self.page.locator("#lesson-next")).to_be_in_viewport(ratio=1)

    def go_on(self) -> None:
        self.page.click("#lesson-next")
        self.page.wait_for_load_state()

    def take(self, lesson: Lesson, number: int, step: Step) -> None:
        """Solve a step as it is meant, and look at it."""
        self.ready_for_use()
        page = self.page
        expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
        name = f"{lesson.number}-{number}-{'phone' if self.finger else 'desk'}"
        picture(page, name)
        for button in page.locator(".lesson-foot button:visible").all():
            expect(button).to_be_in_viewport(ratio=1)
        if step.kind == "ask":
            page.get_by_role("button", name=next(each.text for each in step.choices if each.right)).click()
        elif step.kind == "talk":
            page.fill("#line-text", step.sample)
            page.click("#line-send")
        else:
            for text in step.accept[0] if step.accept else step.show:
                self.order(text)
            self.open_orders()
        self.done()
        if step.kind == "orders":
            page.wait_for_selector("html[data-settled]", state="attached")
        picture(page, f"{name}-done")


TAKEN = [
    (variation if name != "phone-winter" else pytest.param)(size, lesson, id=name)
    for size in ("desk", "phone")
    for lesson in all_lessons()
    for name in [f"{size}-{lesson.slug}"]
]
"""One whole lesson in every run: steps of the others are taken by the tests below."""


@pytest.mark.parametrize(("size", "lesson"), TAKEN)
def test_a_newcomer_plays_the_lesson(enter: Any, phone: Any, lesson: Lesson, size: str) -> None:
    page = enter(f"/learn/{lesson.slug}/", **(phone if size == "phone" else {}))
    learner = Learner(page, finger=size == "phone")
    for number, step in enumerate(lesson.steps, 1):
        learner.take(lesson, number, step)
        learner.go_on()
    expect(page.get_by_role("heading", level=1)).to_contain_text("done")
    page.goto("/learn/")
    expect(page.locator(".lesson-card .chip-ok")).to_have_count(1)


def test_a_newcomer_finds_the_lessons_from_the_first_page(enter: Any) -> None:
    page = enter("/")
    page.get_by_role("link", name="Learn to play").first.click()
    page.get_by_role("link", name="Begin with the first").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your first march")


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_a_wrong_move_gets_its_hint_and_after_two_the_way_is_shown(enter: Any, phone: Any, size: str) -> None:
    learner = Learner(enter("/learn/move/", **(phone if size == "phone" else {})), finger=size == "phone")
    learner.ready_for_use()
    page, hint = learner.page, learner.page.locator("#lesson-hint")
    learner.order("A PAR - PIC")
    expect(hint).to_contain_text("Picardy lies north of Paris")
    expect(page.locator("#show")).to_be_hidden()
    learner.open_orders()
    learner.order("A PAR - GAS")
    expect(hint).to_contain_text("Gascony")
    learner.open_orders()
    page.click("#show")
    learner.has_orders("A PAR - BUR")
    learner.open_orders()
    learner.done()


@pytest.mark.variation
def test_a_winter_on_a_phone_takes_the_shortest_taps_and_offers_what_is_left(enter: Any, phone: Any) -> None:
    learner = Learner(enter("/learn/winter/", **phone), finger=True)
    page, complaint = learner.ready_for_use().page, learner.page.locator("#status.is-complaint")
    learner.at("BUD")
    learner.has_orders("A SER - BUD")
    learner.open_orders()
    learner.done()
    learner.go_on()
    learner.ready_for_use()
    learner.order("BUILD A BUD")
    learner.open_orders()
    learner.open_orders()
    learner.at("TRI")
    expect(complaint).to_have_text("All builds are used. To build elsewhere, take one back first.")
    expect(page.locator(".choices")).to_be_hidden()
    page.click("#show")
    learner.has_orders("BUILD F TRI")
    expect(complaint).to_have_count(0)


@pytest.mark.variation
def test_on_a_phone_a_step_shows_what_it_speaks_of(enter: Any, phone: Any) -> None:
    learner = Learner(enter("/learn/reasons/", **phone), finger=True)
    page = learner.ready_for_use().page
    cut = page.locator(".lesson-fates li", has_text="The support of the army in Ukraine was cut")
    expect(cut).to_be_in_viewport(ratio=1)
    picture(page, "reasons-phone")
    page.goto("/learn/broken/")
    learner.ready_for_use()
    expect(page.locator("#lesson-trust")).to_be_in_viewport(ratio=1)
    picture(page, "trust-phone")
    page.goto("/learn/deal/")
    learner.take(lesson_called("deal"), 1, lesson_called("deal").steps[0])
    learner.go_on()
    learner.ready_for_use()
    expect(page.locator(".promise")).to_be_in_viewport(ratio=1)
    picture(page, "promise-phone")


def test_half_a_step_and_the_steps_before_it_outlive_a_reload(enter: Any) -> None:
    learner = Learner(enter("/learn/support/"), finger=False)
    learner.ready_for_use()
    learner.order("A BUR - MUN")
    learner.page.reload()
    learner.ready_for_use().has_orders("A BUR - MUN")
    learner.order("A TYR S A BUR - MUN")
    learner.open_orders()
    learner.done()
    learner.page.goto("/learn/support/")
    expect(learner.page.get_by_role("heading", level=1)).to_have_text(lesson_called("support").steps[1].title)


def test_a_lesson_is_played_with_the_keyboard_alone(enter: Any) -> None:
    learner = Learner(enter("/learn/fleets/"), finger=False)
    learner.ready_for_use().press("n")
    for _ in range(2):
        if learner.page.locator(".menu-title").inner_text().startswith("Fleet"):
            break
        learner.press("n")
    learner.press("m")
    expect(learner.page.locator("[data-target]").first).to_be_visible()
    learner.page.locator('[data-target="NTH"]').focus()
    learner.press("Enter")
    learner.has_orders("F LON - NTH")
    learner.press("r", "Enter")
    learner.done()
    learner.press("Enter")
    expect(learner.page.get_by_role("heading", level=1)).to_have_text("A bridge of ships")


def test_several_meanings_are_offered_and_one_is_picked(enter: Any) -> None:
    learner = Learner(enter("/learn/deal/"), finger=False)
    lesson = lesson_called("deal")
    for number, step in enumerate(lesson.steps[:2], 1):
        learner.take(lesson, number, step)
        learner.go_on()
    learner.ready_for_use()
    learner.page.fill("#line-text", "Please stay out of the channel, as will I")
    learner.page.click("#line-send")
    learner.page.get_by_role("button", name="You propose that both of you stay out of the English Channel.").click()
    learner.done()


def test_on_a_phone_a_line_is_read_under_a_sign_and_its_meaning_stands_in_one_column(enter: Any, phone: Any) -> None:
    learner = Learner(enter("/learn/deal/", **phone), finger=True)
    page = learner.ready_for_use().page
    page.evaluate(
        """() => {
          const sign = document.getElementById("line-reading");
          new MutationObserver(() => sign.hidden || (document.documentElement.dataset.read = sign.textContent))
            .observe(sign, { attributes: true });
        }"""
    )
    page.fill("#line-text", "support my army into Belgium")
    page.click("#line-send")
    learner.done()
    assert page.evaluate("document.documentElement.dataset.read") == "England is reading…"
    expect(page.locator("#line-reading")).to_be_hidden()
    heard = page.locator(".talk-heard").first
    expect(heard.locator("> *")).to_have_count(2)
    assert heard.evaluate("(line) => [...line.childNodes].every((each) => each.nodeType === Node.ELEMENT_NODE)")
    picture(page, "heard-phone")


@pytest.mark.variation
def test_an_account_takes_over_what_was_learnt_without_one(enter: Any) -> None:
    learner = Learner(enter("/learn/move/"), finger=False)
    lesson = lesson_called("move")
    learner.take(lesson, 1, lesson.steps[0])
    learner.page.goto("/")
    page = learner.page
    page.evaluate(
        """() => document.querySelector("form.play-now").insertAdjacentHTML(
          "beforeend", '<input type="hidden" name="bot" value="holdbot">')"""
    )
    page.get_by_role("button", name="Play now against bots").click()
    GamePage(page).ready_for_use()
    assert {slug: len(answers) for slug, answers in User.objects.get().lessons.items()} == {"move": 1}


def test_a_lesson_is_light(enter: Any) -> None:
    """A first visit loads at most 300 KB, compressed."""
    page = enter("/learn/broken/", viewport={"width": 1440, "height": 901})  # a profile that has loaded nothing yet
    Learner(page, finger=False).ready_for_use()
    addresses = page.evaluate(
        "() => [location.href, ...performance.getEntriesByType('resource').map((each) => each.name)]"
    )
    bodies = [page.request.get(address).body() for address in dict.fromkeys(addresses)]
    assert len(bodies) > 10
    assert sum(min(len(body), len(gzip.compress(body))) for body in bodies) < 300_000
