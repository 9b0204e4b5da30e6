"""Words of orders: kinds of unit, verbs, and the small words between."""

from typing import Final

from adjudication.board import UnitKind
from adjudication.names.table import KIND_WORDS
from adjudication.phase import PhaseKind

__all__ = [
    "BESIDE",
    "BY_WHOM",
    "CONDITIONS",
    "EXAMPLES",
    "INTENDED",
    "IN_PLACE",
    "KINDS",
    "MOVE",
    "ONWARD",
    "SIDES",
    "SMALL",
    "VERBS",
]

KINDS: Final[dict[str, UnitKind | None]] = {
    **{word.upper(): kind or None for word, kind in KIND_WORDS.items()},
    "A": "A",
    "F": "F",
    "AMY": "A",
    "FLT": "F",
}
"""Words for units -> their kind, None where it is open."""

MOVE: Final = "-"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SAID: Final = {
    MOVE: "- TO INTO ONTO TOWARD TOWARDS M MV MOVE MOVES MOVING GO GOES GOING MARCH MARCHES ADVANCE ADVANCES ATTACK"
    " ATTACKS ATTACKING SAIL SAILS HEAD HEADS ENTER ENTERS INVADE INVADES OCCUPY OCCUPIES TAKE TAKES CAPTURE"
    " CAPTURES SEND MTO CTO",
    "H": "H HOLD HOLDS HOLDING HLD STAND STANDS STAY STAYS DEFEND DEFENDS",
    "S": "S SUPPORT SUPPORTS SUPPORTING SUP SUPP SUPS SPT HELP HELPS ASSIST ASSISTS AID AIDS",
    "C": "C CONVOY CONVOYS CONVOYING CON CONV CVY TRANSPORT TRANSPORTS CARRY CARRIES FERRY FERRIES",
    "R": "R RETREAT RETREATS RETREATING RTO RET WITHDRAW WITHDRAWS FLEE FLEES",
    "D": "D DISBAND DISBANDS DISBANDED DIS REMOVE REMOVES REMOVED REM DESTROY DESTROYS DESTROYED OTB SCRAP DSB",
    "B": "B BUILD BUILDS BUILDING BUILT BLD ADD RAISE CREATE RECRUIT",
    "W": "W WAIVE WAIVES WAIVED PASS SKIP POSTPONE WVE",
    "VIA": "VIA BY THROUGH OVER ACROSS CONVOYED",
}
VERBS: Final[dict[str, str]] = {word: verb for verb, said in _SAID.items() for word in said.split()}
"""Words for what a unit does -> the letter of the verb, `-` to go and VIA to go by sea."""

SMALL: Final = _words("THE AN IN AT ON FROM OF MY OUR YOUR PLEASE ITS LET NEW ONE ANOTHER")
"""Words before a unit or place that change nothing."""

ONWARD: Final = _words("TO INTO ONTO TOWARD TOWARDS ON IN AT AGAINST FOR")
"""Words after a verb of going."""

IN_PLACE: Final = _words("IN ITS PLACE POSITION PUT STILL FAST FIRM GROUND THERE")
"""Words after a hold that change nothing."""

INTENDED: Final = _words("WILL SHALL IS")
"""Words before a verb that change nothing."""

BY_WHOM: Final = _words("WITH BY FROM USING VIA")
"""Words before the unit that does what was said."""

BESIDE: Final = _words("- AND THEN VIA THROUGH OVER BY SEA ROUTE WATER WAY")
"""Words between the seas of a convoy's route."""

CONDITIONS: Final = _words("NOT NO NEVER DONT DON IF UNLESS WHEN OR MAYBE EITHER EXCEPT BUT")
"""Words that no order has."""

SIDES: Final = {
    "N": ("NORTH", "NORTHERN"),
    "S": ("SOUTH", "SOUTHERN"),
    "E": ("EAST", "EASTERN"),
    "W": ("WEST", "WESTERN"),
}
"""First letter of a coast -> words for its side."""

EXAMPLES: Final[dict[PhaseKind, str]] = {
    "M": "An order looks like A PAR - BUR, A PAR H, A PAR S A MAR - BUR or F NTH C A LON - BEL.",
    "R": "A retreat looks like A PAR - GAS or DISBAND A PAR.",
    "A": "An adjustment looks like BUILD A PAR, BUILD F STP/NC, REMOVE A PAR or WAIVE.",
}
"""Shape of an order in a phase."""
