"""Open deals with one part changed, added or dropped."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from adjudication.board import STANDARD, province_of
from adjudication.powers import Power
from negotiation.diplomacy import Aly, Dmz, Drw, Ent, Hld, Hlp, Mto, Pce, Scd, Sup, Turn, region_of, unit_of
from negotiation.english.context import Context
from negotiation.english.understanding import Candidate
from negotiation.grammar.dialogue import parts_of
from negotiation.grounding.ground import Ground
from negotiation.grounding.parts import Common, Duty, Reading, deal_of
from negotiation.grounding.swapping import goals, swapped
from negotiation.judge.naming import Named
from negotiation.levels import subterms
from negotiation.terms import Agree, And, Commits, Deal, Do, Formula, Inform, Not, Propose, both
from negotiation.words.entities import Place

__all__ = ["Edit", "edits", "parts_in"]

_Item: TypeAlias = Duty | Common
_MOST: Final = 50
"""Changes of one deal that are looked at."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A changed deal. how: what was done to it: add, swap, drop, keep, place, order, power, time."""

    deal: Deal
    how: str


def edits(deal: Deal, read: Sequence[Candidate], named: Named) -> list[Edit]:
    """The deal with each change that what is named, or read beside it, may ask for; none twice, itself not."""
    found: dict[Deal, Edit] = {}
    for edit in _Edits(deal, read, named).all():
        if edit.deal != deal and edit.deal not in found and not _orders_twice(edit.deal):
            found[edit.deal] = edit
        if len(found) >= _MOST:
            break
    return list(found.values())


def _orders_twice(deal: Deal) -> bool:
    """True if a unit is to do two things."""
    done = [term.action for term in subterms(deal) if isinstance(term, Do)]
    units = [getattr(action, "unit", action) for action in dict.fromkeys(done)]
    return len(set(units)) < len(units)


def parts_in(read: Sequence[Candidate]) -> list[_Item]:
    """The parts of deals and promises that were read, none twice."""
    deals: list[Deal] = []
    for candidate in read:
        for said in candidate:
            if isinstance(said, Propose):
                deals.append(said.deal)
            elif isinstance(said, Inform) and isinstance(said.content, Commits):
                deals.append(said.content)
    return list(dict.fromkeys(part for deal in deals for part in _items(deal)))


def _items(deal: Deal) -> list[_Item]:
    """The deal thing by thing: zones place by place, an agreement on several things one by one."""
    found: list[_Item] = []
    for part in parts_of(deal):
        contents = part.content.items if isinstance(part.content, And) else (part.content,)  # type: ignore[union-attr]
        found += [replace(part, content=content) for content in contents]  # type: ignore[misc, arg-type]
    return found


class _Edits:
    def __init__(self, deal: Deal, read: Sequence[Candidate], named: Named) -> None:
        self.deal, self.named = deal, named
        self.items = _items(deal)
        context = named.context
        self.context: Context = context
        self.ground = Ground(context.speaker, context.hearers, context.position, None)
        self.parts = [part for part in parts_in(read) if part not in self.items][:6]

    def all(self) -> Iterator[Edit]:
        yield from self._times()
        yield from self._powers()
        yield from self._less()
        yield from self._shares()
        yield from self._places()
        yield from self._orders()
        yield from self._more()
        for part in self.parts:
            for at, item in enumerate(self.items):
                if _same_slot(item, part):
                    yield self._made((*self.items[:at], part, *self.items[at + 1 :]), "swap")
            yield self._made((*self.items, part), "add")
        if len(self.parts) > 1:
            yield self._made((*self.items, *self.parts), "add")

    def _made(self, items: Iterable[_Item], how: str) -> Edit:
        return Edit(self._deal(tuple(dict.fromkeys(items))), how)

    def _deal(self, items: Reading) -> Deal:
        parts = [item for item in items if isinstance(item, Duty | Common)]
        if all(isinstance(item, Duty) for item in parts) or not isinstance(self.deal, Agree):
            if all(isinstance(item, Common) for item in parts):
                return Agree(self.deal.agents if isinstance(self.deal, Agree) else self._all(), self._joined(parts))
            return deal_of(parts, self.ground)
        common = [item if isinstance(item, Common) else self._common(item) for item in parts]
        return Agree(self.deal.agents, self._joined(common), self.deal.time)

    def _joined(self, parts: Sequence[_Item]) -> Formula:
        """All the parts in one, zones and shares of the same powers together."""
        contents: list[Formula] = []
        for part in parts:
            contents = _added(contents, part.content)
        return both(tuple(contents))

    def _common(self, duty: Duty) -> Common:
        return Common(duty.content, self._all())

    def _all(self) -> tuple[Power, ...]:
        return tuple(sorted({self.context.speaker, *self.context.hearers}))

    def _times(self) -> Iterator[Edit]:
        lasts = dict.fromkeys(one.last for one in self.named.times if one.last is not None)
        dues = dict.fromkeys(one.turn for one in self.named.times if one.turn is not None)
        for time in (*lasts, *dues):
            yield Edit(_timed(self.deal, time), "time")

    def _powers(self) -> Iterator[Edit]:
        for other in self.named.others:
            for at, item in enumerate(self.items):
                content = item.content
                if isinstance(content, Aly) and content.against:
                    ways: tuple[Aly, ...] = (replace(content, against=(other,)),)
                    if other in content.against and len(content.against) > 1:
                        ways += (replace(content, against=tuple(x for x in content.against if x != other)),)
                    elif other not in content.against:
                        ways += (replace(content, against=tuple(sorted((*content.against, other)))),)
                    for way in ways:
                        yield self._made(self._at(at, way), "power")
                elif isinstance(content, Aly):
                    yield self._made(self._at(at, replace(content, against=(other,))), "power")
                elif isinstance(content, Drw) and content.powers:
                    powers = set(content.powers) ^ {other}
                    yield self._made(self._at(at, Drw(tuple(sorted(powers)))), "power")
                elif isinstance(content, Drw):
                    yield self._made(self._at(at, Drw((*self._all(), other))), "power")
        for at, item in enumerate(self.items):
            content = item.content
            if isinstance(content, Drw) and content.powers and len(self.named.others) > 1:
                powers = set(content.powers) ^ set(self.named.others)
                yield self._made(self._at(at, Drw(tuple(sorted(powers)))), "power")
            if isinstance(content, Aly) and content.against:
                yield self._made(self._at(at, replace(content, against=())), "power")

    def _more(self) -> Iterator[Edit]:
        """With a zone, share or help of newly named places."""
        old = set(goals(self.deal))
        new = tuple(place for place in self.named.provinces if place not in old)
        if not new or len(self.context.hearers) != 1:
            return
        me, you = self.context.speaker, self.context.hearers[0]
        yield self._made((*self.items, Common(Dmz(self._all(), new), self._all())), "add")
        centers = tuple(place for place in new if place in STANDARD.centers)
        for one, to in ((me, you), (you, me)):
            yield self._made((*self.items, Duty(one, Dmz((one,), new))), "add")
            if len(new) == 1 and "support" in self.named.themes:
                yield self._made((*self.items, Duty(one, Hlp(one, to, new[0]))), "add")
            if centers:
                yield self._made((*self.items, Common(Scd(one, centers), self._all())), "add")

    def _at(self, at: int, content: Formula) -> tuple[_Item, ...]:
        return (*self.items[:at], replace(self.items[at], content=content), *self.items[at + 1 :])

    def _less(self) -> Iterator[Edit]:
        """Without what is named, or with nothing but that."""
        places = set(self.named.provinces)
        about = [_places(item.content) for item in self.items]
        for at in range(len(self.items)):
            rest = (*self.items[:at], *self.items[at + 1 :])
            if rest and (places & about[at] or not about[at]):
                yield self._made(rest, "drop")
        kept = tuple(item for item, its in zip(self.items, about, strict=True) if its & places)
        if kept and len(kept) < len(self.items):
            yield self._made(kept, "keep")
        for at, item in enumerate(self.items):
            content = item.content
            if isinstance(content, Dmz | Scd):
                had = content.provinces if isinstance(content, Dmz) else content.centers
                without = tuple(one for one in had if one not in places)
                only = tuple(one for one in had if one in places)
                more = tuple(one for one in self.named.provinces if one not in had)
                for left, how in ((without, "drop"), (only, "keep"), (more, "place"), ((*had, *more), "add")):
                    if left and left != had:
                        yield self._made(self._at(at, _with_places(content, left)), how)

    def _shares(self) -> Iterator[Edit]:
        """With a named center for the other side than it was to go to."""
        held = {
            place: item.content.power
            for item in self.items
            if isinstance(item.content, Scd)
            for place in item.content.centers
        }
        for place in self.named.provinces:
            for power in self._all() if place in held and isinstance(self.deal, Agree) else ():
                if power != held[place]:
                    rest = [
                        replace(item, content=left) for item in self.items if (left := _without(item.content, place))
                    ]
                    yield self._made((*rest, Common(Scd(power, (place,)), self._all())), "place")

    def _places(self) -> Iterator[Edit]:
        old = goals(self.deal)
        for place in self.named.provinces:
            if place in old:
                continue
            for goal in old:
                for deal in swapped(self.deal, goal, Place(place), self.ground)[:2]:
                    yield Edit(deal, "place")

    def _orders(self) -> Iterator[Edit]:
        """Another order for a unit of the deal, or none of them moving."""
        held = [_held(item) for item in self.items]
        if held != self.items and not self.named.provinces:
            yield self._made(held, "order")
        for at, item in enumerate(self.items):
            content = item.content
            action = content.action if isinstance(content, Do) else None
            if not isinstance(action, Mto | Hld | Sup) or self.context.position is None:
                continue
            unit = self.context.position.unit_at(action.unit.region.province)
            if unit is None:
                continue
            if not isinstance(action, Hld):
                yield self._made(self._at(at, Do(Hld(unit_of(unit)))), "order")
            for region in STANDARD.borders(unit.kind)[unit.region]:
                if province_of(region) in self.named.provinces:
                    yield self._made(self._at(at, Do(Mto(unit_of(unit), region_of(unit.kind, region)))), "order")
            if isinstance(action, Mto):
                for move in self._by_others(unit.power, action):
                    yield self._made(self._at(at, Do(move)), "order")
            for helper in self.context.position.units:
                if isinstance(action, Sup) and helper.province in self.named.provinces and helper != unit:
                    yield self._made(self._at(at, Do(replace(action, unit=unit_of(helper)))), "order")

    def _by_others(self, power: Power, action: Mto) -> Iterator[Mto]:
        """The move by other units of the power that are named."""
        for mover in self.context.position.units_of(power) if self.context.position is not None else ():
            regions = STANDARD.borders(mover.kind)[mover.region]
            goal = next((one for one in regions if province_of(one) == action.region.province), None)
            other = mover.province in self.named.provinces and mover.province != action.unit.region.province
            if other and goal is not None:
                yield Mto(unit_of(mover), region_of(mover.kind, goal))


def _timed(deal: Deal, time: Turn) -> Deal:
    if isinstance(deal, Agree):
        return replace(deal, time=time)
    return Commits(tuple(replace(item, time=time) for item in deal.items))


def _with_places(content: Dmz | Scd, places: tuple[str, ...]) -> Formula:
    if isinstance(content, Dmz):
        return Dmz(content.powers, places)
    return Scd(content.power, tuple(place for place in places if place in STANDARD.centers) or content.centers)


def _without(content: Formula, place: str) -> Formula | None:
    """The content without a center in it; None where nothing is left."""
    if not isinstance(content, Scd) or place not in content.centers:
        return content
    left = tuple(one for one in content.centers if one != place)
    return replace(content, centers=left) if left else None


def _held(item: _Item) -> _Item:
    """The part with its unit holding where it was to move."""
    match item.content:
        case Do(action=Mto(unit, _)):
            return replace(item, content=Do(Hld(unit)))
    return item


def _added(contents: list[Formula], new: Formula) -> list[Formula]:
    for at, one in enumerate(contents):
        if isinstance(one, Dmz) and isinstance(new, Dmz) and one.powers == new.powers:
            both_of = Dmz(one.powers, tuple(dict.fromkeys((*one.provinces, *new.provinces))))
            return [*contents[:at], both_of, *contents[at + 1 :]]
        if isinstance(one, Scd) and isinstance(new, Scd) and one.power == new.power:
            shared = Scd(one.power, tuple(dict.fromkeys((*one.centers, *new.centers))))
            return [*contents[:at], shared, *contents[at + 1 :]]
    return contents if new in contents else [*contents, new]


def _places(content: Formula) -> set[str]:
    """The provinces that a part speaks of."""
    found: set[str] = set()
    for term in subterms(content):
        if isinstance(term, Dmz):
            found |= set(term.provinces)
        elif isinstance(term, Scd):
            found |= set(term.centers)
        elif isinstance(term, Ent | Hlp):
            found.add(term.province)
        elif isinstance(term, Do):
            action = term.action
            while action is not None:
                unit, region = getattr(action, "unit", None), getattr(action, "region", None)
                found |= {unit.region.province} if unit is not None and hasattr(unit, "region") else set()
                found |= {region.province} if region is not None and hasattr(region, "province") else set()
                action = getattr(action, "action", None)
    return found


def _same_slot(item: _Item, part: _Item) -> bool:
    """True if a part may stand in for another: the same one's, or a pact for a pact and a zone for a zone."""
    if getattr(item, "agent", None) != getattr(part, "agent", None):
        return False
    if getattr(item, "agent", None) is not None:
        return True
    one, other = _bare(item.content), _bare(part.content)
    pacts = (Pce, Aly, Drw)
    return type(one) is type(other) or (isinstance(one, pacts) and isinstance(other, pacts))


def _bare(content: Formula) -> Formula:
    return content.item if isinstance(content, Not) else content
