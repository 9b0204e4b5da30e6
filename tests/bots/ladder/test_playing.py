"""Playing the ladder: limits, resumption, newcomers."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudication.powers import POWERS
from bots.arena import tournament
from bots.arena.game import GamePlan
from bots.experiment.file.plans import Numbered, plan_of
from bots.experiment.file.reading import read_declaration
from bots.ladder.__main__ import main, played_here
from bots.ladder.files import GameFile, LadderError
from bots.ladder.played import line_of, played_in, read_line
from bots.ladder.playing import Limits, climb, game_in
from bots.ladder.rounds import Settings, round_text
from bots.ladder.standing import read_standing, standing_of

SILENT = Settings("silent", seed=2, until=1901, seconds=1.0)
BOTS = (
    "dumbbot",
    "dumbbot-thesis",
    "dumbbot-evaluators",
    "thesis-mute",
    "randombot",
    "holdbot",
    "hana-mute",
    "blabbot",
)


def record_of(text: str, game: int, **more: Any) -> dict[str, Any]:
    """Record of a game that the first in the alphabet wins."""
    plan = plan_of(read_declaration(text), Numbered(game, 0))
    order = sorted(plan.seats.values(), reverse=True)
    centers = {power: order.index(name) for power, name in plan.seats.items()}
    return {
        "game": plan.number,
        "seats": dict(plan.seats),
        "centers": centers,
        "winner": None,
        "phases": [],
        "standing": [],
        "faults": {},
        **more,
    }


def played(text: str, games: Sequence[int]) -> Iterator[dict[str, Any]]:
    return (record_of(text, game) for game in games)


def test_it_plays_until_the_width_is_reached(tmp_path: Path) -> None:
    file = GameFile(tmp_path, SILENT)
    climb(file, BOTS, Limits(width=9.0), played)
    standing = read_standing(file.standing.read_bytes())
    assert max(row.width for row in standing.rows) <= 9.0
    assert [row.bot for row in standing.rows] == sorted(BOTS)
    assert {row.games for row in standing.rows} == {7 * standing.rounds}


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    climb(GameFile(tmp_path / "whole", SILENT), BOTS, Limits(games=20), played)
    climb(GameFile(tmp_path / "parts", SILENT), BOTS, Limits(games=11), played)
    with (tmp_path / "parts/silent.jsonl").open("a") as torn:
        torn.write('{"round":1,"ga')
    climb(GameFile(tmp_path / "parts", SILENT), BOTS, Limits(games=20), played)
    whole, parts = ((tmp_path / each / "silent.jsonl").read_text() for each in ("whole", "parts"))
    assert whole == parts
    assert len(whole.splitlines()) == 21


def test_who_joins_later_plays_from_the_next_round_on(tmp_path: Path) -> None:
    climb(GameFile(tmp_path, SILENT), BOTS, Limits(games=10), played)
    file = GameFile(tmp_path, SILENT)
    climb(file, (*BOTS, "random-negotiator"), Limits(games=19), played)
    assert {game.round for game in file.games} == {0, 1, 2}
    games = {row.bot: row.games for row in standing_of(SILENT, file.games).rows}
    assert games["random-negotiator"] == 7
    assert games["holdbot"] > 13


def test_time_is_kept_by_whole_rounds(tmp_path: Path) -> None:
    file = GameFile(tmp_path, SILENT)
    climb(file, BOTS, Limits(minutes=1e-9), played)
    assert len(file.games) == len(BOTS)


def test_other_settings_and_damaged_files_are_refused(tmp_path: Path) -> None:
    climb(GameFile(tmp_path, SILENT), BOTS, Limits(games=8), played)
    with pytest.raises(LadderError, match="other settings"):
        GameFile(tmp_path, Settings("silent", seed=3, until=1901))
    assert GameFile(tmp_path, Settings("silent", seed=3, until=1901), anew=True).games == []
    (tmp_path / "silent.jsonl").write_text("{}\n{}\n")
    with pytest.raises(LadderError, match="another --out"):
        GameFile(tmp_path, SILENT)


def test_a_round_of_which_nothing_comes_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LadderError, match="8 games in succession failed"):
        climb(GameFile(tmp_path, SILENT), BOTS, Limits(), lambda text, games: ())


def test_a_game_that_always_fails_does_not_hold_up_the_ladder(tmp_path: Path) -> None:
    def without(text: str, games: Sequence[int]) -> Iterator[dict[str, Any]]:
        return played(text, [game for game in games if (text, game) != broken])

    broken = (round_text(SILENT, BOTS, 0), 5)
    climb(GameFile(tmp_path, SILENT), BOTS, Limits(minutes=1e-9), without)
    file = GameFile(tmp_path, SILENT)
    climb(file, BOTS, Limits(games=10), without)
    assert [(game.round, game.game) for game in file.games] == [
        *((0, game) for game in (0, 1, 2, 3, 4, 6, 7)),
        *((1, game) for game in (0, 1, 2)),
    ]


def test_single_games_that_all_fail_end_the_ladder(tmp_path: Path) -> None:
    tried: list[int] = []

    def nothing(text: str, games: Sequence[int]) -> Iterator[dict[str, Any]]:
        tried.extend(games)
        return iter(())

    with pytest.raises(LadderError, match="in round 7"):
        climb(GameFile(tmp_path, SILENT), BOTS, Limits(games=1), nothing)
    assert len(tried) == len(BOTS)


def test_a_game_that_raises_is_left_out_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def playing(plan: GamePlan) -> dict[str, Any]:
        if game_in({"game": plan.number}) == 1:
            raise RuntimeError("no such province")
        return {"game": plan.number}

    monkeypatch.setattr(tournament, "play", playing)
    records = played_here(jobs=1)(round_text(SILENT, BOTS, 0), [0, 1, 2])
    assert [game_in(record) for record in records] == [0, 2]
    assert "game 1 failed and is left out: RuntimeError: no such province" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "places"),
    [
        ({}, (3, 2, 1, 4, 4, 6, 6)),
        ({"winner": "GER"}, (4, 3, 2, 1, 5, 6, 6)),
        ({"ending": {"sharers": ["GER", "TUR"]}}, (5, 4, 3, 1, 6, 7, 1)),
    ],
)
def test_places(more: dict[str, Any], places: tuple[int, ...]) -> None:
    record = {
        "seats": dict.fromkeys(POWERS, "holdbot"),
        "centers": dict(zip(POWERS, (5, 7, 9, 3, 3, 0, 0), strict=True)),
        "winner": None,
        "phases": [],
        "standing": [],
        "faults": {},
        **more,
    }
    found = played_in(0, 0, record)
    assert found.places == places
    assert read_line(line_of(found)) == found


def test_a_standing_counts_style_and_who_ended_ahead(tmp_path: Path) -> None:
    file = GameFile(tmp_path, SILENT)
    climb(file, BOTS, Limits(games=24), played)
    standing = standing_of(SILENT, file.games)
    for one, row in enumerate(standing.shares_ahead):
        assert row[one] is None
        assert [share for share in row[one + 1 :] if share != 1.0] == []
    assert standing.rows[0].first > standing.rows[-1].first == 0.0
    assert standing.rows[0].kept is None
    assert standing.games == 24


def test_the_command_plays_a_ladder_and_says_how_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = "dumbbot,randombot,holdbot,random-negotiator,random-negotiator-randombot,random-negotiator-holdbot,blabbot"
    given = ["--table", "talking", "--bots", bots, "--games", "2", "--until", "1901", "--jobs", "1", "--quiet"]
    assert main([*given, "--out", str(tmp_path)]) == 0
    assert "holdbot" in capsys.readouterr().out
    standing = read_standing((tmp_path / "talking.json").read_bytes())
    assert standing.games == 2
    assert sum(row.deals for row in standing.rows) > 0
    for wrong in (["--bots", "nobody"], ["--bots", "dumbbot,holdbot"], ["--width", "0"]):
        with pytest.raises(SystemExit):
            main(["--table", "silent", *wrong, "--out", str(tmp_path)])
