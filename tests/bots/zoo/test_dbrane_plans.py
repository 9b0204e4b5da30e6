"""D-Brane's game, plans against every reply, search against all sets."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import Province, province_of
from adjudication.engine import adjudicate
from adjudication.facts import reachable_provinces
from adjudication.options import legal_orders
from adjudication.orders import Convoy, MovementOrder, Order, Support
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from bots.values import dumbbot_values
from bots.zoo.dbrane.bounds import FREE, Bounds
from bots.zoo.dbrane.front import Front, dip_order, front_of
from bots.zoo.dbrane.oneshot import DipOrder, MoveTo, OneShot, SupportOf, compatible
from bots.zoo.dbrane.plans import BattlePlan, Footprint, centers_in_reach, invincible_pairs, plans_for
from bots.zoo.dbrane.search import Item, best_set
from bots.zoo.dbrane.strategy import board_orders, think
from tests.bots.boards import board

NO_SEA = EDITIONS["dipgame"]


def profile(text: str) -> set[DipOrder]:
    """`PAR-BUR MAR*PAR MUN` : a move, a support, a hold."""
    found: set[DipOrder] = set()
    for word in text.split():
        if "*" in word:
            found.add(SupportOf(*word.split("*")))
        else:
            unit, _, target = word.partition("-")
            found.add(MoveTo(unit, target or unit))
    return found


# ── appendix B ──────────────────────────────────────────────────────────────────────────────────

FRONT = board("F1905M", "FRA A PAR", "FRA A MAR", "FRA A GAS", "GER A BUR", "GER A MUN", "GER A RUH", "ITA A PIE")


@pytest.mark.parametrize(
    ("orders", "unit", "province", "force"),
    [
        ("BUR", "BUR", "BUR", 1.5),
        ("PAR-BUR", "PAR", "BUR", 1.0),
        ("PAR-BUR", "PAR", "PAR", 0.0),
        ("PAR-BUR MAR*PAR", "PAR", "BUR", 2.0),
        ("PAR-BUR MAR*PAR GAS*PAR", "PAR", "BUR", 3.0),
        ("BUR MUN*BUR RUH*BUR", "BUR", "BUR", 3.5),
        ("PAR-BUR MAR*PAR PIE-MAR", "PAR", "BUR", 1.0),  # cut
        ("PAR-BUR MAR*PAR BUR-MAR", "PAR", "BUR", 1.0),  # appendix B: cut from the attacked place, too
        ("PAR-BUR MAR*PAR GAS-MAR", "PAR", "BUR", 1.0),  # and by a unit of the same power
        ("PAR-PIC MAR*PAR", "PAR", "PIC", 1.0),  # Picardy is not next to Marseilles: not valid
        ("MAR*PAR", "PAR", "PAR", 0.0),  # a support of nothing
        ("PAR*MAR MAR*PAR", "PAR", "PAR", 0.0),
    ],
)
def test_force_is_that_of_the_appendix(orders: str, unit: Province, province: Province, force: float) -> None:
    assert OneShot(FRONT).force(profile(orders), unit, province) == force


@pytest.mark.parametrize(
    ("orders", "power", "province", "wins"),
    [
        ("PAR-BUR BUR", "FRA", "BUR", False),
        ("PAR-BUR BUR", "GER", "BUR", True),
        ("PAR-BUR MAR*PAR BUR", "FRA", "BUR", True),
        ("PAR-BUR MAR*PAR BUR MUN*BUR", "FRA", "BUR", False),
        ("PAR-BUR MAR-BUR", "FRA", "BUR", False),  # its own units stand each other off
        ("PAR-BUR BUR-RUH", "FRA", "BUR", True),
        ("MAR PIE-MAR", "FRA", "MAR", True),
        ("PIE-MAR BUR*PIE MAR", "ITA", "MAR", True),
        ("GAS*PAR", "FRA", "GAS", False),  # who supports has no force in its own place
    ],
)
def test_conquest_is_that_of_the_appendix(orders: str, power: Power, province: Province, wins: bool) -> None:
    assert OneShot(FRONT).conquers(profile(orders), power, province) is wins


def test_utility_counts_supply_centers_only() -> None:
    game = OneShot(FRONT)
    orders = profile("PAR MAR GAS-BUR BUR-RUH MUN RUH-HOL PIE")
    assert game.utility(orders, "FRA") == 2
    assert game.utility(orders, "GER") == 2
    assert game.utility(orders, "ITA") == 0


def test_units_involved_are_next_to_a_place_or_to_a_rival_next_to_it() -> None:
    game = OneShot(FRONT)
    assert game.involved("FRA", "BEL") == {"PAR", "MAR", "GAS"}  # through Burgundy and Ruhr
    assert game.involved("ITA", "MAR") == {"PIE"}
    assert game.involved("ITA", "BEL") == set()
    assert compatible(profile("PAR-BUR MAR*PAR"), profile("MAR*PAR GAS-SPA"))
    assert not compatible(profile("PAR-BUR"), profile("PAR"))


# ── plans against every reply ───────────────────────────────────────────────────────────────────


def replies(
    position: Position, power: Power, bounds: Bounds, rules: Rulebook
) -> Iterator[dict[Power, list[MovementOrder]]]:
    """All orders of the others that keep the deals."""
    choices: list[list[tuple[Power, MovementOrder]]] = []
    for unit in position.units:
        if unit.power == power:
            continue
        promised, closed = bounds.order_of(unit.province), bounds.closed_to(unit.power)
        legal = legal_orders(position, unit.power, rules)[unit.region]
        choices.append(
            [
                (unit.power, order)  # type: ignore[misc]
                for order in legal
                if (order == promised if promised is not None else is_hostile(position, power, order))
                and province_of(getattr(order, "target", None) or "") not in closed
            ]
        )
    for chosen in product(*choices):
        orders: dict[Power, list[MovementOrder]] = {}
        for owner, order in chosen:
            orders.setdefault(owner, []).append(order)
        yield orders


def is_hostile(position: Position, power: Power, order: Order) -> bool:
    """True but for supports of the power itself."""
    helped = position.unit_at(province_of(order.supported)) if isinstance(order, Support) else None
    return helped is None or helped.power != power


def holds_after(position: Position, power: Power, center: Province, orders: dict[Power, list[MovementOrder]]) -> bool:
    after = adjudicate(position, orders, STANDARD_RULES).next.unit_at(center)
    return after is not None and after.power == power


def plays(front: Front, orders: Sequence[DipOrder]) -> list[MovementOrder]:
    """The orders on the board; units without one hold."""
    whole = {unit: MoveTo(unit, unit) for unit in front.mine}
    whole |= {order.unit: order for order in orders if order.unit in front.mine}  # type: ignore[misc]
    return list(board_orders(front, whole, dumbbot_values(front.position, front.power)))


def survives(front: Front, orders: Sequence[DipOrder], centers: Sequence[Province], rules: Rulebook) -> bool:
    """True if one of the centers is held after each reply."""
    mine = plays(front, orders)
    return all(
        any(holds_after(front.position, front.power, center, {**reply, front.power: mine}) for center in centers)
        for reply in replies(front.position, front.power, front.bounds, rules)
    )


def spoiled(front: Front, plan: BattlePlan, rules: Rulebook) -> bool:
    """True if a reply spoils the plan, there or on the board."""
    game = OneShot(front.position)
    mine = plays(front, plan.orders)
    rest = [MoveTo(unit, unit) for unit in front.mine if unit not in {order.unit for order in plan.orders}]
    for reply in replies(front.position, front.power, front.bounds, rules):
        orders = {dip_order(order) for given in reply.values() for order in given if not isinstance(order, Convoy)}
        if not game.conquers({*plan.orders, *rest, *orders}, front.power, plan.center):
            return True
        if not holds_after(front.position, front.power, plan.center, {**reply, front.power: mine}):
            return True
    return False


LANDS = ("PAR", "MAR", "GAS", "BUR", "PIC", "BEL", "RUH", "MUN", "PIE", "SPA", "KIE", "HOL", "TYR", "VEN", "BER")
SEAS = ("ECH", "NTH", "LYO", "WES", "BAL", "HEL", "ADR")


def small_front(rng: Random, mine: int, others: int, fleets: int = 1) -> Position:
    """A few units close together."""
    core = rng.choice(LANDS)
    close = {core} | reachable_provinces("A", core)
    close |= {each for place in close for each in reachable_provinces("A", place)}
    lands = sorted(close & set(LANDS))
    places = rng.sample(lands, min(len(lands), mine + others))
    owners = ["FRA"] * mine + [rng.choice(("GER", "ITA")) for _ in range(others)]
    units = [f"{owner} A {place}" for owner, place in zip(owners, places, strict=False)]
    if fleets and rng.random() < 0.5:
        units.append(f"{rng.choice(('FRA', 'ENG'))} F {rng.choice(SEAS)}")
    centers = {"GER": "MUN KIE BER", "ITA": "VEN ROM NAP", "FRA": "PAR MAR BRE"}
    return board("F1905M", *units, centers=centers)


@pytest.mark.parametrize("seed", range(12))
def test_invincible_plans_survive_every_reply_and_others_do_not(seed: int) -> None:
    rng = Random(seed)
    rules = STANDARD_RULES if seed % 2 else NO_SEA
    position = small_front(rng, mine=3, others=2 + (seed == 3), fleets=seed % 2)
    front = front_of(position, "FRA", FREE, rules)
    plans = [plan for center in centers_in_reach(front) for plan in plans_for(front, center)]
    sure = [plan for plan in plans if plan.stoppers is None]
    weak = [plan for plan in plans if plan.stoppers is not None]
    for plan in rng.sample(sure, min(3, len(sure))):
        assert survives(front, plan.orders, [plan.center], rules), (position.units, plan)
    if not rules.convoys:
        weak = [plan for plan in weak if plan.conqueror.holds or plan.center not in front.mine]
        for plan in rng.sample(weak, min(3, len(weak))):
            assert spoiled(front, plan, rules), (position.units, plan)


SURE = {
    "a lone neutral center": (["FRA A GAS", "GER A MUN"], "SPA", {"GAS-SPA"}),
    "two against a unit that nobody helps": (
        ["FRA A BUR", "FRA A RUH", "GER A MUN"],
        "MUN",
        {"BUR-MUN", "RUH*BUR"},
    ),
    "three on Munich against one helper": (
        ["FRA A BUR", "FRA A RUH", "FRA A TYR", "GER A MUN", "GER A SIL"],
        "MUN",
        {"BUR-MUN", "RUH*BUR", "TYR*BUR"},
    ),
    "a cut instead of a third unit": (
        ["FRA A HOL", "FRA A RUH", "FRA A PRU", "GER F KIE", "GER A BER"],
        "KIE",
        {"HOL-KIE", "RUH*HOL", "PRU-BER"},
    ),
    "a hold against one": (["FRA A MAR", "ITA A PIE"], "MAR", {"MAR"}),
    "a supported hold against two": (["FRA A MAR", "FRA A GAS", "ITA A PIE", "ITA A BUR"], "MAR", {"MAR", "GAS*MAR"}),
}


@pytest.mark.parametrize("name", SURE)
def test_invincible_plans_of_constructed_fronts(name: str) -> None:
    units, center, orders = SURE[name]
    front = front_of(board("F1905M", *units), "FRA", FREE, NO_SEA)
    sure = [plan for each in centers_in_reach(front) for plan in plans_for(front, each) if plan.stoppers is None]
    assert (center, profile(" ".join(orders))) in [(plan.center, set(plan.orders)) for plan in sure]
    for plan in sure:
        assert survives(front, plan.orders, [plan.center], NO_SEA), plan


def test_an_attacked_unit_may_not_win_the_way_it_is_attacked_by() -> None:
    """Munich may go to Burgundy with more support than Burgundy has."""
    units = ["FRA A BUR", "FRA A RUH", "GER A MUN", "GER A PAR", "GER A MAR"]
    front = front_of(board("F1905M", *units), "FRA", FREE, NO_SEA)
    plan = next(each for each in plans_for(front, "MUN") if set(each.orders) == profile("BUR-MUN RUH*BUR"))
    assert plan.stoppers is not None
    assert spoiled(front, plan, NO_SEA)


def test_deals_make_plans_invincible() -> None:
    """Italy may not enter Marseilles, and Germany supports France into Munich."""
    position = board("F1905M", "FRA A MAR", "FRA A BUR", "GER A RUH", "ITA A PIE", "AUS A MUN", "ITA A SPA")
    free = front_of(position, "FRA", FREE, NO_SEA)
    assert not [plan for center in ("MAR", "MUN") for plan in plans_for(free, center) if plan.stoppers is None]
    support = Support("A", "RUH", "A", "BUR", "MUN")
    bounds = Bounds(orders=(("GER", support),), zones=(("ITA", "MAR"),))
    front = front_of(position, "FRA", bounds, NO_SEA)
    sure = [plan for center in ("MAR", "MUN") for plan in plans_for(front, center) if plan.stoppers is None]
    assert {frozenset(plan.orders) for plan in sure} >= {
        frozenset(profile("MAR")),
        frozenset(profile("BUR-MUN RUH*BUR")),
    }
    for plan in sure:
        assert survives(front, plan.orders, [plan.center], NO_SEA), plan


def test_one_rival_cannot_stop_both_of_a_pair() -> None:
    front = front_of(board("F1905M", "FRA A PIC", "FRA A GAS", "GER A BUR"), "FRA", FREE, NO_SEA)
    plans = [plan for center in centers_in_reach(front) for plan in plans_for(front, center)]
    pairs = invincible_pairs(front, plans)
    assert {frozenset(pair.orders) for pair in pairs} >= {frozenset(profile("PIC-BEL GAS-MAR"))}
    for pair in pairs:
        assert pair.one.center < pair.other.center
        assert survives(front, pair.orders, [pair.one.center, pair.other.center], NO_SEA), pair


@pytest.mark.parametrize("seed", range(100, 112))
def test_one_of_a_pair_survives_every_reply(seed: int) -> None:
    rng = Random(seed)
    front = front_of(small_front(rng, mine=4, others=2, fleets=0), "FRA", FREE, NO_SEA)
    plans = [plan for center in centers_in_reach(front) for plan in plans_for(front, center)]
    pairs = invincible_pairs(front, plans)
    for pair in rng.sample(pairs, min(2, len(pairs))):
        assert survives(front, pair.orders, [pair.one.center, pair.other.center], NO_SEA), pair


@pytest.mark.parametrize("seed", range(200, 206))
def test_all_plans_that_are_played_together_survive_together(seed: int) -> None:
    rng = Random(seed)
    front = front_of(small_front(rng, mine=4, others=2, fleets=0), "FRA", FREE, NO_SEA)
    thought = think(front)
    mine = plays(front, [order for item in thought.sure.items for order in item.orders])
    for reply in replies(front.position, "FRA", FREE, NO_SEA):
        orders = {**reply, "FRA": mine}
        for item in thought.sure.items:
            assert any(holds_after(front.position, "FRA", center, orders) for center in item.centers)


# ── the search ──────────────────────────────────────────────────────────────────────────────────

PLACES = ("PAR", "MAR", "GAS", "BUR", "PIC", "BEL")


@st.composite
def items(draw: st.DrawFn) -> Item:
    centers = tuple(sorted(draw(st.sets(st.sampled_from(PLACES), min_size=1, max_size=2))))
    units = draw(st.sets(st.sampled_from(PLACES), min_size=1, max_size=2))
    orders = tuple(
        MoveTo(unit, draw(st.sampled_from(PLACES))) if draw(st.booleans()) else SupportOf(unit, "MUN")
        for unit in sorted(units)
    )
    return Item(centers, orders, draw(st.sampled_from([0.2, 0.5, 1.0, 1.001])))


def best_of_all(values: Sequence[Item]) -> float:
    """The most worth of any compatible set, found by trying all."""
    prints = [Footprint(item.orders) for item in values]
    apart = {
        (one, other)
        for one, other in combinations(range(len(values)), 2)
        if set(values[one].centers) & set(values[other].centers) or prints[one].clashes(prints[other])
    }
    return max(
        sum(values[index].worth for index in chosen)
        for size in range(len(values) + 1)
        for chosen in combinations(range(len(values)), size)
        if not apart & set(combinations(chosen, 2))
    )


@given(st.lists(items(), max_size=7))
def test_branch_and_bound_finds_the_best_of_all_sets(values: list[Item]) -> None:
    choice = best_set(values)
    assert choice.exact
    assert choice.worth == pytest.approx(best_of_all(values))
    assert choice.worth == pytest.approx(sum(item.worth for item in choice.items))
    for one, other in combinations(choice.items, 2):
        assert not set(one.centers) & set(other.centers)
        assert not Footprint(one.orders).clashes(Footprint(other.orders))


def test_without_nodes_or_time_the_best_so_far_counts() -> None:
    rng = Random(1)
    values = [
        Item((rng.choice(PLACES),), (MoveTo(rng.choice(PLACES), rng.choice(PLACES)),), rng.random()) for _ in range(40)
    ]
    best = best_set(values)
    for hurried in (best_set(values, nodes=0), best_set(values, is_over=lambda: True)):
        assert not hurried.exact
        assert 0 < hurried.worth <= best.worth
