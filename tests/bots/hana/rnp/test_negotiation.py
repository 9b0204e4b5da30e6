"""Negotiation without Diplomacy: the painting (thesis, section 3.3) through dialogues, measures and strategies."""

from dataclasses import replace
from typing import cast

import pytest

from bots.hana.judge.negotiation_state import MEASURES, rank_options
from bots.hana.judge.strategy import (
    STRATEGIES,
    acceptable,
    aspiration,
    basic_intentions,
    best_proposal,
    guaranteed,
    strategy_of,
)
from bots.hana.rnp.dialogue import Utterance, awaiting, commitments, feasible
from bots.hana.rnp.exact import ExactState, options_of
from bots.hana.rnp.problem import Plan
from bots.hana.rnp.rounds import Negotiator, hold_round
from tests.bots.hana.painting import HANGING, Room, plan, whole

ASIDE = plan("Joan left", "Joan keep")
TOGETHER = plan("Joan left", "Joan keep", "Bep right", "Bep keep")
BY_LEGS = plan("Joan left", "Bep right")
RISING = plan("Joan left", "Joan raise", "Bep right", "Bep keep")

JOAN = ExactState("Joan", HANGING, Room(), HANGING.events(Room()).even(), (ASIDE, TOGETHER, RISING), whole)
BEP = replace(JOAN, agent="Bep", plans=(plan("Bep right", "Bep keep"), TOGETHER))


def say(act: str, source: str, receiver: str, option: Plan = TOGETHER) -> Utterance[Plan]:
    return Utterance(act, source, receiver, option)  # type: ignore[arg-type]


ASKED = say("propose", "Joan", "Bep")


@pytest.mark.parametrize(
    ("dialogue", "next_one", "allowed"),
    [
        ([], ASKED, True),
        ([], say("accept", "Bep", "Joan"), False),
        ([ASKED], say("accept", "Bep", "Joan"), True),
        ([ASKED], say("reject", "Bep", "Joan"), True),
        ([ASKED], say("propose", "Bep", "Joan", RISING), False),
        ([ASKED], say("propose", "Joan", "Bep", RISING), False),
        ([ASKED], say("accept", "Joan", "Bep"), False),
        ([ASKED], say("accept", "Bep", "Joan", RISING), False),
        ([ASKED, say("reject", "Bep", "Joan")], say("propose", "Bep", "Joan", RISING), True),
        ([ASKED, say("reject", "Bep", "Joan")], say("accept", "Bep", "Joan"), False),
    ],
)
def test_feasible_utterances(dialogue: list[Utterance[Plan]], next_one: Utterance[Plan], allowed: bool) -> None:
    """Definition 14."""
    assert feasible(dialogue, next_one) is allowed


def test_an_accepted_option_commits_both_a_rejected_one_nobody() -> None:
    """Definition 15."""
    refused = [say("propose", "Joan", "Bep", RISING), say("reject", "Bep", "Joan", RISING)]
    agreed = [ASKED, say("accept", "Bep", "Joan")]
    assert commitments([refused], lambda option: option) == frozenset()
    assert commitments([[*refused, *agreed]], lambda option: option) == TOGETHER
    assert awaiting(agreed) is None
    assert awaiting(agreed[:1]) == ASKED


def test_the_four_measures_by_hand() -> None:
    """Even beliefs: Bep steps right with 1/5 and keeps his arms with 1/3; a joint plan settles 4 of the 5 resources."""
    assert JOAN.information() == pytest.approx(4 / 5)
    assert JOAN.independence() == pytest.approx(1 / 5 * 1 / 3)
    assert JOAN.opportunity() == pytest.approx(1)
    assert JOAN.confidence() == 1  # her own plan asks nothing of anybody
    assert replace(JOAN, plans=(TOGETHER,)).confidence() == pytest.approx(1 / 15)
    nothing = replace(JOAN, plans=())
    assert [measure(nothing) for measure in MEASURES.values()] == [0, 0, 0, 0]


@pytest.mark.parametrize(("trust", "expected"), [(1.0, 1.0), (0.5, (0.5 + 0.5 / 5) * (0.5 + 0.5 / 3)), (0.0, 1 / 15)])
def test_what_an_option_brings_is_tempered_by_trust(trust: float, expected: float) -> None:
    after = replace(JOAN, trust={"Bep": trust}).after(TOGETHER)
    assert after.independence() == pytest.approx(expected)
    assert set(after.plans) == {ASIDE, TOGETHER}  # raising her arms would be against what she agreed to


def test_options_are_cut_out_of_ranked_joint_plans() -> None:
    aided = TOGETHER | plan("Tonia hold")
    state = replace(JOAN, plans=(ASIDE, RISING, aided))
    assert set(options_of(state)) == {RISING, TOGETHER, ASIDE | plan("Tonia hold")}
    assert options_of(state, threshold=0.5) == (TOGETHER, ASIDE | plan("Tonia hold"))


def test_options_are_ranked_by_the_state_they_lead_to() -> None:
    ranked = rank_options(JOAN, [BY_LEGS, TOGETHER, RISING], MEASURES["independence"])
    assert [option for _, option in ranked] == [TOGETHER, BY_LEGS, RISING]
    assert [value for value, _ in ranked] == pytest.approx([1, 1 / 3, 0])


@pytest.mark.parametrize(
    ("strategy", "left", "expected"),
    [
        ("conservative", 1.0, 1 / 15),
        ("informative", 1.0, 4 / 5),
        ("dynamic", 1.0, 4 / 5),
        ("dynamic", 0.5, (4 / 5 + 1 / 15) / 2),
        ("dynamic", 0.0, 1 / 15),
    ],
)
def test_what_a_strategy_is_sure_of(strategy: str, left: float, expected: float) -> None:
    assert guaranteed(STRATEGIES[strategy], JOAN, left) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "left", "information", "independence", "opportunity"),
    [
        ("conservative", 0.3, 0, 1, 0),
        ("dynamic", 0.25, 0.25, 0.75, 0),
        ("information 1 0, independence 0 1", 0.25, 0.25, 0.75, 0),
        ("information 1 0.5 0, opportunity 0 0.5 1", 0.75, 0.75, 0, 0.25),
        ("information 1 0 0, opportunity 0 1 1", 0.25, 0, 0, 1),
        ("information 0.5, independence 0.5 0.2, opportunity 0 0.3", 0.0, 0.5, 0.2, 0.3),
    ],
)
def test_a_strategy_is_any_combination_over_time(
    text: str, left: float, information: float, independence: float, opportunity: float
) -> None:
    """Section 5.4: g_min is the sum of the weighted measures."""
    strategy = strategy_of(text)
    weights = [strategy.weight(name, left) for name in ("information", "independence", "opportunity")]
    assert weights == pytest.approx([information, independence, opportunity])
    expected = sum(strategy.weight(name, left) * measure(JOAN) for name, measure in MEASURES.items())
    assert guaranteed(strategy, JOAN, left) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("wild", "there is no measure 'wild'"),
        ("information", "'information' needs 1 to 16 weights"),
        ("courage 1", "there is no measure 'courage'"),
        ("information 1, information 0", "'information' is named twice"),
        ("information 1 0", "sum to 0 when 100% of the time is gone"),
        ("information 1 0 1, independence 0 1", "sum to 0.5 when 50% of the time is gone"),
        ("information 2, independence -1", "'information' needs 1 to 16 weights from 0 to 1"),
        ("information nan", "weights from 0 to 1"),
        ("", "needs 1 to 16 weights|not enough values"),
    ],
)
def test_what_is_no_strategy_says_why(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        strategy_of(text)


@pytest.mark.parametrize(
    ("left", "tau", "expected"),
    [(1, 1, 1), (0.5, 1, 8 / 15), (0.25, 0.5, 8 / 15), (0, 1, 1 / 15), (0, 0, 1 / 15), (0.1, 0, 1)],
)
def test_aspiration_falls_as_time_runs_out(left: float, tau: float, expected: float) -> None:
    """Definition 25, g_min = 1/15: 1/15 + left^tau * 14/15."""
    assert aspiration(STRATEGIES["conservative"], JOAN, left, tau) == pytest.approx(expected)


def test_only_what_is_better_than_aspired_to_is_proposed_and_accepted() -> None:
    independence = MEASURES["independence"]
    assert best_proposal(JOAN, [BY_LEGS, TOGETHER], 0.9, independence) == (1.0, TOGETHER)
    assert best_proposal(JOAN, [BY_LEGS], 1 / 3 + 1e-9, independence) is None
    assert best_proposal(JOAN, [], 0.0, independence) is None
    assert acceptable(JOAN, BY_LEGS, 0.3, independence)
    assert not acceptable(JOAN, BY_LEGS, 0.4, independence)


@pytest.mark.parametrize(
    ("strategy", "trust", "left", "proposes"),
    [
        ("conservative", 0.8, 0.5, True),
        ("dynamic", 0.8, 0.5, True),
        ("informative", 0.8, 0.5, False),
        ("conservative", 0.8, 0.75, False),
        ("dynamic", 0.8, 0.75, False),
        ("dynamic", 0.7, 0.5, False),
        ("informative", 0.9, 0.5, False),
        ("informative", 0.9, 0.25, True),
    ],
)
def test_each_strategy_proposes_and_agrees_above_its_own_level(
    strategy: str, trust: float, left: float, proposes: bool
) -> None:
    """Of the best option Joan expects (t + (1 - t)/5)(t + (1 - t)/3) at trust t: 0.61, 0.73 and 0.86 at 0.7, 0.8, 0.9.

    With τ = 1 she aspires to g_min + left (1 - g_min): conservative (1/15) 0.53 at half time and 0.77 before;
    informative (4/5) 0.9 and, later, 0.85; dynamic 0.72 at half time (13/30) and 0.90 before (37/60).
    """
    joan = replace(carriers()[0], state=replace(JOAN, trust={"Bep": trust}), strategy=STRATEGIES[strategy])
    assert (joan.propose(["Bep"], left) is not None) is proposes
    answer = joan.reply(say("propose", "Bep", "Joan"), left)
    assert answer.act == ("accept" if proposes else "reject")


@pytest.mark.parametrize(
    ("owes", "left", "strongest"),
    [(True, 0.5, "reply"), (False, 0.5, "propose"), (True, 0.0, "execute"), (False, 0.0, "execute")],
)
def test_basic_intentions_exclude_each_other(owes: bool, left: float, strongest: str) -> None:
    degrees = basic_intentions(owes, left)
    assert sum(degrees.values()) == pytest.approx(1)
    assert max(degrees, key=lambda each: degrees[each]) == strongest


def carriers(**settings: object) -> list[Negotiator[Plan]]:
    return [
        Negotiator(state.agent, state, lambda each, other=other: {other: options_of(each)}, **settings)  # type: ignore[arg-type,misc]
        for state, other in ((JOAN, "Bep"), (BEP, "Joan"))
    ]


def test_joan_and_bep_agree_and_the_painting_stays_whole() -> None:
    dialogues, states = hold_round(carriers(), t_max=4)
    said = dialogues[frozenset({"Joan", "Bep"})]
    assert said == [ASKED, say("accept", "Bep", "Joan")]
    assert commitments(dialogues.values(), lambda option: option) == TOGETHER
    done = frozenset().union(*(cast(ExactState[Room], state).best_plan() for state in states.values())) | plan(
        "Tonia hold"
    )
    assert HANGING.transition(Room(), done).whole


def test_who_does_not_negotiate_with_somebody_rejects_everything() -> None:
    joan, bep = carriers()
    dialogues, _ = hold_round([joan, replace(bep, refuses=frozenset({"Joan"}))], t_max=4)
    assert [each.act for each in dialogues[frozenset({"Joan", "Bep"})]] == ["propose", "reject"]


def test_who_concedes_nothing_says_nothing_before_the_deadline() -> None:
    dialogues, _ = hold_round(carriers(tau=0.0), t_max=4)
    assert dialogues == {}
