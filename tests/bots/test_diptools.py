"""Charts of experiments: what an expression says, what is in a table, and that a picture can stand on a strict page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from adjudication.powers import POWERS
from bots.experiment.diptools import drawing
from bots.experiment.diptools.drawing import KINDS, draw
from bots.experiment.diptools.expressions import Expression, ExpressionError, read_expression
from bots.experiment.diptools.moments import Moment, moments_of
from bots.experiment.diptools.ready import READY
from bots.experiment.diptools.tables import (
    ChartData,
    Subject,
    as_csv,
    of_experiment,
    of_game,
    of_session,
    parts_of,
    subjects_of,
)
from bots.experiment.figures import Figures
from bots.experiment.statistics import wilson

LABELS = ("talker", "big bot")
PLAYERS: Any = {power: "talker" if power in ("AUS", "FRA") else "big bot" for power in POWERS}


def moment(of: Mapping[str, Any] | None = None, between: Mapping[str, Any] | None = None) -> Moment:
    counts: Any = {power: (of or {}).get(power, {}) for power in POWERS}
    return Moment(PLAYERS, counts, between or {})


ONE = moment(
    {"AUS": {"centers": 6, "kept": 3, "broken": 1, "first": 1}, "FRA": {"centers": 2}, "TUR": {"centers": 8}},
    {
        "AUS FRA": {"attacks": 2, "deals": 1},
        "FRA AUS": {"attacks": 5, "deals": 1, "kept": 3},
        "AUS TUR": {"supports": 4, "attacks": 1},
    },
)


def value(text: str, *moments: Moment, power: Any = "AUS") -> float | None:
    return read_expression(text, LABELS).value(moments or (ONE,), max(0, len(moments) - 1), power)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("centers", 6),
        ("centers + 2 * 3 - 4 / 2", 10),
        ("-(centers - 1)", -5),
        ("kept / (kept + broken)", 0.75),
        ("deals / void", None),
        ("attacks on FRA", 2),
        ("attacks on france", 2),
        ("attacks from FRA", 5),
        ('attacks on "big bot"', 1),
        ("attacks on talker", 2),
        ("supports for TUR", 4),
        ("deals with FRA", 1),
        ("kept from FRA", 3),
        ("trust", 4 / 6),
        ("trust in FRA", 4 / 5),
        ("trust in TUR", 1 / 2),
        ("share(centers)", 37.5),
        ("together(centers)", 8),
        ("seats", 2),
        ("most(kept, 9) + least(kept, 9)", 12),
        ("centers >= 6", 1),
        ("100 * (centers = 5)", 0),
    ],
)
def test_an_expression_says_a_value(text: str, wanted: float | None) -> None:
    assert value(text) == (None if wanted is None else pytest.approx(wanted))


def test_a_total_goes_over_the_phases_so_far() -> None:
    phases = [moment({"AUS": {"kept": 1}}), moment({"AUS": {"kept": 2, "broken": 3}}), moment({"AUS": {"kept": 9}})]
    assert value("total(kept)", *phases[:2]) == 3
    assert value("kept", *phases[:2]) == 2
    assert value("trust", *phases[:2]) == pytest.approx(4 / 8)


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("", 1, "nothing here"),
        ("kept + centres", 8, "perhaps 'centers'"),
        ("kept +", 7, "ends too early"),
        ("(kept", 6, "there could follow ')'"),
        ("kept)", 5, "does not fit"),
        ("3 ? 4", 3, "'?' means nothing"),
        ("attacks FRA", 9, "before a power or a bot goes"),
        ("attacks with FRA", 9, "After 'attacks' goes on or from"),
        ("centers on FRA", 1, "not counted between two"),
        ("supports", 1, "between two players"),
        ("deals with smallbot", 12, "no power and no bot 'smallbot'"),
        ("total", 1, "wants brackets"),
        ("average(kept)", 1, "no 'average(…)'"),
        ("share(kept, broken)", 1, "of 1, not of 2"),
        ("total(total(total(kept)))", 1, "more than 2 functions"),
        ("(" * 21 + "1" + ")" * 21, 1, "more than 20 deep"),
        ("- " * 30 + "1", 1, "more than 20 deep"),
        ("1" * 201, 200, "at most 200"),
    ],
)
def test_a_wrong_expression_is_told_where_and_why(text: str, at: int, words: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        read_expression(text, LABELS)
    assert caught.value.at == at
    assert words in caught.value.text


@pytest.mark.parametrize("text", READY)
def test_ready_made_expressions_can_be_read(text: str) -> None:
    read_expression(text, LABELS)


def game(session: str, number: int, centers: int) -> Figures:
    of: Any = {power: {"centers": centers if power == "AUS" else 1, "first": int(power == "AUS")} for power in POWERS}
    return Figures(session, number, PLAYERS, of, {}, None, 1)


GAMES = [game("one", 0, 4), game("one", 1, 6), game("other", 100_000, 9)]
CENTERS = read_expression("centers", LABELS)


def cells(table: ChartData) -> dict[tuple[str, str], tuple[float, float | None, float | None, int]]:
    return {(cell.x, cell.series): (cell.value, cell.low, cell.high, cell.games) for cell in table.cells}


def test_an_experiment_is_means_of_sessions_with_intervals_over_games() -> None:
    found = cells(of_experiment("E", ["one", "other"], GAMES, [CENTERS], subjects_of(LABELS, "bots")))
    # Two talkers of 4 and 1, then of 6 and 1: games of 2.5 and 3.5.
    mean, low, high, games = found["one", "talker"]
    assert (mean, games) == (3.0, 2)
    assert [low, high] == pytest.approx([3 - 1.959964 * 0.5, 3 + 1.959964 * 0.5])
    assert found["other", "talker"] == (5.0, None, None, 1)


def test_a_session_is_its_games_and_any_players_may_be_chosen() -> None:
    table = of_session("S", GAMES[:2], [CENTERS, read_expression("first", LABELS)], [Subject(None, "AUS")])
    assert cells(table) == {
        ("1", "Austria: centers"): (4, None, None, 1),
        ("2", "Austria: centers"): (6, None, None, 1),
        ("1", "Austria: first"): (1, None, None, 1),
        ("2", "Austria: first"): (1, None, None, 1),
    }


def test_a_bot_is_asked_about_by_the_power_it_plays() -> None:
    table = of_session("S", GAMES[:1], [CENTERS], subjects_of(LABELS, "both"))
    assert {(cell.series, cell.value) for cell in table.cells if cell.subject.bot == "talker"} == {
        ("talker as Austria", 4),
        ("talker as France", 1),
    }


RECORD: dict[str, Any] = {
    "players": PLAYERS,
    "phases": [
        {
            "phase": "S1901M",
            "units": ["AUS A VIE", "FRA A TYR"],
            "centers": {"AUS": ["VIE"], "FRA": ["PAR"]},
            "orders": {"AUS": ["A VIE - TYR"], "FRA": ["A TYR S A VIE - BOH"]},
            "outcomes": [{"order": "A VIE - TYR", "result": "ok"}],
            "talk": ["propose(aus,fra,pce(aus,fra))"],
            "promises": [{"power": "FRA", "powers": ["AUS", "FRA"], "state": "broken"}],
        },
    ],
    "final": {"phase": "F1901M", "units": ["AUS A TYR"], "centers": {"AUS": ["VIE", "PAR"], "FRA": []}},
}


def test_a_game_is_its_phases_and_ends_with_its_last_board() -> None:
    moments = moments_of(RECORD)
    asked = [read_expression(text, LABELS) for text in ("centers", "attacks on FRA", "broken to AUS", "trust")]
    table = of_game("G", moments, asked, [Subject(None, "AUS"), Subject(None, "FRA")])
    found = {key: value for key, (value, *_) in cells(table).items()}
    assert [found[x, "Austria: centers"] for x in table.xs] == [1, 2]
    assert found["S1901M", "Austria: attacks on FRA"] == 1
    assert found["S1901M", "France: broken to AUS"] == 1
    assert found["F1901M (end)", "France: trust"] == pytest.approx(1 / 3)


def sessions(*asked: Expression) -> ChartData:
    return of_experiment("A <b> & c", ["one", "other"], GAMES, asked or [CENTERS], subjects_of(LABELS, "powers"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_has_a_title_and_nothing_a_strict_page_forbids(kind: Any) -> None:
    svg = draw(sessions(), kind, {"AUS": "#b4310a"})
    root = ET.fromstring(svg)
    assert [each.attrib["role"] for each in root.iter() if "role" in each.attrib] == ["img"]
    assert root[0].tag.endswith("title")
    assert (root[0].text or "").startswith("A <b> & c")
    assert not any("style" in each.attrib or each.tag.endswith(("style", "script")) for each in root.iter())
    assert "#b4310a" in svg
    assert "Austria" in svg
    assert "Turkey" in svg


@pytest.mark.parametrize(
    "name", ["four talkers among two mutes and one who does nothing", "\"'];\\ datum.y </text>", "é" * 60, "a"]
)
def test_names_of_sessions_are_whole_however_long_and_strange(name: str) -> None:
    games = [replace(game, session=name) for game in GAMES]
    svg = draw(of_experiment("E", [name, "other"], games, [CENTERS], subjects_of(LABELS, "powers")))
    words = "".join(each.text or "" for each in ET.fromstring(svg).iter() if each.tag.endswith(("text", "tspan")))
    assert "".join(name.split()) in "".join(words.split())


def test_a_long_title_makes_no_wider_picture() -> None:
    def width(title: str) -> str:
        table = of_experiment(title, ["one", "other"], GAMES, [CENTERS], subjects_of(LABELS, "powers"))
        return ET.fromstring(draw(table)).attrib["width"]

    assert width("Long words " * 40) == width("E")


def test_no_two_lines_look_alike() -> None:
    asked = [read_expression(f"centers + {number}", LABELS) for number in range(10)]
    table = of_experiment("E", ["one", "other"], GAMES, asked, subjects_of(LABELS, "bots"))
    assert len(table.series) > 16
    assert len(set(drawing._colours(table, {}))) == len(table.series)


def test_a_pie_shows_parts_of_all_games_together() -> None:
    parts = {name: round(percent, 1) for name, _, percent in parts_of(sessions())}
    # 19 of Austria's, three of each of six others.
    assert parts["Austria"] == round(100 * 19 / 37, 1)
    assert sum(parts.values()) == pytest.approx(100, abs=0.5)


def test_what_grows_beyond_all_numbers_is_left_out() -> None:
    large = "9" * 90
    beyond = read_expression(f"{large} * {large} * centers", LABELS)
    assert sessions(beyond).cells, "a large number is one"
    squared = replace(beyond, value=lambda *asked: float("inf") * (beyond.value(*asked) or 0))
    assert sessions(squared).cells == ()


@pytest.mark.parametrize("kind", ["pie", "stacked"])
def test_what_is_less_than_nothing_is_no_part(kind: Any) -> None:
    with pytest.raises(ValueError, match="less than nothing"):
        draw(sessions(read_expression("0 - centers", LABELS)), kind)


def test_the_csv_has_a_line_a_point_and_no_formulas() -> None:
    table = of_experiment("E", ["=one"], [replace(GAMES[0], session="=one")], [CENTERS], [Subject("talker", None)])
    assert as_csv(table).splitlines() == [
        "session,series,bot,power,value,low,high,games",
        "'=one,talker,talker,,2.5,,,1",
    ]


def test_two_figures_of_one_power_have_two_colours() -> None:
    table = sessions(CENTERS, read_expression("first", LABELS))
    colours = drawing._colours(table, dict.fromkeys(POWERS, "#b4310a"))
    found = dict(zip(table.series, colours, strict=True))
    assert found["Austria: centers"] == "#b4310a"
    assert found["Austria: first"] != "#b4310a"


def drawn(table: ChartData, **colours: Any) -> ET.Element:
    return ET.fromstring(draw(table, "points", dict[Any, str](colours)))


def test_points_and_lines_draws_a_line_over_the_sessions() -> None:
    paths = [each.attrib.get("d", "") for each in drawn(sessions(), AUS="#b4310a").iter() if each.tag.endswith("path")]
    assert sum(1 for path in paths if path.count("L") == 1 and path.startswith("M")) >= len(POWERS)


def test_white_marks_have_an_outline_also_in_the_legend() -> None:
    white = [each for each in drawn(sessions(), RUS="#fefee6").iter() if each.attrib.get("fill") == "#fefee6"]
    assert len(white) >= 2
    assert all(each.attrib.get("stroke") not in (None, "transparent", "#fefee6") for each in white)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("100 * fulfilled / (kept + broken)", 100.0),
        ("standing / kept", 1.0),
        ("kept / (fulfilled + broken)", None),
        ("together(drawn)", None),
        ("deals / proposals", None),
        ("first", 1),
        ("100 * first", 100),
        ("first * 100", 100),
        ("100 * together(first)", 100),
        ("100 * (centers >= 10)", 100),
        ("share(messages)", 100),
        ("share((messages))", 100),
        ("share(kept - broken)", None),
        ("share(0 - messages)", None),
        ("100 * share(kept - broken) / 100", None),
        ("100 * kept / (kept + broken)", 100),
        ("100 * successes / moves", 100),
        ("together(alive)", None),
        ("centers", None),
        ("total(kept) - total(broken)", None),
        ("100 * seats / 7", None),
        ("first + solo", None),
    ],
)
def test_a_share_is_known_by_its_expression(text: str, whole: float | None) -> None:
    assert read_expression(text, LABELS).whole == whole


def test_a_share_has_the_interval_of_wilson() -> None:
    asked = read_expression("100 * first", LABELS)
    found = cells(of_experiment("E", ["one", "other"], GAMES, [asked], [Subject(None, "AUS")]))
    value, low, high, _ = found["one", "Austria"]
    assert (value, high) == (100, 100)
    assert low == pytest.approx(100 * wilson(2, 2)[0])


def test_equal_games_have_no_interval_of_width_zero() -> None:
    games = [game("one", 0, 5), game("one", 1, 5)]
    found = cells(of_experiment("E", ["one"], games, [CENTERS], [Subject(None, "AUS")]))
    assert found["one", "Austria"] == (5, None, None, 2)
