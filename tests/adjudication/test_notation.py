"""Orders as text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.notation import (
    AmbiguousOrder,
    IllegalOrder,
    MalformedOrder,
    NotationError,
    format_order,
    parse_order,
    parse_unit,
)
from adjudication.orders import Order
from adjudication.phase import PhaseKind
from adjudication.position import Position, Unit
from adjudication.sentences import order_sentence
from adjudication.written import parse_written
from tests.adjudication.build import place
from tests.adjudication.notations import rows_with
from tests.adjudication.strategies import adjustments, movements, retreats

POSITION = place(
    "S1902M", ["FRA A PAR", "FRA F BRE", "ENG F ECH", "ENG A LON", "RUS F STP/SC", "ITA F SPA/NC", "ENG A CON"]
)


@given(movements)
def test_movement_round_trip(order: Order) -> None:
    assert parse_order(format_order(order)) == order
    assert parse_order(format_order(order).lower()) == order


@given(retreats)
def test_retreat_round_trip(order: Order) -> None:
    assert parse_order(format_order(order), "R") == order


@given(adjustments)
def test_adjustment_round_trip(order: Order) -> None:
    assert parse_order(format_order(order), "A") == order


WORDS = [
    "A",
    "F",
    "PAR",
    "BRE",
    "ENG",
    "eng.channel",
    "-",
    "->",
    "to",
    "S",
    "C",
    "H",
    "via",
    "STP",
    "nc",
    "/NC",
    "BUILD",
]


@given(
    st.text(max_size=300) | st.lists(st.sampled_from(WORDS)).map(" ".join),
    st.sampled_from(["M", "R", "A"]),
    st.sampled_from([None, POSITION]),
)
def test_any_text_is_an_order_or_a_notation_error(text: str, kind: PhaseKind, position: Position | None) -> None:
    read = reading(text, kind, position)
    if isinstance(read, NotationError):
        assert str(read).endswith((".", "?"))
        assert len(str(read)) < 300
    else:
        assert parse_order(format_order(read), kind) == read


def reading(text: str, kind: PhaseKind, position: Position | None) -> Order | NotationError:
    try:
        return parse_order(text, kind, position)
    except NotationError as error:
        return error


@pytest.mark.parametrize("row", rows_with("order"))
def test_an_order_in_every_form_it_has(row: dict[str, Any]) -> None:
    order = parse_order(row["order"], row["kind"])
    assert parse_written(row["order"], row["kind"]) == order
    assert format_order(order) == row["order"]
    assert order_sentence(order) == row["sentence"]
    assert {text: format_order(parse_order(text, row["kind"], POSITION)) for text in row["typed"]} == dict.fromkeys(
        row["typed"], row["order"]
    )


def test_an_order_of_another_kind_of_phase_is_read_all_the_same() -> None:
    assert format_order(parse_order("BUILD A PAR", "M", POSITION)) == "BUILD A PAR"


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("A LIV - WAL", ("LVN", "LVP")),
        ("F NOR - BAR", ("NWG", "NWY")),
        ("F north s - nwy", ()),
        ("A par - po", ()),
        ("build bre", ("A BRE", "F BRE")),
    ],
)
def test_ambiguous(text: str, choices: tuple[str, ...]) -> None:
    if not choices:
        with pytest.raises(NotationError):
            parse_order(text, "M")
        return
    with pytest.raises(AmbiguousOrder) as caught:
        parse_order(text, "M")
    assert caught.value.choices == choices


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "A",
        "A PAR",
        "A PAR -",
        "A PAR S",
        "A PAR - BUR MUN",
        "A XXX - BUR",
        "A PAR X BUR",
        "A PAR - - BUR",
        "F MAO - POR/NC",
        "A PAR - /NC",
        "🙂",
        "A PAR - BUR; A MUN - BUR",
        "A PAR = BUR",
        "F NTH C A LON",
        "PAR - BUR",
        "x" * 10_000,
        "BUILD",
        "WAIVE A PAR",
        "A PAR VIA",
        "hold",
    ],
)
def test_malformed(text: str) -> None:
    with pytest.raises(MalformedOrder):
        parse_order(text)


def test_no_unit_to_complete_from() -> None:
    with pytest.raises(IllegalOrder, match="There is no unit in Munich"):
        parse_order("mun - bur", "M", POSITION)
    with pytest.raises(IllegalOrder, match="There is no unit in the North Sea"):
        parse_order("par s nth - bel", "M", POSITION)


def test_dislodged_units_are_named_before_the_victor() -> None:
    position = place("S1902R", ["GER A PAR"], dislodged=[("FRA F BRE", "ECH", ["MAO"])])
    assert format_order(parse_order("bre - mao", "R", position)) == "F BRE - MAO"


@given(st.sampled_from(["ENG F NTH", "RUS F STP/SC", "FRA A PAR"]))
def test_unit_round_trip(text: str) -> None:
    assert str(parse_unit(text)) == text
    assert isinstance(parse_unit(text), Unit)


@pytest.mark.parametrize(
    "text", ["", "ENG", "F NTH", "XXX F NTH", "ENG X NTH", "ENG F XXX", "ENG F NTH NTH", "E" * 999]
)
def test_not_a_unit(text: str) -> None:
    with pytest.raises(MalformedOrder):
        parse_unit(text)
