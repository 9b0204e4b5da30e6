"""Centers that HANA names to others."""

from typing import cast

from bots.hana.talk.asked import tell
from negotiation.diplomacy import DIPLOMACY
from negotiation.grammar.opened import open_question
from negotiation.printer import format_term
from negotiation.terms import Which
from tests.bots.boards import board
from tests.bots.hana.talk.test_situation import situation


def offered(belgium: str, *talk: str) -> list[str]:
    """Answers to France, which alone reaches Belgium and German Munich."""
    centers = {"FRA": "PAR MAR BRE", "GER": "MUN BER KIE", "ENG": "LON"}
    centers[belgium] += " BEL"
    position = board("S1902M", "FRA A BUR", "GER F KIE", "ENG F LON", centers=centers)
    asked = cast(Which, open_question("foryou", "FRA", "GER"))
    return [format_term(each, DIPLOMACY) for each in tell(situation(position=position, talk=talk), "FRA", asked)]


def test_it_names_a_center_once() -> None:
    share = "note(ger, fra, tpc(yourshare, bel))"
    assert offered("ENG") == [share]
    assert share not in offered("ENG", share)


def test_its_own_centers_are_not_for_others() -> None:
    assert not any("yourshare" in each for each in offered("FRA"))
