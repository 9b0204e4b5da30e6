"""`there` and `him` for things nobody understood are asked about, never claimed."""

import pytest

from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of, words_of
from negotiation.printer import format_term
from tests.negotiation.data import read


@pytest.mark.parametrize(
    ("text", "talk", "wanted"),
    [
        ("Can you support me there?", "I keep thinking about Belgium all day", "hlp(eng, fra, bel)"),
        ("Neither of us goes there", "I keep thinking about Belgium all day", "dmz([eng fra], bel)"),
        ("Let's take him on together", "Germany has been a pain in the neck, honestly", "aly([eng fra], ger)"),
    ],
)
def test_what_only_words_named_is_asked_about(text, talk, wanted):
    understanding = read(text, context_of("FRA", ("ENG",), None, [words_of(talk, "ENG")]))
    assert understanding.verdict == "choose"
    found = [format_term(one, DIPLOMACY) for way in understanding.candidates for one in way]
    assert any(wanted in one for one in found), found


def test_what_the_text_names_itself_is_claimed():
    context = context_of("FRA", ("ENG",), None, [words_of("I keep thinking about Belgium all day", "ENG")])
    assert read("Can you support me into Belgium?", context).verdict == "clear"
