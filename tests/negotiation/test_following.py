"""What leans on typed talk for what it is about: offered, never claimed; and what answers nothing any more."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.hearing import heard
from negotiation.english.reader import read_by_rules
from negotiation.printer import format_term


def talk(*lines, position=None):
    """`FRA: text`, typed one after the other between France and Germany."""
    remarks = []
    for line in lines:
        speaker, text = line.split(": ", 1)
        remarks.append(heard(text, context_of(speaker, ({"FRA": "GER", "GER": "FRA"}[speaker],), position, remarks)))
    return remarks


def offered(*lines, position=None):
    """What the rules offer for the last line."""
    speaker, text = lines[-1].split(": ", 1)
    before = talk(*lines[:-1], position=position)
    context = context_of(speaker, ({"FRA": "GER", "GER": "FRA"}[speaker],), position, before)
    understood = read_by_rules(text, context)
    found = [" / ".join(format_term(one, DIPLOMACY) for one in candidate) for candidate in understood.candidates]
    return understood.verdict, found


FOLLOWED = [
    ("a dmz", ("GER: what shall we do with Burgundy?", "FRA: I'd prefer a dmz for now"), "dmz([fra ger], bur)"),
    ("a bounce", ("GER: what shall we do with Burgundy?", "FRA: maybe just bounce"), "mto(Unit(ger, Region(mun, amy))"),
    ("support", ("GER: we should move into Burgundy", "FRA: happy to support you in"), "hlp(fra, ger, bur, mun)"),
    ("the order", ("GER: could you support me into Burgundy?", "FRA: the support is all yours"), "hlp(fra, ger, bur)"),
    ("one more power", ("GER: alliance against England?", "FRA: yes!", "FRA: and then Italy?"), "aly([fra ger], ita)"),
    ("another place", ("GER: you can have Belgium", "FRA: and Holland?"), "scd(fra, hol)"),
    ("the price", ("FRA: what can I give you in return?", "FRA: Holland?"), "scd(ger, hol)"),
    ("once more", ("FRA: could you support me into Belgium?", "GER: hm", "FRA: would you be up for that?"), "bel"),
    ("again", ("FRA: Let's bounce in Burgundy", "GER: ok", "GER: let's do that once more"), "bur"),
]


@pytest.mark.parametrize(("name", "lines", "wanted"), FOLLOWED, ids=lambda value: value if type(value) is str else "")
def test_what_leans_on_the_talk_is_offered(name, lines, wanted):
    verdict, found = offered(*lines, position=opening())
    assert verdict == "choose"
    assert wanted in " ".join(found)


def test_who_plans_something_else_for_the_unit_may_refuse():
    verdict, found = offered("GER: Move Paris to Picardy please", "FRA: Paris just holds for me", position=opening())
    assert verdict == "choose"
    assert found[0].startswith("reject(")


def test_a_question_for_help_may_be_taken_as_a_request():
    _, found = offered("GER: You could support Kie - Hol?", "FRA: yes")
    assert found[0].startswith("accept(")


def test_a_yes_with_a_condition_that_is_only_spotted_holds_both():
    verdict, found = offered(
        "GER: Bounce in Burgundy?", "FRA: sure, as long as somehow Kiel sees Holland and you go to Denmark"
    )
    assert verdict == "choose"
    assert found


def test_a_yes_with_a_remark_after_but_is_still_offered_as_a_yes():
    verdict, found = offered("GER: Peace?", "FRA: sure but it is going to be a wild ride")
    assert verdict == "choose"
    assert found[0].startswith("accept(")


@pytest.mark.parametrize("text", ["great!", "thanks a lot", "they were quite rude to me", "what a mess"])
def test_small_talk_answers_nothing_of_long_ago(text):
    lines = ["GER: Peace?", "FRA: let me sleep on it", "GER: how is life?", "FRA: not bad", "GER: the weather is nice"]
    assert offered(*lines, f"FRA: {text}") == ("none", [])


def test_a_yes_still_answers_what_was_proposed_just_before():
    verdict, found = offered("GER: hello there", "FRA: hi", "GER: Peace?", "FRA: great!")
    assert verdict == "clear"
    assert found[0].startswith("accept(")


def test_nothing_is_made_of_support_for_others():
    assert offered("GER: I want to go to Belgium", "FRA: England had their support last year")[1] == []


ANSWERS = [
    ("You read my mind", "accept"),
    ("I won't turn that down", "accept"),
    ("I'm really on board with that plan, and it costs me nothing", "accept"),
    ("That wouldn't be very wise", "reject"),
    ("that is not in my own interest", "reject"),
    ("I hear what you say but it leaves my home open", "reject"),
    ("Maybe, once the dust has settled", "accept"),
    ("That is a sensible division", "accept"),
    ("we can try I guess", "accept"),
]


@pytest.mark.parametrize(("text", "wanted"), ANSWERS, ids=lambda value: str(value)[:30])
def test_answers_in_many_words(text, wanted):
    verdict, found = offered("GER: alliance against England?", f"FRA: {text}")
    assert verdict in ("clear", "choose")
    assert found[0].startswith(f"{wanted}(")


def test_who_was_asked_to_stay_away_agrees_by_not_going():
    _, found = offered("GER: Stay out of Burgundy, please", "FRA: no I won't")
    assert found[0].startswith("accept(")


def test_no_help_is_wanted_where_one_does_not_go():
    verdict, found = offered(
        "GER: do you need support into Burgundy?", "FRA: I won't go to Burgundy", position=opening()
    )
    assert verdict == "choose"
    assert found[0].startswith("reject(")


def test_an_offer_is_taken_up_by_its_place():
    verdict, found = offered("GER: you can have Belgium", "GER: Peace?", "FRA: I'd accept your offer on Belgium")
    assert verdict == "choose"
    assert "scd(fra, bel)" in " ".join(found)
