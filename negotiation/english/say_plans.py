"""Frames of promises in plain words: `I'll hold with Munich`, `you move Warsaw to Galicia`."""

from typing import Any, Final

from negotiation import terms as t
from negotiation.diplomacy import Action, Cvy, Sup, Unit
from negotiation.english.frames import Make, Slots, Take, Voice
from negotiation.english.rows import row, spoken
from negotiation.english.say_deals import act_of, orders_of, promise

__all__ = ["PART", "is_plan"]

# ── promises one by one ─────────────────────────────────────────────────────────────────────────


def _usual(agent: str, voice: Voice) -> t.Group:
    """To whom a power promises, if nothing else is said: those who speak to it or whom it speaks to."""
    return voice.hearers if agent == voice.speaker else (voice.speaker,)


def _promised(mine: bool, denied: bool = False) -> tuple[Take, Make]:
    """Frame of a promise: the speaker's (mine), or asked of the hearers."""

    def take(value: Any, voice: Voice) -> Slots | None:
        agents = (voice.speaker,) if mine else voice.hearers
        if type(value) is not t.Commit or (value.agent,) != agents or value.to != _usual(value.agent, voice):
            return None
        act = act_of(value, denied)
        return None if act is None else {"do": act}

    def make(s: Slots, voice: Voice) -> Any:
        agents = (voice.speaker,) if mine else voice.hearers
        return promise(s["do"], agents[0], _usual(agents[0], voice), denied) if len(agents) == 1 else None

    return take, make


row("clause", "I'll {do:act}", *_promised(mine=True))
row("clause", "you {do:act}", *_promised(mine=False))
row("clause", "I won't {do:act}", *_promised(mine=True, denied=True))
row("clause", "you don't {do:act}", *_promised(mine=False, denied=True))


def _take_clauses(value: Any, voice: Voice) -> Slots | None:
    if not isinstance(value, t.Commits) or len(value.items) < 2:
        return None
    last = value.items[1] if len(value.items) == 2 else t.Commits(value.items[1:])
    return {"first": value.items[0], "last": last}


row(
    "clauses",
    "{first:clause}, and {last:clause}",
    lambda x, v: _take_clauses(x, v) if isinstance(x, t.Commits) and len(x.items) == 2 else None,
    lambda s, v: t.Commits((s["first"], s["last"])),
)
row(
    "clauses",
    "{first:clause}; {last:clauses}",
    lambda x, v: _take_clauses(x, v) if isinstance(x, t.Commits) and len(x.items) > 2 else None,
    lambda s, v: t.Commits((s["first"], *s["last"].items)),
)
row(
    "clauses",
    "{first:clause}",
    lambda x, v: {"first": x.items[0]} if isinstance(x, t.Commits) and len(x.items) == 1 else None,
    lambda s, v: t.Commits((s["first"],)),
)

for _kind, _texts in (
    (t.Propose, ("My offer: {x:clauses}.", "How about this: {x:clauses}?", "Here's an idea: {x:clauses}.")),
    (t.Accept, ("Agreed: {x:clauses}.", "Deal: {x:clauses}.", "Good: {x:clauses}.")),
    (
        t.Reject,
        (
            "Sorry, no deal in which {x:clauses}.",
            "I won't take a deal in which {x:clauses}.",
            "I'd rather not make a deal in which {x:clauses}.",
        ),
    ),
):
    row("said", _texts, *spoken(_kind, "deal"), stiff=1 if _kind is t.Propose else 0)


# ── lists ───────────────────────────────────────────────────────────────────────────────────────

PART: Final = "•"
"""Mark before each part of a deal that is too long for a sentence."""
_MANY: Final = 3


def _take_parts(value: Any, voice: Voice) -> Slots | None:
    if not isinstance(value, t.Commits) or len(value.items) < 2:
        return None
    return {"first": value.items[0], "last": t.Commits(value.items[1:])}


row(
    "parts",
    f" {PART} {{first:clause}}{{last:parts}}",
    _take_parts,
    lambda s, v: t.Commits((s["first"], *s["last"].items)),
)
row(
    "parts",
    f" {PART} {{first:clause}}",
    lambda x, v: {"first": x.items[0]} if isinstance(x, t.Commits) and len(x.items) == 1 else None,
    lambda s, v: t.Commits((s["first"],)),
)


def _long(kind: type[Any]) -> tuple[Take, Make]:
    """A deal of many parts."""
    whole = spoken(kind, "deal")

    def take(value: Any, voice: Voice) -> Slots | None:
        slots = whole[0](value, voice)
        many = slots is not None and isinstance(slots["x"], t.Commits) and len(slots["x"].items) >= _MANY
        return slots if many else None

    return take, lambda s, v: whole[1](s, v) if len(s["x"].items) >= _MANY else None


for _act, _listing in (
    (t.Propose, ("My offer:{x:parts}", "Here is what I have in mind:{x:parts}", "How about this:{x:parts}")),
    (t.Accept, ("Agreed:{x:parts}", "I'm in:{x:parts}")),
    (t.Reject, ("I can't sign this list:{x:parts}", "Not on these terms:{x:parts}")),
):
    row("said", _listing, *_long(_act), stiff=-1)


def _points(category: str, item: str) -> None:
    """Rows for two items or more, each on a line of its own."""
    row(
        category,
        f" {PART} {{first:{item}}}{{rest:{category}}}",
        lambda x, v: {"first": x[0], "rest": x[1:]} if len(x) > 1 else None,
        lambda s, v: (s["first"], *s["rest"]),
    )
    row(
        category,
        f" {PART} {{first:{item}}}",
        lambda x, v: {"first": x[0]} if len(x) == 1 else None,
        lambda s, v: (s["first"],),
    )


_points("terms", "commit")
_points("points", "primary")


def _of_many(act: Any) -> tuple[Take, Make]:
    """A deal of several promises, whoever makes them."""
    take, make = spoken(act, "deal")

    def taken(value: Any, voice: Voice) -> Slots | None:
        slots = take(value, voice)
        many = slots is not None and isinstance(slots["x"], t.Commits) and len(slots["x"].items) > 1
        return {"x": slots["x"].items} if slots is not None and many else None

    return taken, lambda s, v: make({"x": t.Commits(s["x"])}, v) if len(s["x"]) > 1 else None


def _agreed(act: Any) -> tuple[Take, Make]:
    """An agreement on many things."""
    take, make = spoken(act, "deal")

    def taken(value: Any, voice: Voice) -> Slots | None:
        slots = take(value, voice)
        deal = slots["x"] if slots is not None else None
        if not isinstance(deal, t.Agree) or deal.time is not None or type(deal.content) is not t.And:
            return None
        return {"agents": deal.agents, "x": deal.content.items} if len(deal.content.items) >= _MANY else None

    def made(s: Slots, voice: Voice) -> Any:
        return make({"x": t.Agree(s["agents"], t.And(s["x"]))}, voice) if len(s["x"]) >= _MANY else None

    return taken, made


for _act, _of_several, _on_several in (
    (t.Propose, ("I propose this deal:{x:terms}", "Here is a deal for all of it:{x:terms}"), "I propose that"),
    (t.Accept, ("I accept all of this:{x:terms}",), "I accept that"),
    (t.Reject, ("I decline all of this:{x:terms}",), "I decline that"),
):
    row("said", _of_several, *_of_many(_act), stiff=2)
    row("said", f"{_on_several} {{agents:whos}} [agree|agree|agrees] on this:{{x:points}}", *_agreed(_act), stiff=1)


def _told_many(kind: type[Any], act: Any) -> tuple[Take, Make]:
    """Many things told or asked at once: all of them, or (`Then`) one after the other."""
    take, make = spoken(act, "content")

    def taken(value: Any, voice: Voice) -> Slots | None:
        slots = take(value, voice)
        many = slots is not None and type(slots["x"]) is kind and len(slots["x"].items) >= _MANY
        return {"x": slots["x"].items} if slots is not None and many else None

    return taken, lambda s, v: make({"x": kind(s["x"])}, v) if len(s["x"]) >= _MANY else None


for _many, _telling, _lists in (
    (t.And, t.Inform, ("Several things:{x:points}", "Here is what I know:{x:points}")),
    (t.And, t.Answer, ("My answer:{x:points}",)),
    (t.And, t.Query, ("Is all of this so?{x:points}",)),
    (t.Then, t.Inform, ("One after the other:{x:points}",)),
    (t.Then, t.Answer, ("My answer, one after the other:{x:points}",)),
    (t.Then, t.Query, ("Will this be so, one after the other?{x:points}",)),
):
    row("said", _lists, *_told_many(_many, _telling), stiff=-1)


# ── own plans ───────────────────────────────────────────────────────────────────────────────────


def is_plan(value: Any, voice: Voice) -> bool:
    """True if the speaker tells all hearers its own plans."""
    return isinstance(value, t.Commits) and all(
        any(_promised(True, denied)[0](item, voice) is not None for denied in (False, True)) for item in value.items
    )


def _orders(value: Any, voice: Voice) -> tuple[Action, ...] | None:
    """The orders in it if somebody tells of one commitment of this kind, for no particular time."""
    slots = spoken(t.Inform, "content")[0](value, voice)
    if slots is None or not is_plan(slots["x"], voice) or len(slots["x"].items) != 1:
        return None
    (commit,) = slots["x"].items
    return orders_of(commit.content, voice.speaker) if commit.time is None else None


def _helps(orders: tuple[Action, ...], voice: Voice) -> bool:
    """True if the orders help another power.

    Told without introduction, they would be an offer.
    """
    helped = [one.action.unit if isinstance(one, Sup) else one.army for one in orders if isinstance(one, Sup | Cvy)]
    return any(isinstance(unit, Unit) and unit.power != voice.speaker for unit in helped)


def _take_orders(value: Any, voice: Voice) -> Slots | None:
    orders = _orders(value, voice)
    return None if orders is None else {"x": orders}


def _make_orders(s: Slots, voice: Voice) -> Any:
    commit = promise((s["x"] if len(s["x"]) > 1 else s["x"][0], None), voice.speaker, voice.hearers, denied=False)
    return None if commit is None else t.Inform(voice.speaker, voice.hearers, t.Commits((commit,)))


def _take_own(value: Any, voice: Voice) -> Slots | None:
    slots = _take_orders(value, voice)
    return None if slots is None or _helps(slots["x"], voice) else slots


def _make_own(s: Slots, voice: Voice) -> Any:
    return None if _helps(s["x"], voice) else _make_orders(s, voice)


row("said", ("I'm {x:ings}.", "I'm {x:ings} this turn."), _take_own, _make_own)
row(
    "said",
    ("Just so you know: I'm {x:ings}.", "FYI, I'm {x:ings}.", "So you know, I'm {x:ings}."),
    _take_orders,
    _make_orders,
)
row("said", ("My orders: {x:notes}.", "My plan: {x:notes}.", "This turn: {x:notes}."), _take_orders, _make_orders)
row(
    "said",
    ("Just so you know: {x:clauses}.", "My plan: {x:clauses}.", "So you know, {x:clauses}."),
    lambda x, v: spoken(t.Inform, "content")[0](x, v) if isinstance(x, t.Inform) and is_plan(x.content, v) else None,
    lambda s, v: t.Inform(v.speaker, v.hearers, s["x"]) if is_plan(s["x"], v) else None,
)


def _take_refrained(value: Any, voice: Voice) -> Slots | None:
    """The hearers are told one thing that the speaker will not do."""
    slots = spoken(t.Inform, "content")[0](value, voice)
    only = slots is not None and isinstance(slots["x"], t.Commits) and len(slots["x"].items) == 1
    return _promised(True, denied=True)[0](slots["x"].items[0], voice) if slots is not None and only else None


def _make_refrained(s: Slots, voice: Voice) -> Any:
    commit = _promised(True, denied=True)[1](s, voice)
    return None if commit is None else t.Inform(voice.speaker, voice.hearers, t.Commits((commit,)))


row("said", ("I won't {do:act}.", "I'm not going to {do:act}."), _take_refrained, _make_refrained)

# ── what one does if another order is given ─────────────────────────────────────────────────────


def _take_conditional(value: Any, voice: Voice) -> Slots | None:
    slots = spoken(t.Inform, "content")[0](value, voice)
    rule = slots["x"] if slots is not None else None
    if type(rule) is not t.Implies or type(rule.premise) is not t.Do or rule.premise.time is not None:
        return None
    return {"when": rule.premise.action, "x": rule.conclusion} if is_plan(rule.conclusion, voice) else None


def _make_conditional(s: Slots, voice: Voice) -> Any:
    if not is_plan(s["x"], voice):
        return None
    return t.Inform(voice.speaker, voice.hearers, t.Implies(t.Do(s["when"]), s["x"]))


row(
    "said",
    ("If {when:now}, {x:clauses}.", "If {when:now}, then {x:clauses}.", "In case {when:now}, {x:clauses}."),
    _take_conditional,
    _make_conditional,
    stiff=-1,
)
