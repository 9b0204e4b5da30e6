"""Games of foresight's bench are played once, learnt from, measured."""

from pathlib import Path

import numpy as np
import pytest

from adjudication.powers import POWERS
from bench.foresight.__main__ import measure, table
from bench.foresight.learning import Lessons, Table, fit, keep, learn_from, play_tables, read_games, shipped_games
from bots.hana.foresee.learnt import FEATURES, LEARNT
from bots.hana.foresee.pairs import PAIRS

TINY = (Table("tiny", ("dumbbot",) * len(POWERS), 1, 1901, 0, 1, 1),)


def test_games_are_played_once_learnt_from_and_measured(tmp_path: Path) -> None:
    play_tables(tmp_path, TINY)
    written = (tmp_path / "tiny.jsonl").read_text()
    assert len(written.splitlines()) == 2
    play_tables(tmp_path, TINY)
    assert (tmp_path / "tiny.jsonl").read_text() == written
    keep(learn_from(tmp_path, TINY, shipped_ones=0), tmp_path / "learnt.npz")
    with np.load(tmp_path / "learnt.npz") as kept:
        assert np.isfinite(kept["features"]).all()
        assert kept["pairs"].shape == (len(PAIRS),)
    lines = table(measure(list(read_games(tmp_path / "tiny.jsonl"))[:1], 60)).splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["dumbbot"]
    assert "%" in lines[1]


def test_a_shipped_game_has_a_lesson_for_every_unit() -> None:
    (game,) = shipped_games([0])
    first = Lessons.of(game[:1], 60)
    assert len(first.chosen) == 22
    assert (first.starts[:-1] <= first.chosen).all()
    assert (first.chosen < first.starts[1:]).all()


def test_what_is_always_given_is_learnt() -> None:
    chance = np.random.default_rng(3)
    features = np.zeros((3_000, len(FEATURES)), np.float32)
    features[:, 5] = chance.random(3_000)
    starts = np.arange(0, 3_001, 10)
    chosen = starts[:-1] + features[:, 5].reshape(-1, 10).argmax(axis=1)
    found = fit(Lessons(features, np.zeros((3_000, len(PAIRS)), np.float32), starts, chosen))
    assert found.features[5] > 5
    assert np.abs(np.delete(found.features, 5)).max() == pytest.approx(0)


def test_the_shipped_weights_are_small() -> None:
    assert LEARNT.stat().st_size < 5_000
