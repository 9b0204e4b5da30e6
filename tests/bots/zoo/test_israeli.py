"""The Israeli Diplomat, with figures 1 to 6 of its paper."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.legality import refusal
from adjudication.notation import parse_order
from adjudication.orders import Build, Disband, Hold, Move, Retreat, Support
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.arena.game import GamePlan, Record, play
from bots.contract import positions_of_a_game
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Agreement, Said, SeatView
from bots.zoo.israeli.agent import IsraeliDiplomat
from bots.zoo.israeli.detailed import evaluate
from bots.zoo.israeli.finder import Front, find
from bots.zoo.israeli.fitting import compiled, fits, format_compiled
from bots.zoo.israeli.general import judge, pretends
from bots.zoo.israeli.knowledge import NEUTRAL, Personality, adjoining, knowledge_of
from bots.zoo.israeli.mapping import message_of, utterance_of
from bots.zoo.israeli.ministry import Cabinet, Files, department, store
from bots.zoo.israeli.sentences import (
    Accord,
    Character,
    Control,
    Enemies,
    Friends,
    General,
    Help,
    Later,
    Message,
    Negated,
    Ordered,
    Units,
    is_general,
)
from bots.zoo.israeli.strategy import (
    MalformedStrategyError,
    Strategy,
    format_act,
    format_strategy,
    owner_of,
    parse_act,
    parse_strategy,
    purposed,
)
from negotiation.diplomacy import DIPLOMACY, Turn
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_formula, format_term
from negotiation.terms import Propose
from tests.bots.boards import board
from tests.bots.zoo.talking import line
from tests.effort import examples

BOARDS = [position for position, _ in positions_of_a_game() if position.phase.kind == "M"]

FIGURE_2 = board(
    "S1902M",
    *("RUS A WAR", "RUS A RUM", "RUS F SWE", "RUS A STP", "RUS A MOS", "RUS A BUD", "RUS F SEV"),
    *("AUS A TYR", "AUS A SER", "AUS A TRI", "AUS F GRE"),
    *("ENG F ECH", "ENG A PIC", "ENG F LON", "ENG F NWY"),
    *("FRA A SPA", "FRA F BRE", "FRA A PAR", "FRA A BUR"),
    *("GER A MUN", "GER F HOL", "GER F KIE", "GER F BER", "GER A BEL", "GER A DEN"),
    *("ITA F NAP", "ITA F TYS", "ITA A TUN", "ITA A PIE"),
    *("TUR F AEG", "TUR F SMY", "TUR A BUL", "TUR A CON"),
    centers={
        "RUS": "WAR SEV SWE RUM BUD MOS STP",
        "AUS": "TRI SER GRE VIE",
        "ENG": "LON EDI LVP NWY",
        "FRA": "BRE MAR PAR SPA",
        "GER": "KIE BER MUN DEN HOL BEL",
        "ITA": "ROM NAP VEN TUN",
        "TUR": "ANK CON SMY BUL",
    },
)
"""The board of figure 2: the Diplomat plays Russia."""

FIGURE_4 = """
(((bull MOVE bull serl ATTACK Serbia)
(sevc SUPP ruml ruml DEFEND Rumania)
(ruml SUPP bull serl ATTACK Serbia)
(budl SUPP bull serl ATTACK Serbia)
(aegs SUPP conl bull DEFEND Bulgaria)
(conl MOVE conl bull DEFEND Bulgaria)
(smyc MOVE smyc conc ATTACK Constantinople)
(warl MOVE warl gall ATTACK Galicia))
(10388 2135 11567
((Russia . 1496) (Turkey . 12030))))
"""
FIGURE_6 = """((swec MOVE swec norc ATTACK Norway) (denl MOVE denl swel ATTACK Sweden))
(Black Sea, Armenia)"""

MESSAGE_1 = "propose(eng, fra, Agree([eng fra], aly([eng fra], ger)))"
ATTACK, HELP = General("attack", ("TUR",), ("SER",)), Help("RUS", General("enter", ("TUR",), ("SER",)))
MESSAGE_2 = Message(
    "declaration",
    "TUR",
    ("RUS",),
    (Character("RUS", "leading"), ATTACK, HELP, Ordered("RUS", Move("A", "WAR", "GAL"))),
)
MESSAGE_3 = Message(
    "suggestion",
    "GER",
    ("RUS",),
    (
        General("enter", ("GER",), ("SWE",), ("DEN",)),
        Ordered("RUS", Move("F", "SWE", "NWY")),
        Later(General("attack", ("RUS", "GER"), ("LON",)), Turn("fal", 1903)),
    ),
)
KEEP_OUT = Agreement(
    FIGURE_2.phase,
    ("RUS", "TUR"),
    parse_formula("Agree([rus tur], dmz([rus tur], [arm bla]))", DIPLOMACY),  # type: ignore[arg-type]
)


def view_of(power: Power, position=FIGURE_2, *said: str, deals: tuple[Agreement, ...] = ()) -> SeatView:
    talk = tuple(Said(position.phase, parse(text, DIPLOMACY)) for text in said)
    return SeatView(power, position, STANDARD_RULES, talk=talk, agreements=deals, level=9, protocol="talk")


def cabinet_of(view: SeatView, personality: Personality = NEUTRAL) -> Cabinet:
    files = Files.of({}, view.position)
    return Cabinet(view, knowledge_of(view), personality, files, Random(1), lambda: True)


def answers(view: SeatView, memory=None, personality: Personality = NEUTRAL) -> list[str]:
    words = hear_in_time(IsraeliDiplomat(personality), view, memory or {}, view.talk[-1], rng=Random(1), seconds=5)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]


# ── strategies (figure 4) ───────────────────────────────────────────────────────────────────────


def test_the_strategy_of_figure_4_is_read_and_written() -> None:
    strategy = parse_strategy(FIGURE_4)
    assert len(strategy.acts) == 8
    assert (strategy.least, strategy.mean, strategy.greatest) == (2135, 10388, 11567)
    assert (strategy.profit("RUS"), strategy.profit("TUR"), strategy.profit("AUS")) == (1496, 12030, 0)
    assert format_strategy(strategy) == " ".join(FIGURE_4.split()).replace("( (", "((")
    for act in strategy.acts:
        power = owner_of(act, FIGURE_2)
        assert power in {"RUS", "TUR"}
        assert refusal(FIGURE_2, power, act.order) is None


def test_our_rule_gives_the_purposes_of_figure_4() -> None:
    for act in parse_strategy(FIGURE_4).acts:
        assert purposed(act.order, FIGURE_2, ("RUS", "TUR")) == act


@settings(max_examples=examples(50))
@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.sampled_from(POWERS), st.integers(0, 9))
def test_strategies_are_legal_whole_and_survive_their_text(position, power, ally, seed) -> None:
    powers = (power,) if power == ally else (power, ally)
    found = find(position, Front(powers), Random(seed))
    assert found
    for strategy in found[:3]:
        assert parse_strategy(format_strategy(strategy)) == strategy
        assert strategy.least <= strategy.mean <= strategy.greatest
        for each in powers:
            orders = strategy.orders_of(each, position)
            assert {order.region for order in orders} == {unit.region for unit in position.units_of(each)}
            assert all(refusal(position, each, order) is None for order in orders)


@pytest.mark.parametrize(
    "text",
    ["", "(ruml SUPP bull serl ATTACK)", "(ruml SUPP bull serl ATTACK Nowhere)", "(xyzl MOVE x y ATTACK Serbia)"],
)
def test_what_is_no_order_of_a_strategy_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(MalformedStrategyError, match="Write it as"):
        parse_act(text)


@pytest.mark.parametrize(
    "text",
    [
        "(naol VALID naol naol ATTACK Serbia)",
        "(naol MOVE naol naol ATTACK Serbia)",
        "(spac MOVE spac maos ATTACK Mid-Atlantic Ocean)",
        "(maos MOVE maos spac ATTACK Spain)",
        "(parl MOVE parl engs ATTACK English Channel)",
        "(nths CON lonl nths ATTACK North Sea)",
        "(nths CON lonc norl ATTACK Norway)",
    ],
)
def test_a_place_where_no_such_unit_can_be_is_refused(text: str) -> None:
    with pytest.raises(MalformedStrategyError, match="Write it as"):
        parse_act(text)


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("F NTH C A LON - NWY", "(nths CON lonl norl ATTACK Norway)"),
        ("A LON - NWY", "(lonl VALID lonl norl ATTACK Norway)"),
        ("A PAR H", "(parl HOLD parl parl DEFEND Paris)"),
        ("A GAS S F MAO - SPA", "(gasl SUPP maos spac ATTACK Spain)"),
        ("F MAO - SPA/SC", "(maos MOVE maos spac/sc ATTACK Spain)"),
    ],
)
def test_every_operation_has_its_text(order: str, text: str) -> None:
    act = purposed(parse_order(order), opening(), ("FRA",))  # type: ignore[arg-type]
    assert format_act(act) == text
    assert parse_act(text) == act


# ── general suggestions (figure 1) ──────────────────────────────────────────────────────────────


def test_message_1_is_a_general_suggestion_and_gets_a_positive_answer() -> None:
    heard = parse(MESSAGE_1, DIPLOMACY)
    message = message_of(heard, opening())
    assert message is not None
    assert is_general(message)
    assert message.sentences == (Accord("cooperation", ("ENG", "FRA"), ("GER",)),)
    said = answers(view_of("FRA", opening(), MESSAGE_1))
    assert said[0] == "accept(fra, eng, Agree([eng fra], aly([eng fra], ger)))"
    assert all(text.startswith("propose(fra, eng, [Commit(") for text in said[1:]), "it may add details"


ENCIRCLED = board(
    "S1903M",
    *("FRA A PAR", "GER A MUN", "ENG A PIC", "ENG A GAS", "ENG A BUR", "ENG A BRE"),
    centers={"FRA": "PAR MAR", "GER": "MUN"},
)


def test_the_danger_of_an_ally_counts_against_it() -> None:
    weak = board("S1903M", "FRA A PAR", "FRA A MAR", "GER A MUN", "ENG F LON", centers={"FRA": "PAR MAR", "GER": "MUN"})
    strong = ENCIRCLED
    suggestion = Accord("cooperation", ("ENG", "FRA"), ("GER",))
    assert adjoining(strong, "ENG", "FRA") == 4
    assert adjoining(weak, "ENG", "FRA") == 0
    safe, unsafe = (judge(suggestion, knowledge_of(view_of("FRA", each)), each) for each in (weak, strong))
    assert unsafe.profit < safe.profit
    assert unsafe.allies > safe.allies
    assert not unsafe.is_worthwhile(NEUTRAL)


def bond(one: Power, other: Power, text: str) -> Agreement:
    return Agreement(FIGURE_2.phase, tuple(sorted((one, other))), parse_formula(text, DIPLOMACY))  # type: ignore[arg-type]


def test_a_very_strong_agreement_with_its_enemy_makes_a_suggestion_worthless() -> None:
    suggestion = Accord("cooperation", ("RUS", "TUR"), ("GER",))
    free = judge(suggestion, knowledge_of(view_of("RUS")), FIGURE_2)
    deals = (bond("RUS", "GER", "Agree([ger rus], aly([ger rus], eng))"),)
    bound = judge(suggestion, knowledge_of(view_of("RUS", deals=deals)), FIGURE_2)
    assert bound.strong
    assert not bound.is_worthwhile(Personality(willingness=1))
    assert bound.relations < free.relations
    assert answers(
        view_of("RUS", FIGURE_2, "propose(tur, rus, Agree([rus tur], aly([rus tur], ger)))", deals=deals)
    ) == ["reject(rus, tur, Agree([rus tur], aly([rus tur], ger)))"]


def test_friends_and_enemies_are_read_from_orders() -> None:
    position, history = positions_of_a_game()[-1]
    known = knowledge_of(SeatView("FRA", position, STANDARD_RULES, history))
    assert all(-1 <= value <= 1 for value in known.relations.values())
    assert any(known.are_enemies(one, other) for one in POWERS for other in POWERS)


def test_only_the_disloyal_pretend() -> None:
    strong = ENCIRCLED
    suggestion = Accord("cooperation", ("ENG", "FRA"), ("GER",))
    known = knowledge_of(view_of("FRA", strong))
    judgement = judge(suggestion, known, strong)
    assert pretends(suggestion, judgement, known, Personality(loyalty=0.2))
    assert not pretends(suggestion, judgement, known, Personality(loyalty=0.8))
    text = "propose(eng, fra, Agree([eng fra], aly([eng fra], ger)))"
    words = hear_in_time(
        IsraeliDiplomat(Personality(loyalty=0.2)),
        view_of("FRA", strong, text),
        {},
        view_of("FRA", strong, text).talk[0],
        rng=Random(1),
        seconds=5,
    )
    assert format_term(words.utterances[0], DIPLOMACY).startswith("accept(")
    assert words.memory["pretended"] == ["Agree([eng fra], aly([eng fra], ger))"]


# ── detailed suggestions (figures 3 to 6) ───────────────────────────────────────────────────────


def test_the_strategy_of_figure_4_fits_message_2() -> None:
    """Its caption says "Figure 6"; the message is that of figure 3."""
    strategy = parse_strategy(FIGURE_4)
    assert fits(strategy, MESSAGE_2.sentences, FIGURE_2)
    assert not fits(strategy, MESSAGE_3.sentences, FIGURE_2)
    without = replace(strategy, acts=tuple(act for act in strategy.acts if act.place not in {"RUM", "BUD"}))
    assert not fits(without, MESSAGE_2.sentences, FIGURE_2)


def test_our_finder_has_a_strategy_that_fits_message_2() -> None:
    found = evaluate(cabinet_of(view_of("RUS")), MESSAGE_2)
    assert found.fitting is not None
    assert fits(found.fitting, MESSAGE_2.sentences, FIGURE_2)
    orders = found.fitting.orders_of("TUR", FIGURE_2)
    assert Move("A", "BUL", "SER") in orders
    assert any(isinstance(each, Support) and each.target == "SER" for each in found.fitting.orders_of("RUS", FIGURE_2))
    assert found.fitting.profit("TUR") > 0


def test_message_3_is_compiled_as_in_figure_6() -> None:
    known = knowledge_of(view_of("RUS", deals=(KEEP_OUT,)))
    found = compiled(MESSAGE_3, FIGURE_2, "RUS", known.closed)
    assert format_compiled(found) == FIGURE_6
    assert found.possible
    assert found.holes == ()
    verdict = evaluate(cabinet_of(view_of("RUS", deals=(KEEP_OUT,))), MESSAGE_3)
    assert verdict.fitting is not None
    entered = {each.target for each in verdict.fitting.orders_of("RUS", FIGURE_2) if isinstance(each, Move)}
    assert not entered & {"BLA", "ARM"}, "what was agreed with another counts"


SERBIA = parse_strategy(FIGURE_4)
CASES = [
    (Ordered("RUS", Move("A", "WAR", "GAL")), True, "a move that is in it"),
    (Ordered("RUS", Move("A", "WAR", "UKR")), False, "a move that is not"),
    (Negated(Ordered("RUS", Move("A", "WAR", "GAL"))), False, "a move that is not to be"),
    (General("attack", ("TUR",), ("SER",)), True, "an attack"),
    (General("attack", ("TUR",), ("SER", "GRE")), True, "an attack on one of two places"),
    (General("attack", ("TUR",), ("SER",), ("CON",)), False, "an attack from elsewhere"),
    (General("enter", ("TUR",), ("SER",), ("BUL",)), True, "to enter is to attack"),
    (General("attack", ("AUS",), ("SER",)), False, "another power's attack"),
    (General("defend", ("RUS",), ("RUM",)), True, "a defence"),
    (General("defend", ("TUR",), ("SER",)), False, "an attack is no defence"),
    (General("leave", ("TUR",), ("CON",)), True, "a move out"),
    (General("leave", ("RUS",), ("RUM",)), False, "a support does not leave"),
    (Help("RUS", General("attack", ("TUR",), ("SER",))), True, "help to attack"),
    (Help("RUS", General("defend", ("TUR",), ("BUL",))), False, "help by another"),
    (Negated(General("enter", ("RUS", "TUR"), ("BLA",))), True, "a place that is not entered"),
    (Negated(General("enter", ("RUS",), ("GAL",))), False, "a place that is"),
    (Later(General("attack", ("TUR",), ("GRE",)), Turn("fal", 1902)), True, "what is for later"),
    (Character("RUS", "leading"), True, "what needs no order"),
]


@pytest.mark.parametrize(("sentence", "fit", "why"), CASES, ids=[case[2] for case in CASES])
def test_a_strategy_fits_by_the_rules_of_the_paper(sentence, fit: bool, why: str) -> None:
    assert fits(SERBIA, (sentence,), FIGURE_2) is fit, why


def test_a_worse_suggestion_is_refused_and_a_better_one_made() -> None:
    """Russia is not to leave its centers for nothing."""
    fleet = "Do(mto(Unit(rus, Region(sev, sea)), Region(bla, sea)))"
    away = f"{fleet} ∧ Do(mto(Unit(rus, Region(rum, amy)), Region(ukr, amy)))"
    text = f"propose(tur, rus, [Commit(rus, tur, {away})])"
    said = answers(view_of("RUS", FIGURE_2, text))
    assert said[0].startswith("reject(rus, tur")
    theirs = "propose(tur, rus, [Commit(tur, rus, Do(mto(Unit(tur, Region(bul, amy)), Region(rum, amy))))])"
    assert answers(view_of("RUS", FIGURE_2, theirs))[0].startswith("reject(rus, tur"), "it takes a center"


def test_what_cannot_be_ordered_is_refused() -> None:
    for deal in (
        "[Commit(rus, tur, Do(mto(Unit(rus, Region(war, amy)), Region(bur, amy))))]",
        "Agree([rus tur], scd(tur, [rum]))",
        "Agree([rus tur], slo(tur))",
    ):
        assert answers(view_of("RUS", FIGURE_2, f"propose(tur, rus, {deal})"))[0].startswith("reject(rus, tur")


def test_details_are_asked_for_seldom() -> None:
    """An earlier agreement rules out that Turkey enters Serbia."""
    deal = bond("RUS", "TUR", "Agree([rus tur], dmz([rus tur], [ser]))")
    text = "propose(tur, rus, [Commit(tur, rus, ent(tur, ser))])"
    view = view_of("RUS", FIGURE_2, text, deals=(deal,))
    words = hear_in_time(IsraeliDiplomat(), view, {}, view.talk[0], rng=Random(1), seconds=5)
    said = [format_term(each, DIPLOMACY) for each in words.utterances]
    assert said == ["query(rus, tur, Which(?d, Desire(tur, Agree([rus tur], ?d))))"]
    assert words.memory["asked"] == {"TUR": [1, 1902]}
    assert answers(view, words.memory)[0].startswith("reject("), "once a year"
    often = {"asked": {"TUR": [3, 1901]}}
    assert answers(view, often)[0].startswith("reject("), "three times a game"
    assert answers(replace(view, level=1))[0].startswith("reject("), "where questions are not heard"
    detail = parse(
        "inform(tur, rus, [Commit(tur, rus, Do(mto(Unit(tur, Region(bul, amy)), Region(gre, amy))))])", DIPLOMACY
    )
    told = replace(view, talk=(*view.talk, *(Said(FIGURE_2.phase, each) for each in (*words.utterances, detail))))
    assert answers(told)[0].startswith("reject(rus, tur"), "with details it decides"


def test_the_store_is_by_power_and_enemies_and_emptied_each_season() -> None:
    cabinet = cabinet_of(view_of("RUS"))
    first = department(cabinet, "TUR", frozenset({"AUS"}))
    assert department(cabinet, "TUR", frozenset({"AUS"})) == first
    assert set(cabinet.files.strategies) == {"TUR"}
    assert set(cabinet.files.strategies["TUR"]) == {"AUS"}
    memory = cabinet.files.memory()
    assert Files.of(memory, FIGURE_2).strategies == cabinet.files.strategies
    assert Files.of(memory, BOARDS[0]).strategies == {}


def test_the_store_keeps_the_best_and_the_newest_strategies() -> None:
    files = cabinet_of(view_of("RUS")).files
    first = [Strategy((), number) for number in range(6)]
    store(files, "TUR", frozenset(), first)
    for number in range(6, 30, 2):
        store(files, "TUR", frozenset(), [Strategy((), number), Strategy((), number + 1)])
    kept = [parse_strategy(text).mean for text in files.strategies["TUR"][""]]
    assert kept == [0, 1, 2, 27, 28, 29]


@pytest.mark.parametrize(
    "memory",
    [
        {"phase": "S1902M", "strategies": {"TUR": {"AUS": ["nonsense"]}}},
        {"phase": "S1902M", "strategies": {"TUR": {"": ["(((naol VALID naol naol ATTACK Serbia)) (1 1 1 ()))"]}}},
        {"phase": "S1902M", "strategies": {"TUR": {"AUS": ["(((naol VALID naol naol ATTACK Serbia)) (1 1 1 ()))"]}}},
        {"phase": "S1902M", "strategies": [1], "asked": {"TUR": 3}, "considered": {"x": "y"}, "pretended": 7},
        {"phase": None, "asked": None},
    ],
)
def test_nonsense_in_its_memory_is_forgotten(memory) -> None:
    view = view_of("RUS", FIGURE_2, "propose(tur, rus, [Commit(tur, rus, ent(tur, ser))])")
    assert answers(view, memory)
    assert len(IsraeliDiplomat().decide(view, memory, Random(1), 1).orders) == 7


# ── L both ways ─────────────────────────────────────────────────────────────────────────────────

SENTENCES = [
    Ordered("RUS", Move("A", "WAR", "GAL")),
    Ordered("RUS", parse_order("A RUM S A BUL - SER")),  # type: ignore[arg-type]
    Ordered("RUS", parse_order("F SEV S A RUM")),  # type: ignore[arg-type]
    General("enter", ("TUR",), ("SER",)),
    General("leave", ("RUS",), ("RUM",)),
    HELP,
    Help("RUS", General("enter", ("TUR",), ("SER",), ("BUL",))),
    Help("RUS", General("defend", ("TUR",), ("BUL",))),
    Negated(General("enter", ("RUS", "TUR"), ("ARM", "BLA"))),
    Negated(Ordered("RUS", Move("A", "WAR", "GAL"))),
    Accord("cooperation", ("RUS", "TUR"), ("AUS",)),
    Accord("non-aggression", ("RUS", "TUR")),
    Control("TUR", ("GRE", "SER")),
    Character("RUS", "leading"),
    Units("RUS", "SWE", army=False),
    Friends("RUS", "TUR"),
    Enemies("TUR", "AUS"),
    Later(General("enter", ("RUS",), ("LON",)), Turn("fal", 1903)),
]


@pytest.mark.parametrize("kind", ["declaration", "question", "suggestion", "answer"])
@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda each: type(each).__name__)
def test_sentences_go_to_l_and_back(kind, sentence) -> None:
    message = Message(kind, "TUR", ("RUS",), (sentence,))
    utterance = utterance_of(message, FIGURE_2)
    if kind == "suggestion" and isinstance(sentence, Character | Units | Friends | Enemies):
        assert utterance is None, "nobody can promise that"
        return
    if kind == "suggestion" and isinstance(sentence, Negated) and isinstance(sentence.sentence, Ordered):
        assert utterance is not None
        return
    assert utterance is not None
    assert parse(format_term(utterance, DIPLOMACY), DIPLOMACY) == utterance
    assert message_of(utterance, FIGURE_2) == message


@pytest.mark.parametrize("positive", [True, False])
def test_answers_to_suggestions_lose_their_strength(positive: bool) -> None:
    message = Message("answer", "RUS", ("TUR",), (Accord("non-aggression", ("RUS", "TUR")),), positive, strength=0.4)
    utterance = utterance_of(message, FIGURE_2)
    assert utterance is not None
    assert message_of(utterance, FIGURE_2) == replace(message, strength=1.0)


def test_attack_comes_back_as_enter_and_some_things_cannot_be_said() -> None:
    attack = Message("suggestion", "TUR", ("RUS",), (ATTACK,))
    said = utterance_of(attack, FIGURE_2)
    assert isinstance(said, Propose)
    assert message_of(said, FIGURE_2) == replace(attack, sentences=(General("enter", ("TUR",), ("SER",)),))
    for sentence in (General("defend", ("RUS",), ("RUM",)), Help("RUS", General("leave", ("TUR",), ("CON",)))):
        assert utterance_of(Message("suggestion", "TUR", ("RUS",), (sentence,)), FIGURE_2) is None


# ── offices at work ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "value"), [("loyalty", 1.5), ("willingness", -0.1), ("aggressiveness", 2)])
def test_a_personality_is_from_0_to_1(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=name):
        Personality(**{name: value})


def test_promised_orders_are_given_and_closed_places_are_not_entered() -> None:
    promise = bond(
        "RUS",
        "TUR",
        "[Commit(rus, tur, Do(sup(Unit(rus, Region(bud, amy)), mto(Unit(tur, Region(bul, amy)), Region(ser, amy)))))]",
    )
    peace = bond("RUS", "TUR", "Agree([rus tur], pce([rus tur]))")
    view = view_of("RUS", deals=(promise, peace, KEEP_OUT))
    orders = IsraeliDiplomat(Personality(loyalty=1)).decide(view, {}, Random(1), 1).orders
    assert parse_order("A BUD S A BUL - SER") in orders
    targets = {each.target for each in orders if isinstance(each, Move)}
    assert not targets & {"BLA", "ARM", "BUL", "CON", "ANK"}


LOYAL = IsraeliDiplomat(Personality(loyalty=1))
GASCONY = board(
    "S1902M",
    *("FRA A GAS", "FRA F BRE", "ITA A PIE", "ITA F TYS"),
    centers={"FRA": "PAR BRE", "ITA": "ROM NAP VEN"},
)


@pytest.mark.parametrize("order", ["A GAS H", "A GAS - BUR", "F BRE H"])
def test_orders_promised_to_a_power_without_a_peace_are_given(order: str) -> None:
    given = parse_order(order)
    assert isinstance(given, Hold | Move)
    kind = "amy" if given.kind == "A" else "sea"
    unit = f"Unit(fra, Region({given.region.lower()}, {kind}))"
    place = f", Region({given.target.lower()}, {kind})" if isinstance(given, Move) else ""
    action = f"{'mto' if place else 'hld'}({unit}{place})"
    deal = bond("FRA", "ITA", f"[Commit(fra, ita, Do({action}))]")
    for seed in range(3):
        orders = LOYAL.decide(view_of("FRA", GASCONY, deals=(deal,)), {}, Random(seed), 5).orders
        assert given in orders


def test_nothing_is_signed_with_a_power_that_breaks_its_word() -> None:
    broken = line("ITA", "FRA", "pce([fra ita])", "broken")
    hold = "propose(ita, fra, [Commit(ita, fra, Do(hld(Unit(ita, Region(pie, amy)))))])"
    for text in (hold, "propose(ita, fra, Agree([fra ita], pce([fra ita])))"):
        assert answers(view_of("FRA", GASCONY, text))[0].startswith("accept("), text
        (said,) = answers(replace(view_of("FRA", GASCONY, text), ledger=(broken,)))
        assert said.startswith("reject("), text


SPAIN = board("S1902M", "FRA A GAS", "FRA F MAO", "ITA A PIE", centers={"FRA": "PAR BRE", "ITA": "ROM"})


@pytest.mark.parametrize("time", ["", ", ⟨spr, 1902⟩", ", ⟨fal, 1903⟩"])
def test_a_zone_of_a_commitment_is_not_entered(time: str) -> None:
    zone = "[spa mar por bur bre par]"
    deal = bond("FRA", "ITA", f"[Commit(fra, ita, dmz([fra], {zone}){time})]")
    closed = {"SPA", "MAR", "POR", "BUR", "BRE", "PAR"}
    view = view_of("FRA", SPAIN, deals=(deal,))
    assert knowledge_of(view).closed == {"FRA": closed}
    for seed in range(3):
        orders = LOYAL.decide(view, {}, Random(seed), 5).orders
        assert not closed & {each.target[:3] for each in orders if isinstance(each, Move)}
    heard = parse(f"propose(ita, fra, {format_formula(deal.deal, DIPLOMACY)})", DIPLOMACY)
    message = message_of(heard, SPAIN)
    assert message is not None
    verdict = evaluate(cabinet_of(view_of("FRA", SPAIN)), message)
    assert verdict.fitting is None or fits(verdict.fitting, message.sentences, SPAIN)
    assert not isinstance(message.sentences[0], Later)


def test_an_order_for_this_turn_is_no_order_for_later() -> None:
    text = "propose(ita, fra, [Commit(fra, ita, Do(hld(Unit(fra, Region(gas, amy)))), ⟨{}⟩)])"
    now, later = (message_of(parse(text.format(turn), DIPLOMACY), SPAIN) for turn in ("spr, 1902", "fal, 1902"))
    assert now is not None
    assert later is not None
    assert now.sentences == (Ordered("FRA", Hold("A", "GAS")),)
    assert later.sentences == (Later(Ordered("FRA", Hold("A", "GAS")), Turn("fal", 1902)),)


@pytest.mark.parametrize(
    "deal", ["Agree([fra ita], pce([fra ita]))", "[Commit(fra, ita, dmz([fra], [pie]))]"], ids=["peace", "zone"]
)
def test_a_retreat_keeps_peace_and_zones(deal: str) -> None:
    beaten = board(
        "S1902R",
        *("GER A MAR", "ITA A VEN"),
        centers={"FRA": "PAR", "ITA": "ROM PIE", "GER": "MUN"},
        dislodged={"FRA A MAR": ("BUR", ("PIE",))},
    )
    free = LOYAL.decide(view_of("FRA", beaten), {}, Random(1), 5).orders
    assert free == (Retreat("A", "MAR", "PIE"),)
    orders = LOYAL.decide(view_of("FRA", beaten, deals=(bond("FRA", "ITA", deal),)), {}, Random(1), 5).orders
    assert orders == (Disband("A", "MAR"),)


def test_nothing_is_built_in_a_zone() -> None:
    winter = board("W1902A", "FRA A SPA", centers={"FRA": "PAR SPA"})
    zone = bond("FRA", "ITA", "[Commit(fra, ita, dmz([fra], [par]))]")
    assert LOYAL.decide(view_of("FRA", winter), {}, Random(1), 5).orders == (Build("A", "PAR"),)
    assert LOYAL.decide(view_of("FRA", winter, deals=(zone,)), {}, Random(1), 5).orders == ()


def test_a_stalled_process_does_not_change_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0])
    for name in ("bots.zoo.clock.monotonic", "bots.zoo.israeli.agent.monotonic"):
        monkeypatch.setattr(name, lambda: next(clock, 9.0), raising=False)
    cabinet = LOYAL._cabinet(view_of("FRA", SPAIN), {}, Random(1), 10)
    assert cabinet.in_time(), "nine seconds of ten went by without work"


def test_desks_suggest_something_to_neighbours_and_nothing_twice_a_year() -> None:
    view = view_of("RUS", opening())
    words = open_talk_in_time(IsraeliDiplomat(), view, {}, Random(1), 5)
    assert words.faults == ()
    assert words.utterances
    said = tuple(Said(view.position.phase, each) for each in words.utterances)
    again = open_talk_in_time(IsraeliDiplomat(), replace(view, talk=said), {}, Random(1), 5)
    assert not set(again.utterances) & set(words.utterances)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("query(tur, rus, Which(?p, Desire(rus, aly([rus tur], ?p))))", "answer(rus, tur, Desire(rus, aly([rus tur], "),
        ("query(tur, rus, Which(?r, Do(mto(Unit(rus, Region(war, amy)), ?r))))", "evade(rus, tur)"),
    ],
)
def test_questions_are_answered(question: str, answer: str) -> None:
    (said,) = answers(view_of("RUS", FIGURE_2, question))
    assert said.startswith(answer)


def test_a_draw_is_agreed_to_by_who_expects_no_more() -> None:
    stuck = board("S1908M", "FRA A PAR", "ENG F LON", centers={"FRA": "PAR", "ENG": "LON LVP EDI NWY SWE DEN"})
    text = "propose(eng, fra, Agree([eng fra], drw()))"
    assert answers(view_of("FRA", stuck, text)) == ["accept(fra, eng, Agree([eng fra], drw()))"]
    early = "propose(eng, fra, Agree([eng fra], drw()))"
    assert answers(view_of("FRA", opening(), early))[0].startswith("reject("), "at the opening it hopes for more"


@pytest.fixture(scope="module")
def record() -> Record:
    seats = {
        power: ("israeli-diplomat" if power in {"ENG", "FRA", "GER", "RUS", "TUR"} else "dumbbot") for power in POWERS
    }
    return play(
        GamePlan(number=1, seed=5, seats=seats, until=1901, seconds=60, rulebook="dipgame", level=9, protocol="talk")
    )


def test_it_talks_and_signs_and_makes_no_faults(record: Record) -> None:
    said = [text for phase in record["phases"] for text in phase.get("talk", ())]
    assert record["faults"] == {}
    assert any(text.startswith("accept(") for text in said)
    assert any(text.startswith("propose(") and "Do(sup(" in text for text in said)
    asked = [text for text in said if text.startswith("query(")]
    assert len(asked) <= len(said) / 10


def test_little_time_is_enough() -> None:
    for position in BOARDS[::6]:
        view = SeatView("FRA", position, STANDARD_RULES)
        if view.position.units_of("FRA"):
            assert IsraeliDiplomat().decide(view, {}, Random(1), 0.001).orders


def test_an_empty_strategy_is_worth_nothing() -> None:
    assert Strategy(()).profit("FRA") == 0
