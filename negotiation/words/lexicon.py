"""Words of a sentence: verbs, and the names of provinces that are read in one. Tables only."""

from collections.abc import Mapping
from typing import Final

from adjudication.board import Province
from adjudication.names.table import PLACE_NAMES

__all__ = ["PROVINCE_WORDS", "RISKY", "SHARED_WORDS", "VERBS", "verb_forms", "words"]


def words(text: str) -> frozenset[str]:
    """A set of words written as one string."""
    return frozenset(text.split())


_NOT_NAMES: Final = words(
    "whales ns noway bs gul dutch wars constant dk mars munch ad bight east eastern gb gl gulf kon lion lions liver med"
    " mediterranean na nora nrt pet peters tir tos tunes tuni west western"
) | {"gulf of", "pete's", "mediterranean sea", "no sea", "atlantic ocean"}
"""Names that a sentence uses for something else far more often."""

PROVINCE_WORDS: Final[Mapping[str, Province]] = {
    name: provinces[0] for name, provinces in PLACE_NAMES.items() if name not in _NOT_NAMES
}
"""Lower-case name -> province, the likeliest where several share it. Names may have several words."""

SHARED_WORDS: Final[Mapping[str, tuple[Province, ...]]] = {
    name: PLACE_NAMES[name] for name in PROVINCE_WORDS if len(PLACE_NAMES[name]) > 1
}
"""Lower-case name -> the provinces that share it."""

RISKY: Final = words(
    "war arm con bar spa nap pie gas den ion gal fin bud par mar vie pic mid mat nat nor north irish liv rom norwegian"
    " atlantic pete ec bot lyon lyons york port ire both eng channel black em"
)
"""Names that are also words: read as a province only in capitals or where an order would have one."""

VERBS: Final[Mapping[str, str]] = {
    "move": "move moves moving moved mv mvoe",
    "go": "go goes going went gone",
    "head": "head heads heading headed",
    "march": "march marches marching marched",
    "advance": "advance advances advancing advanced",
    "send": "send sends sending sent",
    "bring": "bring brings bringing brought",
    "order": "order orders ordering ordered",
    "shift": "shift shifts shifting shifted",
    "push": "push pushes pushing pushed",
    "sail": "sail sails sailing sailed",
    "step": "step steps stepping stepped",
    "slide": "slide slides sliding slid",
    "enter": "enter enters entering entered",
    "occupy": "occupy occupies occupying occupied",
    "attack": "attack attacks attacking attacked",
    "hit": "hit hits hitting",
    "invade": "invade invades invading invaded",
    "strike": "strike strikes striking struck",
    "tap": "tap taps tapping tapped",
    "cut": "cut cuts cutting",
    "poke": "poke pokes poking poked",
    "support": "support supports supporting supported supp suppport suport sup s'ing spt",
    "help": "help helps helping helped",
    "back": "back backs backing backed",
    "hold": "hold holds holding held",
    "stay": "stay stays staying stayed",
    "stand": "stand stands standing stood",
    "sit": "sit sits sitting sat",
    "convoy": "convoy convoys convoying convoyed",
    "ferry": "ferry ferries ferrying ferried",
    "carry": "carry carries carrying carried",
    "transport": "transport transports transporting transported",
    "leave": "leave leaves leaving left",
    "vacate": "vacate vacates vacating vacated",
    "pull": "pull pulls pulling pulled",
    "withdraw": "withdraw withdraws withdrawing withdrew withdrawn",
    "retreat": "retreat retreats retreating retreated",
    "build": "build builds building built",
    "raise": "raise raises raising raised",
    "rebuild": "rebuild rebuilds rebuilding rebuilt",
    "scrap": "scrap scraps scrapping scrapped",
    "disband": "disband disbands disbanding disbanded",
    "remove": "remove removes removing removed",
    "bounce": "bounce bounces bouncing bounced standoff stand-off",
    "keep": "keep keeps keeping kept",
    "take": "take takes taking took taken",
    "get": "get gets getting got gotten",
    "have": "have has having had",
    "grab": "grab grabs grabbing grabbed",
    "claim": "claim claims claiming claimed",
    "receive": "receive receives receiving received",
    "capture": "capture captures capturing captured",
    "agree": "agree agrees agreeing agreed",
    "ally": "ally allies allying allied",
    "work": "work works working worked",
    "team": "team teams teaming teamed",
    "join": "join joins joining joined",
    "fight": "fight fights fighting fought",
    "target": "target targets targeting targeted",
    "demilitarize": "demilitarize demilitarise demilitarizing demilitarising",
    "dmz": "dmz dmzing dmz'd dmzed dmzs",
    "give": "give gives giving gave given",
    "let": "let lets letting",
    "draw": "draw draws drawing drew",
    "avoid": "avoid avoids avoiding avoided",
    "cover": "cover covers covering covered",
    "defend": "defend defends defending defended",
    "protect": "protect protects protecting protected",
    "use": "use uses using used",
    "come": "come comes coming came",
    "retake": "retake retakes retaking retook retaken",
    "conquer": "conquer conquers conquering conquered",
    "contest": "contest contests contesting contested",
    "pressure": "pressure pressures pressuring pressured",
    "destroy": "destroy destroys destroying destroyed",
    "eliminate": "eliminate eliminates eliminating eliminated",
    "stab": "stab stabs stabbing stabbed",
    "partner": "partner partnering partnered",
    "waive": "waive waives waiving waived",
    "coordinate": "coordinate coordinates coordinating coordinated",
    "cooperate": "cooperate cooperates cooperating cooperated",
    "collaborate": "collaborate collaborates collaborating collaborated",
    "concede": "concede concedes conceding conceded",
    "trade": "trade trades trading traded",
    "swap": "swap swaps swapping swapped",
    "touch": "touch touches touching touched",
    "force": "force forcing forced",
}


def verb_forms() -> dict[str, tuple[str, str]]:
    """Form -> (base, tag): b base, s third person, g -ing, d past."""
    forms: dict[str, tuple[str, str]] = {}
    for base, listed in VERBS.items():
        for form in listed.split():
            tag = "g" if form.endswith("ing") and form != "bring" else "b"
            if form == base:
                tag = "b"
            elif tag == "b" and form.endswith("s"):
                tag = "s"
            elif form.endswith("ed") or form in _PAST:
                tag = "d"
            forms.setdefault(form, (base, tag))
    return forms


_PAST: Final = words(
    "went gone sent brought slid struck held stood sat left withdrew withdrawn built rebuilt kept took taken got"
    " gotten had fought gave given drew came retook retaken"
)
