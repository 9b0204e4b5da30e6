"""Odd files of strangers are refused in a sentence, and soon."""

from dataclasses import replace
from operator import itemgetter
from time import process_time

import pytest

from adjudication.games import FORMATS, GameFileError, RecordedGame, read_game
from tests.adjudication.games.odd import ODD
from tests.scored import each_of


@each_of(ODD, name=itemgetter(0))
def test_an_odd_file_is_refused_in_words(case: tuple[str, str, str]) -> None:
    _, text, words = case
    with pytest.raises(GameFileError, match=words):
        read_game(text)


@pytest.mark.parametrize("error", [KeyError("STP/NC"), IndexError("list index"), TypeError("x"), UnicodeError("x")])
def test_an_error_of_a_reader_is_a_sentence(error: Exception) -> None:
    def read(text: str) -> RecordedGame:
        raise error

    formats = {"judge": replace(FORMATS["judge"], read=read)}
    with pytest.raises(GameFileError, match=f"something in it cannot be read as judge: {type(error).__name__}"):
        read_game("", "judge", formats=formats)


def test_what_is_wrong_is_said_once() -> None:
    with pytest.raises(GameFileError) as found:
        read_game("{", "dipgame")
    assert found.value.reason.startswith("this is not JSON")


def test_the_encoding_in_the_first_line_is_not_that_of_the_text() -> None:
    game = replace(read_game(FORMATS["jdip"].write(read_game(_begun()))), name="Zürich")
    text = FORMATS["jdip"].write(game).replace('version="1.0"?', 'version="1.0" encoding="iso-8859-1"?', 1)
    assert read_game(text).name == "Zürich"


def _begun() -> str:
    return "Starting position for Spring of 1901.\n\nFrance: Army Paris.\n"


@pytest.mark.parametrize("part", ['\\"', '{"', '\\"\\\\', '"a'])
def test_json_that_is_not_closed_is_refused_soon(part: str) -> None:
    text = '{"' + part * 16_001
    begun = process_time()
    with pytest.raises(GameFileError, match="not JSON"):
        read_game(text, "dipgame")
    assert process_time() - begun < 0.5


@pytest.mark.parametrize(("depth", "words"), [(60, "phases: must be a list|has at least"), (61, "more than 60 deep")])
def test_brackets_are_counted_where_they_are_read(depth: int, words: str) -> None:
    inner = depth - 1
    text = '{"format": "dipgame 1", "name": "[[[", "deep": ' + "[" * inner + "]" * inner + "}"
    with pytest.raises(GameFileError, match=words):
        read_game(text, "dipgame")


def test_brackets_without_end() -> None:
    with pytest.raises(GameFileError, match="more than 60 deep"):
        read_game('{"a": ' + "[" * 100_000, "dipgame")
