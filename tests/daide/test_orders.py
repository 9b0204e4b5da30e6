"""The board and its orders in messages, and back."""

from typing import Any

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import format_order, parse_order
from adjudication.options import legal_orders
from adjudication.orders import Build, Move
from adjudication.position import Position, opening, position_from_dict
from adjudication.powers import POWERS
from adjudication.reasons import RESULT_OF
from daide.grammar import fault_in
from daide.orders import GOOD, NOTES, order_tree, read_order
from daide.positions import map_definition, owners_message, phase_in, position_in, position_message, turn_tree
from daide.results import results
from daide.tokens import BY_NAME, category, flat, nested, text_of, words_of
from tests.adjudication.notations import board_of, rows_with
from tests.daide.boards import a_game
from tests.effort import examples

LEFT = position_from_dict(
    {
        "phase": "S1902M",
        "units": ["ENG A YOR", "ENG F NTH", "ENG F BAR", "FRA A PAR", "RUS F STP/NC", "GER F KIE", "GER A HOL"],
        "centers": {"ENG": ["LON"], "FRA": ["PAR"]},
    }
)
RETREATS = position_from_dict(
    {
        "phase": "F1902R",
        "units": ["GER A HOL", "FRA A PAR"],
        "dislodged": [{"unit": "ENG A BEL", "from": "HOL", "retreats": ["PIC", "RUH"]}],
        "contested": ["BUR"],
    }
)
BUILDS = position_from_dict(
    {
        "phase": "W1902A",
        "units": ["ENG A YOR", "RUS A MOS", "RUS A WAR"],
        "centers": {"ENG": ["LON", "EDI", "BEL"], "RUS": ["STP", "MOS", "SEV"], "FRA": ["LVP"], "GER": []},
    }
)
CROWDED = position_from_dict(
    {
        "phase": "W1902A",
        "units": ["TUR A CON", "TUR F SMY", "FRA A PAR"],
        "centers": {"TUR": ["ANK", "BUL", "CON", "GRE", "SMY"], "FRA": ["PAR"]},
    }
)


def test_the_map() -> None:
    assert fault_in(map_definition(), "server_message", 0) is None
    text = text_of(map_definition())
    assert text.startswith("MDF (AUS ENG FRA GER ITA RUS TUR) (((AUS ")
    assert "(BUL (AMY CON GRE RUM SER) ((FLT ECS) BLA CON RUM) ((FLT SCS) AEG CON GRE))" in text
    assert "(CON (AMY ANK BUL SMY) (FLT AEG ANK BLA (BUL ECS) (BUL SCS) SMY))" in text
    assert "(UNO BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN)" in text


def test_the_opening() -> None:
    assert text_of(flat(position_message(opening()))).startswith(
        "NOW (SPR 1901) (AUS AMY BUD) (AUS AMY VIE) (AUS FLT TRI) (ENG AMY LVP) (ENG FLT EDI)"
    )
    assert "(RUS FLT (STP SCS))" in text_of(flat(position_message(opening())))
    assert text_of(flat(owners_message(opening()))).endswith("(UNO BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN)")


@pytest.mark.parametrize("seed", range(examples(5)))
def test_whole_games_are_told_and_read_back(seed: int) -> None:
    for position, resolution in a_game(seed, 30):
        now, owners = position_message(position), owners_message(position)
        read = position_in(nested(flat(now)), nested(flat(owners)))
        assert (read.phase, read.units, read.centers) == (position.phase, position.units, position.centers)
        assert [(each.unit, each.retreats) for each in read.dislodged] == [
            (each.unit, each.retreats) for each in position.dislodged
        ]
        for message in (now, owners, *results(position, resolution.outcomes, resolution.next)):
            assert fault_in(flat(message), "server_message", 0) is None, text_of(flat(message))


@pytest.mark.parametrize("seed", range(examples(3)))
def test_every_legal_order_is_read_back(seed: int) -> None:
    for position, _ in list(a_game(seed + 10, 10))[::2]:
        for power in POWERS:
            for each in (order for orders in legal_orders(position, power).values() for order in orders):
                tree = order_tree(power, each, position)
                assert fault_in(flat(tree), "order", 0) is None, text_of(flat(tree))
                read = read_order(nested(flat(tree)), power, position)
                assert read.note == GOOD, text_of(flat(tree))
                assert format_order(read.order).removesuffix(" VIA") == told(each)  # type: ignore[arg-type]


def told(order: object) -> str:
    """An order as messages tell it: supports name no coast."""
    text = format_order(order).removesuffix(" VIA")  # type: ignore[arg-type]
    return text[: -len("/NC")] if " S " in text and " - " in text and text[-3:] in ("/NC", "/SC", "/EC") else text


def test_every_unit_has_one_result() -> None:
    for position, resolution in a_game(4, 30):
        messages = results(position, resolution.outcomes, resolution.next)
        if position.phase.kind == "M":
            assert len(messages) == len(position.units)
        if position.phase.kind == "R":
            assert len(messages) == len(position.dislodged)
        if position.phase.kind == "A":
            due = [len(position.centers_of(power)) - len(position.units_of(power)) for power in POWERS]
            assert len(messages) == sum(map(abs, due))
        beaten = sum("RET" in message[3] for message in messages)  # type: ignore[operator]
        assert beaten == len(resolution.next.dislodged)


def test_builds_without_a_free_home_are_told_as_waived() -> None:
    """Java clients wait for an order for every center without a unit."""
    after = adjudicate(CROWDED, {"TUR": [Build("A", "ANK")]})
    told = [text_of(flat(each)) for each in results(CROWDED, after.outcomes, after.next)]
    assert told == ["ORD (WIN 1902) ((TUR AMY ANK) BLD) (SUC)", *["ORD (WIN 1902) (TUR WVE) (SUC)"] * 2]


@pytest.mark.parametrize("row", rows_with("daide"))
def test_an_order_as_a_message(row: dict[str, Any]) -> None:
    board, order = board_of(row), parse_order(row["order"], row["kind"])
    assert text_of(flat(order_tree(row["power"], order, board))) == row["daide"]
    read = read_order(nested(words_of(row["daide"])), row["power"], board)
    assert (read.note, read.order) == (GOOD, order)


@pytest.mark.parametrize(
    ("board", "power", "order", "note", "text"),
    [
        (LEFT, "ENG", "YOR MTO LON", "MBV", "A YOR - LON"),
        (LEFT, "ENG", "(AMY YOR) HLD", "MBV", "A YOR H"),
        (LEFT, "ENG", "(ENG YOR) HLD", "MBV", "A YOR H"),
        (LEFT, "RUS", "((STP NCS)) HLD", "MBV", "F STP/NC H"),
        (LEFT, "ENG", "(ENG AMY YOR) MTO PAR", "FAR", None),
        (LEFT, "ENG", "(ENG AMY YOR) CTO NWY VIA (SKA)", "NSF", None),
        (LEFT, "ENG", "(ENG AMY YOR) CTO TUN VIA (NTH)", "NSF", None),
        (LEFT, "ENG", "(ENG FLT NTH) CTO NWY VIA (NWG)", "NSA", None),
        (LEFT, "ENG", "(ENG AMY LON) HLD", "NSU", None),
        (LEFT, "ENG", "(ENG FLT YOR) HLD", "NSU", None),
        (LEFT, "ENG", "(RUS FLT (STP SCS)) HLD", "NSU", None),
        (LEFT, "ENG", "(FRA AMY PAR) HLD", "NYU", None),
        (LEFT, "ENG", "(ENG FLT NTH) SUP (ENG AMY LON)", "NSU", None),
        (LEFT, "ENG", "(ENG FLT NTH) CVY (ENG AMY LON) CTO NWY", "NSA", None),
        (LEFT, "ENG", "(ENG AMY YOR) CVY (GER AMY HOL) CTO NWY", "NSF", None),
        (LEFT, "ENG", "(ENG FLT BAR) MTO STP", "MBV", "F BAR - STP/NC"),
        (LEFT, "ENG", "(ENG AMY YOR) RTO LON", "NRS", None),
        (LEFT, "ENG", "(ENG AMY YOR) BLD", "NRS", None),
        (LEFT, "ENG", "WVE", "NRS", None),
        (RETREATS, "ENG", "(ENG AMY BEL) RTO BUR", "NVR", None),
        (RETREATS, "ENG", "(ENG AMY BEL) RTO HOL", "NVR", None),
        (RETREATS, "ENG", "(ENG AMY BEL) RTO TUN", "NVR", None),
        (RETREATS, "FRA", "(FRA AMY PAR) RTO PIC", "NRN", None),
        (RETREATS, "FRA", "(ENG AMY BEL) RTO PIC", "NYU", None),
        (RETREATS, "FRA", "(FRA AMY PAR) HLD", "NRS", None),
        (BUILDS, "ENG", "(ENG WVE)", "HUH", None),
        (BUILDS, "FRA", "ENG WVE", "NYU", None),
        (BUILDS, "RUS", "(RUS FLT STP) BLD", "CST", None),
        (BUILDS, "RUS", "(RUS FLT MOS) BLD", "ESC", None),
        (BUILDS, "ENG", "(ENG AMY LVP) BLD", "YSC", None),
        (BUILDS, "ENG", "(ENG AMY BEL) BLD", "HSC", None),
        (BUILDS, "ENG", "(ENG AMY YOR) BLD", "NSC", None),
        (BUILDS, "FRA", "(ENG AMY LON) BLD", "NYU", None),
        (BUILDS, "RUS", "(RUS AMY MOS) REM", "NMR", None),
    ],
)
def test_an_order_is_noted_on(board: Position, power: str, order: str, note: str, text: str | None) -> None:
    words = words_of(order)
    if note == "HUH":
        assert fault_in(words, "loose_order", 0) is not None
        return
    assert fault_in(words, "loose_order", 0) is None
    read = read_order(nested(words), power, board)  # type: ignore[arg-type]
    assert read.note == note
    if text is not None:
        assert read.order is not None
        assert format_order(read.order) in (text, text.removesuffix("/NC"))


def test_a_long_way_by_sea_is_an_order() -> None:
    long_way = order_tree("ENG", Move("A", "YOR", "NAP", via=True), LEFT)
    assert fault_in(flat(long_way), "order", 0) is None


def test_every_refusal_has_a_note() -> None:
    illegal = {reason for reason, result in RESULT_OF.items() if result == "illegal"}
    unheard_of = {"two orders", "contested"}  # of orders together, which are looked at one by one
    assert {reason.value for reason in illegal - set(NOTES)} <= unheard_of
    assert all(category(BY_NAME[note]) == "Order_Notes" for note in NOTES.values())


def test_turns() -> None:
    for position, _ in a_game(1, 12):
        assert phase_in(turn_tree(position.phase)) == position.phase
    with pytest.raises(ValueError, match="no turn"):
        phase_in(("FRA", 1901))
