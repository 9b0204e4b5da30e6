"""What a clause leans on: the places and moves spoken of before it, in the same text or in the talk."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from adjudication.powers import POWERS, Power
from negotiation.diplomacy import Cvy, Mto, Sup
from negotiation.english.context import Context
from negotiation.english.tokens import joined
from negotiation.grounding.ground import Ground
from negotiation.grounding.parts import Part, Promise, Reading
from negotiation.terms import Do
from negotiation.words.phrasebook import patterns, phrases, rewriting
from negotiation.words.spotting import Entity, Place, Spotted, UnitRef, spot

__all__ = ["MAX_TEXT", "SPOKEN_OF", "Leaning"]

MAX_TEXT: Final = 2_000
"""Characters that are looked at; talk is short, and the rest of a longer text is left unplaced."""


_LINE_END: Final = "~N~"
"""How some sites write the end of a line in a message."""


def _only(powers: set[Power]) -> Power | None:
    return next(iter(powers)) if len(powers) == 1 else None


class Leaning:
    """One text being read in a context: what it names, and what was named before."""

    def __init__(self, text: str, context: Context) -> None:
        self.context = context
        self.whole = text
        self.text = text[:MAX_TEXT].replace(_LINE_END, "\n  ")
        self.rest = text[MAX_TEXT:]
        phase = context.position.phase if context.position is not None else None
        self.spotted: Spotted = spot(self.text, phase)
        self.entities: dict[str, Entity] = dict(self.spotted.entities)
        self.ground = Ground(context.speaker, context.hearers, context.position, self._third())
        if context.position is None:
            self.ground = replace(self.ground, told=self._told())
        self.aside = self._aside()

    last_move: Mto | None = None

    def _aside(self) -> frozenset[str]:
        """Places only named in a reason, purpose or threat: never what was asked or offered."""
        sentences = re.split(r" [.?](?= |$)", joined(self.spotted.tokens))
        reasons = (found[0] for one in sentences if (found := _ASIDE.search(one)) is not None)
        return frozenset(word for reason in reasons for word in reason.split())

    def _told(self) -> dict[str, tuple[str, Power | None]]:
        """The kinds and owners of units that the text names with either: they hold wherever it names the place."""
        kinds: dict[str, set[str]] = {}
        owners: dict[str, set[Power]] = {}
        for one in self.spotted.entities.values():
            if isinstance(one, UnitRef) and one.place is not None:
                kinds.setdefault(one.place.province, set()).update({one.kind} - {""})
                whose = self.ground.powers(one.owner) if one.owner else ()
                owners.setdefault(one.place.province, set()).update(whose if len(whose) == 1 else ())
        return {
            province: ("".join(kinds[province]) if len(kinds[province]) == 1 else "", _only(owners[province]))
            for province in kinds
        }

    def _third(self) -> Power | None:
        """Whom `him` means: the last other power named in the text, else the one last spoken of."""
        present = {self.context.speaker, *self.context.hearers}
        named = [power for power in POWERS if power in self.entities.values() and power not in present]
        return named[0] if len(named) == 1 else self.context.third

    def _spoken_of(self, readings: list[Reading]) -> list[Reading]:
        """Of several readings the one whose orders were spoken of before, if there is just one."""
        if len(readings) < 2 or not self.context.spoken:
            return readings
        known = [reading for reading in readings if all(map(self._was_spoken_of, reading))]
        return known if len(known) == 1 else readings

    def _was_spoken_of(self, part: Part) -> bool:
        content = part.content if isinstance(part, Promise) else None
        return isinstance(content, Do) and content.action in self.context.spoken

    def _there(self, text: str) -> str:
        """`support me there`: the place last spoken of."""
        if _SAYING.fullmatch(text) is not None:
            return text
        unit = _UNIT_THERE.search(text)
        if unit is not None and self.context.place is not None:
            self.entities[THAT_PLACE] = Place(self.context.place)
            return f"{text[: unit.end(1)]} into {THAT_PLACE}{text[unit.end() :]}"
        places = {sym: one.province for sym, one in self.spotted.entities.items() if isinstance(one, Place)}
        named = {province for sym, province in places.items() if sym not in self.aside}
        if _MEANS.search(text) is not None and len(named) == 1:
            named = set()
        if self.context.place is not None and named and self._named_later():
            named, places = set(), {}
        place = named.pop() if len(named) == 1 else self.context.place if not places else None
        if place is None:
            return text
        self.entities[THAT_PLACE] = Place(place)
        bare = _PLACED.search(text) is None
        for section, pattern, whole in _ELLIPSES:
            if bare or section == "PRONOUN":
                text = pattern.sub(whole, text, count=1)
        return text

    def _named_later(self) -> bool:
        """Whether `it` or `there` comes before any place is named: `you can have it if I get P1`."""
        pointing = _POINTING.search(joined(self.spotted.tokens))
        return pointing is not None and pointing[0].split()[-1] in ("it", "that", "there")

    def _remember(self, readings: Sequence[Reading]) -> None:
        """Keep the move a clause was about: the next may support `it`."""
        actions = [
            part.content.action for part in readings[0] if isinstance(part, Promise) and isinstance(part.content, Do)
        ]
        moves = [
            Mto(action.army, action.region) if isinstance(action, Cvy) else action
            for action in actions
            if isinstance(action, Mto | Cvy)
        ]
        self.last_move = moves[0] if len(readings) == 1 and len(moves) == 1 else None

    def _that_move(self, text: str) -> str:
        """`support it from P`: the move spoken of just before."""
        support = _SUPPORT_IT.fullmatch(text)
        match = support or _CONVOY_IT.fullmatch(text)
        if match is None:
            return text
        move = self.last_move or self._move_before(match["whose"])
        if move is None:
            return self._support_named(text, match["by"]) if support is not None else text
        unit, target = move.unit.region, move.region
        self.entities["P9997"], self.entities["P9998"] = Place(unit.province), Place(target.province)
        means = f" with {match['by']}" if match["by"] else match["means"] or ""
        return f"{'support P9997 into' if support else 'convoy P9997 to'} P9998{means}"

    def _support_named(self, text: str, means: str | None) -> str:
        """`I could go to P1 if you support it`: what goes to the only place that the text names."""
        places = {one.province for one in self.spotted.entities.values() if isinstance(one, Place)}
        if means is not None or _THIS.fullmatch(text) is None or len(places) != 1:
            return text
        self.entities[THAT_PLACE] = Place(places.pop())
        return f"support into {THAT_PLACE}"

    def _move_before(self, whose: str) -> Mto | None:
        """The move that was spoken of last before this text: `me` one of the speaker's, `you` one of a hearer's."""
        said = set(whose.split())
        owners = (
            (self.context.speaker,) if said & {"me", "my"} else self.context.hearers if said & {"you", "your"} else ()
        )
        for action in self.context.spoken:
            move = action.action if isinstance(action, Sup) else action
            move = Mto(move.army, move.region) if isinstance(move, Cvy) else move
            if isinstance(move, Mto) and (not owners or move.unit.power in owners):
                return move
        return None


_SAYING: Final = re.compile(r"(?:so )?(?:you|i) (?:have~b )?get(?:~[bd])? (?:it|that)(?: .{0,12})?")
"""`You got it`: what is got is no place."""

_PATTERNS: Final = patterns("clauses")
_UNIT_THERE: Final = re.compile(
    r"(?<!\S)(?:support|s|help|back|move|send|get|bring|convoy|push)(?:~b)? ([PU]\d+) there(?!\S)"
)
_THIS: Final = re.compile(r"(?:support|back) (?:it|that|this|(?:that|the|my) (?:move|attack|one))")
_SUPPORT_IT: Final = _PATTERNS["SUPPORT_IT"]
_CONVOY_IT: Final = _PATTERNS["CONVOY_IT"]
THAT_PLACE: Final = "P9999"
"""The token of the place last spoken of."""

SPOKEN_OF: Final = (THAT_PLACE, "P9997", "P9998")
"""Tokens that stand for what was spoken of before: the place, and the move from one place to another."""

_ASIDE: Final = _PATTERNS["ASIDE"]
_POINTING: Final = re.compile(
    r"(?<!\S)(?:[PU]\d+|(?:have|take|keep|get|leave|grab|give)(?:~\w)? (?:it|that)"
    r"|there(?! (?:is|are|was)(?!\S)))(?!\S)"
)
"""A place, or what points at one."""

_MEANS: Final = re.compile(r"(?<!\S)(?:from|with) [PU]\d+$")
_PLACED: Final = re.compile(r"(?<!from )(?<!with )(?<!\S)[PU]\d")
_ELLIPSES: Final = tuple(
    (section, re.compile(pattern), whole)
    for section, _, line in phrases("ellipses")
    for pattern, whole in [rewriting(line)]
)
