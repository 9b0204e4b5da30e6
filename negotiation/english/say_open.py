"""Frames of open questions: what is asked for is what the variable of the query stands for."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from negotiation import terms as t
from negotiation.diplomacy import Aly, Hld, Mto, Opn, Pce, Region, Scd, Stance, Sup, Unit
from negotiation.english.frames import Slots, Voice
from negotiation.english.rows import row
from negotiation.terms import Variable

__all__ = ["which"]


def which(variable: str, content: t.Formula) -> t.Which:
    """The content of an open query."""
    return t.Which(Variable(variable), content)


_REGION: Final = cast(Region, Variable("?r"))
_POWER: Final = cast(Any, Variable("?p"))
_UNIT: Final = cast(Unit, Variable("?u"))
_DEAL: Final = Variable("?d")
_STANCE: Final = cast(Stance, Variable("?s"))
_CENTER: Final = Variable("?c")
_ORDER: Final = Variable("?o")


def _asks(
    texts: Sequence[str],
    variable: str,
    take: Callable[[Any, Voice], Slots | None],
    build: Callable[[Slots, Voice], t.Formula | None],
) -> None:
    """Rows of one open question. build: what is to hold of the variable; take: the slots, checked by building again."""

    def made(s: Slots, v: Voice) -> Any:
        content = build(s, v)
        return None if content is None else t.Query(v.speaker, v.hearers, which(variable, content))

    def taken(x: Any, v: Voice) -> Slots | None:
        if type(x) is not t.Query or not isinstance(x.content, t.Which) or x.content.variable != variable:
            return None
        slots = take(x.content.content, v)
        return slots if slots is not None and made(slots, v) == x else None

    row("said", texts, taken, made)


def _you(v: Voice) -> str | None:
    return v.hearers[0] if len(v.hearers) == 1 else None


def _of_you(content: Callable[[str, Voice], t.Formula]) -> Callable[[Slots, Voice], t.Formula | None]:
    """Question about the single hearer."""
    return lambda s, v: None if (you := _you(v)) is None else content(you, v)


def _nothing(x: Any, v: Voice) -> Slots | None:
    return {}


# ── orders and places ───────────────────────────────────────────────────────────────────────────

_asks(
    ("Where is {unit:unit} going?", "Where will {unit:unit} go?", "Where are you sending {unit:unit}?"),
    "?r",
    lambda x, v: {"unit": x.action.unit} if type(x) is t.Do and type(x.action) is Mto else None,
    lambda s, v: t.Do(Mto(s["unit"], _REGION)),
)
_asks(
    ("What are you going to do this turn?", "What are your plans?", "What will you order?"),
    "?o",
    _nothing,
    _of_you(lambda you, v: t.Desire(you, t.Do(_ORDER))),
)
_asks(
    ("What is {power:who} up to?", "What do you think {power:who} will do?"),
    "?o",
    lambda x, v: {"power": x.agent} if type(x) is t.Desire and x.agent not in v.we else None,
    lambda s, v: t.Desire(s["power"], t.Do(_ORDER)) if s["power"] not in v.we else None,
)
_asks(
    ("Which unit can support {helped:unit} to {to:target}?", "Who can support {helped:unit} to {to:target}?"),
    "?u",
    lambda x, v: (
        {"helped": x.action.action.unit, "to": (x.action.action.region, _is_army(x.action.action.unit))}
        if type(x) is t.Do and type(x.action) is Sup and type(x.action.action) is Mto
        else None
    ),
    lambda s, v: t.Do(Sup(_UNIT, Mto(s["helped"], s["to"][0]))) if s["to"][1] == _is_army(s["helped"]) else None,
)
_asks(
    ("Which unit can support {helped:unit} in holding?",),
    "?u",
    lambda x, v: (
        {"helped": x.action.action.unit}
        if type(x) is t.Do and type(x.action) is Sup and type(x.action.action) is Hld
        else None
    ),
    lambda s, v: t.Do(Sup(_UNIT, Hld(s["helped"]))),
)
_asks(
    ("Which centers are you after?", "Where do you want to expand?", "Which centers do you want?"),
    "?c",
    _nothing,
    _of_you(lambda you, v: t.Desire(you, _CENTER)),
)
_asks(
    ("Which centers does {power:who} want?",),
    "?c",
    lambda x, v: {"power": x.agent} if type(x) is t.Desire and x.agent not in v.we else None,
    lambda s, v: t.Desire(s["power"], _CENTER) if s["power"] not in v.we else None,
)
_asks(
    ("Who should get {place:place}?", "Who is to have {place:place}?"),
    "?p",
    lambda x, v: (
        {"place": x.content.centers[0]}
        if type(x) is t.Desire and type(x.content) is Scd and len(x.content.centers) == 1
        else None
    ),
    lambda s, v: None if (you := _you(v)) is None else t.Desire(you, Scd(_POWER, (s["place"],))),
)


def _is_army(unit: Unit) -> bool:
    return unit.region.type == "amy"


# ── deals ───────────────────────────────────────────────────────────────────────────────────────


def _wanted(giver: bool) -> Callable[[str, Voice], t.Formula]:
    """Promise the hearer wants from the speaker (giver), or would give."""

    def content(you: str, v: Voice) -> t.Formula:
        agent, to = (v.speaker, you) if giver else (you, v.speaker)
        return t.Desire(you, t.Commits((t.Commit(agent, (to,), _DEAL),)))

    return content


_asks(
    ("What do you want?", "What would you like?", "What would you agree to?", "What would you want instead?"),
    "?d",
    _nothing,
    _of_you(lambda you, v: t.Desire(you, _DEAL)),
)
_asks(
    (
        "What shall we agree on?",
        "Any ideas for this turn?",
        "What do you propose?",
        "Any suggestions for the two of us?",
    ),
    "?d",
    _nothing,
    lambda s, v: t.Desire(v.hearers[0], t.Agree(v.we, _DEAL)),
)
_asks(
    ("What do you want me to do?", "What can I do for you?", "What do you need from me?"),
    "?d",
    _nothing,
    _of_you(_wanted(giver=True)),
)
_asks(
    ("What can you do for me?", "What do you offer me?", "What would you give me?"),
    "?d",
    _nothing,
    _of_you(_wanted(giver=False)),
)
_asks(
    ("Do you have a deal with {power:whom}?", "What have you agreed with {power:whom}?"),
    "?d",
    lambda x, v: (
        {"power": next(iter({*x.agents} - {v.hearers[0]}), None)}
        if type(x) is t.Agree and len(x.agents) == 2 and len(v.hearers) == 1
        else None
    ),
    lambda s, v: None if (you := _you(v)) is None or s["power"] in {you, None} else t.Agree((you, s["power"]), _DEAL),
)


# ── powers ──────────────────────────────────────────────────────────────────────────────────────

_asks(
    ("Who should we attack?", "Against whom shall we work together?", "Who is our common enemy?"),
    "?p",
    _nothing,
    lambda s, v: t.Desire(v.hearers[0], Aly(v.we, (_POWER,))),
)
_asks(
    ("Who are you at peace with?", "Who are your friends?"),
    "?p",
    _nothing,
    _of_you(lambda you, v: Pce((cast(Any, you), _POWER))),
)
_asks(
    ("Who do you want as an ally?", "Whose side are you on?"),
    "?p",
    _nothing,
    _of_you(lambda you, v: t.Desire(you, Aly((cast(Any, you), _POWER)))),
)
_asks(
    ("What do you make of {power:whom}?", "What do you think of {power:whom}?"),
    "?s",
    lambda x, v: {"power": x.content.power} if type(x) is t.Belief and type(x.content) is Opn else None,
    lambda s, v: None if (you := _you(v)) is None else t.Belief(you, Opn(s["power"], _STANCE)),
)
_WHO: Final[Mapping[Stance, Sequence[str]]] = {
    "trusted": ("Who do you trust?", "Whom can one trust?"),
    "feared": ("Who are you most afraid of?", "Who is the most dangerous?"),
    "leading": ("Who do you think is winning?", "Who is getting too strong?"),
    "weak": ("Who is in trouble?", "Who is the weakest?"),
    "friend": ("Who is a friend of yours?",),
    "foe": ("Who is your enemy?", "Who are you fighting?"),
}


def _taken_for(stance: Stance) -> Callable[[Slots, Voice], t.Formula | None]:
    return _of_you(lambda you, v: t.Belief(you, Opn(_POWER, stance)))


for _stance, _texts in _WHO.items():
    _asks(_texts, "?p", _nothing, _taken_for(_stance))


# ── closed questions that people ask in short ───────────────────────────────────────────────────


def _closed(texts: Sequence[str], take: Callable[[Any, Voice], Slots | None], build: Callable[..., Any]) -> None:
    """Rows of a question without a variable, said in fewer words than any."""

    def made(s: Slots, v: Voice) -> Any:
        content = build(s, v)
        return None if content is None else t.Query(v.speaker, v.hearers, content)

    def taken(x: Any, v: Voice) -> Slots | None:
        slots = take(x.content, v) if type(x) is t.Query else None
        return slots if slots is not None and made(slots, v) == x else None

    row("said", texts, taken, made)


_closed(
    ("Can I trust you?", "Can I rely on you?"),
    _nothing,
    lambda s, v: Opn(cast(Any, you), "trusted") if (you := _you(v)) is not None else None,
)
_closed(
    ("Do you trust {power:whom}?",),
    lambda x, v: {"power": x.content.power} if type(x) is t.Belief and type(x.content) is Opn else None,
    lambda s, v: t.Belief(you, Opn(s["power"], "trusted")) if (you := _you(v)) is not None else None,
)
_closed(
    ("Are you friends with {power:whom}?",),
    lambda x, v: {"power": x.content.power} if type(x) is t.Belief and type(x.content) is Opn else None,
    lambda s, v: t.Belief(you, Opn(s["power"], "friend")) if (you := _you(v)) is not None else None,
)
_closed(
    ("Why are you against me?", "Why did you turn on me?"),
    _nothing,
    lambda s, v: t.Explain(t.Not(Pce(v.we))) if len(v.we) == 2 else None,
)
_closed(
    ("Why is {unit:unit}?",),
    lambda x, v: {"unit": x.content} if type(x) is t.Explain and type(x.content) is Unit and _is_full(v) else None,
    lambda s, v: t.Explain(s["unit"]),
)


def _is_full(voice: Voice) -> bool:
    return voice.naming == "full"
