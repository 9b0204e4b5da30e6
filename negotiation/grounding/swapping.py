"""A deal with another place in it: `make it Silesia`, `how about Holland instead`, `do that for Trieste`."""

from itertools import product

from adjudication.board import STANDARD
from negotiation.diplomacy import Action, Dmz, Ent, Hld, Hlp, Mto, Scd, Sup
from negotiation.grounding.ground import Ground, Move, Support
from negotiation.levels import subterms
from negotiation.terms import Agree, And, Commit, Commits, Deal, Do, Formula, Not, both
from negotiation.words.entities import Place, UnitRef

__all__ = ["goals", "members", "swapped"]


def goals(deal: Deal | Formula) -> tuple[str, ...]:
    """The provinces a deal, or what is promised in one, is about: zones, centers and where moves and supports go."""
    found: dict[str, None] = {}
    for term in subterms(deal):
        if isinstance(term, Dmz):
            found.update(dict.fromkeys(term.provinces))
        elif isinstance(term, Scd):
            found.update(dict.fromkeys(term.centers))
        elif isinstance(term, Ent | Hlp):
            found[term.province] = None
        elif isinstance(term, Do):
            goal = _goal(term.action)
            found.update({goal: None} if goal is not None else {})
    return tuple(found)


def swapped(deal: Deal, old: str, new: Place, ground: Ground) -> list[Deal]:
    """The deal about the new place where it was about the old one; none when somebody cannot do it there."""
    if isinstance(deal, Commits):
        ways = [_formulas(item.content, old, new, ground) for item in deal.items]
        return [
            Commits(
                tuple(
                    Commit(item.agent, item.to, content, item.time)
                    for item, content in zip(deal.items, way, strict=True)
                )
            )
            for way in product(*ways)
        ]
    return [Agree(deal.agents, content, deal.time) for content in _formulas(deal.content, old, new, ground)]


def members(deal: Deal) -> tuple[object, ...]:
    """Contents of a deal, regardless of their order."""
    if isinstance(deal, Commits):
        return (frozenset(deal.items),)
    content = deal.content
    return (deal.agents, frozenset(content.items if isinstance(content, And) else (content,)), deal.time)


def _goal(action: object) -> str | None:
    inner = action.action if isinstance(action, Sup) else action
    if isinstance(inner, Mto):
        return inner.region.province
    return inner.unit.region.province if isinstance(inner, Hld) else None


def _formulas(content: Formula, old: str, new: Place, ground: Ground) -> list[Formula]:
    match content:
        case And():
            return [both(way) for way in product(*(_formulas(item, old, new, ground) for item in content.items))]
        case Not():
            return [Not(item) for item in _formulas(content.item, old, new, ground)]
        case Dmz():
            return [Dmz(content.powers, tuple(new.province if one == old else one for one in content.provinces))]
        case Scd():
            centers = tuple(new.province if one == old else one for one in content.centers)
            return [Scd(content.power, centers)] if set(centers) <= set(STANDARD.centers) else []
        case Ent() if content.province == old:
            return [Ent(content.power, new.province)]
        case Hlp() if content.province == old:
            return [Hlp(content.power, content.helped, new.province, new.province if content.origin == old else None)]
        case Do():
            if _goal(content.action) != old:
                return [content]
            return [Do(action, content.time) for action in _actions(content.action, new, ground)]
        case _:
            return [content]


def _actions(action: object, new: Place, ground: Ground) -> list[Action]:
    """The order at the new place by the same unit, else by whatever unit of its power can give it there."""
    match action:
        case Mto():
            power = action.unit.power
            same = UnitRef(power, "", Place(action.unit.region.province))
            return ground.actions(Move(same, new), ()) or ground.actions(Move(UnitRef(power), new), ())
        case Sup(action=Mto()):
            power = action.unit.power
            helper = UnitRef(power, "", Place(action.unit.region.province))
            moving = action.action.unit
            helped = UnitRef(moving.power, "", Place(moving.region.province))
            for ref, moved in ((helper, helped), (None, helped), (None, UnitRef(moving.power))):
                found = ground.actions(Support(ref, moved, new), (power,))
                if found:
                    return found
            return []
        case Sup(action=Hld()):
            helped = UnitRef(action.action.unit.power, "", new)
            return ground.actions(Support(None, helped, None), (action.unit.power,))
        case _:
            return []
