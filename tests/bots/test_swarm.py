"""DumbBots over arrays are the same players as the one that can be read, and keep the rules."""

from collections import Counter
from itertools import product
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from adjudication.batch import Boards, decode_order, resolve
from adjudication.encoding import CENTERS, REGION_INDEX, REGIONS
from adjudication.engine import adjudicate
from adjudication.orders import AdjustmentOrder, Build, Disband, Order, Remove, Retreat
from adjudication.position import Position, Unit, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.contract import positions_of_a_game
from bots.dumbbot import DumbBot
from bots.swarm.aftermath import Fate, adjust, retreat, take_centers
from bots.swarm.playing import WIDTH, play_games, sample_orders
from bots.swarm.tables import FALL, SPRING, WINTER
from bots.swarm.worth import Row, new_opinion, new_reach, write_opinion, write_reach
from bots.values import dumbbot_values
from bots.view import SeatView

SEASONS = {"S": SPRING, "F": FALL, "W": WINTER}


def as_row(position: Position) -> Row:
    """The position as arrays with room to grow; any phase, dislodged units left out."""
    row = Row(
        np.zeros(WIDTH, np.int8),
        np.zeros(WIDTH, np.int8),
        np.zeros(WIDTH, np.bool_),
        len(position.units),
        _owners(position),
    )
    for column, unit in enumerate(position.units):
        row.regions[column] = REGION_INDEX[unit.region]
        row.powers[column] = POWERS.index(unit.power)
        row.fleets[column] = unit.kind == "F"
    return row


def _owners(position: Position) -> npt.NDArray[np.int8]:
    owners = [position.centers.get(center) for center in CENTERS]
    return np.array([-1 if owner is None else POWERS.index(owner) for owner in owners], np.int8)


def units_of(row: Row, count: int) -> list[Unit]:
    return sorted(
        Unit(POWERS[row.powers[i]], "F" if row.fleets[i] else "A", REGIONS[row.regions[i]]) for i in range(count)
    )


@pytest.mark.parametrize("power", POWERS)
def test_worth_is_the_same_to_the_last_bit(power: Power) -> None:
    reach, opinion = new_reach(), new_opinion()
    for position, _ in positions_of_a_game():
        row = as_row(position)
        write_reach(row, reach)
        write_opinion(row, SEASONS[position.phase.season], POWERS.index(power), reach, opinion)
        values = dumbbot_values(position, power)
        for (kind, region), worth in values.worth.items():
            assert opinion.worth[int(kind == "F"), REGION_INDEX[region]] == worth
        for province, rivals in values.competition.items():
            assert opinion.competition[REGION_INDEX[province]] == rivals


@pytest.mark.parametrize("phase", [0, 1, -1])
def test_orders_have_the_same_probabilities(phase: int) -> None:
    """Each unit's orders, counted over many draws of both players, differ by no more than chance explains."""
    position = [each for each, _ in positions_of_a_game() if each.phase.kind == "M"][phase]
    fast_draws, slow_draws = 6000, 600
    fast = [Counter(column.tolist()) for column in sample_orders(position, fast_draws, 1).T]
    slow: dict[Unit, Counter[Order]] = {unit: Counter() for unit in position.units}
    for power in POWERS:
        view = SeatView(power, position, STANDARD_RULES)
        for seed in range(slow_draws):
            orders = DumbBot().decide(view, {}, Random(seed), 1.0).orders
            for unit, order in zip(position.units_of(power), orders, strict=True):
                slow[unit][order] += 1
    for unit, column in zip(position.units, fast, strict=True):
        decoded = {decode_order(code): count for code, count in column.items()}
        for order in decoded.keys() | slow[unit].keys():
            share = slow[unit][order] / slow_draws
            assert decoded.get(order, 0) / fast_draws == pytest.approx(share, abs=0.09), order


def test_samples_are_legal_and_the_same_for_the_same_seed() -> None:
    for position, _ in positions_of_a_game():
        if position.phase.kind == "M":
            codes = sample_orders(position, 50, 3)
            resolve(Boards.of([position]), codes)  # raises for an order that is not legal
            assert (codes == sample_orders(position, 50, 3)).all()
            assert (codes != sample_orders(position, 50, 4)).any()


def test_only_movement_can_be_sampled() -> None:
    winter = next(each for each, _ in positions_of_a_game() if each.phase.kind == "A")
    with pytest.raises(ValueError, match="not a movement phase"):
        sample_orders(winter, 1, 1)


def test_whole_turns_follow_the_rules() -> None:
    """Every turn of some games, replayed by the reference engine with the orders the swarm must have given."""
    seen: Counter[str] = Counter()
    for game in range(12):
        position = opening()
        chance = np.array([game + 1], np.uint64)
        while position.phase.year <= 1910:
            position = _turn(position, game, chance, seen)
    assert min(seen[what] for what in ("retreat", "disband", "build", "remove")) >= 1


def _turn(position: Position, game: int, chance: npt.NDArray[np.uint64], seen: Counter[str]) -> Position:
    season = SEASONS[position.phase.season]
    reach, opinion = new_reach(), new_opinion()
    codes = sample_orders(position, 1, game)
    orders: dict[Power, list[Order]] = {power: [] for power in POWERS}
    for unit, code in zip(position.units, codes[0].tolist(), strict=True):
        orders[unit.power].append(decode_order(code))
    reference = adjudicate(position, orders).next

    found = resolve(Boards.of([position]), codes, trusted=True)
    row = as_row(position)
    count = retreat(row, Fate(found.after[0], found.attackers[0], found.contested[0]), season, reach, opinion, chance)
    survivors = units_of(row, count)
    if reference.phase.kind == "R":
        reference = adjudicate(reference, _retreats(reference, survivors, seen)).next
    if season == FALL:
        row = row._replace(units=count)
        take_centers(row)
        assert (row.owners == _owners(reference)).all()
        count = adjust(row, reach, opinion, chance)
        if reference.phase.kind == "A":
            adjustments = _adjustments(set(survivors), set(units_of(row, count)), seen)
            reference = adjudicate(reference, adjustments).next
    assert units_of(row, count) == list(reference.units)
    assert reference.phase.kind == "M"
    return reference


def _retreats(position: Position, survivors: list[Unit], seen: Counter[str]) -> dict[Power, list[Order]]:
    """Orders that bring the dislodged to where the swarm put them; whom it does not have any more disbands."""
    arrived = set(survivors) - set(position.units)
    orders: dict[Power, list[Order]] = {power: [] for power in POWERS}
    choices: list[list[str | None]] = [
        [place for place in each.retreats if Unit(each.unit.power, each.unit.kind, place) in arrived] or [None]
        for each in position.dislodged
    ]
    for targets in product(*choices):
        gone = [target for target in targets if target is not None]
        if len(gone) == len(set(gone)) == len(arrived):
            break
    else:
        pytest.fail("the swarm sent a unit where it may not retreat")
    for each, target in zip(position.dislodged, targets, strict=True):
        kind, region = each.unit.kind, each.unit.region
        seen["disband" if target is None else "retreat"] += 1
        orders[each.unit.power].append(Disband(kind, region) if target is None else Retreat(kind, region, target))
    return orders


def _adjustments(before: set[Unit], after: set[Unit], seen: Counter[str]) -> dict[Power, list[AdjustmentOrder]]:
    orders: dict[Power, list[AdjustmentOrder]] = {power: [] for power in POWERS}
    for unit in sorted(after - before):
        orders[unit.power].append(Build(unit.kind, unit.region))
        seen["build"] += 1
    for unit in sorted(before - after):
        orders[unit.power].append(Remove(unit.kind, unit.region))
        seen["remove"] += 1
    return orders


def test_a_game_does_not_depend_on_the_games_beside_it() -> None:
    few, many = play_games(3, 7, until=1906), play_games(8, 7, until=1906)
    assert (many.centers[:3] == few.centers).all()
    assert (many.winners[:3] == few.winners).all()
    assert (play_games(3, 8, until=1906).centers != few.centers).any()


def test_winners_have_the_centers() -> None:
    played = play_games(300, 2)
    won = played.winners >= 0
    assert won.any()
    assert (played.centers[won, played.winners[won]] >= 18).all()
    assert (played.centers[~won] < 18).all()
    assert (played.years[~won] == 1920).all()
    assert (played.years[won] >= 1905).all()
    assert (played.centers.sum(axis=1) <= 34).all()
