"""Makers for productions about places, orders, pacts and centers."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from adjudication.board import STANDARD
from negotiation.grammar.saying import IT, PRONOUNS, THERE, Deed, as_tuple
from negotiation.grounding.bodies import OWN, PARTNER, Alliance, Body, Bounce, Centers, Draw, Orders, Peace, Solo, Zone
from negotiation.grounding.ground import Build, Convoy, Disband, Hold, Move, Retreat, Sketch, Support, Waive
from negotiation.words.entities import Place, UnitRef

__all__ = ["DEEDS", "in_order"]


# ── names ───────────────────────────────────────────────────────────────────────────────────────


def _same(p: Any = None) -> Any:
    return p or None


def _place(u: UnitRef) -> Place | None:
    return u.place


def _more(**slots: Any) -> Any:
    found: list[Any] = []
    for value in slots.values():
        found.extend(value if isinstance(value, tuple) else (value,))
    return tuple(found)


def _thing(p: Place) -> UnitRef:
    return UnitRef("", "", p)


def _units(*things: Any) -> tuple[UnitRef, ...]:
    return tuple(unit for one in things for unit in (one if isinstance(one, tuple) else (one,)) if unit is not None)


# ── orders ──────────────────────────────────────────────────────────────────────────────────────


def in_order(first: Sketch, *others: Sketch) -> Body:
    return Orders(first, tuple(others))


def _owned(unit: UnitRef, owner: str) -> UnitRef:
    return unit if unit.owner or not owner else replace(unit, owner=owner)


def _move(to: Place, u: UnitRef | None = None) -> Body | None:
    return None if u is not None and u.place == to else in_order(Move(u, to))


def _moves(to: Place, more: tuple[Place, ...]) -> Body:
    return in_order(*(Move(None, place) for place in (to, *more)))


def _move_out(from_: Place, to: Place, u: UnitRef | None = None) -> Body:
    unit = u or UnitRef()
    return in_order(Move(UnitRef(unit.owner, unit.kind, from_), to))


def _kind_move(k: str, to: Place) -> Body:
    return in_order(Move(UnitRef("", "A" if k == "army" else "F"), to))


def _put_move(u: UnitRef) -> Body | None:
    return in_order(Move(UnitRef(u.owner, u.kind), u.place)) if u.place is not None and u.kind else None


def _put_moves(u: UnitRef, v: UnitRef) -> Body | None:
    if not (u.place and v.place and u.kind and v.kind):
        return None
    return in_order(*(Move(UnitRef(one.owner, one.kind), one.place) for one in (u, v) if one.place is not None))


def _support(to: Place, u: UnitRef | None = None, who: str = "", by: Any = None, f: Any = None) -> Body | None:
    """f: `from P`, where the support comes from or, where that is said, what is supported."""
    if f is not None and by is None:
        by = f
    elif f is not None:
        if u is not None or len(f) != 1:
            return None
        (u,) = f
    helped = _owned(u, who) if u is not None else UnitRef(who)
    if helped.place == to or (helped.place is None and not helped.owner):
        return None
    helpers: tuple[UnitRef | None, ...] = _units(by) or (None,)
    if any(one is not None and one.place == helped.place and one.place for one in helpers):
        return None
    return in_order(*(Support(one, helped, to) for one in helpers))


def _support_from(u: UnitRef, to: Place) -> Body:
    return in_order(Support(None, _owned(u, PARTNER), to))


def _support_into(to: Place, by: Any = None) -> Body:
    return in_order(*(Support(one, UnitRef(PARTNER), to) for one in (_units(by) or (None,))))


def _support_hold(u: UnitRef, who: str = "", by: Any = None, held: str = "", f: Any = None) -> Body | None:
    if f is not None and by is not None:
        return None
    by = by or f
    helped = _owned(u, who)
    if helped.place is None:
        return None
    helpers = _units(by) or (None,)
    return in_order(*(Support(one, helped, None, bool(held)) for one in helpers))


def _support_holds(u: UnitRef, more: tuple[UnitRef, ...], held: str = "") -> Body | None:
    units = (u, *more)
    return in_order(*(Support(None, one, None, True) for one in units)) if all(one.place for one in units) else None


def _with_support(to: Place, by: Any, u: UnitRef) -> Body | None:
    if u.place is None or u.place == to:
        return None
    return in_order(Move(u, to), *(Support(one, u, to) for one in _units(by)))


def _with_theirs(u: UnitRef, to: Place, who: str) -> Body | None:
    return in_order(Move(u, to), Support(UnitRef(who), u, to)) if u.place is not None else None


def _helped_move(to: Place, who: str, by: UnitRef | None = None) -> Body | None:
    helped = {"me": "you", "you": "me"}.get(who)
    if helped is None:
        return None
    helper = _owned(by, who) if by is not None else UnitRef(who)
    return in_order(Move(None, to), Support(helper, UnitRef(helped), to))


def _helped_by(to: Place, by: UnitRef) -> Body:
    return in_order(Move(None, to), Support(by, UnitRef(PARTNER), to))


def _convoy(to: Place, u: UnitRef | None = None, who: str = "", by: UnitRef | None = None) -> Body:
    army = _owned(u, who) if u is not None else UnitRef(who)
    return in_order(Convoy(by, army, to))


def _own_convoy(to: Place, by: UnitRef | None = None) -> Body:
    return in_order(Convoy(by, UnitRef(OWN), to))


def _holds(u: Any) -> Body | None:
    units = _units(u)
    good = all(one.place is not None or one.kind for one in units)
    return in_order(*(Hold(one) for one in units)) if good else None


def _build(u: UnitRef | None = None, to: Any = (), k: str = "") -> Body | None:
    kind = {"a": "A", "f": "F", "n": "F", "b": "F", "s": "F"}.get(k[:1], "")
    if u is not None:
        return in_order(Build(u.kind, u.place)) if u.place is not None and u.kind else None
    return in_order(*(Build(kind, place) for place in to))


def _builds(u: UnitRef, v: UnitRef) -> Body | None:
    if not (u.place and v.place and u.kind and v.kind):
        return None
    return in_order(Build(u.kind, u.place), Build(v.kind, v.place))


def _build_kind(k: str) -> Body:
    return in_order(Build("A" if k.startswith("a") else "F", None))


def _bounce(to: Place, by: UnitRef | None = None) -> Body:
    return Bounce(to, by)


def _self_bounce(to: Place, u: UnitRef | None = None, v: UnitRef | None = None) -> Body:
    return in_order(Move(u, to), Move(v, to))


# ── pacts ───────────────────────────────────────────────────────────────────────────────────────


def _with(p: Any = ()) -> tuple[str, ...]:
    return tuple(p) if isinstance(p, tuple) else (p,)


def _peace(**slots: Any) -> Body:
    return Peace(slots.get("with", ()))


def _peace_with(p: Any) -> Body | None:
    return Peace(tuple(p))


def _alliance(**slots: Any) -> Body | None:
    partners, against = slots.get("with", ()), slots.get("vs", ())
    return None if set(partners) & set(against) else Alliance(against, partners)


def _pair_pact(pair: tuple[str, ...], vs: Any = ()) -> Body:
    return Alliance(vs, (), among=pair)


def _trio(p: Any, vs: Any = ()) -> Body:
    return Alliance(vs, among=("me", "you", *p))


def _attack(p: Any, **slots: Any) -> Body:
    return Alliance(tuple(p), (), hostile=True)


def _zone(p: tuple[Place, ...], both: str = "") -> Body:
    return Zone(p if isinstance(p, tuple) else (p,), both=bool(both))


def _zone_of(p: Any, both: str = "") -> Body | None:
    if isinstance(p, UnitRef):
        return Zone((p.place,)) if p.place is not None else None
    return _zone(p, both)


def _no_zone(p: Any, both: str = "") -> Deed | None:
    zone = _zone_of(p, both)
    return Deed(zone, forbids=True) if zone is not None else None


def _kept_zone(p: tuple[Place, ...]) -> Body:
    return Zone(p, both=True, kept=True)


def _home_zone(who: str) -> Body:
    return Zone((), home=who)


def _zone_for(p: tuple[Place, ...], who: str) -> Body:
    """A zone for one side, or for both."""
    return Zone(p, who=who) if who in ("me", "you") else Zone(p, both=True)


def _unit_zone(u: UnitRef, p: tuple[Place, ...]) -> Body:
    return Zone(p, who=u.owner)


def _no_unit(u: UnitRef, both: str = "") -> Body | None:
    if u.place is None or u.place.province in STANDARD.home_of:
        return None  # `no fleet in London` is about what is built there.
    return Zone((u.place,), both=True, who=u.owner)


def _no_build(u: UnitRef) -> Deed | None:
    if u.place is None or u.place.province not in STANDARD.home_of or not u.kind:
        return None
    return Deed(in_order(Build(u.kind, u.place)), True)


def _no_builds(k: str = "", to: Any = ()) -> Deed:
    """Nothing of a kind is built: in these places, in any."""
    kind = {"a": "A", "f": "F", "n": "F", "b": "F", "s": "F"}.get(k[:1], "")
    first, *others = to or (None,)
    return Deed(in_order(Build(kind, first), *(Build(kind, place) for place in others)), True)


def _unopposed(who: str, p: tuple[Place, ...]) -> Body:
    who = {"your": "you", "my": "me"}.get(who, who)
    if all(place.province in STANDARD.centers for place in p):
        return Centers(((who, p),))
    return Zone(p)


def _draw(who: Any = (), **slots: Any) -> Body:
    return Draw(tuple(who))


def _draw2(**slots: Any) -> Body:
    return Draw(("me", "you"))


def _solo(who: str = "") -> Body:
    return Solo(PRONOUNS.get(who, who))


DEEDS: Final[Mapping[str, Callable[..., Any]]] = {
    "same": _same,
    "place": _place,
    "one": as_tuple,
    "more": _more,
    "thing": _thing,
    "nobody": lambda: (),
    "withme": lambda p: (*p, "me"),
    "words": lambda **_: "",
    "move": _move,
    "take": _move,
    "moves": _moves,
    "leave": _moves,
    "moveout": _move_out,
    "kindmove": _kind_move,
    "putmove": _put_move,
    "support": _support,
    "supportfrom": _support_from,
    "supportinto": _support_into,
    "holdit": lambda: in_order(Hold(UnitRef())),
    "putmoves": _put_moves,
    "supportsinto": lambda who, to, more: in_order(*(Support(None, UnitRef(who), one) for one in (to, *more))),
    "supportor": lambda **_: None,
    "supporttheirs": _support_from,
    "supporthold": _support_hold,
    "supportholds": _support_holds,
    "withsupport": _with_support,
    "withtheirs": _with_theirs,
    "helpedmove": _helped_move,
    "helpedby": _helped_by,
    "convoy": _convoy,
    "ownconvoy": _own_convoy,
    "armyconvoy": lambda u, to: _own_convoy(to) if u.kind == "A" and u.place is None else None,
    "holds": _holds,
    "stand": _holds,
    "build": _build,
    "builds": _builds,
    "buildkind": _build_kind,
    "retreat": lambda to, u=None: in_order(Retreat(u, to)),
    "disband": lambda u: in_order(Disband(u)),
    "waive": lambda: in_order(Waive()),
    "bounce": _bounce,
    "bounceit": lambda: Bounce(THERE, None),
    "bounceoff": _move,
    "bounces": lambda u, v, to: None if u == v else in_order(Move(u, to), Move(v, to)),
    "supportit": lambda by=None, f=None: (
        None if by and f else in_order(*(Support(one, IT, None) for one in (_units(by or f) or (None,))))
    ),
    "convoyit": lambda by=None: in_order(Convoy(by, IT, THERE)),
    "there": lambda: THERE,
    "it": lambda: IT,
    "mine_": lambda: ("me",),
    "yours": lambda: ("you",),
    "selfbounce": _self_bounce,
    "peace": _peace,
    "peacewith": _peace_with,
    "alliance": _alliance,
    "pairpact": _pair_pact,
    "trio": _trio,
    "antipact": lambda p: Alliance(tuple(p)),
    "attack": _attack,
    "helpattack": _attack,
    "zone": _zone_of,
    "outthere": lambda: Zone((THERE,)),
    "keeppact": _same,
    "nozone": _no_zone,
    "nobother": _zone_of,
    "keptzone": _kept_zone,
    "homezone": _home_zone,
    "unitzone": _unit_zone,
    "zonefor": _zone_for,
    "nounit": lambda u, both="": None if u.kind else _no_unit(u, both),
    "nokind": lambda u, both="": _no_unit(u, both) if u.kind else None,
    "nobuild": _no_build,
    "nobuilds": _no_builds,
    "unopposed": _unopposed,
    "draw": _draw,
    "draw2": _draw2,
    "solo": _solo,
    "dothat": lambda: in_order(Move(IT, THERE)),
    "att": lambda k: k,
}
"""By the name that a production gives its maker."""
