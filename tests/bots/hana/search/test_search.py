"""The plan search: it finds what brute force finds, keeps what it has, resumes, asks others only what they may do."""

from itertools import product
from random import Random

import numpy as np
import pytest

from adjudication.batch import decode_order
from adjudication.encoding import FAR, MOVE, VERB, VIA
from adjudication.notation import format_order
from adjudication.orders import Convoy, Move
from adjudication.position import opening
from adjudication.powers import POWERS
from bots.hana.beliefs import Beliefs
from bots.hana.search.evolution import VOID
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement, SideInterests, genes_of
from bots.hana.search.worth import Weights
from bots.swarm.playing import sample_orders
from tests.bots.boards import board

BORDER = board(
    "F1905M",
    *("FRA A PAR", "FRA A GAS", "FRA F MAO", "GER A BUR", "GER A MUN", "ITA A PIE"),
    centers={"FRA": "PAR BRE", "GER": "MUN BEL", "ITA": "MAR"},
)
ISLAND = board("S1905M", "ENG A LON", "ENG F NTH", "GER A KIE", centers={"ENG": "LON", "GER": "KIE"})


def searching(position=BORDER, power="FRA", seed=1, samples=8, **how) -> PlanSearch:
    return PlanSearch(Movement.of(position), power, sample_orders(position, samples, 3), Random(seed), **how)


def orders_of(plan: dict[int, int]) -> list[str]:
    return sorted(format_order(decode_order(code)) for code in plan.values())


@pytest.mark.parametrize(("position", "power"), [(BORDER, "FRA"), (ISLAND, "ENG")])
def test_it_finds_the_best_plan_there_is(position, power) -> None:
    search = searching(position, power)
    genes = search.genes
    choices = [genes.codes[genes.starts[gene] : genes.starts[gene + 1]] for gene in range(genes.mine)]
    best = max(search._utility(np.array(plan, np.int32)) for plan in product(*choices))
    search.run(60_000)
    assert search.utilities.max() == pytest.approx(best)


def test_it_takes_armies_over_the_sea() -> None:
    """Only what the army can reach afterwards counts: it goes to the mainland, and the fleet carries it."""
    search = searching(ISLAND, "ENG", weights=Weights(center=0, threat=0, reach=1.0))
    search.run(20_000)
    orders = [decode_order(code) for code in search.best.values()]
    assert any(isinstance(order, Convoy) for order in orders), orders
    assert any(isinstance(order, Move) and order.kind == "A" for order in orders)


def test_the_best_plan_is_never_lost() -> None:
    search = searching(opening(), "RUS")
    best = -np.inf
    for _ in range(20):
        search.run(800)
        assert search.utilities.max() >= best
        best = search.utilities.max()


def test_many_short_runs_are_one_long_run() -> None:
    one, many = searching(), searching()
    one.run(8000)
    for _ in range(10):
        many.run(800)
    assert (one.population == many.population).all()
    assert one.utilities == pytest.approx(many.utilities)
    assert one.spent == many.spent <= 8000 + 8


def test_the_population_holds_no_plan_twice() -> None:
    search = searching(opening(), "TUR")
    search.run(20_000)
    found = search.population[np.isfinite(search.utilities)]
    assert len(np.unique(found, axis=0)) == len(found) > 5


@pytest.mark.parametrize("power", POWERS)
def test_every_gene_is_a_legal_order(power) -> None:
    search = searching(opening(), power, partners=(0, 21) if power not in {"AUS", "TUR"} else (10,))
    search.run(4000)
    for plan in search.population:
        for column, code in zip(search.genes.columns, plan, strict=True):
            assert code == VOID or code in search.phase.legal.of(int(column))
    assert (search.population[:, : search.genes.mine] != VOID).all()


def test_ways_by_sea_are_left_out_where_nobody_of_the_plan_has_a_fleet() -> None:
    phase = Movement.of(board("S1905M", "ENG A LON", "FRA F ECH", "ENG A YOR", "ENG F NWG"))
    assert not (genes_of(phase, "ENG").codes & (FAR | VIA)).any()
    with_fleet = genes_of(phase, "ENG", partners=(3,))
    assert phase.position.units[3].power == "FRA"
    assert (with_fleet.codes & FAR).any()


def test_joint_plans_ask_others_and_are_trusted_as_far_as_the_beliefs_go() -> None:
    german = next(index for index, unit in enumerate(BORDER.units) if unit.region == "BUR")
    search = searching(partners=(german,))
    search.run(20_000)
    legal = search.phase.legal
    beliefs = Beliefs.even(legal.starts)
    orders = len(legal.of(german))
    ranking = search.ranking(beliefs)
    assert [plan.utility for plan in ranking] == sorted((plan.utility for plan in ranking), reverse=True)
    assert {german in plan.orders for plan in ranking} >= {True}
    for plan in ranking:
        assert plan.confidence == pytest.approx(1 / orders if german in plan.orders else 1)
    assert all(german not in plan.orders for plan in search.ranking(beliefs, confidence=0.9))
    alone = searching()
    alone.run(20_000)
    assert ranking[0].utility >= alone.utilities.max()


def test_other_samples_can_be_judged_by_without_starting_again() -> None:
    search = searching()
    search.run(8000)
    before = search.population.copy()
    search.judge_by(sample_orders(BORDER, 32, 9))
    assert (search.population == before).all()
    assert search.utilities.max() == pytest.approx(search._utility(search.population[search.utilities.argmax()]))


def test_whole_order_sets_become_plans() -> None:
    search = searching()
    rows = sample_orders(BORDER, 5, 3)
    plans = search.plans_from(rows)
    assert (plans == rows[:, search.genes.columns]).all()
    search.seed(plans)
    assert search.utilities.max() >= max(search._utility(plan) for plan in plans)


def test_promises_that_cost_nothing_change_nothing() -> None:
    plain = searching(opening(), "RUS")
    flags = np.random.default_rng(3).random(len(plain.phase.legal.codes)) < 0.3
    free = searching(opening(), "RUS", interests=SideInterests(regards={"GER": 0.0}, promises=((flags, 0.0),)))
    for search in (plain, free):
        search.run(8000)
    assert (plain.population == free.population).all()
    assert (plain.utilities == free.utilities).all()


def test_a_promise_costs_its_price_once_however_many_orders_break_it() -> None:
    phase = Movement.of(BORDER)
    moves = (phase.legal.codes & VERB == MOVE) & np.repeat(
        [unit.power == "FRA" for unit in BORDER.units], np.diff(phase.legal.starts)
    )
    priced = searching(interests=SideInterests(promises=((moves, 2.0), (moves, 0.5))))
    plain = searching()
    for plan in plain.plans_from(sample_orders(BORDER, 12, 5)):
        moving = (plan & VERB == MOVE).any()
        assert priced._utility(plan) == pytest.approx(plain._utility(plan) - 2.5 * moving)
    priced.run(20_000)
    assert priced.broken_by_best() in ([], [0, 1])


def test_centers_that_are_spared_are_not_threatened() -> None:
    threats = Weights(center=0, threat=1.0, lost=0, beaten=0, reach=0)
    plain = searching(weights=threats)
    spared = searching(weights=threats, interests=SideInterests(spared=frozenset({"MAR", "MUN", "BEL"})))
    for plan in plain.plans_from(sample_orders(BORDER, 12, 5)):
        assert spared._utility(plan) <= plain._utility(plan)
    best = max(plain._utility(plan) for plan in plain.plans_from(sample_orders(BORDER, 30, 5)))
    assert best > max(spared._utility(plan) for plan in plain.plans_from(sample_orders(BORDER, 30, 5)))


def test_nothing_is_asked_of_partners_that_brings_nothing() -> None:
    german = next(index for index, unit in enumerate(BORDER.units) if unit.region == "BUR")
    search = searching(partners=(german,))
    search.run(8000)
    best = search.utilities.max()
    search.void_useless()
    assert search.utilities.max() >= best
    for plan in search.population:
        if plan[-1] != VOID:
            assert search._utility(plan) > search._utility(np.array([*plan[:-1], VOID], np.int32))
