"""Whose a reading is: the speaker's, the hearers', or of powers that are not there."""

import re
from collections.abc import Sequence
from typing import Final

from negotiation.diplomacy import Aly, Drw, Ent, Hlp, Pce, Scd
from negotiation.english.context import Context
from negotiation.grounding.moods import Act
from negotiation.grounding.parts import Common, Part, Promise, Reading, Said
from negotiation.levels import subterms
from negotiation.terms import Agree, Do, Inform, Query

__all__ = ["Sides"]

_IMPERATIVE: Final = re.compile(r"(?:not )?[a-z]+~b ")


class Sides:
    """Whose the readings of one text are, in the context it was said in."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def own(self, reading: Reading) -> bool:
        """Whether a reading only says what the speaker does, which nobody agrees on with `I need to`."""
        me = self.context.speaker
        return all(
            isinstance(part, Promise) and part.agent == me and isinstance(part.content, Do | Ent) for part in reading
        )

    def declines(self, reading: Reading) -> bool:
        """Whether the speaker spares an enemy it was just asked to fight: that refuses, and promises nothing."""
        enemies = {
            power
            for deal in self.context.open_deals
            for term in subterms(deal)
            if isinstance(term, Aly)
            for power in term.against
        }
        return any(
            isinstance(part, Promise) and isinstance(part.content, Pce) and not enemies.isdisjoint(part.content.powers)
            for part in reading
        )

    def gains(self, reading: Reading) -> bool:
        """Whether a reading only says what centers the speaker gets: that it is able to says no more."""
        me = self.context.speaker
        return all(
            isinstance(part, Common) and isinstance(part.content, Scd) and part.content.power == me for part in reading
        )

    def favours(self, part: Part) -> bool:
        """Whether a part serves the hearers: help, something left to them or spared, or what both have in common."""
        if isinstance(part, Common):
            content = part.content
            return not (isinstance(content, Scd) and content.power == self.context.speaker)
        if not isinstance(part, Promise) or part.agent != self.context.speaker:
            return False
        deed = part.content.action if isinstance(part.content, Do) else part.content
        if not isinstance(part.content, Do | Ent | Hlp):
            return True
        unit = getattr(getattr(deed, "action", None), "unit", None) or getattr(deed, "army", None)
        return getattr(deed, "helped", getattr(unit, "power", None)) in self.context.hearers

    def with_others(self, reading: Reading) -> bool:
        """Whether peace or an alliance with somebody who is not there is part of a reading."""
        present = {self.context.speaker, *self.context.hearers}
        contents = [part.content for part in reading if isinstance(part, Promise | Common)]
        return any(isinstance(one, Pce | Aly) and bool(set(one.powers) - present) for one in contents)

    def addressed(self, readings: Sequence[Reading], act: Act, order: str) -> list[Reading]:
        """Readings in order: with nobody in it, `move~b P1 to P2` is rather for a unit of the hearer's."""
        told = act != "bare" or _IMPERATIVE.match(order) is None
        return sorted(readings, key=lambda reading: not (told or self.theirs(reading)))

    def theirs(self, reading: Reading) -> bool:
        """Whether a reading only says what the hearers do."""
        return all(isinstance(part, Promise) and part.agent in self.context.hearers for part in reading)

    def of_others(self, part: Part) -> bool:
        """Whether something to agree on binds a power that is not there: the speaker tells its own wishes."""
        present = {self.context.speaker, *self.context.hearers}
        members = getattr(part.content, "powers", ()) if isinstance(part, Common) else ()
        return not isinstance(getattr(part, "content", None), Drw) and bool(set(members) - present)

    def stated(self, reading: Reading, question: bool) -> Reading:
        """`we are at peace`: told or asked, not proposed."""
        speaker, hearers = self.context.speaker, self.context.hearers
        said = Query if question else Inform
        return tuple(
            Said(said(speaker, hearers, Agree(part.agents, part.content, part.time)))
            if isinstance(part, Common)
            else part
            for part in reading
        )
