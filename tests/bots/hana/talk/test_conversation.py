"""A conversation determines the time left, refusals and haggling."""

from dataclasses import replace

import pytest

from adjudication.phase import parse_phase
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.hana.judge.deals import peace, zone
from bots.hana.talk.conversation import Conversation, ever_spoke
from bots.view import Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse

VIEW = SeatView("GER", opening(), STANDARD_RULES, level=3)
PEACE = peace("GER", "FRA")
WORDS = {
    "ask": "propose(ger, fra, Agree([fra ger], pce([fra ger])))",
    "yes": "accept(fra, ger, Agree([fra ger], pce([fra ger])))",
    "no": "reject(fra, ger, Agree([fra ger], pce([fra ger])))",
    "zone": "propose(fra, ger, Agree([fra ger], dmz([fra ger], bur)))",
    "no zone": "reject(ger, fra, Agree([fra ger], dmz([fra ger], bur)))",
    "plan": "inform(ger, fra, [Commit(ger, fra, Do(hld(Unit(ger, Region(mun, amy)))))])",
    "news": "inform(fra, ger, pce([eng fra]))",
    "others": "propose(eng, ger, Agree([eng ger], pce([eng ger])))",
}


def after(*words: str, phase: str = "S1901M") -> Conversation:
    said = tuple(Said(parse_phase(phase), parse(WORDS[word], DIPLOMACY)) for word in words)
    return Conversation(replace(VIEW, talk=said), "FRA")


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ((), 0.75),
        (("news",), 0.75),
        (("ask",), 0.5),
        (("ask", "no"), 0.25),
        (("ask", "yes"), 0.5),
        (("ask", "no", "zone", "no zone"), 0.0),
        (("ask", "no", "zone", "no zone", "ask"), 0.0),
        (("others",), 0.75),
    ],
)
def test_proposals_and_refusals_use_up_the_time(words: tuple[str, ...], left: float) -> None:
    assert after(*words).left == left


def test_what_lies_on_the_table_must_be_answered_first() -> None:
    assert after().may_propose
    assert not after("ask").may_propose
    assert not after("zone").may_propose
    assert after("ask", "yes").may_propose
    assert after("ask", "no").open_proposal is None
    found = after("ask", "no", "zone").open_proposal
    assert found is not None
    assert found.speaker == "FRA"


def test_what_was_proposed_or_refused_is_not_new() -> None:
    burgundy = zone("GER", "FRA", ["BUR"])
    assert after().is_new(PEACE)
    assert not after("ask").is_new(PEACE)
    assert not after("ask", "no").is_new(PEACE)
    assert after("ask", "no").is_new(burgundy)
    assert not after("zone", "no zone").is_new(burgundy)


def test_what_was_refused_is_not_asked_again_this_year() -> None:
    refused = after("ask", "no").view
    fall, spring = (replace(refused.position, phase=parse_phase(text)) for text in ("F1901M", "S1902M"))
    assert not Conversation(replace(refused, position=fall), "FRA").is_new(PEACE)
    assert Conversation(replace(refused, position=spring), "FRA").is_new(PEACE)
    assert Conversation(replace(refused, position=fall), "ENG").is_new(PEACE)


def test_haggling_begins_with_the_third_time() -> None:
    once, twice = ("zone", "no zone"), ("zone", "no zone", "zone", "no zone")
    burgundy = zone("GER", "FRA", ["BUR"]).deal
    assert not after(*once).is_haggling(burgundy)
    assert after(*twice).is_haggling(burgundy)


def test_promises_told_and_things_said_again_are_noticed() -> None:
    assert after("plan").has_told
    assert not after("ask", "yes").has_told
    news = parse(WORDS["news"], DIPLOMACY)
    assert not after("news").was_said_before(news)
    assert after("news", "news").was_said_before(news)
    assert not after("zone", "no zone", "zone").was_said_before(parse(WORDS["zone"], DIPLOMACY))


def test_other_phases_and_other_people_are_other_conversations() -> None:
    view = replace(VIEW, talk=(*after("ask").view.talk, *after("others").view.talk))
    assert len(Conversation(view, "FRA").said) == 1
    assert len(Conversation(view, "ENG").said) == 1
    assert after("ask", phase="F1901M").said == ()
    assert ever_spoke(view) == {"ENG"}


def test_twelve_answers_are_enough() -> None:
    assert not after(*["plan"] * 11).is_over
    assert after(*["plan"] * 12).is_over
