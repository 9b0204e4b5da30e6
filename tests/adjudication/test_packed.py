"""Positions as bytes and as words, read back as written."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.engine import adjudicate
from adjudication.options import legal_orders
from adjudication.packed import pack_position, position_word, read_word, unpack_position
from adjudication.position import ImpossiblePosition, opening, position_from_dict
from adjudication.powers import POWERS


def test_positions_of_a_whole_game_are_read_back_as_they_were_written():
    rng, position, kinds = Random(3), opening(), set()
    for _ in range(250):
        assert unpack_position(pack_position(position)) == position
        assert read_word(position_word(position)) == position
        kinds.add(position.phase.kind)
        orders = {power: [rng.choice(found) for found in legal_orders(position, power).values()] for power in POWERS}
        position = adjudicate(position, orders).next
    assert kinds == {"M", "R", "A"}


def test_a_dislodged_unit_may_have_no_known_attacker():
    beaten = {"unit": "GER A MUN", "retreats": ["BER", "TYR"]}
    position = position_from_dict({"phase": "F1902R", "units": ["FRA A MUN"], "dislodged": [beaten]})
    assert unpack_position(pack_position(position)) == position


def test_a_word_is_short_enough_for_a_link():
    assert len(position_word(opening())) < 130


@given(st.binary(max_size=200))
def test_any_bytes_are_a_position_or_are_refused(packed):
    try:
        position = unpack_position(packed)
    except ImpossiblePosition:
        return
    assert pack_position(position) == packed


@given(st.integers(0, 400), st.integers(0, 255))
def test_a_damaged_position_is_another_one_or_is_refused(place, value):
    packed = bytearray(pack_position(opening()))
    packed[place % len(packed)] = value
    try:
        position = unpack_position(bytes(packed))
    except ImpossiblePosition:
        return
    assert pack_position(position) == bytes(packed)


@pytest.mark.parametrize("word", ["", "nonsense", "é", "A" * 3, "=" * 8, "A" * 5_000, "ba d+/"])
def test_nonsense_is_refused_in_words(word):
    with pytest.raises(ImpossiblePosition):
        read_word(word)
