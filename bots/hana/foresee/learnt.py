"""A mind learnt from games: a conditional logit over features of orders.

`FEATURES` of an order: what it is, where it leads, what that is worth to DumbBot, who could come there, how often the
greedy and the planner mind give it, what it loses by the planner's worth, what the two powers did to each other lately.
Units of a power are ordered one after another, those first of which these two minds are surest; `PAIRS` is what fits to
orders already given, as a support to its move. The weights come from `python -m bench.foresight FOLDER --write`.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.board import STANDARD
from adjudication.encoding import (
    CENTER_AT,
    CENTERS,
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
from adjudication.powers import POWERS
from bots.hana.foresee.lately import Lately, unit_at, victims_of
from bots.hana.foresee.pairs import PAIRS, walk_plans
from bots.hana.search.problem import Movement
from bots.swarm.worth import Row, new_opinion, new_reach, write_opinion, write_reach

__all__ = [
    "FEATURES",
    "LEARNT",
    "PAIRS",
    "Logit",
    "features_of",
    "logit",
    "orders_learnt",
    "sequence_of",
    "shares_among",
]

Numbers: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.int64]
Codes: TypeAlias = npt.NDArray[np.int32]

LEARNT: Final = Path(__file__).with_name("learnt.npz")
"""The weights that are shipped."""
_SEATS: Final = len(POWERS)
_RARE: Final = 0.02
"""Added to a mind's share of an order before its logarithm is taken."""

_HOME_OF: Final = np.full(128, -1, np.int64)
"""By region, whose home center it is."""
for _number, _power in enumerate(POWERS):
    for _region in range(128):
        if CENTER_AT[_region] >= 0 and CENTERS[CENTER_AT[_region]] in STANDARD.homes[_power]:
            _HOME_OF[_region] = _number

FEATURES: Final = (
    "greedy", "planner", "greedy share", "planner share", "both",
    "not weighed", "loss", "loss under a half", "loss under a tenth", "no loss", "gains",
    "move", "support hold", "support hold of theirs", "support move", "support move of theirs", "convoy", "by sea",
    "to nobody's center", "to own center", "to own threatened center", "to their center",
    "to their home", "to own home",
    "in fall to nobody's center", "in fall to their center", "in fall to own threatened center",
    "onto own", "onto own that stays", "onto theirs", "onto theirs that stays", "where own go",
    "gain of worth", "best by worth", "below the best", "help there", "rivals there", "stronger there", "weaker there",
    "to sea", "to land that is no center", "leaves own threatened center", "leaves own home", "leaves their center",
    "leaves their center in fall", "leaves nobody's center in fall",
    "holds threatened center", "holds their center in fall", "holds",
    "support hold: threatened", "support hold: center", "support hold: threatened center", "support hold: stays",
    "support move: greedy's", "support move: planner's", "support move: onto theirs", "support move: to their center",
    "support move: rivals", "support move: stronger", "theirs: matches", "theirs: does not match", "convoy: goes",
    "again", "again what failed", "back", "held before",
    "attacked them", "attacked by them", "helped them", "helped by them", "support: attacked them",
    "support: attacked by them", "aids those who attacked", "aids those it helped", "aids those who helped",
    "against larger", "against smaller", "against the leader", "against a third of its neighbours",
)  # fmt: skip


class Logit(NamedTuple):
    """The learnt weights, of FEATURES and of PAIRS."""

    features: Numbers
    pairs: Numbers


@cache
def logit() -> Logit:
    """The weights that are shipped. Raises ValueError for ones that are too old."""
    with np.load(LEARNT) as kept:
        found = Logit(*(kept[field].astype(np.float64) for field in Logit._fields))
    if found.features.shape != (len(FEATURES),) or found.pairs.shape != (len(PAIRS),):
        raise ValueError("The learnt mind has other features. Learn it anew: python -m bench.foresight FOLDER --write")
    return found


def orders_learnt(  # noqa: PLR0917
    phase: Movement, greedy: Codes, planner: Codes, losses: Numbers, lately: Lately, luck: Numbers
) -> tuple[Codes, Numbers]:
    """Plans of the learnt mind, and its chance of each order.

    int32 (samples, units), and float64 by legal order.

    greedy, planner: plans of these minds. losses: by legal order, what it loses by the planners' worth, nan where they
    do not know. luck: float64 (samples, units), from 0 to 1.
    """
    weights, legal, powers = logit(), phase.legal, phase.boards.powers[0].astype(np.int64)
    shares = shares_among(phase, greedy), shares_among(phase, planner)
    plans, chances = np.zeros(luck.shape, np.int32), np.zeros(len(legal.codes))
    utilities = features_of(phase, *shares, losses, lately) @ weights.features
    sequence = sequence_of(phase, shares[0] + shares[1])
    walk_plans(legal.codes, legal.starts, powers, sequence, utilities, weights.pairs, luck, plans, chances)
    return plans, chances


def shares_among(phase: Movement, plans: Codes) -> Numbers:
    """Share of each legal order in the plans: float64 (orders,).

    plans: int32 (samples, units).
    """
    legal, counts = phase.legal, np.zeros(len(phase.legal.codes))
    for column in range(plans.shape[1]):
        places = legal.starts[column] + np.searchsorted(legal.of(column), plans[:, column])
        counts += np.bincount(places, minlength=len(counts))
    return counts / len(plans)


def sequence_of(phase: Movement, mean: Numbers) -> Words:
    """Columns in the order in which they are decided.

    Power by power, those first of whose order the minds are surest. mean: their shares of each legal order.
    """
    surest = np.maximum.reduceat(mean, phase.legal.starts[:-1])
    return np.lexsort((-surest, phase.boards.powers[0])).astype(np.int64)


def features_of(phase: Movement, greedy: Numbers, planner: Numbers, losses: Numbers, lately: Lately) -> Numbers:
    """Features of each legal order: float64 (orders, FEATURES).

    greedy, planner: `shares_among` their plans.
    losses: as in `orders_learnt`.
    """
    boards, legal = phase.boards, phase.legal
    codes, starts = legal.codes.astype(np.int64), legal.starts
    sizes = np.diff(starts)
    regions, powers = boards.regions[0].astype(np.int64), boards.powers[0].astype(np.int64)
    kinds, owners = boards.fleets[0].astype(np.int64), boards.owners[0]
    width = len(regions)
    column = np.repeat(np.arange(width), sizes)
    me, kind, here = powers[column], kinds[column], regions[column]
    fall = bool(boards.turns[0] % 2)

    verb = codes & VERB
    moves, stays = verb == MOVE, verb == HOLD
    backs_hold, backs_move, ferries = verb == SUPPORT_HOLD, verb == SUPPORT_MOVE, verb == CONVOY
    target = codes >> TARGET_SHIFT & PART
    goal, place, ward = PROVINCE_AT[target], PROVINCE_AT[here], PROVINCE_AT[codes >> OTHER_SHIFT & PART]
    standing = unit_at(phase)
    ward_column = standing[ward].clip(0)
    aids = backs_hold | backs_move | ferries
    own_ward = aids & (powers[ward_column] == me)
    their_ward = aids & ~own_ward

    # Who could be where, and what places are worth to DumbBot.
    row = Row(boards.regions[0], boards.powers[0], boards.fleets[0], width, owners)
    reach, opinion = new_reach(), new_opinion()
    write_reach(row, reach)
    worth, rivals = np.zeros((_SEATS, 2, 128)), np.zeros((_SEATS, 128))
    for power in np.unique(powers):
        write_opinion(row, int(fall), int(power), reach, opinion)
        worth[power], rivals[power] = opinion.worth, opinion.competition
    mine = reach.moves.astype(np.float64)
    comes = rivals[me, goal]
    threat = rivals[me, place]

    # Where the minds send units: float64 (units, provinces).
    sends = np.zeros((2, width, 128))
    for number, shares in enumerate((greedy, planner)):
        np.add.at(sends[number], (column[moves], goal[moves]), shares[moves])
    goes = sends.mean(axis=0)
    stay = 1 - goes.sum(axis=1)
    own_goes = np.zeros((_SEATS, 128))
    np.add.at(own_goes, powers, goes)

    center, here_center = CENTER_AT[target], CENTER_AT[here]
    owner = np.where(center >= 0, owners[center.clip(0)], -2)
    here_owner = np.where(here_center >= 0, owners[here_center.clip(0)], -2)
    to_nobodys, to_own, to_theirs = owner == -1, owner == me, (owner >= 0) & (owner != me)
    there = standing[goal]
    onto = moves & (there >= 0)
    onto_own = onto & (powers[there.clip(0)] == me)
    onto_theirs = onto & ~onto_own
    threatened = comes > 0
    help_there = mine[me, goal] - 1
    stronger, weaker = help_there + 1 > comes, help_there + 1 < comes

    value = np.where(moves, worth[me, kind, target], worth[me, kind, here])
    scale = np.maximum.reduceat(np.abs(value), starts[:-1])[column] + 1.0
    best = np.maximum.reduceat(np.where(moves | stays, value, -np.inf), starts[:-1])[column]
    gain = np.where(moves, (value - worth[me, kind, here]) / scale, 0.0)

    ward_place = ward
    ward_center = CENTER_AT[regions[ward_column]]
    ward_rivals = rivals[me, ward_place]
    ward_goes = [sends[number][ward_column, goal] for number in (0, 1)]
    ward_stays = stay[ward_column]
    matches = np.where(backs_hold, ward_stays, goes[ward_column, goal])

    last = lately.last[here]
    again = (last == codes) & (last >= 0)
    came_from = np.where((last >= 0) & (last & VERB == MOVE), last >> UNIT_SHIFT & PART, -1)
    back = moves & (came_from >= 0) & (PROVINCE_AT[came_from.clip(0)] == goal) & (came_from != here)
    victim = victims_of(phase, legal.codes, me)
    against, foe = victim >= 0, victim.clip(0)
    hits, backs_hit = against & moves, against & backs_move
    friend = powers[ward_column]
    centers = np.bincount(owners[owners >= 0], minlength=_SEATS).astype(np.float64)
    leader = centers == centers.max()
    near = own_goes[me, goal] - np.where(moves, goes[column, goal], 0.0)

    def soft(numbers: Numbers) -> Numbers:
        return np.minimum(numbers, 4.0)

    loss = np.nan_to_num(losses, nan=0.5)
    attacked, helped = soft(lately.attacked), soft(lately.helped)
    columns = (
        np.log(greedy + _RARE), np.log(planner + _RARE), greedy, planner, np.sqrt(greedy * planner),
        np.isnan(losses), loss.clip(0, 3), loss.clip(0, 0.5), loss.clip(0, 0.1), loss < 0.01, (-loss).clip(0, 0.5),
        moves, backs_hold & own_ward, backs_hold & their_ward, backs_move & own_ward, backs_move & their_ward,
        ferries, moves & (codes & (FAR | VIA) != 0),
        moves & to_nobodys, moves & to_own, moves & to_own & threatened, moves & to_theirs,
        moves & to_theirs & (_HOME_OF[target] == owner), moves & (_HOME_OF[target] == me),
        moves & to_nobodys & fall, moves & to_theirs & fall, moves & to_own & threatened & fall,
        onto_own, onto_own * stay[there.clip(0)], onto_theirs, onto_theirs * stay[there.clip(0)],
        moves * soft(near),
        gain, moves & (value >= best), np.where(moves | stays, (best - value) / scale, 0.0),
        moves * soft(help_there), moves * soft(comes), moves & stronger & threatened, moves & weaker,
        moves & (kind == 1) & (center < 0), moves & (kind == 0) & (center < 0),
        moves & (here_owner == me) & (threat > 0), moves & (_HOME_OF[here] == me),
        moves & (here_owner >= 0) & (here_owner != me), moves & (here_owner >= 0) & (here_owner != me) & fall,
        moves & (here_owner == -1) & fall,
        stays & (here_owner == me) & (threat > 0), stays & (here_owner != me) & (here_owner > -2) & fall, stays,
        backs_hold & (ward_rivals > 0), backs_hold & (ward_center >= 0),
        backs_hold & (ward_rivals > 0) & (ward_center >= 0),
        (backs_hold & own_ward) * ward_stays,
        (backs_move & own_ward) * ward_goes[0], (backs_move & own_ward) * ward_goes[1],
        backs_move & own_ward & (there >= 0) & (powers[there.clip(0)] != me), backs_move & to_theirs,
        backs_move * soft(comes), backs_move & stronger,
        their_ward * matches, their_ward & (matches < _RARE), ferries * goes[ward_column, goal],
        again, again & moves, back, stays & (last >= 0) & (last & VERB != MOVE),
        hits * attacked[me, foe], hits * attacked[foe, me], hits * helped[me, foe], hits * helped[foe, me],
        backs_hit * attacked[me, foe], backs_hit * attacked[foe, me],
        their_ward * attacked[friend, me], their_ward * helped[me, friend], their_ward * helped[friend, me],
        against & (centers[foe] > centers[me]), against & (centers[foe] < centers[me]), against & leader[foe],
        against & (centers[foe] <= 3),
    )  # fmt: skip
    return np.stack(columns, axis=1).astype(np.float64)
