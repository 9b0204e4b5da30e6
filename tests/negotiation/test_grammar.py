"""The grammar: every production reads its example, and nothing that limits is dropped from a claim."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.grammar.chart import NEVER, Chart
from negotiation.grammar.production_makers import PRODUCTION_MAKERS
from negotiation.grammar.productions import grammar, productions
from negotiation.grammar.reader import ranked
from negotiation.grammar.reading import lexemes
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.words.spotting import spot

SHOWN = 3
WITH_EXAMPLE = [one for one, _ in productions() if one.example]


def test_there_are_no_more_productions_than_promised():
    assert len(list(productions())) <= 1_000


def test_every_production_has_a_maker():
    assert {one.maker for one in grammar().productions} <= set(PRODUCTION_MAKERS)


@pytest.mark.parametrize("production", WITH_EXAMPLE, ids=lambda one: f"{one.table}:{one.line}")
def test_a_production_reads_its_example(production):
    seen = spot(production.example, opening().phase)
    tokens = [token for token in seen.tokens if token.sym not in (".", "?", "!")]
    lexed = lexemes(tokens, seen.entities, (), seen.text)
    edges = Chart(grammar(), PRODUCTION_MAKERS, lexed).at(production.category, 0)
    ends = len(tokens) - (production.category == "Att")  # what is thought of it stands before a clause
    whole = [edge for edge in edges if edge.end >= ends and not edge.skipped]
    assert whole, (production.pattern[:80], [token.sym for token in tokens])


@pytest.mark.parametrize("limit", ["unless Germany objects", "until you leave Spain", "only if Italy agrees", "or not"])
@pytest.mark.parametrize("text", ["I will support you into Belgium", "peace", "let's dmz Burgundy"])
def test_what_limits_is_never_dropped(text, limit):
    assert not ranked(f"{text} {limit}", context_of("ENG", ("FRA",), opening())).sure


@pytest.mark.parametrize("word", ["if", "unless", "until", "only", "or"])
def test_limits_cost_more_than_any_reading(word):
    seen = spot(word, None)
    assert [one.skip for one in lexemes(seen.tokens, {}, (), word)] == [NEVER]


def understood(text, *dialogue, position=None):
    said = [parse(one, DIPLOMACY) for one in dialogue]
    found = ranked(text, context_of("ENG", ("FRA",), position or opening(), said))
    return [[format_term(one, DIPLOMACY) for one in each] for each in found.candidates[:SHOWN]]


PEACE = "propose(fra, eng, Agree([eng fra], pce([eng fra])))"
STAY_OUT = "propose(fra, eng, [Commit(eng, fra, dmz(eng, ech))])"


@pytest.mark.parametrize(
    ("text", "before", "first"),
    [
        ("I won't", STAY_OUT, "accept(eng, fra, [Commit(eng, fra, dmz(eng, ech))])"),
        ("I won't do that", PEACE, "reject(eng, fra, Agree([eng fra], pce([eng fra])))"),
        (
            "sure, but stay out of the Channel",
            PEACE,
            "propose(eng, fra, Agree([eng fra], pce([eng fra]) ∧ dmz(fra, ech)))",
        ),
        ("nvm about the peace", "propose(eng, fra, Agree([eng fra], pce([eng fra])))", "withdraw(eng, fra)"),
    ],
)
def test_an_answer_is_to_what_is_open(text, before, first):
    assert understood(text, before)[0] == [first]


def test_who_does_not_wish_for_peace_does_not_accept_it():
    found = understood("I do not wish to make peace with you at this time.", PEACE)
    assert not any(one.startswith("accept") for each in found for one in each)


@pytest.mark.parametrize("limit", ["thru 02", "til end of 02", "until the end of 1902", "til the end of next year"])
def test_limits_in_short_forms_are_kept(limit):
    assert understood(f"peace {limit}")[0] == ["propose(eng, fra, Agree([eng fra], pce([eng fra]), ⟨win, 1902⟩))"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("I doubt that Russia goes to Galicia", "inform(eng, fra, Belief(eng, ¬Do(mto(Unit(rus"),
        ("Russia and Italy have ganged up on you", "inform(eng, fra, Belief(eng, Agree([ita rus], aly([ita rus], fra)"),
        ("Is it true that Russia is going to Galicia?", "query(eng, fra, Do(mto(Unit(rus"),
        ("Are you and Italy allied?", "query(eng, fra, Agree([fra ita], aly([fra ita])))"),
    ],
)
def test_third_powers_are_told_and_asked_of_in_any_attitude(text, first):
    assert understood(text)[0][0].startswith(first)


def test_it_and_there_are_what_was_said_before():
    (first, *_) = understood("I'm moving London to the Channel. Can Brest support that?")
    assert "Commit(fra, eng, Do(sup(Unit(fra, Region(bre" in first[-1]


HALVES = [
    ("so much for our peace", "pce("),
    ("I will support you into Belgium if Italy leaves Tyrolia", "propose(eng, fra, [Commit(eng, fra, "),
    ("peace, or war with Germany", "pce("),
    ("I do not wish to make peace with you", "pce("),
    ("nah, no alliance for me", "aly("),
    ("I don't want to leave London open", "dmz(eng, lon)"),
]


@pytest.mark.parametrize(("text", "never"), HALVES)
def test_a_half_of_what_is_said_is_not_offered(text, never):
    assert not [one for each in understood(text) for one in each if never in one]


@pytest.mark.parametrize("text", ["you might move to Picardy", "Let's attack Germany, then Italy", "I hope you get it"])
def test_what_is_only_possible_is_not_claimed(text):
    assert not ranked(text, context_of("ENG", ("FRA",), opening())).sure
