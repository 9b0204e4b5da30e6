"""Figures of wars: falls that could be held, homes left open, fronts."""

from typing import Any

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.outcomes import outcome_as_dict
from adjudication.position import Position, position_as_dict
from adjudication.powers import POWERS, as_power
from bench.wars import could_hold, exposed_homes, wars_of
from tests.bots.boards import board
from tests.bots.hana.test_solo import before


def record(position: Position, **given: str) -> dict[str, Any]:
    orders = {as_power(power.upper()): texts.split(", ") for power, texts in given.items()}
    typed = {power: [parse_order(each) for each in texts] for power, texts in orders.items()}
    outcomes = adjudicate(position, typed).outcomes
    return {**position_as_dict(position), "orders": orders, "outcomes": [outcome_as_dict(each) for each in outcomes]}


@pytest.mark.parametrize(
    ("attack", "expected"),
    [("A BOH - MUN", True), ("A BOH - MUN, A TYR S A BOH - MUN", True)],
    ids=["alone", "helped once"],
)
def test_a_fall_that_france_alone_could_have_held(attack: str, expected: bool) -> None:
    assert could_hold(record(before("F1910M"), tur=attack, fra="A BUR - PAR, A RUH - BEL"), "TUR") is expected


def test_a_fall_that_nobody_alone_could_have_held() -> None:
    far = board(
        "F1910M",
        *("TUR A TYR", "TUR A BOH", "TUR A SIL", "GER A KIE", "FRA A PAR"),
        centers={
            "TUR": "CON ANK SMY BUL GRE SER RUM SEV BUD VIE TRI VEN ROM NAP TUN MOS WAR",
            "GER": "KIE MUN",
            "FRA": "PAR",
        },
    )
    attack = "A BOH - MUN, A TYR S A BOH - MUN, A SIL S A BOH - MUN"
    assert not could_hold(record(far, tur=attack, ger="A KIE H", fra="A PAR H"), "TUR")


def test_homes_left_open_and_lost_are_counted() -> None:
    position = board(
        "F1905M",
        *("FRA A BUR", "GER A MUN", "GER A RUH", "GER F BER"),
        centers={"FRA": "PAR BRE", "GER": "MUN BER KIE"},
    )
    left = record(position, fra="A BUR - MUN", ger="A MUN - TYR, A RUH H, F BER H")
    assert list(exposed_homes(left)) == ["open", "lost"]
    covered = record(position, fra="A BUR - MUN", ger="A MUN - TYR, A RUH - MUN, F BER H")
    assert list(exposed_homes(covered)) == []


def test_wars_of_a_game() -> None:
    fall = record(before("F1910M"), tur="A BOH - MUN, A TYR S A BOH - MUN", fra="A BUR - PAR, A RUH S F NTH - HOL")
    game = {
        "phases": [fall],
        "final": {**position_as_dict(before("F1910M")), "phase": "W1910A"},
        "winner": "TUR",
        "seats": dict.fromkeys(POWERS, "hana"),
    }
    found = wars_of([game])
    assert (found.games, found.draws, found.holdable, found.wins) == (1, 0, 1, {"TUR": 1})
    assert found.fronts == {"FRA-TUR": 1}
    assert found.kinds["idle help"] == 1
    assert any("1 of 1" in line for line in found.lines())
