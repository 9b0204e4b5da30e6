"""Names that fit while typing: places, units and powers.

Weighed by the board and by earlier talk.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from adjudication.board import STANDARD, Province, province_of
from adjudication.position import Unit, opening
from adjudication.powers import POWER_NAMES, Power, as_power
from negotiation.english.context import Context
from negotiation.words.entities import Entity, Place, Token, UnitRef

__all__ = ["Fitting", "Named", "name_of"]

_GOING: Final = frozenset(
    ("to", "into", "onto", "toward", "towards", "-", "attack", "take", "enter", "hit", "occupy", "capture", "invade")
)
"""Words before a place to which somebody goes."""

_FROM: Final = frozenset(("from", "with", "use", "using", "army", "fleet", "order"))
"""Words before the place of a unit."""

_ME: Final = frozenset(("i", "me", "my", "mine", "i'll"))
_YOU: Final = frozenset(("you", "your", "yours"))
_US: Final = frozenset(("we", "us", "our", "both"))
_HELP: Final = frozenset(("support", "help", "convoy", "s", "back", "assist"))
_KINDS: Final = {"army": "A", "armies": "A", "fleet": "F", "fleets": "F"}
_KIND_NAMES: Final = {"A": "army", "F": "fleet"}
_LEAST: Final = 0.02
"""Weight of a name that nothing speaks for."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name to type. weight: how well it fits, against others of its kind. power: whose unit it is, or who it is."""

    text: str
    kind: Literal["place", "unit", "power"]
    weight: float
    place: Province = ""
    power: Power | None = None


@dataclass(frozen=True, slots=True)
class _Doing:
    """Powers mentioned just before: whose units go, and who helps them."""

    goes: tuple[Power, ...]
    helps: tuple[Power, ...] = ()


class Fitting:
    """Names for one place in a text. tokens: the sentence up to there; values: what its names name."""

    def __init__(self, tokens: Sequence[Token], values: Mapping[str, Entity], context: Context) -> None:
        self.context = context
        self.board = context.position if context.position is not None else opening()
        self.words = [token.sym.partition("~")[0] for token in tokens]
        self.said = [values.get(token.sym) for token in tokens]
        self.last = self.words[-1] if self.words else ""
        self.doing = self._doing()
        self.lately: set[str | None] = {context.place, *(place for _, places in context.lately for place in places)}

    # ── places ──────────────────────────────────────────────────────────────────────────────────

    def places(self) -> Iterator[Named]:
        """Every province, by how well it fits after the last word."""
        weigh = self._weights()
        named = self._unit_named()
        for code, facts in STANDARD.provinces.items():
            weight = weigh.get(code, 0.0) * (1.5 if facts.is_center else 1.0) + _LEAST
            weight *= 2.0 if code in self.lately else 1.0
            weight *= 0.02 if named is not None and code == named.province else 1.0
            yield Named(facts.name if self.last == "the" else name_of(code), "place", weight, code)

    def _weights(self) -> dict[Province, float]:
        if self.last in _GOING:
            return self._goals()
        if self.last in _FROM or (self.last in ("in", "at", "on") and self.words[-2:-1] and self.words[-2] in _KINDS):
            kind = next((_KINDS[word] for word in self.words[-2:] if word in _KINDS), "")
            owners = self.doing.helps if self.last == "from" and self.doing.helps else self.doing.goes
            return {unit.province: 1.0 for unit in self._units(owners) if kind in ("", unit.kind)}
        if self.last in ("in", "at", "of", "off", "out", "leave", "dmz", "bounce", "over", "about", "on"):
            mine = self._reached((self.context.speaker,))
            theirs = self._reached(self.context.hearers)
            both = dict.fromkeys(mine & theirs, 1.0)
            return {**dict.fromkeys(mine | theirs, 0.2), **both}
        stands = {unit.province: 1.0 for unit in self._units(self.doing.goes)}
        helped = {unit.province: 0.5 for unit in self._units(self.doing.helps)}
        return {**dict.fromkeys(self._reached(self.doing.goes), 0.2), **helped, **stands}

    def _goals(self) -> dict[Province, float]:
        """Destinations of the named unit, or of the mentioned powers' units.

        If others must help, places they reach, too.
        """
        named, goes = self._unit_named(), self.doing.goes
        units = [named] if named is not None else self._units(goes)
        helping = [unit for unit in self._units(self.doing.helps) if unit != named]
        helped = {code for unit in helping for code in _around(unit)}
        found: dict[Province, float] = {}
        for unit in units:
            for code in _around(unit):
                found[code] = 1.0 if not self.doing.helps or code in helped else 0.1
        for code in found:
            stands = self.board.unit_at(code)
            if stands is not None and stands.power in (*goes, *self.doing.helps):
                found[code] *= 0.2
            elif stands is not None:
                found[code] *= 0.8
            if self.board.centers.get(code) in goes:
                found[code] *= 0.4
        return found

    def _unit_named(self) -> Unit | None:
        """The unit named last, where nobody is spoken of since."""
        for word, one in zip(reversed(self.words), reversed(self.said), strict=True):
            place = one.place if isinstance(one, UnitRef) else one
            if isinstance(place, Place):
                return self.board.unit_at(place.province)
            if word in _ME | _YOU | _US or word in (",", "and", "if"):
                return None
        return None

    def has_common_ground(self) -> bool:
        """True if units of both sides reach a common province."""
        return not self._reached((self.context.speaker,)).isdisjoint(self._reached(self.context.hearers))

    # ── units and powers ────────────────────────────────────────────────────────────────────────

    def units(self) -> Iterator[Named]:
        """The units of those who talk, and of powers that were named, as one would name them."""
        context, single = self.context, len(self.context.hearers) == 1
        for unit in self.board.units:
            mine = unit.power == context.speaker
            if mine or (single and unit.power in context.hearers):
                owner, weight = ("my" if mine else "your"), 1.0
            elif unit.power in self.said or unit.power in context.hearers:
                owner, weight = f"{POWER_NAMES[unit.power]}'s", 0.3
            else:
                continue
            weight *= 1.0 if unit.power in self.doing.goes else 0.1
            weight *= 2.0 if unit.province in self.lately else 1.0
            text = f"{owner} {_KIND_NAMES[unit.kind]} in {name_of(unit.province)}"
            yield Named(text, "unit", weight, unit.province, unit.power)

    def powers(self) -> Iterator[Named]:
        """The powers in the game; those nearer to who talks, and those spoken of, first."""
        context = self.context
        present = (context.speaker, *context.hearers)
        near = self._reached(present)
        for power, name in POWER_NAMES.items():
            units = self.board.units_of(power)
            if not units:
                continue
            weight = 0.2 + 0.2 * sum(code in near for unit in units for code in _around(unit))
            weight *= 3.0 if power == context.third or power in context.absent else 1.0
            weight *= 0.02 if power == context.speaker or power in self.said else 1.0
            weight *= 0.02 if context.hearers == (power,) else 1.0
            yield Named(name, "power", weight, "", power)

    # ── who does what ───────────────────────────────────────────────────────────────────────────

    def _doing(self) -> _Doing:
        context = self.context
        everybody = (context.speaker, *context.hearers)
        goes, at = everybody, -1
        for at in range(len(self.words) - 1, -1, -1):
            goal = at > 0 and self.words[at - 1] in _GOING and isinstance(self.said[at], Place)
            found = () if goal else self._who(self.words[at], self.said[at])
            if found:
                goes = found
                break
        helped = next((n for n, word in enumerate(self.words) if word in _HELP), None)
        if helped is None:
            return _Doing(goes)
        me = (context.speaker,)
        if helped > at and self.last not in _GOING:
            # Nobody was named yet who is helped.
            return _Doing(context.hearers if goes == me else me, goes)
        if helped > at:
            goes = context.hearers if goes == me else me
        return _Doing(goes, context.hearers if goes == me else me)

    def _who(self, word: str, value: Entity | None) -> tuple[Power, ...]:
        context = self.context
        if isinstance(value, UnitRef | Place):
            place = value.place if isinstance(value, UnitRef) else value
            unit = self.board.unit_at(place.province) if place is not None else None
            return (unit.power,) if unit is not None else ()
        if isinstance(value, str) and value in POWER_NAMES:
            return (as_power(value),)
        if word in _ME:
            return (context.speaker,)
        if word in _YOU:
            return context.hearers
        return (context.speaker, *context.hearers) if word in _US else ()

    def _units(self, powers: Sequence[Power]) -> list[Unit]:
        return [unit for unit in self.board.units if unit.power in powers]

    def _reached(self, powers: Sequence[Power]) -> set[Province]:
        return {code for unit in self._units(powers) for code in _around(unit)}


def _around(unit: Unit) -> set[Province]:
    return {province_of(other) for other in STANDARD.borders(unit.kind).get(unit.region, ())}


def name_of(code: Province) -> str:
    """A province's name in a sentence: `Paris`, `the North Sea`."""
    facts = STANDARD.provinces[code]
    return f"the {facts.name}" if facts.kind == "sea" and code != "SKA" else facts.name
