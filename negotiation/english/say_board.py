"""Frames of what Diplomacy is about: offers and orders, one by one and in lists."""

from collections.abc import Sequence
from typing import Any, Final

from negotiation import terms as t
from negotiation.diplomacy import Aly, Bld, Cvy, Dmz, Drw, Dsb, Hld, Mto, Pce, Rem, Rto, Scd, Slo, Sup, Unit, Wve
from negotiation.english.frames import Make, Slots, Take, Voice
from negotiation.english.rows import chain, is_a, listed, of, row, stated, unless

__all__: list[str] = []


def _several(kind: type[Any], *fields: str) -> tuple[Take, Make]:
    """An offer among two powers or more."""

    def take(x: Any, v: Voice) -> Slots | None:
        return {field: getattr(x, field) for field in fields} if type(x) is kind and len(x.powers) > 1 else None

    return take, lambda s, v: kind(*(s[field] for field in fields)) if len(s["powers"]) > 1 else None


def _single(kind: type[Any], *fields: str) -> tuple[Take, Make]:
    """An offer that names one power only, which nobody makes but L can say."""

    def take(x: Any, v: Voice) -> Slots | None:
        fits = type(x) is kind and len(x.powers) == 1
        return {"power": x.powers[0], **{field: getattr(x, field) for field in fields}} if fits else None

    return take, lambda s, v: kind((s["power"],), *(s[field] for field in fields))


row("primary", "there is peace between {powers:whoms}", *_several(Pce, "powers"))
row("denied", "there is no peace between {powers:whoms}", *unless(*_several(Pce, "powers")))
stated("{powers:whos} [am|are|is] at peace", *_several(Pce, "powers"), asks=False)
row("thing", ("peace between {powers:whoms}", "a truce between {powers:whoms}"), *_several(Pce, "powers"))
stated("{power:who} [keep|keep|keeps] the peace", *_single(Pce))
row("thing", "{power:whom} keeping the peace", *_single(Pce))


def _allied(pact: tuple[Take, Make], against: bool) -> tuple[Take, Make]:
    take, make = pact
    return (
        lambda x, v: take(x, v) if isinstance(x, Aly) and bool(x.against) is against else None,
        lambda s, v: make(s, v) if against else make({**s, "against": ()}, v),
    )


_ALLIES: Final = _several(Aly, "powers", "against")
_ALONE: Final = _single(Aly, "against")
stated("{powers:whos} [am|are|is] allied against {against:whoms}", *_allied(_ALLIES, against=True), asks=False)
stated("{powers:whos} [am|are|is] allied", *_allied(_ALLIES, against=False), asks=False)
row(
    "thing",
    (
        "an alliance between {powers:whoms} against {against:whoms}",
        "{powers:whoms} working together against {against:whoms}",
    ),
    *_allied(_ALLIES, against=True),
    stiff=1,
)
row(
    "thing", ("an alliance between {powers:whoms}", "{powers:whoms} working together"), *_allied(_ALLIES, against=False)
)
row("thing", "an alliance of {powers:whoms} against {against:whoms}", *_allied(_ALLIES, against=True), stiff=9)
row("thing", "an alliance of {powers:whoms}", *_allied(_ALLIES, against=False), stiff=9)
stated("{power:who} [stand|stand|stands] alone against {against:whoms}", *_allied(_ALONE, against=True))
stated("{power:who} [stand|stand|stands] alone", *_allied(_ALONE, against=False))
row("thing", "{power:whom} standing alone against {against:whoms}", *_allied(_ALONE, against=True))
row("thing", "{power:whom} standing alone", *_allied(_ALONE, against=False))
stated(
    (
        "{powers:whos} [stay|stay|stays] out of {provinces:places}",
        "{powers:whos} [keep|keep|keeps] out of {provinces:places}",
    ),
    is_a(Dmz, "powers", "provinces"),
    of(Dmz, "powers", "provinces"),
)
row(
    "thing",
    "{powers:whoms} staying out of {provinces:places}",
    is_a(Dmz, "powers", "provinces"),
    of(Dmz, "powers", "provinces"),
    stiff=1,
)
stated("{power:who} [get|get|gets] {centers:places}", is_a(Scd, "power", "centers"), of(Scd, "power", "centers"))
row("thing", "{power:whom} getting {centers:places}", is_a(Scd, "power", "centers"), of(Scd, "power", "centers"))


def _draw(more: str, take: Take, make: Make) -> None:
    """Rows for the end of the game in a draw, stated, asked and denied."""
    row("primary", f"the game ends in a draw{more}", take, make)
    row("asks", f"does the game end in a draw{more}", take, make)
    row("denied", f"the game does not end in a draw{more}", *unless(take, make))


_draw("", lambda x, v: {} if x == Drw() else None, lambda s, v: Drw())
row("thing", "a draw", lambda x, v: {} if x == Drw() else None, lambda s, v: Drw())
_draw(" between {powers:whoms}", *_several(Drw, "powers"))
row("thing", "a draw between {powers:whoms}", *_several(Drw, "powers"))
row("thing", "a draw of {powers:whoms}", *_several(Drw, "powers"), stiff=9)
_draw(" for {power:whom}", *_single(Drw))
row("thing", "a draw for {power:whom}", *_single(Drw))
stated("{power:who} [win|win|wins] alone", is_a(Slo, "power"), of(Slo, "power"))
row("thing", "a solo win of {power:whom}", is_a(Slo, "power"), of(Slo, "power"))


def _ours(kind: type[Any], *fields: str, named: str | None = None) -> tuple[Take, Make]:
    """An offer that binds all who are there, so that they need not be called by name. named: what must not be empty."""

    def take(x: Any, v: Voice) -> Slots | None:
        if type(x) is not kind or x.powers != v.we or (named is not None and not getattr(x, named)):
            return None
        return {field: getattr(x, field) for field in fields}

    return take, lambda s, v: kind(v.we, *(s[field] for field in fields))


row("thing", "peace", *_ours(Pce))
row("thing", "an alliance against {against:whoms}", *_ours(Aly, "against", named="against"))
row("thing", "a DMZ in {provinces:places}", *_ours(Dmz, "provinces"))


def _kind(kind: type[Any]) -> tuple[Take, Make]:
    return lambda x, v: {"x": x} if isinstance(x, kind) else None, lambda s, v: s["x"]


row("primary", "{x:place} is held", *_kind(str))
row("asks", "is {x:place} held", *_kind(str))
row("denied", "{x:place} is not held", *unless(*_kind(str)))
row("primary", "there is {x:newunit}", *_kind(Unit))
row("asks", "is there {x:newunit}", *_kind(Unit))
chain(t.And, "noun", "thing", ", plus ")


def _is_army(unit: Unit) -> bool:
    return unit.region.type == "amy"


def _take_going(kind: type[Any]) -> Take:
    return lambda x, v: {"unit": x.unit, "to": (x.region, _is_army(x.unit))} if type(x) is kind else None


def _make_going(kind: type[Any]) -> Make:
    return lambda s, v: kind(s["unit"], s["to"][0]) if s["to"][1] == _is_army(s["unit"]) else None


def _take_helping(x: Any, v: Voice) -> Slots | None:
    if type(x) is not Sup or type(x.action) is not Mto:
        return None
    return {"unit": x.unit, "helped": x.action.unit, "to": (x.action.region, _is_army(x.action.unit))}


def _make_helping(s: Slots, v: Voice) -> Any:
    return Sup(s["unit"], Mto(s["helped"], s["to"][0])) if s["to"][1] == _is_army(s["helped"]) else None


def _take_holding_up(x: Any, v: Voice) -> Slots | None:
    return {"unit": x.unit, "helped": x.action.unit} if type(x) is Sup and type(x.action) is Hld else None


def _take_carrying(x: Any, v: Voice) -> Slots | None:
    return {"unit": x.unit, "army": x.army, "to": (x.region, _is_army(x.army))} if type(x) is Cvy else None


def _make_carrying(s: Slots, v: Voice) -> Any:
    return Cvy(s["unit"], s["army"], s["to"][0]) if s["to"][1] == _is_army(s["army"]) else None


_UNIT: Final = "{unit:unit} "
"""Beginning of an order that is said of a unit."""


def _action(
    take: Take,
    make: Make,
    *,
    inf: Sequence[str],
    fin: Sequence[str],
    nofin: Sequence[str],
    ing: Sequence[str],
    bare: str,
    note: Sequence[str] = (),
) -> None:
    """Rows of one kind of order: after `to`, with the unit as its subject, denied, after `I am`, after `is`, `will` and
    `if`, in a list."""
    for category, texts in {"inf": inf, "fin": fin, "nofin": nofin, "ing": ing, "bare": bare}.items():
        row(category, texts, take, make)
    if bare.startswith(_UNIT):
        row("going", bare.replace(_UNIT, f"{_UNIT}going to ", 1), take, make)
    row("now", [text for text in (*fin, *fin[:1]) if " will " not in text or len(fin) == 1], take, make)
    row("note", note, lambda x, v: take(x, v) if v.naming != "full" else None, make)


_action(
    is_a(Hld, "unit"),
    of(Hld, "unit"),
    inf=("hold with {unit:unit}", "keep {unit:unit} where it is", "leave {unit:unit} where it is"),
    fin=("{unit:unit} will hold", "{unit:unit} holds"),
    nofin=("{unit:unit} will not hold", "{unit:unit} does not hold"),
    ing=("holding with {unit:unit}", "keeping {unit:unit} where it is", "leaving {unit:unit} where it is"),
    bare="{unit:unit} hold",
    note=("{unit:unit} holds",),
)
_action(
    _take_going(Mto),
    _make_going(Mto),
    inf=("move {unit:unit} to {to:target}", "send {unit:unit} to {to:target}"),
    fin=("{unit:unit} will move to {to:target}", "{unit:unit} moves to {to:target}", "{unit:unit} goes to {to:target}"),
    nofin=("{unit:unit} will not move to {to:target}", "{unit:unit} does not move to {to:target}"),
    ing=("moving {unit:unit} to {to:target}", "sending {unit:unit} to {to:target}"),
    bare="{unit:unit} move to {to:target}",
    note=("{unit:unit} to {to:target}",),
)
_action(
    _take_helping,
    _make_helping,
    inf=(
        "support {helped:unit} into {to:target} with {unit:unit}",
        "support {helped:unit} to {to:target} with {unit:unit}",
    ),
    fin=(
        "{unit:unit} will support {helped:unit} into {to:target}",
        "{unit:unit} supports {helped:unit} into {to:target}",
    ),
    nofin=(
        "{unit:unit} will not support {helped:unit} into {to:target}",
        "{unit:unit} does not support {helped:unit} into {to:target}",
    ),
    ing=(
        "supporting {helped:unit} into {to:target} with {unit:unit}",
        "supporting {helped:unit} to {to:target} with {unit:unit}",
    ),
    bare="{unit:unit} support {helped:unit} into {to:target}",
    note=("{unit:unit} supports {helped:unit} to {to:target}",),
)
_action(
    _take_holding_up,
    lambda s, v: Sup(s["unit"], Hld(s["helped"])),
    inf=("support {helped:unit} in holding with {unit:unit}",),
    fin=("{unit:unit} will support {helped:unit} in holding", "{unit:unit} supports {helped:unit} in holding"),
    nofin=(
        "{unit:unit} will not support {helped:unit} in holding",
        "{unit:unit} does not support {helped:unit} in holding",
    ),
    ing=("supporting {helped:unit} in holding with {unit:unit}",),
    bare="{unit:unit} support {helped:unit} in holding",
    note=("{unit:unit} supports {helped:unit} in holding",),
)
for _category, _text in (  # read only: the players' short word
    ("inf", "support-hold {helped:unit} with {unit:unit}"),
    ("ing", "support-holding {helped:unit} with {unit:unit}"),
    ("note", "{unit:unit} support-holds {helped:unit}"),
):
    row(_category, _text, _take_holding_up, lambda s, v: Sup(s["unit"], Hld(s["helped"])), stiff=9)
_action(
    _take_carrying,
    _make_carrying,
    inf=("convoy {army:unit} to {to:target} with {unit:unit}"),
    fin=("{unit:unit} will convoy {army:unit} to {to:target}", "{unit:unit} convoys {army:unit} to {to:target}"),
    nofin=(
        "{unit:unit} will not convoy {army:unit} to {to:target}",
        "{unit:unit} does not convoy {army:unit} to {to:target}",
    ),
    ing=("convoying {army:unit} to {to:target} with {unit:unit}",),
    bare="{unit:unit} convoy {army:unit} to {to:target}",
    note=("{unit:unit} convoys {army:unit} to {to:target}",),
)
_action(
    _take_going(Rto),
    _make_going(Rto),
    inf=("retreat with {unit:unit} to {to:target}",),
    fin=("{unit:unit} will retreat to {to:target}", "{unit:unit} retreats to {to:target}"),
    nofin=("{unit:unit} will not retreat to {to:target}",),
    ing=("retreating with {unit:unit} to {to:target}",),
    bare="{unit:unit} retreat to {to:target}",
)
_action(
    is_a(Dsb, "unit"),
    of(Dsb, "unit"),
    inf=("disband {unit:unit}",),
    fin=("{unit:unit} will disband", "{unit:unit} disbands"),
    nofin=("{unit:unit} will not disband",),
    ing=("disbanding {unit:unit}",),
    bare="{unit:unit} disband",
)
_action(
    is_a(Rem, "unit"),
    of(Rem, "unit"),
    inf=("remove {unit:unit}",),
    fin=("{unit:unit} will be removed", "{unit:unit} is removed"),
    nofin=("{unit:unit} will not be removed",),
    ing=("removing {unit:unit}",),
    bare="{unit:unit} be removed",
)
_action(
    is_a(Bld, "unit"),
    of(Bld, "unit"),
    inf=("build {unit:newunit}",),
    fin=("there will be a build of {unit:newunit}",),
    nofin=("there will be no build of {unit:newunit}",),
    ing=("building {unit:newunit}",),
    bare="there be a build of {unit:newunit}",
)
_action(
    is_a(Wve, "power"),
    of(Wve, "power"),
    inf=("waive one {power:adjective} build",),
    fin=("one {power:adjective} build will be waived",),
    nofin=("no {power:adjective} build will be waived",),
    ing=("waiving one {power:adjective} build",),
    bare="one {power:adjective} build be waived",
)

# ── several orders ──────────────────────────────────────────────────────────────────────────────

_MANY: Final = 3
"""From how many orders on people write them as orders rather than tell them."""


def _all_moves(x: Any, v: Voice) -> Slots | None:
    return {"x": x} if len(x) > 1 and all(type(one) is Mto for one in x) else None


def _noted(least: int) -> Take:
    return lambda x, v: {"x": x} if len(x) >= least and v.naming != "full" else None


def _told(many: bool) -> Take:
    return lambda x, v: {"x": x} if len(x) > 1 and (len(x) >= _MANY) is many else None


for _category in ("inf", "ing", "note", "leg"):
    listed(f"{_category}list", _category)
row("leg", "{unit:unit} to {to:target}", _take_going(Mto), _make_going(Mto))
row("inflist", ("move {x:leglist}", "send {x:leglist}"), _all_moves, lambda s, v: s["x"])
row("inglist", ("moving {x:leglist}", "sending {x:leglist}"), _all_moves, lambda s, v: s["x"])
for _category, _note in (("inf", "play"), ("ing", "playing")):
    row(f"{_category}s", f"{{x:{_category}list}}", _told(many=False), lambda s, v: s["x"])
    row(f"{_category}s", f"{{x:{_category}list}}", _told(many=True), lambda s, v: s["x"], stiff=1)
    row(f"{_category}s", f"{_note} {{x:notelist}}", _noted(_MANY), lambda s, v: s["x"])
for _category in ("ing", "note"):
    row(
        f"{_category}s", f"{{x:{_category}}}", lambda x, v: {"x": x[0]} if len(x) == 1 else None, lambda s, v: (s["x"],)
    )
row("notes", "{x:notelist}", _noted(2), lambda s, v: s["x"])
