"""Utterances and orders give events of one immutable parley."""

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from negotiation import ledger
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import ProtocolRefusedError
from negotiation.floor import Settled
from negotiation.parley import Accepted, Judged, Lapsed, Opened, Promised, Unjudged, parley_of
from negotiation.parser import parse

PEACE = "Agree([eng fra ger], pce([eng fra ger]))"
OFFER = f"propose(fra, [eng ger], {PEACE})"
BUR = "[Commit(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy))))]"


def parley(*lines, protocol="talk"):
    """The talk after these lines, and the events of the last."""
    talk, events = parley_of(protocol, opening(), STANDARD_RULES), ()
    for line in lines:
        talk, events = talk.said(parse(line, DIPLOMACY))
    return talk, events


def after(talk, **written):
    orders = {power: [parse_order(text) for text in texts] for power, texts in written.items()}
    return talk.judged(adjudicate(opening(), orders).outcomes)


def test_a_proposal_is_opened_accepted_by_one_and_settled_by_the_other():
    talk, (opened,) = parley(OFFER)
    assert isinstance(opened, Opened)
    assert opened.table.waiting == ("ENG", "GER")
    talk, (accepted,) = talk.said(parse(f"accept(eng, [fra ger], {PEACE})", DIPLOMACY))
    assert isinstance(accepted, Accepted)
    assert (accepted.by, accepted.table.waiting, accepted.table.key) == ("ENG", ("GER",), opened.table.key)
    talk, (settled, promised) = talk.said(parse(f"accept(ger, [eng fra], {PEACE})", DIPLOMACY))
    assert isinstance(settled, Settled)
    assert (settled.fate, settled.table.key) == ("accepted", opened.table.key)
    assert isinstance(promised, Promised)
    assert promised.table == settled.table
    assert promised.entry.agreement.powers == ("ENG", "FRA", "GER")
    assert [promise.agent for promise in promised.entry.promises] == ["ENG", "FRA", "GER"]
    assert talk.entries == (promised.entry,)
    assert talk.floor.tables == ()


def test_a_promise_given_unasked_is_an_agreement_at_once():
    talk, (promised,) = parley(f"inform(fra, ger, {BUR})")
    assert isinstance(promised, Promised)
    assert promised.table is None
    assert promised.entry.agreement.powers == ("FRA", "GER")
    assert talk.entries[0].in_force


@pytest.mark.parametrize(
    ("answer", "fate"),
    [
        (f"reject(eng, [fra ger], {PEACE})", "rejected"),
        ("withdraw(fra, [eng ger])", "withdrawn"),
        ("propose(eng, [fra ger], Agree([eng fra ger], aly([eng fra ger], tur)))", None),
    ],
)
def test_an_answer_settles_a_proposal(answer, fate):
    talk, events = parley(OFFER, answer)
    assert [event.fate for event in events if isinstance(event, Settled)] == ([fate] if fate else [])
    assert len(talk.floor.tables) == (0 if fate else 2)


def test_a_counter_takes_the_place_of_what_it_counters():
    talk, _ = parley(OFFER)
    talk, (countered,) = talk.countered({talk.floor.tables[0].key})
    assert countered.fate == "countered"
    assert talk.floor.tables == ()


def test_what_may_not_be_said_changes_nothing():
    talk, _ = parley(OFFER)
    with pytest.raises(ProtocolRefusedError):
        talk.said(parse(f"accept(fra, [eng ger], {PEACE})", DIPLOMACY))


def test_a_phase_lapses_what_is_open_and_judges_what_was_promised():
    talk, _ = parley(f"inform(fra, ger, {BUR})", OFFER)
    talk, (lapsed, judged) = after(talk, FRA=["A PAR - BUR"])
    assert isinstance(lapsed, Lapsed)
    assert isinstance(judged, Judged)
    assert [promise.state.value for promise in judged.before] == ["open"]
    assert [(each.state.value, each.done, str(each.judged)) for each in judged.entry.promises] == [
        ("kept", True, "S1901M")
    ]
    assert talk.floor.tables == ()
    assert not talk.entries[0].in_force
    assert after(talk)[1] == (), "what is done with is not judged again"


def test_what_cannot_be_judged_stands_as_it_stood(monkeypatch):
    talk, _ = parley(f"inform(fra, ger, {BUR})")
    problem = RuntimeError("no idea")

    def fails(*_):
        raise problem

    monkeypatch.setattr(ledger, "judged", fails)
    judged, events = after(talk)
    assert events == (Unjudged(talk.entries[0], problem),)
    assert judged.entries == talk.entries
