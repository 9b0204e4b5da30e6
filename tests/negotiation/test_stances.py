"""Answers that are none at once: where somebody leans, and what is answered where nothing was understood."""

import pytest

from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse
from negotiation.terms import Accept, Reject
from tests.negotiation.data import answered, typed

DMZ = "propose(fra, eng, Agree([eng fra], dmz([eng fra], ech)))"
HELP = "propose(fra, eng, [Commit(eng, fra, hlp(eng, fra, bel))])"


def kinds(understood):
    return {type(one) for candidate in understood.candidates for one in candidate}


@pytest.mark.parametrize(
    "text",
    [
        "I'm not averse to it",
        "not opposed at all",
        "so it would seem",
        "you need not worry about that",
        "that's exactly what I've ordered",
        "have it your way",
        "I'd welcome your help",
        "a bit of help would be lovely",
        "I'm on my way",
        "I'll do my best",
        "I won't stand in your way",
    ],
)
def test_words_of_consent_may_accept(text):
    understood = answered(text, [parse(HELP, DIPLOMACY)])
    assert isinstance(understood.candidates[0][0], Accept)


@pytest.mark.parametrize(
    "text",
    [
        "I'm not ready to commit to anything there",
        "I can't promise that today",
    ],
)
def test_words_of_refusal_may_reject(text):
    understood = answered(text, [parse(HELP, DIPLOMACY)])
    assert Reject in kinds(understood)
    assert isinstance(understood.candidates[0][0], Reject)


def test_a_question_mark_takes_no_side():
    assert not kinds(answered("?", [parse(HELP, DIPLOMACY)]))


def test_what_is_asked_once_more_is_answered():
    assert answered("sure", typed("FRA: Can we keep the Channel dmz?", "FRA: DMZ in the Channel?")).verdict == "clear"


def test_a_reason_leaves_no_doubt_what_is_answered():
    dialogue = typed("FRA: Could you move to the North Sea to keep the Germans out please?")
    assert answered("sure", dialogue).verdict == "clear"


def test_a_deal_both_proposed_is_not_open():
    dialogue = typed("ENG: Channel dmz?", "FRA: Let's keep the Channel demilitarized")
    assert answered("wonderful!", dialogue).verdict != "clear"


def test_what_is_worked_with_is_no_ally():
    understood = answered("wonderful, I would work with that", typed("FRA: Channel dmz?"))
    assert all(isinstance(one, Accept) for each in understood.candidates[:1] for one in each)


def test_a_yes_that_says_it_is_done_is_one():
    assert answered("yep, that's what I'm doing", [parse(HELP, DIPLOMACY)]).verdict == "clear"
