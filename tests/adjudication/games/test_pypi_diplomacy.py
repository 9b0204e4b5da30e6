"""Saved games of the package `diplomacy`."""

import json
from typing import Any

import pytest

from adjudication.games import FORMATS, GameFileError, RecordedGame, read_game
from adjudication.games.replay import Replay
from adjudication.orders import Move
from adjudication.position import opening, position_from_dict
from adjudication.powers import Power
from tests.adjudication.games.recorded import bots_game, changed, from_the_package


def written(replay: Replay) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FORMATS["diplomacy"].write(replay.game()))
    return data


def test_a_game_that_the_package_saved() -> None:
    game = read_game(from_the_package())
    assert (game.name, game.ending, game.sharers) == ("case", "draw", ("FRA", "TUR"))
    assert str(game.final.phase) == "F1909M"
    assert len(game.phases) == 24
    # The package lets an army walk where its convoy is missing, as the rules of 2000 do.
    assert game.edition == "classic"


def test_every_board_of_the_package_is_written_alike() -> None:
    theirs, ours = json.loads(from_the_package()), json.loads(FORMATS["diplomacy"].write(read_game(from_the_package())))
    assert [each["name"] for each in ours["phases"]] == [each["name"] for each in theirs["phases"]]
    for here, there in zip(ours["phases"], theirs["phases"], strict=True):
        for part in ("units", "centers", "homes", "builds", "note"):
            assert in_order(here["state"][part]) == in_order(there["state"][part]), (here["name"], part)
        assert in_order(here["state"]["retreats"]) == in_order(there["state"]["retreats"])
        assert in_order({name: given or [] for name, given in there["orders"].items()}) == in_order(here["orders"]) or (
            there["name"] == "COMPLETED"
        )


def in_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: in_order(each) for key, each in value.items()}
    return sorted(value) if isinstance(value, list) else value


def test_seas_of_units_have_the_codes_of_the_package() -> None:
    replay = Replay(opening())
    replay.play({"ENG": [Move("F", "LON", "ECH")]})
    assert "F ENG" in written(replay)["phases"][1]["state"]["units"]["ENGLAND"]


def test_an_army_that_goes_by_sea_is_marked() -> None:
    replay = Replay(opening())
    replay.play({"ENG": [Move("A", "LVP", "CLY"), Move("A", "LVP", "NWY")]})
    assert written(replay)["phases"][0]["orders"]["ENGLAND"] == ["A LVP - CLY", "A LVP - NWY VIA"]


def test_retreats_without_a_way_are_no_phase_of_the_package() -> None:
    """An army without a retreat leaves the board at once there."""
    beaten = position_from_dict(
        {
            "phase": "S1902R",
            "units": ["FRA A MUN", "FRA A PAR"],
            "centers": {"FRA": ["PAR"], "GER": ["BER"]},
            "dislodged": [{"unit": "GER A MUN", "retreats": []}],
        }
    )
    replay = Replay(beaten)
    replay.play({})
    assert [each["name"] for each in written(replay)["phases"]] == ["F1902M"]


@pytest.mark.parametrize("sharers", [(), ("FRA",)])
@pytest.mark.parametrize(
    ("units", "note", "back"),
    [
        (["FRA A PAR", "ENG F LON"], "Victory by: ENG, FRA", ("ENG", "FRA")),
        (["FRA A PAR"], "Draw", ()),
        ([], "Draw", ()),
    ],
)
def test_a_draw_of_fewer_than_two_is_no_victory(
    units: list[str], note: str, back: tuple[Power, ...], sharers: tuple[Power, ...]
) -> None:
    position = position_from_dict({"phase": "S1905M", "units": units, "centers": {}})
    text = FORMATS["diplomacy"].write(RecordedGame((), position, ending="draw", sharers=sharers))
    assert json.loads(text)["phases"][-1]["state"]["note"] == note
    found = read_game(text, "diplomacy")
    assert (found.ending, found.winner, found.sharers) == ("draw", None, back)


def orders(data: Any, phase: int) -> Any:
    return data["phases"][phase]["orders"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.update(map="ancmed"), "map: the game is played on 'ancmed'"),
        (lambda d: d.update(phases=[]), "no phase of the game"),
        (lambda d: d["phases"][0].update(name="1901"), "'1901' is not a phase"),
        (lambda d: d["phases"][0].pop("state"), "S1901M, state: must be a JSON object"),
        (lambda d: orders(d, 0).update(UTOPIA=[]), "S1901M: 'UTOPIA' is not a power"),
        (lambda d: orders(d, 0).update(FRANCE=[3]), "orders of FRANCE: an order must be a text"),
        (lambda d: orders(d, 0).update(FRANCE=["A PAR - MOO"]), "S1901M, France: 'A PAR - MOO'"),
        (lambda d: orders(d, 0).update(FRANCE=[]), "F1901M: after Spring 1901, movement the file has FRA"),
        (lambda d: d["phases"][1]["state"]["units"]["FRANCE"].append("X PAR"), "'X PAR' is not a unit"),
        (lambda d: d["phases"][1]["state"]["units"]["FRANCE"].append("A ENG"), "'A ENG' is not a unit"),
        (lambda d: d["phases"].pop(1), "F1901R: before it, the file leaves out F1901M, where Austria, England"),
        (lambda d: d["phases"][0]["state"]["centers"]["FRANCE"].append("XXX"), "S1901M, centers.FRA"),
    ],
)
def test_what_is_wrong_in_a_saved_game(change: Any, words: str) -> None:
    with pytest.raises(GameFileError, match=words):
        read_game(changed(FORMATS["diplomacy"].write(bots_game("1-draw")), change), "diplomacy")
