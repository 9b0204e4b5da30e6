"""The shipped puzzles, their file, and the command that makes them."""

import json
from pathlib import Path

import pytest

from bots.puzzles.__main__ import main
from bots.puzzles.checking import check
from bots.puzzles.dealing import MOST_ORDERS
from bots.puzzles.finding import MOST_UNITS
from bots.puzzles.puzzle import THEMES, Puzzle, task_of
from bots.puzzles.shipped import FILE, read_puzzles, shipped
from tests.bots.puzzles.exhaustive import is_needed, other_answers, stands
from tests.effort import examples

SAMPLE = (
    *("48c7e34390", "fa53b81a89", "220c73990a", "1634da58a5", "a3660ebed5"),
    *("09dec7c46b", "864584f005", "5959c59ca0", "115b93ff29", "d30bc23a8e"),
)[: examples(10)]
"""Drawn by chance. The last three are deals of many units, and take up to half a minute each."""


def test_there_are_five_hundred_in_less_than_a_megabyte() -> None:
    assert len(shipped()) == 500
    assert FILE.stat().st_size < 1_000_000


def test_each_has_known_themes_a_task_and_one_to_four_orders() -> None:
    for puzzle in shipped().values():
        assert set(puzzle.themes) <= set(THEMES)
        assert task_of(puzzle.goal, puzzle.position).endswith(".")
        assert 1 <= len(puzzle.answer) <= (MOST_ORDERS if puzzle.goal.kind == "deal" else MOST_UNITS)
        assert Puzzle.from_dict(puzzle.as_dict()) == puzzle


@pytest.mark.parametrize("key", SAMPLE)
def test_the_answer_is_proven_by_the_reference_and_no_other_order_set_is(key: str) -> None:
    puzzle = shipped()[key]
    assert check(puzzle.position, puzzle.goal, puzzle.answer).right
    assert stands(puzzle, puzzle.answer, 300)
    assert puzzle.goal.kind != "deal" or is_needed(puzzle)
    assert other_answers(puzzle, 3000) == []


def test_without_one_of_its_orders_an_answer_is_wrong() -> None:
    for key in SAMPLE:
        puzzle = shipped()[key]
        for left_out in puzzle.answer:
            rest = [order for order in puzzle.answer if order != left_out]
            assert not check(puzzle.position, puzzle.goal, rest).right


def test_a_line_that_is_no_puzzle_is_named(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    data = next(iter(shipped().values())).as_dict()
    file.write_text("\n".join([json.dumps(data), json.dumps({**data, "answers": [["A PAR"]]})]))
    with pytest.raises(ValueError, match=r"line 2 of puzzles\.jsonl .*'A PAR'"):
        read_puzzles(file)


@pytest.mark.slow
def test_the_command_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work, out = tmp_path / "found.jsonl", tmp_path / "puzzles.jsonl"
    wanted = ["make", "--work", str(work), "--out", str(out), "--count", "2", "--found", "9", "--deals", "0"]
    assert main(wanted) == 0
    made, lines = out.read_text(), work.read_text()
    assert main(wanted) == 0
    assert (out.read_text(), work.read_text()) == (made, lines)
    assert "2 of " in capsys.readouterr().out
