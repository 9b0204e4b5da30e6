"""Orders for which nobody said with which unit, where the board does not tell either: whoever is to do it may choose.

`support me into P1` names the one who helps and where to, and most players never say with what. Where exactly one unit
can be meant it is that unit's order; where several can, or nothing is known of the board, it is `hlp` or `ent`.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

from adjudication.powers import Power
from negotiation.diplomacy import Action, Ent, Hld, Hlp, Mto, Sup, Unnamed
from negotiation.grounding.bodies import PARTNER
from negotiation.grounding.ground import Convoy, Ground, Move, Sketch, Support
from negotiation.grounding.parts import Duty, Part, Reading
from negotiation.terms import Do, Formula, Not
from negotiation.words.spotting import UnitRef

__all__ = ["Deed", "any_unit", "anyhow", "content_of", "is_open", "together"]

Deed: TypeAlias = Action | Unnamed
"""A deed of somebody, with a unit that was named or with any."""


def content_of(deed: Deed) -> Formula:
    """Promised content of a deed."""
    return deed if isinstance(deed, Unnamed) else Do(deed)


def anyhow(sketch: Sketch, actors: Sequence[Power], ground: Ground) -> Sequence[Unnamed]:
    """Unnamed deeds that a sketch may mean if no visible unit fits.

    None if all units are visible.
    """
    if len(actors) != 1 or not is_open(ground):
        return ()
    if isinstance(sketch, Support) and _unsaid(sketch.helper):
        return _helps(sketch, actors[0], ground)
    if isinstance(sketch, Convoy) and sketch.army.place is None and _own(sketch.army.owner, actors, ground):
        return [Ent(actors[0], sketch.target.province)]
    unknown = isinstance(sketch, Move) and sketch.unit is not None and sketch.unit.place is None
    if isinstance(sketch, Move) and (sketch.unit is None or (unknown and ground.position is None)):
        return [Ent(actors[0], sketch.target.province)]
    return ()


def _own(owner: str, actors: Sequence[Power], ground: Ground) -> bool:
    """True if the convoyed army is the convoying power's."""
    return ground.powers(owner) == tuple(actors)


def is_open(ground: Ground) -> bool:
    """True if unseen units may exist.

    Without a board, or in talk of a later or of any turn.
    """
    return ground.position is None or ground.later or ground.anyway


def _unsaid(unit: UnitRef | None) -> bool:
    return unit is None or (unit.place is None and not unit.kind)


def _helps(sketch: Support, actor: Power, ground: Ground) -> Sequence[Unnamed]:
    """The help meant, whatever unit gives it: one for every power whose unit it may be for."""
    place = sketch.helped.place
    target = sketch.target or place
    if target is None or (sketch.helped.kind and place is None):
        return ()
    partner = "you" if actor == ground.speaker else "me"
    owner = sketch.helped.owner if sketch.helped.owner not in ("", PARTNER) else partner
    origin = place.province if place is not None else None
    itself = sketch.helped.owner in ("me", "you") and sketch.target is not None
    helped = [power for power in ground.powers(owner) if power != actor or origin is not None or itself]
    return [Hlp(actor, power, target.province, origin) for power in helped]


# ── several units that fit ──────────────────────────────────────────────────────────────────────


def together(readings: Sequence[Reading], named: Collection[str]) -> Sequence[Reading]:
    """One reading for several that differ only in the units that move or support; the same ones where they do not.

    named: the provinces that the text names. Whoever helps with a unit that was named helps with that one only.
    """
    if len(readings) < 2 or len({len(reading) for reading in readings}) > 1:
        return readings
    if any(_helper_named(each, named) for each in zip(*readings, strict=True)):
        return readings
    if any(_coast_open(each, named) for each in zip(*readings, strict=True)):
        return readings
    parts = [_shared(each) for each in zip(*readings, strict=True)]
    found = tuple(part for part in parts if part is not None)
    whole = len(found) == len(parts) == len(set(found))
    return [found] if whole else readings


def _helper_named(parts: Sequence[Part], named: Collection[str]) -> bool:
    """True if parts with different helped units have one named helper."""
    contents = [part.content for part in parts if isinstance(part, Duty)]
    given = [one.action for one in contents if isinstance(one, Do) and isinstance(one.action, Sup)]
    helpers = {action.unit for action in given}
    helped = {action.action.unit for action in given}
    return len(given) == len(parts) and len(helpers) == 1 < len(helped) and helpers.pop().region.province in named


def _coast_open(parts: Sequence[Part], named: Collection[str]) -> bool:
    """True if parts are moves of one named unit to either coast."""
    contents = [part.content for part in parts if isinstance(part, Duty)]
    moves = {one.action for one in contents if isinstance(one, Do) and isinstance(one.action, Mto)}
    units = {move.unit for move in moves}
    return len(units) == 1 < len(moves) and units.pop().region.province in named


def _shared(parts: Sequence[Part]) -> Part | None:
    """Part common to all; None if they differ in more than units."""
    if len(set(parts)) == 1:
        return parts[0]
    common = {replace(part, content=any_unit(part.content)) if isinstance(part, Duty) else None for part in parts}
    if len(common) > 1:  # the units that are helped differ as well
        common = {replace(part, content=_whoever(part.content)) if part is not None else part for part in common}
    return common.pop() if len(common) == 1 else None


def _whoever(content: Formula) -> Formula:
    """Help for whichever unit."""
    if isinstance(content, Not):
        return Not(_whoever(content.item))
    return replace(content, origin=None) if isinstance(content, Hlp) and content.origin != content.province else content


def any_unit(content: Formula) -> Formula:
    """A promised move or support, or that there will be none, as one of any unit; anything else as it is."""
    if isinstance(content, Not):
        return Not(any_unit(content.item))
    action = content.action if isinstance(content, Do) and content.time is None else None
    match action:
        case Mto(unit, region):
            return Ent(unit.power, region.province)
        case Sup(unit, Hld(helped)):
            return Hlp(unit.power, helped.power, helped.region.province, helped.region.province)
        case Sup(unit, Mto(helped, region)):
            return Hlp(unit.power, helped.power, region.province, helped.region.province)
        case _:
            return content
