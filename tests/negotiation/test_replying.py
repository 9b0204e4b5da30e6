"""Answers to what was only typed, to several open deals, and in words nobody could read."""

import pytest

from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse
from negotiation.terms import Accept, Propose, Reject
from tests.negotiation.data import answered, typed

DMZ = "propose(fra, eng, Agree([eng fra], dmz([eng fra], ech)))"
PEACE = "propose(fra, eng, Agree([eng fra], pce([eng fra])))"


def test_yes_to_a_plain_proposal_is_claimed():
    assert answered("ok", typed("FRA: Peace?")).verdict == "clear"
    assert answered("ok", [parse(DMZ, DIPLOMACY)]).verdict == "clear"


def test_yes_after_two_proposals_is_asked_about():
    understood = answered("sounds good", [parse(PEACE, DIPLOMACY), parse(DMZ, DIPLOMACY)])
    first, second = parse(DMZ, DIPLOMACY).deal, parse(PEACE, DIPLOMACY).deal
    assert understood.verdict == "choose"
    assert [tuple(one.deal for one in candidate) for candidate in understood.candidates] == [
        (first,),
        (second,),
        (first, second),
    ]


def test_what_was_asked_again_is_what_is_agreed_to():
    understood = answered("ok, I will keep out of the Channel", [parse(PEACE, DIPLOMACY), parse(DMZ, DIPLOMACY)])
    assert understood.verdict == "clear"


def test_a_proposal_followed_by_what_nobody_could_read_may_not_be_what_is_agreed_to():
    understood = answered("sure", typed("FRA: Peace?", "FRA: though Belgium would be what my aunt calls a pickle"))
    assert understood.verdict == "choose"
    assert isinstance(understood.candidates[0][0], Accept)


def test_a_plan_may_be_agreed_to_where_it_was_only_typed():
    understood = answered("fine by me", typed("FRA: I'm moving to Burgundy this time"))
    assert understood.verdict == "choose"
    assert isinstance(understood.candidates[0][0], Accept)
    told = parse("inform(fra, eng, [Commit(fra, eng, ent(fra, bur))])", DIPLOMACY)
    assert answered("fine by me", [told]).verdict == "none"


def test_who_writes_line_by_line_may_say_yes_twice():
    understood = answered("that works for me", typed("FRA: Peace?", "ENG: yes!"))
    assert understood.verdict == "choose"
    assert understood.candidates[0] == answered("yes", typed("FRA: Peace?")).candidates[0]


@pytest.mark.parametrize("text", ["zing zang", "peachy keen jelly bean", "much obliged", "thanks a bunch!"])
def test_few_words_nobody_can_read_may_be_a_yes_or_a_no(text):
    understood = answered(text, [parse(DMZ, DIPLOMACY)])
    assert understood.verdict == "choose"
    assert {type(one) for candidate in understood.candidates for one in candidate} == {Accept, Reject}
    assert answered(text, []).verdict == "none"


@pytest.mark.parametrize("text", ["hello again", "lol", "good morning!", "what?", "gg", "sorry for the delay", "nvm"])
def test_what_is_no_answer_stays_none(text):
    assert answered(text, [parse(DMZ, DIPLOMACY)]).verdict == "none"


SUPPORT = "propose(fra, eng, [Commit(eng, fra, hlp(eng, fra, bel))])"


@pytest.mark.parametrize("text", ["I'll support you", "ok, supporting you then", "I will gladly help you there"])
def test_support_that_was_asked_for_needs_no_place(text):
    understood = answered(text, [parse(SUPPORT, DIPLOMACY)])
    assert understood.verdict == "clear"
    assert isinstance(understood.candidates[0][0], Accept)


def test_content_with_or_without_it():
    understood = answered("I'm good", [parse(DMZ, DIPLOMACY)])
    assert [type(one[0]) for one in understood.candidates] == [Accept, Reject]


def test_a_no_that_only_begins_something_else_is_not_claimed():
    understood = answered("I don't think I'll see that before supper", [parse(DMZ, DIPLOMACY)])
    assert understood.verdict == "choose"


def test_what_comes_after_one_of_several_answers_is_kept():
    two = tuple(parse(one, DIPLOMACY) for one in (DMZ, PEACE))
    understood = answered("sure, and can we draw?", [two])
    assert understood.verdict == "choose"
    assert all(any("drw" in str(one).lower() for one in candidate) for candidate in understood.candidates)


def test_a_no_to_what_was_typed_in_a_hurry_names_the_deal():
    understood = answered("no way I leave the Channel open", typed("FRA: Channel dmz?", "FRA: lots of snow here"))
    assert all(not isinstance(one, Accept) for one in understood.candidates[0])


def test_who_says_done_has_something_to_do():
    asked = parse("propose(fra, eng, [Commit(eng, fra, hlp(eng, fra, bel))])", DIPLOMACY)
    offered = parse("propose(fra, eng, [Commit(fra, eng, ent(fra, bur))])", DIPLOMACY)
    assert answered("done!", [asked, offered]).candidates[0][0].deal == asked.deal
    assert answered("sounds good", [asked, offered]).candidates[0][0].deal == offered.deal


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("this looks like a very sensible compromise", Accept),
        ("it would be a sensible arrangement", Accept),
        ("seems like the right thing to do", Accept),
        ("I suppose not", Reject),
        ("afraid not", Reject),
    ],
)
def test_what_is_thought_of_a_proposal_answers_it(text, act):
    understood = answered(text, [parse(DMZ, DIPLOMACY)])
    assert understood.verdict == "clear"
    assert isinstance(understood.candidates[0][0], act)


def test_what_is_thought_badly_of_a_proposal_is_no_yes():
    assert answered("it seems like a bad plan", [parse(DMZ, DIPLOMACY)]).verdict != "clear"


def test_a_counter_with_the_unit_that_was_asked_for_is_a_proposal():
    asked = "propose(fra, eng, [Commit(eng, fra, Do(mto(Unit(eng, Region(lon, sea)), Region(ech, sea))))])"
    understood = answered("I'll move London to the North Sea if you move Brest to Gascony", [parse(asked, DIPLOMACY)])
    assert understood.verdict == "clear"
    assert isinstance(understood.candidates[0][0], Propose)


def test_what_is_said_after_a_polite_yes_to_mere_talk_is_claimed_alone():
    doubtful = typed("FRA: Could you move to the North Sea?", "FRA: though Belgium is what my aunt calls a pickle")
    understood = answered("ok, let's keep the Channel empty", doubtful)
    assert understood.verdict == "clear"
    assert [type(one) for one in understood.candidates[0]] == [Propose]
    assert answered("do it, and let's keep the Channel empty", doubtful).verdict == "choose"


def test_to_say_again_what_was_proposed_accepts_it():
    asked = typed("FRA: Would you bounce with me in the Channel?", "ENG: I do enjoy the rain here")
    understood = answered("sure, we can bounce in the Channel", asked)
    assert understood.verdict == "clear"
    assert [type(one) for one in understood.candidates[0]] == [Accept]


def test_a_plan_that_names_the_unit_and_the_place_asked_for_accepts():
    asked = typed("FRA: Can you move London to the North Sea?", "FRA: is that alright", "ENG: what a nice fleet")
    understood = answered("Yes, I will move Lon to North Sea", asked)
    assert understood.verdict == "clear"
    assert [type(one) for one in understood.candidates[0]] == [Accept]


@pytest.mark.parametrize(
    "text",
    ["Yes, I will keep out of the Channel.", "I do think a DMZ in the Channel would be best.", "agreed, DMZ Channel"],
)
def test_of_several_things_on_the_table_the_one_that_is_said_in_full_is_agreed_to(text):
    zone = "FRA: Please stay out of the Channel" if "I will" in text else "FRA: Let's DMZ the Channel"
    understood = answered(text, typed("FRA: Hi! I'm after peace.", zone, "FRA: also, Munich smells of pickle"))
    assert understood.verdict == "clear"
    assert [type(one) for one in understood.candidates[0]] == [Accept]


def test_a_yes_to_less_than_was_proposed_proposes_that():
    understood = answered("yes, peace", typed("FRA: Peace, and a DMZ in the Channel?", "FRA: Munich smells of pickle"))
    assert [type(one) for one in understood.candidates[0]] == [Propose]
