"""Frames of what is done with a unit that nobody named: support given, a unit sent."""

from collections.abc import Mapping
from typing import Any, Final

from negotiation.diplomacy import Ent, Hlp
from negotiation.english.frames import Make, Slots, Take, Voice
from negotiation.english.rows import of, row, stated, unless

__all__: list[str] = []

_HELP: Final[Mapping[str, str]] = {
    "into": "support into {place:place}",
    "from": "support from {origin:place} into {place:place}",
    "hold": "support in holding {place:place}",
}
"""Wordings of support: into a place, from one into another, in the place where the unit stands."""


def _manner(x: Hlp) -> str:
    return "into" if x.origin is None else "hold" if x.origin == x.province else "from"


def _helping(manner: str, *, named: bool) -> tuple[Take, Make]:
    """A support said in this manner; named: whoever gives it is said with it."""

    def take(x: Any, v: Voice) -> Slots | None:
        if type(x) is not Hlp or _manner(x) != manner:
            return None
        return {"power": x.power, "helped": x.helped, "place": x.province, "origin": x.origin}

    def make(s: Slots, v: Voice) -> Any:
        origin = s["place"] if manner == "hold" else s.get("origin")
        found = Hlp(s["power"] if named else "", s["helped"], s["place"], origin)  # type: ignore[arg-type]
        return found if _manner(found) == manner else None

    return take, make


for _said, _text in _HELP.items():
    row("deed", f"give {{helped:whom}} {_text}", *_helping(_said, named=False))
    stated(f"{{power:who}} [give|give|gives] {{helped:whom}} {_text}", *_helping(_said, named=True), denies=False)
    row("thing", f"{{power:whom}} giving {{helped:whom}} {_text}", *_helping(_said, named=True))
    row(
        "primary",
        f"{{power:who}} [can't|can't|can't] give {{helped:whom}} {_text}",
        *unless(*_helping(_said, named=True)),
        stiff=-1,
    )


def _take_sent(x: Any, v: Voice) -> Slots | None:
    return {"power": x.power, "province": x.province} if type(x) is Ent else None


row(
    "deed",
    "send a unit to {province:place}",
    _take_sent,
    lambda s, v: Ent("", s["province"]),  # type: ignore[arg-type]
)
stated(
    "{power:who} [send|send|sends] a unit to {province:place}", _take_sent, of(Ent, "power", "province"), denies=False
)
row("thing", "{power:whom} sending a unit to {province:place}", _take_sent, of(Ent, "power", "province"))
row(
    "primary",
    "{power:who} [won't|won't|won't] get a unit into {province:place}",
    *unless(_take_sent, of(Ent, "power", "province")),
    stiff=-1,
)
