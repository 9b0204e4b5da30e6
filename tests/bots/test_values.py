"""DumbBot's numbers, computed by hand where a hand can, and by a slow second way where it cannot."""

from fractions import Fraction

import numpy as np
import pytest

from adjudication.board import STANDARD, province_of
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from bots.values import PLACES, Place, by_province, dumbbot_values, power_sizes, reach_of, spread, weighted, weights_for
from tests.bots.boards import board

NEUTRAL_AT_OPENING = 12 * 12 + 4 * 12 + 16


def test_sizes_at_the_opening() -> None:
    sizes = power_sizes(opening())
    assert sizes == {
        "AUS": 37,
        "ENG": 37,
        "FRA": 37,
        "GER": 37,
        "ITA": 37,
        "RUS": 48,
        "TUR": 37,
        None: NEUTRAL_AT_OPENING,
    }


def test_a_power_without_centers_still_has_a_size_and_so_have_no_unowned_centers() -> None:
    everything = board("S1901M", centers={"FRA": " ".join(STANDARD.centers)})
    sizes = power_sizes(everything)
    assert sizes["FRA"] == 34 * 34 + 4 * 34 + 16
    assert sizes["ENG"] == sizes[None] == 16


@pytest.mark.parametrize(
    ("province", "strength", "competition"),
    [
        ("BUR", 2, 1),  # mine: Paris, Marseilles; Munich
        ("PAR", 1, 0),  # the army that stands there; nobody else comes near
        ("ECH", 1, 1),  # Brest; London
        ("MUN", 0, 2),  # the army that stands there, and Berlin
        ("PIE", 1, 1),  # Marseilles; Venice
        ("TYR", 0, 1),  # Vienna, Venice and Munich, one power each
        ("UKR", 0, 2),  # Moscow, Warsaw; Vienna cannot
        ("NAF", 0, 0),
    ],
)
def test_reach_of_france_at_the_opening(province: str, strength: int, competition: int) -> None:
    reach = reach_of(opening(), "FRA")
    assert by_province(reach.strength)[province] == strength
    assert by_province(reach.competition)[province] == competition


def test_a_fleet_that_sees_both_coasts_counts_once() -> None:
    position = board("S1901M", "FRA F MAO", "ENG F POR")
    reach = reach_of(position, "FRA")
    assert by_province(reach.strength)["SPA"] == 1
    assert by_province(reach.competition)["SPA"] == 1


@pytest.mark.parametrize(
    ("place", "one_step"),
    [
        # Only Spain and Portugal are unowned, alone they count 2 * 2 + 4 * 2 + 16 = 28; nobody owns anything else.
        (("A", "GAS"), 28),  # Spain
        (("A", "POR"), 56),  # itself and Spain
        (("F", "MAO"), 56),  # Portugal, and Spain once although both coasts touch
        (("F", "WES"), 28),  # Spain's south coast
        (("F", "SPA/SC"), 56),  # itself and Portugal; its own north coast is not a neighbour
        (("F", "SPA/NC"), 56),
        (("A", "RUH"), 0),
    ],
)
def test_one_spreading_step_by_hand(place: Place, one_step: int) -> None:
    start = np.array([28 if province_of(region) in {"SPA", "POR"} else 0 for _, region in PLACES], dtype=np.int64)
    assert dict(zip(PLACES, spread(start, 2)[1].tolist(), strict=True))[place] == one_step


def test_weighted_steps_by_hand() -> None:
    """Gascony: nothing at first, a fifth of Spain's 28 after one step, then a fifth of what its neighbours got."""
    start = np.array([28 if region == "SPA" and kind == "A" else 0 for kind, region in PLACES], dtype=np.int64)
    rows = spread(start, 3)
    gascony = PLACES.index(("A", "GAS"))
    # Second step: itself 28 and Spain 28 and Marseilles 28; Brest, Paris and Burgundy had nothing.
    assert rows[:, gascony].tolist() == [0, 28, 84]
    assert weighted(rows, (100, 1000, 30))[gascony] / 25 == 1000 * 28 / 5 + 30 * 84 / 25


@pytest.mark.parametrize(("phase", "attack", "defence"), [("S1901M", 700, 300), ("F1901M", 600, 400)])
def test_what_a_center_starts_with(phase: str, attack: int, defence: int) -> None:
    """France (2 centers: 28) looks at Brest (its own, an English fleet of 1 center: 21 may come) and London (21)."""
    position = board(phase, "ENG F ECH", "FRA A PAR", centers={"FRA": "BRE PAR", "ENG": "LON"})
    first = weights_for(position.phase).proximity[0]
    # On the place itself only its own start differs from that of the same place without the threat.
    calm = board(phase, "ENG F NAO", "FRA A PAR", centers={"FRA": "BRE PAR", "ENG": "LON"})
    assert weights_for(position.phase).attack == attack
    assert weights_for(position.phase).defence == defence
    threatened, safe = (slow_proximity(p, "FRA", 1)[0]["A", "BRE"] for p in (position, calm))
    assert (threatened - safe) * first == 21 * defence * first
    assert slow_proximity(position, "FRA", 1)[0]["A", "LON"] == 21 * attack


@pytest.mark.parametrize("phase", ["S1901M", "F1901M", "F1901R", "W1901A"])
@pytest.mark.parametrize("power", POWERS)
def test_worth_agrees_with_plain_fractions(phase: str, power: Power) -> None:
    """The fast values equal textbook fractions, dictionaries and loops."""
    units = ("FRA F MAO", "FRA A GAS", "ENG F POR", "ENG F STP/NC", "RUS F GOB", "TUR F CON", "TUR A BUL", "ITA F TYS")
    centers = {"FRA": "BRE PAR MAR", "ENG": "LON POR", "RUS": "STP MOS SEV", "TUR": "CON BUL ANK", "ITA": "NAP ROM"}
    position = board(phase, *units, centers=centers)
    fast = dumbbot_values(position, power)
    slow = slow_worth(position, power)
    for place in PLACES:
        assert fast.worth[place] == pytest.approx(float(slow[place]), rel=1e-12)


def slow_reach(position: Position, other: Power, province: str, *, standing: bool) -> int:
    units = [unit for unit in position.units if unit.power == other]
    moving = sum(
        any(province_of(region) == province for region in STANDARD.borders(unit.kind)[unit.region]) for unit in units
    )
    return moving + (sum(unit.province == province for unit in units) if standing else 0)


def slow_proximity(position: Position, power: Power, steps: int) -> list[dict[Place, Fraction]]:
    counts = {owner: sum(o == owner for o in position.centers.values()) for owner in POWERS}
    size = {owner: count**2 + 4 * count + 16 for owner, count in counts.items()}
    unowned = len(STANDARD.centers) - len(position.centers)
    attack, defence = {"S": (700, 300), "F": (600, 400), "W": (600, 400)}[position.phase.season]

    def start(province: str) -> int:
        if not STANDARD.provinces[province].is_center:
            return 0
        owner = position.centers.get(province)
        if owner == power:
            return defence * slow_defence(position, power, province)
        return attack * (unowned**2 + 4 * unowned + 16 if owner is None else size[owner])

    rows = [{place: Fraction(start(province_of(place[1]))) for place in PLACES}]
    for _ in range(1, steps):
        before = rows[-1]
        row = {}
        for kind, region in PLACES:
            best: dict[str, Fraction] = {}
            for neighbour in STANDARD.borders(kind)[region]:
                worth = before[kind, neighbour]
                best[province_of(neighbour)] = max(best.get(province_of(neighbour), Fraction(0)), worth)
            row[kind, region] = (before[kind, region] + sum(best.values())) / 5
        rows.append(row)
    return rows


def slow_defence(position: Position, power: Power, province: str) -> int:
    enemies = [p for p in POWERS if p != power and slow_reach(position, p, province, standing=False)]
    counts = [sum(owner == enemy for owner in position.centers.values()) for enemy in enemies]
    return max((count**2 + 4 * count + 16 for count in counts), default=0)


def slow_worth(position: Position, power: Power) -> dict[Place, Fraction]:
    spring = position.phase.season == "S"
    weights = (100, 1000) if spring else (1000, 100)
    rows = slow_proximity(position, power, 10)
    worth = {}
    for place in PLACES:
        province = province_of(place[1])
        total = sum(
            (w * row[place] for w, row in zip((*weights, 30, 10, 6, 5, 4, 3, 2, 1), rows, strict=True)), Fraction(0)
        )
        if position.phase.season == "W":
            owned = position.centers.get(province) == power
            total += 1000 * slow_defence(position, power, province) if owned else 0
        else:
            rivals = [slow_reach(position, p, province, standing=True) for p in POWERS if p != power]
            total += 1000 * slow_reach(position, power, province, standing=True) - 1000 * max(rivals)
        worth[place] = total
    return worth
