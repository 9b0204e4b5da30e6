"""Games in all formats, and texts that are no games."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.games import FORMATS, GameFileError, RecordedGame, format_named, read_game
from adjudication.games.replay import Replay
from adjudication.notation import format_order, parse_order
from adjudication.orders import Order
from adjudication.phase import parse_phase
from adjudication.position import opening
from adjudication.powers import POWER_NAMES, POWERS, Power
from tests.adjudication.games.recorded import ENDED, bots_game, random_game
from tests.adjudication.notations import board_of, rows_with
from tests.adjudication.strategies import adjustments, movements, retreats
from tests.effort import examples

READABLE = [name for name, each in FORMATS.items() if each.read is not None]


def kept_by(name: str, game: RecordedGame) -> RecordedGame:
    """The game without what the format loses (`docs/formats.md`)."""
    short = "".join(each for each in game.name.lower() if each.isalnum())[:8]
    if name == "jdip" and game.ending != "solo":
        return replace(game, ending="", winner=None, sharers=())
    return replace(game, name=short) if name == "judge" else game


@pytest.mark.parametrize("name", READABLE)
@pytest.mark.parametrize("game", [*ENDED, "4-running"])
def test_a_game_comes_back_as_it_was_written(name: str, game: str) -> None:
    recorded = bots_game(game)
    assert read_game(FORMATS[name].write(recorded)) == kept_by(name, recorded)


@pytest.mark.parametrize("name", READABLE)
@given(seed=st.integers(0, 2**32), phases=st.integers(0, 30))
@settings(max_examples=examples(40))
def test_a_random_game_comes_back_as_it_was_written(name: str, seed: int, phases: int) -> None:
    recorded = random_game(seed, phases)
    assert read_game(FORMATS[name].write(recorded), name) == kept_by(name, recorded)


_IN_A_FILE: Mapping[str, Callable[[str, str], str]] = {
    "diplomacy": lambda power, text: f'"{power.upper()}": ["{text}"]',
    "jdip": lambda power, text: f'text="{escape(f"{power}: {text}")}"',
    "judge": lambda power, text: f"\n{power}: {text}.",
}


@pytest.mark.parametrize("row", rows_with("diplomacy"))
def test_an_order_in_each_format(row: dict[str, Any]) -> None:
    replay = Replay(board_of(row))
    replay.play({row["power"]: [parse_order(row["order"], row["kind"])]})
    for name in _IN_A_FILE.keys() & row.keys():
        text = FORMATS[name].write(replay.game())
        assert _IN_A_FILE[name](POWER_NAMES[row["power"]], row[name]) in text
        if (name, row["kind"]) != ("jdip", "R"):  # its games cannot begin with retreats
            (order,) = read_game(text, name).phases[0].orders[row["power"]]
            # An army that can only go by sea is not told to.
            assert format_order(order) == row["order"].removesuffix(" VIA")


def test_the_winner_is_who_won_on_the_board() -> None:
    recorded = bots_game("3-solo")
    assert (recorded.ending, recorded.winner) == ("solo", "FRA")
    lied = FORMATS["dipgame"].write(recorded).replace('"winner": "FRA"', '"winner": "ITA"')
    assert read_game(lied).winner == "FRA"


def test_orders_nobody_gave_are_not_among_the_orders() -> None:
    recorded = random_game(1, 12)
    for phase in recorded.phases:
        given = [order for orders in phase.orders.values() for order in orders]
        assert len(given) == sum(
            each.reason.value not in ("no order", "no retreat ordered", "no build ordered", "removed by rule")
            for each in phase.outcomes
        )
    assert recorded.final.phase.sort_key > parse_phase("F1903M").sort_key


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no game in a format that is known here; there are diplomacy"),
        ("Dear all, no orders this week.", "no game in a format"),
        ("{", "not JSON"),
        ("{}", "its format is not|not 'dipgame 1'"),
        ("[" * 100, "no game in a format"),
        ('{"phases": ' + "[" * 100 + "]" * 100 + "}", "more than 60 deep"),
        (json.dumps({"format": "dipgame 1", "phases": [], "messages": ["[[" * 90]}), "at least one phase"),
        (json.dumps({"format": "dipgame 1", "phases": 3}), "phases: must be a list"),
        (json.dumps({"format": "dipgame 1", "terms": {"edition": "chess"}, "phases": [1]}), "no rulebook 'chess'"),
    ],
)
def test_a_text_that_is_no_game(text: str, words: str) -> None:
    with pytest.raises(GameFileError, match=words):
        read_game(text)


@pytest.mark.parametrize("name", ["dipgame", "diplomacy"])
@pytest.mark.parametrize("part", [3, 10, 200, 5000, -3])
def test_a_file_that_was_cut_off(name: str, part: int) -> None:
    text = FORMATS[name].write(bots_game("1-draw"))
    with pytest.raises(GameFileError, match="not JSON"):
        read_game(text[:part], name)


def test_a_text_that_is_too_long() -> None:
    with pytest.raises(GameFileError, match="more than 1,000 characters"):
        read_game(FORMATS["dipgame"].write(bots_game("1-draw")), largest=1000)


def test_a_format_that_is_unknown() -> None:
    with pytest.raises(GameFileError, match="there is no format 'pdf'; there are diplomacy"):
        format_named("pdf")


def own(change: Any, game: str = "1-draw") -> str:
    data = json.loads(FORMATS["dipgame"].write(bots_game(game)))
    change(data)
    return json.dumps(data)


def order_of(data: Any, phase: int, number: int, text: str) -> None:
    data["phases"][phase]["outcomes"][number]["order"] = text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: order_of(d, 0, 0, "A PAR X"), "S1901M, Austria: 'A PAR X'"),
        (lambda d: order_of(d, 0, 0, "A BUD H"), "F1901M: after Spring 1901, movement the file has AUS A SER"),
        (lambda d: d["phases"][1]["position"]["units"].pop(), "orders lead to TUR F .*, which the file has not"),
        (lambda d: d["phases"].pop(1), "by the rules F1901M comes next"),
        (lambda d: d["phases"][0]["outcomes"][0].update(power="XYZ"), "'XYZ' is not a power"),
        (lambda d: d["phases"][0]["outcomes"][0].update(power=7), "'7' is not a power"),
        (lambda d: d["phases"][0]["outcomes"][0].update(order=7), "order: must be a text"),
        (lambda d: d["phases"][2].update(position=[]), "position: must be a JSON object"),
        (lambda d: d["phases"][2]["position"]["units"].append("X"), r"phases\[2\].position.units"),
        (lambda d: d["phases"][2]["position"]["centers"]["AUS"].pop(), "belongs to nobody in the file, and to Austria"),
        (lambda d: d.update(result="conceded", winner=""), "does not say who won"),
    ],
)
def test_a_contradictory_file_is_refused(change: Any, words: str) -> None:
    with pytest.raises(GameFileError, match=words):
        read_game(own(change))


wild = st.lists(st.tuples(st.sampled_from(POWERS), movements | retreats | adjustments), max_size=12)


@pytest.mark.parametrize("name", READABLE)
@given(turns=st.lists(wild, max_size=4))
@settings(max_examples=examples(100))
def test_senseless_orders_lead_to_the_same_boards(name: str, turns: list[list[tuple[Power, Order]]]) -> None:
    replay = Replay(opening())
    for turn in turns:
        given: dict[Power, list[Order]] = {}
        for power, order in turn:
            given.setdefault(power, []).append(order)
        replay.play(given)
    game = replay.game()
    back = read_game(FORMATS[name].write(game), name)
    assert [each.position for each in back.phases] == [each.position for each in game.phases]
    assert back.final == game.final
