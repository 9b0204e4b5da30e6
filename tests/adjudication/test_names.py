"""One table of names for the order field and the talk."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import STANDARD
from adjudication.names import nearest_places, places_named
from adjudication.names.spelling import letters_apart
from adjudication.names.table import PLACE_NAMES
from negotiation.words.entities import Place
from negotiation.words.lexicon import PROVINCE_WORDS
from negotiation.words.spotting import spot


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("par", "PAR"),
        ("Paris", "PAR"),
        ("Burgandy", "BUR"),
        ("Skaggerak", "SKA"),
        ("Northsea", "NTH"),
        ("StPetersburg", "STP"),
        ("St. Petersberg", "STP"),
        ("Sevastapol", "SEV"),
        ("MidAtlanticOcean", "MAO"),
        ("gulf of both", "GOB"),
        ("Gulf of Bothina", "GOB"),
        ("eng. chan.", "ECH"),
        ("w med", "WES"),
        ("Eastern Mediteranean", "EAS"),
        ("N. Atl.", "NAO"),
        ("M\u00fcnchen", "MUN"),
        ("Roem", "ROM"),
        ("Budapset", "BUD"),
        ("Constantinpole", "CON"),
        ("Helgoland Bigt", "HEL"),
        ("Edinbrg", "EDI"),
        ("tyrr", "TYS"),
        ("Irsh Sea", "IRI"),
    ],
)
def test_a_name_is_read_however_it_is_written(text: str, code: str) -> None:
    assert places_named(text) == (code,)


@pytest.mark.parametrize(("text", "codes"), [("liv", "LVN LVP"), ("nor", "NWY NWG"), ("north", "NTH NAO NAF")])
def test_a_short_name_tells_all_places_that_share_it(text: str, codes: str) -> None:
    assert places_named(text) == tuple(codes.split())


@pytest.mark.parametrize(
    "text", ["", "or", "not", "if", "xyz", "move", "support", "munic not", "paris or", "\u0301", "po"]
)
def test_other_words_name_no_place(text: str) -> None:
    assert places_named(text) == ()


def test_what_names_no_place_suggests_the_nearest() -> None:
    assert nearest_places("Burgxndi") == ("BUR",)
    assert nearest_places("bux") == ("BUD", "BUL", "BUR")
    assert nearest_places("zz") == ()


def test_the_order_field_reads_every_name_of_the_talk() -> None:
    assert [name for name, code in PROVINCE_WORDS.items() if code not in places_named(name)] == []


def test_the_talk_reads_every_long_name_of_the_order_field() -> None:
    unread = []
    for name, provinces in PLACE_NAMES.items():
        if name in PROVINCE_WORDS and len(name) > 5:
            named = spot(f"dmz in {name}", None).entities.values()
            if provinces[0] not in [each.province for each in named if isinstance(each, Place)]:
                unread.append(name)
    assert unread == []


def test_every_full_name_misspelt_by_one_letter_is_read_or_suggested() -> None:
    for code, facts in STANDARD.provinces.items():
        word = facts.name
        for at in range(1, len(word)):
            if len(word) > 5 and word[at].isalpha():
                dropped = word[:at] + word[at + 1 :]
                assert code in places_named(dropped) + nearest_places(dropped), dropped


@given(st.text(max_size=40))
def test_any_text_names_known_places_or_none(text: str) -> None:
    assert set(places_named(text)) | set(nearest_places(text)) <= set(STANDARD.provinces)


@given(st.text(alphabet="abc", max_size=6), st.text(alphabet="abc", max_size=6))
def test_letters_apart_is_the_same_both_ways(one: str, other: str) -> None:
    assert letters_apart(one, other) == letters_apart(other, one)
    assert (letters_apart(one, other) == 0) == (one == other)
