"""The mind over a told game: what HANA takes in, keeps, and shows to search and negotiation. It is France."""

import json
from dataclasses import replace
from functools import cache

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.hana.attitude import INDIFFERENT, Attitude, attitude_to
from bots.hana.remember.desires import lead_of, threats_of
from bots.hana.remember.mind import Mind, attitudes_of, dispositions_of, from_memory, review
from bots.hana.remember.personality import FACTORS, NEUTRAL, PERSONALITIES
from bots.hana.remember.rules import RULES
from bots.view import LedgerLine, PastPhase, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Pce
from negotiation.parser import parse
from tests.bots.hana.solos import BEHIND, EASTERN, SHUT_IN, WESTERN

PEACE = "Agree([fra ger], pce([fra ger]))"
NONSENSE = "propose(ita, fra, [Commit(ita, fra, Do(hld(Unit(ita, Region(spa, amy)))))])"


@cache
def story():
    """Views of France: Germany makes peace and breaks it, England helps, Italy talks nonsense, Austria is far away."""
    position, history, talk, ledger = opening(), [], [], []
    views = [SeatView("FRA", position, STANDARD_RULES, level=3)]

    def now(**changes):
        views.append(replace(views[-1], position=position, history=tuple(history), **changes))

    def say(text):
        talk.append(Said(position.phase, parse(text, DIPLOMACY)))
        now(talk=tuple(talk))

    def orders(**written):
        nonlocal position
        given = {power: tuple(parse_order(each) for each in texts.split(", ")) for power, texts in written.items()}
        resolution = adjudicate(position, given, STANDARD_RULES)
        history.append(PastPhase(position, resolution.outcomes))
        position = resolution.next

    say(f"propose(ger, fra, {PEACE})")
    say(f"accept(fra, ger, {PEACE})")
    for _ in range(4):
        say(NONSENSE)
    made = position.phase
    orders(FRA="A PAR - BUR, F BRE - ECH", GER="A MUN - RUH", ENG="F LON - NTH")
    ledger += [
        LedgerLine(made, made, power, ("FRA", "GER"), Pce(("FRA", "GER")), State.KEPT, "", True) for power in PAIR
    ]
    now(ledger=tuple(ledger))
    say("inform(eng, fra, Feel(eng, Happy))")
    fall = position.phase
    orders(GER="A RUH - BUR", ENG="F NTH S F ECH")
    ledger[0] = replace(ledger[0], judged=fall)
    ledger[1] = replace(ledger[1], judged=fall, state=State.BROKEN)
    now(ledger=tuple(ledger))
    return tuple(views)


PAIR = ("FRA", "GER")


def after(personality, views=None):
    mind = Mind()
    for view in views or story():
        mind = review(mind, view, personality)
    return mind


def shown(name, power):
    personality = PERSONALITIES[name]
    return attitudes_of(after(personality), story()[-1], personality)[power]


def test_what_happened_is_remembered_with_its_phase():
    happened = [(phase, str(event.what), event.power) for phase, event in after(NEUTRAL).lately]
    assert happened == [
        ("S1901M", "proposed", "GER"),
        *[("S1901M", "talked nonsense", "ITA")],
        *[("S1901M", "haggled", "ITA")] * 3,
        ("F1901M", "was kind", "ENG"),
        ("F1901M", "attacked me", "GER"),
        ("F1901M", "supported me", "ENG"),
        ("F1901M", "broke their word", "GER"),
    ]


@pytest.mark.parametrize("name", list(PERSONALITIES))
def test_looking_twice_changes_nothing_and_looking_late_misses_nothing(name):
    personality, views = PERSONALITIES[name], story()
    mind = Mind()
    for view in views:
        mind = review(mind, view, personality)
        assert review(mind, view, personality) == mind
        assert from_memory(json.loads(json.dumps({"mind": mind.as_dict()}))) == mind
    assert review(Mind(), views[-1], personality) == mind


def test_without_events_neutral_sees_nothing_but_trust_and_the_price_of_its_word():
    attitudes = attitudes_of(review(Mind(), story()[0], NEUTRAL), story()[0], NEUTRAL)
    assert set(attitudes) == {"AUS", "ENG", "GER", "ITA", "RUS", "TUR"}
    assert set(attitudes.values()) == {Attitude(trust=0.7, price=1.0)}
    assert attitude_to(attitudes, "FRA") == INDIFFERENT


@pytest.mark.parametrize("power", ["ENG", "GER", "ITA", "AUS"])
def test_whatever_happens_neutral_plays_for_its_own_centers(power):
    assert shown("neutral", power).regard == 0


def test_a_broken_word_costs_trust_and_faith():
    before, betrayed = (
        attitudes_of(after(NEUTRAL, story()[:count]), story()[count - 1], NEUTRAL)["GER"] for count in (8, 10)
    )
    # peace kept in one movement phase, one ago; broken one ago and half forgiven
    kept, broken = 0.1 * 0.97, 3 * 0.89
    assert before.trust == pytest.approx((kept + 1.4) / (kept + 2), abs=0.005)
    assert betrayed.trust == pytest.approx(1.4 / (2 + broken) - 0.2 * 0.5 * anger_at_germany(), abs=0.005)
    assert betrayed.price < before.price
    assert betrayed.warmth < 0 <= before.warmth


def anger_at_germany():
    """An attack (0.1), then a broken word (0.6), then a movement phase by which 0.775 of it are left."""
    return (0.1 + 0.6 * 0.9) * 0.775


def test_personalities_differ_where_their_names_say():
    assert shown("vengeful", "GER").regard < shown("opportunist", "GER").regard < shown("neutral", "GER").regard
    assert shown("diplomat", "ENG").regard > 0.02 > shown("opportunist", "ENG").regard
    assert shown("classicist", "ENG").price > 2 > shown("neutral", "ENG").price > shown("opportunist", "ENG").price
    trusts = {name: shown(name, "AUS").trust for name in PERSONALITIES}
    assert min(trusts, key=trusts.__getitem__) == "cautious"
    forgiven = {name: shown(name, "GER").trust / PERSONALITIES[name].trust for name in PERSONALITIES}
    assert min(forgiven, key=forgiven.__getitem__) in ("vengeful", "cautious")
    warm = {name: shown(name, "ENG").warmth for name in PERSONALITIES}
    assert max(warm, key=warm.__getitem__) == "diplomat"


def test_only_the_wary_and_the_vengeful_will_not_hear_of_somebody_who_broke_his_word_once():
    assert {name for name in PERSONALITIES if not shown(name, "GER").talks} == {"cautious", "vengeful"}


def test_who_talks_nonsense_is_trusted_less_and_then_not_talked_to():
    once, often = (
        attitudes_of(after(NEUTRAL, views), views[-1], NEUTRAL)["ITA"] for views in (story()[:4], _nonsense_all_day())
    )
    assert once.trust < 0.7
    assert once.talks
    assert often.trust < once.trust
    assert not often.talks


def _nonsense_all_day():
    view = story()[0]
    talk = tuple(Said(view.position.phase, parse(NONSENSE, DIPLOMACY)) for _ in range(60))
    return (replace(view, talk=talk),)


def test_it_talks_again_when_some_time_has_passed():
    (flooded,) = _nonsense_all_day()
    annoyed = review(Mind(), flooded, NEUTRAL)
    assert not attitudes_of(annoyed, flooded, NEUTRAL)["ITA"].talks
    later = replace(story()[-1], talk=flooded.talk)
    assert attitudes_of(review(annoyed, later, NEUTRAL), later, NEUTRAL)["ITA"].talks


ODD = [
    {},
    {"mind": None},
    {"mind": []},
    {"mind": {"upto": "S1901M"}},
    {"mind": {"upto": "yesterday", "heard": 0, "emotions": {}, "lately": []}},
    {"mind": {"upto": "", "heard": -1, "emotions": {}, "lately": []}},
    {"mind": {"upto": "", "heard": "much", "emotions": {}, "lately": []}},
    {"mind": {"upto": "", "heard": 0, "emotions": [], "lately": []}},
    {"mind": {"upto": "", "heard": 0, "emotions": {"GER": 3}, "lately": []}},
    {"mind": {"upto": "", "heard": 0, "emotions": {"GER": {"anger": 7}}, "lately": []}},
    {"mind": {"upto": "", "heard": 0, "emotions": {}, "lately": [["S1901M", "sneezed", "GER", ""]]}},
    {"mind": {"upto": "", "heard": 0, "emotions": {}, "lately": [["S1901M", "proposed", "XXX", ""]]}},
]


@pytest.mark.parametrize("memory", ODD)
def test_a_memory_that_is_none_grows_again_from_the_game(memory):
    view = story()[-1]
    assert review(from_memory(memory), view, NEUTRAL).emotions == after(NEUTRAL).emotions


def test_a_mind_of_another_game_starts_anew():
    assert review(Mind(upto="S1950M", heard=3), story()[-1], NEUTRAL) == after(NEUTRAL)
    assert review(Mind(heard=300), story()[-1], NEUTRAL) == after(NEUTRAL)


@pytest.mark.parametrize("emotion", [*RULES.emotions, "all"])
@pytest.mark.parametrize("factor", [0.0, 1.0])
def test_whatever_is_felt_attitudes_stay_in_bounds(emotion, factor):
    extreme = replace(NEUTRAL, **dict.fromkeys(FACTORS, factor))
    felt = dict.fromkeys(RULES.emotions, 1.0) if emotion == "all" else {emotion: 1.0}
    attitude = attitudes_of(Mind(emotions={"GER": felt}), story()[0], extreme)["GER"]
    assert 0 < attitude.trust < 1
    assert abs(attitude.regard) <= 0.3
    assert 0 <= attitude.price <= 3
    assert abs(attitude.warmth) <= 1


@pytest.mark.parametrize("name", list(PERSONALITIES))
def test_everybody_minds_a_leader_and_trusts_it_less(name):
    view = SeatView("GER", EASTERN, STANDARD_RULES)
    attitudes = attitudes_of(Mind(), view, PERSONALITIES[name])
    assert attitudes["TUR"].regard < -0.3 < attitudes["FRA"].regard
    assert attitudes["TUR"].trust < attitudes["FRA"].trust


def test_a_stance_tells_everything_in_degrees():
    held = dispositions_of(after(PERSONALITIES["vengeful"]), story()[-1], PERSONALITIES["vengeful"])["GER"]
    assert set(held.beliefs) == {"trust", "distrust", "threat", "lead"}
    assert held.desires["revenge"] > 0.5 > held.desires["alliance"]
    assert held.intentions["attack"] > held.intentions["help"]
    for degrees in (held.beliefs, held.emotions, held.desires, held.intentions):
        assert all(0 <= degree <= 1 for degree in degrees.values())


def with_centers(**counts):
    spare = iter(sorted(opening().centers))
    centers = {next(spare): power for power, count in counts.items() for _ in range(count)}
    return replace(opening(), centers=centers)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"FRA": 5, "GER": 9, "ITA": 7}, 0.0),
        ({"FRA": 5, "GER": 12, "ITA": 4}, 4 / 6),
        ({"FRA": 5, "GER": 12, "ITA": 5}, 4 / 6),
        ({"FRA": 5, "GER": 12}, 4 / 6),
        ({"FRA": 8, "GER": 12}, 0.5),
        ({"FRA": 4, "GER": 16}, 1.0),
        ({"FRA": 12, "GER": 10}, 0.0),
    ],
)
def test_the_lead_of_a_power(counts, expected):
    assert lead_of("GER", with_centers(**counts), "FRA") == pytest.approx(expected)


def test_a_solo_two_years_ahead_is_a_lead_too():
    assert lead_of("TUR", EASTERN, "FRA") > 0.9 > 2 / 6
    assert lead_of("FRA", WESTERN, "TUR") > 2 / 6
    assert lead_of("TUR", SHUT_IN, "GER") == pytest.approx(0.5)
    # Turkey has one more than France, which will have four more than Turkey.
    assert lead_of("FRA", BEHIND, "TUR") > 0.9


def test_the_vigilant_mean_to_stop_it():
    def desire(position, power):
        view = SeatView("GER", position, STANDARD_RULES)
        return dispositions_of(Mind(), view, PERSONALITIES["diplomat"])[power].desires["stop leader"]

    assert desire(EASTERN, "TUR") > desire(SHUT_IN, "TUR")


def test_who_stands_next_to_mine_threatens():
    assert threats_of(opening(), "FRA")["GER"] == 0.0
    burgundy = story()[-1].position
    # Germany in Ruhr reaches Burgundy; France holds Burgundy, Brest, the Channel, Marseilles and Paris
    assert threats_of(burgundy, "FRA")["GER"] == pytest.approx(1 / 5)
