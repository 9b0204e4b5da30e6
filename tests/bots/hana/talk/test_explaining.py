"""Asked why, HANA gives a reason in English: the question read, the bot's answer written, as people see them."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from adjudication.phase import parse_phase
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Memory
from bots.hana.remember.mind import Mind
from bots.hana.talk.explaining import why_not
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Agreement, LedgerLine, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.writer import write
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from negotiation.terms import Answer, Deal, Desire, Utterance
from tests.bots.hana.casts import swift
from tests.bots.hana.talk.test_situation import situation
from tests.negotiation.data import read

PERSONALITIES = ("neutral", "classicist", "opportunist", "cautious", "vengeful", "diplomat")
SITE_LEVEL = 3
PEACE = "Agree([fra ger], pce([fra ger]))"
OPENING = SeatView("GER", opening(), STANDARD_RULES, level=SITE_LEVEL)


class Chat:
    """France, a person, talks to Germany, a HANA; everything said is in the view."""

    def __init__(self, name: str, view: SeatView = OPENING, memory: Memory | None = None) -> None:
        self.bot, self.view, self.memory = swift(name), view, memory or {}

    def opens(self) -> list[Utterance]:
        words = open_talk_in_time(self.bot, self.view, self.memory, Random(1), 5)
        return self._said([each for each in words.utterances if each.hearers == ("FRA",)])

    def hears(self, text: str) -> list[Utterance]:
        """A sentence of the person; or a term.

        Gives what the bot says to it.
        """
        if "(" in text:
            terms: Sequence[Utterance] = [parse(text, DIPLOMACY)]
        else:
            talk = [each.utterance for each in self.view.talk]
            context = replace(context_of("FRA", ("GER",), self.view.position, talk), level=self.view.level)
            understanding = read(text, context)
            assert understanding.verdict == "clear", text
            terms = understanding.candidates[0]
        answers: list[Utterance] = []
        for term in terms:
            said = Said(self.view.position.phase, term)
            self.view = replace(self.view, talk=(*self.view.talk, said))
            words = hear_in_time(self.bot, self.view, self.memory, said, rng=Random(1), seconds=5)
            assert words.faults == ()
            answers += self._said(words.utterances)
        return answers

    def _said(self, utterances: Sequence[Utterance]) -> list[Utterance]:
        now = self.view.position.phase
        self.view = replace(self.view, talk=(*self.view.talk, *(Said(now, each) for each in utterances)))
        return list(utterances)


def reason(answers: Sequence[Utterance]) -> str:
    """The one answer, as a sentence."""
    (answer,) = answers
    assert isinstance(answer, Answer)
    assert "Unknown" not in format_term(answer, DIPLOMACY)
    return write(answer)


@pytest.mark.parametrize("level", [SITE_LEVEL, 7])
@pytest.mark.parametrize("name", PERSONALITIES)
def test_a_refusal_is_explained(name: str, level: int) -> None:
    chat = Chat(name, replace(OPENING, level=level))
    refusal = chat.hears("Can you move Munich to Bohemia?")[0]
    assert format_term(refusal, DIPLOMACY).startswith("reject(")
    assert reason(chat.hears("Why?")).startswith("Well, I")


@pytest.mark.parametrize("name", ["neutral", "classicist", "vengeful", "diplomat"])
def test_a_proposal_is_explained(name: str) -> None:
    chat = Chat(name)
    assert chat.opens()
    assert reason(chat.hears("Why would you want that?")).startswith("Well, I")


def test_the_same_question_is_answered_once_and_the_same_reason_is_not_given_twice() -> None:
    chat = Chat("classicist")
    chat.hears("Can you move Munich to Bohemia?")
    first = reason(chat.hears("Why?"))
    assert chat.hears("Why?") == []
    chat.hears("Can you hold in Munich?")
    second = chat.hears("Why?")
    assert not second or reason(second) != first


def test_peace_with_a_friend_is_a_reason_to_refuse_an_alliance_against_it() -> None:
    friends: Agreement = Agreement(
        OPENING.position.phase,
        ("GER", "RUS"),
        parse_formula("Agree([ger rus], pce([ger rus]))", DIPLOMACY),  # type: ignore[arg-type]
    )
    chat = Chat("classicist", replace(OPENING, agreements=(friends,)))
    chat.hears("propose(fra, ger, Agree([fra ger], aly([fra ger], rus)))")
    assert reason(chat.hears("Why?")) == "Well, there is peace between Russia and me."


def test_who_broke_a_peace_is_told_so() -> None:
    broken = LedgerLine(
        made=parse_phase("S1901M"),
        judged=parse_phase("S1901M"),
        agent="FRA",
        powers=("FRA", "GER"),
        content=parse_formula("pce([fra ger])", DIPLOMACY),
        state=State.BROKEN,
        reason="",
        lasting=True,
    )
    chat = Chat("vengeful", replace(OPENING, ledger=(broken,)))
    chat.hears("Can you move Munich to Bohemia?")
    assert reason(chat.hears("Why?")) == "Well, there is no peace between us."


def test_whom_it_does_not_negotiate_with_it_still_tells_why() -> None:
    chat = Chat("vengeful", memory={"mind": Mind(emotions={"FRA": {"anger": 1.0}}).as_dict()})
    (refusal,) = chat.hears(f"propose(fra, ger, {PEACE})")
    assert format_term(refusal, DIPLOMACY) == f"reject(ger, fra, {PEACE})"
    assert chat.hears("Are you moving to Burgundy?") == []
    assert reason(chat.hears("Why not?")).startswith("Well, I")


def test_a_wish_nobody_spoke_of_is_answered_as_a_question() -> None:
    (answer,) = Chat("classicist").hears("query(fra, ger, Desire(ger, ber))")
    assert format_term(answer, DIPLOMACY) == "answer(ger, fra, Desire(ger, ber))"


def test_between_moves_there_is_a_reason_too() -> None:
    winter = replace(OPENING, position=replace(opening(), phase=parse_phase("W1901A")))
    chat = Chat("classicist", winter)
    chat.hears("propose(fra, ger, [Commit(ger, fra, Do(bld(Unit(ger, Region(ber, amy)))))])")
    assert reason(chat.hears("Why not?")).startswith("Well, I")


HELP = "Do(sup(Unit(fra, Region(bur, amy)), mto(Unit(ger, Region(ruh, amy)), Region(bel, amy))))"


@pytest.mark.parametrize(("content", "is_named"), [("scd(fra, bel)", True), (HELP, False)])
def test_a_place_is_a_reason_where_the_other_one_gets_it_not_where_he_helps_into_it(
    content: str, *, is_named: bool
) -> None:
    deal: Deal = parse_formula(f"Agree([fra ger], {content} ∧ pce([fra ger]))", DIPLOMACY)  # type: ignore[assignment]
    said = ("inform(ger, fra, Belief(ger, Do(mto(Unit(fra, Region(bur, amy)), Region(mun, amy)))))",)
    found = {why_not(situation(), "FRA", deal), why_not(situation(talk=said), "FRA", deal)}
    assert (Desire("GER", "BEL") in found) is is_named
