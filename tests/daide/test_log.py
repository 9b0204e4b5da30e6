"""Recorded games as DAIDE logs."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.games import GameFileError, RecordedGame, read_game
from adjudication.position import Position
from daide.log import ALL_FORMATS, read, write
from tests.adjudication.games.odd import late_game
from tests.adjudication.games.recorded import ENDED, bots_game, random_game
from tests.effort import examples


def boards(game: RecordedGame) -> list[Position]:
    return [*(each.position for each in game.phases), game.final]


@pytest.mark.parametrize("name", [*ENDED, "4-running"])
def test_a_log_leads_to_the_same_boards(name: str) -> None:
    game = bots_game(name)
    back = read_game(write(game), formats=ALL_FORMATS)
    assert boards(back) == boards(game)
    assert (back.ending, back.winner, back.sharers) == (game.ending, game.winner, game.sharers)


@given(seed=st.integers(0, 2**32), phases=st.integers(0, 20))
@settings(max_examples=examples(25))
def test_a_random_game_leads_to_the_same_boards(seed: int, phases: int) -> None:
    game = random_game(seed, phases)
    assert boards(read(write(game))) == boards(game)


def test_what_our_client_prints_is_read() -> None:
    game = bots_game("4-running")
    lines = "".join(f"< {line}\n> SUB ((FRA AMY PAR) HLD)\nNo message.\n" for line in write(game).splitlines())
    assert boards(read(lines)) == boards(game)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (
            "((AUS AMY BUD) MTO SER)",
            "((AUS AMY BUD) HLD)",
            "F1901M: after Spring 1901, movement the file has AUS A SER",
        ),
        ("((AUS AMY BUD) MTO SER)", "((AUS AMY SER) HLD)", "S1901M: .* is not an order at this board .NSU"),
        ("((AUS AMY BUD) MTO SER)", "((AUS AMY BUD) MTO XYZ)", "line [0-9]+: at letter .*there is no token 'XYZ'"),
        ("((AUS AMY BUD) MTO SER)", "((AUS AMY BUD MTO SER", "line [0-9]+: this is not a message of a server"),
        ("ORD (SPR 1901) ((AUS AMY BUD)", "ORD (FAL 1901) ((AUS AMY BUD)", "the file leaves out S1901M"),
        ("SCO (AUS BUD TRI VEN VIE)", "SCO (AUS BUD TRI VEN)", "VIE belongs to nobody in the file, and to Austria"),
        ("NOW (SPR 1901)", "NOT (SPR 1901)", "before the first board"),
    ],
)
def test_a_log_that_does_not_hold_together(before: str, after: str, words: str) -> None:
    text = write(bots_game("1-draw"))
    assert before in text
    with pytest.raises(GameFileError, match=words):
        read(text.replace(before, after, 1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no board is in the log"),
        ("NOW (SPR 1901) " + "(" * 9000, "not a message of a server"),
        ("NOW (SPR 1901) " + "(AUS AMY BUD) " * 9000, "at most 20000 characters"),
    ],
)
def test_a_log_that_is_none(text: str, words: str) -> None:
    with pytest.raises(GameFileError, match=words):
        read(text)


def test_years_of_daide_end() -> None:
    assert "(SPR 8191)" in write(read_game(late_game(8191)))
    with pytest.raises(GameFileError, match="S8192M: a year of DAIDE is at most 8191"):
        write(read_game(late_game(8192)))


def test_a_log_that_was_cut_off() -> None:
    text = write(bots_game("1-draw"))
    with pytest.raises(GameFileError, match="ends with orders"):
        read(text[: text.rindex("NOW")])


def test_the_command_converts_logs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "daide.convert", "--to", "diplomacy"],
        input=write(bots_game("3-solo")).encode(),
        capture_output=True,
        check=True,
    )
    assert read_game(done.stdout.decode()).final == bots_game("3-solo").final
