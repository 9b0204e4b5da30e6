"""L as text: the thesis' examples, canonical printing, levels, and errors that point at the place."""

from dataclasses import make_dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from negotiation import terms as t
from negotiation.diplomacy import DIPLOMACY, Mto
from negotiation.errors import LevelTooHighError, MalformedTermError
from negotiation.levels import check_level, level
from negotiation.ontology import Argument, Constructor, Names, Ontology
from negotiation.parser import MAX_LENGTH, MAX_NESTING, parse, parse_formula
from negotiation.printer import format_formula, format_term
from tests.negotiation.data import lines
from tests.negotiation.strategies import infos, utterances

EXAMPLES = lines("seed_examples.jsonl")


@pytest.mark.parametrize("example", [one for one in EXAMPLES if "l" in one], ids=lambda one: one["where"])
def test_seed_example_parses_prints_and_has_its_level(example):
    utterance = parse(example["l"], DIPLOMACY)
    canonical = format_term(utterance, DIPLOMACY)
    assert parse(canonical, DIPLOMACY) == utterance
    assert format_term(parse(canonical, DIPLOMACY), DIPLOMACY) == canonical
    assert level(utterance) == example["level"]


@pytest.mark.parametrize("example", [one for one in EXAMPLES if "formula" in one], ids=lambda one: one["where"])
def test_seed_term_parses_and_prints(example):
    formula = parse_formula(example["formula"], DIPLOMACY)
    assert parse_formula(format_formula(formula, DIPLOMACY), DIPLOMACY) == formula


@pytest.mark.parametrize("highest", range(1, 9))
@settings(deadline=None)
@given(data=st.data())
def test_parser_undoes_printer_and_levels_are_bounded(highest, data):
    utterance = data.draw(utterances(level=highest))
    text = format_term(utterance, DIPLOMACY)
    assert parse(text, DIPLOMACY) == utterance
    assert 1 <= level(utterance) <= highest
    check_level(utterance, highest)


@given(infos())
@settings(deadline=None)
def test_formula_round_trip(info):
    assert parse_formula(format_formula(info, DIPLOMACY), DIPLOMACY) == info


SAME = [
    ("withdraw(fra, [eng])", "withdraw(fra, eng)"),
    ("withdraw(fra, [ger, eng])", "withdraw(fra, [eng ger])"),
    ("withdraw( fra ,[ger eng ger] )", "withdraw(fra, [eng ger])"),
    ("withdraw(fra, eng, <spr, 1902>)", "withdraw(fra, eng, ⟨spr, 1902⟩)"),
    ("propose(fra, eng, Commit(fra, eng, pce([fra eng])))", "propose(fra, eng, [Commit(fra, eng, pce([eng fra]))])"),
    ("inform(fra, eng, not par and bre)", "inform(fra, eng, ¬par ∧ bre)"),
    ("inform(fra, eng, !(par & bre))", "inform(fra, eng, ¬(par ∧ bre))"),
    ("inform(fra, eng, par -> bre -> mar)", "inform(fra, eng, par → bre → mar)"),
    ("inform(fra, eng, (par => bre) => mar)", "inform(fra, eng, (par → bre) → mar)"),
    ("inform(fra, eng, (par ∧ bre) ; mar)", "inform(fra, eng, par ∧ bre ; mar)"),
    ("inform(fra, eng, t1 >= <fal, 1903>)", "inform(fra, eng, t1 ≥ ⟨fal, 1903⟩)"),
    (
        "inform(fra, eng, Do(hld(Unit(fra, Region(bre, flt)))))",
        "inform(fra, eng, Do(hld(Unit(fra, Region(bre, sea)))))",
    ),
    ("query(fra, eng, aly([eng fra]))", "query(fra, eng, aly([eng fra]))"),
    ("query(fra, eng, drw())", "query(fra, eng, drw())"),
]


@pytest.mark.parametrize(("typed", "canonical"), SAME)
def test_canonical_text(typed, canonical):
    assert format_term(parse(typed, DIPLOMACY), DIPLOMACY) == canonical


WRONG = [
    ("", 0, "'propose'"),
    ("propose(ita rus", 12, "','"),
    ("propose(ita, rus, Commit(xyz", 25, "a power"),
    ("inform(ita, rus, Feel(ita, Mad))", 27, "a feeling"),
    ("inform(ita, rus, t1 > )", 22, "a time"),
    ("inform(ita, rus, Do(mto(Unit(fra, Region(par, amy)), par)))", 53, "'Region'"),
    ("inform(ita, rus, Do(mto(Unit(fra, Region(par, army)), par)))", 46, "a region type"),
    ("withdraw(ita, rus) and so on", 19, "the end of the message"),
    ("withdraw(ita, rus", 17, "')'"),
    ("propose(ita, rus, Feel(ita, Sad))", 18, "'Agree'"),
    ("propose(ita, rus, [])", 19, "'Commit'"),
]


@pytest.mark.parametrize(("text", "position", "expected"), WRONG)
def test_error_points_at_the_place_and_says_what_was_expected(text, position, expected):
    with pytest.raises(MalformedTermError) as caught:
        parse(text, DIPLOMACY)
    assert caught.value.position == position
    assert any(expected in one for one in caught.value.expected)
    assert caught.value.pointer.splitlines()[-1].index("^") == position


def test_place_in_a_text_of_several_lines():
    with pytest.raises(MalformedTermError) as caught:
        parse("withdraw(ita,\n  rusia)", DIPLOMACY)
    assert (caught.value.line, caught.value.column) == (2, 3)


@pytest.mark.parametrize(
    "text",
    ["inform(fra, eng, " + "¬" * 500 + "par)", "inform(fra, eng, " + "(" * 500 + "par" + ")" * 500 + ")"],
)
def test_deep_nesting_is_refused(text):
    with pytest.raises(MalformedTermError, match="nested too deeply"):
        parse(text, DIPLOMACY)


def test_nesting_up_to_the_limit_is_read():
    depth = MAX_NESTING - 2
    assert parse("inform(fra, eng, " + "¬" * depth + "par)", DIPLOMACY)


@pytest.mark.parametrize(
    "deal",
    [
        "[Commit(power, fra, pce([eng fra]))]",
        "[Commit(eng, power, pce([eng fra]))]",
        "[Commit(eng, fra, pce([eng fra])), Commit(power, eng, pce([eng fra]))]",
    ],
)
@pytest.mark.parametrize("act", ["propose", "accept"])
def test_a_deal_binds_named_powers(act, deal):
    with pytest.raises(MalformedTermError, match="binds named powers") as caught:
        parse(f"{act}(eng, fra, {deal})", DIPLOMACY)
    assert caught.value.position == len(act) + len("(eng, fra, ") + deal.index("power")


def test_long_text_is_refused():
    with pytest.raises(MalformedTermError, match="at most"):
        parse("withdraw(fra, eng)" + " " * MAX_LENGTH, DIPLOMACY)


def test_level_above_the_games_is_refused():
    utterance = parse("query(fra, eng, Feel(eng, Sad))", DIPLOMACY)
    with pytest.raises(LevelTooHighError, match="needs language level 5; this game allows levels up to 3"):
        check_level(utterance, 3)


def test_groups_are_sets():
    assert t.Withdraw("FRA", ("GER", "ENG", "GER")) == t.Withdraw("FRA", ("ENG", "GER"))
    with pytest.raises(ValueError, match="at least one"):
        t.Withdraw("FRA", ())


def test_the_language_does_not_know_diplomacy():
    """L over another ontology: people who paint."""

    paint = make_dataclass("Paint", ["wall"], frozen=True)
    painting = Ontology(
        name="painting",
        names=(
            Names("agent", {"tonia": "T", "bep": "B"}),
            Names("wall", {"north": "N"}),
            Names("day", {"monday": 1}),
            Names("mood", {"fun": "fun"}),
        ),
        constructors=(Constructor("paint", "action", (Argument("wall"),), paint),),
        sorts={"time": ("day",), "predicate": ("mood",)},
        words={},
        anyone="anybody",
    )
    text = "propose(tonia, bep, [Commit(bep, tonia, Do(paint(north)), monday)])"
    utterance = parse(text, painting)
    assert utterance.deal.items[0].content.action == paint("N")
    assert format_term(utterance, painting) == text
    assert level(utterance) == 6


def test_printer_refuses_what_the_ontology_lacks():
    with pytest.raises(ValueError, match="is not"):
        format_term(t.Withdraw("XYZ", ("ENG",)), DIPLOMACY)
    assert DIPLOMACY.by_class[Mto].name == "mto"
