"""Orders as integers and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import STANDARD
from adjudication.encoding import PROVINCES, REGIONS, SEAS, decode_order, encode_order
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive

kinds = st.sampled_from(["A", "F"])
regions = st.sampled_from(REGIONS)
provinces = st.sampled_from(PROVINCES)
orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, kinds, regions),
    st.builds(Move, kinds, regions, regions, st.booleans()),
    st.builds(Support, kinds, regions, kinds, regions, st.none() | regions),
    st.builds(Convoy, kinds, regions, provinces, provinces),
    st.builds(Retreat, kinds, regions, regions),
    st.builds(Disband, kinds, regions),
    st.builds(Build, kinds, regions),
    st.builds(Remove, kinds, regions),
    st.just(Waive()),
)


@given(orders)
def test_every_order_comes_back(order: Order) -> None:
    code = encode_order(order)
    assert decode_order(code) == order
    assert 0 <= code < 2**31


@given(orders, orders)
def test_different_orders_are_different_integers(one: Order, other: Order) -> None:
    assert (encode_order(one) == encode_order(other)) == (one == other)


@given(st.integers(-(2**31), 2**31 - 1))
def test_an_integer_is_one_order_or_refused(code: int) -> None:
    try:
        order = decode_order(code)
    except ValueError:
        return
    assert encode_order(order) == code


def test_an_unknown_region_has_no_number() -> None:
    with pytest.raises(KeyError):
        encode_order(Hold("A", "XXX"))


def test_regions_are_numbered_seas_first_then_lands_then_coasts() -> None:
    assert set(REGIONS) == set(STANDARD.army_borders) | set(STANDARD.fleet_borders)
    assert len(REGIONS) == 81
    assert REGIONS[:19] == SEAS
    assert REGIONS[:75] == PROVINCES
    assert all("/" in region for region in REGIONS[75:])
