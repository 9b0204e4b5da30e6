"""Pieces of a text: places to get, avoid or support; powers.

It is found in any text, also in one that no sentence of L was read in, by the learnt roles of what is named
(`negotiation.gists.roles`). Each piece is a predicate of L; together they are no deal, for what ties them is not known.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.position import Position
from adjudication.powers import Power, as_power
from negotiation.diplomacy import Aly, Dmz, Ent, Hld, Hlp, Opn, Pce, Scd, Unit, unit_of
from negotiation.gists.roles import Mention, roles_in
from negotiation.terms import Agree, Commit, Commits, Deal, Do, Formula, both
from negotiation.words.phrasing import PACT

__all__ = ["Piece", "as_province", "deal_of", "pieces_of", "places_in", "units_in"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that a text speaks of. role: that of the name it is about (`negotiation.gists.roles`), `pact` where it
    is peace; probability: how likely it is meant so."""

    content: Formula
    role: str
    probability: float


def pieces_of(text: str, speaker: Power, hearers: Sequence[str]) -> list[Piece]:
    """The pieces of a text, those of places first.

    Of places that units only come from there are pieces where there is nothing else.
    """
    you = as_power(hearers[0])
    mentions = [each for each in roles_in(text, (speaker, *hearers)) if each.word.named]
    places = [each for each in mentions if each.word.kind != "W"]
    told = [each for each in places if each.role != "from" or each.probability < _TOLD] or places
    found = [piece for each in told for piece in _of_places(each, mentions, speaker, you)]
    found += [piece for each in mentions if each.word.kind == "W" for piece in _of_powers(each, speaker, you)]
    if PACT.search(text) and not any(piece.role in _PACTS for piece in found):
        found.append(Piece(Pce((speaker, you)), "pact", _LIKELY))
    return found


def units_in(text: str, speaker: Power, hearers: Sequence[str]) -> Iterator[tuple[Province, float]]:
    """Places that only tell which unit is meant, none of the speaker's, each with its probability."""
    for mention in roles_in(text, (speaker, *hearers)):
        if mention.word.kind in ("P", "U") and mention.role == "from" and mention.word.text != "my unit":
            yield from ((as_province(name), mention.probability) for name in mention.word.named)


def deal_of(pieces: Sequence[Piece], me: Power, you: Power, position: Position | None) -> Deal | None:
    """Deal between the two powers that the pieces make, or None.

    All its pieces are likely enough, and one of them asks something of the other power. Pieces that are only mentioned
    are left out. If a power already owns a center it is promised, that piece is read as "move there".
    """
    pieces = [each for each in pieces if each.role in _BETWEEN]
    if not 0 < len(pieces) <= _MOST_PARTS or not all(each.probability >= _SURE for each in pieces):
        return None
    if not any(each.role in _ASKING for each in pieces):
        return None
    contents = _joined(dict.fromkeys(_gone_to(each.content, position) for each in pieces))
    if position is not None and not all(_can_come(each, position) for each in contents):
        return None
    named = [place for each in contents for place in places_in(each)]
    if len(named) != len(set(named)):
        return None
    if all(isinstance(each, Scd | Dmz | Pce | Aly) for each in contents):
        return Agree((min(me, you), max(me, you)), both(contents))
    if any(isinstance(each, Pce | Aly) for each in contents):
        return None
    return Commits(tuple(commit for each in contents for commit in _promised(each, me, you)))


def _can_come(content: Formula, position: Position) -> bool:
    """True if the power has a unit beside the place."""
    if not isinstance(content, Ent):
        return True
    near = (
        province_of(to)
        for unit in position.units_of(content.power)
        for to in STANDARD.borders(unit.kind).get(unit.region, ())
    )
    return content.province in near


def _joined(contents: Iterable[Formula]) -> tuple[Formula, ...]:
    """The contents, with all that a power gets in one."""
    got: dict[Power, list[Province]] = {}
    rest: list[Formula] = []
    for each in contents:
        if isinstance(each, Scd):
            got.setdefault(each.power, []).extend(each.centers)
        else:
            rest.append(each)
    return (*(Scd(power, tuple(dict.fromkeys(centers))) for power, centers in got.items()), *rest)


def _gone_to(content: Formula, position: Position | None) -> Formula:
    """Correct a piece by the board.

    If the power's unit already stands there, it holds; if the power already owns the place, read it as "move there".
    """
    if position is None or not isinstance(content, Scd | Ent):
        return content
    place = content.province if isinstance(content, Ent) else content.centers[0]
    unit = position.unit_at(place)
    owned = position.centers.get(place) == content.power
    if unit is not None and unit.power == content.power and (owned or isinstance(content, Ent)):
        return Do(Hld(unit_of(unit)))
    return Ent(content.power, place) if owned else content


def places_in(piece: Formula) -> tuple[Province, ...]:
    """The places that a piece is about."""
    match piece:
        case str():
            return (as_province(piece),)
        case Dmz(_, places) | Scd(_, places):
            return places
        case Ent(_, place) | Hlp(_, _, place):
            return (place,)
        case Do(Hld(Unit(_, region))):
            return (region.province,)
        case _:
            return ()


def _promised(content: Formula, me: Power, you: Power) -> Iterator[Commit]:
    """A piece as what one or both promise each other."""
    match content:
        case Scd(power, places):
            yield from (Commit(power, _other(power, me, you), Ent(power, place)) for place in places)
        case Dmz(powers, places):
            yield from (Commit(power, _other(power, me, you), Dmz((power,), places)) for power in powers)
        case Ent(power) | Hlp(power) | Do(Hld(Unit(power))):
            yield Commit(power, _other(power, me, you), content)


def _other(power: Power, me: Power, you: Power) -> tuple[Power]:
    return (you,) if power == me else (me,)


_BETWEEN: Final = frozenset({"mine", "yours", "ours", "spare", "both", "help", "aid", "pact", "against"})
"""Roles of what the two do or have."""
_ASKING: Final = _BETWEEN - {"mine", "spare", "aid"}
"""Those of what the other one is asked for."""
_MOST_PARTS: Final = 7
_SURE: Final = 0.5


def _of_places(mention: Mention, mentions: Sequence[Mention], me: Power, you: Power) -> Iterator[Piece]:
    role = mention.role if mention.probability >= _TOLD else "about"
    places = tuple(as_province(each) for each in mention.word.named)
    contents: Iterator[Formula]
    match role:
        case "mine" | "yours":
            contents = (_got(me if role == "mine" else you, place) for place in places)
        case "ours" | "spare" | "both":
            doers = {"ours": (you,), "spare": (me,), "both": (me, you)}[role]
            contents = iter((Dmz(doers, places),))
        case "help":
            contents = (Hlp(you, me, place) for place in places)
        case "aid":
            contents = (Hlp(me, you, place) for place in places)
        case "third":
            doer = _doer(mention, mentions)
            contents = (Ent(doer, place) for place in places if doer is not None)
        case _:
            contents = iter(places)
    yield from (Piece(content, role, mention.probability) for content in contents)


def as_province(name: str) -> Province:
    """The province of that name. Raises KeyError."""
    return STANDARD.provinces[name].code


def _got(power: Power, place: Province) -> Formula:
    return Scd(power, (place,)) if place in STANDARD.centers else Ent(power, place)


def _doer(mention: Mention, mentions: Sequence[Mention]) -> Power | None:
    """The third power that is named last before a place, else first after it."""
    powers = [each for each in mentions if each.word.kind == "W"]
    nearest = min(powers, key=lambda each: (each.at > mention.at, abs(each.at - mention.at)), default=None)
    return as_power(nearest.word.named[0]) if nearest is not None else None


def _of_powers(mention: Mention, me: Power, you: Power) -> Iterator[Piece]:
    role = mention.role
    for name in mention.word.named:
        power = as_power(name)
        content: Formula | None = None
        match role:
            case "against":
                content = Aly((me, you), (power,))
            case "contact" | "source":
                content = Agree((you, power), Pce((you, power)))
            case "mypact":
                content = Agree((me, power), Pce((me, power)))
            case "strong" | "weak":
                content = Opn(power, "leading" if role == "strong" else "weak")
            case "view" | "about" | "doer":
                content = Opn(power, "feared")
            case _:
                pass  # who is left in peace is not what it is about
        if content is not None:
            yield Piece(content, role, mention.probability)


_PACTS: Final = frozenset({"contact", "mypact", "against"})
"""Roles of powers with or against whom a pact is that a text speaks of."""
_TOLD: Final = 0.4
"""Least probability of a place's role; with less, the place is only named."""
_LIKELY: Final = 0.5
