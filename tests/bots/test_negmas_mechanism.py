"""Deals as outcomes of NegMAS.

Negotiators of NegMAS bargain, and agree on deals of L.
"""

import random

import pytest
from negmas.sao import AspirationNegotiator

from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.position import opening, position_from_dict
from adjudication.powers import Power
from bots.negmas_mechanism import FREE, NO_ZONE, DealMechanism
from negotiation.compliance import State, check_deal
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Propose

BOTH: tuple[Power, ...] = ("FRA", "GER")


@pytest.fixture(scope="module")
def mechanism() -> DealMechanism:
    random.seed(1)
    table = DealMechanism(opening(), BOTH, units=2, orders=2, zones=2, n_steps=60)
    for power in BOTH:
        table.add(AspirationNegotiator(name=power), ufun=table.ufun(power))
    table.run()
    return table


def test_negotiators_of_negmas_agree_on_what_helps_both(mechanism: DealMechanism) -> None:
    agreement = mechanism.agreement
    assert agreement is not None
    for power in BOTH:
        ufun = mechanism.ufun(power)
        assert ufun(agreement) >= ufun.reserved_value


def test_an_outcome_has_a_value_for_each_unit_and_the_zone(mechanism: DealMechanism) -> None:
    issues = mechanism.outcome_space.issues
    assert [issue.name[:3] for issue in issues] == ["FRA", "FRA", "GER", "GER", "zon"]
    assert all(next(iter(issue.values)) in (FREE, NO_ZONE) for issue in issues)
    assert mechanism.outcome_space.cardinality == 3**4 * 2, "one province lies between them"


def test_an_outcome_is_a_deal_of_l_and_its_orders(mechanism: DealMechanism) -> None:
    outcome = tuple(list(issue.values)[-1] for issue in mechanism.outcome_space.issues)
    promises, zone = mechanism.deals(outcome)
    for deal in (promises, zone):
        said = Propose("FRA", ("GER",), deal)
        assert parse(format_term(said, DIPLOMACY), DIPLOMACY) == said
    orders = mechanism.orders(outcome)
    assert {power: len(found) for power, found in orders.items()} == {"FRA": 2, "GER": 2}
    for power, found in orders.items():
        assert [refusal(opening(), power, order) for order in found] == [None, None]
    outcomes = adjudicate(opening(), orders).outcomes
    assert {check.state for check in check_deal(promises, opening(), outcomes)} == {State.KEPT}


def test_an_outcome_that_breaks_its_own_zone_is_worth_less_than_no_deal() -> None:
    table = DealMechanism(opening(), BOTH, units=1, orders=12, zones=3)
    ufuns = [table.ufun(power) for power in BOTH]
    contradictory = 0
    for outcome in table.outcome_space.enumerate():
        outcomes = adjudicate(opening(), table.orders(outcome)).outcomes
        checks = [check for deal in table.deals(outcome) for check in check_deal(deal, opening(), outcomes)]
        if any(check.state == State.BROKEN for check in checks):
            contradictory += 1
            assert all(ufun(outcome) < ufun.reserved_value for ufun in ufuns)
    assert 0 < contradictory < table.outcome_space.cardinality


def test_the_empty_outcome_is_worth_no_agreement(mechanism: DealMechanism) -> None:
    nothing = tuple(next(iter(issue.values)) for issue in mechanism.outcome_space.issues)
    assert mechanism.deals(nothing) == ()
    for power in BOTH:
        assert mechanism.ufun(power)(nothing) == pytest.approx(float(mechanism.ufun(power).reserved_value))


def test_the_same_seed_gives_the_same_utilities() -> None:
    one, other = (DealMechanism(opening(), BOTH, units=1, orders=1, zones=1, seed=3) for _ in range(2))
    outcomes = list(one.outcome_space.enumerate())
    assert [one.ufun("FRA")(each) for each in outcomes] == [other.ufun("FRA")(each) for each in outcomes]


@pytest.mark.parametrize(
    ("parties", "given", "said"),
    [
        (("FRA",), {}, "two powers"),
        (("FRA", "FRA"), {}, "each once"),
        (BOTH, {"orders": 0}, "1 or more"),
        (BOTH, {"units": 3, "orders": 9}, "fewer units"),
    ],
)
def test_what_cannot_be_bargained_over_is_refused(parties, given, said) -> None:
    with pytest.raises(ValueError, match=said):
        DealMechanism(opening(), parties, **given)


def test_retreats_and_missing_powers_are_refused(mechanism: DealMechanism) -> None:
    with pytest.raises(ValueError, match="not a movement phase"):
        DealMechanism(position_from_dict({"phase": "W1901A", "units": ["FRA A PAR"]}), BOTH)
    with pytest.raises(ValueError, match="GER has no unit"):
        DealMechanism(position_from_dict({"phase": "S1901M", "units": ["FRA A PAR"]}), BOTH)
    with pytest.raises(ValueError, match="takes no part"):
        mechanism.ufun("TUR")
    with pytest.raises(ValueError, match="values"):
        mechanism.deals((FREE,))
    with pytest.raises(ValueError, match="not a zone"):
        mechanism.deals((FREE, FREE, FREE, FREE, "MOON"))
