"""Statements and musings get no offers; crossing orders may be a no.

Talk is no answer.
"""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.parser import parse
from negotiation.terms import Accept, Reject
from tests.negotiation.data import read

TOLD = [
    "You were the one who hit Turkey",
    "Ha, so you did hit Italy",
    "I never thought Russia would leave Vienna",
    "We should've worked together",
    "In hindsight I should have supported you into Belgium",
    "What an odd couple they are",
    "Russia may well take their side against Turkey",
    "The juggernaut will soon have flattened Italy",
    "a draw would be a disgrace",
    "Italy and Austria make me nervous",
    "Glad you didn't take Belgium",
    "How do Russia and Austria get along?",
    "Did Italy talk to you about Trieste?",
    "who supported him into Munich?",
    "I know you want Munich",
    "Rumor has it you want Munich",
    "You will lose Munich for sure",
    "Told Italy a tale about hitting Turkey",
    "gotta contain Russia soon",
    "I hate draws",
]


@pytest.mark.parametrize("text", TOLD)
@pytest.mark.parametrize("position", [None, opening()], ids=["words", "board"])
def test_what_only_tells_is_not_claimed(text, position):
    """Most of it is not even offered anything."""
    assert read(text, context_of("FRA", ("GER",), position)).verdict != "clear"


def test_most_of_what_only_tells_is_offered_nothing():
    offered = [text for text in TOLD if read(text, context_of("FRA", ("GER",), opening())).candidates]
    assert len(offered) <= len(TOLD) / 2, offered


ASKED = [
    "It would be lovely if you left Burgundy alone",
    "Once I have built, I could support you into Belgium",
]


@pytest.mark.parametrize("text", ASKED)
def test_what_asks_for_something_after_all_is_offered(text):
    assert read(text, context_of("FRA", ("GER",))).candidates


HELP = "propose(fra, eng, [Commit(eng, fra, hlp(eng, fra, bel))])"


def answered(text, asked=HELP):
    return read(text, context_of("ENG", ("FRA",), opening(), [parse(asked, DIPLOMACY)]))


TALK = [
    "Sorry, I saw your letter too late",
    "sorry, I forgot to send it",
    "sorry, I was out all day",
    "yeah that was a rough turn",
    "Yeah, this might end badly",
    "yeah Italy was lucky",
]


@pytest.mark.parametrize("text", TALK)
def test_excuses_and_nods_are_no_sure_answer(text):
    assert answered(text).verdict != "clear"


@pytest.mark.parametrize("text", ["sorry, I need that fleet", "sorry, can't", "I don't see it working, sorry"])
def test_a_sorry_that_refuses_is_a_no(text):
    assert any(isinstance(one, Reject) for said in answered(text).candidates for one in said)


@pytest.mark.parametrize("text", ["yeah that works", "yeah it's a good plan", "yes, that is what I planned"])
def test_what_is_thought_of_the_offer_is_still_a_yes(text):
    assert isinstance(answered(text).candidates[0][0], Accept)


def test_an_alternative_after_a_yes_accepts_nothing_surely():
    assert answered("yes, or you go for Holland").verdict != "clear"


@pytest.mark.parametrize("text", ["London holds", "hm, I must keep London where it is"])
def test_another_order_for_the_unit_that_was_asked_for_may_be_a_no(text):
    understood = answered(
        text, "propose(fra, eng, [Commit(eng, fra, Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea))))])"
    )
    assert isinstance(understood.candidates[0][0], Reject)


def test_not_going_where_help_was_offered_may_be_a_no():
    understood = answered("I won't go to Belgium", "propose(fra, eng, [Commit(fra, eng, hlp(fra, eng, bel))])")
    assert any(isinstance(one, Reject) for said in understood.candidates for one in said)


def test_the_order_that_was_asked_for_is_no_refusal():
    proposal = parse("propose(fra, eng, [Commit(eng, fra, ent(eng, nth))])", DIPLOMACY)
    understood = read("I'm moving to the North Sea", context_of("ENG", ("FRA",), opening(), [proposal]))
    assert not any(isinstance(one, Reject) for said in understood.candidates for one in said)
