"""The genetic algorithm of the thesis (section 5.3), compiled: selection, crossover, mutation, expected utility.

A chromosome is one plan: an order code per gene. The first genes are the units of the power that plans and are never
void; the others are units of other powers, where `VOID` asks for nothing. Crossover copies genes and mutation draws
from a gene's own orders, so every chromosome is feasible (definition 6).
"""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch.compiling import lowest_bit, word
from adjudication.batch.layout import Outcomes, Policies, Units
from adjudication.batch.rows import resolve_rows
from adjudication.encoding import (
    CONVOY,
    FAR,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
    VIA,
)
from bots.hana.search.features import Sight, new_sight
from bots.hana.search.learnt import Net
from bots.hana.search.tables import searcher
from bots.hana.search.worth import judge, judge_rows
from bots.swarm.thinking import Chance, draw

__all__ = ["VOID", "Genes", "Scene", "broken_by", "compete", "copy_plans", "evolve", "judge_anew", "utility_of"]

Codes: TypeAlias = npt.NDArray[np.int32]
Bytes: TypeAlias = npt.NDArray[np.int8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]
Whole: TypeAlias = Any

VOID: Final = -1
"""The gene that asks nothing of its unit."""

_BY_SEA: Final = FAR | VIA

# Chances in a hundred.
_CROSSOVER: Final = 25
_CHOOSE_BEST: Final = 40
_SECOND_MUTATION: Final = 30
_MOVE_OR_HOLD: Final = 50
_HELP_FRIEND: Final = 90
"""Up to here, beyond _MOVE_OR_HOLD, a mutation helps a unit of the plan; above, one outside of it."""
_PAIR: Final = 60
_MORE_HELP: Final = 35
_STAY_FOR_SUPPORT: Final = 50


class Scene(NamedTuple):
    """The one board that is planned for, the power that plans, what the others may do, and how plans are judged.

    profiles: int32 (samples, units), others' orders drawn from the beliefs, the same for all plans compared.
    weights: `bots.hana.search.worth.Weights.as_array()`. net: `Weights.learnt`. fall: 1 in the fall, else 0. regards,
    spared, friends: as `bots.hana.search.worth.row_worth` has them.
    prices: float64 (promises,), what breaking each promise costs, in centers.
    """

    units: Units
    fleets: Flags
    owners: Bytes
    me: int
    profiles: Codes
    weights: Numbers
    net: Net
    fall: int
    regards: Numbers
    spared: int
    friends: int
    prices: Numbers
    policies: Policies


class Genes(NamedTuple):
    """Genes of a plan.

    columns: by gene, its unit's column on the board. mine: how many genes, the first ones, are never void.
    codes, starts: gene g's orders are codes[starts[g]:starts[g + 1]]: its hold and its moves, then help for units that
    have genes (from helps[g] on), then help for others (from foreign[g] on).
    gene_at: int64 (128,), the gene of the unit in each province, -1 where there is none.
    voids: chance in a hundred that a mutation empties each gene.
    breaks: by code, a bit for each promise (an index of `Scene.prices`) that the order breaks.
    """

    columns: Words
    mine: int
    codes: Codes
    starts: Words
    helps: Words
    foreign: Words
    gene_at: Words
    voids: Words
    breaks: Words


@searcher
def evaluate(  # noqa: PLR0917 - compiled functions take their arguments by position
    scene: Scene, genes: Genes, plan: Codes, rows: Codes, outcomes: Outcomes, sight: Sight
) -> float:
    """Expected utility (5.5) of the beliefs reviewed by a plan: the mean over the samples, the plan put into each,
    less the prices of the promises it breaks.

    rows: the samples, in which the plan's units may stand in any way; changed. outcomes: room for one row a sample.
    Rows that hold a paradox the kernel leaves open are left out.
    """
    samples = len(scene.profiles)
    # Keep the types the same at every call: other types compile everything once more.
    count = word(scene.units.counts[0])
    for gene in range(len(genes.columns)):
        column, code = genes.columns[gene], plan[gene]
        for row in range(samples):
            rows[row, column] = scene.profiles[row, column] if code == VOID else code
    boards = np.zeros(samples, np.int64)
    resolve_rows(scene.units, boards, rows, scene.policies, outcomes)
    worth = np.empty(samples, np.float64)
    judge_rows(
        scene.units.regions[0],
        scene.units.powers[0],
        scene.fleets,
        count,
        scene.owners,
        scene.me,
        scene.regards,
        scene.spared,
        scene.friends,
        outcomes,
        scene.fall,
        scene.weights,
        scene.net,
        sight,
        worth,
    )
    total = 0.0
    decided = 0
    for row in range(samples):
        if not outcomes.undecided[row]:
            decided += 1
            total += worth[row]
    if decided == 0:
        # Nobody can say what comes of it: as if everybody stayed where they are, so that plans still compare.
        decided = 1
        total = judge(
            scene.units.regions[0],
            scene.units.powers[0],
            scene.fleets,
            count,
            scene.owners,
            scene.me,
            scene.regards,
            scene.spared,
            scene.friends,
            scene.units.regions[0],
            np.full(count, -1, np.int8),
            scene.fall,
            scene.weights,
            scene.net,
            sight,
        )
    return total / decided - _price(scene, genes, plan)


@searcher
def _price(scene: Scene, genes: Genes, plan: Codes) -> float:
    """Price of a plan's broken promises.

    Each promise counts once, however many orders break it.
    """
    price = 0.0
    broken = broken_by(genes, plan) if len(scene.prices) else word(0)
    while broken:
        price += scene.prices[lowest_bit(broken)]
        broken &= broken - 1
    return price


@searcher
def broken_by(genes: Genes, plan: Codes) -> Whole:
    """The promises a plan breaks, a bit each."""
    broken = word(0)
    for gene in range(len(genes.columns)):
        for index in range(genes.starts[gene], genes.starts[gene + 1]):
            if genes.codes[index] == plan[gene]:
                broken |= genes.breaks[index]
    return broken


@searcher
def copy_plans(genes: Genes, rows: Codes, plans: Codes) -> None:
    """Copy what the power's own units do in whole order sets, int32 (rows, units), into plans, int32 (rows, genes). An
    order outside of a gene's own becomes its first, a hold."""
    for row in range(len(rows)):
        for gene in range(genes.mine):
            given = rows[row, genes.columns[gene]]
            plans[row, gene] = genes.codes[genes.starts[gene]]
            for index in range(genes.starts[gene], genes.starts[gene + 1]):
                if genes.codes[index] == given:
                    plans[row, gene] = given


@searcher
def utility_of(scene: Scene, genes: Genes, plan: Codes, rows: Codes, outcomes: Outcomes) -> float:
    """`evaluate` of one plan."""
    return evaluate(scene, genes, plan, rows, outcomes, new_sight())


@searcher
def judge_anew(  # noqa: PLR0917
    scene: Scene, genes: Genes, population: Codes, utilities: Numbers, rows: Codes, outcomes: Outcomes
) -> Whole:
    """Judge the plans found so far once more, by another scene.

    Returns how many there are.
    """
    sight = new_sight()
    judged = 0
    for plan in range(len(population)):
        if np.isfinite(utilities[plan]):
            utilities[plan] = evaluate(scene, genes, population[plan], rows, outcomes, sight)
            judged += 1
    return judged


@searcher
def compete(  # noqa: PLR0917
    scene: Scene, genes: Genes, plans: Codes, population: Codes, utilities: Numbers, rows: Codes, outcomes: Outcomes
) -> Whole:
    """Let plans, int32 (plans, genes), compete for the places in a population: a better one takes that of the worst.

    Returns how many had to be judged; those that were in the population already had not.
    """
    sight = new_sight()
    judged = 0
    for number in range(len(plans)):
        plan = plans[number]
        if _is_in(population, plan):
            continue
        judged += 1
        utility = evaluate(scene, genes, plan, rows, outcomes, sight)
        worst = utilities.argmin()
        if utility > utilities[worst]:
            population[worst] = plan
            utilities[worst] = utility
    return judged


@searcher
def _is_in(population: Codes, plan: Codes) -> bool:
    length = len(plan)
    for other in population:
        gene = 0
        while gene < length and other[gene] == plan[gene]:
            gene += 1
        if gene == length:
            return True
    return False


@searcher
def evolve(  # noqa: PLR0917 - compiled functions take their arguments by position
    scene: Scene,
    genes: Genes,
    population: Codes,
    utilities: Numbers,
    steps: Whole,
    chance: Chance,
    rows: Codes,
    outcomes: Outcomes,
) -> Whole:
    """Make `steps` children, one after another, and let each take its place if it is good enough.

    Returns how many had to be judged; those that were in the population already had not.

    population: int32 (plans, genes), utilities: float64 (plans,), both changed. The best plan is never lost
    (elitism); a child as good as its parent takes the parent's place, so that plateaus are crossed; a better one takes
    that of the worst plan.
    """
    length = population.shape[1]
    sight = new_sight()
    child = np.empty(length, np.int32)
    judged = 0
    for _ in range(steps):
        parent = _select(utilities, chance)
        child[:] = population[parent]
        if draw(chance, 100) < _CROSSOVER:
            other = _select(utilities, chance)
            for gene in range(length):
                if draw(chance, 2):
                    child[gene] = population[other, gene]
        _mutate(genes, child, chance)
        if draw(chance, 100) < _SECOND_MUTATION:
            _mutate(genes, child, chance)
        if _is_in(population, child):
            continue
        judged += 1
        utility = evaluate(scene, genes, child, rows, outcomes, sight)
        worst = utilities.argmin()
        if utility == utilities[parent]:
            population[parent] = child
        elif utility > utilities[worst]:
            population[worst] = child
            utilities[worst] = utility
    return judged


@searcher
def _select(utilities: Numbers, chance: Chance) -> Whole:
    """The best plan, or any in proportion to how much better than the worst it is (fitness-proportionate)."""
    if draw(chance, 100) < _CHOOSE_BEST:
        return utilities.argmax()
    least = utilities.min()
    total = 0.0
    for utility in utilities:
        total += utility - least
    if not 0.0 < total < np.inf:
        return draw(chance, len(utilities))
    mark = draw(chance, 1 << 30) / (1 << 30) * total
    for plan in range(len(utilities)):
        mark -= utilities[plan] - least
        if mark < 0:
            return plan
    return utilities.argmax()


@searcher
def _mutate(genes: Genes, plan: Codes, chance: Chance) -> None:
    """Give one gene another of its orders; what makes no sense alone changes its partners with it."""
    gene = draw(chance, len(genes.columns))
    if draw(chance, 100) < genes.voids[gene]:
        plan[gene] = VOID
        return
    first, helps, foreign, end = genes.starts[gene], genes.helps[gene], genes.foreign[gene], genes.starts[gene + 1]
    kind = draw(chance, 100)
    if _MOVE_OR_HOLD <= kind < _HELP_FRIEND and helps < foreign:
        first, end = helps, foreign
    elif kind >= _HELP_FRIEND and foreign < end:
        first = foreign
    else:
        end = helps
    code = np.int64(genes.codes[first + draw(chance, end - first)])
    plan[gene] = code
    verb = code & VERB
    if verb == MOVE:
        if code & _BY_SEA or draw(chance, 100) < _PAIR:
            _find_help(genes, plan, gene, code, chance)
        if code & VIA:
            _change_places(genes, plan, code)
        return
    if verb == HOLD:
        return
    ward = genes.gene_at[PROVINCE_AT[code >> OTHER_SHIFT & PART]]
    if ward < 0:
        return
    if verb == SUPPORT_HOLD:
        if plan[ward] & VERB == MOVE and draw(chance, 100) < _STAY_FOR_SUPPORT:
            plan[ward] = genes.codes[genes.starts[ward]]
        return
    target = code >> TARGET_SHIFT & PART
    for index in range(genes.starts[ward], genes.helps[ward]):
        other = np.int64(genes.codes[index])
        by_sea = other & _BY_SEA != 0
        if other & VERB == MOVE and other >> TARGET_SHIFT & PART == target and (verb == CONVOY) == by_sea:
            plan[ward] = other
            if other & VIA:
                _change_places(genes, plan, other)


@searcher
def _change_places(genes: Genes, plan: Codes, code: Whole) -> None:
    """Send the plan's unit that an army goes to by sea, where it could walk, to where the army comes from."""
    other = genes.gene_at[PROVINCE_AT[code >> TARGET_SHIFT & PART]]
    if other < 0:
        return
    place = PROVINCE_AT[code >> UNIT_SHIFT & PART]
    for index in range(genes.starts[other], genes.helps[other]):
        back = np.int64(genes.codes[index])
        if back & VERB == MOVE and back & _BY_SEA == 0 and PROVINCE_AT[back >> TARGET_SHIFT & PART] == place:
            plan[other] = back
            return


@searcher
def _find_help(genes: Genes, plan: Codes, mover: Whole, code: Whole, chance: Chance) -> None:
    """Let others of the plan convoy the army, or support the move."""
    length = len(genes.columns)
    by_sea = code & _BY_SEA != 0
    wanted = CONVOY if by_sea else SUPPORT_MOVE
    place = PROVINCE_AT[code >> UNIT_SHIFT & PART]
    target = code >> TARGET_SHIFT & PART
    shift = draw(chance, length)
    found = False
    for step in range(length):
        gene = (shift + step) % length
        if gene == mover:
            continue
        for index in range(genes.helps[gene], genes.foreign[gene]):
            help_ = np.int64(genes.codes[index])
            if (
                help_ & VERB == wanted
                and PROVINCE_AT[help_ >> OTHER_SHIFT & PART] == place
                and help_ >> TARGET_SHIFT & PART == target
            ):
                if found and draw(chance, 100) >= _MORE_HELP:
                    return
                plan[gene] = help_
                found = True
                break
