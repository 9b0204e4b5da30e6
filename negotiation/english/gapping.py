"""Where one clause leans on the one before: orders that leave out what was just said, turns that follow on turns."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from adjudication.position import Position, Unit
from negotiation.diplomacy import Cvy, Mto, board_region
from negotiation.english.tokens import joined
from negotiation.grounding.parts import Promise, Reading
from negotiation.terms import Do
from negotiation.words.entities import Entity, Place, Token, UnitRef
from negotiation.words.lexicon import words

__all__ = ["begins_order", "begins_turn", "gapped", "left_by", "provinces"]


def gapped(left: Sequence[Token], right: Sequence[Token], entities: Mapping[str, Entity]) -> list[Token] | None:
    """What a clause says in full that leaves out what the one before it has said; None when it leaves out nothing.

    `support~b P1 to P2` and then `P3 to P4`: the same is done for that too; as in `help me into P1 and P2`.
    """
    into = _ALSO_INTO.fullmatch(joined(right))
    if into is not None and _HELPED_INTO.search(joined(left)) is not None:
        return [*left[: -1 if into["to"] is None else -2], *right]
    put = _PUT.search(joined(left))
    if put is not None and _PUT_TOO.fullmatch(joined(right)) is not None:
        return [*left[: put[0].count(" ") + joined(left)[: put.start()].count(" ")], *right]
    if not _MOVING.match(joined(right)):
        return None
    at = next((at for at in range(len(left) - 1, -1, -1) if left[at].sym in _SERVING), None)
    if at is None or not _MOVING.match(joined(left[at + 1 :])):
        return None
    if at and left[at].sym in _SERVED_BY and isinstance(entities.get(left[at - 1].sym), Place | UnitRef):
        return None  # One unit serves one order only: what follows is another unit's own.
    if _HELPER_LAST.search(joined(left[at + 1 :])) is not None:
        return None
    return [*left[: at + 1], *right]


def begins_order(tokens: Sequence[Token], at: int, entities: Mapping[str, Entity]) -> bool:
    """Whether a name begins an order of its own right after another's, as in `P1 - P2 P3 - P4`."""
    names = [entities.get(token.sym) for token in tokens[at - 1 : at + 1]]
    follows = [token.sym for token in tokens[at + 1 : at + 2]]
    return all(isinstance(one, Place | UnitRef) for one in names) and follows == ["-"] and tokens[at - 2].sym == "-"


def begins_turn(tokens: Sequence[Token], at: int) -> bool:
    """Whether somebody else's part begins right after a name, with nothing between: `you go to P1 i go to P2`."""
    named = _NAMED_LAST.fullmatch(tokens[at - 1].sym) is not None and tokens[at - 2].sym not in _HAVING
    return named and _TURN.match(f"{joined(tokens[at : at + 4])} ") is not None


def provinces(tokens: Sequence[Token], entities: Mapping[str, Entity]) -> set[str]:
    """The provinces that tokens name."""
    named = [entities.get(token.sym) for token in tokens]
    places = [one.place if isinstance(one, UnitRef) else one for one in named]
    return {place.province for place in places if isinstance(place, Place)}


def left_by(position: Position, reading: Reading, named: Collection[str]) -> Position:
    """The board as the moves of a reading leave it, if all of them succeed; as it is where none goes where is named."""
    units = {unit.province: unit for unit in position.units}
    moved: dict[str, Unit] = {}
    for part in reading:
        action = part.content.action if isinstance(part, Promise) and isinstance(part.content, Do) else None
        if isinstance(action, Cvy):
            action = Mto(action.army, action.region)
        if not isinstance(action, Mto):
            continue
        unit = units.pop(action.unit.region.province, None)
        if unit is not None:
            moved[action.region.province] = replace(unit, region=board_region(action.region))
    if moved.keys().isdisjoint(named):
        return position
    return replace(position, units=tuple(sorted({**units, **moved}.values(), key=str)))


_SERVING: Final = words("support~b support~g support~s convoy~b convoy~g s c") | words("send~b send~g move~b move~g")
_SERVED_BY: Final = words("support~s convoy~b support~b s c")
_HELPER_LAST: Final = re.compile(r"(?<!\S)(?:with|from|using|by) (?:your |my |the )?[PU]\d+$")
_HELPED_INTO: Final = re.compile(r"(?<!\S)(?:support|help|back|get)(?:~\w)? (?:me|you) (?:to|into|in|for) P\d+$")
_ALSO_INTO: Final = re.compile(r"(?:also )?(?P<to>to|into|in)? ?P\d+(?: (?:too|as well|both))?")
"""A second place for a help that was named with one: `support me into P1 and P2`."""

_PUT: Final = re.compile(
    r"(?<!\S)(?:put|place|station)(?:~[bg])? (?:(?:my|your|the) )?(?:U\d+|P\d+ (?:in|at|on) P\d+)$"
)
_PUT_TOO: Final = re.compile(r"(?:(?:my|your|the) )?(?:U\d+|P\d+ (?:in|at|on|to) P\d+)")
"""`put your fleet in P1 and your army in P2`."""

_NAMED_LAST: Final = re.compile(r"[PUWT]\d+|alone|mine|together")
_HAVING: Final = words("have~b get~b let~b use~b")
_TURN: Final = re.compile(
    r"(?:i|you) (?:(?:will|can|could|would|am|are|should|just|then|also) )*(?:(?:not )?[a-z]+~[bg] |do (?:the )?[PU]\d)"
    r"|[PU]\d+ (?:is|are) (?:mine|your)|(?:please )?(?:support|move|go|attack|hit)~b "
)
"""How the other side's part may begin without a comma before it."""

_MOVING: Final = re.compile(r"(?:my |your |the )?[PU]\d+ (?:-|to|into) (?:the )?P\d")
