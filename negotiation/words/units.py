"""Units and coasts in a text: `my army in Paris`, `spain (sc)`."""

from collections.abc import Mapping, Sequence
from typing import Final

from adjudication.board import STANDARD
from adjudication.names.table import COAST_FORMS, KIND_WORDS, PROVINCE_ADJECTIVES, UNIT_NOUNS
from negotiation.words.entities import Entity, Place, Raw, UnitRef

__all__ = ["with_adjectives", "with_coasts", "with_units"]

_KINDS: Final = {"a": "A", "f": "F", **KIND_WORDS}
_OWNERS: Final = {"my": "me", "mine": "me", "your": "you", "our": "we", "his": "they", "their": "they", "her": "they"}
_MEANS: Final = (["with"], ["w"], ["using"])
"""Words before a unit that does something, and need not be said whose."""


def with_adjectives(tokens: Sequence[Raw], entities: dict[str, Entity]) -> list[Raw]:
    """Replace adjectives of place before units: `my Greek fleet`, `your Serbians`."""
    found: list[Raw] = []
    for at, token in enumerate(tokens):
        after = tokens[at + 1].sym if at + 1 < len(tokens) else ""
        word = token.sym
        if word not in PROVINCE_ADJECTIVES and at and tokens[at - 1].sym in _OWNERS and word.endswith("s"):
            word, after = word[:-1], "units"
        if word in PROVINCE_ADJECTIVES and (after in KIND_WORDS or after in UNIT_NOUNS):
            name = f"P{len(entities)}"
            entities[name] = Place(PROVINCE_ADJECTIVES[word])
            found.append(Raw(token.text, token.start, token.end, name))
        else:
            found.append(token)
    return found


def with_coasts(tokens: list[Raw], entities: dict[str, Entity]) -> list[Raw]:
    """`spain ( sc )`, `stp / nc`, `bul east coast`, `the south coast of spain` become one place.

    `ec` may have been taken for the English Channel: after a place that has an east coast it is that.
    """
    found: list[Raw] = []
    index = 0
    while index < len(tokens):
        syms = [token.sym for token in tokens[index : index + 6]]
        ends = [one.text.lower() if one.text.lower() == "ec" else one.sym for one in tokens[index : index + 6]]
        coast, length, at = _coast_after(ends, entities)
        if not length:
            coast, length, at = _coast_before(syms)
        if length:
            entities[syms[at]] = Place(_place(syms[at], entities).province, coast)
            found.append(Raw("", tokens[index].start, tokens[index + length - 1].end, syms[at]))
            index += length
        else:
            found.append(tokens[index])
            index += 1
    return found


def _is(sym: str, letters: str) -> bool:
    return len(sym) > 1 and sym[0] in letters and sym[1:].isdigit()


def _coast_after(syms: Sequence[str], entities: Mapping[str, Entity]) -> tuple[str, int, int]:
    if not syms or not _is(syms[0], "P"):
        return "", 0, 0
    place = entities[syms[0]]
    if not isinstance(place, Place) or not STANDARD.provinces[place.province].coasts:
        return "", 0, 0
    at = 1
    opened = at < len(syms) and syms[at] in ("(", "/", "'s", "-")
    at += opened
    for size in (2, 1):
        said = syms[at : at + size]
        coast = COAST_FORMS.get(" ".join(said)) if len(said) == size else None
        if coast in STANDARD.provinces[place.province].coasts:
            at += size
            if opened and syms[1] == "(" and at < len(syms) and syms[at] == ")":
                at += 1
            return coast or "", at, 0
    return "", 0, 0


def _coast_before(syms: Sequence[str]) -> tuple[str, int, int]:
    skip = 1 if syms[:1] == ["the"] else 0
    coast = COAST_FORMS.get(" ".join(syms[skip : skip + 2]))
    if coast and len(syms) > skip + 3 and syms[skip + 2] in ("of", "in") and _is(syms[skip + 3], "P"):
        return coast, skip + 4, skip + 3
    return "", 0, 0


def with_units(tokens: list[Raw], entities: dict[str, Entity]) -> list[Raw]:
    """Mentions of units become U: `my army in P`, `a P`, `your fleet`, `his P fleet`, `the french fleet in P`."""
    found: list[Raw] = []
    index = 0
    while index < len(tokens):
        before = [token.sym for token in tokens[max(0, index - 2) : index] if token.sym != "/"][-1:]
        syms = [token.sym for token in tokens[index : index + 8]]
        # In `bel mine hol yours` the word speaks of the place before it.
        claimed = syms[0] == "mine" and any(_is(sym, "P") for sym in before)
        ref, length = (None, 0) if claimed else _unit_at(syms, entities, before in _MEANS)
        if ref is None:
            found.append(tokens[index])
            index += 1
            continue
        name = f"U{len(entities)}"
        entities[name] = ref
        found.append(Raw("", tokens[index].start, tokens[index + length - 1].end, name))
        index += length
    return found


def _place(sym: str, entities: Mapping[str, Entity]) -> Place:
    """The place a P token stands for."""
    place = entities[sym]
    if not isinstance(place, Place):
        raise TypeError(f"{sym} is not a place")
    return place


def _unit_at(syms: Sequence[str], entities: Mapping[str, Entity], means: bool) -> tuple[UnitRef | None, int]:
    """The unit that is mentioned here and how many tokens it takes; means: `with` stands in front."""
    at, owner, said = 0, "", means
    if syms[0] in _OWNERS:
        owner, at, said = _OWNERS[syms[0]], 1, True
    elif syms[0] in ("you", "me") and syms[1:2] and syms[1] in ("army", "fleet"):
        owner, at, said = syms[0], 1, True
    elif _is(syms[0], "W") and syms[1:2] == ["'s"]:
        owner, at, said = str(entities[syms[0]]), 2, True
    elif _is(syms[0], "J"):
        owner, at, said = str(entities[syms[0]]), 1, True
    elif syms[0] == "the" and len(syms) > (1 if means else 2):
        at, said = 1, syms[1] in ("army", "fleet")
        if _is(syms[1], "J"):
            owner, at, said = str(entities[syms[1]]), 2, True
    elif means and syms[0] in ("a", "an"):
        at = 1
    rest = list(syms[at:])
    if rest[:1] and rest[0] in ("other", "own", "northern", "southern", "main"):
        rest = rest[1:]
        at += 1
    if not rest:
        return None, 0
    kind = _KINDS.get(rest[0])
    letter = rest[0] in ("a", "f")
    if letter and rest[1:2] == ["-"] and len(rest) > 2 and _is(rest[2], "P"):
        return UnitRef(owner, kind or "", _place(rest[2], entities)), at + 3
    if kind is not None and (not letter or (len(rest) > 1 and _is(rest[1], "P"))):
        step = 1
        if len(rest) > 2 and rest[1] in ("in", "at", "on", "from", "currently", "of") and _is(rest[2], "P"):
            step = 2
        if len(rest) > step and _is(rest[step], "P"):
            place = _place(rest[step], entities)
            return UnitRef(owner, kind, place), at + step + 1
        return (UnitRef(owner, kind), at + 1) if said and not letter else (None, 0)
    if _is(rest[0], "P"):
        place = _place(rest[0], entities)
        if len(rest) > 1 and rest[1] in KIND_WORDS and not rest[1].endswith("s"):
            return UnitRef(owner, KIND_WORDS[rest[1]], place), at + 2
        if said and not _is(syms[0], "J"):
            return UnitRef(owner, "", place), at + 1
    return None, 0
