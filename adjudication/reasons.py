"""Why an order came out as it did, and whether that is good or bad news: the closed set of reasons."""

from enum import StrEnum
from typing import Final, Literal, TypeAlias

__all__ = ["RESULT_OF", "WITHOUT_ORDER", "Reason", "Result"]

Result: TypeAlias = Literal["ok", "fail", "void", "illegal"]
"""ok: carried out. fail: legal but did not come about. void: legal but matches no order. illegal: ignored."""


class Reason(StrEnum):
    """Why an outcome is what it is; the closed set.

    The value is what the command line prints.
    """

    # carried out
    MOVED = "moved"
    HELD = "held"
    NO_ORDER = "no order"
    SUPPORTED = "supported"
    CONVOYED = "convoyed"
    CONVOY_UNUSED = "convoy not used"
    RETREATED = "retreated"
    DISBANDED = "disbanded"
    NO_RETREAT = "nowhere to retreat"
    NOT_RETREATED = "no retreat ordered"
    BUILT = "built"
    WAIVED = "waived"
    NOT_BUILT = "no build ordered"
    REMOVED = "removed"
    DISORDER = "removed by rule"
    NO_CENTERS = "no centers left"
    # legal, but did not come about
    BOUNCED = "bounced"
    OUTMATCHED = "outmatched"
    HELD_OFF = "held off"
    HEAD_ON = "head to head"
    HEAD_ON_LOST = "lost head to head"
    OWN_UNIT = "own unit"
    OWN_SUPPORT = "own support"
    NO_CONVOY = "no convoy"
    CONVOY_BROKEN = "convoy broken"  # a disrupted convoy
    PARADOX = "paradox"
    CUT = "cut"
    DISLODGED = "dislodged"
    RETREATS_MET = "retreats met"
    # legal, but matches no order
    SUPPORT_UNMATCHED = "support not matched"
    CONVOY_UNMATCHED = "convoy not matched"
    # not allowed
    WRONG_PHASE = "wrong phase"
    NO_UNIT = "no unit"
    FOREIGN_UNIT = "foreign unit"
    TWO_ORDERS = "two orders"
    SAME_PLACE = "same place"
    NOT_ADJACENT = "not adjacent"
    WRONG_TERRAIN = "wrong terrain"
    COAST_NEEDED = "coast needed"
    WRONG_COAST = "wrong coast"
    NO_ROUTE = "no route"
    CONVOYS_OFF = "convoys off"
    SUPPORTS_ITSELF = "supports itself"
    SUPPORT_OUT_OF_REACH = "support out of reach"
    SUPPORTED_MISSING = "nobody to support"
    SUPPORTED_CANNOT = "supported unit cannot"
    NOT_AT_SEA = "not at sea"
    CONVOY_NOWHERE = "not a coast"
    NO_ARMY = "no army"
    CONVOY_USELESS = "convoy useless"
    NOT_DISLODGED = "not dislodged"
    TO_ATTACKER = "attacker's province"
    OCCUPIED = "occupied"
    CONTESTED = "contested"
    NOT_HOME = "not a home center"
    NOT_OWNED = "not owned"
    NO_BUILD_DUE = "no build due"
    NO_REMOVAL_DUE = "no removal due"
    TWICE = "ordered twice"

    __hash__ = str.__hash__  # quicker than an enum's own, and reasons are looked up at every turn


def _results() -> dict[Reason, Result]:
    reasons = list(Reason)
    bounds: tuple[tuple[Reason, Result], ...] = (
        (Reason.MOVED, "ok"),
        (Reason.BOUNCED, "fail"),
        (Reason.SUPPORT_UNMATCHED, "void"),
        (Reason.WRONG_PHASE, "illegal"),
    )
    results: dict[Reason, Result] = {}
    for first, result in bounds:
        results.update(dict.fromkeys(reasons[reasons.index(first) :], result))
    return results


RESULT_OF: Final[dict[Reason, Result]] = _results()
"""The result that goes with a reason; a build or removal that is not allowed is "fail" instead of "illegal"."""

WITHOUT_ORDER: Final = frozenset(
    {Reason.NO_ORDER, Reason.NOT_RETREATED, Reason.NO_RETREAT, Reason.NOT_BUILT, Reason.DISORDER, Reason.NO_CENTERS}
)
"""Reasons of outcomes that nobody ordered: adjudication finds them again."""
