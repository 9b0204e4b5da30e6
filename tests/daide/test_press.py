"""Press and L: said in both, or refused."""

import pytest

from adjudication.position import opening
from daide.grammar import level_of
from daide.press import Unsayable, press_of
from daide.readings import UNDERSTOOD, readings_of
from daide.tokens import BY_NAME, flat, nested, text_of, words_of
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.writer import write
from negotiation.levels import well_formed
from negotiation.parser import parse
from negotiation.printer import format_term

BOTH_WAYS = [
    ("PRP (PCE (ENG FRA))", "propose(eng, fra, Agree([eng fra], pce([eng fra])))"),
    ("PRP (ALY (ENG FRA) VSS (GER))", "propose(eng, fra, Agree([eng fra], aly([eng fra], ger)))"),
    ("PRP (DRW)", "propose(eng, fra, Agree([eng fra], drw()))"),
    ("PRP (SLO (FRA))", "propose(eng, fra, Agree([eng fra], slo(fra)))"),
    ("PRP (NOT (PCE (ENG GER)))", "propose(eng, fra, Agree([eng fra], ¬pce([eng ger])))"),
    ("YES (PRP (PCE (ENG FRA)))", "accept(eng, fra, Agree([eng fra], pce([eng fra])))"),
    ("REJ (PRP (PCE (ENG FRA)))", "reject(eng, fra, Agree([eng fra], pce([eng fra])))"),
    (
        "PRP (XDO ((FRA AMY PAR) MTO BUR))",
        "propose(eng, fra, [Commit(fra, eng, Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy))))])",
    ),
    (
        "PRP (XDO ((ENG FLT LON) MTO NTH))",
        "propose(eng, fra, [Commit(eng, fra, Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea))))])",
    ),
    (
        "PRP (XDO ((ENG AMY LON) CTO NWY VIA (NTH)))",
        "propose(eng, fra, [Commit(eng, fra, Do(mto(Unit(eng, Region(lon, amy)), Region(nwy, amy))))])",
    ),
    (
        "PRP (AND (XDO ((FRA FLT BRE) SUP (ENG FLT LON) MTO ECH)) (NOT (XDO ((ENG FLT LON) MTO NTH))))",
        "propose(eng, fra, [Commit(fra, eng, Do(sup(Unit(fra, Region(bre, sea)), mto(Unit(eng, Region(lon, sea)), "
        "Region(ech, sea))))) Commit(eng, fra, ¬Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea))))])",
    ),
    ("PRP (DMZ (ENG FRA) (ECH PIC))", "propose(eng, fra, Agree([eng fra], dmz([eng fra], [ech pic])))"),
    (
        "PRP (AND (PCE (ENG FRA)) (DMZ (ENG FRA) (ECH)))",
        "propose(eng, fra, Agree([eng fra], pce([eng fra]) ∧ dmz([eng fra], ech)))",
    ),
    ("PRP (SCD (ENG NWY) (FRA BEL))", "propose(eng, fra, Agree([eng fra], scd(eng, nwy) ∧ scd(fra, bel)))"),
    (
        "PRP (FOR (SPR 1903) (PCE (ENG FRA)))",
        "propose(eng, fra, Agree([eng fra], pce([eng fra]), ⟨spr, 1903⟩))",
    ),
    ("QRY (PCE (FRA GER))", "query(eng, fra, pce([fra ger]))"),
    ("FCT (QRY (PCE (FRA GER)))", "answer(eng, fra, pce([fra ger]))"),
    ("FCT (NAR (QRY (PCE (FRA GER))))", "answer(eng, fra, ¬pce([fra ger]))"),
    ("THK (QRY (PCE (FRA GER)))", "answer(eng, fra, Belief(eng, pce([fra ger])))"),
    ("IDK (QRY (PCE (FRA GER)))", "answer(eng, fra, Unknown(eng, pce([fra ger])))"),
    ("FCT (PCE (ENG GER))", "inform(eng, fra, pce([eng ger]))"),
    ("THK (ALY (GER ITA) VSS (FRA))", "inform(eng, fra, Belief(eng, aly([ger ita], fra)))"),
    (
        "SUG (XDO ((RUS FLT SEV) MTO BLA))",
        "inform(eng, fra, Desire(eng, Do(mto(Unit(rus, Region(sev, sea)), Region(bla, sea)))))",
    ),
    ("WHT (FRA FLT BRE)", "query(eng, fra, Which(?r, Do(mto(Unit(fra, Region(bre, sea)), ?r))))"),
]


@pytest.mark.parametrize(("press", "term"), BOTH_WAYS)
def test_said_both_ways(press: str, term: str) -> None:
    utterance = parse(term, DIPLOMACY)
    (read,) = readings_of(nested(words_of(press)), "ENG", ["FRA"])
    assert format_term(read, DIPLOMACY) == format_term(utterance, DIPLOMACY)
    said = flat(press_of(utterance, opening()))
    assert text_of(said) == press
    assert level_of(said, "press") is not None
    assert well_formed(read)
    assert write(read)


@pytest.mark.parametrize(
    ("press", "term"),
    [
        ("INS (PCE (ENG FRA))", "propose(eng, fra, Agree([eng fra], pce([eng fra])))"),
        ("YES (QRY (PCE (FRA GER)))", "answer(eng, fra, pce([fra ger]))"),
        ("REJ (QRY (PCE (FRA GER)))", "answer(eng, fra, ¬pce([fra ger]))"),
        ("YES (SUG (DRW))", "inform(eng, fra, Desire(eng, drw()))"),
        ("FCT (NOT (QRY (PCE (FRA GER))))", "answer(eng, fra, ¬pce([fra ger]))"),
        ("THK (NOT (QRY (PCE (FRA GER))))", "answer(eng, fra, Belief(eng, ¬pce([fra ger])))"),
        ("BWX (QRY (DRW))", "evade(eng, fra)"),
        ("SRY (EXP (SPR 1901) (PRP (DRW)))", "apologise(eng, fra)"),
        ("CCL (PRP (PCE (ENG FRA)))", "withdraw(eng, fra)"),
        ("PRP (OCC (ENG FLT BEL))", "propose(eng, fra, Agree([eng fra], Unit(eng, Region(bel, sea))))"),
    ],
)
def test_said_in_l_with_other_words(press: str, term: str) -> None:
    (read,) = readings_of(nested(words_of(press)), "ENG", ["FRA"])
    assert format_term(read, DIPLOMACY) == term


def test_an_answer_to_several_may_answer_each_of_them() -> None:
    press = nested(words_of("YES (PRP (AND (XDO ((FRA AMY PAR) HLD)) (XDO ((GER AMY MUN) HLD))))"))
    found = readings_of(press, "ENG", ["FRA", "GER"])
    assert len(found) == 2
    assert len({format_term(each, DIPLOMACY) for each in found}) == 2


@pytest.mark.parametrize(
    ("press", "token"),
    [
        ("PRP (NAR (PCE (ENG FRA)))", "NAR"),
        ("PRP (CHO (1 1) (DRW) (DRW))", "CHO"),
        ("HOW (TUN)", "HOW"),
        ("PRP (XOY (ENG) (FRA))", "XOY"),
        ("IFF (DRW) THN (PRP (DRW))", "IFF"),
        ("PRP (OCC (ENG UNT BEL))", "UNT"),
        ("WHY (THK (DRW))", "WHY"),
        ("YES (FCT (DRW))", "FCT"),
        ("PRP (SCD (UNO NWY))", "UNO"),
        ("PRP (SCD (ENG NWY BUR))", "BUR"),
        ("WHT (ENG AMY NTH)", "NTH"),
        ("PRP (OCC (ENG FLT MUN))", "MUN"),
        ("PRP (OCC (ENG FLT STP))", "STP"),
        ("PRP (XDO ((ENG AMY NTH) HLD))", "XDO"),
        ("FRM (ENG) (FRA) (PRP (DRW))", "FRM"),
        ("TRY (PRP)", "TRY"),
        ("HUH (ERR)", "HUH"),
    ],
)
def test_what_l_has_no_words_for_is_refused(press: str, token: str) -> None:
    with pytest.raises(Unsayable) as refused:
        readings_of(nested(words_of(press)), "ENG", ["FRA"])
    assert refused.value.token == token


@pytest.mark.parametrize(
    "term",
    [
        "propose(eng, fra, Agree([eng fra], aly([eng fra])))",
        "propose(eng, fra, [Commit(fra, eng, hlp(fra, eng, bel))])",
        "greet(eng, fra)",
        "inform(eng, fra, Feel(eng, Sad))",
        "query(eng, fra, Which(?p, Belief(fra, opn(?p, trusted))))",
        "withdraw(eng, fra)",
    ],
)
def test_what_press_has_no_words_for_is_refused(term: str) -> None:
    with pytest.raises(Unsayable):
        press_of(parse(term, DIPLOMACY), opening())


def test_what_is_understood_is_told_in_tokens() -> None:
    assert set(UNDERSTOOD) <= set(BY_NAME)
    assert level_of(flat(("TRY", UNDERSTOOD)), "press") == 10
