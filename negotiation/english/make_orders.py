"""Makers of what is ordered: moves, support, convoys, builds, retreats and bounces."""

import re
from collections.abc import Mapping
from typing import Final

from negotiation.english.named import PLACE_NAME, Make, Values, places_of, sure_place, unit_of, who_of
from negotiation.grounding.bodies import OWN, PARTNER, Body, Bounce, Orders
from negotiation.grounding.ground import Build, Convoy, Disband, Hold, Move, Retreat, Sketch, Support, Waive
from negotiation.words.spotting import UnitRef

__all__ = ["ORDER_MAKERS"]

_HOLDING: Final = re.compile(r"(?<!\S)(?:hold(?:ing)?|h|in place|stay(?:ing)?)(?!\S)")


def _move(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    unit = unit_of(named.get("u") or named.get("by"), v)
    return Orders(Move(unit, sure_place(m["to"], v)))


def _move_out(m: re.Match[str], v: Values) -> Body | None:
    """`move your fleet out of P and into Q`."""
    named = unit_of(m["u"], v) or UnitRef()
    return Orders(Move(UnitRef(named.owner, named.kind, sure_place(m["from"], v)), sure_place(m["to"], v)))


def _moves(m: re.Match[str], v: Values) -> Body | None:
    """`go to P1 and P2`: a unit to each."""
    first, *others = places_of(m["list"], v)
    return Orders(Move(None, first), tuple(Move(None, place) for place in others))


def _support_move(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    helped = unit_of(named.get("u"), v)
    who = named.get("who")
    if helped is None:
        helped = unit_of(named.get("from"), v, who_of(who, v) if who else "") or UnitRef(who_of(who or "", v))
    if not helped.owner and helped.place is None:
        return None
    return Orders(Support(unit_of(named.get("by"), v), helped, sure_place(m["to"], v)))


def _support_partner(m: re.Match[str], v: Values) -> Body | None:
    """`support into P`: whoever does not give it gets it."""
    return Orders(Support(unit_of(m.groupdict().get("by"), v), UnitRef(PARTNER), sure_place(m["to"], v)))


def _support_from(m: re.Match[str], v: Values) -> Body | None:
    """`support from P to Q`: P is either the giver or the place of the move; the board tells."""
    unit = unit_of(m["from"], v, PARTNER)
    return Orders(Support(None, unit, sure_place(m["to"], v))) if unit is not None else None


def _support_hold(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    helped = unit_of(named["u"], v, who_of(named.get("who") or "", v))
    if helped is None or helped.place is None:
        return None
    return Orders(Support(unit_of(named.get("by"), v), helped, None, _HOLDING.search(m[0]) is not None))


def _supports_move(m: re.Match[str], v: Values) -> Body | None:
    """`P1 and P2 support P3 to P4`: several units help one."""
    named, target = m.groupdict(), sure_place(m["to"], v)
    helped = unit_of(named.get("u"), v) or UnitRef(who_of(named.get("who") or "", v))
    if not helped.owner and helped.place is None:
        return None
    first, *others = [Support(unit_of(name, v), helped, target) for name in re.findall(PLACE_NAME, m["helpers"])]
    return Orders(first, tuple(others))


def _support_holds(m: re.Match[str], v: Values) -> Body | None:
    """`support hold P1 and P2`: one unit is helped in each."""
    units = [unit_of(name, v) for name in re.findall(PLACE_NAME, m["list"])]
    first, *others = [Support(None, unit, None, held=True) for unit in units if unit is not None and unit.place]
    return Orders(first, tuple(others)) if len(others) + 1 == len(units) else None


def _with_support(m: re.Match[str], v: Values) -> Body | None:
    mover = unit_of(m["u"], v)
    target = sure_place(m["to"], v)
    if mover is None or mover.place is None:
        return None
    helpers = re.findall(PLACE_NAME, m["by"])
    return Orders(Move(mover, target), tuple(Support(unit_of(name, v), mover, target) for name in helpers))


def _supports(m: re.Match[str], v: Values) -> Body | None:
    """`P1 and P2 support P3`: several units help one to hold."""
    helped = unit_of(m["u"], v, who_of(m.groupdict().get("who") or "", v))
    if helped is None or helped.place is None:
        return None
    helpers = [unit_of(name, v) for name in re.findall(PLACE_NAME, m["by"])]
    first, *others = [Support(helper, helped, None, held=True) for helper in helpers]
    return Orders(first, tuple(others))


def _with_their_support(m: re.Match[str], v: Values) -> Body | None:
    """`P to Q with your support`: of whichever unit can give it."""
    mover, target = unit_of(m["u"], v), sure_place(m["to"], v)
    if mover is None or mover.place is None:
        return None
    return Orders(Move(mover, target), (Support(UnitRef(who_of(m["whose"], v)), mover, target),))


def _helped_move(m: re.Match[str], v: Values) -> Body | None:
    """`take P with my support`: the move and the support."""
    target, who = sure_place(m["to"], v), who_of(m["who"], v)
    helped = {"me": "you", "you": "me"}.get(who)
    if helped is None:
        return None
    helper = unit_of(m["by"], v, who) or UnitRef(who)
    return Orders(Move(None, target), (Support(helper, UnitRef(helped), target),))


def _helped_by(m: re.Match[str], v: Values) -> Body | None:
    """`take P with support from Q`: the move, and the support of the other side's unit for it."""
    helper, target = unit_of(m["by"], v), sure_place(m["to"], v)
    return Orders(Move(None, target), (Support(helper, UnitRef(PARTNER), target),)) if helper is not None else None


def _support_theirs(m: re.Match[str], v: Values) -> Body | None:
    """`get P into Q`, P being the other side's: that is done by support."""
    unit = unit_of(m["u"], v, PARTNER)
    return Orders(Support(None, unit, sure_place(m["to"], v))) if unit is not None and unit.place is not None else None


def _convoy(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    army = unit_of(named.get("u"), v) or unit_of(named.get("from"), v, who_of(named.get("who") or "", v))
    army = army or UnitRef(who_of(named.get("who") or "", v))
    return Orders(Convoy(unit_of(named.get("by"), v), army, sure_place(m["to"], v)))


def _own_convoy(m: re.Match[str], v: Values) -> Body | None:
    """`convoy to P`: an army of whoever has the fleet."""
    army = unit_of(m["u"], v) or UnitRef()
    if army.place is not None or army.owner or army.kind == "F":
        return None
    return Orders(Convoy(unit_of(m["by"], v), UnitRef(OWN), sure_place(m["to"], v)))


def _convoy_with(m: re.Match[str], v: Values) -> Body | None:
    army, target = unit_of(m["u"], v), sure_place(m["to"], v)
    if army is None or army.place is None:
        return None
    return Orders(Convoy(None, army, target), (Support(unit_of(m["helper"], v), army, target),))


def _kind_move(m: re.Match[str], v: Values) -> Body | None:
    """`put a fleet in P`: not the one that stands there, but one that goes there."""
    unit = unit_of(m["u"], v)
    if unit is None or unit.place is None or not unit.kind or unit.owner:
        return None
    return Orders(Move(UnitRef("", unit.kind), unit.place))


def _put_move(m: re.Match[str], v: Values) -> Body | None:
    """`put my fleet in P`: whichever goes there."""
    unit = unit_of(m["u"], v)
    if unit is None or unit.place is None or not unit.kind or not unit.owner:
        return None
    return Orders(Move(UnitRef(unit.owner, unit.kind), unit.place))


def _kind_to(m: re.Match[str], v: Values) -> Body | None:
    return Orders(Move(UnitRef("", "A" if m["kind"] == "army" else "F"), sure_place(m["to"], v)))


def _hold(m: re.Match[str], v: Values) -> Body | None:
    unit = unit_of(m["u"], v)
    return Orders(Hold(unit)) if unit is not None and (unit.place is not None or unit.kind) else None


def _holds(m: re.Match[str], v: Values) -> Body | None:
    units = [unit_of(name, v) for name in re.findall(PLACE_NAME, m["list"])]
    first, *others = [Hold(unit) for unit in units if unit is not None and unit.place is not None]
    return Orders(first, tuple(others)) if len(others) + 1 == len(units) else None


def _build(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    unit = v.get(named.get("u") or "")
    if isinstance(unit, UnitRef) and unit.place is not None and unit.kind:
        return Orders(Build(unit.kind, unit.place))
    kind = named.get("kind")
    if not kind:
        return Orders(Build("", sure_place(m["to"], v))) if "to" in named else None
    return Orders(Build("F" if kind.startswith("f") else "A", sure_place(m["to"], v)))


def _build_kind(m: re.Match[str], v: Values) -> Body | None:
    """`build a fleet`: wherever that may be; `build armies only` is to build no fleets."""
    kind = "F" if m["kind"].startswith("f") else "A"
    return Orders(Build(kind, None))


def _builds(m: re.Match[str], v: Values) -> Body | None:
    sketches: list[Sketch] = []
    for name in re.findall(PLACE_NAME, m["units"]):
        unit = v.get(name)
        if not isinstance(unit, UnitRef) or unit.place is None or not unit.kind:
            return None
        sketches.append(Build(unit.kind, unit.place))
    return Orders(sketches[0], tuple(sketches[1:]))


def _builds_in(m: re.Match[str], v: Values) -> Body | None:
    """`build in P1 and P2`, of either kind or of one."""
    kind = {"a": "A", "f": "F"}.get((m["kind"] or "")[:1], "")
    first, *others = [Build(kind, place) for place in places_of(m["list"], v)]
    return Orders(first, tuple(others))


def _retreat(m: re.Match[str], v: Values) -> Body | None:
    return Orders(Retreat(unit_of(m.groupdict().get("u"), v), sure_place(m["to"], v)))


def _disband(m: re.Match[str], v: Values) -> Body | None:
    return Orders(Disband(unit_of(m["u"], v)))


def _bounce(m: re.Match[str], v: Values) -> Body | None:
    return Bounce(sure_place(m["to"], v), unit_of(m.groupdict().get("by"), v))


def _self_bounce(m: re.Match[str], v: Values) -> Body | None:
    """Two units of one side go to the same place, so that nobody gets in."""
    target, named = sure_place(m["to"], v), m.groupdict()
    return Orders(Move(unit_of(named.get("u"), v), target), (Move(unit_of(named.get("u2"), v), target),))


def _waive(m: re.Match[str], v: Values) -> Body | None:
    return Orders(Waive())


ORDER_MAKERS: Final[Mapping[str, Make]] = {
    "move": _move,
    "moves": _moves,
    "move_out": _move_out,
    "support_move": _support_move,
    "support_hold": _support_hold,
    "supports_move": _supports_move,
    "support_holds": _support_holds,
    "support_partner": _support_partner,
    "support_from": _support_from,
    "with_support": _with_support,
    "supports": _supports,
    "with_their_support": _with_their_support,
    "helped_by": _helped_by,
    "support_theirs": _support_theirs,
    "helped_move": _helped_move,
    "convoy": _convoy,
    "own_convoy": _own_convoy,
    "convoy_with": _convoy_with,
    "kind_move": _kind_move,
    "kind_to": _kind_to,
    "put_move": _put_move,
    "hold": _hold,
    "holds": _holds,
    "build": _build,
    "builds": _builds,
    "build_kind": _build_kind,
    "builds_in": _builds_in,
    "retreat": _retreat,
    "disband": _disband,
    "waive": _waive,
    "bounce": _bounce,
    "self_bounce": _self_bounce,
}
"""By the key of its patterns in `phrases/bodies.txt`."""
