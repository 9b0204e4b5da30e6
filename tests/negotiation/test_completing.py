"""A place that is all somebody says names the unit of what was just proposed."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.reader import read
from negotiation.parser import parse
from negotiation.printer import format_term

ASKED = "propose(tur, rus, [Commit(rus, tur, hlp(rus, tur, bul))])"


@pytest.mark.parametrize(
    ("text", "dialogue", "position", "wanted"),
    [
        ("from Constantinople, please", ASKED, False, "hlp(rus, tur, bul, con)"),
        ("Con to Bul", ASKED, False, "hlp(rus, tur, bul, con)"),
        ("with Ukraine", "propose(tur, rus, [Commit(rus, tur, ent(rus, rum))])", False, "Region(ukr, amy)"),
        ("from Con", "propose(tur, rus, [Commit(tur, rus, ent(tur, bul))])", True, "Region(con, amy)"),
    ],
)
def test_a_place_alone_completes_a_deal(text, dialogue, position, wanted):
    context = context_of("TUR", ("RUS",), opening() if position else None, [parse(dialogue, DIPLOMACY)])
    understanding = read(text, context)
    assert understanding.verdict == "choose"
    found = [format_term(one, DIPLOMACY) for way in understanding.candidates for one in way]
    assert any(wanted in one for one in found), found


def test_with_nothing_proposed_a_place_says_nothing():
    assert read("from Constantinople, please", context_of("TUR", ("RUS",))).verdict == "none"
