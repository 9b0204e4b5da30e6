"""Remarks of a known topic are answered by its steps, in sentences for friends, for foes and for anybody."""

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from adjudication.phase import parse_phase
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.hana.talk.answering import FOLLOW_UPS, Topic
from bots.hana.talk.turn import ROWS, STEPS
from bots.talking import hear_in_time
from bots.view import Agreement, LedgerLine, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import Dmz, Pce, Scd, Tpc
from negotiation.english.context import context_of
from negotiation.english.reported_speech import report
from negotiation.grammar.opened import QUESTIONS
from negotiation.heard import saying
from negotiation.levels import FREE
from negotiation.remarks import mumbled, remark_of
from negotiation.terms import Accept, Agree, And, Courtesy, Desire, Inform, Manner, Propose, Query, Utterance
from negotiation.topics import REMARKED, STANCES
from tests.bots.hana.casts import swift
from tests.negotiation.data import listen

TABLE: dict[str, dict[str, list[str]]] = tomllib.loads(
    files("bots.hana.talk").joinpath("answers.toml").read_text("utf-8")
)
LEARNT = (Path(__file__).parents[4] / "bench" / "gists" / "marked.txt").read_text("utf-8")
PEACES = (Pce(("FRA", "GER")),)
PEACE = Agree(("FRA", "GER"), Pce(("FRA", "GER")))


def answers(heard: Utterance, *, deals: Sequence[Agreement] = (), ledger: Sequence[LedgerLine] = ()) -> list[Utterance]:
    """HANA's answers as Germany, in Spring 1901."""
    view = SeatView("GER", opening(), STANDARD_RULES, level=FREE, agreements=tuple(deals), ledger=tuple(ledger))
    view = replace(view, talk=(Said(view.position.phase, heard),))
    words = hear_in_time(swift("classicist"), view, {}, view.talk[0], rng=Random(1), seconds=5)
    assert words.faults == ()
    return list(words.utterances)


def topics_of(said: Sequence[Utterance]) -> list[str]:
    return [each.about.topic for each in said if isinstance(each, Courtesy) and isinstance(each.about, Tpc)]


def test_every_topic_has_steps_and_every_sentence_a_topic() -> None:
    kinds = {topic for topic in REMARKED if not topic.endswith("other")}
    said = {topic for texts in STANCES.values() for topic in texts}
    assert kinds <= set(ROWS) | said | {topic for topic, asked in REMARKED.items() if asked}
    for topic, row in TABLE["topics"].items():
        assert topic in REMARKED or topic in FOLLOW_UPS
        assert "say" not in "+".join(row).split("+") or any(topic in texts for texts in STANCES.values()), topic


def test_every_step_of_the_table_is_there_and_every_step_is_in_the_table() -> None:
    used = {name for row in ROWS.values() for joined in row for name in joined.split("+")}
    assert used <= set(STEPS)
    assert set(STEPS) - used <= {*map(str, Manner), *QUESTIONS}


def test_every_manner_has_a_row_and_no_key_stands_in_two_parts() -> None:
    assert set(TABLE["manners"]) == set(map(str, Manner))
    assert sum(map(len, TABLE.values())) == len(ROWS)
    acts = {key.partition(":")[2] for key in TABLE["acts"] if ":" in key}
    assert acts <= set(map(str, Topic))


def test_no_sentence_stands_twice() -> None:
    found = Counter(text for texts in STANCES.values() for each in texts.values() for text in each)
    assert [text for text, times in found.items() if times > 1] == []


def test_what_is_for_friends_and_foes_is_said_to_them_only() -> None:
    heard = Courtesy("FRA", ("GER",), Manner.DOUBT, Tpc("doubtproof"))
    made = parse_phase("S1901M")
    broken = LedgerLine(made, made, "FRA", ("FRA", "GER"), Pce(("FRA", "GER")), State.BROKEN, lasting=True)
    assert topics_of(answers(heard)) == ["doubtproof"]
    assert topics_of(answers(heard, deals=[Agreement(made, ("FRA", "GER"), PEACE)])) == ["doubtprooffriend"]
    assert topics_of(answers(heard, ledger=[broken] * 4)) in (["doubtproof"], ["doubtprooffoe"])


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("I have heard such promises before and got stabbed every time", "doubtpast"),
        ("my aunt's parrot has just eaten half of my lunch", "chathome"),
        ("give me until tonight, I have to think about all that", "waitthink"),
        ("get that army of yours out of Burgundy at once", "demandleave"),
        ("sorry, I clicked on the wrong unit by mistake last turn", "apologisemistake"),
    ],
)
def test_a_topic_is_heard_in_lines_that_nothing_was_learnt_from(text: str, topic: str) -> None:
    assert text not in LEARNT
    heard = mumbled(text, "FRA", ("GER",), opening())
    assert isinstance(heard, Courtesy)
    first = heard.about.items[0] if isinstance(heard.about, And) else heard.about
    assert isinstance(first, Tpc)
    assert first.topic == topic
    assert answers(heard)


def test_a_remark_that_was_read_keeps_its_manner_and_gets_its_topic() -> None:
    context = context_of("FRA", ("GER",), opening(), [])
    heard = remark_of("give me until tonight, I have to think", [Courtesy("FRA", ("GER",), Manner.WAIT)], context)
    assert heard.for_bots == Courtesy("FRA", ("GER",), Manner.WAIT, Tpc("waitthink"))


def test_a_wish_for_what_is_proposed_beside_it_is_not_heard_by_itself() -> None:
    wish = Inform("FRA", ("GER",), Desire("FRA", "BEL"))
    proposal = Propose("FRA", ("GER",), Agree(("FRA", "GER"), Scd("FRA", ("BEL",))))
    assert saying("I want Belgium, can I have it?", [wish, proposal]).for_bots == (proposal,)
    assert saying("I want Belgium", [wish]).for_bots == (wish,)


def test_people_read_no_names_of_topics() -> None:
    for text in (
        "I am so scared and close to losing everything",
        "you are a pathetic weakling",
        "we should talk, friend",
    ):
        understood = listen(text, replace(context_of("FRA", ("GER",), opening(), []), level=FREE))
        for one in (one for each in understood.candidates for one in each):
            assert not isinstance(one, Courtesy) or not isinstance(one.about, Tpc) or one.about.topic not in REMARKED


def test_an_answer_on_a_topic_is_reported_without_other_words_than_were_said() -> None:
    said = Courtesy("GER", ("FRA",), Manner.NOTE, Tpc("doubtproof"))
    assert report(said, "FRA") == "Germany answers you."


def test_nobody_owns_up_to_a_deed_that_was_none() -> None:
    blamed = Courtesy("FRA", ("GER",), Manner.BLAME, Tpc("blamestab"))
    assert topics_of(answers(blamed)) == ["nopromise"]


def test_an_answer_is_not_heard_as_a_remark_again() -> None:
    assert "doubtproof" not in topics_of(answers(Courtesy("FRA", ("GER",), Manner.NOTE, Tpc("doubtproof"))))


def test_who_is_to_leave_a_place_where_it_has_nobody_says_so() -> None:
    asked = Courtesy("FRA", ("GER",), Manner.DEMAND, And((Tpc("demandleave"), Dmz(("GER",), ("BUR",)))))
    assert topics_of(answers(asked))[:1] == ["notthere"]


def test_a_choice_between_two_places_is_answered_about_those_or_kept_to_oneself() -> None:
    heard = mumbled("will you go to Denmark or to Holland with the fleet?", "FRA", ("GER",), opening())
    said = answers(heard)
    assert said
    assert not any(isinstance(each, Query) for each in said)


def test_a_remark_about_many_places_gets_no_more_than_three_answers() -> None:
    heard = mumbled("keep away from Burgundy and Belgium and Holland or there will be war", "FRA", ("GER",), opening())
    assert 0 < len(answers(heard)) <= 3


def test_who_proposes_a_part_instead_of_the_whole_says_that_it_is_a_part() -> None:
    """Over many bargains, wherever a part of one that is refused is proposed."""
    parts = [Scd("FRA", ("BEL",)), Scd("FRA", ("MUN",)), Scd("GER", ("HOL",)), Dmz(("FRA", "GER"), ("BUR",)), *PEACES]
    met = 0
    for one, other in combinations(parts, 2):
        deal = Agree(("FRA", "GER"), And((one, other)))
        said = answers(Propose("FRA", ("GER",), deal))
        offered = [each for each in said if isinstance(each, Propose) and each.deal.content in (one, other)]  # type: ignore[union-attr]
        if offered and not any(isinstance(each, Accept) for each in said):
            assert "partonly" in topics_of(said)
            (left,) = {one, other} - {offered[0].deal.content}  # type: ignore[union-attr]
            assert len(said) > 2 or isinstance(left, Pce), "it says what it has against the rest"
            met += 1
    assert met


def test_terms_spelled_out_for_both_are_put_on_the_table_and_those_for_one_are_not() -> None:
    mutual = And((Tpc("dealzone"), Dmz(("FRA", "GER"), ("BUR",))))
    said = answers(Courtesy("FRA", ("GER",), Manner.MUMBLE, mutual))
    assert any(isinstance(each, Propose) for each in said), said
    alone = And((Tpc("dealshare"), Scd("FRA", ("SPA",))))
    said = answers(Courtesy("FRA", ("GER",), Manner.MUMBLE, alone))
    assert said
    assert not any(isinstance(each, Propose) for each in said), said
