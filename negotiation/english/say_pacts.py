"""Frames of what all do together (peace, alliances, empty provinces, centers), proposed, answered and told of."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from adjudication.powers import Power
from negotiation import terms as t
from negotiation.diplomacy import Aly, Dmz, Drw, Mto, Pce, Region, Scd
from negotiation.english.frames import Make, Slots, Take, Voice
from negotiation.english.rows import row, spoken, stated
from negotiation.english.say_deals import proposed
from negotiation.english.tones import TONES

__all__: list[str] = []


# ── proposals ───────────────────────────────────────────────────────────────────────────────────


_Fits: TypeAlias = Callable[[Any, Voice], bool]
"""True if such an agreement is said in these words."""


def _is_of(*kinds: type[Any]) -> _Fits:
    return lambda content, voice: isinstance(content, kinds)


def _is_anything(content: Any, voice: Voice) -> bool:
    return True


def _has_a_name(content: Any, voice: Voice) -> bool:
    """True for peace, an alliance, a draw, a DMZ: nouns.

    All else needs a clause.
    """
    return isinstance(content, Pce | Aly | Drw) or (isinstance(content, Dmz) and content.powers == voice.we)


def _common(fits: _Fits = _is_anything) -> tuple[Take, Make]:
    """An agreement of all who are there."""

    def take(value: Any, voice: Voice) -> Slots | None:
        deal = proposed(value, voice)
        if not isinstance(deal, t.Agree) or deal.agents != voice.we or not fits(deal.content, voice):
            return None
        return {"x": (deal.content, deal.time)}

    def make(s: Slots, voice: Voice) -> Any:
        content, time = s["x"]
        said = t.Propose(voice.speaker, voice.hearers, t.Agree(voice.we, content, time))
        return said if fits(content, voice) else None

    return take, make


_PACT: Final = ("How about {x:pact}?", "What do you say to {x:pact}?")
row("said", _PACT, *_common(_has_a_name))
row("said", _PACT, *_common(), stiff=3)
row("said", ("{x:pact}?", "I propose {x:pact}.", "I'd suggest {x:pact}."), *_common(_is_of(Pce, Aly, Drw)))


def _together(
    texts: Sequence[str], kind: type[Any], *fields: str, pair: bool | None = None, bare: bool = False, tone: str = ""
) -> None:
    """Rows for what all who are there do together; `{…}` in the texts are the fields, `@` is where a limit may stand.

    pair: said between two only (True), among more (False). bare: of an alliance without enemies. tone: as `row` has it.
    """

    def take(value: Any, voice: Voice, limited: bool) -> Slots | None:
        deal = proposed(value, voice)
        if not isinstance(deal, t.Agree) or deal.agents != voice.we or (deal.time is not None) is not limited:
            return None
        content = deal.content
        if not isinstance(content, kind) or content.powers != voice.we or pair is (len(voice.we) != 2):
            return None
        if isinstance(content, Aly) and bool(content.against) is bare:
            return None
        return {"time": deal.time} | {field: getattr(content, field) for field in fields}

    def make(s: Slots, voice: Voice) -> Any:
        if pair is (len(voice.we) != 2):
            return None
        content = kind(voice.we, *(s[field] for field in fields))
        return t.Propose(voice.speaker, voice.hearers, t.Agree(voice.we, content, s.get("time")))

    for limit in ("", " {time:limit}"):
        limited = bool(limit)
        row(
            "said",
            [text.replace("@", limit) for text in texts],
            lambda x, v, limited=limited: take(x, v, limited),  # type: ignore[misc]
            make,
            tone=tone,
        )


_together(("Let's have peace@.", "Shall we make peace@?", "Shall we keep the peace@?"), Pce)
_together(("Let's work together@.", "Shall we team up@?", "Shall we ally@?"), Aly, bare=True)
_together(
    (
        "Let's work together against {against:whoms}@.",
        "Shall we team up against {against:whoms}@?",
        "Shall we ally against {against:whoms}@?",
        "Alliance against {against:whoms}@?",
        "Want to team up against {against:whoms}@?",
    ),
    Aly,
    "against",
)
_together(("You and me against {against:whoms}@?",), Aly, "against", pair=True)
_together(
    (
        "Let's keep {provinces:places} empty@, both of us.",
        "Let's both stay out of {provinces:places}@.",
        "Shall we both keep out of {provinces:places}@?",
        "Can we keep {provinces:places} empty@?",
        "DMZ in {provinces:places}@?",
    ),
    Dmz,
    "provinces",
    pair=True,
)
_together(("Let's all stay out of {provinces:places}@.",), Dmz, "provinces", pair=False)
for _tone in TONES.values():
    _together(_tone.lines["peace"], Pce, tone=_tone.name)
    _together(_tone.lines["alliance"], Aly, bare=True, tone=_tone.name)
    _together(_tone.lines["against"], Aly, "against", tone=_tone.name)
    _together(_tone.lines["dmz"], Dmz, "provinces", pair=True, tone=_tone.name)


def _divided(kind: type[Any], *mine: bool) -> tuple[Take, Make]:
    """Frame of divided centers, in turn: speaker's (True) or hearer's."""

    def take(value: Any, voice: Voice) -> Slots | None:
        slots = spoken(kind, "deal")[0](value, voice)
        deal = slots["x"] if slots is not None else None
        if not isinstance(deal, t.Agree) or deal.agents != voice.we or deal.time is not None or len(voice.we) != 2:
            return None
        parts: tuple[Any, ...] = deal.content.items if isinstance(deal.content, t.And) else (deal.content,)
        if not all(isinstance(part, Scd) for part in parts) or [part.power for part in parts] != owners(voice):
            return None
        return dict(zip(("one", "other"), (part.centers for part in parts), strict=False))

    def make(s: Slots, voice: Voice) -> Any:
        if len(voice.we) != 2:
            return None
        parts = [Scd(power, s[slot]) for power, slot in zip(owners(voice), ("one", "other"), strict=False)]  # type: ignore[arg-type]
        return kind(voice.speaker, voice.hearers, t.Agree(voice.we, t.both(parts)))

    def owners(voice: Voice) -> list[str]:
        return [voice.speaker if own else voice.hearers[0] for own in mine]

    return take, make


for _kind, _mine, _texts in (
    (t.Propose, (False,), ("You can have {one:places}.", "You take {one:places}.", "{one:places} for you?")),
    (t.Propose, (True,), ("Can I have {one:places}?", "Could I have {one:places}?", "{one:places} for me?")),
    (
        t.Propose,
        (False, True),
        (
            "You take {one:places} and I take {other:places}.",
            "You get {one:places}, I get {other:places}. Deal?",
            "{one:places} for you, {other:places} for me?",
        ),
    ),
    (
        t.Propose,
        (True, False),
        (
            "I take {one:places} and you take {other:places}.",
            "I get {one:places}, you get {other:places}. Deal?",
            "{one:places} for me, {other:places} for you?",
        ),
    ),
    (t.Accept, (False,), ("Okay, {one:places} for you.", "Fine, you take {one:places}.")),
    (t.Accept, (True,), ("Okay, {one:places} for me.", "Fine, I'll take {one:places}.")),
    (t.Accept, (False, True), ("Okay, {one:places} for you and {other:places} for me.",)),
    (t.Accept, (True, False), ("Okay, {one:places} for me and {other:places} for you.",)),
    (t.Reject, (False,), ("Sorry, not {one:places} for you.",)),
    (t.Reject, (True,), ("No, not {one:places} for me.",)),
):
    row("said", _texts, *_divided(_kind, *_mine))


def _bounced(value: Any, voice: Voice) -> Slots | None:
    """One unit of each of two, where both go to the same place."""
    slots = _UNTIMED[0](value, voice)
    content, time = slots["x"] if slots is not None else (None, None)
    orders = content.items if type(content) is t.And and time is None else ()
    moves = [each.action for each in orders if isinstance(each, t.Do) and each.time is None]
    if len(orders) != 2 or [type(each) for each in moves] != [Mto, Mto]:
        return None
    one, other = moves
    parted = {one.unit.power, other.unit.power} == set(voice.we) and len(voice.we) == 2
    plain = all(each.region == Region(one.region.province, each.unit.region.type) for each in (one, other))
    plain = plain and all(each.unit.region.type in ("amy", "sea") for each in (one, other))
    return {"to": one.region.province, "one": one.unit, "other": other.unit} if parted and plain else None


def _bounce(s: Slots, voice: Voice) -> Any:
    units = (s["one"], s["other"])
    if {unit.power for unit in units} != set(voice.we) or len(voice.we) != 2:
        return None
    if any(unit.region.type not in ("amy", "sea") for unit in units):
        return None
    orders = tuple(t.Do(Mto(unit, Region(s["to"], unit.region.type))) for unit in units)
    return t.Propose(voice.speaker, voice.hearers, t.Agree(voice.we, t.And(orders)))


_UNTIMED: Final = _common()
row(
    "said",
    (
        "Let's bounce in {to:place} with {one:unit} and {other:unit}.",
        "Shall we bounce in {to:place}, {one:unit} against {other:unit}?",
        "How about a bounce in {to:place} between {one:unit} and {other:unit}?",
    ),
    _bounced,
    _bounce,
)
row(
    "said",
    ("How about this: {x:formula}?", "What if {x:formula}?", "Let us say that {x:formula}."),
    lambda x, v: {"x": slots["x"][0]} if (slots := _UNTIMED[0](x, v)) is not None and slots["x"][1] is None else None,
    lambda s, v: _UNTIMED[1]({"x": (s["x"], None)}, v),
    stiff=2,
)
row(
    "said",
    ("I propose this: {x:deal}.", "Here is what I propose: {x:deal}.", "This is my offer: {x:deal}."),
    *spoken(t.Propose, "deal"),
    stiff=3,
)

# ── answers ─────────────────────────────────────────────────────────────────────────────────────


def _settled(kind: type[Any], fits: _Fits = _is_anything) -> tuple[Take, Make]:
    """An answer to an agreement of all who are there."""

    def take(value: Any, voice: Voice) -> Slots | None:
        slots = spoken(kind, "deal")[0](value, voice)
        deal = slots["x"] if slots is not None else None
        if not isinstance(deal, t.Agree) or deal.agents != voice.we:
            return None
        return {"x": (deal.content, deal.time)} if fits(deal.content, voice) else None

    def make(s: Slots, voice: Voice) -> Any:
        return kind(voice.speaker, voice.hearers, t.Agree(voice.we, *s["x"])) if fits(s["x"][0], voice) else None

    return take, make


def _clause(kind: type[Any]) -> tuple[Take, Make]:
    """An answer to an agreement without a time that no noun stands for."""
    take, make = _settled(kind, lambda content, voice: not _has_a_name(content, voice))

    def untimed(value: Any, voice: Voice) -> Slots | None:
        slots = take(value, voice)
        return {"x": slots["x"][0]} if slots is not None and slots["x"][1] is None else None

    return untimed, lambda s, v: make({"x": (s["x"], None)}, v)


for _kind, _nouns, _clauses in (
    (
        t.Accept,
        ("I accept {x:pact}.", "I agree to {x:pact}.", "Yes to {x:pact}."),
        ("I sign this: {x:formula}.", "That is fine with me: {x:formula}."),
    ),
    (
        t.Reject,
        ("I cannot agree to {x:pact}.", "Sorry, I say no to {x:pact}.", "Sorry, no to {x:pact}."),
        ("I can't sign a deal in which {x:formula}.", "I won't take a deal in which {x:formula}."),
    ),
):
    row("said", _nouns[:2], *_settled(_kind, _has_a_name))
    row("said", _nouns, *_settled(_kind), stiff=3)
    row("said", _clauses, *_clause(_kind))
row("said", "I cannot agree that {x:formula}.", *_clause(t.Reject), stiff=9)  # it may deny a fact
_PACTS: Final = _is_of(Pce, Aly, Drw)
row("said", ("Fine, {x:pact} it is.", "I'm in for {x:pact}."), *_settled(t.Accept, _PACTS))
row("said", ("I'm not ready for {x:pact}.", "I don't want {x:pact} now."), *_settled(t.Reject, _PACTS))
for _kind, _texts in (
    (t.Accept, ("I accept: {x:deal}.", "Agreed: {x:deal}.")),
    (t.Reject, ("I decline: {x:deal}.", "I have to refuse: {x:deal}.")),
):
    row("said", _texts, *spoken(_kind, "deal"), stiff=2)
row(
    "said",
    ("I withdraw my proposal.", "I take back my proposal.", "My offer is off the table.", "I take my offer back."),
    lambda x, v: (
        {} if type(x) is t.Withdraw and x.time is None and (x.speaker, x.hearers) == (v.speaker, v.hearers) else None
    ),
    lambda s, v: t.Withdraw(v.speaker, v.hearers),
)

# ── told of ─────────────────────────────────────────────────────────────────────────────────────


def _tied(kind: type[Any]) -> tuple[Take, Make]:
    """Frame of an answer to a pact proposed between the two."""

    def take(value: Any, voice: Voice) -> Slots | None:
        if type(value) is not kind or value.time is not None or type(value.deal) is not t.Agree:
            return None
        both, pact = tuple(sorted({value.speaker, *value.hearers})), value.deal.content
        if len(both) != 2 or value.deal.time is not None or value.deal.agents != both:
            return None
        fits = isinstance(pact, Pce | Aly) and pact.powers == both
        return {"speaker": value.speaker, "hearers": value.hearers, "tie": pact} if fits else None

    def make(s: Slots, voice: Voice) -> Any:
        both = tuple(sorted({s["speaker"], *s["hearers"]}))
        if len(both) != 2:
            return None
        return kind(s["speaker"], s["hearers"], t.Agree(both, replace(s["tie"], powers=both)))

    return take, make


_NOBODY: Final[tuple[Power, ...]] = ()
"""Empty parties of a pact: the offer says who makes it with whom."""
row("tie", "peace", lambda x, v: {} if type(x) is Pce else None, lambda s, v: Pce(_NOBODY))
row("tie", "an alliance", lambda x, v: {} if type(x) is Aly and not x.against else None, lambda s, v: Aly(_NOBODY))
row(
    "tie",
    "an alliance against {against:whoms}",
    lambda x, v: {"against": x.against} if type(x) is Aly and x.against else None,
    lambda s, v: Aly(_NOBODY, s["against"]),
)
stated("{speaker:who} offered {hearers:whoms} {tie:tie}", *_tied(t.Propose))
stated("{speaker:who} agreed to {tie:tie} with {hearers:whoms}", *_tied(t.Accept))
stated("{speaker:who} turned down {tie:tie} with {hearers:whoms}", *_tied(t.Reject))
