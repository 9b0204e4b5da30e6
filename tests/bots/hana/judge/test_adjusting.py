"""Retreats, builds and removals under deals: what was promised is done where there is a choice."""

import pytest

from adjudication.notation import format_order
from adjudication.rulebook import STANDARD_RULES
from bots.hana.judge.adjusting import adjustments, retreats
from bots.view import Agreement, SeatView
from tests.bots.boards import board
from tests.bots.hana.deals import deal_in

WINTER = board("W1905A", "FRA A BUR", centers={"FRA": "PAR BRE MAR", "GER": "MUN"})
LEAN = board("W1905A", "FRA A PAR", "FRA A BUR", "FRA A NAF", "GER A MUN", centers={"FRA": "TUN BRE", "GER": "MUN"})
BEATEN = board("F1905R", "GER A PAR", dislodged={"FRA A PAR": ("BUR", ("BRE", "GAS", "PIC"))}, centers={"ENG": "BRE"})


def chosen(position, content: str) -> list[str]:
    deal = Agreement(position.phase, ("ENG", "FRA"), deal_in(f"[Commit(fra, eng, {content})]"))
    give = retreats if position.phase.kind == "R" else adjustments
    return [format_order(order) for order in give(SeatView("FRA", position, STANDARD_RULES), (deal,), 3)]


PROMISED = [
    (WINTER, "Do(bld(Unit(fra, Region(bre, sea))))", "BUILD F BRE"),
    (WINTER, "Do(bld(Unit(fra, Region(mar, sea))))", "BUILD F MAR"),
    (WINTER, "Do(wve(fra))", "WAIVE"),
    (LEAN, "Do(rem(Unit(fra, Region(par, amy))))", "REMOVE A PAR"),
    (BEATEN, "Do(rto(Unit(fra, Region(par, amy)), Region(gas, amy)))", "A PAR - GAS"),
    (BEATEN, "Do(dsb(Unit(fra, Region(par, amy))))", "DISBAND A PAR"),
]


@pytest.mark.parametrize(("position", "content", "order"), PROMISED)
def test_a_promised_order_is_chosen(position, content: str, order: str) -> None:
    assert order in chosen(position, content)


def test_a_forsworn_order_is_not_chosen() -> None:
    for unit in ("bre, sea", "bre, amy", "par, amy"):
        order = f"BUILD {'F' if 'sea' in unit else 'A'} {unit[:3].upper()}"
        assert order not in chosen(WINTER, f"¬Do(bld(Unit(fra, Region({unit}))))")
    assert "REMOVE A NAF" not in chosen(LEAN, "¬Do(rem(Unit(fra, Region(naf, amy))))")


def test_a_friends_center_is_no_retreat() -> None:
    free = retreats(SeatView("FRA", BEATEN, STANDARD_RULES), (), 3)
    assert [format_order(order) for order in free] == ["A PAR - BRE"]
    assert chosen(BEATEN, "pce([eng fra])")[0] in {"A PAR - GAS", "A PAR - PIC"}
