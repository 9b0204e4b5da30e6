"""Parts that a span of names may tell, as the board allows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.position import Position
from adjudication.powers import as_power
from negotiation.diplomacy import Action, Aly, Bld, Dmz, Drw, Hld, Pce, Rto, Scd, actor_of, unit_of
from negotiation.judge.adjusting import adjustments
from negotiation.judge.naming import Named
from negotiation.judge.order_ways import OrderWays, Part, Way
from negotiation.terms import Do, Not

__all__ = ["Span", "Ways"]

_MOST_JOINED: Final = 6
"""Places of one thing."""


@dataclass(frozen=True, slots=True)
class Span:
    """Names side by side that one thing is told of.

    before: places named before it, the nearest first; kinds: words and powers of a pact.
    """

    places: tuple[Province, ...] = ()
    before: tuple[Province, ...] = ()
    pacts: tuple[str, ...] = ()
    helps: bool = False


class Ways(OrderWays):
    """Lists of ways for the spans of one text."""

    def __init__(self, named: Named, position: Position) -> None:
        super().__init__(named, position)
        self.adjusted = [one for one in adjustments(named) if _is_timely(one, named, position)]

    def of(self, span: Span) -> list[Way]:
        """All ways of a span; some may tell the same."""
        return [way for way in self._of(span) if way.parts and all(content is not None for _, content in way.parts)]

    def _of(self, span: Span) -> Iterator[Way]:
        if span.pacts:
            yield from self._pacts(span.pacts)
        elif span.helps:
            yield from self.lent(span.before)
        else:
            places = tuple(dict.fromkeys(span.places))
            yield from self._joined(places)
            yield from self._adjusted(places, span.before)
            if self.position.phase.kind == "M":
                yield from self.of_places(span.places, span.before)

    # ── pacts ───────────────────────────────────────────────────────────────────────────────────

    def _pacts(self, pacts: Sequence[str]) -> Iterator[Way]:
        foes = tuple(as_power(one) for one in pacts if one.isupper())
        words = {one for one in pacts if one.islower()}
        if words == {"peace"} and not foes:
            yield Way(((None, Pce(self.pair)),), "pce both")
            yield Way(((self.me, Pce(self.pair)),), "pce me")
            return
        if "peace" in words and foes:
            yield Way(((None, Pce((*self.pair, *foes))),), "pce all")
        if words == {"draw"}:
            yield Way(((None, Drw(() if not foes else (*self.pair, *foes))),), "drw all")
            yield Way(((None, Drw(self.pair)),), "drw both")
        if words <= {"ally"}:
            yield Way(((None, Aly(self.pair, foes)),), f"aly both {'!' * bool(foes)}")
            if len(foes) == 1:
                theirs = tuple(sorted((self.you, foes[0])))
                yield Way(((self.you, Not(Aly(theirs))),), "¬aly you")
        if foes and words <= {"peace"}:
            theirs = tuple(sorted((self.you, foes[0])))
            yield Way(((self.you, Pce(theirs)),), "pce you")

    # ── places of one thing ─────────────────────────────────────────────────────────────────────

    def _joined(self, places: tuple[Province, ...]) -> Iterator[Way]:
        """Zones, shares, and stands of the units at the places."""
        if len(places) > _MOST_JOINED:
            return
        own = [self.fact(place) for place in places]
        facts = (f"{len(places)}", "+".join(dict.fromkeys(own)))
        for power in self.pair:
            yield Way(((power, Dmz((power,), places)),), f"dmz {self.sides[power]}", facts)
        yield Way(((None, Dmz(self.pair, places)),), "dmz both", facts)
        centers = tuple(place for place in places if place in STANDARD.centers)
        rest = [place for place in places if place not in centers]
        for power in self.pair if centers else ():
            held = "+".join(dict.fromkeys(self.held(place) for place in centers))
            entered = tuple((power, self.entering(power, place)) for place in rest)
            if all(content is not None for _, content in entered):
                share: Part = (power, Scd(power, centers))
                yield Way((share, *entered), f"scd {self.sides[power]}", (*facts, f"held {held} {len(rest)}"))
        units = [self.position.unit_at(place) for place in places]
        if all(unit is not None and unit.power in self.pair for unit in units):
            holds = tuple((unit.power, Do(Hld(unit_of(unit)))) for unit in units if unit is not None)
            yield Way(holds, f"hld {'+'.join(dict.fromkeys(self.sides[power] for power, _ in holds))}", facts)
        if len(places) > 1 and self.position.phase.kind == "M":
            for power in self.pair:
                moves = tuple((power, self.entering(power, place)) for place in places)
                yield Way(moves, f"ents {self.sides[power]}", facts)

    def _adjusted(self, places: tuple[Province, ...], before: tuple[Province, ...]) -> Iterator[Way]:
        """Retreats, builds and removals at the places."""
        about = [(one, _provinces(one)) for one in self.adjusted]
        for one, its in about:
            lone = isinstance(one, Rto) and len(places) == 1 and one.region.province == places[0]
            if its == set(places) or lone:
                power = actor_of(one)
                label = f"{_kind(one)} {self.sides[power]}"
                told = "-".join(str(before.index(each)) for each in its if each in before[:3])
                yield Way(((power, Do(one)),), label, (f"rto {len(places)} {told}",))
                if isinstance(one, Bld | Rto):
                    yield Way(((power, Not(Do(one))),), f"¬{label}", (f"rto {len(places)} {told}",))
        if not 1 < len(places) <= 4:
            return
        for kind in ("bldA", "bldF", "rem", "dsb"):
            each = [
                next((one for one, its in about if its == {place} and _kind(one) == kind), None) for place in places
            ]
            actions = [one for one in each if one is not None]
            if len(actions) == len(places) and len({actor_of(one) for one in actions}) == 1:
                power = actor_of(actions[0])
                yield Way(tuple((power, Do(one)) for one in actions), f"{kind}s {self.sides[power]}")
                if kind.startswith("bld"):
                    yield Way(tuple((power, Not(Do(one))) for one in actions), f"¬{kind}s {self.sides[power]}")


def _is_timely(action: Action, named: Named, position: Position) -> bool:
    """True if the text may speak of such an order now."""
    if position.phase.kind != "M" or isinstance(action, Rto):
        return True
    winter = any(one.turn is not None and one.turn.season == "win" for one in named.times)
    return winter or ("build" if isinstance(action, Bld) else "remove") in named.themes


def _provinces(action: Action) -> set[Province]:
    unit = getattr(action, "unit", None)
    found = {unit.region.province} if unit is not None else set()
    return found | ({action.region.province} if isinstance(action, Rto) else set())


def _kind(action: Action) -> str:
    if isinstance(action, Bld):
        return "bldA" if action.unit.region.type == "amy" else "bldF"
    return type(action).__name__.lower()
