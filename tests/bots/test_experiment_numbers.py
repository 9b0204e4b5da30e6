"""Statistics of experiments agree with numbers worked out by hand.

The test, intervals, the chart, and one power's conduct.
"""

import json
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import binomtest

from adjudication.powers import POWERS
from bench.personalities import main
from bots.experiment.alone import format_conduct, format_powers, format_strength
from bots.experiment.behaviour import conduct_of
from bots.experiment.chart import draw_chart, shares_won, won_by_number
from bots.experiment.design import Design
from bots.experiment.diptools.drawing import draw
from bots.experiment.diptools.expressions import read_expression
from bots.experiment.diptools.moments import moment_of, moments_of
from bots.experiment.diptools.tables import of_lines
from bots.experiment.figures import Figures, figures_of
from bots.experiment.file.reading import read_declaration
from bots.experiment.local import SHIPPED
from bots.experiment.report import report_of
from bots.experiment.results import Mean, Result, Session, leaders_of, overall, result_of, sessions_of
from bots.experiment.statistics import Lot, chance_of_as_much, difference_of_shares, wilson
from bots.experiment.summary import format_means, format_summary, lines_of
from bots.experiment.table import format_csv, format_table

SVG = "{http://www.w3.org/2000/svg}"


def a_game(session: int, won: Fraction | int, leaders: int = 1, game: int = 0) -> Result:
    return Result(session, game, Fraction(won), leaders, False, False, (session * 5, (7 - session) * 4), {}, 0, {}, 0)


def a_session(number: int, won: int, games: int) -> Session:
    return Session(str(number), tuple(a_game(number, index < won, game=index) for index in range(games)))


def test_a_single_winner_is_a_negotiator_with_the_chance_n_in_seven() -> None:
    assert Lot(3).chances() == {Fraction(0): Fraction(4, 7), Fraction(1): Fraction(3, 7)}
    assert Lot(0).chances() == {Fraction(0): 1}
    assert Lot(7, 2).chances() == {Fraction(1): 1}
    assert Lot(2, 2).chances() == {Fraction(0): Fraction(10, 21), Fraction(1, 2): Fraction(10, 21), 1: Fraction(1, 21)}


def test_p_is_binomial_when_nobody_shares() -> None:
    exact = sum(comb(20, hits) * 2**hits * 5 ** (20 - hits) for hits in range(11, 21)) / 7**20
    assert chance_of_as_much([Lot(2)] * 20, Fraction(11)) == pytest.approx(exact)
    assert a_session(2, 11, 20).p == pytest.approx(exact)


@pytest.mark.parametrize(
    "total", [Fraction(0), Fraction(1, 3), Fraction(5, 6), Fraction(4, 3), Fraction(3), Fraction(7, 2)]
)
def test_p_counts_every_way_the_powers_can_be_drawn(total: Fraction) -> None:
    """Three games with shared first places, all 35 · 21 · 7 draws counted one by one."""
    lots = [Lot(3, 2), Lot(2, 3), Lot(1)]
    draws = list(product(*(list(combinations(range(7), lot.negotiators)) for lot in lots)))
    shares = [
        sum(
            (
                Fraction(sum(seat < lot.leaders for seat in drawn), lot.leaders)
                for lot, drawn in zip(lots, draw, strict=True)
            ),
            Fraction(0),
        )
        for draw in draws
    ]
    wanted = sum(share >= total for share in shares) / len(draws)
    assert chance_of_as_much(lots, total) == pytest.approx(wanted)


def test_very_small_p_values_are_not_lost_in_rounding() -> None:
    assert chance_of_as_much([Lot(1)] * 100, Fraction(100)) == pytest.approx(7.0**-100)
    assert chance_of_as_much([Lot(1)] * 100, Fraction(0)) == pytest.approx(1, abs=1e-12)
    assert chance_of_as_much([], Fraction(0)) == 1.0


def test_wilson() -> None:
    """Against the values of Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for hits, tries, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(hits, tries) == pytest.approx((low, high), abs=5e-5)
    assert wilson(0, 0) == (0, 1)
    assert wilson(0, 12)[0] == 0
    assert wilson(12, 12)[1] == 1


@pytest.mark.parametrize(("hits", "tries"), [(0, 1), (1, 1), (3, 7), (41, 42), (500, 1000)])
def test_wilson_agrees_with_scipy(hits: int, tries: int) -> None:
    found = binomtest(hits, tries).proportion_ci(method="wilson")
    assert wilson(hits, tries) == pytest.approx((found.low, found.high))


@pytest.mark.parametrize(("hits", "tries"), [(-1, 5), (6, 5), (1, 0)])
def test_more_hits_than_tries_are_refused(hits: int, tries: int) -> None:
    with pytest.raises(ValueError, match=f"hits are from 0 to {tries}"):
        wilson(hits, tries)


def test_the_difference_of_two_shares() -> None:
    """Against the values of Newcombe (1998), table II, method 10."""
    for one, other, low, high in (
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1),
        ((10, 10), (0, 10), 0.6075, 1),
    ):
        assert difference_of_shares(one, other) == pytest.approx((low, high), abs=5e-5)


def test_an_interval_of_a_share_stays_inside_its_whole() -> None:
    assert Mean.of([100.0]).interval(1, 100) == pytest.approx((20.65, 100), abs=0.01)
    assert Mean.of([0.0, 0.0]).interval(2, 1) == pytest.approx((0, 0.6576), abs=1e-4)
    assert Mean.of([4.0]).interval(1) is None
    assert Mean.of([4.0, 4.0]).interval(2) is None
    assert Mean(0.0, 0.0).interval(0, 1) is None
    low, high = Mean.of([3.0, 2.0]).interval(2, 1) or (0, 0)  # no share at all: the interval of a mean
    assert low < 2.5 < high


def test_the_table_has_intervals_of_all_shares_of_games() -> None:
    session = a_session(2, 1, 2)
    assert "0% (0% to 66%)" in format_table([session])
    heads, values = format_csv([session]).splitlines()
    row = dict(zip(heads.split(","), values.split(","), strict=True))
    for share in ("won", "outright", "drawn"):
        assert 0 <= float(row[f"{share}_low"]) <= float(row[share]) <= float(row[f"{share}_high"]) <= 1


def test_a_share_of_nothing_is_a_dash_with_its_reason() -> None:
    austria = conduct_of("AUS", RECORD)
    table = format_conduct({("dumbbot", "holdbot"): [austria]})
    assert table.splitlines()[-1].startswith("–: a share of nothing: no promise")
    assert "0% (0% to 79%)" in format_strength({("dumbbot", "holdbot"): [austria]})
    assert format_powers({("dumbbot", "holdbot"): [austria]}).endswith("–: no game was played with this power.")


def test_first_place_is_the_winner_or_all_who_have_most() -> None:
    centers = dict(zip(POWERS, (8, 8, 3, 3, 4, 4, 4), strict=True))
    assert leaders_of({"winner": None, "centers": centers}) == {"AUS", "ENG"}
    assert leaders_of({"winner": "FRA", "centers": centers}) == {"FRA"}
    shared = {"winner": None, "centers": centers, "ending": {"sharers": ["AUS", "ENG", "TUR"]}}
    assert leaders_of(shared) == {"AUS", "ENG", "TUR"}


def test_sessions_and_sums() -> None:
    sessions = sessions_of([a_game(2, 1), a_game(1, 0), a_game(2, 0, game=1), a_game(7, 1)])
    assert [(each.name, each.games) for each in sessions] == [("1", 1), ("2", 2), ("7", 1)]
    assert sessions[1].won == 0.5
    assert sessions[1].expected == pytest.approx(2 / 7)
    assert sessions[2].interval == (1, 1)
    assert sessions[2].p == 1
    both = overall(sessions, "1 to 6")
    assert both is not None
    assert both.games == 3
    assert both.expected == pytest.approx(5 / 21)
    assert both.won == pytest.approx(1 / 3)
    assert overall(sessions, "2 to 6", range(2, 7)) is None
    mine, theirs = (both.centers(of_negotiators=kind) for kind in (True, False))
    assert mine is not None
    assert theirs is not None
    assert (mine.value, theirs.value) == (5, 4)
    assert sessions[2].centers(of_negotiators=False) is None


def phase(name: str, orders: dict[str, list[str]], **more: Any) -> dict[str, Any]:
    centers = {"FRA": ["PAR", "MAR"], "GER": ["MUN"], "ITA": ["VEN"]}
    units = ["FRA A BUR", "FRA F SPA/SC", "GER A RUH", "ITA A PIE"]
    return {"phase": name, "units": units, "centers": centers, "orders": orders, "outcomes": [], **more}


PEACE = {"made": "S1902M", "powers": ["FRA", "GER"], "deal": "Agree([fra ger], pce([fra ger]))"}
DRAW = {"made": "S1902M", "powers": ["FRA", "ITA"], "deal": "Agree([fra ita], drw)"}


def promise(power: str, state: str, *powers: str) -> dict[str, Any]:
    return {"power": power, "powers": list(powers), "content": "…", "state": state, "reason": ""}


RECORD: dict[str, Any] = {
    "game": 9,
    "seats": {},
    "phases": [
        phase(
            "S1902M",
            {"FRA": ["A BUR - RUH", "F SPA/SC - GOL"], "GER": ["A RUH H"], "ITA": ["A PIE - MAR"]},
            talk=["propose(fra, ger, Agree([fra ger], pce([fra ger])))", "accept(ger, fra, …)", "propose(ita, fra, …)"],
            deals=[PEACE, DRAW],
            promises=[promise("FRA", "broken", "FRA", "GER")],
        ),
        phase("S1902R", {"ITA": ["A PIE - TUS"]}),
        phase(
            "F1902M",
            {"FRA": ["A BUR S F SPA/SC - MAR", "F SPA/SC - PIE"], "GER": ["A RUH S A BUR - MUN"]},
            talk=["propose(fra, ger, …)", "accept(ger, fra, …)"],
            deals=[PEACE | {"made": "F1902M"}, DRAW],
            promises=[promise("GER", "void", "FRA", "GER"), promise("ITA", "broken", "FRA", "ITA")],
        ),
    ],
    "standing": [promise("FRA", "kept", "FRA", "GER"), promise("GER", "kept", "FRA", "GER")],
    "centers": {"AUS": 0, "ENG": 0, "FRA": 2, "GER": 2, "ITA": 1, "RUS": 0, "TUR": 0},
    "winner": None,
    "faults": {"FRA": {"late": 2}},
}


def test_how_one_power_behaved() -> None:
    france, germany, italy = (conduct_of(power, RECORD) for power in ("FRA", "GER", "ITA"))
    assert (france.turns, france.proposals, france.deals) == (2, 2, 3)
    assert (france.fulfilled, france.standing, france.kept, france.broken) == (0, 1, 1, 1)
    assert (france.attacks, france.on_partners) == (2, 1)  # Ruhr at peace; Piedmont, where a draw alone is agreed
    assert (france.helped, germany.helped) == (0, 1)
    assert (france.betrayals, france.forgiven) == (1, 0)
    assert (france.centers, france.most, france.solo, france.faults) == (2, True, False, 2)
    assert (germany.standing, germany.broken, germany.proposals, germany.attacks) == (1, 0, 0, 0)
    assert (germany.betrayals, germany.forgiven) == (1, 1)
    assert (italy.turns, italy.attacks, italy.on_partners, italy.most) == (1, 1, 0, False)


def test_kept_promises_are_told_from_those_that_still_stand() -> None:
    """France keeps one promise in time; another stands at the end."""
    phases = [RECORD["phases"][0] | {"promises": [promise("FRA", "kept", "FRA", "GER")]}]
    final = {"phase": "S1903M", "units": [], "centers": {}}
    record = RECORD | {"session": "s", "players": dict.fromkeys(POWERS, "x"), "phases": phases, "final": final}
    figures = figures_of(record)
    france = {name: figures.value("FRA", name) for name in ("kept", "fulfilled", "standing", "broken")}
    assert france == {"kept": 2, "fulfilled": 1, "standing": 1, "broken": 0}
    assert figures.value("AUS", "standing") == figures.value("AUS", "fulfilled") == 0
    assert figures.between["FRA GER"]["kept"] == 2
    assert figures.between["FRA GER"]["standing"] == 1
    moments = moments_of(record)
    assert [moments[phase].of["FRA"]["standing"] for phase in ("S1902M", "S1903M (end)")] == [0, 1]
    assert (moments["S1902M"].of["FRA"]["fulfilled"], moments["S1902M"].of["GER"].get("fulfilled", 0)) == (1, 0)
    at_end = len(moments) - 1
    asked = {text: read_expression(text, ()) for text in ("standing", "standing to GER", "standing to AUS")}
    shown = {text: each.value(list(moments.values()), at_end, "FRA") for text, each in asked.items()}
    assert shown == {"standing": 1, "standing to GER": 1, "standing to AUS": 0}


def test_figures_of_an_earlier_version_have_no_parts_of_kept() -> None:
    """They say so in words; `kept` is the sum, as before."""
    declaration = read_declaration((SHIPPED / "honest.toml").read_text("utf-8"))
    (session,) = declaration.sessions
    old = {power: {"kept": 3.0, "centers": 5.0} for power in POWERS}
    game = Figures(session.name, 0, dict(zip(POWERS, session.seats, strict=True)), old, {}, None, 7)
    line = next(iter(lines_of(declaration, [game])))
    assert (line.shown("kept"), line.interval("standing")) == ("3.00 ± 0.00", None)
    assert line.shown("standing").startswith("– (counted by an earlier version; manage.py experiment recount")
    heads, values, *_ = format_means([line]).splitlines()
    row = dict(zip(heads.split(","), values.split(","), strict=True))
    assert (row["kept"], row["fulfilled"], row["standing_low"]) == ("3.0", "", "")
    assert of_lines("title", [line], "standing").cells == ()
    assert read_expression("standing", ()).value([moment_of(game)], 0, "FRA") is None
    assert draw(of_lines("title", [line], "standing"))
    assert "earlier version" in report_of(declaration, "", [game], "1")


def test_a_game_without_a_log_leaves_the_parts_of_kept_of_the_others() -> None:
    declaration = read_declaration((SHIPPED / "honest.toml").read_text("utf-8"))
    (session,) = declaration.sessions
    players = dict(zip(POWERS, session.seats, strict=True))
    new = {power: {"kept": 4.0, "fulfilled": 1.0, "standing": 3.0} for power in POWERS}
    games = [Figures(session.name, number, players, new, {}, None, 7) for number in range(2)]
    games.append(Figures(session.name, 2, players, {power: {"kept": 1.0} for power in POWERS}, {}, None, 7))
    line = next(iter(lines_of(declaration, games)))
    assert (line.shown("kept"), line.shown("standing")) == ("3.00 ± 1.00", "3.00 ± 0.00 (of 2 games)")
    assert (line.games_of("standing"), line.games_of("kept"), line.not_counted) == (2, 3, 1)
    assert line.games_shown("standing").startswith("2 (1 game of an earlier version is not counted; ")
    assert (line.games_shown("kept"), line.why_no_interval("standing")) == ("3", "equal games")
    assert "In fulfilled and standing 1 game of an earlier version is not" in format_summary(declaration, games)
    heads, values, *_ = format_means([line]).splitlines()
    row = dict(zip(heads.split(","), values.split(","), strict=True))
    assert (row["games"], row["fulfilled"], row["not_counted"]) == ("3", "1.0", "1")
    (cell,) = of_lines("title", [line], "standing").cells
    assert (cell.games, cell.total) == (2, 6)
    assert "1 game of an earlier version is not counted" in report_of(declaration, "", games, "1")


def test_the_conduct_of_all_bots_in_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = dict.fromkeys(POWERS, "other") | {"FRA": "mine"}
    (tmp_path / "log").write_text(json.dumps(RECORD | {"seats": seats}) + "\n", encoding="utf-8")
    main(tmp_path / "log")
    header, mine, other = capsys.readouterr().out.splitlines()
    assert header.split()[:6] == ["bot", "games", "centers", "proposals", "deals", "kept"]
    assert mine.split()[:8] == ["mine", "1", "2.00", "±", "0.00", "2.0", "3.0", "0.0"]
    assert other.split()[:2] == ["other", "6"]


def test_a_game_in_numbers() -> None:
    design = Design("blabbot", "holdbot", seed=1)
    (negotiator,) = design.negotiators(9)
    result = result_of(RECORD, design)
    assert (result.session, result.game, result.leaders) == (1, 1, 2)
    assert result.won == (Fraction(1, 2) if negotiator in ("FRA", "GER") else 0)
    assert result.centers == (RECORD["centers"][negotiator], 5 - RECORD["centers"][negotiator])
    assert result.talk == {"propose": 3, "accept": 2}
    assert result.deals == 3
    assert result.promises == {"broken": 2, "void": 1, "kept": 2, "standing": 2}
    assert (result.faults, result.solo) == (2, False)


def test_the_chart_has_what_each_kind_won_beside_what_equals_would() -> None:
    table = shares_won([a_session(number, won, 20) for number, won in ((0, 0), (2, 10), (7, 20))], "title")
    values = {(cell.x, cell.series): cell.value for cell in table.cells}
    assert (values["2", "won by negotiators"], values["2", "won by mutes"]) == (50, 50)
    assert values["2", "negotiators, if all were equal"] == pytest.approx(200 / 7)
    assert values["7", "mutes, if all were equal"] == 0
    low, high = wilson(10, 20)
    (mutes,) = (cell for cell in table.cells if (cell.x, cell.series) == ("2", "won by mutes"))
    assert mutes.low == pytest.approx(100 - 100 * high)
    assert mutes.high == pytest.approx(100 - 100 * low)
    assert table.xs == tuple("01234567")


def test_the_chart_is_a_picture_with_its_title() -> None:
    root = ET.fromstring(draw_chart([a_session(2, 1, 2)], "a among b & c", "2 games"))
    assert (root.findtext(f"{SVG}title") or "").startswith("a among b & c")
    assert "won by negotiators" in {text.text for text in root.iter(f"{SVG}text")}


def test_figure_6_17_has_dashes_for_negotiators_and_dots_for_mutes() -> None:
    root = ET.fromstring(draw_chart([a_session(number, 1, 2) for number in (1, 2, 3)], "a", "b"))
    strokes = {line.get("stroke-dasharray") for line in root.iter(f"{SVG}path")} - {None}
    assert {"9,5", "2,4"} <= strokes


def test_an_experiment_of_two_kinds_is_counted_by_the_number_of_the_first() -> None:
    declaration = read_declaration((SHIPPED / "thesis.toml").read_text("utf-8"))
    players = dict(zip(POWERS, ["negotiator"] * 2 + ["mute"] * 5, strict=True))
    of = {power: {"first": 0.0, "centers": 4.0, "proposals": 2.0, "deals": 2.0} for power in POWERS}
    of["AUS"]["first"] = of["TUR"]["first"] = 0.5
    game = Figures("2 negotiators", 7, players, of, {}, None, 20)
    ((session,),) = won_by_number(declaration, [game]).values()
    assert (session.name, session.won, session.deals, session.talk("propose")) == ("2", 0.5, 7, 14)
    assert won_by_number(read_declaration((SHIPPED / "pacts.toml").read_text("utf-8"), own_bots=True), []) == {}


def test_kinds_that_sit_beside_the_same_others_have_a_table_each() -> None:
    declaration = read_declaration((SHIPPED / "diplominator.toml").read_text("utf-8"))
    of = {power: {"first": float(power == "AUS"), "centers": 4.0} for power in POWERS}
    games = [
        Figures(f"3:4 {word} talk", 1, dict(zip(POWERS, [kind] * 3 + ["dumb"] * 4, strict=True)), of, {}, "AUS", 20)
        for kind, word in (("mute", "without"), ("diplominator", "with"))
    ]
    tables = won_by_number(declaration, games)
    assert list(tables) == ["diplominator", "mute"]
    assert [[(each.name, each.won) for each in sessions] for sessions in tables.values()] == [[("3", 1.0)]] * 2
    assert list(won_by_number(declaration, games[:1])) == ["mute"]
