"""Whole conversations in English: every line a person writes gets the kind of answer that it asks for."""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudication.phase import parse_phase
from adjudication.position import opening
from adjudication.powers import POWERS, Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Memory
from bots.hana.judge.deals import bound_by
from bots.hana.remember.personality import PERSONALITIES
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import LedgerLine, PastPhase, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.context import context_of
from negotiation.english.writer import write
from negotiation.levels import FREE
from negotiation.parser import parse_formula
from negotiation.printer import format_term
from negotiation.protocols import act_of
from negotiation.sense import parts_of
from negotiation.terms import Answer, Courtesy, Do, Manner, Propose, Reject, Utterance
from negotiation.understanding import understand
from tests.bots.hana.casts import swift

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("conversations.toml").read_text("utf-8"))[
    "conversation"
]
FALL = replace(opening(), phase=parse_phase("F1901M"))


def kind(said: Utterance) -> str:
    return said.manner if isinstance(said, Courtesy) else act_of(said)


class Table:
    """France types, Germany is a HANA; each sentence it says is new and read back as what it meant."""

    def __init__(self, character: str, ledger: Sequence[Sequence[str]] = ()) -> None:
        position = replace(opening(), phase=parse_phase("S1902M")) if ledger else opening()
        lines = tuple(
            LedgerLine(
                made=parse_phase("S1901M"),
                judged=FALL.phase,
                agent=agent,  # type: ignore[arg-type]
                powers=("FRA", "GER"),
                content=parse_formula(content, DIPLOMACY),
                state=State(state),
                lasting="Do(" not in content,
            )
            for agent, content, state in ledger
        )
        history = (PastPhase(FALL, ()),) if ledger else ()
        self.view = SeatView("GER", position, STANDARD_RULES, history, ledger=lines, level=FREE)
        self.memory: Memory = {}
        self.bot, self.texts = swift(character), set[str]()

    def writes(self) -> list[Utterance]:
        words = open_talk_in_time(self.bot, self.view, self.memory, Random(2), 5)
        assert words.faults == ()
        self.memory = words.memory
        return self.hears_from_bot([each for each in words.utterances if each.hearers == ("FRA",)])

    def says(self, text: str) -> list[Utterance]:
        talk = [each.utterance for each in self.view.talk]
        heard = understand(text, replace(context_of("FRA", ("GER",), self.view.position, talk), level=FREE))
        found: list[Utterance] = []
        for term, sure in heard.told_to_bots:
            said = Said(self.view.position.phase, term, sure)
            if heard.said:
                self.view = replace(self.view, talk=(*self.view.talk, said))
            words = hear_in_time(self.bot, self.view, self.memory, said, rng=Random(1), seconds=5)
            assert words.faults == ()
            self.memory = words.memory
            found += self.hears_from_bot(words.utterances)
        return found

    def hears_from_bot(self, utterances: Sequence[Utterance]) -> list[Utterance]:
        for each in utterances:
            context = context_of("GER", ("FRA",), self.view.position, [said.utterance for said in self.view.talk])
            text = write(each, Random(7), context, self.texts)
            assert text not in self.texts
            self.texts.add(text)
            self.view = replace(self.view, talk=(*self.view.talk, Said(self.view.position.phase, each)))
        return list(utterances)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_line_is_answered(case: dict[str, Any]) -> None:
    table = Table(case["character"], case.get("ledger", ()))
    written = table.writes()
    assert set(case.get("writes", ())) <= set(map(kind, written)), written
    assert set(case.get("keeps_back", ())).isdisjoint(map(kind, written)), written
    said: list[Utterance] = []
    for text, wanted in case["lines"]:
        answers = table.says(text)
        assert (wanted == "-") is (not answers), (text, answers)
        if answers:
            assert kind(answers[0]) in wanted.split("|"), (text, answers)
        said += answers
    if "about" in case:
        named = [format_term(each, DIPLOMACY) for each in (*written, *said) if kind(each) in ("apologise", "blame")]
        assert named
        assert all(case["about"] in term and "⟨fal, 1901⟩" in term for term in named), named


@pytest.mark.parametrize("text", ["please keep out of the North Sea", "please stay out of Norway"])
def test_who_refuses_a_promise_does_not_say_in_one_breath_that_it_does_so_anyway(text: str) -> None:
    table = Table("opportunist")
    refusal, *rest = table.says(text)
    assert isinstance(refusal, Reject)
    assert rest
    for each in rest:
        if isinstance(each, Propose):  # both keep out, or the other one does something, too
            assert any(bound_by(part) in (None, "FRA") for part in parts_of(each.deal))
        else:
            assert isinstance(each, Courtesy)
            assert isinstance(each.about, Tpc)
            assert each.about.topic in ("quietrefused", "wantours", "farrefused", "becauseonesided", "onemore")


def test_plans_told_are_true_to_friends_and_the_same_to_one_power_all_phase() -> None:
    for character in ("classicist", "opportunist"):
        table = Table(character)
        told = [
            [part.action for said in table.says(text) if isinstance(said, Answer) for part in orders(said.content)]
            for text in ("where is your fleet in Kiel going?", "where will your fleet go?", "where's ur fleet going")
        ]
        assert told[0]
        assert told[0] == told[1] == told[2]


def orders(content: Any) -> list[Do]:
    return [part for part in getattr(content, "items", (content,)) if isinstance(part, Do)]


@pytest.mark.parametrize("character", PERSONALITIES)
def test_every_seat_receives_three_letters_in_the_first_spring(character: str) -> None:
    """A greeting from each of at least three, most with an idea: something proposed or asked."""
    letters = dict.fromkeys(POWERS, 0)
    for power in POWERS:
        view = SeatView(power, opening(), STANDARD_RULES, level=FREE)
        words = open_talk_in_time(swift(character), view, {}, Random(3), 5)
        assert words.faults == ()
        for said in words.utterances:
            letters[said.hearers[0]] += kind(said) == "greet"  # type: ignore[index]
    assert min(letters.values()) >= 3, letters


def test_courtesies_between_bots_come_to_an_end() -> None:
    """Two that answer each other politely do not go on for ever."""
    powers: tuple[Power, ...] = ("FRA", "GER")
    waiting: list[Utterance] = [Courtesy("FRA", ("GER",), manner) for manner in Manner]
    heard = 0
    view = {power: SeatView(power, opening(), STANDARD_RULES, level=FREE) for power in powers}
    memory: dict[str, Memory] = {power: {} for power in powers}
    bot = swift("diplomat")
    while waiting:
        said = Said(opening().phase, waiting.pop(0))
        heard += 1
        assert heard < 120
        for power in powers:
            view[power] = replace(view[power], talk=(*view[power].talk, said))
        (hearer,) = said.utterance.hearers
        words = hear_in_time(bot, view[as_power(hearer)], memory[hearer], said, rng=Random(heard), seconds=5)
        memory[hearer] = words.memory
        waiting += [each for each in words.utterances if set(each.hearers) <= set(powers)]


@pytest.mark.parametrize("level", [3, 8])
def test_on_the_levels_of_the_thesis_it_neither_greets_nor_asks_openly(level: int) -> None:
    view = SeatView("GER", opening(), STANDARD_RULES, level=level)
    words = open_talk_in_time(swift("diplomat"), view, {}, Random(2), 5)
    assert words.utterances
    assert not any(isinstance(each, Courtesy) or "Which" in repr(each) for each in words.utterances)


def test_a_refusal_says_what_is_wrong() -> None:
    table = Table("classicist")
    table.writes()
    refusal, reason = table.says("can I have Munich?")[:2]
    assert kind(refusal) == "reject"
    assert format_term(reason, DIPLOMACY) == "inform(ger, fra, Desire(ger, mun))"
