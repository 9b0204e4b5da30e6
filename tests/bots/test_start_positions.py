"""Experiments and arena games that begin with any position."""

import pytest

from adjudication.engine import adjudicate
from adjudication.packed import position_word, read_word
from adjudication.position import opening, position_as_dict
from adjudication.position_text import format_position, parse_position
from adjudication.powers import POWERS
from bots.arena.__main__ import main
from bots.arena.game import GamePlan, play
from bots.arena.positions import read_first
from bots.experiment.figures import figures_of
from bots.experiment.file.plans import Numbered, labels_of, plan_of, record_of
from bots.experiment.file.reading import BadFileError, read_declaration
from bots.experiment.report import report_of

FALL = adjudicate(opening(), {}).next
WORD = position_word(FALL)
HELD = "BEL BER BRE DEN EDI HOL KIE LON LVP MAR MUN NAP PAR POR ROM SPA TUN VEN"
WON = parse_position(f"Spring 1905\nFrance: A PAR; centers {', '.join(HELD.split())}\n")
FILE = """
version = 1
name = "Boards"
games = 4
{top}
[terms]
last_year = 1901
press_level = 0
[[sessions]]
name = "one"
seats = {{ randombot = 2, holdbot = 5 }}
[[sessions]]
name = "two"
seats = {{ randombot = 2, holdbot = 5 }}
"""


def file_with(*top: str) -> str:
    return FILE.format(top="\n".join(top))


def test_a_game_of_the_arena_begins_with_its_position() -> None:
    record = play(GamePlan(0, 1, dict.fromkeys(POWERS, "holdbot"), 1901, 5.0, level=0, first=WORD))
    assert record["phases"][0]["phase"] == "F1901M"


@pytest.mark.parametrize("text", [WORD, format_position(FALL), f"  {WORD}\n"])
def test_a_position_is_read_as_word_or_as_text(text: str) -> None:
    assert read_first(text) == WORD


def test_game_i_of_each_session_begins_with_position_i_and_round_again() -> None:
    first = position_word(opening())
    text = format_position(FALL).replace("\n", "\\n")
    declaration = read_declaration(file_with(f'positions = ["{first}", "{text}"]'))
    begun = [[plan_of(declaration, Numbered(session, game)).first for game in range(4)] for session in (0, 1)]
    assert begun == [[first, WORD, first, WORD]] * 2


def test_matched_sessions_have_the_same_powers_and_chance() -> None:
    matched, free = (read_declaration(file_with(f"matched = {each}")) for each in ("true", "false"))
    for declaration, are_alike in ((matched, True), (free, False)):
        pairs = [[Numbered(session, game) for session in (0, 1)] for game in range(4)]
        dealt = [[labels_of(declaration, each) for each in pair] for pair in pairs]
        assert all(one == other for one, other in dealt) == are_alike
    one, two = (play(plan_of(matched, Numbered(session, 2))) for session in (0, 1))
    assert one["phases"] == two["phases"]
    assert one["game"] != two["game"]


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        ('positions = "S1901M"', "'positions' is a list of at most 1000 texts"),
        ("positions = [1]", "'positions' is a list of at most 1000 texts"),
        ('positions = ["nonsense"]', "Position 1 cannot stand on the board"),
        (f'positions = ["{WORD[:-8]}"]', "Position 1 cannot stand on the board"),
        (f'positions = ["{WORD}", "{position_word(WON)}"]', "position 2: it is won already"),
        ('positions = ["Spring 1901"]', "position 1: nobody has anything to order"),
        ('positions = ["Spring 1907\\nFrance: A PAR"]', "it is of 1907, and 'one' ends with 1901"),
        ("matched = 1", "'matched' is true or false"),
    ],
)
def test_a_position_that_cannot_be_is_told_with_its_line(top: str, expected: str) -> None:
    with pytest.raises(BadFileError) as problem:
        read_declaration(file_with(top))
    assert any(expected in fault.text and fault.line == 5 for fault in problem.value.faults)


def test_people_are_not_dealt_a_power_that_has_nothing() -> None:
    text = file_with('positions = ["Spring 1901\\nFrance: A PAR"]').replace("holdbot = 5", "person = 1, holdbot = 4")
    with pytest.raises(BadFileError, match="Austria has nothing there, and a person may be dealt any power"):
        read_declaration(text + '[people]\nconsent = "Yes."\n')


def test_the_report_shows_the_start_positions() -> None:
    text = file_with(f'positions = ["{WORD}"]', "matched = true")
    declaration = read_declaration(text)
    record = record_of(declaration, play(plan_of(declaration, Numbered(0, 0))))
    page = report_of(declaration, text, [figures_of(record)], "1")
    assert "<h2>Start positions</h2>" in page
    assert "Fall 1901" in page


def test_the_arena_begins_with_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--seats", "holdbot", "--games", "1", "--until", "1901", "--jobs", "1", "--quiet", "--level", "0"]
    assert main([*words, "--position", WORD]) == 0
    with pytest.raises(SystemExit):
        main([*words, "--position", "nonsense"])
    assert "The position cannot be used" in capsys.readouterr().err


def test_a_word_is_read_back_as_the_position() -> None:
    assert position_as_dict(read_word(WORD)) == position_as_dict(FALL)
