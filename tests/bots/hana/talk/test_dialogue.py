"""The state of a conversation, and what follow-ups stand for."""

from collections.abc import Sequence

import pytest

from adjudication.position import opening
from bots.hana.talk.dialogue import Dialogue, dialogue_of
from bots.hana.talk.following import followed_up
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Utterance

ASK_KIEL = "query(fra, ger, Which(?r, Do(mto(Unit(ger, Region(kie, sea)), ?r))))"
TELL_KIEL = "answer(ger, fra, Do(mto(Unit(ger, Region(kie, sea)), Region(den, sea))))"
WANT_BURGUNDY = "propose(fra, ger, Agree([fra ger], scd(fra, bur)))"
NO_BURGUNDY = "reject(ger, fra, Agree([fra ger], scd(fra, bur)))"
BECAUSE = "inform(ger, fra, Desire(ger, bur))"
ATTACK_WHOM = "query(fra, ger, Which(?p, Desire(ger, aly([fra ger], ?p))))"
THINK_OF_ITALY = "query(fra, ger, Which(?s, Belief(ger, opn(ita, ?s))))"
PLANS = "query(fra, ger, Which(?o, Desire(ger, Do(?o))))"
EVADE = "evade(ger, fra)"


def state_after(*lines: str) -> Dialogue:
    said: Sequence[Utterance] = [parse(line, DIPLOMACY) for line in lines]
    return dialogue_of("GER", "FRA", said)


@pytest.mark.parametrize(
    ("lines", "owed"),
    [
        ([ASK_KIEL], 1),
        ([ASK_KIEL, TELL_KIEL], 0),
        ([ASK_KIEL, EVADE], 1),  # an evasion answers nothing
        ([ASK_KIEL, TELL_KIEL, THINK_OF_ITALY], 1),
        ([WANT_BURGUNDY, NO_BURGUNDY], 0),
    ],
)
def test_a_question_is_owed_until_it_is_answered(lines: list[str], owed: int) -> None:
    assert len(state_after(*lines).owed) == owed


def test_a_refusal_keeps_the_reason_that_was_given_with_it() -> None:
    state = state_after(WANT_BURGUNDY, NO_BURGUNDY, BECAUSE, THINK_OF_ITALY)
    refusal = state.refused("GER")
    assert refusal is not None
    assert refusal.reason == parse(BECAUSE, DIPLOMACY)
    assert state.refused("FRA") is None


def test_names_are_kept_the_last_one_first() -> None:
    state = state_after(ASK_KIEL, TELL_KIEL, THINK_OF_ITALY)
    assert state.mentions[:3] == ("ITA", "KIE", "DEN")
    assert state.listed == ("KIE", "DEN")


DMZ_BURGUNDY = "propose(fra, ger, Agree([fra ger], dmz([fra ger], bur)))"
PACT = "propose(fra, ger, Agree([fra ger], aly([fra ger], eng)))"
FOLLOW_UPS = [
    # asked before, the bare name, what it stands for
    (ASK_KIEL, "MUN", "query(fra, ger, Which(?r, Do(mto(Unit(ger, Region(mun, amy)), ?r))))"),
    (ASK_KIEL, "PIC", "query(fra, ger, Desire(ger, ent(ger, pic)))"),
    (PLANS, "BER", "query(fra, ger, Which(?r, Do(mto(Unit(ger, Region(ber, amy)), ?r))))"),
    (PLANS, "ITA", "query(fra, ger, Which(?o, Desire(ita, Do(?o))))"),
    (WANT_BURGUNDY, "PIC", "propose(fra, ger, Agree([fra ger], scd(fra, pic)))"),
    (DMZ_BURGUNDY, "PIC", "propose(fra, ger, Agree([fra ger], dmz([fra ger], pic)))"),
    (ATTACK_WHOM, "RUS", "query(fra, ger, Desire(ger, aly([fra ger], rus)))"),
    (THINK_OF_ITALY, "RUS", "query(fra, ger, Which(?s, Belief(ger, opn(rus, ?s))))"),
    (PACT, "RUS", "propose(fra, ger, Agree([fra ger], aly([fra ger], rus)))"),
    ("query(fra, ger, Desire(ger, bel))", "HOL", "query(fra, ger, Desire(ger, hol))"),
    (THINK_OF_ITALY, "BEL", None),
    (EVADE, "BEL", None),
]


@pytest.mark.parametrize(("before", "name", "meant"), FOLLOW_UPS)
def test_a_bare_name_stands_for_the_last_question_about_it(before: str, name: str, meant: str | None) -> None:
    found = followed_up(state_after(before), name, opening())
    assert (None if found is None else format_term(found, DIPLOMACY)) == meant
