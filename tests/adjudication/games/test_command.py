"""`python -m adjudication convert`."""

import gzip
import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import process_time
from types import SimpleNamespace

import pytest

from adjudication.__main__ import main
from adjudication.games import FORMATS, GameFileError, read_game, text_of
from tests.adjudication.games.recorded import bots_game


def test_a_file_is_converted(tmp_path: Path) -> None:
    game = bots_game("2-draw")
    ours, theirs = tmp_path / "game.json", tmp_path / "saved.json"
    ours.write_text(FORMATS["dipgame"].write(game), encoding="utf-8")
    assert main(["convert", "--to", "diplomacy", str(ours), str(theirs)]) == 0
    assert theirs.read_text(encoding="utf-8") == FORMATS["diplomacy"].write(game)


def test_one_game_of_many_is_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "games.jsonl", tmp_path / "game.json"
    games = [bots_game("1-draw"), bots_game("3-solo")]
    file.write_text("".join(FORMATS["diplomacy"].write(game) for game in games), encoding="utf-8")
    assert main(["convert", "--to", "dipgame", "--line", "2", str(file), str(out)]) == 0
    assert read_game(out.read_text(encoding="utf-8")) == games[1]
    assert main(["convert", "--to", "dipgame", str(file)]) == 1
    assert "more after the first game" in capsys.readouterr().err
    assert main(["convert", "--to", "dipgame", "--line", "3", str(file)]) == 1
    assert "no line 3; there are 2" in capsys.readouterr().err


def test_a_line_ends_where_json_ends_it(tmp_path: Path) -> None:
    """Other marks that part lines for Python stand inside texts."""
    file, out = tmp_path / "games.jsonl", tmp_path / "game.json"
    games = [replace(bots_game("1-draw"), name="Tea\u2028and \x85"), bots_game("3-solo")]
    lines = [FORMATS["diplomacy"].write(game).encode().decode("unicode_escape").strip() for game in games]
    assert "\u2028" in lines[0]
    file.write_bytes("\r\n".join([*lines, ""]).encode())
    assert main(["convert", "--to", "dipgame", "--line", "2", str(file), str(out)]) == 0
    assert read_game(out.read_text(encoding="utf-8")) == games[1]
    assert main(["convert", "--to", "dipgame", "--line", "3", str(file)]) == 1


def test_a_compressed_file_is_converted(tmp_path: Path) -> None:
    game = bots_game("2-draw")
    file, out = tmp_path / "game.json.gz", tmp_path / "game.xml"
    file.write_bytes(gzip.compress(FORMATS["dipgame"].write(game).encode()))
    assert main(["convert", "--to", "jdip", str(file), str(out)]) == 0
    assert out.read_text(encoding="utf-8") == FORMATS["jdip"].write(game)


def test_a_file_that_grows_without_end() -> None:
    with pytest.raises(GameFileError, match="more than 1,000,000 bytes"):
        text_of(gzip.compress(b" " * 50_000_000), 1_000_000)


def test_joined_compressed_files_are_one_text() -> None:
    parts = gzip.compress(b"one\n") + gzip.compress(b"two\n") + b"\0" * 8
    assert text_of(parts, 8) == "one\ntwo\n"
    with pytest.raises(GameFileError, match="more than 7 bytes"):
        text_of(parts, 7)


@pytest.mark.parametrize("more", [b"rest", gzip.compress(b"two", mtime=0)[:-9], b"\x1f\x8bxyz"])
def test_what_follows_a_compressed_file_is_not_passed_over(more: bytes) -> None:
    with pytest.raises(GameFileError, match="the compressed file is"):
        text_of(gzip.compress(b"one") + more, 100)


def test_many_empty_compressed_files_are_read_soon() -> None:
    begun = process_time()
    assert text_of(gzip.compress(b"") * 49_000, 1_000_000) == ""
    assert process_time() - begun < 3


def test_standard_input_is_converted() -> None:
    game = bots_game("2-draw")
    done = subprocess.run(
        [sys.executable, "-m", "adjudication", "convert", "--to", "dipgame"],
        input=FORMATS["diplomacy"].write(game).encode(),
        capture_output=True,
        check=True,
    )
    assert read_game(done.stdout.decode()) == game


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (gzip.compress(b"{}", mtime=0)[:-9], "the compressed file is not complete"),
        (b"\x1f\x8b" + b"xyz" * 9, "the compressed file is damaged"),
        (b"{", "standard input: this is not JSON"),
        (b"\xff{", "no text in UTF-8"),
        (b"", "no game in a format"),
    ],
)
def test_a_text_without_a_game_is_refused(
    text: bytes, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    assert main(["convert", "--to", "diplomacy"]) == 1
    assert words in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--to", "diplomacy", str(tmp_path / "nothing")]) == 1
    assert "No such file" in capsys.readouterr().err
