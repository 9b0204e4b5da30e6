"""Refused offers bring counter-offers, and questions for a price bring one."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Memory
from bots.hana.judge.deals import zone
from bots.hana.remember.personality import PERSONALITIES
from bots.hana.talk.countering import keeps_all_of
from bots.talking import hear_in_time
from bots.view import Said, SeatView
from negotiation.diplomacy import DIPLOMACY, Mto, Tpc
from negotiation.levels import FREE, subterms
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_formula
from negotiation.sense import faults
from negotiation.terms import Accept, Courtesy, Deal, Propose, Reject, Utterance
from tests.bots.boards import board
from tests.bots.hana.casts import swift

BORDER = board(
    "F1902M",
    *("FRA A BUR", "FRA F POR", "GER A RUH", "GER F KIE", "ENG A BEL"),
    centers={"FRA": "PAR MAR BRE POR SPA", "GER": "MUN BER KIE DEN HOL", "ENG": "BEL LON"},
)
OFFERS = [
    "Agree([fra ger], pce([fra ger]))",
    "Agree([fra ger], aly([fra ger], eng))",
    "Agree([fra ger], scd(fra, bel))",
    "Agree([fra ger], dmz([fra ger], bur))",
    "[Commit(ger, fra, hlp(ger, fra, bel))]",
    "[Commit(fra, ger, ent(fra, pic)), Commit(ger, fra, hlp(ger, fra, bel))]",
    "[Commit(ger, fra, dmz(ger, bur))]",
]


def view(position: object = BORDER) -> SeatView:
    return SeatView("GER", position, STANDARD_RULES, level=FREE, protocol="talk")  # type: ignore[arg-type]


def deal(text: str) -> Deal:
    return parse_formula(text, DIPLOMACY)  # type: ignore[return-value]


def hears(name: str, seen: SeatView, *texts: str) -> tuple[SeatView, list[Utterance]]:
    """Let France say this to Germany, and collect all answers."""
    memory: Memory = {}
    answers: list[Utterance] = []
    for text in texts:
        said = Said(seen.position.phase, parse(text, DIPLOMACY))
        seen = replace(seen, talk=(*seen.talk, said))
        words = hear_in_time(swift(name), seen, memory, said, rng=Random(1), seconds=5)
        assert words.faults == ()
        memory = words.memory
        answers += words.utterances
        seen = replace(seen, talk=(*seen.talk, *(Said(seen.position.phase, each) for each in words.utterances)))
    return seen, answers


def refused(answers: Sequence[Utterance]) -> bool:
    return any(isinstance(each, Reject) for each in answers)


def test_half_of_all_refusals_carry_an_offer() -> None:
    """All characters, on a border and at the opening."""
    no = offers = 0
    for name in PERSONALITIES:
        for position in (BORDER, opening()):
            for text in OFFERS:
                _, answers = hears(name, view(position), f"propose(fra, ger, {text})")
                if refused(answers):
                    no += 1
                    offers += any(isinstance(each, Propose) for each in answers)
    assert no
    assert offers >= no / 2, (offers, no)


@pytest.mark.parametrize("name", PERSONALITIES)
def test_what_it_offers_instead_it_signs(name: str) -> None:
    """The other one proposes the very counter-offer, and it says yes."""
    tried = 0
    for text in OFFERS:
        seen, answers = hears(name, view(), f"propose(fra, ger, {text})")
        for each in answers:
            if isinstance(each, Propose) and each.hearers == ("FRA",):
                tried += 1
                assert not list(faults(each.deal, ("FRA", "GER"), BORDER))
                back = replace(each, speaker="FRA", hearers=("GER",))
                said = Said(BORDER.phase, back)
                words = hear_in_time(
                    swift(name), replace(seen, talk=(*seen.talk, said)), {}, said, rng=Random(1), seconds=5
                )
                assert any(isinstance(one, Accept) and one.deal == each.deal for one in words.utterances), text
    assert tried


PRICE = "query(fra, ger, Which(?d, Desire(ger, ?d)))"


@pytest.mark.parametrize("name", PERSONALITIES)
def test_whoever_asks_for_the_price_hears_it_or_once_that_there_is_none(name: str) -> None:
    """A center that it merely wants is no price."""
    for position in (BORDER, opening()):
        seen, answers = hears(name, view(position), f"propose(fra, ger, {OFFERS[5]})")
        if refused(answers):
            _, (first, *_) = hears(name, seen, PRICE)
            named = isinstance(first, Propose) or any(isinstance(each, Propose) for each in answers)
            none = isinstance(first, Courtesy) and isinstance(first.about, Tpc) and first.about.topic == "noprice"
            assert named or none, (answers, first)


def test_all_of_an_offer_and_one_thing_more() -> None:
    small, large = deal("Agree([fra ger], pce([fra ger]))"), deal("Agree([fra ger], pce([fra ger]) ∧ scd(ger, bel))")
    assert keeps_all_of(large, small)
    assert not keeps_all_of(small, large)
    assert not keeps_all_of(small, small)


def test_who_calls_for_an_answer_gets_that_to_the_last_question_without_one() -> None:
    """`I asked you something` is met with the answer."""
    asked = Said(BORDER.phase, parse("query(fra, ger, Which(?c, Desire(ger, ?c)))", DIPLOMACY))
    seen = replace(view(), talk=(asked,))
    _, answers = hears("classicist", seen, "here(fra, ger)")
    assert any(not isinstance(each, Courtesy) for each in answers), answers


CLASSIC = [
    ("RUS", "TUR", "BLA"),
    ("FRA", "ENG", "ECH"),
    ("ENG", "FRA", "ECH"),
    ("ITA", "AUS", "TYR"),
    ("AUS", "ITA", "TYR"),
    ("AUS", "RUS", "GAL"),
    ("RUS", "AUS", "GAL"),
    ("GER", "FRA", "BUR"),
]


def test_an_empty_border_that_costs_nothing_is_signed_at_once() -> None:
    """The classic demilitarised zones of 1901, asked for by the neighbour."""
    signed = []
    for me, other, place in CLASSIC:
        start = SeatView(me, opening(), STANDARD_RULES, level=FREE, protocol="talk")  # type: ignore[arg-type]
        asked = Propose(other, (me,), zone(min(me, other), max(me, other), (place,)).deal)  # type: ignore[arg-type]
        said = Said(start.position.phase, asked)
        seen = replace(start, talk=(said,))
        words = hear_in_time(swift("neutral"), seen, {}, said, rng=Random(1), seconds=5)
        signed += [place for each in words.utterances if isinstance(each, Accept)]
        for each in words.utterances:
            if isinstance(each, Propose):  # nobody is asked to go where he offered to stay out
                assert place not in {content.region.province for content in subterms(each.deal) if type(content) is Mto}
    assert len(signed) >= len(CLASSIC) - 2, signed


@pytest.mark.parametrize("terms", ["scd(rus, rum) ∧ scd(tur, bul)", "dmz([rus tur], bla) ∧ scd(rus, rum)"])
def test_terms_that_ask_no_more_than_they_give_and_cost_nothing_are_signed(terms: str) -> None:
    start = SeatView("RUS", opening(), STANDARD_RULES, level=FREE, protocol="talk")
    said = Said(start.position.phase, parse(f"propose(tur, rus, Agree([rus tur], {terms}))", DIPLOMACY))
    seen = replace(start, talk=(said,))
    words = hear_in_time(swift("neutral"), seen, {}, said, rng=Random(1), seconds=5)
    assert any(isinstance(each, Accept) for each in words.utterances), words.utterances


def test_no_flat_no_stands_beside_an_offer_that_keeps_some_of_what_was_asked() -> None:
    met = 0
    for name in ("neutral", "diplomat"):
        for extra in ("scd(fra, bel)", "aly([fra ger], eng)", "dmz(ger, bur)", "scd(ger, bel)"):
            asked = deal(f"Agree([fra ger], pce([fra ger]) \u2227 {extra})")
            _, answers = hears(name, view(), f"propose(fra, ger, {format_formula(asked, DIPLOMACY)})")
            for each in answers:
                if isinstance(each, Propose) and (keeps_all_of(each.deal, asked) or keeps_all_of(asked, each.deal)):
                    met += 1
                    assert not refused(answers), (name, extra)
    assert met
