"""Every phase keeps the invariants of the rules, whatever is ordered."""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import STANDARD, province_of
from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.orders import Order
from adjudication.outcomes import Resolution
from adjudication.position import Dislodged, Position, Unit, position_as_dict, position_from_dict
from adjudication.powers import POWERS, Power
from adjudication.reasons import Reason
from adjudication.rulebook import Rulebook
from tests.adjudication.build import region_of
from tests.adjudication.phases import Orders, a_phase, mixed, often, rulebooks, seeds, wild


@often
@given(seeds, rulebooks, wild)
def test_no_two_units_in_a_province_and_none_lost(
    seed: int, rulebook: Rulebook, extra: list[tuple[Power, Order]]
) -> None:
    position, orders = a_phase(seed, rulebook)
    resolution = adjudicate(position, mixed(orders, extra), rulebook)
    after = resolution.next
    provinces = [unit.province for unit in after.units]
    assert len(set(provinces)) == len(provinces)
    gone = Counter(
        each.power
        for each in resolution.outcomes
        if each.reason in (Reason.NO_RETREAT, Reason.NOT_RETREATED, Reason.DISBANDED, Reason.RETREATS_MET)
        or each.reason in (Reason.REMOVED, Reason.DISORDER, Reason.NO_CENTERS)
    )
    new = Counter(each.power for each in resolution.outcomes if each.reason is Reason.BUILT)
    before = Counter(unit.power for unit in position.units) + Counter(each.unit.power for each in position.dislodged)
    now = Counter(unit.power for unit in after.units) + Counter(each.unit.power for each in after.dislodged)
    if not twice_named(orders, extra):
        assert now == before - gone + new
    assert list(after.units) == sorted(after.units)
    assert list(after.dislodged) == sorted(after.dislodged)
    assert position_as_dict(position_from_dict(position_as_dict(after))) == position_as_dict(after)


def twice_named(orders: Orders, extra: list[tuple[Power, Order]]) -> bool:
    """True if a retreat may be reported twice.

    The same order given twice has two outcomes.
    """
    return any(order in orders[power] for power, order in extra) or len(set(extra)) < len(extra)


@often
@given(seeds, rulebooks, wild, seeds)
def test_the_order_of_orders_never_matters(
    seed: int, rulebook: Rulebook, extra: list[tuple[Power, Order]], other: int
) -> None:
    position, orders = a_phase(seed, rulebook)
    if position.phase.kind == "A":
        return  # the first legal builds count, by rule
    orders = mixed(orders, extra)
    rng = Random(other)
    shuffled = {power: rng.sample(orders[power], len(orders[power])) for power in rng.sample(POWERS, len(POWERS))}
    one, two = adjudicate(position, orders, rulebook), adjudicate(position, shuffled, rulebook)
    assert one.next == two.next
    assert Counter(one.outcomes) == Counter(two.outcomes)


@often
@given(seeds, rulebooks)
def test_every_unit_hears_what_became_of_it(seed: int, rulebook: Rulebook) -> None:
    position, orders = a_phase(seed, rulebook)
    resolution = adjudicate(position, orders, rulebook)
    given = [order for found in orders.values() for order in found]
    assert [each.order for each in resolution.outcomes[: len(given)]] == given
    if position.phase.kind == "M":
        named = [region_of(each.order) for each in resolution.outcomes if each.reason is not Reason.NO_RETREAT]
        assert sorted(named) == sorted(unit.region for unit in position.units)
        assert all(each.result != "illegal" for each in resolution.outcomes)
    silent = adjudicate(position, {}, rulebook)
    assert all(
        each.reason in (Reason.NO_ORDER, Reason.NOT_RETREATED, Reason.NOT_BUILT, Reason.DISORDER, Reason.NO_CENTERS)
        for each in silent.outcomes
    )


@often
@given(seeds, rulebooks, wild)
def test_refused_orders_change_nothing(seed: int, rulebook: Rulebook, extra: list[tuple[Power, Order]]) -> None:
    position, orders = a_phase(seed, rulebook)
    refused = [(power, order) for power, order in extra if refusal(position, power, order, rulebook) is not None]
    with_them = adjudicate(position, mixed(orders, refused), rulebook)
    assert with_them.next == adjudicate(position, orders, rulebook).next
    results = Counter((each.power, each.order) for each in with_them.outcomes if each.result in ("illegal", "fail"))
    assert all(results[each] for each in refused)


@often
@given(seeds, rulebooks, st.permutations(POWERS))
def test_powers_relabelled_give_results_relabelled(seed: int, rulebook: Rulebook, names: list[Power]) -> None:
    position, orders = a_phase(seed, rulebook)
    if position.phase.kind == "A":
        return  # homes belong to powers by name
    other = dict(zip(POWERS, names, strict=True))
    resolution = adjudicate(position, orders, rulebook)
    renamed = adjudicate(
        relabelled(position, other), {other[power]: given for power, given in orders.items()}, rulebook
    )
    assert outcomes_of(renamed) == outcomes_of(resolution, other)
    if position.phase.season == "S":
        assert renamed.next == relabelled(resolution.next, other)


def relabelled(position: Position, other: dict[Power, Power]) -> Position:
    def again(unit: Unit) -> Unit:
        return replace(unit, power=other[unit.power])

    return replace(
        position,
        units=tuple(sorted(again(unit) for unit in position.units)),
        centers={center: other[owner] for center, owner in position.centers.items()},
        dislodged=tuple(sorted(Dislodged(again(each.unit), each.origin, each.retreats) for each in position.dislodged)),
    )


def outcomes_of(resolution: Resolution, other: dict[Power, Power] | None = None) -> Counter[object]:
    return Counter(
        (other[each.power] if other else each.power, each.order, each.result, each.reason, each.by)
        for each in resolution.outcomes
    )


@often
@given(seeds, rulebooks)
def test_centers_change_hands_in_fall_only(seed: int, rulebook: Rulebook) -> None:
    position, orders = a_phase(seed, rulebook)
    after = adjudicate(position, orders, rulebook).next
    if position.phase.season == "F" and after.phase.season != "F":
        standing = {province_of(unit.region): unit.power for unit in after.units}
        for center in STANDARD.centers:
            assert after.centers.get(center) == standing.get(center, position.centers.get(center))
    else:
        assert dict(after.centers) == dict(position.centers)
