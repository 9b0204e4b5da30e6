"""Frames of what is thought of powers, of what they have agreed and of what they wish for, as people put it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from negotiation import terms as t
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Opn, Pce, Scd, Stance, actor_of
from negotiation.english.frames import Make, Slots, Take, Voice
from negotiation.english.rows import row as any_row

__all__: list[str] = []

_WHO: Final = "{agent:who}"
row: Final = partial(any_row, stiff=-1)
"""Said rather than anything longer."""


# ── what a power is taken for ───────────────────────────────────────────────────────────────────

_STANCES: Final[Mapping[Stance, tuple[Sequence[str], Sequence[str]]]] = {
    "trusted": (("{power:who} can be trusted",), ("{power:who} cannot be trusted", "{power:who} can't be trusted")),
    "feared": (("{power:who} [am|are|is] dangerous",), ("{power:who} [am|are|is] not dangerous",)),
    "leading": (("{power:who} [am|are|is] getting too strong",), ("{power:who} [am|are|is] not too strong",)),
    "weak": (("{power:who} [am|are|is] in trouble",), ("{power:who} [am|are|is] not in trouble",)),
    "friend": (("{power:who} [am|are|is] a friend",), ("{power:who} [am|are|is] no friend",)),
    "foe": (("{power:who} [am|are|is] an enemy",), ("{power:who} [am|are|is] no enemy",)),
}


def _view(stance: Stance, denied: bool) -> tuple[Take, Make]:
    def take(x: Any, v: Voice) -> Slots | None:
        view: Any = x.item if denied and type(x) is t.Not else x
        fits = type(view) is Opn and view.stance == stance and (view is not x) is denied
        return {"power": view.power} if fits else None

    def make(s: Slots, v: Voice) -> Any:
        return t.Not(Opn(s["power"], stance)) if denied else Opn(s["power"], stance)

    return take, make


for _stance, (_so, _not_so) in _STANCES.items():
    row("opinion", _so, *_view(_stance, denied=False))
    row("opinion", _not_so, *_view(_stance, denied=True))


def _mine(x: Any, v: Voice) -> Slots | None:
    """Frame of the speaker's own trustworthiness, or its denial."""
    view: Any = x.item if type(x) is t.Not else x
    own = type(view) is Opn and view == Opn(v.speaker, "trusted")
    return {} if own else None


for _text, _denied in (("you can trust me", False), ("you can rely on me", False), ("you should not trust me", True)):
    any_row(
        "opinion",
        _text,
        lambda x, v, denied=_denied: _mine(x, v) if (type(x) is t.Not) is denied else None,  # type: ignore[misc]
        lambda s, v, denied=_denied: t.Not(Opn(v.speaker, "trusted")) if denied else Opn(v.speaker, "trusted"),  # type: ignore[misc]
        stiff=-2,
    )


def _is_view(x: Any) -> bool:
    return type(x.item if type(x) is t.Not else x) is Opn


row("primary", "{x:opinion}", lambda x, v: {"x": x} if _is_view(x) else None, lambda s, v: s["x"])
row(
    "primary",
    (f"{_WHO} [think|think|thinks] {{x:opinion}}", f"{_WHO} [feel|feel|feels] {{x:opinion}}"),
    lambda x, v: (
        {"agent": x.agent, "x": x.content} if type(x) is t.Belief and x.time is None and _is_view(x.content) else None
    ),
    lambda s, v: t.Belief(s["agent"], s["x"]),
)
row(
    "thing",
    "the view {x:that}",
    lambda x, v: {"x": x} if type(x) is Opn else None,
    lambda s, v: s["x"] if type(s["x"]) is Opn else None,
)


# ── what was agreed among powers ────────────────────────────────────────────────────────────────


def _pact(kind: type[Any], against: bool | None = None) -> tuple[Callable[[Any], Slots | None], Callable[[Slots], Any]]:
    """An agreement of two or more on a pact of just these. against: whether it has enemies."""

    def slots(x: Any) -> Slots | None:
        if type(x) is not t.Agree or x.time is not None or len(x.agents) < 2 or type(x.content) is not kind:
            return None
        content: Any = x.content
        if content.powers != x.agents or (against is not None and bool(content.against) is not against):
            return None
        return {"agents": x.agents, "against": getattr(x.content, "against", ())}

    def built(s: Slots) -> Any:
        if len(s["agents"]) < 2:
            return None
        more = (s.get("against", ()),) if kind is Aly else ()
        return t.Agree(s["agents"], kind(s["agents"], *more))

    return slots, built


_PACTS: Final[tuple[tuple[Any, Sequence[str], Sequence[str], Sequence[str]], ...]] = (
    (
        _pact(Pce),
        ("{agents:whos} have made peace", "there is a peace agreement between {agents:whoms}"),
        ("{agents:whos} have not made peace", "{agents:whos} have no peace agreement"),
        (
            "Are {agents:whos} at peace?",
            "Have {agents:whos} made peace?",
            "Is there a peace agreement between {agents:whoms}?",
        ),
    ),
    (
        _pact(Aly, against=False),
        ("{agents:whos} have made an alliance", "there is an alliance between {agents:whoms}"),
        ("{agents:whos} have not made an alliance", "{agents:whos} have no alliance"),
        (
            "Are {agents:whos} allied?",
            "Have {agents:whos} made an alliance?",
            "Is there an alliance between {agents:whoms}?",
        ),
    ),
    (
        _pact(Aly, against=True),
        ("{agents:whos} have made an alliance against {against:whoms}",),
        ("{agents:whos} have not made an alliance against {against:whoms}",),
        (
            "Are {agents:whos} allied against {against:whoms}?",
            "Have {agents:whos} made an alliance against {against:whoms}?",
        ),
    ),
)
for (_slots, _built), _made, _unmade, _asked in _PACTS:
    row(
        "primary",
        _made,
        lambda x, v, slots=_slots: slots(x),  # type: ignore[misc]
        lambda s, v, built=_built: built(s),  # type: ignore[misc]
    )
    row(
        "primary",
        _unmade,
        lambda x, v, slots=_slots: slots(x.item) if type(x) is t.Not else None,  # type: ignore[misc]
        lambda s, v, built=_built: t.Not(agreed) if (agreed := built(s)) is not None else None,  # type: ignore[misc]
    )
    row(
        "said",
        _asked,
        lambda x, v, slots=_slots: (  # type: ignore[misc]
            slots(x.content)
            if type(x) is t.Query and x.time is None and (x.speaker, x.hearers) == (v.speaker, v.hearers)
            else None
        ),
        lambda s, v, built=_built: (  # type: ignore[misc]
            t.Query(v.speaker, v.hearers, agreed) if (agreed := built(s)) is not None else None
        ),
    )
any_row(
    "said",
    "Have {agents:whos} agreed {content:that}?",
    lambda x, v: (
        {"agents": x.content.agents, "content": x.content.content}
        if type(x) is t.Query
        and x.time is None
        and (x.speaker, x.hearers) == (v.speaker, v.hearers)
        and type(x.content) is t.Agree
        and x.content.time is None
        else None
    ),
    lambda s, v: t.Query(v.speaker, v.hearers, t.Agree(s["agents"], s["content"])),
)


# ── what powers wish for ────────────────────────────────────────────────────────────────────────


def _wished(kind: type[Any], against: bool | None = None) -> tuple[Take, Make]:
    """Somebody's wish for a pact with one other."""

    def take(x: Any, v: Voice) -> Slots | None:
        if type(x) is not t.Desire or x.time is not None or type(x.content) is not kind:
            return None
        content: Any = x.content
        others = [power for power in content.powers if power != x.agent]
        if len(others) != 1 or len(content.powers) != 2:
            return None
        if against is not None and bool(content.against) is not against:
            return None
        return {"agent": x.agent, "other": others[0], "against": getattr(content, "against", ())}

    def make(s: Slots, v: Voice) -> Any:
        if s["agent"] == s["other"] or t.ANYONE in (s["agent"], s["other"]):
            return None
        more = (s.get("against", ()),) if kind is Aly else ()
        return t.Desire(s["agent"], kind((s["agent"], s["other"]), *more))

    return take, make


def _not_wished(wished: tuple[Take, Make]) -> tuple[Take, Make]:
    """Frame of the wish for no such pact."""
    take, make = wished

    def taken(x: Any, v: Voice) -> Slots | None:
        denied = type(x) is t.Desire and type(x.content) is t.Not
        return take(replace(x, content=x.content.item), v) if denied else None

    def made(s: Slots, v: Voice) -> Any:
        wish = make(s, v)
        return None if wish is None else replace(wish, content=t.Not(wish.content))

    return taken, made


for _pact_of, _with in (
    (_wished(Pce), "peace with {other:whom}"),
    (_wished(Aly, against=False), "an alliance with {other:whom}"),
    (_wished(Aly, against=True), "an alliance with {other:whom} against {against:whoms}"),
):
    row("primary", (f"{_WHO} [want|want|wants] {_with}", f"{_WHO} [would|would|would] like {_with}"), *_pact_of)
    row("primary", f"{_WHO} [don't|don't|doesn't] want {_with}", *_not_wished(_pact_of))


def _wanted_of(x: Any) -> tuple[Any, Any] | None:
    """Somebody's wish and what it is, where it carries no time."""
    return (x.agent, x.content) if type(x) is t.Desire and x.time is None else None


def _take_asked(x: Any, v: Voice) -> Slots | None:
    """Somebody's wish that another power gives an order."""
    wish = _wanted_of(x)
    if wish is None or type(wish[1]) is not t.Do or wish[1].time is not None:
        return None
    actor = actor_of(wish[1].action)
    return None if actor == wish[0] else {"agent": wish[0], "who": actor, "do": wish[1].action}


def _make_asked(s: Slots, v: Voice) -> Any:
    fits = actor_of(s["do"]) == s["who"] and s["who"] != s["agent"]
    return t.Desire(s["agent"], t.Do(s["do"])) if fits else None


row("primary", (f"{_WHO} [want|want|wants] {{who:whom}} to {{do:inf}}",), _take_asked, _make_asked)
row(
    "primary",
    (
        f"{_WHO} [want|want|wants] {{powers:whoms}} to stay out of {{provinces:places}}",
        f"{_WHO} would like {{powers:whoms}} to stay out of {{provinces:places}}",
    ),
    lambda x, v: (
        {"agent": wish[0], "powers": wish[1].powers, "provinces": wish[1].provinces}
        if (wish := _wanted_of(x)) is not None and type(wish[1]) is Dmz
        else None
    ),
    lambda s, v: t.Desire(s["agent"], Dmz(s["powers"], s["provinces"])),
)


# ── what powers do not wish for ─────────────────────────────────────────────────────────────────


def _unwished(kinds: Any, own: bool) -> Take:
    """Somebody's wish that something of these kinds is not so; own: that is its own doing."""

    def take(x: Any, v: Voice) -> Slots | None:
        wish = _wanted_of(x)
        if wish is None or type(wish[1]) is not t.Not or not isinstance(wish[1].item, kinds):
            return None
        item: Any = wish[1].item
        slots = {"agent": wish[0], "who": item.power, "centers": getattr(item, "centers", ())}
        deed = replace(item, power="") if isinstance(item, Hlp | Ent) else None  # type: ignore[arg-type]
        return {**slots, "deed": deed} if (item.power == wish[0]) is own else None

    return take


def _meant(denied: bool) -> Take:
    """Somebody's wish to do something of these kinds, or that this is not its wish."""

    def take(x: Any, v: Voice) -> Slots | None:
        if (type(x) is t.Not) is not denied:
            return None
        wish = _wanted_of(x.item if denied else x)
        if wish is None or not isinstance(wish[1], Hlp | Ent) or wish[1].power != wish[0]:
            return None
        return {"agent": wish[0], "deed": replace(wish[1], power="")}  # type: ignore[arg-type]

    return take


def _make_meant(s: Slots, v: Voice) -> Any:
    return t.Desire(s["agent"], replace(s["deed"], power=s["agent"])) if isinstance(s["deed"], Hlp | Ent) else None


row("primary", f"{_WHO} [plan|plan|plans] to {{deed:deed}}", _meant(denied=False), _make_meant)
row(
    "primary",
    (f"{_WHO} [have|have|has] no plan to {{deed:deed}}", f"{_WHO} [am|are|is] not going to {{deed:deed}}"),
    _meant(denied=True),
    lambda s, v: t.Not(wish) if (wish := _make_meant(s, v)) is not None else None,
)


def _make_unwished(s: Slots, v: Voice) -> Any:
    who = s.get("who", s["agent"])
    if not isinstance(s["deed"], Hlp | Ent) or ("who" in s and who == s["agent"]):
        return None
    return t.Desire(s["agent"], t.Not(replace(s["deed"], power=who)))


row("primary", f"{_WHO} [don't|don't|doesn't] want to {{deed:deed}}", _unwished((Hlp, Ent), own=True), _make_unwished)
row(
    "primary",
    f"{_WHO} [don't|don't|doesn't] want {{who:whom}} to {{deed:deed}}",
    _unwished((Hlp, Ent), own=False),
    _make_unwished,
)
row(
    "primary",
    f"{_WHO} [don't|don't|doesn't] want {{who:whom}} to have {{centers:places}}",
    _unwished(Scd, own=False),
    lambda s, v: t.Desire(s["agent"], t.Not(Scd(s["who"], s["centers"]))) if s["who"] != s["agent"] else None,
)
row(
    "primary",
    f"{_WHO} [want|want|wants] to keep {{place:place}}",
    lambda x, v: {"agent": x.agent, "place": x.content} if _is_own(x, v) else None,
    lambda s, v: t.Desire(s["agent"], s["place"]),
)


def _is_own(x: Any, v: Voice) -> bool:
    """True if a power wishes for a center it already owns."""
    wish = _wanted_of(x)
    return (
        wish is not None
        and isinstance(wish[1], str)
        and v.position is not None
        and (v.position.centers.get(wish[1]) == wish[0])
    )


row(
    "primary",
    f"{_WHO} [want|want|wants] {{power:whom}} to have {{centers:places}}",
    lambda x, v: (
        {"agent": wish[0], "power": wish[1].power, "centers": wish[1].centers}
        if (wish := _wanted_of(x)) is not None and type(wish[1]) is Scd and wish[1].power != wish[0]
        else None
    ),
    lambda s, v: t.Desire(s["agent"], Scd(s["power"], s["centers"])) if s["power"] != s["agent"] else None,
)
