"""Games for learning, what is learnt from them, and the command that does both."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from adjudication.batch import Boards
from adjudication.position import opening
from bots.hana.search.learnt import __file__ as learnt_file
from bots.hana.search.learnt import net_called
from bots.learning.__main__ import main
from bots.learning.archives import Phases, keep
from bots.learning.fitting import Lessons, explained, fit_linear, fit_net, targets_of, worth_by
from bots.learning.playing import GREEDY, Seat, play_game, seats_for_learning

NETS = Path(learnt_file).with_name("nets")
QUICK = Seat(effort=60, profiles=4)


def phases_of(centers: list[list[int]], first: int = 2 * 1901) -> Phases:
    """A game in which the powers owned so many centers after each phase."""
    start = Boards.of([opening()] * len(centers))
    turns = np.arange(first, first + len(centers), dtype=np.int32)
    boards = Boards(start.regions, start.powers, start.fleets, start.counts, start.owners, turns)
    still = np.full(start.regions.shape, -1, np.int8)
    return Phases(boards, start.regions, still, np.array(centers, np.int8), np.zeros(len(centers), np.int64))


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    seats = {power: QUICK if power in ("FRA", "TUR") else GREEDY for power in seats_for_learning(Random(1))}
    one, two = (play_game(seats, seed=3, number=5, until=1903) for _ in range(2))
    assert len(one.after) == 6
    assert (one.after == two.after).all()
    assert one.final == two.final
    assert sum(one.final.values()) <= 34


def test_what_was_played_is_read_again(tmp_path) -> None:
    games = [play_game(dict.fromkeys(seats_for_learning(Random(1)), GREEDY), 1, number, 1902) for number in (0, 1)]
    keep(tmp_path / "a.npz", games, 0)
    phases = Phases.read(tmp_path)
    assert phases.games.tolist() == [0] * 4 + [1] * 4
    assert (phases.after == np.concatenate([game.after for game in games])).all()
    with pytest.raises(ValueError, match="has no games"):
        Phases.read(tmp_path / "nothing")


@pytest.mark.parametrize(
    ("centers", "fades", "expected"),
    [
        # The last year stands for all after it.
        ([[4], [4]], 0.5, [4, 4]),
        # Spring and fall of a year look forward alike; this year counts half, the rest what comes.
        ([[3], [4], [4], [8]], 0.5, [6, 6, 8, 8]),
        # A solo is worth all centers for ever.
        ([[17], [18]], 0.5, [26, 26]),
    ],
)
def test_targets_look_to_the_years_to_come(centers, fades, expected) -> None:
    phases = phases_of([[*each, 1, 1, 1, 1, 1, 1] for each in centers])
    assert targets_of(phases, fades)[:, 0].tolist() == expected


def test_targets_lean_on_what_an_earlier_worth_said() -> None:
    phases = phases_of([[4, 0, 0, 0, 0, 0, 0]] * 4)
    hopeful = targets_of(phases, 0.5, values=np.full((4, 7), 10, np.float32))[:, 0]
    assert hopeful[3] == 4
    assert 4 < hopeful[2] < 10
    assert hopeful[0] > hopeful[1]


def lessons_of(worth, rows: int = 4_000) -> Lessons:
    chance = np.random.default_rng(4)
    features = chance.normal(size=(rows, 34)).astype(np.float32)
    seasons, powers = chance.integers(2, size=rows), chance.integers(7, size=rows)
    return Lessons(features, seasons, powers, worth(features, seasons, powers), np.arange(rows) // 20)


def test_a_linear_worth_is_found_by_linear_and_network() -> None:
    lessons = lessons_of(lambda x, season, power: 2.0 * x[:, 3] - x[:, 7] + power + 0.5 * season)
    learn, held = lessons.split()
    assert set(learn.games.tolist()).isdisjoint(held.games.tolist())
    assert explained(fit_linear(learn), held) > 0.999
    assert explained(fit_net(learn, hidden=4, epochs=3, seed=1), held) > 0.99


def test_a_network_finds_what_no_linear_worth_can() -> None:
    learn, held = lessons_of(lambda x, season, power: np.abs(x[:, 2]) + 0.0 * power, 20_000).split()
    assert explained(fit_linear(learn), held) < 0.1
    assert explained(fit_net(learn, hidden=8, epochs=40, seed=1), held) > 0.8


def test_the_command_plays_learns_and_compares(tmp_path, capsys) -> None:
    games, net, log = tmp_path / "games", tmp_path / "net.npz", tmp_path / "log.jsonl"
    assert main(["play", "--out", str(games), "--games", "11", "--until", "1902"]) == 0
    assert main(["fit", "--games", str(games), "--hidden", "4", "--out", str(net)]) == 0
    assert "network of 4" in capsys.readouterr().out
    lessons = Lessons.of(Phases.read(games), 0.8, 34.0)
    assert np.isfinite(worth_by(net_called(str(net)), lessons)).all()
    compare = ["compare", "--new", str(net), "--games", "2", "--until", "1901", "--effort", "60", "--out", str(log)]
    assert main([*compare, "--seats", "3"]) == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["seats"] for line in lines] == [["AUS", "ENG", "GER"], ["ENG", "FRA", "ITA"]]
    assert "2 games" in capsys.readouterr().out


def test_one_command_makes_a_net_from_games_of_its_own(tmp_path, capsys) -> None:
    make = ["make", "--out", str(tmp_path), "--games", "11", "--until", "1901"]
    assert main(make) == 0
    assert "net-1.npz is the net" in capsys.readouterr().out
    assert net_called(str(tmp_path / "net-1.npz")).skip.any()
    before = (tmp_path / "by-net" / "1-000000.npz").stat().st_mtime_ns
    assert main(make) == 0
    assert (tmp_path / "by-net" / "1-000000.npz").stat().st_mtime_ns == before


def test_the_net_that_is_shipped_is_small_and_says_centers_are_good() -> None:
    assert (NETS / "standard.npz").stat().st_size < 20_000
    lessons = lessons_of(lambda x, season, power: 0.0 * power, 200)
    few, many = (replace(lessons, features=lessons.features * 0 + np.eye(34)[0] * count) for count in (3, 9))
    net = net_called("standard")
    assert (worth_by(net, many) > worth_by(net, few) + 1).all()
