"""HANA seldom orders what it said it would not."""

from dataclasses import replace
from random import Random

import pytest

from adjudication.notation import format_order
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.hana.foresee.denials import denials
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import DIPLOMACY, action_of
from negotiation.levels import FREE
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from negotiation.terms import Answer, Commit, Commits, Desire, Do, Formula, Inform, Not, Reject, Utterance
from tests.bots.hana.casts import swift

OPENING = SeatView("GER", opening(), STANDARD_RULES, level=FREE)


def said(view: SeatView, *utterances: Utterance) -> SeatView:
    return replace(view, talk=(*view.talk, *(Said(view.position.phase, each) for each in utterances)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("inform(ger, fra, Desire(ger, ¬Do(mto(Unit(ger, Region(mun, amy)), Region(bur, amy)))))", True),
        ("answer(ger, fra, ¬Do(mto(Unit(ger, Region(mun, amy)), Region(bur, amy))))", True),
        ("reject(ger, fra, [Commit(ger, fra, Do(hld(Unit(ger, Region(mun, amy)))))])", True),
        ("reject(ger, fra, Agree([fra ger], pce([fra ger])))", False),
        ("inform(ger, fra, Desire(ger, ¬Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy)))))", False),
        ("inform(fra, ger, Desire(fra, ¬Do(mto(Unit(ger, Region(mun, amy)), Region(bur, amy)))))", False),
    ],
)
def test_denials_are_found_in_the_talk(text: str, found: bool) -> None:
    assert bool(denials(said(OPENING, parse(text, DIPLOMACY)), ())) is found, text


def test_what_was_agreed_after_all_is_no_longer_denied() -> None:
    deal = parse_formula("[Commit(ger, fra, Do(hld(Unit(ger, Region(mun, amy)))))]", DIPLOMACY)
    view = said(OPENING, Reject("GER", ("FRA",), deal))  # type: ignore[arg-type]
    agreement = Agreement(OPENING.position.phase, ("FRA", "GER"), deal)  # type: ignore[arg-type]
    assert not denials(view, (agreement,))


@pytest.mark.parametrize("character", ["neutral", "classicist", "vengeful"])
def test_an_order_that_was_denied_is_not_given(character: str) -> None:
    """Each order it would give without a word, but for one that is worth a third of a center more than any other."""
    planned = swift(character).decide(OPENING, {}, Random(1), 5).orders
    kept = 0
    for order in planned:
        denied: Formula = Do(action_of("GER", order, OPENING.position))
        for utterance in (
            Inform("GER", ("FRA",), Desire("GER", Not(denied))),
            Answer("GER", ("FRA",), Not(denied)),
            Reject("GER", ("FRA",), Commits((Commit("GER", ("FRA",), denied),))),
        ):
            given = swift(character).decide(said(OPENING, utterance), {}, Random(1), 5).orders
            kept += order not in given
            assert len(given) == len(planned), (format_order(order), format_term(utterance, DIPLOMACY))
    assert kept >= 7, (kept, [format_order(order) for order in planned])
