"""The reader understands every sentence of the writer as the same term."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.phase import parse_phase
from adjudication.position import Dislodged, Position, Unit, opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.frames import Voice
from negotiation.english.tones import TONES
from negotiation.english.writer import as_news, parse_careful, write
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Accept, Do, Inform, Reject
from tests.effort import examples
from tests.negotiation.data import listen
from tests.negotiation.strategies import utterances

TONED = st.sampled_from(["", *TONES])
"""No tone, or one of a character's."""


def expected(utterance, seed, tone):
    """The term read back: characters tell an answer like news."""
    return as_news(utterance) if tone and seed is not None else utterance


@pytest.mark.parametrize("level", range(1, 9))
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6) | st.none(), tone=TONED)
def test_reader_undoes_writer(level, data, seed, tone):
    utterance = data.draw(utterances(level=level))
    text = write(utterance, None if seed is None else Random(seed), tone=tone)
    understanding = listen(text, context_of(utterance.speaker, utterance.hearers))
    assert understanding.candidates == ((expected(utterance, seed, tone),),), text
    assert understanding.verdict == "clear", text


@pytest.mark.parametrize("level", range(1, 9))
@settings(deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6) | st.none(), tone=TONED)
def test_many_terms_are_read_back_as_they_were(level, data, seed, tone):
    """Three hundred, or two thousand with --hypothesis-profile=thorough."""
    utterance = data.draw(utterances(level=level))
    text = write(utterance, None if seed is None else Random(seed), tone=tone)
    assert parse_careful(text, Voice(utterance.speaker, utterance.hearers)) == [expected(utterance, seed, tone)], text


VOICES = [
    ("propose(fra, ger, Agree([fra ger], pce([fra ger])))", "How about peace between us?"),
    ("propose(fra, ger, Agree([fra ger], aly([fra ger], eng)))", "How about an alliance against England?"),
    ("accept(ger, fra, Agree([fra ger], dmz([fra ger], bur)))", "I accept a DMZ in Burgundy."),
    ("withdraw(fra, [eng ger])", "I withdraw my proposal."),
    ("inform(fra, ger, Feel(ger, Angry))", "You are angry."),
    (
        "query(fra, ger, Agree([eng ger], pce([eng ger])))",
        "Are you and England at peace?",
    ),
    (
        "propose(fra, ger, [Commit(ger, fra, Do(mto(Unit(ger, Region(mun, amy)), Region(ruh, amy))))])",
        "Could you move your army in Munich to Ruhr?",
    ),
]
TIMES = [
    (
        "propose(fra, ger, Agree([fra ger], pce([fra ger]), ⟨win, 1903⟩))",
        "How about peace between us until the end of 1903?",
    ),
    (
        "propose(fra, ger, Agree([fra ger], pce([fra ger]), ⟨fal, 1902⟩))",
        "How about peace between us through fall 1902?",
    ),
    (
        "accept(fra, ger, Agree([fra ger], dmz([fra ger], bur), ⟨sum, 1902⟩))",
        "I accept a DMZ in Burgundy through the retreats of spring 1902.",
    ),
    (
        "propose(fra, ger, [Commit(ger, fra, Do(mto(Unit(ger, Region(mun, amy)), Region(ruh, amy))), ⟨fal, 1901⟩)])",
        "Could you move your army in Munich to Ruhr in fall 1901?",
    ),
    (
        "propose(fra, ger, [Commit(fra, ger, dmz(fra, bur), ⟨win, 1902⟩)])",
        "I could stay out of Burgundy until the end of 1902.",
    ),
    (
        "propose(fra, ger, [Commit(ger, fra, ¬Do(mto(Unit(ger, Region(mun, amy)), Region(bur, amy))), ⟨spr, 1902⟩)])",
        "Please do not move your army in Munich to Burgundy in spring 1902.",
    ),
    (
        "inform(fra, ger, Agree([fra rus], scd(rus, con) ∧ pce([fra rus]), ⟨win, 1904⟩))",
        "Russia and I agree that Russia gets Constantinople, and that there is peace between Russia and me "
        "until the end of 1904.",
    ),
    (
        "inform(fra, ger, Agree([fra rus], drw(), ⟨win, 1904⟩))",
        "Russia and I agree for winter 1904 that the game ends in a draw.",
    ),
    (
        "inform(fra, ger, Agree([fra ger], Do(hld(Unit(fra, Region(par, amy))), ⟨spr, 1902⟩)))",
        "We agree that my army in Paris will hold in spring 1902.",
    ),
    (
        "inform(fra, ger, Belief(fra, Feel(rus, Sad), ⟨spr, 1902⟩))",
        "As of spring 1902, I believe that Russia is sad.",
    ),
    (
        "inform(fra, ger, inform(rus, fra, Feel(rus, Sad), ⟨spr, 1902⟩))",
        "In spring 1902, Russia told me that Russia is sad.",
    ),
]
NESTED = [
    (
        "query(fra, ger, ¬(pce([fra ger]) ∧ drw()))",
        "Am I right that it is not true that there is peace between us, and that the game ends in a draw?",
    ),
    (
        "inform(fra, ger, Belief(rus, pce([fra ger]) ∧ drw() ∧ slo(ger)))",
        "Russia believes that there is peace between us, that the game ends in a draw, and that you win alone.",
    ),
    (
        "inform(fra, ger, Belief(rus, Do(hld(Unit(rus, Region(mos, amy)))) ; slo(rus)))",
        "Russia believes that first the Russian army in Moscow will hold, and then Russia wins alone.",
    ),
    (
        "inform(fra, ger, propose(rus, fra, Agree([fra rus], pce([fra rus]), ⟨win, 1902⟩)))",
        "Russia proposed peace between Russia and me until the end of 1902 to me.",
    ),
    (
        "query(fra, ger, Explain(Belief(tur, Agree([fra ger], pce([fra ger]))) → Feel(ger, Angry)))",
        "Why is it that if Turkey believes that we have made peace, then you are angry?",
    ),
]


@pytest.mark.parametrize(("term", "english"), VOICES + TIMES + NESTED, ids=lambda value: value[:30])
def test_plain_sentences(term, english):
    utterance = parse(term, DIPLOMACY)
    assert write(utterance) == english
    assert parse_careful(english, Voice(utterance.speaker, utterance.hearers)) == [utterance]


EVERYDAY = [
    ("propose(fra, ger, Agree([fra ger], pce([fra ger])))", "Peace between us?"),
    ("propose(fra, ger, Agree([fra ger], pce([fra ger]), ⟨win, 1903⟩))", "Let's have peace until the end of 1903."),
    ("propose(fra, ger, Agree([fra ger], dmz([fra ger], gal)))", "Let's keep Galicia empty, both of us."),
    ("propose(fra, ger, Agree([fra ger], aly([fra ger], eng)))", "Shall we team up against England?"),
    ("propose(fra, [eng ger], Agree([eng fra ger], dmz([eng fra ger], bur)))", "Let's all stay out of Burgundy."),
]


@pytest.mark.parametrize(("term", "english"), EVERYDAY)
def test_agreements_sound_like_people(term, english):
    utterance = parse(term, DIPLOMACY)
    assert any(write(utterance, Random(seed)) == english for seed in range(200))


VIENNA = "Do(mto(Unit(aus, Region(vie, amy)), Region(tyr, amy)))"
TRIESTE = "Do(mto(Unit(aus, Region(tri, sea)), Region(adr, sea)))"
BUDAPEST = "Do(hld(Unit(aus, Region(bud, amy))))"
WARSAW = "Do(mto(Unit(rus, Region(war, amy)), Region(sil, amy)))"
VENICE = "Do(mto(Unit(ita, Region(ven, amy)), Region(tyr, amy)))"
HELP = "Do(sup(Unit(aus, Region(bud, amy)), mto(Unit(rus, Region(sev, sea)), Region(rum, sea))))"
ON_THE_BOARD = [
    (
        f"inform(aus, rus, [Commit(aus, rus, {VIENNA} ∧ {BUDAPEST})])",
        "FYI, I'm moving Vienna to Tyrolia and holding with Budapest.",
    ),
    (
        f"inform(aus, rus, [Commit(aus, rus, {VIENNA} ∧ {HELP})])",
        "My orders: army Vienna to Tyrolia and army Budapest supports fleet Sevastopol to Rumania.",
    ),
    (
        f"inform(aus, rus, [Commit(aus, rus, {VIENNA}) Commit(aus, rus, {BUDAPEST})])",
        "Just so you know: I'll move Vienna to Tyrolia, and I'll hold with Budapest.",
    ),
    (
        f"propose(aus, rus, [Commit(aus, rus, {VIENNA} ∧ {TRIESTE}) Commit(rus, aus, {WARSAW})])",
        "I'll move Vienna to Tyrolia and Trieste to the Adriatic Sea if you move Warsaw to Silesia. Deal?",
    ),
    (
        f"propose(aus, rus, [Commit(aus, rus, {VIENNA} ∧ {TRIESTE} ∧ {BUDAPEST}) Commit(rus, aus, {WARSAW})])",
        "I'll play army Vienna to Tyrolia, fleet Trieste to the Adriatic Sea and army Budapest holds "
        "if you move army Warsaw to Silesia.",
    ),
    (
        f"propose(aus, rus, [Commit(rus, aus, {WARSAW}) Commit(aus, rus, {VIENNA})])",
        "If you move army Warsaw to Silesia, I'll move army Vienna to Tyrolia.",
    ),
    (f"propose(aus, rus, [Commit(aus, rus, {HELP})])", "Want me to support Sevastopol to Rumania with Budapest?"),
    (f"inform(aus, rus, Belief(aus, {VENICE}))", "Watch out, I think Italy will move Venice to Tyrolia."),
    (f"inform(aus, rus, Belief(aus, {WARSAW}))", "I'm afraid you will move Warsaw to Silesia."),
    (f"query(aus, rus, {VENICE})", "Is Italy going to move Venice to Tyrolia?"),
    (f"answer(aus, rus, Explain(Desire(aus, {VIENNA})))", "Because I want to move Vienna to Tyrolia."),
    ("propose(aus, rus, Agree([aus rus], scd(rus, rum)))", "You can have Rumania."),
    ("accept(aus, rus, Agree([aus rus], pce([aus rus])))", "Fine, peace it is."),
    (
        f"accept(aus, rus, [Commit(rus, aus, {WARSAW}) Commit(aus, rus, {VIENNA})])",
        "Agreed: you move Warsaw to Silesia, and I'll move Vienna to Tyrolia.",
    ),
]
NOTATION = re.compile(r" - |\b[AF] [A-Z]")
STIFF = re.compile("both that|there is this deal|receive|propose this|you both|we agree|commit ")


@pytest.mark.parametrize(("term", "english"), ON_THE_BOARD)
def test_bots_talk_as_people_do_about_a_board(term, english):
    utterance = parse(term, DIPLOMACY)
    context = context_of(utterance.speaker, utterance.hearers, opening())
    for text in sorted({english, *(write(utterance, Random(seed), context) for seed in range(25))}):
        assert not STIFF.search(text), text
        assert not NOTATION.search(text), text
        understanding = listen(text, context)
        assert (understanding.verdict, understanding.candidates) == ("clear", ((utterance,),)), text


@pytest.mark.parametrize(("term", "english"), ON_THE_BOARD[3:6])
def test_units_are_named_by_where_they_stand(term, english):
    utterance = parse(term, DIPLOMACY)
    context = context_of(utterance.speaker, utterance.hearers, opening())
    texts = [write(utterance, Random(seed), context) for seed in range(40)]
    assert sum("my army" in text for text in texts) < len(texts) / 3
    assert all("my army" in write(utterance, Random(seed)) for seed in range(10))


def test_two_units_in_one_province_are_named_in_full():
    """The unit's kind is named beside a unit about to retreat."""
    attacker, beaten = Unit("GER", "A", "BUR"), Unit("FRA", "A", "BUR")
    position = Position(parse_phase("S1902R"), (attacker,), {}, (Dislodged(beaten, "MUN", ("PAR",)),))
    term = parse("inform(ger, fra, [Commit(ger, fra, Do(hld(Unit(ger, Region(bur, amy)))))])", DIPLOMACY)
    context = context_of("GER", ("FRA",), position)
    assert all("my army in Burgundy" in write(term, Random(seed), context) for seed in range(60))


def test_autumn_is_left_to_the_free_reading():
    """People who write it mean fall's moves; the writer never says it of anything else."""
    assert parse_careful("Could you move your army in Munich to Ruhr in autumn 1901?", Voice("FRA", ("GER",))) == []


def test_the_writer_varies():
    utterance = parse(VOICES[0][0], DIPLOMACY)
    assert len({write(utterance, Random(seed)) for seed in range(60)}) >= 8


def test_answers_may_be_short_and_are_understood_in_context():
    proposal = parse(VOICES[0][0], DIPLOMACY)
    for kind in (Accept, Reject):
        answer = kind("GER", ("FRA",), proposal.deal)
        context = context_of("GER", ("FRA",), None, [proposal])
        texts = {write(answer, Random(seed), context) for seed in range(40)}
        assert any(len(text) < 20 for text in texts)
        for text in texts:
            understanding = listen(text, context)
            assert (understanding.verdict, understanding.candidates) == ("clear", ((answer,),)), text


def test_what_l_cannot_hold_is_not_read_into_a_deal():
    understanding = listen("We agree that I am sad.", context_of("FRA", ("GER",)))
    for candidate in understanding.candidates:
        for utterance in candidate:
            assert parse(format_term(utterance, DIPLOMACY), DIPLOMACY) == utterance


def test_a_term_about_nothing_on_the_board_cannot_be_said():
    with pytest.raises(ValueError, match="cannot be said"):
        write(Inform("FRA", ("GER",), Do(("paint", "the wall"))))


# Good players' wordings: some for each term, and none that nobody says.
GOOD = [
    ("query(fra, ger, Agree([eng ger], pce([eng ger])))", {"Are you and England at peace?"}),
    (
        "query(fra, ger, Agree([ger rus], aly([ger rus], tur)))",
        {"Have you and Russia made an alliance against Turkey?"},
    ),
    ("propose(fra, ger, Agree([fra ger], drw([fra ger])))", {"How about a draw between us?"}),
    ("propose(fra, ger, Agree([fra ger], aly([fra ger])))", {"Shall we team up?", "Let's work together."}),
    (
        "answer(fra, ger, Desire(fra, pce([fra ger])))",
        {"Well, I want peace with you.", "Well, I would like peace with you."},
    ),
    ("answer(fra, ger, Desire(fra, aly([fra ger], aus)))", {"Well, I want an alliance with you against Austria."}),
    (
        "inform(fra, ger, Desire(fra, ¬aly([fra ger], aus)))",
        {"I don't want an alliance with you against Austria."},
    ),
    (
        "reject(fra, ger, Agree([fra ger], pce([fra ger]) ∧ dmz(fra, bur)))",
        {"I won't take a deal in which we are at peace, and I stay out of Burgundy."},
    ),
    (
        "answer(fra, ger, ¬Desire(fra, Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy)))))",
        {"Well, I have no plan to send my army in Paris to Burgundy."},
    ),
    ("answer(fra, ger, Desire(fra, dmz([fra ger], bur)))", {"Frankly, I want us to stay out of Burgundy."}),
    ("answer(fra, ger, ¬Agree([fra rus], pce([fra rus])))", {"Well, Russia and I have not made peace."}),
    ("answer(fra, ger, Belief(fra, ¬opn(ita, trusted)))", {"If you ask me, I think Italy can't be trusted."}),
    ("inform(fra, ger, Belief(fra, opn(tur, leading)))", {"I think Turkey is getting too strong."}),
    ("blame(fra, ger, pce([fra ger]), ⟨spr, 1902⟩)", {"You broke our peace back in spring 1902."}),
    ("query(fra, ger, Which(?d, Agree([ger rus], ?d)))", {"Do you have a deal with Russia?"}),
    ("query(fra, ger, opn(ger, trusted))", {"Can I trust you?", "Can I rely on you?"}),
    ("propose(fra, ger, Agree([fra ger], pce([fra])))", {"How about me keeping the peace?"}),
    ("inform(fra, ger, drw(fra))", {"The game ends in a draw for me."}),
    (
        "propose(fra, ger, [Commit(ger, fra, dmz(ger, bur)), Commit(fra, ger, dmz(fra, ruh)), "
        "Commit(fra, ger, dmz(fra, hol))])",
        {"My offer:\n• you stay out of Burgundy\n• I'll stay out of Ruhr\n• I'll stay out of Holland"},
    ),
]
NEVER = re.compile(
    r"agrees? that (?:there is|\w+ (?:and \w+ )?(?:are|is) at) peace|peace between (?:me|you|[A-Z]\w+)(?:[.?,]|$)"
    r"|a draw of|alliance of|it is (?:true|not the case|not true)|I wish that|My answer is"
)


@pytest.mark.parametrize(("term", "good"), GOOD, ids=[term[:50] for term, _ in GOOD])
def test_it_writes_what_a_good_player_would_type(term, good):
    utterance = parse(term, DIPLOMACY)
    texts: set[str] = set()
    for seed in range(150):
        texts.add(write(utterance, Random(seed)))
        if seed >= 40 and good <= texts:
            break
    assert good <= texts, texts
    assert not [text for text in texts if NEVER.search(text)]


@pytest.mark.parametrize(
    "term", [VOICES[0][0], "greet(fra, ger)", "puzzled(fra, ger)", "accept(fra, ger, Agree([fra ger], drw()))"]
)
def test_no_words_are_said_twice(term):
    utterance, said = parse(term, DIPLOMACY), set()
    voice = Voice(utterance.speaker, utterance.hearers)
    for seed in range(40):
        text = write(utterance, Random(seed), None, said)
        assert text not in said
        assert parse_careful(text, voice) == [utterance]
        said.add(text)
