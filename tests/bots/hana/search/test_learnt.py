"""The learnt worth: what it sees of a board, and that the compiled network says what its arrays say."""

from dataclasses import replace

import numpy as np
import pytest

from adjudication.batch import Boards, Outcomes, encode_orders, resolve
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.powers import POWERS, Power
from bots.hana.search.features import FEATURES, features_of
from bots.hana.search.learnt import NO_NET, Net, net_called
from bots.hana.search.worth import Weights, worth_of_boards, worth_of_rows
from tests.bots.boards import board

FRONT = board(
    "F1905M",
    *("FRA A PAR", "FRA A BUR", "FRA F MAO", "GER A MUN", "GER A RUH", "ITA A TYR"),
    centers={"FRA": "PAR BRE MAR", "GER": "MUN KIE BER", "ITA": "VEN ROM"},
)


def seen(position, *orders: str, power: str = "FRA") -> dict[str, float]:
    """Features a power sees after these orders, all others holding."""
    boards = Boards.of([position])
    given: dict[Power, list[Order]] = {each: [] for each in POWERS}
    for text in orders:
        given[position.unit_at(text.split()[1]).power].append(parse_order(text))
    outcomes = resolve(boards, encode_orders(position, given)[None, :])
    features = features_of(boards, outcomes.after, outcomes.attackers)[0, POWERS.index(power)]
    return dict(zip(FEATURES, features.round(4).tolist(), strict=True))


def test_it_counts_what_is_there() -> None:
    found = seen(FRONT)
    assert (found["centers"], found["owned"], found["units"], found["unowned"]) == (3, 3, 3, 26)
    assert (found["first rival"], found["second rival"], found["rivals"]) == (3, 2, 2)
    assert found["builds"] == found["lost"] == found["beaten"] == 0


def test_it_sees_a_unit_that_is_driven_out() -> None:
    attack = ("A RUH - BUR", "A MUN S A RUH - BUR")
    assert seen(FRONT, *attack)["lost"] == 1
    assert seen(FRONT, *attack, power="GER")["beaten"] == 1
    assert seen(FRONT, *attack)["units"] == 2


def test_an_army_on_its_way_counts_before_it_is_there() -> None:
    """The fleet stands next to none of Italy's centers in either sea."""
    near, away = seen(FRONT, "F MAO - WES"), seen(FRONT, "F MAO - IRI")
    assert near["share of theirs"] > away["share of theirs"]
    assert near["theirs first"] == away["theirs first"]


def test_a_home_left_open_is_seen() -> None:
    assert seen(FRONT, "A PAR - PIC", "A BUR - GAS", "A MUN - BUR")["homes open"] == 2
    assert seen(FRONT, "A PAR - PIC", "A BUR - GAS")["homes open"] == 0


def net_of(hidden: int, seed: int = 5) -> Net:
    chance = np.random.default_rng(seed)
    shapes = ((len(FEATURES),), (2, 7), (hidden,), (len(FEATURES), hidden), (2, 7, hidden))
    return Net(*(chance.normal(size=shape).astype(np.float32) for shape in shapes))


@pytest.mark.parametrize("hidden", [0, 1, 16])
def test_the_compiled_network_says_what_its_arrays_say(hidden, tmp_path) -> None:
    net = net_of(hidden)
    path = tmp_path / "some.npz"
    np.savez(path, **net._asdict())
    boards = Boards.of([FRONT])
    outcomes = resolve(boards, np.array([boards_holding(boards)]))
    features = features_of(boards, outcomes.after, outcomes.attackers)[0]
    for power, name in enumerate(POWERS):
        x = features[power].astype(np.float64)
        inside = np.maximum(x @ net.inner + net.bias[1, power], 0)
        expected = x @ net.skip + net.heads[1, power] + inside @ net.out
        found = worth_of_rows(boards, outcomes, name, Weights(net=str(path)))
        assert found[0] == pytest.approx(expected, rel=1e-4)


def boards_holding(boards: Boards) -> np.ndarray:
    return encode_orders(boards.position(0), {power: [] for power in POWERS})


def test_regard_for_others_counts_beside() -> None:
    boards = Boards.of([FRONT])
    outcomes = resolve(boards, np.array([boards_holding(boards)]))
    weights = Weights()
    plain = worth_of_rows(boards, outcomes, "FRA", weights)[0]
    assert worth_of_rows(boards, outcomes, "FRA", weights, {"GER": 0.5})[0] == pytest.approx(plain + 1.5)


def test_a_net_that_sees_something_else_is_refused(tmp_path) -> None:
    path = tmp_path / "old.npz"
    old = net_of(2)._replace(skip=np.zeros(3, np.float32))
    np.savez(path, **old._asdict())
    with pytest.raises(ValueError, match="sees 3 features"):
        net_called(str(path))


def test_no_net_judges_by_the_weights() -> None:
    assert Weights().learnt is NO_NET
    assert replace(Weights(), net="").learnt is NO_NET


@pytest.mark.parametrize("net", ["", "standard"])
def test_many_boards_are_judged_as_each_alone(net: str) -> None:
    """Two positions of one turn side by side, as when plans are played on."""
    other = board("F1905M", "FRA A GAS", "GER A BUR", centers={"FRA": "PAR SPA", "GER": "MUN"})
    together = Boards.of([FRONT, other])
    outcomes = Outcomes.room(2, together.width)
    outcomes.after[:] = together.regions
    weights = Weights(net=net)
    alone = []
    for index, position in enumerate((FRONT, other)):
        boards = Boards.of([position])
        rows = Outcomes.room(1, boards.width)
        rows.after[:] = together.regions[index : index + 1, : boards.width]
        alone.append(worth_of_rows(boards, rows, "FRA", weights)[0])
    assert worth_of_boards(together, outcomes, "FRA", weights).tolist() == pytest.approx(alone)
    assert alone[0] != alone[1]
