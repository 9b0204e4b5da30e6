"""Every case of the DATC, version 3.0, and positions other adjudicators got wrong."""

from collections import defaultdict
from dataclasses import replace
from operator import itemgetter
from typing import Any

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import format_order
from adjudication.outcomes import Outcome, Resolution
from adjudication.reasons import Reason
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from tests.adjudication.build import moves_ok
from tests.adjudication.datc import CASES, phase_of
from tests.scored import each_of

FALLBACK_DIFFERS = {"6.G.8", "6.G.11", "6.G.20", "6.H.12", "X.2"}
"""Movement cases that come out otherwise where armies fall back to land."""


def resolve(case: dict[str, Any], rulebook: Rulebook = STANDARD_RULES) -> Resolution:
    position, orders = phase_of(case)
    return adjudicate(position, orders, rulebook)


def results(case: dict[str, Any], resolution: Resolution) -> list[str]:
    """The results of the case's orders, in its order."""
    found: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in resolution.outcomes:
        found[outcome.power, format_order(outcome.order)].append(outcome)
    return [found[each["power"], each["order"]].pop(0).result for each in case["orders"]]


def dislodged(resolution: Resolution) -> list[tuple[str, str, tuple[str, ...]]]:
    """Units beaten in the phase: where their attacker came from and where they may go, if anywhere."""
    waiting = [(str(each.unit), each.origin, each.retreats) for each in resolution.next.dislodged]
    gone = [
        (f"{each.power} {format_order(each.order).removeprefix('DISBAND ')}", each.by[0], ())
        for each in resolution.outcomes
        if each.reason is Reason.NO_RETREAT
    ]
    return sorted([*waiting, *gone])


@pytest.mark.parametrize("edition", ["2023", "datc3"])
@each_of(CASES, name=itemgetter("id"))
def test_case(case: dict[str, Any], edition: str) -> None:
    resolution = resolve(case, EDITIONS[edition])
    assert [str(unit) for unit in resolution.next.units] == sorted(case["after"])
    assert results(case, resolution) == [each["result"] for each in case["orders"]]
    if case["phase"] == "movement":
        expected = sorted((each["unit"], each["by"], tuple(each["retreats"])) for each in case["dislodged"])
        assert dislodged(resolution) == expected
        if resolution.next.phase.kind == "R":
            assert resolution.next.contested == set(case.get("contested", ()))
    removed = [each for each in resolution.outcomes if each.reason in (Reason.DISORDER, Reason.NO_CENTERS)]
    texts = [f"{each.power} {format_order(each.order).removeprefix('REMOVE ')}" for each in removed]
    assert texts == case.get("civil_disorder_removals", [])


@each_of([case for case in CASES if case["phase"] == "movement"], name=itemgetter("id"))
def test_where_falling_back_to_land_matters(case: dict[str, Any]) -> None:
    resolution = resolve(case, EDITIONS["classic"])
    same = [str(unit) for unit in resolution.next.units] == sorted(case["after"])
    assert same is (case["id"] not in FALLBACK_DIFFERS)


POLICIES: dict[str, dict[str, Any]] = {
    "1971": {"convoy_intent": "any_fleet"},
    "DPTG explicit via": {"convoy_intent": "via_only"},
    "fallback to land (DATC 2.x)": {"land_fallback": True},
    "fallback to land": {"land_fallback": True},
    "1971/1982/2000/2023 paradox rule": {"paradox": "text_2023"},
}
ALTERNATIVES = [
    (case, alternative)
    for case in CASES
    for alternative in case.get("alternatives", ())
    # By 1971 the convoyed army of 6.G.11 wins because the paradox rule was another then.
    if alternative["rule"] in POLICIES and case["id"] != "6.G.11"
]


@pytest.mark.parametrize(("case", "alternative"), ALTERNATIVES, ids=lambda value: value.get("id", value.get("rule")))
def test_alternative(case: dict[str, Any], alternative: dict[str, Any]) -> None:
    resolution = resolve(case, replace(STANDARD_RULES, **POLICIES[alternative["rule"]]))
    assert moves_ok(resolution) == sorted(alternative["moves_ok"])
    assert [unit for unit, _, _ in dislodged(resolution)] == alternative["dislodged"]
