"""A promise in the few words that fit a row beside the orders; in full it is said by `english.reported_speech`."""

from collections.abc import Iterable

from adjudication.names import place_name, region_phrase
from adjudication.powers import POWER_NAMES, Power, as_power
from frontend.rows import row_words
from frontend.words import listed
from negotiation.diplomacy import Aly, Dmz, Drw, Ent, Hlp, Pce, Scd, Slo, order_of
from negotiation.terms import Do, Formula, Not

__all__ = ["briefly", "kind_of_promise"]


def kind_of_promise(content: Formula, viewer: Power | None = None) -> str:
    """The subject of a promise: `peace`, `staying out of Galicia`, `leaving Belgium to you`, `Paris to Burgundy`."""
    match content:
        case Pce():
            return "peace"
        case Aly():
            return "alliance"
        case Dmz(provinces=provinces):
            return f"staying out of {listed([region_phrase(province) for province in provinces])}"
        case Scd(power=power, centers=centers):
            return f"leaving {listed([region_phrase(center) for center in centers])} to {_named([power], viewer)}"
        case Do():
            place, words = row_words(order_of(content.action)[1])
            return f"{place} {words}".strip()
        case Hlp():
            return f"support into {place_name(content.province)}"
        case Ent():
            return f"a unit into {place_name(content.province)}"
        case Drw(powers=powers):
            return f"a draw between {_named(powers, viewer)}" if powers else "a draw among all"
        case Slo(power=power):
            return f"a win for {_named([power], viewer)}"
        case Not():
            return f"not: {kind_of_promise(content.item, viewer)}"
        case _:
            return "what was promised"


def briefly(content: Formula, by: Power, viewer: Power | None) -> str:
    """Describe a promise with its partners, from its giver's side: `peace with you`, `allied with Germany`."""
    match content:
        case Pce(powers=powers):
            return f"peace with {_others(powers, by, viewer)}"
        case Aly(powers=powers, against=enemies):
            against = f" against {_named(enemies, viewer)}" if enemies else ""
            return f"allied with {_others(powers, by, viewer)}{against}"
        case _:
            return kind_of_promise(content, viewer)


def _others(powers: Iterable[str], by: Power, viewer: Power | None) -> str:
    return _named([power for power in powers if power != by], viewer)


def _named(powers: Iterable[str], viewer: Power | None) -> str:
    """`you and Germany`: the viewer first."""
    ordered = sorted(powers, key=lambda power: power != viewer)
    return listed(["you" if power == viewer else POWER_NAMES[as_power(power)] for power in ordered])
