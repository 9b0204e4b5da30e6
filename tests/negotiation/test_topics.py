"""What `there`, `it` and `him` mean where only words name it that nobody understood: offered, never claimed."""

import pytest

from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.hearing import heard
from negotiation.english.reader import read
from negotiation.english.remarks import Heard
from negotiation.printer import format_term

TALK = "So, about the English Channel and how we shall live with each other"


def said(text: str, *talk: str) -> tuple[str, list[str]]:
    remarks: list[Heard] = []
    for line in talk:
        remarks.append(heard(line, context_of("ENG", ("FRA",), None, remarks)))
    understanding = read(text, context_of("FRA", ("ENG",), None, remarks))
    return understanding.verdict, [format_term(one, DIPLOMACY) for way in understanding.candidates for one in way]


@pytest.mark.parametrize(
    ("text", "talk", "wanted"),
    [
        ("Can you support me there?", "I keep thinking about Belgium all day", "hlp(eng, fra, bel)"),
        ("Neither of us goes there", "I keep thinking about Belgium all day", "dmz([eng fra], bel)"),
        ("I'd help you take him on", "Germany has been a pain in the neck, honestly", "aly([eng fra], ger)"),
    ],
)
def test_what_only_words_named_is_offered(text, talk, wanted):
    verdict, found = said(text, talk)
    assert verdict == "choose"
    assert any(wanted in one for one in found), found
