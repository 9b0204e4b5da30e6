"""Every bot on offer keeps the contract, in every kind of phase."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from adjudication.legality import refusal
from adjudication.options import needed_adjustments
from adjudication.orders import Build, Remove, Waive
from adjudication.position import opening
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES
from bots import contract
from bots.agent import Decision
from bots.asking import ask
from bots.blabbot import BlabBot
from bots.contract import breaches_of, positions_of_a_game
from bots.holdbot import HoldBot
from bots.registry import BOTS, UnknownBotError, bot_named
from bots.skills import NORMAL
from bots.talker import Talk
from bots.view import SeatView
from tests.bots import strange
from tests.effort import is_brief

SECONDS = 5.0


def views(name: str) -> Iterator[SeatView]:
    """Views for a bot.

    HANA's personalities differ by numbers only: `hana` gets every other view (the powers of these change from phase to
    phase), the others fewer. `bordeaux` searches longer than any other. In a brief run every bot gets a third of them.
    """
    step = 13 if name.startswith("hana-") else 27 if name == "bordeaux" else 2 if name == "hana" else 1
    return contract.views(3 * step if is_brief() else step)


def decide(name: str, view: SeatView, seed: int = 3) -> Decision:
    return BOTS[name].make().decide(view, {}, Random(seed), SECONDS)


HELD = [name for name, bot in BOTS.items() if bot.skill in {"", NORMAL.name} or name.startswith("hana-mute")]
"""Characters and skills differ by numbers only: every character is tried once, and every skill."""


@pytest.mark.parametrize("name", HELD)
def test_every_order_is_legal_and_nothing_due_is_missing(name: str) -> None:
    for view in views(name):
        orders = decide(name, view).orders
        for order in orders:
            assert refusal(view.position, view.power, order) is None, (view.position, order)
        regions = [order.region for order in orders if not isinstance(order, Waive)]
        assert len(regions) == len(set(regions))
        match view.position.phase.kind:
            case "M":
                assert set(regions) == {unit.region for unit in view.position.units_of(view.power)}
            case "R":
                beaten = {each.unit.region for each in view.position.dislodged if each.unit.power == view.power}
                assert set(regions) == beaten
            case "A":
                needed = needed_adjustments(view.position, view.power)
                assert len(orders) == abs(needed)
                assert all(isinstance(order, Build | Waive if needed > 0 else Remove) for order in orders)


@pytest.mark.parametrize("name", HELD)
def test_the_same_draws_give_the_same_decision(name: str) -> None:
    for view in list(views(name))[::5]:
        assert decide(name, view) == decide(name, view)


@pytest.mark.parametrize("name", HELD)
def test_memory_survives_json_and_comes_back_equal(name: str) -> None:
    memory: dict[str, object] = {}
    for position, history in positions_of_a_game()[:8]:
        view = SeatView("FRA", position, STANDARD_RULES, history)
        decision = BOTS[name].make().decide(view, memory, Random(1), SECONDS)
        stored = json.loads(json.dumps(dict(decision.memory)))
        assert stored == decision.memory
        memory = stored


@pytest.mark.parametrize("name", HELD)
def test_nothing_it_is_shown_is_changed(name: str) -> None:
    for view in list(views(name))[::7]:
        before = repr(view)
        memory: dict[str, object] = {"kept": [1, 2]}
        BOTS[name].make().decide(view, memory, Random(1), SECONDS)
        assert repr(view) == before
        assert memory == {"kept": [1, 2]}


@pytest.mark.parametrize("name", HELD)
def test_asking_finds_no_fault(name: str) -> None:
    for view in list(views(name))[::7]:
        assert ask(BOTS[name].make(), view, {}, Random(1), SECONDS).faults == ()


def test_every_bot_can_be_found_and_says_what_it_is() -> None:
    for name, bot in BOTS.items():
        assert bot_named(name) is bot
        assert bot.name == name
        assert bot.title
        assert bot.description.endswith(".")


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(UnknownBotError, match=r"no bot called 'albert'.*dumbbot"):
        bot_named("albert")


def test_powers_of_the_registry_are_not_shared_between_games() -> None:
    power: Power = "FRA"
    one, two = BOTS["dumbbot"].make(), BOTS["dumbbot"].make()
    view = SeatView(power, opening(), STANDARD_RULES)
    one.decide(view, {}, Random(5), SECONDS)
    assert one.decide(view, {}, Random(6), SECONDS) == two.decide(view, {}, Random(6), SECONDS)


class Forgetful:
    """Answers otherwise each time, and remembers what JSON cannot hold."""

    asked = 0

    def decide(self, view: SeatView, memory: Any, rng: Random, seconds: float) -> Decision:
        Forgetful.asked += 1
        orders = HoldBot().decide(view, memory, rng, seconds).orders
        return Decision(orders[: Forgetful.asked % 2], {"at": {1, 2}})


class Chatterbox(HoldBot):
    """Speaks in another's name."""

    def open_talk(self, view: SeatView, memory: Any, rng: Random, seconds: float) -> Talk:
        other: Power = "ENG" if view.power != "ENG" else "FRA"
        return BlabBot().open_talk(SeatView(other, view.position, view.rulebook, level=9), memory, rng, seconds)

    def hear(self, view: SeatView, memory: Any, message: Any, rng: Random, seconds: float) -> Talk:
        raise LookupError("no idea")


@pytest.mark.parametrize("make", [HoldBot, BlabBot], ids=["holdbot", "blabbot"])
def test_a_sound_bot_has_no_breaches(make: Any) -> None:
    assert [str(each) for each in breaches_of(make, step=9)] == []


@pytest.mark.parametrize(
    ("make", "rules"),
    [
        (strange.Crasher, {"crash"}),
        (strange.NoBot, {"decide"}),
        (strange.Cheat, {"crash", "illegal", "missing"}),
        (Forgetful, {"memory", "chance", "missing"}),
        (Chatterbox, {"illegal", "crash"}),
    ],
    ids=["crasher", "no bot", "cheat", "forgetful", "chatterbox"],
)
def test_what_an_author_has_to_know_is_told(make: Any, rules: set[str]) -> None:
    assert {each.rule for each in breaches_of(make, step=9)} == rules


def test_a_bot_that_never_answers_is_late() -> None:
    first = next(breaches_of(strange.Sleeper, seconds=0.05, step=9))
    assert first.rule == "late"
