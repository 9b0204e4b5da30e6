"""Frames of what can be told: connectives, minds, talk about talk."""

from typing import Any, Final

from negotiation import terms as t
from negotiation.diplomacy import actor_of
from negotiation.english.frames import Slots, Voice
from negotiation.english.rows import chain, conjoined, is_a, of, row, same, stated, timed, unless, when

__all__: list[str] = []


row(
    "formula",
    ("if {premise:sequence}, then {conclusion:formula}",),
    is_a(t.Implies, "premise", "conclusion"),
    of(t.Implies, "premise", "conclusion"),
)
same("formula", "sequence")


_COMPOUND: Final = (t.Implies, t.Then, t.And)
_SAID_WITH_THAT: Final = (
    *_COMPOUND,
    t.Not,
    t.Agree,
    t.Commits,
    t.Obs,
    t.Belief,
    t.Desire,
    t.Unknown,
    t.Explain,
    t.Attack,
    t.Support,
    t.Propose,
    t.Accept,
    t.Reject,
    t.Inform,
    t.Query,
    t.Answer,
)
"""Terms that may end with a clause into which more could be put."""

chain(t.Then, "sequence", "conjunction", ", and after that ")
chain(t.And, "conjunction", "primary", ", and ")

row(
    "primary",
    "({x:formula})",
    lambda x, v: {"x": x} if isinstance(x, _COMPOUND) else None,
    lambda s, v: s["x"] if isinstance(s["x"], _COMPOUND) else None,
)
row(
    "primary",
    ("it is not true {item:that}", "it is not the case {item:that}"),
    is_a(t.Not, "item"),
    of(t.Not, "item"),
    stiff=1,
)
row("primary", "{x:denied}", lambda x, v: {"x": x} if type(x) is t.Not else None, lambda s, v: s["x"])


def _take_undone(value: Any, voice: Voice) -> Slots | None:
    return {"x": value.item} if type(value) is t.Not and type(value.item) is t.Do else None


row("primary", "{x:undone}", _take_undone, lambda s, v: t.Not(s["x"]))
row("primary", "{x:done}", lambda x, v: {"x": x} if type(x) is t.Do else None, lambda s, v: s["x"])
row(
    "done",
    "{action:fin} in {time:time}",
    _is_timed := (
        lambda x, v: {"action": x.action, "time": x.time} if type(x) is t.Do and x.time is not None else None
    ),
    lambda s, v: t.Do(s["action"], s["time"]),
)
row("done", "{action:fin}", is_a(t.Do, "action"), of(t.Do, "action"))
for _text, _stiff in (("is {action:going}", 0), ("will {action:bare}", 1)):
    row("asks", f"{_text} in {{time:time}}", _is_timed, lambda s, v: t.Do(s["action"], s["time"]), stiff=_stiff)
    row("asks", _text, is_a(t.Do, "action"), of(t.Do, "action"), stiff=_stiff)
row("undone", "{action:nofin} in {time:time}", _is_timed, lambda s, v: t.Do(s["action"], s["time"]))
row("undone", "{action:nofin}", is_a(t.Do, "action"), of(t.Do, "action"))

row("primary", "{x:agree}", lambda x, v: {"x": x} if type(x) is t.Agree else None, lambda s, v: s["x"])
row(
    "primary",
    "{x:commit}",
    lambda x, v: {"x": x.items[0]} if isinstance(x, t.Commits) and len(x.items) == 1 else None,
    lambda s, v: t.Commits((s["x"],)),
)
row(
    "primary",
    "there is this deal ({x:promises})",
    lambda x, v: {"x": x} if isinstance(x, t.Commits) and len(x.items) > 1 else None,
    lambda s, v: s["x"] if len(s["x"].items) > 1 else None,
)

_STATES: Final = (t.Obs, t.Belief, t.Desire, t.Unknown, t.Feel, t.Explain)
_REMARKS: Final = (t.Propose, t.Accept, t.Reject, t.Withdraw, t.Inform, t.Query, t.Answer)
for _kinds, _text in ((_STATES, "as of {time:time}, {x:primary}"), (_REMARKS, "in {time:time}, {x:primary}")):
    row(
        "primary",
        _text,
        lambda x, v, kinds=_kinds: when(x, v) if isinstance(x, kinds) else None,  # type: ignore[misc]
        lambda s, v, kinds=_kinds: timed(s, v) if isinstance(s["x"], kinds) else None,  # type: ignore[misc]
    )


_WHO: Final = "{agent:who}"
row(
    "that",
    "both that {one:primary} and that {other:primary}",
    lambda x, v: (
        {"one": x.items[0], "other": x.items[1]}
        if isinstance(x, t.And) and len(x.items) == 2 and not _simple(x.items)
        else None
    ),
    lambda s, v: None if _simple((s["one"], s["other"])) else conjoined(s, lambda both: both),
)
row(
    "that",
    "that if {premise:sequence}, then {conclusion:primary}",
    is_a(t.Implies, "premise", "conclusion"),
    of(t.Implies, "premise", "conclusion"),
)


def _simple(items: tuple[t.Formula, ...]) -> bool:
    """True if no item needs `that`: a list has one end."""
    return not any(isinstance(item, _SAID_WITH_THAT) for item in items)


chain(t.And, "each", "primary", ", that ", ", and that ")
chain(t.Then, "turns", "primary", ", then ", ", and then ")
for _text, _listed, _least in (("that {items:each}", t.And, 2), ("that first {items:turns}", t.Then, 2)):
    row(
        "that",
        _text,
        lambda x, v, kind=_listed, least=_least: (  # type: ignore[misc]
            {"items": x} if type(x) is kind and len(x.items) >= least and _simple(x.items) else None
        ),
        lambda s, v, kind=_listed, least=_least: (  # type: ignore[misc]
            s["items"]
            if type(s["items"]) is kind and len(s["items"].items) >= least and _simple(s["items"].items)
            else None
        ),
    )


def _otherwise(x: t.Formula) -> bool:
    """True if the content has none of the frames above."""
    if isinstance(x, t.And | t.Then):
        return not (len(x.items) == 2 and type(x) is t.And) and not _simple(x.items)
    return not isinstance(x, t.Implies)


row(
    "that",
    "that {x:primary}",
    lambda x, v: {"x": x} if _otherwise(x) else None,
    lambda s, v: s["x"] if _otherwise(s["x"]) else None,
)
for _text, _joined in (("whether {x:primary}", False), ("whether it is true {x:that}", True)):
    row(
        "whether",
        _text,
        lambda x, v, joined=_joined: {"x": x} if isinstance(x, _COMPOUND) is joined else None,  # type: ignore[misc]
        lambda s, v, joined=_joined: s["x"] if isinstance(s["x"], _COMPOUND) is joined else None,  # type: ignore[misc]
    )

stated(
    f"{_WHO} [have|have|has] seen of {{of:whoms}} {{content:that}}",
    is_a(t.Obs, "agent", "of", "content"),
    of(t.Obs, "agent", "of", "content"),
)
stated(
    (f"{_WHO} [believe|believe|believes] {{content:that}}", f"{_WHO} [think|think|thinks] {{content:that}}"),
    is_a(t.Belief, "agent", "content"),
    of(t.Belief, "agent", "content"),
)


def _take_wanted(value: Any, voice: Voice) -> Slots | None:
    if type(value) is not t.Desire or value.time is not None:
        return None
    content = value.content
    places = content.items if isinstance(content, t.And) else (content,)
    fine = all(isinstance(place, str) for place in places) and sorted(map(str, set(places))) == list(places)
    return {"agent": value.agent, "places": tuple(places)} if fine else None


stated(
    (f"{_WHO} [want|want|wants] {{places:places}}", f"{_WHO} [would|would|would] like to have {{places:places}}"),
    _take_wanted,
    lambda s, v: t.Desire(s["agent"], t.both(s["places"])),
)
stated(
    (f"{_WHO} [want|want|wants] to {{do:inf}}", f"{_WHO} [plan|plan|plans] to {{do:inf}}"),
    lambda x, v: _planned(x),
    lambda s, v: _make_planned(s),
    denies=False,
)


def _planned(value: Any) -> Slots | None:
    """Somebody's wish to give an order of its own."""
    do: Any = value.content if type(value) is t.Desire and value.time is None else None
    own = type(do) is t.Do and do.time is None and actor_of(do.action) == value.agent
    return {"agent": value.agent, "do": do.action} if own else None


def _make_planned(s: Slots) -> Any:
    return t.Desire(s["agent"], t.Do(s["do"])) if actor_of(s["do"]) == s["agent"] else None


row(
    "primary",
    f"{_WHO} [have|have|has] no plan to {{do:inf}}",
    lambda x, v: _planned(x.item) if type(x) is t.Not else None,
    lambda s, v: t.Not(wish) if (wish := _make_planned(s)) is not None else None,
    stiff=-1,
)


def _unwished(value: Any, own: bool) -> Slots | None:
    """Somebody's wish that a power, itself or another, does not give an order."""
    if type(value) is not t.Desire or value.time is not None or type(value.content) is not t.Not:
        return None
    done = value.content.item
    if type(done) is not t.Do or done.time is not None or (actor_of(done.action) == value.agent) is not own:
        return None
    return {"agent": value.agent, "who": actor_of(done.action), "do": done.action}


def _make_unwished(s: Slots, own: bool) -> Any:
    actor = actor_of(s["do"])
    fine = actor == s.get("who", s["agent"]) and (actor == s["agent"]) is own
    return t.Desire(s["agent"], t.Not(t.Do(s["do"]))) if fine else None


_NOT_WANT: Final = (f"{_WHO} [do|do|does] not want", f"{_WHO} [don't|don't|doesn't] want")
row(
    "primary",
    tuple(f"{text} to {{do:inf}}" for text in _NOT_WANT),
    lambda x, v: _unwished(x, own=True),
    lambda s, v: _make_unwished(s, own=True),
)
row(
    "primary",
    tuple(f"{text} {{who:whom}} to {{do:inf}}" for text in _NOT_WANT),
    lambda x, v: _unwished(x, own=False),
    lambda s, v: _make_unwished(s, own=False),
)


def _take_expected(value: Any, voice: Voice) -> Slots | None:
    return {"agent": value.agent, "x": value.content} if type(value) is t.Belief and value.time is None else None


def _take_foreseen(value: Any, voice: Voice) -> Slots | None:
    """An order of a power that is not there; `the Italian army` is said with the unit as the subject."""
    if type(value) is not t.Do or value.time is not None or actor_of(value.action) in voice.we:
        return None
    if voice.naming == "full":
        return None
    return {"who": actor_of(value.action), "do": value.action}


def _make_foreseen(s: Slots, voice: Voice) -> Any:
    return t.Do(s["do"]) if actor_of(s["do"]) == s["who"] and s["who"] not in voice.we else None


row("foreseen", "{who:who} will {do:inf}", _take_foreseen, _make_foreseen)
row("asked", "{who:who} going to {do:inf}", _take_foreseen, _make_foreseen)
row(
    "primary",
    (f"{_WHO} [believe|believe|believes] {{x:foreseen}}", f"{_WHO} [think|think|thinks] {{x:foreseen}}"),
    _take_expected,
    lambda s, v: t.Belief(s["agent"], s["x"]),
)
for _text, _stiff in ((f"{_WHO} [want|want|wants] it agreed", 1), (f"{_WHO} [wish|wish|wishes]", 4)):
    row(
        "primary",
        f"{_text} {{content:that}}",
        is_a(t.Desire, "agent", "content"),
        of(t.Desire, "agent", "content"),
        stiff=_stiff,
    )
_UNKNOWN: Final = (is_a(t.Unknown, "agent", "content"), of(t.Unknown, "agent", "content"))
row(
    "primary",
    (f"{_WHO} [do|do|does] not know {{content:whether}}", f"{_WHO} [don't|don't|doesn't] know {{content:whether}}"),
    *_UNKNOWN,
)
row("asks", f"[do|do|does] {_WHO} not know {{content:whether}}", *_UNKNOWN)
row("denied", f"{_WHO} [know|know|knows] {{content:whether}}", *unless(*_UNKNOWN))
for _feeling, _words in {
    t.Feeling.VERY_HAPPY: "very happy",
    t.Feeling.HAPPY: "happy",
    t.Feeling.SAD: "sad",
    t.Feeling.ANGRY: "angry",
}.items():
    stated(
        (f"{_WHO} [am|are|is] {_words}", f"{_WHO}['m|'re|'s] {_words}"),
        lambda x, v, feeling=_feeling: (
            {"agent": x.agent} if type(x) is t.Feel and x.time is None and x.feeling is feeling else None
        ),  # type: ignore[misc]
        lambda s, v, feeling=_feeling: t.Feel(s["agent"], feeling),  # type: ignore[misc]
    )
for _texts, _joined in (
    (("there is a reason why {content:primary}",), False),
    (("there is a reason for the fact {content:that}",), True),
):
    row(
        "primary",
        _texts,
        lambda x, v, joined=_joined: (  # type: ignore[misc]
            {"content": x.content}
            if type(x) is t.Explain and x.time is None and isinstance(x.content, _COMPOUND) is joined
            else None
        ),
        lambda s, v, joined=_joined: t.Explain(s["content"]) if isinstance(s["content"], _COMPOUND) is joined else None,  # type: ignore[misc]
    )
row(
    "primary",
    ("the fact {argument:that} speaks against the claim {against:that}",),
    is_a(t.Attack, "argument", "against"),
    of(t.Attack, "argument", "against"),
)
row(
    "primary",
    (
        "the fact {argument:that} speaks for the claim {claim:that}",
        "the fact {argument:that} is a reason to believe {claim:that}",
    ),
    is_a(t.Support, "argument", "claim"),
    of(t.Support, "argument", "claim"),
)
for _sign, _words in {
    "<": "before",
    ">": "after",
    "=": "the same time as",
    "≤": "no later than",
    "≥": "no earlier than",
}.items():
    row(
        "primary",
        f"{{left:time}} is {_words} {{right:time}}",
        lambda x, v, sign=_sign: (
            {"left": x.left, "right": x.right} if type(x) is t.Compare and x.relation == sign else None
        ),  # type: ignore[misc]
        lambda s, v, sign=_sign: t.Compare(s["left"], sign, s["right"]),  # type: ignore[misc]
    )


for _kind, _text in (
    (t.Inform, "{speaker:who} told {hearers:whoms} {content:that}"),
    (t.Query, "{speaker:who} asked {hearers:whoms} {content:whether}"),
    (t.Answer, "{speaker:who} answered {hearers:whoms} {content:that}"),
):
    stated(_text, is_a(_kind, "speaker", "hearers", "content"), of(_kind, "speaker", "hearers", "content"))
for _act, _text, _general in (
    (t.Propose, "{speaker:who} proposed {pact:pact} to {hearers:whoms}", "{speaker:who} proposed to {hearers:whoms}"),
    (
        t.Accept,
        "{speaker:who} agreed with {hearers:whoms} to {pact:pact}",
        "{speaker:who} accepted from {hearers:whoms}",
    ),
    (t.Reject, "{speaker:who} refused {hearers:whoms} {pact:pact}", "{speaker:who} refused {hearers:whoms}"),
):
    stated(
        _text,
        lambda x, v, act=_act: (  # type: ignore[misc]
            {"speaker": x.speaker, "hearers": x.hearers, "pact": (x.deal.content, x.deal.time)}
            if type(x) is act
            and x.time is None
            and isinstance(x.deal, t.Agree)
            and x.deal.agents == tuple(sorted({x.speaker, *x.hearers}))
            else None
        ),
        lambda s, v, act=_act: act(  # type: ignore[misc]
            s["speaker"], s["hearers"], t.Agree((s["speaker"], *s["hearers"]), *s["pact"])
        ),
        stiff=1,
    )
    row(
        "primary",
        f"{_general} the deal ({{deal:deal}})",
        is_a(_act, "speaker", "hearers", "deal"),
        of(_act, "speaker", "hearers", "deal"),
        stiff=9,
    )

stated(
    "{speaker:who} took back a proposal to {hearers:whoms}",
    is_a(t.Withdraw, "speaker", "hearers"),
    of(t.Withdraw, "speaker", "hearers"),
)
