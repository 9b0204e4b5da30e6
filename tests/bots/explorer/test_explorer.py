"""The explorer's shipped games, and its counts."""

import json

import numpy as np
import pytest

from adjudication.batch import decode_order
from adjudication.engine import adjudicate
from adjudication.orders import Move
from adjudication.position import opening, position_from_dict
from adjudication.powers import POWERS, Power
from adjudication.written import parse_written
from bots.explorer.__main__ import main
from bots.explorer.shipped import PATH, Games, pack_games, shipped
from bots.explorer.tally import joined, lines_of, with_orders
from bots.explorer.visits import Ending, Visits, columns_of, key_of, row_of

FROM_PARIS = ["A PAR - BUR", "A PAR - PIC", "A PAR - BUR"]
THE_END: dict[Power, int] = {"AUS": 1, "ENG": 4, "FRA": 10, "GER": 10, "ITA": 0, "RUS": 0, "TUR": 9}


def visits(*texts: str, endings: list[Ending] | None = None) -> Visits:
    """The opening in some games, an order of France in each."""
    rows = [row_of(opening(), [("FRA", order)]) for text in texts if (order := parse_written(text, "M"))]
    ends = [each.as_bytes() for each in endings or [Ending.of(THE_END)] * len(rows)]
    return Visits(np.array(rows, np.int32), np.array([list(end) for end in ends], np.uint8))


def test_every_shipped_game_begins_at_the_opening_and_is_read_whole():
    games = shipped()
    assert len(games) == 2_000
    assert PATH.stat().st_size <= 1_500_000
    assert len(games.find(opening())) == len(games) == len(games.endings) == len(games.seats)
    assert games.lengths.sum() == len(games.widths) == len(games.keys)
    assert games.widths.sum() == len(games.orders)
    assert {str(decode_order(int(code))) for code in games.codes}
    centers = games.endings[:, :7]
    assert centers.sum(axis=1).max() <= 34
    assert (centers.sum(axis=1) > 22).all()


@pytest.mark.parametrize("game", [0, 57, -1])
def test_a_shipped_game_follows_from_its_orders_by_the_rules(game):
    games = shipped()
    number = range(len(games))[game]
    position, first = opening(), int(games.lengths[:number].sum())
    keys = np.empty(len(games.keys), np.int64)
    keys[games.visits] = games.keys
    for visit in range(first, first + int(games.lengths[number])):
        assert keys[visit] == key_of(position)
        orders = {power: [] for power in POWERS}
        for power, code in zip(columns_of(position), games.row(visit), strict=True):
            orders[power].append(decode_order(int(code)))
        position = adjudicate(position, orders).next
    assert [len(position.centers_of(power)) for power in POWERS] == list(games.endings[number, :7])


def test_an_unknown_position_was_visited_by_nobody():
    nowhere = position_from_dict({"phase": "S1950M", "units": ["FRA A PAR"]})
    found = joined([shipped().find(nowhere)])
    assert len(found) == 0
    assert lines_of(found, nowhere, None, 5) == ([], 0)


def test_packed_games_are_read_as_they_were_played():
    record = {
        "seats": [0] * 7,
        "phases": [[key_of(opening()), row_of(opening(), [("FRA", Move("A", "PAR", "BUR"))])]],
        "centers": list(THE_END.values()),
        "winner": "FRA",
    }
    games = Games.unpack(pack_games([record, record]))
    assert list(games.row(1)) == record["phases"][0][1]
    assert len(games.find(opening())) == 2
    assert list(games.endings[0]) == [*THE_END.values(), 2, 0]


def test_orders_are_counted_by_power_the_most_frequent_first():
    lines, different = lines_of(visits(*FROM_PARIS), opening(), "FRA", 5)
    assert different == 2
    assert [line.games for line in lines] == [2, 1]
    assert ("FRA", Move("A", "PAR", "BUR")) in lines[0].orders
    assert {power for power, _ in lines[0].orders} == {"FRA"}
    boards, _ = lines_of(visits(*FROM_PARIS), opening(), None, 1)
    assert len(boards[0].orders) == len(opening().units)


def test_games_with_chosen_orders_are_those_with_exactly_these():
    found = visits(*FROM_PARIS)
    assert len(with_orders(found, opening(), "FRA", [Move("A", "PAR", "BUR")])) == 2
    assert len(with_orders(found, opening(), "FRA", [])) == 0
    assert len(with_orders(joined([]), opening(), "FRA", [])) == 0


@pytest.mark.parametrize(
    ("ending", "power", "expected"),
    [
        (Ending.of(THE_END), "FRA", "first"),
        (Ending.of(THE_END), "GER", "first"),
        (Ending.of(THE_END), "TUR", "survived"),
        (Ending.of(THE_END), "ITA", "out"),
        (Ending.of(THE_END, winner="TUR"), "TUR", "first"),
        (Ending.of(THE_END, winner="TUR"), "FRA", "survived"),
        (Ending.of(THE_END, drawn=["ENG", "FRA"]), "ENG", "drew"),
        (Ending.of(THE_END, drawn=["ENG", "FRA"]), "GER", "survived"),
    ],
)
def test_a_game_ends_in_one_of_four_ways_for_a_power(ending, power, expected):
    lines, _ = lines_of(visits("A PAR - BUR", endings=[ending]), opening(), "FRA", 1)
    result = lines[0].results[power]
    assert [kind for kind in ("first", "drew", "survived", "out") if getattr(result, kind)] == [expected]
    assert result.games == 1
    assert result.won == (ending.winner == power)
    assert result.centers == THE_END[power]


def test_rows_of_a_position_are_as_long_whatever_was_ordered():
    winter = position_from_dict({
        "phase": "W1901A",
        "units": ["ENG F NTH", "FRA A SPA", "FRA A POR"],
        "centers": {"FRA": ["PAR", "BRE", "MAR", "SPA", "POR"], "ENG": []},
    })  # fmt: skip
    build, remove = parse_written("BUILD A PAR", "A"), parse_written("REMOVE F NTH", "A")
    assert columns_of(winter) == ["ENG", "FRA", "FRA", "FRA"]
    assert len(row_of(winter, [])) == len(row_of(winter, [("FRA", build), ("ENG", remove)])) == 4


def test_the_command_goes_on_where_it_stopped(tmp_path, monkeypatch):
    played = []

    def quick(number, seed, until):
        played.append(number)
        row = row_of(opening(), [])
        return {"seats": [0] * 7, "phases": [[key_of(opening()), row]], "centers": [3] * 7, "winner": None}

    monkeypatch.setattr("bots.explorer.__main__.play_game", quick)
    kept, out = tmp_path / "kept.jsonl", tmp_path / "games.npz.xz"
    words = ["--kept", str(kept), "--out", str(out)]
    assert main(["--games", "2", *words]) == 0
    kept.write_text(kept.read_text() + json.dumps({"seats": []})[:5])
    assert main(["--games", "3", *words]) == 0
    assert played == [0, 1, 2]
    assert len(Games.unpack(out.read_bytes())) == 3
