"""Deals: when a partner signs, and which deals are a puzzle."""

import pytest

from adjudication.position import Position
from adjudication.powers import as_power
from adjudication.written import format_order, parse_written
from bots.puzzles.checking import check
from bots.puzzles.dealing import deals_in
from bots.puzzles.goal import Goal
from bots.puzzles.making import deal_puzzles_in
from bots.puzzles.proving import Problem
from bots.puzzles.puzzle import Puzzle, task_of
from bots.puzzles.searching import row_of
from tests.bots.boards import board
from tests.bots.puzzles.exhaustive import is_needed, other_answers, stands

AUSTRIA, ITALY = as_power("AUS"), as_power("ITA")

CENTERS = {"AUS": "BUD VIE TRI", "ITA": "VEN", "TUR": "SER", "GER": "MUN"}
# Each of the two needs a support of the other: in Serbia, and in Munich.
SWAP = board(
    "F1903M", "AUS A BUD", "AUS A BOH", "ITA A TRI", "ITA A TYR", "TUR A SER", "GER A MUN", centers=CENTERS
)  # fmt: skip
# Nobody can keep Italy out of Munich.
OPEN = board("F1903M", "AUS A BUD", "ITA A TRI", "ITA A TYR", "TUR A SER", centers=CENTERS)
SERBIA = Goal("deal", AUSTRIA, "SER", partner=ITALY, other="MUN")

OURS = ("A BUD - SER", "A BOH S A TYR - MUN")
THEIRS = ("A TRI S A BUD - SER", "A TYR - MUN")


def orders(*texts: str) -> list:
    found = [parse_written(text, "M") for text in texts]
    assert None not in found
    return found


@pytest.mark.parametrize(
    ("position", "texts", "fault", "other"),
    [
        (SWAP, (*OURS, *THEIRS), "", "MUN"),
        # Italy gets nothing.
        (SWAP, ("A BUD - SER", "A TRI S A BUD - SER"), "nothing", ""),
        # Italy's own home center is nothing it could win.
        (SWAP, ("A BUD - SER", "A TRI - VEN"), "nothing", ""),
        # It would win one of Austria's.
        (SWAP, ("A BUD - SER", "A TYR - VIE"), "nothing", ""),
        # Without a support a German army in Munich just holds.
        (SWAP, ("A BUD - SER", *THEIRS), "unsure", "MUN"),
        # Italy is sure of Munich; we are not of Serbia.
        (SWAP, (*OURS, "A TYR - MUN"), "goal", "MUN"),
        (OPEN, ("A BUD - SER", *THEIRS), "alone", "MUN"),
    ],
)
def test_a_partner_signs_what_wins_it_a_center_it_would_not_win_alone(
    position: Position, texts: tuple[str, ...], fault: str, other: str
) -> None:
    found = check(position, SERBIA, orders(*texts))
    assert (found.right, found.fault, found.other) == (fault == "", fault, other)


def test_who_would_win_it_alone_is_shown_against_everybody() -> None:
    found = check(OPEN, SERBIA, orders("A BUD - SER", *THEIRS))
    assert ITALY not in found.reply


def test_what_a_deal_does_not_name_holds_and_others_know_the_deal() -> None:
    guarded = board(
        "F1903M", "AUS A BUD", "AUS A BOH", "ITA A TRI", "ITA A TYR", "TUR A SER", "GER A MUN", "RUS A SIL",
        centers=CENTERS,
    )  # fmt: skip
    found = check(guarded, SERBIA, orders(*OURS, *THEIRS))
    assert found.fault == "unsure"
    told = {power: [format_order(order) for order in mine] for power, mine in found.reply.items()}
    assert told == {"RUS": ["A SIL S A MUN"]}


def test_the_only_deal_is_found_and_named() -> None:
    found = list(deals_in(SWAP))
    assert (SERBIA, [4]) in [(goal, [len(plan) for plan in answer.plans]) for goal, answer in found]
    problem = Problem(SWAP, SERBIA)
    answer = next(answer for goal, answer in found if goal == SERBIA)
    assert sorted(map(format_order, problem.orders_of(row_of(problem, answer.plans[0]), problem.mine))) == sorted(
        (*OURS, *THEIRS)
    )


def test_where_one_side_needs_no_help_there_is_no_deal_to_find() -> None:
    assert list(deals_in(OPEN)) == []
    spring = board("S1903M", *(f"{unit.power} {unit.kind} {unit.region}" for unit in SWAP.units), centers=CENTERS)
    assert list(deals_in(spring)) == []


def test_a_puzzle_of_a_deal_is_written_read_and_proven_by_the_reference() -> None:
    puzzle = next(each for each in deal_puzzles_in(SWAP, "test") if each.goal == SERBIA)
    assert Puzzle.from_dict(puzzle.as_dict()) == puzzle
    assert task_of(puzzle.goal, puzzle.position) == "Make a deal with Italy that wins you Serbia this fall."
    assert puzzle.themes[0] == "deal"
    assert stands(puzzle, puzzle.answer, 3000)
    assert is_needed(puzzle)
    assert other_answers(puzzle, 3000) == []


def test_a_deal_without_a_partner_is_no_goal() -> None:
    with pytest.raises(ValueError, match="needs a partner"):
        Goal.from_dict({"kind": "deal", "power": "AUS", "place": "SER"})
