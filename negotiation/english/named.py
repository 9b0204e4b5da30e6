"""What the groups of a body's pattern name: places, units, powers and who is meant."""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from negotiation.grounding.bodies import Body
from negotiation.words.spotting import Entity, Place, UnitRef

__all__ = [
    "PLACE_NAME",
    "PRONOUNS",
    "Make",
    "NoPlaceError",
    "Values",
    "places_of",
    "powers_of",
    "sure_place",
    "unit_of",
    "who_of",
]

PLACE_NAME: Final = r"[PU]\d+"
"""The name of a place or a unit in a pattern's text."""

_W: Final = r"[WJ]\d+"

Values: TypeAlias = Mapping[str, Entity]
"""What the names in a text stand for."""

Make: TypeAlias = Callable[[re.Match[str], Values], "Body | None"]
"""A body from the match of its pattern; None when what is named does not fit."""


class NoPlaceError(Exception):
    """A unit without a place stood where a place was needed."""


def sure_place(name: str | None, values: Values) -> Place:
    """The place of that name, or where the unit of that name stands; raises NoPlaceError when there is none."""
    entity = values.get(name or "")
    place = entity.place if isinstance(entity, UnitRef) else entity
    if not isinstance(place, Place):
        raise NoPlaceError
    return place


def unit_of(name: str | None, values: Values, owner: str = "") -> UnitRef | None:
    """The unit of that name, or the one in the place of that name; the owner's where no other is named."""
    entity = values.get(name or "")
    if isinstance(entity, UnitRef):
        return entity if entity.owner or not owner else UnitRef(owner, entity.kind, entity.place)
    return UnitRef(owner, "", entity) if isinstance(entity, Place) else None


def places_of(text: str, values: Values) -> tuple[Place, ...]:
    """The places of all names in a list; raises NoPlaceError as `sure_place` does."""
    return tuple(sure_place(name, values) for name in re.findall(PLACE_NAME, text))


def powers_of(text: str | None, values: Values) -> tuple[str, ...]:
    """The codes of all powers in a list."""
    return tuple(str(values[name]) for name in re.findall(_W, text or ""))


PRONOUNS: Final = {
    "me": "me",
    "i": "me",
    "myself": "me",
    "us": "we",
    "we": "we",
    "you": "you",
    "yourself": "you",
    "him": "they",
    "them": "they",
    "he": "they",
    "they": "they",
    "my": "me",
    "your": "you",
    "his": "they",
    "their": "they",
    "our": "we",
    "mine": "me",
    "yours": "you",
}
"""Who is meant, seen from the speaker."""


def who_of(text: str, values: Values) -> str:
    """`me`, `you`, `they`, `we` or a power's code from a pronoun or a name."""
    names = re.findall(_W, text)
    return str(values[names[0]]) if names else PRONOUNS.get(text.strip(), "")
