"""Characters' tones never change the meaning the hearer understands."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.position import opening
from bots.hana.remember.personality import PERSONALITIES
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.context import context_of
from negotiation.english.frames import Voice
from negotiation.english.tones import TONES, plain, sentences_in
from negotiation.english.writer import as_news, parse_careful, write
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.terms import REMARKS, Accept, Courtesy, Manner, Propose, Reject
from tests.effort import examples, one_of
from tests.negotiation.data import listen
from tests.negotiation.strategies import courtesies, utterances

PROPOSALS = [
    parse(f"propose(fra, ger, {deal})", DIPLOMACY)
    for deal in (
        "Agree([fra ger], pce([fra ger]))",
        "Agree([fra ger], aly([fra ger]))",
        "Agree([fra ger], aly([fra ger], eng))",
        "Agree([fra ger], aly([fra ger], [aus eng]))",
        "Agree([fra ger], dmz([fra ger], bur))",
        "Agree([fra ger], dmz([fra ger], [bur ruh]))",
        "[Commit(ger, fra, Do(mto(Unit(ger, Region(mun, amy)), Region(ruh, amy))))]",
        "[Commit(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(pic, amy))))]",
    )
]
TOLD = [
    parse(text, DIPLOMACY)
    for text in (
        "inform(fra, ger, [Commit(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(pic, amy))))])",
        "inform(fra, ger, Belief(fra, Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea)))))",
        "answer(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(pic, amy))))",
        "query(fra, ger, Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea))))",
        "reject(fra, ger, Agree([fra ger], dmz([fra ger], bur)))",
        "accept(fra, ger, Agree([fra ger], pce([fra ger])))",
    )
]


def context(*dialogue):
    return replace(context_of("FRA", ("GER",), opening(), dialogue), level=FREE)


def understood(text, *dialogue):
    found = listen(text, context(*dialogue))
    return found.candidates if found.verdict == "clear" else (found.verdict, found.candidates)


def test_every_character_has_a_tone_of_its_own() -> None:
    assert set(TONES) == set(PERSONALITIES)
    for name, tone in TONES.items():
        others = [each for other, each in TONES.items() if other != name]
        for act in ("propose", "accept", "reject", "inform", "query", "answer"):
            assert tone.leads[act], (name, act)
            assert tone.tails[act], (name, act)
        for manner in set(Manner) - REMARKS:
            own = set(tone.lines[manner.value])
            assert len(own) >= 3, (name, manner)
            assert not any(own & set(other.lines[manner.value]) for other in others), (name, manner)


@pytest.mark.parametrize("name", TONES)
def test_every_courtesy_is_read_as_what_it_is(name: str) -> None:
    for manner in set(Manner) - REMARKS:
        for line in TONES[name].lines[manner.value]:
            assert understood(line) == ((Courtesy("FRA", ("GER",), manner),),), line


@pytest.mark.parametrize("name", TONES)
def test_every_short_answer_answers(name: str) -> None:
    peace, tone = PROPOSALS[0], TONES[name]
    assert isinstance(peace, Propose)
    asked = replace(peace, speaker="GER", hearers=("FRA",))
    for words, kind, act in ((tone.yes, Accept, "accept"), (tone.no, Reject, "reject")):
        for text in words:
            for said in (text, f"{tone.leads[act][0]} {text} {tone.tails[act][0]}"):
                assert understood(said, asked) == ((kind("FRA", ("GER",), asked.deal),),), said


@pytest.mark.parametrize("name", one_of(TONES))
def test_what_is_proposed_and_told_is_read_back_and_never_the_same_twice(name: str) -> None:
    for utterance in (*PROPOSALS, *TOLD):
        said: set[str] = set()
        for seed in range(6):
            text = write(utterance, Random(seed), context(), said, name)
            assert text not in said
            assert understood(text) == ((as_news(utterance),),), text
            said.add(text)


@pytest.mark.parametrize("name", TONES)
def test_a_sentence_comes_again_only_when_there_is_no_other(name: str) -> None:
    """Of the sentences of eight letters in a row none is said twice."""
    said: dict[str, None] = {}
    counts: Counter[str] = Counter()
    for seed, utterance in enumerate([*PROPOSALS[:4], *TOLD[:4]]):
        text = write(utterance, Random(seed), context(), said, name)
        said[text] = None
        counts.update(sentences_in(text))
    assert max(counts.values()) == 1, counts


@pytest.mark.parametrize("name", TONES)
def test_the_next_place_is_not_spoken_of_in_the_same_words(name: str) -> None:
    said: dict[str, None] = {}
    for place, seed in (("BEL", 0), ("HOL", 1), ("DEN", 2)):
        wanted = Courtesy("FRA", ("GER",), Manner.NOTE, Tpc("wantmine", (place,)))
        said[write(wanted, Random(seed), context(), said, name)] = None
    without = {text.replace("Belgium", "").replace("Holland", "").replace("Denmark", "") for text in map(plain, said)}
    assert len(without) == 3


@settings(max_examples=examples(250), deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(TONES)), seed=st.integers(0, 10**6))
def test_any_utterance_in_any_tone_is_read_back(data, name, seed):
    utterance = data.draw(utterances(level=8) | courtesies())
    text = write(utterance, Random(seed), tone=name)
    assert parse_careful(text, Voice(utterance.speaker, utterance.hearers)) == [as_news(utterance)], text


def test_a_tone_leaves_what_people_write_alone() -> None:
    """Nothing is left out where nothing else would be left, and nothing from inside of a sentence."""
    for text in ("I mean it", "Listen.", "Trust me!", "Support me, trust me", "Easy money! "):
        assert plain(text).strip() == text.strip()


def test_six_strangers_seldom_greet_with_the_same_words() -> None:
    greeting = Courtesy("FRA", ("ENG",), Manner.GREET)
    said = Counter(write(greeting, Random(seed), tone="neutral") for seed in range(120))
    assert len(said) >= 14
    assert max(said.values()) < 24
