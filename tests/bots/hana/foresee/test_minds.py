"""HANA foresees orders and learns the others' minds."""

from random import Random

import numpy as np
import pytest

from adjudication.encoding import HOLD, VERB
from adjudication.engine import adjudicate
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.chance import stream
from bots.hana.foresee.minds import foresee, learn, shares_of
from bots.hana.foresee.prior import MINDS, PRIOR
from bots.hana.search.problem import Movement
from bots.registry import bot_named
from bots.view import PastPhase, SeatView

PHASE = Movement.of(opening())


def test_the_prior_is_a_distribution() -> None:
    assert sum(PRIOR.values()) == pytest.approx(1)
    assert shares_of({}, "FRA") == pytest.approx(list(PRIOR.values()))


def test_foresight_holds_legal_orders_only() -> None:
    foresight = foresee(PHASE, samples=12)
    assert foresight.orders.shape == (len(MINDS), 12, 22)
    for column in range(22):
        assert np.isin(foresight.orders[:, :, column], PHASE.legal.of(column)).all()
    assert (foresight.orders[MINDS.index("still")] & VERB == HOLD).all()


def test_profiles_take_whole_plans_in_the_shares_of_the_minds() -> None:
    foresight = foresee(PHASE, samples=12)
    still = [-50.0 if mind != "still" else 0.0 for mind in MINDS]
    profiles = foresight.profiles(dict.fromkeys(POWERS, still), 40, Random(2))
    assert (profiles & VERB == HOLD).all()
    mixed = foresight.profiles({"TUR": still}, 40, Random(2))
    turkish = PHASE.columns_of("TUR")
    assert (mixed[:, turkish] & VERB == HOLD).all()
    for power in ("FRA", "RUS"):
        known = {tuple(plan) for mind in foresight.orders for plan in mind[:, PHASE.columns_of(power)].tolist()}
        assert {tuple(plan) for plan in mixed[:, PHASE.columns_of(power)].tolist()} <= known


def test_beliefs_follow_the_minds() -> None:
    foresight = foresee(PHASE)
    open_minded = foresight.beliefs({})
    still = [-50.0 if mind != "still" else 0.0 for mind in MINDS]
    sure = foresight.beliefs(dict.fromkeys(POWERS, still))
    assert sure.uncertainty() < open_minded.uncertainty() < 1
    assert min(sure.of_group(column)[0] for column in range(22)) > 0.8


@pytest.mark.parametrize(("bot", "mind"), [("holdbot", "still"), ("randombot", "random"), ("dumbbot", "greedy")])
def test_three_years_of_orders_give_a_simple_mind_away(bot: str, mind: str) -> None:
    agent = bot_named(bot).make()
    position = opening()
    guess: dict[Power, list[float]] = {}
    while position.phase.year < 1904:
        orders = {
            power: agent.decide(
                SeatView(power, position, STANDARD_RULES), {}, stream(3, power, position.phase), 1.0
            ).orders
            for power in POWERS
        }
        resolution = adjudicate(position, orders)
        if position.phase.kind == "M":
            past = PastPhase(position, resolution.outcomes)
            guess = learn(guess, past, "FRA", foresee(Movement.of(position)))
        position = resolution.next
    assert "FRA" not in guess
    likely = [MINDS[int(np.argmax(shares_of(guess, power)))] for power in guess]
    assert likely.count(mind) >= 5, {power: shares_of(guess, power) for power in guess}
