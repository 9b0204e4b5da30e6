"""Games for learning: reduced HANAs and DumbBots on arrays, every movement phase written down.

A reduced HANA foresees and searches as HANA does, with a fraction of the effort, and nothing else: no talk, no memory,
no journal. Retreats, builds and removals are DumbBot's. So a phase takes some hundredths of a second.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, resolve
from adjudication.encoding import Codes
from adjudication.phase import FIRST_PHASE
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from bots.chance import stream
from bots.hana.foresee.minds import Guess, foresee
from bots.hana.foresee.prior import PRIOR
from bots.hana.judge.lookahead import later_worth
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement
from bots.hana.search.worth import STANDARD_WEIGHTS, Weights
from bots.swarm.playing import WIDTH, finish

__all__ = ["GREEDY", "Played", "Seat", "games", "orders_row", "play_game", "seats_for_learning"]

Numbers: TypeAlias = npt.NDArray[np.float64]

VICTORY: Final = 18
_SAMPLES: Final = 24


@dataclass(frozen=True, slots=True)
class Seat:
    """A power's way of playing.

    effort: adjudications for a phase, 0 for DumbBot. wild: the chance in a phase that it plays some plan foreseen of it
    instead. slack: plans that close, in centers, are chosen among by chance. ahead: so many of the best plans are
    played on by DumbBots, `turns` movement phases in all; their result counts `later`, their worth now the rest.
    foresight: adjudications for what each other power would plan; planners: the share of those who plan, 0 for HANA's
    usual one. judge: the net by which those best plans are judged, whatever they were found by.
    """

    effort: int = 1_200
    profiles: int = 12
    weights: Weights = STANDARD_WEIGHTS
    wild: float = 0.0
    slack: float = 0.02
    ahead: int = 0
    turns: int = 2
    later: float = 0.5
    foresight: int = 160
    planners: float = 0.0
    judge: str = ""


GREEDY: Final = Seat(effort=0)


@dataclass(frozen=True, eq=False, slots=True)
class Played:
    """A game, a row a movement phase: the boards before, and what became of the units.

    centers: int8 (phases, 7), owned after each phase if a fall ended with it.
    """

    boards: Boards
    after: npt.NDArray[np.int8]
    attackers: npt.NDArray[np.int8]
    centers: npt.NDArray[np.int8]

    @property
    def final(self) -> dict[Power, int]:
        """Final number of centers of each power."""
        return dict(zip(POWERS, map(int, self.centers[-1]), strict=True))


def seats_for_learning(rng: Random, nets: Sequence[str] = ()) -> dict[Power, Seat]:
    """Seven ways to play, drawn so that many kinds of positions arise, most of them between equals. nets: by which some
    judge, a name as often as it shall be drawn."""
    greedy, wild = rng.choice((0, 0, 0, 1, 2, 4)), rng.choice((0.0, 0.03, 0.1))
    seats = {}
    for index, power in enumerate(rng.sample(POWERS, len(POWERS))):
        weights = Weights(
            threat=rng.choice((0.3, 0.3, 0.15, 0.45)),
            danger=rng.choice((0.0, 0.0, -0.15, -0.3)),
            reach=rng.choice((0.03, 0.03, 0.015, 0.06)),
        )
        net = rng.choice((*nets, "")) if nets else ""
        if net:
            weights = Weights(net=net)
        seat = Seat(rng.choice((600, 1_200)), weights=weights, wild=wild, ahead=rng.choice((0, 6, 6)) if net else 0)
        seats[power] = GREEDY if index < greedy else seat
    return seats


def play_game(seats: Mapping[Power, Seat], seed: int, number: int, until: int, begun_by_greed: int = 0) -> Played:
    """One game, to a winner or the end of a year. begun_by_greed: so many phases everybody plays as DumbBot does."""
    rng = stream(seed, "learning", number)
    boards = _wide(Boards.of([opening()]))
    chances = np.array([[rng.getrandbits(64)]], np.uint64)
    rows: list[tuple[Any, ...]] = []
    for turn in range(2 * FIRST_PHASE.year, 2 * until + 2):
        phase = Movement.of(boards.position(0))
        codes = np.zeros((1, WIDTH), np.int32)
        for power in POWERS:
            columns = phase.columns_of(power)
            if len(columns):
                seat = GREEDY if len(rows) < begun_by_greed else seats[power]
                codes[0, columns] = orders_row(phase, power, seat, rng)[columns]
        # Columns as the phase has them: its units are sorted.
        boards = _wide(phase.boards)
        found = resolve(boards, codes, trusted=True)
        before = tuple(np.copy(each[0]) for each in (boards.regions, boards.powers, boards.fleets, boards.owners))
        counts = boards.counts.astype(np.int64)
        row = (*before, int(counts[0]), turn, np.copy(found.after[0]), np.copy(found.attackers[0]))
        finish(boards, counts, turn, found, chances)
        centers = np.array([(boards.owners[0] == power).sum() for power in range(len(POWERS))], np.int8)
        rows.append((*row, centers))
        if centers.max() >= VICTORY:
            break
        boards = Boards(
            boards.regions,
            boards.powers,
            boards.fleets,
            counts.astype(np.int8),
            boards.owners,
            np.array([turn + 1], np.int32),
        )
    regions, powers, fleets, owners, units, turns, after, attackers, held = zip(*rows, strict=True)
    return Played(
        Boards(
            np.stack(regions),
            np.stack(powers),
            np.stack(fleets),
            np.array(units, np.int8),
            np.stack(owners),
            np.array(turns, np.int32),
        ),
        np.stack(after),
        np.stack(attackers),
        np.stack(held),
    )


def orders_row(phase: Movement, power: Power, seat: Seat, rng: Random) -> Codes:
    """A row of orders, the power's own of which count: int32 (units,)."""
    foresight = foresee(phase, seat.foresight, _SAMPLES)
    greedy, planner = foresight.orders[0], foresight.orders[1]
    if seat.effort == 0:
        drawn: Codes = greedy[rng.randrange(len(greedy))]
        return drawn
    if rng.random() < seat.wild:
        drawn = rng.choice((greedy, planner))[rng.randrange(len(greedy))]
        return drawn
    search = PlanSearch(
        phase,
        power,
        foresight.profiles(_guess(seat.planners), seat.profiles, rng),
        Random(rng.getrandbits(64)),
        weights=seat.weights,
    )
    search.seed(search.plans_from(np.concatenate([greedy[:8], planner[:4]])))
    search.run(seat.effort)
    utilities = search.utilities.copy()
    if seat.ahead:
        best = np.argsort(-utilities, kind="stable")[: seat.ahead]
        plans = [
            dict(zip(search.genes.columns.tolist(), search.population[each].tolist(), strict=True)) for each in best
        ]
        by = Weights(net=seat.judge) if seat.judge else seat.weights
        later = later_worth(phase, power, by, search.scene.profiles, plans, seat.turns, rng)
        now = later_worth(phase, power, by, search.scene.profiles, plans, 1, rng) if seat.judge else utilities[best]
        utilities[:] = -np.inf
        utilities[best] = (1 - seat.later) * now + seat.later * (later - later.max() + now.max())
    drawn = np.array([rng.random() for _ in utilities])
    near = utilities - seat.slack * np.log(-np.log(drawn.clip(1e-12, 1 - 1e-12)))
    row = np.zeros(phase.boards.width, np.int32)
    row[search.genes.columns] = search.population[int(np.argmax(near))]
    return row


def _guess(planners: float) -> Guess:
    if not planners:
        return {}
    rest = (1 - planners) / (1 - PRIOR["planner"])
    logs = [log(planners if mind == "planner" else max(share * rest, 1e-9)) for mind, share in PRIOR.items()]
    return dict.fromkeys(POWERS, logs)


def games(first: int, count: int, seed: int, until: int, nets: Sequence[str] = ()) -> Iterator[Played]:
    """Games for learning, from number `first` on; each is always the same."""
    for number in range(first, first + count):
        rng = stream(seed, "learning seats", number)
        seats = seats_for_learning(rng, nets)
        yield play_game(seats, seed, number, until, begun_by_greed=rng.choice((0, 0, 1, 2)))


def _wide(boards: Boards) -> Boards:
    """Boards padded to the most units a game can have."""
    room = ((0, 0), (0, WIDTH - boards.width))
    return Boards(
        np.pad(boards.regions, room),
        np.pad(boards.powers, room),
        np.pad(boards.fleets, room),
        boards.counts.copy(),
        boards.owners.copy(),
        boards.turns.copy(),
    )
