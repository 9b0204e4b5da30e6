"""The understood meaning is shown only if it adds something."""

import pytest

from frontend.talk.restating import adds
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse

MOVE = "Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea)))"
PEACE = "Agree([eng fra], pce([eng fra]))"


@pytest.mark.parametrize(
    ("text", "term", "shown"),
    [
        ("Will you go from London to the North Sea?", f"query(fra, eng, {MOVE})", False),
        ("lon - nth?", f"query(fra, eng, {MOVE})", False),
        ("are you going there with your fleet?", f"query(fra, eng, {MOVE})", True),
        ("London to the North Sea, or was it Wales?", f"query(fra, eng, {MOVE})", True),
        ("ok", f"accept(fra, eng, {PEACE})", True),
        ("I will go from London to the North Sea", f"inform(eng, fra, [Commit(eng, fra, {MOVE})])", True),
        ("are you at peace?", "query(fra, eng, pce([eng fra]))", False),
    ],
)
def test_what_is_shown_and_what_waits_until_one_points_at_it(text, term, shown):
    assert adds(text, [parse(term, DIPLOMACY)], written=False) is shown


def test_a_bots_words_mean_what_they_say_and_plain_text_means_nothing():
    said = [parse(f"query(fra, eng, {MOVE})", DIPLOMACY)]
    assert not adds("Are you going there?", said, written=True)
    assert not adds("Are you going there?", [], written=False)
