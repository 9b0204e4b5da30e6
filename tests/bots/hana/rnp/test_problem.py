"""The RNP core by the thesis' own example: hanging a painting (section 3.3)."""

import numpy as np
import pytest

from bots.hana.rnp import problem
from bots.hana.rnp.problem import Action
from tests.bots.hana.painting import HANGING, Room, act, plan

START = Room()
STATE = HANGING.control(START)
EVENTS = HANGING.events(START)


def test_table_3_1_lists_21_feasible_actions() -> None:
    assert sum(len(found) for found in HANGING.actions(START).values()) == 21


def test_tonia_cannot_raise_joans_arms() -> None:
    assert not problem.feasible(Action("Tonia", "raise", "Joan's arms"), STATE)
    assert problem.feasible(act("Joan", "raise"), STATE)


def test_actions_are_compatible_unless_two_operators_meet_on_one_resource() -> None:
    assert problem.compatible(act("Joan", "raise"), act("Joan", "right"))
    assert problem.compatible(act("Bep", "backward"), act("Joan", "backward"))
    assert problem.compatible(act("Joan", "raise"), act("Joan", "raise"))
    assert not problem.compatible(act("Joan", "raise"), act("Joan", "keep"))


def test_plans_are_compatible_when_their_union_is_feasible() -> None:
    assert problem.compatible_plans(plan("Joan left"), plan("Bep right"), STATE)
    assert not problem.compatible_plans(plan("Joan left", "Bep right"), plan("Joan right"), STATE)


def test_the_seeds_complete_plan_and_its_projection() -> None:
    whole = plan("Tonia hold", "Joan backward", "Joan keep", "Bep forward", "Bep keep")
    assert problem.is_complete(whole, STATE)
    joans = plan("Joan hold", "Joan raise")
    assert problem.is_complete(joans, STATE, "Joan")
    assert not problem.is_complete(joans, STATE)
    assert not problem.is_complete(plan("Joan hold"), STATE, "Joan")


def test_a_joint_plan_is_complete_for_one_and_asks_another() -> None:
    assert problem.is_joint_plan(plan("Tonia forward", "Joan left", "Bep right"), STATE)
    assert not problem.is_joint_plan(plan("Tonia forward"), STATE)
    assert not problem.is_joint_plan(plan("Joan left", "Bep right"), STATE)


def test_options_are_of_two_agents_at_most() -> None:
    assert problem.is_option(plan("Bep left"), STATE)
    assert problem.is_option(plan("Bep left", "Tonia hold"), STATE)
    assert not problem.is_option(plan("Tonia forward", "Joan left", "Bep right"), STATE)
    assert not problem.is_option(frozenset(), STATE)
    assert not problem.is_option(plan("Bep left", "Bep right"), STATE)


def test_the_seeds_count_of_plans() -> None:
    """5^3 * 3^2 = 1125 complete plans; 5^2 * 3 = 75 keep the painting whole, the other 1050 crash it (93.3 %)."""
    plans = list(HANGING.complete_plans(START))
    whole = [each for each in plans if HANGING.transition(START, each).whole]
    assert (len(plans), len(whole)) == (1125, 75)
    shortest = [
        each
        for each in plans
        if act("Tonia", "left") in each
        and each & plan("Joan left", "Joan forward")
        and each & plan("Bep right", "Bep backward")
    ]
    assert len(shortest) == 36
    assert sum(HANGING.transition(START, each).whole for each in shortest) == 6


def test_expected_utility_is_the_chance_to_keep_it_whole() -> None:
    even = EVENTS.even()
    assert problem.expected_utility(HANGING, START, even, lambda room: room.whole) == pytest.approx(75 / 1125)
    level = EVENTS.assume(even, plan("Joan keep", "Bep keep"))
    assert problem.expected_utility(HANGING, START, level, lambda room: room.whole) == pytest.approx(1 / 5)
    agreed = EVENTS.assume(level, plan("Joan left", "Bep right"))
    assert problem.expected_utility(HANGING, START, agreed, lambda room: room.whole) == pytest.approx(1)


def test_joan_follows_what_she_believes_of_bep() -> None:
    """Bep very likely steps right and keeps his arms: of Joan's 15 plans, left and keep is best, 0.6 * 0.8."""
    numbers = EVENTS.numbers
    beliefs = EVENTS.even().review({numbers[act("Bep", "right")]: 0.6, numbers[act("Bep", "keep")]: 0.8})
    plans = list(HANGING.complete_plans(START, "Joan"))
    ranking = problem.rank_plans(HANGING, START, plans, beliefs, lambda room: room.whole)
    assert len(ranking) == 15
    utility, best = ranking[0]
    assert best == plan("Joan left", "Joan keep")
    assert utility == pytest.approx(0.48)


def test_confidence_is_belief_in_the_others_part() -> None:
    even = EVENTS.even()
    joint = plan("Joan left", "Joan keep", "Bep right", "Bep keep")
    assert problem.confidence(EVENTS, even, joint, "Joan") == pytest.approx(1 / 5 * 1 / 3)
    assert problem.confidence(EVENTS, even, plan("Joan left", "Joan keep"), "Joan") == 1


def test_an_agreement_lowers_uncertainty() -> None:
    """(5.6): five resources, all open: 1. Two of them settled: 3 / 5."""
    even = EVENTS.even()
    assert even.uncertainty() == pytest.approx(1)
    assert EVENTS.assume(even, plan("Joan left", "Bep right")).uncertainty() == pytest.approx(3 / 5)


def test_a_history_ends_where_the_painting_hangs_or_lies() -> None:
    steps = [
        plan("Tonia hold", "Joan left", "Joan raise", "Bep right", "Bep raise"),
        plan("Tonia left", "Joan forward", "Joan keep", "Bep backward", "Bep keep"),
        plan("Tonia hold", "Joan left", "Joan keep", "Bep left", "Bep keep"),
    ]
    rooms = [START]
    for step in steps:
        assert problem.is_complete(step, HANGING.control(rooms[-1]))
        rooms.append(HANGING.transition(rooms[-1], step))
    assert rooms[1:3] == [Room((0, -1), 1), Room((1, -1), 1)]
    assert not rooms[3].whole
    assert HANGING.control(rooms[3]) == frozenset()


def test_infeasible_plans_are_not_believed() -> None:
    assert EVENTS.degree(EVENTS.even(), frozenset({Action("Tonia", "raise", "Joan's arms")})) == 0
    assert EVENTS.degree(EVENTS.even(), plan("Joan left", "Joan right")) == 0
    assert np.isclose(EVENTS.degree(EVENTS.even(), frozenset()), 1)
