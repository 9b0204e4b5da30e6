"""A message is understood once, as one value."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY, Dmz, Pce
from negotiation.english.context import context_of
from negotiation.english.writer import write
from negotiation.heard import heard_from_dict, saying
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import ANYONE, Accept, Agree, Commit, Commits, Propose
from negotiation.understanding import understand
from tests.negotiation.data import lines

TEXTS = ("How about peace?", "Hello!", "what is that fleet of yours up to", "i'll go to burgundy or picardy", "", "?!")


@pytest.mark.parametrize("text", TEXTS)
def test_what_was_heard_survives_json(text):
    heard = understand(text, context_of("FRA", ("GER",), opening()))
    again = heard_from_dict(text, heard.as_dict())
    assert (again.verdict, again.said, again.for_bots, again.act.key) == (
        heard.verdict,
        heard.said,
        heard.for_bots,
        heard.act.key,
    )
    assert again.as_dict() == heard.as_dict()


def test_mentions_tell_where_a_name_stands_and_what_it_names():
    heard = understand("Please stay out of Belgium.", context_of("FRA", ("GER",), opening()))
    (mention,) = heard.mentions
    assert heard.text[mention.start : mention.end] == "Belgium"
    assert (mention.kind, mention.names, mention.role) == ("place", ("BEL",), "ours")


def test_messages_in_l_are_heard_as_they_are():
    case = next(case for case in lines("sentences.jsonl") if case["l"])
    heard = understand(case["text"], context_of(case["speaker"], tuple(case["hearers"])))
    assert saying(case["text"], heard.said).for_bots == heard.said


ANY_POWER = [
    Commits((Commit(ANYONE, ("FRA",), Pce(("ENG", "FRA"))),)),
    Commits((Commit("GER", (ANYONE,), Pce(("ENG", "FRA"))),)),
    Agree((ANYONE, "FRA"), Pce(("ENG", "FRA"))),
    Agree(("FRA", "GER"), Pce((ANYONE, "FRA"))),  # type: ignore[arg-type]
    Agree(("FRA", "GER"), Dmz((ANYONE,), ("BUR",))),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("act", [Propose, Accept])
@pytest.mark.parametrize("deal", ANY_POWER)
def test_no_deal_binds_any_power(act, deal):
    """A reading that is no text of L could not be stored."""
    heard = understand(write(act("FRA", ("GER",), deal)), context_of("FRA", ("GER",), opening()))
    for said in (each.said for each in heard.readings):
        assert [parse(format_term(one, DIPLOMACY), DIPLOMACY) for one in said] == list(said)


def test_a_promise_to_anyone_is_news():
    heard = understand("I promise anyone to stay out of Burgundy.", context_of("FRA", ("GER",), opening()))
    assert heard.said == (parse("inform(fra, ger, [Commit(fra, power, dmz(fra, bur))])", DIPLOMACY),)


PEACE = parse("propose(ger, fra, Agree([fra ger], pce([fra ger])))", DIPLOMACY)


@pytest.mark.parametrize("text", ["Peace? No.", "Peace? You wish.", "Peace? Dream on!", "peace? lol no way"])
@pytest.mark.parametrize("talk", [(), (PEACE,)], ids=["nothing open", "peace open"])
def test_what_a_neighbouring_sentence_refuses_or_mocks_is_not_claimed(text, talk):
    heard = understand(text, context_of("FRA", ("GER",), opening(), talk))
    assert not any(isinstance(one, Propose | Accept) for one in heard.said)


@pytest.mark.parametrize("text", ["Hello! Yes, I am in.", "Thank you! Yes.", "Good morning. Ok, deal."])
def test_a_courtesy_displaces_no_answer(text):
    heard = understand(text, context_of("FRA", ("GER",), opening(), (PEACE,)))
    assert [type(one) for one in heard.said] == [Accept]


def test_an_order_that_no_rule_allows_is_not_claimed():
    for text in ("I will move Paris to Belgium", "Please move your army in Berlin to Burgundy"):
        assert understand(text, context_of("FRA", ("GER",), opening())).verdict != "claim"


@pytest.mark.parametrize(
    "text",
    [
        "Given that Russia is so strong, let's keep Burgundy empty",
        "Hey Germany, hope you're well. I'd like to propose we keep Burgundy a DMZ.",
        "I'd rather you didn't move to Burgundy",
        "Could you support me into Burgundy? My other units are busy",
        "Let me have Belgium without any fuss",
        "stay out of Burgundy, the both of us",
    ],
)
def test_what_limits_nothing_forbids_no_claim(text):
    heard = understand(text, context_of("FRA", ("GER",), opening()))
    assert heard.verdict == "claim"
    assert [type(one) for one in heard.said] == [Propose]


@pytest.mark.parametrize("text", ["sounds good to me m8", "We are 100% on", "ok ((((((", "yes yes yes yes yes yes"])
def test_a_figure_that_counts_nothing_forbids_no_answer(text):
    heard = understand(text, context_of("FRA", ("GER",), opening(), (PEACE,)))
    assert [type(one) for one in heard.said] == [Accept]


def test_what_is_said_over_and_over_is_said_once():
    context = context_of("FRA", ("GER",), opening())
    assert understand("Peace? " * 140, context).said == understand("Peace?", context).said
    assert understand("a " * 500, context).verdict == "talk"
