"""A promise in the few words that fit a row beside the orders; in full it is said by `english.reported_speech`."""

from adjudication.names import place_name
from adjudication.powers import POWER_NAMES, Power, as_power
from frontend.rows import row_words
from frontend.words import listed
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Pce, Scd, order_of
from negotiation.terms import Do, Formula, Not

__all__ = ["briefly", "kind_of_promise"]


def kind_of_promise(content: Formula) -> str:
    """What it is about: `peace`, `DMZ`, `Paris to Burgundy`."""
    match content:
        case Pce():
            return "peace"
        case Aly():
            return "alliance"
        case Dmz():
            return "DMZ"
        case Scd():
            return "division of centers"
        case Do():
            place, words = row_words(order_of(content.action)[1])
            return f"{place} {words}".strip()
        case Hlp():
            return f"support into {place_name(content.province)}"
        case Ent():
            return f"a unit into {place_name(content.province)}"
        case Not():
            return f"not: {kind_of_promise(content.item)}"
        case _:
            return "what you promised"


def briefly(content: Formula, by: Power, viewer: Power | None) -> str:
    """The same with whom or where: `peace with France`, `allied against Italy`, `out of Picardy and Burgundy`."""
    match content:
        case Pce(powers=powers):
            others = [power for power in powers if power != (viewer if viewer in powers else by)]
            return f"peace with {listed([POWER_NAMES[as_power(power)] for power in others])}"
        case Aly(against=enemies) if enemies:
            return f"allied against {listed([POWER_NAMES[as_power(power)] for power in enemies])}"
        case Dmz(provinces=provinces):
            return f"out of {listed([place_name(province) for province in provinces])}"
        case _:
            return kind_of_promise(content)
