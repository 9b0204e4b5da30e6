"""Every reason has a result, a situation in which it is given, and a sentence."""

import json
from dataclasses import replace
from operator import itemgetter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.engine import adjudicate
from adjudication.facts import reachable_regions
from adjudication.legality import refusal
from adjudication.orders import Order
from adjudication.outcomes import outcome_as_dict, outcome_from_dict
from adjudication.phase import parse_phase
from adjudication.position import Dislodged
from adjudication.powers import POWERS, Power
from adjudication.reasons import RESULT_OF, Reason
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from adjudication.sentences import order_sentence
from tests.adjudication.build import by_order, place, play
from tests.adjudication.datc import CASES, phase_of
from tests.adjudication.random_boards import crowd
from tests.adjudication.strategies import adjustments, movements, retreats
from tests.adjudication.test_datc import resolve
from tests.effort import examples
from tests.scored import each_of


def test_every_reason_has_a_result() -> None:
    assert set(RESULT_OF) == set(Reason)
    assert RESULT_OF[Reason.DISORDER] == "ok"
    assert RESULT_OF[Reason.RETREATS_MET] == "fail"
    assert RESULT_OF[Reason.CONVOY_UNMATCHED] == "void"
    assert RESULT_OF[Reason.TWICE] == "illegal"


@given(movements | retreats | adjustments)
def test_any_order_is_a_sentence(order: Order) -> None:
    assert is_sentence(order_sentence(order))


@settings(max_examples=examples(150), deadline=None)
@given(
    st.sampled_from(["S1902M", "S1902R", "W1902A"]),
    st.lists(st.tuples(st.sampled_from(POWERS), movements | retreats | adjustments), max_size=30),
    st.integers(0, 2**32),
    st.sampled_from(sorted(EDITIONS.values(), key=lambda each: each.name)),
)
def test_whatever_happens_is_a_sentence(
    phase: str, wild: list[tuple[Power, Order]], seed: int, rulebook: Rulebook
) -> None:
    position = replace(crowd(Random(seed), 14), phase=parse_phase(phase))
    if position.phase.kind == "R":
        beaten = tuple(Dislodged(unit, "PAR", reachable_regions(unit.kind, unit.region)) for unit in position.units[:7])
        position = replace(position, units=position.units[7:], dislodged=beaten)
    orders: dict[Power, list[Order]] = {}
    for power, order in wild:
        orders.setdefault(power, []).append(order)
        found = refusal(position, power, order, rulebook)
        assert found is None or is_sentence(found.text)
    for outcome in adjudicate(position, orders, rulebook).outcomes:
        assert is_sentence(outcome.text), outcome


@each_of(CASES, name=itemgetter("id"))
def test_an_outcome_comes_back_from_json(case: dict[str, Any]) -> None:
    kind = phase_of(case)[0].phase.kind
    for outcome in resolve(case, STANDARD_RULES).outcomes:
        assert outcome_from_dict(json.loads(json.dumps(outcome_as_dict(outcome))), kind) == outcome


def test_json_that_is_no_outcome_is_refused() -> None:
    good = {"power": "FRA", "order": "A PAR H", "result": "ok", "reason": "held", "by": []}
    assert outcome_from_dict(good, "M").reason is Reason.HELD
    with pytest.raises(ValueError, match="lucky"):
        outcome_from_dict({**good, "reason": "lucky"}, "M")
    with pytest.raises(KeyError):
        outcome_from_dict({"power": "FRA"}, "M")


def is_sentence(text: str) -> bool:
    return text[0].isupper() and text.endswith(".") and text.count(".") == 1 and "{" not in text and "  " not in text


def test_the_datc_meets_nearly_every_reason() -> None:
    met = {outcome.reason for case in CASES for outcome in resolve(case, STANDARD_RULES).outcomes}
    assert set(Reason) - met <= {
        Reason.DISBANDED,
        Reason.WAIVED,
        Reason.CONVOY_UNUSED,
        Reason.CONVOY_BROKEN,
        Reason.OWN_SUPPORT,
        Reason.TWO_ORDERS,
        Reason.CONVOYS_OFF,
        Reason.SUPPORTED_MISSING,
        Reason.CONVOY_NOWHERE,
        Reason.CONTESTED,
        Reason.NO_REMOVAL_DUE,
        Reason.NO_CENTERS,
        Reason.NO_BUILD_DUE,
        Reason.OCCUPIED,
    }


def told(units: list[str], orders: dict[str, list[str]], order: str) -> tuple[Reason, tuple[str, ...], str]:
    outcome = by_order(play(place("S1902M", units), orders))[order]
    return outcome.reason, outcome.by, outcome.text


@pytest.mark.parametrize(
    ("units", "orders", "order", "reason", "by", "text"),
    [
        (
            ["FRA A PAR", "GER A MUN", "ITA A MAR"],
            {"FRA": ["A PAR - BUR"], "GER": ["A MUN - BUR"], "ITA": ["A MAR - BUR"]},
            "FRA A PAR - BUR",
            Reason.BOUNCED,
            ("MAR", "MUN"),
            "The army in Paris could not enter Burgundy: the attacks from Marseilles and Munich were just as strong.",
        ),
        (
            ["FRA A PAR", "GER A BUR", "GER A MUN"],
            {"FRA": ["A PAR - BUR"], "GER": ["A MUN S A BUR"]},
            "FRA A PAR - BUR",
            Reason.HELD_OFF,
            ("BUR", "MUN"),
            "The army in Paris was not strong enough to take Burgundy.",
        ),
        (
            ["FRA A PAR", "FRA A MAR", "GER A BUR", "GER A MUN"],
            {"FRA": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GER": ["A MUN S A BUR"]},
            "FRA A PAR - BUR",
            Reason.HELD_OFF,
            ("BUR", "MUN"),
            "The army in Paris was not strong enough to take Burgundy.",
        ),
        (
            ["FRA A PAR", "GER A BUR"],
            {"FRA": ["A PAR - BUR"], "GER": ["A BUR - PAR"]},
            "GER A BUR - PAR",
            Reason.HEAD_ON,
            ("PAR",),
            "The army in Burgundy met the unit coming from Paris head to head, and both were equally strong.",
        ),
        (
            ["FRA A PAR", "FRA A GAS", "GER A BUR"],
            {"FRA": ["A PAR - BUR", "A GAS S A PAR - BUR"], "GER": ["A BUR - PAR"]},
            "GER A BUR - PAR",
            Reason.HEAD_ON_LOST,
            ("PAR",),
            "The army in Burgundy met the unit coming from Paris head to head, and that one was stronger.",
        ),
        (
            ["FRA A PAR", "FRA A BUR"],
            {"FRA": ["A PAR - BUR"]},
            "FRA A PAR - BUR",
            Reason.OWN_UNIT,
            ("BUR",),
            "The army in Paris could not enter Burgundy: a unit of its own power stayed there.",
        ),
        (
            ["FRA A PAR", "GER A BUR", "GER A MUN"],
            {"FRA": ["A PAR - BUR"], "GER": ["A MUN S A PAR - BUR"]},
            "FRA A PAR - BUR",
            Reason.OWN_SUPPORT,
            ("MUN",),
            "The army in Paris could not take Burgundy: Munich cannot help against a unit of its own power.",
        ),
        (
            ["FRA A PAR", "FRA A GAS", "GER A BUR", "GER A MUN", "GER A RUH"],
            {"FRA": ["A PAR - BUR", "A GAS S A PAR - BUR"], "GER": ["A MUN S A PAR - BUR", "A RUH S A BUR"]},
            "FRA A PAR - BUR",
            Reason.OWN_SUPPORT,
            ("MUN",),
            "The army in Paris could not take Burgundy: Munich cannot help against a unit of its own power.",
        ),
        (
            ["ENG A LON", "ENG F NTH", "FRA A BEL", "FRA F ECH"],
            {"ENG": ["A LON - BEL", "F NTH C A LON - BEL"], "FRA": ["A BEL - LON"]},
            "ENG A LON - BEL",
            Reason.HELD_OFF,
            ("BEL",),
            "The army in London was not strong enough to take Belgium.",
        ),
        (
            ["FRA A PAR", "FRA A GAS", "GER A BUR", "GER A MUN", "ITA A MAR"],
            {"FRA": ["A PAR - BUR", "A GAS S A PAR - BUR"], "GER": ["A MUN S A PAR - BUR"], "ITA": ["A MAR - BUR"]},
            "FRA A PAR - BUR",
            Reason.MOVED,
            (),
            "The army in Paris moved to Burgundy.",
        ),
        (
            ["FRA A PAR", "FRA A GAS", "GER A BUR", "GER A MUN", "ITA A MAR", "ITA A PIC", "ITA A BEL"],
            {
                "FRA": ["A PAR - BUR", "A GAS S A PAR - BUR"],
                "ITA": ["A MAR - BUR", "A PIC S A MAR - BUR", "A BEL S A MAR - BUR"],
            },
            "FRA A PAR - BUR",
            Reason.OUTMATCHED,
            ("MAR",),
            "The army in Paris could not enter Burgundy: the attack from Marseilles was stronger.",
        ),
        (
            ["ENG A LON", "ENG F NTH", "GER F SKA", "GER F HEL"],
            {"ENG": ["A LON - BEL", "F NTH C A LON - BEL"], "GER": ["F SKA - NTH", "F HEL S F SKA - NTH"]},
            "ENG A LON - BEL",
            Reason.CONVOY_BROKEN,
            ("SKA",),
            "The army in London did not reach Belgium: the convoy was broken by the attack from the Skagerrak.",
        ),
        (
            ["ENG A LON", "ENG F NTH"],
            {"ENG": ["A LON - BEL"]},
            "ENG A LON - BEL",
            Reason.NO_CONVOY,
            (),
            "The army in London had no convoy to Belgium.",
        ),
        (
            ["FRA A PAR", "FRA A GAS", "GER A BUR", "ITA A MAR"],
            {"FRA": ["A PAR - BUR", "A GAS S A PAR - BUR"], "ITA": ["A MAR - GAS"]},
            "FRA A GAS S A PAR - BUR",
            Reason.CUT,
            ("MAR",),
            "The support of the army in Gascony was cut by the attack from Marseilles.",
        ),
        (
            ["FRA A PAR", "FRA A GAS", "GER A BUR", "GER A MAR"],
            {"FRA": ["A PAR - BUR", "A GAS S A PAR - BUR"], "GER": ["A BUR - GAS", "A MAR S A BUR - GAS"]},
            "FRA A GAS S A PAR - BUR",
            Reason.DISLODGED,
            ("BUR",),
            "The army in Gascony was dislodged by the attack from Burgundy.",
        ),
    ],
)
def test_why_and_by_whom(  # noqa: PLR0917 - the columns of the table
    units: list[str], orders: dict[str, list[str]], order: str, reason: Reason, by: tuple[str, ...], text: str
) -> None:
    assert told(units, orders, order) == (reason, by, text)


def test_order_sentences() -> None:
    position = place("S1901M", ["FRA A PAR"])
    outcome = play(position, {"FRA": ["A PAR - BUR"]}).outcomes[0]
    assert order_sentence(outcome.order) == "The army in Paris moves to Burgundy."
