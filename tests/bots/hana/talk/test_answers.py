"""Answers about what was said last, reproaches, corrections and evaded questions."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudication.position import opening
from bots.hana.talk.asked import tell
from bots.hana.talk.checking import wrong_with
from bots.view import Agreement
from negotiation.diplomacy import DIPLOMACY, Dmz, Ent, Tpc
from negotiation.english.context import context_of
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.terms import Agree, Answer, Courtesy, Desire, Inform, Manner, Not, Unknown, Utterance
from negotiation.understanding import understand
from tests.bots.hana.talk.test_conversations import Table
from tests.bots.hana.talk.test_situation import situation

BROKEN = [["GER", "pce([fra ger])", "broken"]]


def last_answer(lines: Sequence[str], character: str = "classicist", ledger: Sequence[Sequence[str]] = ()) -> list[str]:
    """Topics and manners of the answer to the last line."""
    table = Table(character, ledger)
    if ledger:
        table.writes()
    said: list[Utterance] = []
    for line in lines:
        said = table.says(line)
    return [
        each.about.topic if isinstance(each.about, Tpc) else str(each.manner)
        for each in said
        if isinstance(each, Courtesy)
    ]


@pytest.mark.parametrize(
    ("lines", "topic"),
    [
        (["who is the biggest threat to you?", "why them?"], "whyfeared"),
        (["what do you want?", "you promised me Belgium!"], "nosuchword"),
        (["I want Belgium", "no, I meant Holland"], "want"),
        (["why not?", "England offered me an alliance against you"], "againstme"),
        (["who is winning right now?"], "count"),
    ],
)
def test_the_answer_is_about_what_was_said(lines: list[str], topic: str) -> None:
    assert any(each.startswith(topic) for each in last_answer(lines))


def test_who_broke_a_promise_is_told_what_would_mend_it() -> None:
    broken = [["FRA", "pce([fra ger])", "broken"]]
    for text in ("what can I offer you?", "can we start over?"):
        assert "amends" in last_answer([text], "cautious", broken), text


def test_an_order_that_is_kept_back_is_named() -> None:
    assert last_answer(["where is your fleet in Kiel going?"], "cautious") == ["plansunit"]


def test_a_broken_word_is_never_just_taken_note_of() -> None:
    for character in ("opportunist", "vengeful", "classicist"):
        for times in (1, 2, 3):
            answers = last_answer(["you broke our peace!!"] * times, character, BROKEN)
            assert str(Manner.NOTE) not in answers, (character, times)


def test_who_evaded_a_question_does_not_say_that_none_is_open() -> None:
    lines = ["where is your fleet in Kiel going?", "what do you want?", "you did not answer my question"]
    assert last_answer(lines, "cautious") == ["keptback"]


def test_who_keeps_its_plan_to_itself_says_where_a_unit_does_not_go() -> None:
    asked = parse("query(eng, fra, Which(?r, Do(mto(Unit(fra, Region(bre, sea)), ?r))))", DIPLOMACY)
    here = situation(me="FRA", name="cautious", position=opening())
    (said,) = tell(here, "ENG", asked.content)  # type: ignore[union-attr, arg-type]
    assert said == Answer("FRA", ("ENG",), Not(Desire("FRA", Ent("FRA", "ECH"))))
    assert wrong_with(here, said) is None


def test_what_it_needs_is_what_the_other_one_promises() -> None:
    mine = "propose(ger, fra, [Commit(fra, ger, dmz(fra, bur)), Commit(ger, fra, dmz(ger, ruh))])"
    asked = parse("query(fra, ger, Which(?d, Desire(ger, [Commit(fra, ger, ?d)])))", DIPLOMACY)
    (said,) = tell(situation(talk=(mine,)), "FRA", asked.content)  # type: ignore[union-attr, arg-type]
    assert said == Answer("GER", ("FRA",), Desire("GER", Dmz(("FRA",), ("BUR",))))


def test_plans_are_not_answered_by_the_price_of_something_else() -> None:
    lines = ["can I have Munich?", "what are you going to do?"]
    assert "noprice" not in last_answer(lines, "cautious")


@pytest.mark.parametrize("text", ["with which unit?", "from which army?", "which one?"])
def test_half_a_question_about_units_is_a_follow_up(text: str) -> None:
    heard = understand(text, replace(context_of("FRA", ("GER",), opening(), []), level=FREE))
    assert [each.about for each in heard.for_bots if isinstance(each, Courtesy)] == [Tpc("puzzledwhich")]


@pytest.mark.parametrize(
    ("text", "names"),
    [("no, I meant Holland", ("HOL",)), ("sorry, I mean the fleet in Kiel", ("KIE",)), ("I mean it", None)],
)
def test_a_correction_names_what_was_meant(text: str, names: tuple[str, ...] | None) -> None:
    heard = understand(text, replace(context_of("FRA", ("GER",), opening(), []), level=FREE))
    told = [each.about for each in heard.for_bots if isinstance(each, Courtesy)]
    assert (Tpc("whatof", names) in told) if names else not any(getattr(each, "topic", "") == "whatof" for each in told)


def test_a_promise_in_force_is_owned_up_to() -> None:
    table = Table("classicist")
    table.says("let us both stay out of Burgundy")
    zone = Agree(("FRA", "GER"), Dmz(("FRA", "GER"), ("BUR",)))
    agreed = Agreement(opening().phase, ("FRA", "GER"), zone)
    table.view = replace(table.view, agreements=(agreed,))
    said = table.says("you promised to stay out of Burgundy!")
    assert any(isinstance(each, Inform) and isinstance(each.content, Agree) for each in said), said


def test_whether_a_neighbour_will_attack_is_answered_by_what_it_thinks_of_it() -> None:
    said = Table("classicist").says("Will Russia attack you?")
    assert not any(isinstance(getattr(each, "content", None), Unknown) for each in said), said
