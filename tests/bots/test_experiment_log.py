"""The log of an experiment is as its schema and its codebook say."""

import json
from pathlib import Path

import pytest

from bots.arena.game import play
from bots.experiment.figures import figures_of
from bots.experiment.file.plans import games_of, plan_of, record_of
from bots.experiment.file.reading import read_declaration
from bots.experiment.log import packed, unpacked
from bots.experiment.logformat import LogFormatError, checked, codebook, schema

DOCS = Path(__file__).resolve().parents[2] / "docs"

FILE = """version = 1
name = "Everything there is in a log"
trace = true
games = 1
terms.last_year = 1903
[[sessions]]
name = "talk"
seats = { blabbot = 2, dumbbot = 2, random-negotiator = 2, randombot = 1 }
"""


@pytest.fixture(scope="module")
def line() -> bytes:
    declaration = read_declaration(FILE)
    (game,) = games_of(declaration)
    return packed(record_of(declaration, play(plan_of(declaration, game))))


def test_every_line_is_as_the_types_say(line: bytes) -> None:
    record = unpacked(line)
    assert checked(record) == record
    fields = {name for phase in record["phases"] for name in phase}
    assert {"talk", "english", "deals", "promises", "minds"} <= fields
    assert any(phase["dislodged"] for phase in record["phases"])


def test_a_drawn_game_is_logged_and_counted() -> None:
    declaration = read_declaration(
        FILE.replace("{ blabbot = 2, dumbbot = 2, random-negotiator = 2, randombot = 1 }", "{ blabbot = 7 }")
    )
    (game,) = games_of(declaration)
    record = unpacked(packed(record_of(declaration, play(plan_of(declaration, game)))))
    assert checked(record) == record
    assert len(record["ending"]["talk"]) == len(record["ending"]["english"]) > 0
    figures = figures_of(record)
    for counts in figures.of.values():
        assert (counts["drawn"], counts["solo"], round(7 * counts["first"], 9)) == (1, 0, 1)
    phases = sum(len(phase.get("talk", ())) for phase in record["phases"])
    assert sum(counts["messages"] for counts in figures.of.values()) == phases + len(record["ending"]["talk"])


def test_a_log_of_another_version_or_shape_is_refused_in_words(line: bytes) -> None:
    record = unpacked(line)
    with pytest.raises(LogFormatError, match=r"version 7; this program reads 1\. Play its experiment again"):
        checked(record | {"version": 7})
    with pytest.raises(LogFormatError, match="of version none"):
        checked({name: value for name, value in record.items() if name != "version"})
    record["phases"][0]["orders"]["FRA"] = "A PAR H"
    with pytest.raises(LogFormatError, match=r"Expected `array`, got `str` - at `\$\.phases\[0\]\.orders"):
        checked(record)
    with pytest.raises(LogFormatError, match="unknown field `extra`"):
        checked(unpacked(line) | {"extra": 1})


def test_schema_and_codebook_are_those_of_the_types() -> None:
    """After a change: the two commands at the top of `bots/experiment/logformat.py`."""
    assert (DOCS / "experiment-log.schema.json").read_text(encoding="utf-8") == schema()
    assert (DOCS / "codebook.md").read_text(encoding="utf-8") == codebook()
    assert json.loads(schema())["$ref"] == "#/$defs/Game"
