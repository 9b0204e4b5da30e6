"""Every bot on offer keeps the contract, in every kind of phase."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.options import needed_adjustments
from adjudication.orders import Build, Remove, Waive
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Decision
from bots.asking import ask
from bots.chance import stream
from bots.registry import BOTS, UnknownBotError, bot_named
from bots.skills import NORMAL
from bots.view import PastPhase, SeatView
from tests.bots.boards import board

SECONDS = 5.0

CORNERS = {
    "no retreat left": board("S1905R", dislodged={"FRA A PAR": ("BUR", ())}, centers={"FRA": "PAR"}),
    "two want one retreat": board(
        "S1905R", dislodged={"FRA A PAR": ("BUR", ("GAS",)), "FRA F BRE": ("MAO", ("GAS",))}, centers={"FRA": "PAR"}
    ),
    "no home free": board("W1905A", "FRA A PAR", "FRA F BRE", centers={"FRA": "PAR BRE SPA POR"}),
    "homes lost": board("W1905A", "FRA A SPA", centers={"FRA": "SPA POR BEL", "ENG": "PAR BRE MAR"}),
    "last unit goes": board("W1905A", "FRA A SPA", centers={"ENG": "PAR"}),
    "two coasts to build on": board("W1905A", "RUS A MOS", centers={"RUS": "STP MOS SEV"}),
    "one unit, no center": board("F1905M", "FRA F MAO", centers={"ENG": "PAR"}),
    "everything mine": board("F1905M", *(f"FRA A {p}" for p in ("PAR", "MAR", "BUR", "GAS", "PIC", "BEL", "RUH"))),
}


@cache
def positions_of_a_game() -> tuple[tuple[Position, tuple[PastPhase, ...]], ...]:
    """Every phase of a game between two kinds of bot, so that retreats, builds and removals all come up."""
    agents = {power: BOTS["dumbbot" if power in {"FRA", "TUR", "RUS"} else "randombot"].make() for power in POWERS}
    position = opening()
    history: tuple[PastPhase, ...] = ()
    seen = []
    while position.phase.year <= 1906:
        seen.append((position, history))
        orders = {
            power: agent.decide(
                SeatView(power, position, STANDARD_RULES, history), {}, stream(1, power, position.phase), SECONDS
            ).orders
            for power, agent in agents.items()
        }
        resolution = adjudicate(position, orders)
        history = (*history, PastPhase(position, resolution.outcomes))
        position = resolution.next
    assert {each.phase.kind for each, _ in seen} == {"M", "R", "A"}
    return tuple(seen)


def views(name: str) -> Iterator[SeatView]:
    """Views for a bot.

    HANA's personalities differ by numbers only: `hana` gets every other view (the powers of these change from phase to
    phase), the others fewer.
    """
    step = 13 if name.startswith("hana-") else 2 if name == "hana" else 1
    whole = [(power, *each) for each in positions_of_a_game() for power in POWERS]
    for power, position, history in whole[::step]:
        yield SeatView(power, position, STANDARD_RULES, history)
    for position in CORNERS.values():
        yield SeatView("FRA", position, STANDARD_RULES)
    yield SeatView("RUS", CORNERS["two coasts to build on"], STANDARD_RULES)


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
