"""Partners that are no help: nonsense, contradictions, units that are not there, floods, endless haggling."""

import json
from dataclasses import replace
from itertools import cycle, islice
from random import Random
from time import process_time

import pytest

from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Memory
from bots.hana.remember.mind import attitudes_of, from_memory
from bots.hana.remember.personality import PERSONALITIES
from bots.hana.talk.conversation import MOST_ANSWERS
from bots.talking import hear_in_time
from bots.view import Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse
from negotiation.terms import Accept, Utterance
from tests.bots.hana.casts import swift

OPENING = SeatView("GER", opening(), STANDARD_RULES, level=3)
PLACES = ("bur", "pic", "ruh", "bel", "hol", "tyr", "boh", "sil", "pru", "gas", "den", "lvn")
CENTERS = ("mun", "kie", "ber", "den", "hol", "bel", "par", "mar", "bre", "ven", "vie", "bud")


def offer(content: str) -> str:
    return f"propose(fra, ger, [Commit(ger, fra, {content})])"


def all_of(pattern: str, names: tuple[str, ...] = PLACES) -> list[str]:
    return [pattern.replace("???", name) for name in names]


PESTS = {
    "offers about units that are not there": (
        all_of(offer("Do(mto(Unit(ger, Region(spa, amy)), Region(???, amy)))")),
        MOST_ANSWERS,
    ),
    "two orders for one unit": (
        all_of(offer("Do(hld(Unit(ger, Region(mun, amy)))) ∧ Do(mto(Unit(ger, Region(mun, amy)), Region(???, amy)))")),
        MOST_ANSWERS,
    ),
    "news of units that are not there": (
        all_of("inform(fra, ger, Do(mto(Unit(fra, Region(spa, amy)), Region(???, amy))))"),
        1,
    ),
    "contradictions": (all_of("inform(fra, ger, Belief(fra, ???) ∧ ¬Belief(fra, ???))"), 1),
    "questions without end": (all_of("query(fra, ger, Desire(ger, ???))"), MOST_ANSWERS),
    "the same question": (["query(fra, ger, Desire(ger, ber))"] * 12, 1),
    "the same offer": ([offer("Do(mto(Unit(ger, Region(mun, amy)), Region(boh, amy)))")] * 12, 4),
    "ever new offers": (all_of("propose(fra, ger, Agree([fra ger], scd(fra, ???)))", CENTERS), MOST_ANSWERS + 2),
}
"""Texts by France, and the most utterances of Germany in reply."""


@pytest.mark.parametrize("name", ["classicist", "opportunist"])
@pytest.mark.parametrize("pest", PESTS)
def test_it_is_answered_a_few_times_and_trusted_less(pest: str, name: str) -> None:
    said, most = PESTS[pest]
    view, memory, answers = told(name, said * 2)
    assert len(answers) <= most
    assert not any(isinstance(each, Accept) for each in answers) or pest == "ever new offers"
    attitude = attitudes_of(from_memory(memory), view, PERSONALITIES[name])["FRA"]
    assert attitude.trust < PERSONALITIES[name].trust
    assert len(json.dumps(memory)) < 8_000


def told(name: str, texts: list[str]) -> tuple[SeatView, Memory, list[Utterance]]:
    """France says all this, Germany hears each: the view and the memory then, and what it said."""
    bot, view = swift(name), OPENING
    memory: Memory = {}
    answers: list[Utterance] = []
    for text in texts:
        said = Said(view.position.phase, parse(text, DIPLOMACY))
        view = replace(view, talk=(*view.talk, said))
        words = hear_in_time(bot, view, memory, said, rng=Random(1), seconds=10)
        assert words.faults == ()
        memory = words.memory
        answers += words.utterances
        view = replace(view, talk=(*view.talk, *(Said(said.phase, each) for each in words.utterances)))
    return view, memory, answers


def test_thousands_of_messages_are_heard_in_time_and_forgotten() -> None:
    asked = [Said(OPENING.position.phase, parse(text, DIPLOMACY)) for text in PESTS["questions without end"][0]]
    view = replace(OPENING, talk=tuple(islice(cycle(asked), 2_000)))
    bot = swift("classicist")
    memory: Memory = {}
    bot.decide(view, {}, Random(1), 10)
    for _ in range(2):
        started = process_time()
        words = hear_in_time(bot, view, memory, view.talk[-1], rng=Random(1), seconds=10)
        assert process_time() - started < 1
        assert words.utterances == ()
        memory = words.memory
        assert len(json.dumps(memory)) < 8_000


def test_others_are_not_made_to_pay_for_it() -> None:
    """England is answered though France floods."""
    view, memory, _ = told("classicist", PESTS["questions without end"][0])
    said = Said(view.position.phase, parse("query(eng, ger, Desire(ger, ber))", DIPLOMACY))
    view = replace(view, talk=(*view.talk, said))
    words = hear_in_time(swift("classicist"), view, memory, said, rng=Random(1), seconds=10)
    assert len(words.utterances) == 1
    assert attitudes_of(from_memory(words.memory), view, PERSONALITIES["classicist"])["ENG"].trust == 0.8
