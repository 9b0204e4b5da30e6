"""Proposals among several powers: who may answer, and when one is settled."""

import pytest

from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import ProtocolRefusedError
from negotiation.floor import floor_of, given_promise
from negotiation.parser import parse
from negotiation.printer import format_formula
from negotiation.protocols import PROTOCOLS

PEACE = "Agree([eng fra ger], pce([eng fra ger]))"
PAIR = "Agree([eng fra], pce([eng fra]))"


def talk(protocol, *texts):
    """The floor after these utterances, and the fates of what they settled."""
    floor, fates = floor_of(protocol), []
    for text in texts:
        floor, settled = floor.said(parse(text, DIPLOMACY))
        fates += [each.fate for each in settled]
    return floor, fates


UNTIL = "Agree([eng fra], pce([eng fra]), ⟨win, 1903⟩)"
NEARLY = "Agree([eng fra ger], pce([eng fra ger]), ⟨win, 1901⟩)"
LONDON = "Do(mto(Unit(eng, Region(lon, sea)), Region({}, sea)))"
MOVE = f"[Commit(eng, fra, {LONDON.format('nth')})]"
BARGAIN = f"[Commit(eng, fra, {LONDON.format('ech')}), Commit(fra, eng, pce([eng fra]))]"
TO_BOTH = f"propose(fra, [eng ger], {PEACE})"
CASES = [
    ("l3", [f"propose(fra, eng, {PAIR})"], [], 1),
    ("l3", [f"propose(fra, eng, {PAIR})", f"accept(eng, fra, {PAIR})"], ["accepted"], 0),
    ("rnp", [f"propose(fra, eng, {PAIR})", f"reject(eng, fra, {PAIR})"], ["rejected"], 0),
    ("l3", [f"propose(fra, eng, {PAIR})", "withdraw(fra, eng)"], ["withdrawn"], 0),
    ("l3", [TO_BOTH, f"accept(eng, [fra ger], {PEACE})"], [], 1),
    ("l3", [TO_BOTH, f"accept(eng, fra, {PEACE})", f"accept(ger, [eng fra], {PEACE})"], ["accepted"], 0),
    ("l3", [TO_BOTH, f"accept(eng, fra, {PEACE})", f"reject(ger, fra, {PEACE})"], ["rejected"], 0),
    ("l3", [TO_BOTH, f"propose(eng, ger, {PEACE})"], [], 2),
    ("free", [f"propose(fra, eng, {PAIR})", f"propose(eng, fra, {PEACE})"], [], 2),
    ("free", [f"propose(fra, eng, {PAIR})", f"propose(eng, fra, {PEACE})", "withdraw(fra, eng)"], ["withdrawn"], 1),
    ("free", [f"accept(fra, eng, {PAIR})", "withdraw(fra, eng)"], [], 0),
    ("l3", [f"propose(fra, eng, {PAIR})", "inform(eng, fra, pce([eng fra]))"], [], 1),
    ("talk", [f"propose(fra, eng, {PAIR})", f"propose(eng, fra, {UNTIL})"], ["countered"], 1),
    ("talk", [f"propose(fra, eng, {PAIR})", f"propose(fra, eng, {UNTIL})"], [], 2),
    ("talk", [f"propose(fra, eng, {PAIR})", f"propose(eng, [fra ger], {PEACE})"], [], 2),
    ("talk", [TO_BOTH, f"propose(ger, [eng fra], {NEARLY})"], ["countered"], 1),
    ("talk", [f"propose(fra, eng, {MOVE})", f"propose(eng, fra, {BARGAIN})"], ["countered"], 1),
    ("talk", [f"propose(fra, eng, {PAIR})", f"propose(eng, fra, {MOVE})"], [], 2),
    (
        "talk",
        [f"propose(fra, eng, {PAIR})", f"propose(fra, eng, {MOVE})", f"accept(eng, fra, {PAIR})", "withdraw(fra, eng)"],
        ["accepted", "withdrawn"],
        0,
    ),
]


@pytest.mark.parametrize(("protocol", "said", "fates", "left"), CASES)
def test_what_is_settled_and_what_is_left(protocol, said, fates, left):
    floor, found = talk(protocol, *said)
    assert (found, len(floor.tables)) == (fates, left)


REFUSED = [
    ("l3", [], f"accept(eng, fra, {PAIR})"),
    ("l3", [], "withdraw(eng, fra)"),
    ("l3", [f"propose(fra, eng, {PAIR})"], f"accept(fra, eng, {PAIR})"),
    ("l3", [f"propose(fra, eng, {PAIR})"], f"accept(eng, fra, {PEACE})"),
    ("l3", [f"propose(fra, eng, {PAIR})"], f"propose(eng, fra, {PEACE})"),
    ("l3", [f"propose(fra, eng, {PAIR})"], f"propose(eng, [fra ger], {PEACE})"),
    ("rnp", [f"propose(fra, eng, {PAIR})"], "withdraw(fra, eng)"),
    ("rnp", [], "inform(eng, fra, pce([eng fra]))"),
    ("l3", [TO_BOTH, f"accept(eng, fra, {PEACE})"], f"accept(eng, fra, {PEACE})"),
    ("talk", [], f"accept(eng, fra, {PAIR})"),
    ("talk", [], "withdraw(eng, fra)"),
    ("talk", [f"propose(fra, eng, {PAIR})"], f"propose(fra, eng, {PAIR})"),
    ("talk", [f"propose(fra, eng, {PAIR})"], f"accept(fra, eng, {PAIR})"),
    ("talk", [f"propose(fra, eng, {PAIR})"], f"propose(eng, fra, {PAIR})"),
    ("talk", [f"propose(fra, eng, {PAIR})"], f"reject(eng, fra, {PEACE})"),
    ("talk", [f"propose(fra, eng, {PAIR})", f"propose(eng, fra, {UNTIL})"], f"accept(eng, fra, {PAIR})"),
]


@pytest.mark.parametrize(("protocol", "said", "refused"), REFUSED)
def test_an_act_out_of_protocol_is_refused(protocol, said, refused):
    floor, _ = talk(protocol, *said)
    utterance = parse(refused, DIPLOMACY)
    with pytest.raises(ProtocolRefusedError) as error:
        floor.said(utterance)
    assert set(error.value.allowed) <= {"propose", "accept", "reject", "withdraw", "inform", "query", "answer"}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_proposal_may_always_be_answered(protocol):
    floor, _ = talk(protocol, TO_BOTH)
    assert {"accept", "reject"} <= set(floor.allowed("ENG", ("FRA", "GER")))
    assert "propose" in floor.allowed("ENG", ("RUS",))


PROMISES = [
    (f"propose(fra, eng, {PAIR})", None),
    ("inform(fra, eng, pce([eng fra]))", None),
    ("inform(fra, eng, [Commit(eng, fra, pce([eng fra]))])", None),
    ("inform(fra, eng, [Commit(fra, eng, pce([eng fra]))])", "[Commit(fra, eng, pce([eng fra]))]"),
]


@pytest.mark.parametrize(("text", "promise"), PROMISES)
def test_only_ones_own_word_is_a_promise(text, promise):
    given = given_promise(parse(text, DIPLOMACY))
    assert (given and format_formula(given, DIPLOMACY)) == promise


def test_what_is_agreed_already_is_settled_by_saying_so():
    """The proposal does not stay open until its phase ends; other proposals do."""
    peace = parse("propose(fra, ger, Agree([fra ger], pce([fra ger])))", DIPLOMACY)
    zone = parse("propose(fra, ger, Agree([fra ger], dmz([fra ger], bur)))", DIPLOMACY)
    floor, _ = floor_of("talk").said(peace, 1)
    floor, _ = floor.said(zone, 2)
    after, settled = floor.said(parse("inform(ger, fra, Agree([fra ger], pce([fra ger])))", DIPLOMACY))
    assert [(each.table.key, each.fate) for each in settled] == [(1, "countered")]
    assert [table.proposal for table in after.tables] == [zone]
    unasked, nothing = floor.said(parse("inform(fra, ger, Agree([fra ger], pce([fra ger])))", DIPLOMACY))
    assert (unasked, nothing) == (floor, ())
