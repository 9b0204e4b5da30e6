"""D-Brane with its talk: deals by which both sides gain.

Source: definitions 17 and 18 and appendix A of the paper: deals of orders and demilitarised zones, an
unstructured protocol, a notary that confirms a deal once all have accepted it and nothing contradicts it. Here the
ledger of the game is the notary (`SeatView.agreements`). Invented: `bots.zoo.dbrane.bargaining`, what is asked when,
and that powers that never answered are not asked again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from adjudication.powers import POWERS, Power, as_power
from bots.agent import Decision, Memory
from bots.talker import Talk
from bots.view import Said, SeatView
from bots.zoo.clock import stopwatch
from bots.zoo.dbrane.bargaining import GAIN, aspiration, find_deals, utility
from bots.zoo.dbrane.deals import ZONE_LEVEL, bounds_in_force, bounds_of, deal_of
from bots.zoo.dbrane.strategy import DBrane, movement_orders
from bots.zoo.floor import answer_to, open_with, own_open, said_today, silent_powers
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import TalkError
from negotiation.parser import parse_formula
from negotiation.printer import format_deal
from negotiation.terms import Accept, Agree, Commits, Deal, Propose, Reject, Utterance

__all__ = ["DBraneNegotiator"]

_STEPS: Final = 3
"""Proposals to one power in a phase; the aspiration falls with each, and with each refusal."""
_SHARE: Final = 0.5
"""Part of the time limit for a search of deals."""


@dataclass(frozen=True, slots=True)
class DBraneNegotiator:
    """D-Brane that talks. It remembers the deals found in a phase.

    `{"phase": "S1901M", "deals": [["ITA", "[Commit(…)]", 1.0, 0.6], …]}`.
    """

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders of the best plans under the deals in force."""
        if view.position.phase.kind != "M":
            return DBrane().decide(view, {}, rng, seconds)
        orders = movement_orders(view, bounds_in_force(view), rng, seconds)
        phase = str(view.position.phase)
        return Decision(orders, memory if memory.get("phase") == phase else {})

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Search for deals, and propose the best one to each power."""
        if view.position.phase.kind != "M" or not view.position.units_of(view.power) or view.level < 1:
            return Talk(memory=memory)
        deals = _search(view, stopwatch(seconds, _SHARE))
        found = {"phase": str(view.position.phase), "deals": deals}
        return Talk(tuple(_proposals(view, _deals_in(found, view), ())), found)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Answer a proposal; after a refusal propose what asks for less."""
        heard = message.utterance
        if view.position.phase.kind != "M" or view.power not in heard.hearers:
            return Talk(memory=memory)
        deals = _deals_in(memory, view)
        said: list[Utterance] = []
        if isinstance(heard, Propose):
            agrees = _is_welcome(view, heard, deals, stopwatch(seconds, _SHARE))
            said.append(answer_to(view.power, heard, agrees=agrees))
        if isinstance(heard, Propose | Reject) and not any(isinstance(each, Accept) for each in said):
            said += _proposals(view, [each for each in deals if each[0] == heard.speaker], said)
        return Talk(tuple(said), memory)


_Remembered = tuple[Power, Deal, float, float]


def _search(view: SeatView, is_over: Callable[[], bool]) -> list[list[Any]]:
    """Deals with each power that may answer, as the memory holds them."""
    silent = silent_powers(view)
    base = bounds_in_force(view)
    found: list[list[Any]] = []
    for other in POWERS:
        if other == view.power or other in silent or not view.position.units_of(other):
            continue
        pair = (view.power, other)
        zones = view.level >= ZONE_LEVEL
        for each in find_deals(view.position, pair, base, view.rulebook, is_over, zones=zones):
            text = format_deal(deal_of(each.terms, pair, view.position), DIPLOMACY)
            found.append([other, text, round(each.mine, 3), round(each.theirs, 3)])
    return found


def _deals_in(memory: Memory, view: SeatView) -> list[_Remembered]:
    """Remembered deals of this phase; what is no deal is forgotten."""
    kept = memory.get("deals") if memory.get("phase") == str(view.position.phase) else None
    found: list[_Remembered] = []
    for row in kept if isinstance(kept, list) else ():
        try:
            other, text, mine, theirs = row
            deal = parse_formula(text, DIPLOMACY)
            if isinstance(deal, Commits | Agree):
                found.append((as_power(other), deal, float(mine), float(theirs)))
        except (TalkError, ValueError, TypeError, AttributeError):
            continue
    return found


def _is_welcome(view: SeatView, heard: Propose, deals: Sequence[_Remembered], is_over: Callable[[], bool]) -> bool:
    """True if a proposed deal gains enough and can be kept.

    Deals in force and its own open proposals come before it.
    """
    if set(heard.hearers) != {view.power}:
        return False
    terms, base = bounds_of(view, heard.deal), bounds_in_force(view)
    if terms is None:
        return False
    open_terms = [each for own in own_open(view) if (each := bounds_of(view, own.deal)) is not None]
    whole = base.joined([terms], view.position)
    if whole is None or whole == base or whole.joined(open_terms, view.position) is None:
        return False
    before = utility(view.position, view.power, base, view.rulebook, is_over)
    gain = utility(view.position, view.power, whole, view.rulebook, is_over) - before
    partner = as_power(heard.speaker)
    best = max((mine for other, _, mine, _ in deals if other == partner), default=GAIN)
    return not is_over() and gain >= aspiration(best, _step(view, partner, ()), _STEPS)


# ── proposals ───────────────────────────────────────────────────────────────────────────────────


def _proposals(view: SeatView, deals: Sequence[_Remembered], said: Sequence[Utterance]) -> list[Utterance]:
    """Proposals, one to a power.

    Among the deals that meet the aspiration, the one by which that power gains most.

    Deals that could not be kept together are not proposed at once. said: words that go out in front.
    """
    today = [*said_today(view), *said]
    busy = open_with(view.power, today)
    tried = {each.deal for each in today if isinstance(each, Propose | Reject)}
    open_terms = [each for own in own_open(view, said) if (each := bounds_of(view, own.deal)) is not None]
    whole = bounds_in_force(view).joined(open_terms, view.position)
    found: list[Utterance] = []
    for partner in dict.fromkeys(each[0] for each in deals):
        step = _step(view, partner, said)
        if partner in busy or step >= _STEPS or whole is None:
            continue
        theirs = [each for each in deals if each[0] == partner]
        least = aspiration(max(mine for _, _, mine, _ in theirs), step, _STEPS)
        for _, deal, mine, _ in sorted(theirs, key=lambda each: -each[3]):
            terms = bounds_of(view, deal)
            if mine < least or deal in tried or terms is None:
                continue
            joined = whole.joined([terms], view.position)
            if joined is not None and joined != whole:
                whole = joined
                found.append(Propose(view.power, (partner,), deal))
                break
    return found


def _step(view: SeatView, partner: Power, said: Sequence[Utterance]) -> int:
    """Number of proposals and refusals to a power in this phase."""
    mine = [each for each in (*said_today(view), *said) if each.speaker == view.power and partner in each.hearers]
    return sum(isinstance(each, Propose | Reject) for each in mine)
