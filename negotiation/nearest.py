"""Sentences that are understood and come near one that was not: about what it names, in the tone it has.

Every sentence comes from a theme (a support, a bounce, who gets what, ...). The words of the text say
which themes are meant, what it names says what the sentences are about; the best of different themes
are taken, and only those that the reader understands in one way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeAlias

from adjudication.board import STANDARD, Province, province_of
from adjudication.position import Position
from adjudication.position import Unit as BoardUnit
from adjudication.powers import Power, as_power
from negotiation.diplomacy import (
    Aly,
    Cvy,
    Dmz,
    Drw,
    Hld,
    Mto,
    Pce,
    Region,
    Scd,
    Sup,
    region_of,
    unit_of,
)
from negotiation.english.context import Context
from negotiation.english.writer import write
from negotiation.grounding.swapping import members
from negotiation.levels import level
from negotiation.reader import read
from negotiation.terms import (
    Agree,
    Commit,
    Commits,
    Desire,
    Do,
    Formula,
    Inform,
    Propose,
    Query,
    Utterance,
    both,
    group,
)
from negotiation.words.entities import Place, UnitRef
from negotiation.words.spotting import spot

__all__ = ["nearest"]

_MOST_SPOTTED: Final = 400
"""Letters of the text that are looked at."""

_MOST_OF_A_THEME: Final = 12
_MOST_READ: Final = 12
"""Sentences that are tried on the reader, the costly part."""

_MEANT: Final = 4
_NAMED: Final = 3
_UNNAMED: Final = 1


@dataclass(frozen=True, slots=True)
class _Named:
    """Who speaks to whom about which provinces and third powers."""

    me: Power
    to: tuple[Power, ...]
    places: tuple[Province, ...]
    others: tuple[Power, ...]
    position: Position | None

    @property
    def everybody(self) -> tuple[Power, ...]:
        return tuple(as_power(power) for power in group((self.me, *self.to)))

    def units(self, *powers: Power) -> tuple[BoardUnit, ...]:
        """Their units, those that stand where the text says first."""
        if self.position is None:
            return ()
        found = [unit for power in powers for unit in self.position.units_of(power)]
        return tuple(sorted(found, key=lambda unit: unit.province not in self.places))

    def moves(self, *powers: Power) -> Iterator[Mto]:
        """Moves of their units into the provinces named, the last named first; and of the units named anywhere."""
        for place in reversed(self.places):
            for unit in self.units(*powers):
                yield from _moves(unit, place)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """What could have been meant. about: the provinces and powers it speaks of."""

    theme: str
    term: Utterance
    about: frozenset[str] = field(default_factory=frozenset)


def nearest(text: str, context: Context, most: int = 3, highest: int = 8) -> list[str]:
    """At most so many sentences, the nearest first, each understood in one way and of no level above `highest`.

    What is agreed already or lies on the table is not among them.
    """
    if not context.hearers:
        return []
    named, words = _named(text[:_MOST_SPOTTED], context)
    mentioned = {*named.places, *named.others}
    ranked: list[tuple[int, int, _Sentence]] = []
    for rank, (theme, build) in enumerate(_THEMES.items()):
        meant = _MEANT if words & _WORDS[theme] else 0
        for index, one in enumerate(islice(build(named), _MOST_OF_A_THEME)):
            fit = _NAMED * len(mentioned & one.about) - _UNNAMED * len(one.about - mentioned)
            # Of one theme the first fits best; the next ones leave room to other themes.
            ranked.append((meant + fit - 2 * index, -rank, _Sentence(theme, one.term, one.about)))
    ranked.sort(key=lambda each: each[:2], reverse=True)
    there = {members(deal) for deal in (*context.agreed, *context.open_deals, *context.own_deals)}
    new = (
        each.term for _, _, each in ranked if not isinstance(each.term, Propose) or members(each.term.deal) not in there
    )
    told = (write(term) for term in new if level(term) <= highest)
    clear = (each for each in islice(dict.fromkeys(told), _MOST_READ) if read(each, context).verdict == "clear")
    return list(islice(clear, most))


def _named(text: str, context: Context) -> tuple[_Named, set[str]]:
    """What the text names, and its other words in their plain form."""
    spotted = spot(text, None if context.position is None else context.position.phase)
    places: list[Province] = []
    others: list[Power] = []
    for entity in spotted.entities.values():
        place = entity.place if isinstance(entity, UnitRef) else entity
        if isinstance(place, Place):
            places.append(place.province)
        elif isinstance(place, str):
            others.append(as_power(place))
    present = {context.speaker, *context.hearers}
    words = {token.sym.partition("~")[0] for token in spotted.tokens}
    third = tuple(dict.fromkeys(power for power in others if power not in present))
    named = _Named(context.speaker, context.hearers, tuple(dict.fromkeys(places)), third, context.position)
    return named, words


# ── what there is to say ────────────────────────────────────────────────────────────────────────


def _supports(named: _Named) -> Iterator[_Sentence]:
    """Theirs for my units, then mine for theirs."""
    for helpers, helped in ((named.to, (named.me,)), ((named.me,), named.to)):
        movers: list[Hld | Mto] = [*named.moves(*helped)]
        movers += [Hld(unit_of(unit)) for unit in _standing(named, helped)]
        for action in movers:
            where = action.region.province if isinstance(action, Mto) else action.unit.region.province
            for helper in named.units(*helpers):
                if helper.province != action.unit.region.province and where in _reach(helper):
                    yield _promise(named, "support", Sup(unit_of(helper), action))


def _moves_asked(named: _Named) -> Iterator[_Sentence]:
    for action in named.moves(*named.to):
        yield _promise(named, "move", action)


def _moves_told(named: _Named) -> Iterator[_Sentence]:
    for action in named.moves(named.me):
        term = Inform(named.me, named.to, Commits((Commit(named.me, named.to, Do(action)),)))
        yield _Sentence("plan", term, _about(action))


def _convoys(named: _Named) -> Iterator[_Sentence]:
    """Over one sea: armies of mine by fleets of theirs, and the other way round."""
    for carriers, carried in ((named.to, (named.me,)), ((named.me,), named.to)):
        for place in reversed(named.places):
            for fleet in named.units(*carriers):
                if fleet.kind != "F" or STANDARD.provinces[fleet.province].kind != "sea":
                    continue
                shores = {province_of(region) for region in STANDARD.borders("F")[fleet.region]}
                for army in named.units(*carried):
                    if army.kind == "A" and {army.province, place} <= shores and army.province != place:
                        yield _promise(named, "convoy", Cvy(unit_of(fleet), unit_of(army), Region(place, "amy")))


def _bounces(named: _Named) -> Iterator[_Sentence]:
    theirs = list(named.moves(*named.to))
    for mine in named.moves(named.me):
        for other in theirs:
            if mine.region.province == other.region.province:
                moves = (_commit(named, mine), _commit(named, other))
                yield _Sentence("bounce", Propose(named.me, named.to, Commits(moves)), _about(mine) | _about(other))


def _zones(named: _Named) -> Iterator[_Sentence]:
    if len(named.places) > 1:
        yield _agreed(named, "zone", Dmz(named.everybody, named.places), named.places)
    for place in named.places:
        yield _agreed(named, "zone", Dmz(named.everybody, (place,)), (place,))


def _shares(named: _Named) -> Iterator[_Sentence]:
    """The first center named for me, the second for them; then each for each."""
    centers = [place for place in named.places if place in STANDARD.centers]
    if len(centers) > 1:
        mine, theirs = Scd(named.me, (centers[0],)), Scd(named.to[0], (centers[1],))
        yield _agreed(named, "share", both((mine, theirs)), centers[:2])
    for place in centers:
        for power in (named.me, *named.to):
            yield _agreed(named, "share", Scd(power, (place,)), (place,))


def _questions(named: _Named) -> Iterator[_Sentence]:
    for action in named.moves(*named.to):
        term = Query(named.me, named.to, Desire(action.unit.power, Do(action)))
        yield _Sentence("question", term, _about(action))
    for place in named.places:
        if place in STANDARD.centers:
            yield _Sentence("question", Query(named.me, named.to, Desire(named.to[0], place)), frozenset({place}))
    for other in named.others:
        parties = group((named.to[0], other))
        for content in (Aly(_powers(parties)), Pce(_powers(parties))):
            yield _Sentence("question", Query(named.me, named.to, Agree(parties, content)), frozenset({other}))


def _peace(named: _Named) -> Iterator[_Sentence]:
    yield _agreed(named, "peace", Pce(named.everybody), ())


def _alliances(named: _Named) -> Iterator[_Sentence]:
    for other in named.others:
        yield _agreed(named, "alliance", Aly(named.everybody, (other,)), (other,))
    yield _agreed(named, "alliance", Aly(named.everybody), ())


def _draws(named: _Named) -> Iterator[_Sentence]:
    yield _agreed(named, "draw", Drw(), ())


_Theme: TypeAlias = Callable[[_Named], Iterator[_Sentence]]

# In the order in which they are offered when nothing else decides.
_THEMES: Final[Mapping[str, _Theme]] = {
    "zone": _zones,
    "support": _supports,
    "move": _moves_asked,
    "question": _questions,
    "bounce": _bounces,
    "share": _shares,
    "peace": _peace,
    "alliance": _alliances,
    "plan": _moves_told,
    "convoy": _convoys,
    "draw": _draws,
}

_WORDS: Final[Mapping[str, frozenset[str]]] = {
    theme: frozenset(words.split())
    for theme, words in {
        "support": "support s help back backing backup assist cover prop defend behind",
        "move": "move go attack take head send march sail order put leave vacate shift",
        "plan": "will plan intend am heading",
        "zone": "dmz stay out keep avoid empty neutral demilitarize demilitarized alone clear border buffer truce",
        "bounce": "bounce standoff stand block",
        "share": "get have take yours mine give belong want own center centers centre sc keep",
        "question": "? where what why who which when how are tell intention plan planning",
        "convoy": "convoy ferry carry transport ship",
        "peace": "peace truce friend friends trust nap attack war fight hostile",
        "alliance": "ally alliance together team partner partners with against join pact",
        "draw": "draw end finish stalemate",
    }.items()
}


# ── pieces ──────────────────────────────────────────────────────────────────────────────────────


def _moves(unit: BoardUnit, place: Province) -> Iterator[Mto]:
    """The moves of a unit into a province by land or along the shore, one for each coast."""
    for region in STANDARD.borders(unit.kind)[unit.region]:
        if province_of(region) == place:
            yield Mto(unit_of(unit), region_of(unit.kind, region))


def _reach(unit: BoardUnit) -> set[Province]:
    return {province_of(region) for region in STANDARD.borders(unit.kind)[unit.region]}


def _standing(named: _Named, powers: Sequence[Power]) -> list[BoardUnit]:
    """Their units where the text says."""
    return [unit for unit in named.units(*powers) if unit.province in named.places]


def _commit(named: _Named, action: Mto | Sup | Cvy) -> Commit:
    actor = as_power(action.unit.power)
    return Commit(actor, named.to if actor == named.me else (named.me,), Do(action))


def _promise(named: _Named, theme: str, action: Mto | Sup | Cvy) -> _Sentence:
    """A proposal that a unit, mine or theirs, does something."""
    return _Sentence(theme, Propose(named.me, named.to, Commits((_commit(named, action),))), _about(action))


def _agreed(named: _Named, theme: str, content: Formula | object, about: Sequence[str]) -> _Sentence:
    term = Propose(named.me, named.to, Agree(named.everybody, content))
    return _Sentence(theme, term, frozenset(about))


def _about(action: Mto | Sup | Cvy | Hld) -> frozenset[str]:
    """The provinces an action speaks of."""
    about = {action.unit.region.province}
    match action:
        case Mto():
            about.add(action.region.province)
        case Sup():
            about |= _about(action.action)
        case Cvy():
            about |= {action.army.region.province, action.region.province}
    return frozenset(about)


def _powers(names: Sequence[str]) -> tuple[Power, ...]:
    return tuple(as_power(name) for name in names)
