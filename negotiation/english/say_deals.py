"""Frames of deals: what is promised and agreed, and how it is proposed, accepted and refused.

The time of a deal is when its orders are due (`in fall 1902`) or how long it lasts (`until the end of 1903`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from negotiation import terms as t
from negotiation.diplomacy import Action, Aly, Dmz, Ent, Hlp, Pce, Scd, actor_of
from negotiation.english.frames import Make, Slots, Take, Voice
from negotiation.english.rows import of, row, same
from negotiation.english.tones import TONES

__all__ = ["act_of", "lasts", "orders_of", "promise", "proposed", "sides"]

_LASTING: Final = (Pce, Aly, Dmz, Scd)


def lasts(content: Any) -> bool:
    parts = content.items if isinstance(content, t.And) else (content,)
    return all(isinstance(part, _LASTING) for part in parts)


# ── what one power does: deeds, and deeds at a time ─────────────────────────────────────────────

_Deed: TypeAlias = Any
"""Deed after `to`, without its doer: an action or a tuple of several, the centers left to somebody, a `Dmz`, `Hlp` or
`Ent` of nobody, or the `Pce` of the others with whom it is made."""
_Act: TypeAlias = tuple[_Deed, t.Time | None]


def _absent(powers: Sequence[str], voice: Voice) -> bool:
    """True if none of the powers takes part in the conversation.

    A pact with one of these binds both sides.
    """
    return not set(powers) & {voice.speaker, *voice.hearers}


def _is_orders(deed: _Deed) -> bool:
    return isinstance(deed, Action | tuple | Hlp | Ent)


row("deed", "{x:inf}", lambda x, v: {"x": x} if isinstance(x, Action) else None, lambda s, v: s["x"])
row("deed", "{x:infs}", lambda x, v: {"x": x} if isinstance(x, tuple) else None, lambda s, v: s["x"])
row(
    "deed",
    ("stay out of {places:places}", "keep out of {places:places}"),
    lambda x, v: {"places": x.provinces} if isinstance(x, Dmz) else None,
    lambda s, v: Dmz((), s["places"]),
)
row(
    "deed",
    "leave {places:places} to {power:whom}",
    lambda x, v: {"places": x.centers, "power": x.power} if isinstance(x, Scd) else None,
    lambda s, v: Scd(s["power"], s["places"]),
)
row(
    "deed",
    "make peace with {others:whoms}",
    lambda x, v: {"others": x.powers} if isinstance(x, Pce) and _absent(x.powers, v) else None,
    lambda s, v: Pce(s["others"]) if _absent(s["others"], v) else None,
)
row("act", "{deed:deed}", lambda x, v: {"deed": x[0]} if x[1] is None else None, lambda s, v: (s["deed"], None))
for _text, _of_action in (("{deed:deed} in {time:time}", True), ("{deed:deed} {time:limit}", False)):
    row(
        "act",
        _text,
        lambda x, v, wanted=_of_action: (  # type: ignore[misc]
            {"deed": x[0], "time": x[1]} if x[1] is not None and _is_orders(x[0]) is wanted else None
        ),
        lambda s, v, wanted=_of_action: (  # type: ignore[misc]
            (s["deed"], s["time"]) if _is_orders(s["deed"]) is wanted else None
        ),
    )


def orders_of(content: t.Formula, agent: str) -> tuple[Action, ...] | None:
    """The orders of a power in what it promises, if that is one order or several, for no time of their own."""
    parts: tuple[Any, ...] = content.items if type(content) is t.And else (content,)
    own = all(type(part) is t.Do and part.time is None and actor_of(part.action) == agent for part in parts)
    return tuple(part.action for part in parts) if own else None


def act_of(commit: t.Commit, denied: bool) -> _Act | None:
    """Act a power promises to do or not to do.

    None for other promises.
    """
    content = commit.content
    if denied:
        if type(content) is not t.Not or type(content.item) not in (t.Do, Hlp, Ent):
            return None
        content = content.item
    if isinstance(content, Hlp | Ent):
        return (replace(content, power=""), commit.time) if content.power == commit.agent else None  # type: ignore[arg-type]
    orders = orders_of(content, commit.agent)
    if orders is not None:
        if len(orders) == 1:
            return orders[0], commit.time
        return None if denied else (orders, commit.time)
    if isinstance(content, Dmz) and content.powers == (commit.agent,):
        return Dmz((), content.provinces), commit.time
    if isinstance(content, Scd) and content.power != commit.agent:
        return content, commit.time
    if isinstance(content, Pce) and not denied and commit.agent in content.powers:
        others = tuple(power for power in content.powers if power != commit.agent)
        fits = others and not set(others) & set(commit.to)
        return (replace(content, powers=others), commit.time) if fits else None
    return None


def promise(act: _Act, agent: str, to: tuple[str, ...], denied: bool) -> t.Commit | None:
    """The inverse of `act_of`; None where the act is not that power's to do."""
    deed, time = act
    if isinstance(deed, Hlp | Ent):
        own = replace(deed, power=agent)  # type: ignore[arg-type]
        return t.Commit(agent, to, t.Not(own) if denied else own, time)
    if _is_orders(deed):
        orders = deed if isinstance(deed, tuple) else (deed,)
        if any(actor_of(one) != agent for one in orders) or (denied and len(orders) > 1):
            return None
        content: Any = t.both(map(t.Do, orders))
        return t.Commit(agent, to, t.Not(content) if denied else content, time)
    if denied or (isinstance(deed, Scd) and deed.power == agent):
        return None
    if isinstance(deed, Pce):
        if agent in deed.powers or set(deed.powers) & set(to):
            return None
        return t.Commit(agent, to, replace(deed, powers=t.group((agent, *deed.powers))), time)  # type: ignore[arg-type]
    content = Dmz((agent,), deed.provinces) if isinstance(deed, Dmz) else deed  # type: ignore[arg-type]
    return t.Commit(agent, to, content, time)


# ── commitments ─────────────────────────────────────────────────────────────────────────────────


def _take_many(value: Any, voice: Voice) -> Slots | None:
    if isinstance(value, t.Commits) and len(value.items) > 1:
        return {"first": value.items[0], "rest": t.Commits(value.items[1:])}
    return None


row("deal", "{x:agree}", lambda x, v: {"x": x} if isinstance(x, t.Agree) else None, lambda s, v: s["x"])
same("deal", "promises")
row("promises", "{first:commit}; {rest:promises}", _take_many, lambda s, v: t.Commits((s["first"], *s["rest"].items)))
row(
    "promises",
    "{first:commit}",
    lambda x, v: {"first": x.items[0]} if isinstance(x, t.Commits) and len(x.items) == 1 else None,
    lambda s, v: t.Commits((s["first"],)),
)


def _own(denied: bool) -> tuple[Take, Make]:
    def take(value: Any, voice: Voice) -> Slots | None:
        act = act_of(value, denied) if type(value) is t.Commit else None
        return None if act is None else {"agent": value.agent, "to": value.to, "do": act}

    return take, lambda s, v: promise(s["do"], s["agent"], s["to"], denied)


row("commit", "{agent:who} [promise|promise|promises] {to:whoms} to {do:act}", *_own(denied=False))
row("commit", "{agent:who} [promise|promise|promises] {to:whoms} not to {do:act}", *_own(denied=True))


def _fields(kind: type[Any], *fields: str, lasting: bool | None) -> Take:
    """Takes a commitment or agreement: with no time (lasting None), or with one and a content that lasts or not."""

    def take(value: Any, voice: Voice) -> Slots | None:
        if type(value) is not kind or (value.time is None) is not (lasting is None):
            return None
        if lasting is not None and lasts(value.content) is not lasting:
            return None
        return {field: getattr(value, field) for field in fields}

    return take


def _for_times(kind: type[Any], fields: Sequence[str], head: str, tail: str) -> None:
    """Rows for something said without a time, with one that limits it, and with one at which it is due."""
    row(
        "commit" if kind is t.Commit else "agree",
        f"{head}{tail}",
        _fields(kind, *fields, lasting=None),
        of(kind, *fields),
    )
    for text, lasting in ((f"{head}{tail} {{time:limit}}", True), (f"{head} for {{time:time}}{tail}", False)):
        take = _fields(kind, *fields, "time", lasting=lasting)
        row("commit" if kind is t.Commit else "agree", text, take, of(kind, *fields, "time"))


_for_times(t.Commit, ("agent", "to", "content"), "{agent:who} [promise|promise|promises] {to:whoms}", " {content:that}")

# ── agreements ──────────────────────────────────────────────────────────────────────────────────

for _limit in (False, True):
    row(
        "pact",
        "{x:noun} {time:limit}" if _limit else "{x:noun}",
        lambda x, v, limit=_limit: (  # type: ignore[misc]
            {"x": x[0], "time": x[1]} if (x[1] is not None) is limit and (not limit or lasts(x[0])) else None
        ),
        lambda s, v: (s["x"], s.get("time")),
    )
_for_times(t.Agree, ("agents", "content"), "{agents:whos} [agree|agree|agrees]", " {content:that}")
row(
    "agree",
    "{agents:whos} [agree|agree|agrees] on {pact:pact}",
    lambda x, v: {"agents": x.agents, "pact": (x.content, x.time)} if type(x) is t.Agree else None,
    lambda s, v: t.Agree(s["agents"], *s["pact"]),
)


# ── proposals: requests, offers, exchanges ──────────────────────────────────────────────────────


def proposed(value: Any, voice: Voice) -> t.Deal | None:
    """The deal the speaker proposes to the hearers now."""
    if type(value) is not t.Propose or value.time is not None:
        return None
    return value.deal if (value.speaker, value.hearers) == (voice.speaker, voice.hearers) else None


def sides(voice: Voice, mine: bool) -> tuple[str, tuple[str, ...]]:
    """Promiser and beneficiaries between two powers."""
    return (voice.speaker, voice.hearers) if mine else (voice.hearers[0], (voice.speaker,))


def _single(mine: bool, denied: bool) -> tuple[Take, Make]:
    """Frame of a single duty: asked (mine False) or offered (mine True)."""

    def take(value: Any, voice: Voice) -> Slots | None:
        deal = proposed(value, voice)
        if not isinstance(deal, t.Commits) or len(deal.items) != 1 or len(voice.hearers) != 1:
            return None
        (commit,) = deal.items
        act = act_of(commit, denied) if (commit.agent, commit.to) == sides(voice, mine) else None
        return None if act is None else {"do": act}

    def make(s: Slots, voice: Voice) -> Any:
        commit = promise(s["do"], *sides(voice, mine), denied) if len(voice.hearers) == 1 else None
        return None if commit is None else t.Propose(voice.speaker, voice.hearers, t.Commits((commit,)))

    return take, make


row(
    "said",
    (
        "Could you {do:act}?",
        "Would you {do:act}?",
        "Can you {do:act}?",
        "Can you please {do:act}?",
        "Please {do:act}.",
        "I'd like you to {do:act}.",
        "Would you be willing to {do:act}?",
        "Any chance you could {do:act}?",
    ),
    *_single(mine=False, denied=False),
)
row(
    "said",
    ("Please do not {do:act}.", "Please don't {do:act}.", "I'd like you not to {do:act}."),
    *_single(mine=False, denied=True),
)
row(
    "said",
    (
        "I could {do:act}.",
        "I can {do:act} if you like.",
        "Shall I {do:act}?",
        "Would you like me to {do:act}?",
        "Want me to {do:act}?",
        "I'm willing to {do:act}.",
    ),
    *_single(mine=True, denied=False),
)
for _tone in TONES.values():
    row("said", _tone.lines["ask"], *_single(mine=False, denied=False), tone=_tone.name)
    row("said", _tone.lines["offer"], *_single(mine=True, denied=False), tone=_tone.name)
row("said", ("I offer not to {do:act}.", "I'm willing not to {do:act}."), *_single(mine=True, denied=True))


def _exchange(mine_first: bool, denied: bool = False) -> tuple[Take, Make]:
    """Frame of an exchange of two acts, or (denied) of two abstentions."""

    def take(value: Any, voice: Voice) -> Slots | None:
        deal = proposed(value, voice)
        if not isinstance(deal, t.Commits) or len(deal.items) != 2 or len(voice.hearers) != 1:
            return None
        acts = [
            act_of(commit, denied) if (commit.agent, commit.to) == sides(voice, mine) else None
            for commit, mine in zip(deal.items, (mine_first, not mine_first), strict=True)
        ]
        return None if None in acts else {"one": acts[0], "other": acts[1]}

    def make(s: Slots, voice: Voice) -> Any:
        if len(voice.hearers) != 1:
            return None
        first = promise(s["one"], *sides(voice, mine_first), denied)
        second = promise(s["other"], *sides(voice, not mine_first), denied)
        if first is None or second is None:
            return None
        return t.Propose(voice.speaker, voice.hearers, t.Commits((first, second)))

    return take, make


row(
    "said",
    (
        "If you {one:act}, I will {other:act}.",
        "If you {one:act}, I'll {other:act}.",
        "If you {one:act}, I'll {other:act}. Deal?",
        "You {one:act}, I {other:act}. Deal?",
        "You {one:act}, and I'll {other:act}. Okay?",
        "Could you {one:act}? I'd {other:act} in return.",
    ),
    *_exchange(mine_first=False),
)
row(
    "said",
    (
        "I will {one:act} if you {other:act}.",
        "I'll {one:act} if you {other:act}.",
        "I'll {one:act} if you {other:act}. Deal?",
        "I can {one:act} if you {other:act}.",
        "I {one:act}, you {other:act}. Deal?",
        "I'll {one:act}, and you {other:act}. Okay?",
    ),
    *_exchange(mine_first=True),
)
row(
    "said",
    (
        "If you don't {one:act}, I won't {other:act}.",
        "You don't {one:act}, and I don't {other:act}. Deal?",
        "If you don't {one:act}, I won't {other:act}. Okay?",
    ),
    *_exchange(mine_first=False, denied=True),
)
row(
    "said",
    (
        "I won't {one:act} if you don't {other:act}.",
        "I don't {one:act}, and you don't {other:act}. Deal?",
        "I won't {one:act} if you don't {other:act}. Okay?",
    ),
    *_exchange(mine_first=True, denied=True),
)
