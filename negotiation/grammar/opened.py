"""Utterances of open questions and courtesies: from the names of productions to terms."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from adjudication.powers import Power
from negotiation.diplomacy import Aly, Dmz, Mto, Opn, Pce, Region, Stance, Unit, unit_of
from negotiation.english.context import Context
from negotiation.grammar.saying import News
from negotiation.grounding.ground import Ground
from negotiation.terms import (
    Agree,
    Belief,
    Commit,
    Commits,
    Courtesy,
    Deal,
    Desire,
    Do,
    Explain,
    Formula,
    Manner,
    Not,
    Query,
    Utterance,
    Variable,
    Which,
    both,
)

__all__ = ["KINDS", "MANNERS", "QUESTIONS", "asked", "courteous", "open_question"]

_DEAL: Final = Variable("?d")
_POWER: Final = cast(Power, Variable("?p"))
_WHO: Final[Mapping[str, Stance]] = {
    "whotrusted": "trusted",
    "whofeared": "feared",
    "wholeads": "leading",
    "whoweak": "weak",
    "foes": "foe",
    "befriended": "friend",
}
_Slots = Mapping[str, Any]
_Content = Callable[[Power, Power, _Slots], "tuple[str, Formula] | Formula | None"]
"""From who asks, who is asked and the slots: a variable and what is to hold of it, or what is asked about."""


def _third(build: Callable[[Power, Power], tuple[str, Formula] | Formula]) -> _Content:
    """Question about a third power, where one is named."""

    def content(me: Power, you: Power, slots: _Slots) -> tuple[str, Formula] | Formula | None:
        return None if slots["w"] in (me, you, None) else build(you, slots["w"])

    return content


_ASKED: Final[Mapping[str, _Content]] = {
    "plans": lambda me, you, s: ("?o", Desire(you, Do(Variable("?o")))),
    "upto": _third(lambda you, who: ("?o", Desire(who, Do(Variable("?o"))))),
    "centers": lambda me, you, s: ("?c", Desire(you, Variable("?c"))),
    "centersof": _third(lambda you, who: ("?c", Desire(who, Variable("?c")))),
    "want": lambda me, you, s: ("?d", Desire(you, _DEAL)),
    "ideas": lambda me, you, s: ("?d", Desire(you, Agree((me, you), _DEAL))),
    "forme": lambda me, you, s: ("?d", Desire(you, Commits((Commit(me, (you,), _DEAL),)))),
    "foryou": lambda me, you, s: ("?d", Desire(you, Commits((Commit(you, (me,), _DEAL),)))),
    "deal": _third(lambda you, who: ("?d", Agree((you, who), _DEAL))),
    "attack": lambda me, you, s: ("?p", Desire(you, Aly((me, you), (_POWER,)))),
    "friends": lambda me, you, s: ("?p", Pce((you, _POWER))),
    "side": lambda me, you, s: ("?p", Desire(you, Aly((you, _POWER)))),
    "think": _third(lambda you, who: ("?s", Belief(you, Opn(who, cast(Stance, Variable("?s")))))),
    "trustsme": lambda me, you, s: ("?s", Belief(you, Opn(me, cast(Stance, Variable("?s"))))),
    "trustsw": _third(lambda you, who: Belief(you, Opn(who, "trusted"))),
    "friendsw": _third(lambda you, who: Belief(you, Opn(who, "friend"))),
    "between": lambda me, you, s: Agree((min(me, you), max(me, you)), Pce((min(me, you), max(me, you)))),
    "fearsw": _third(lambda you, who: Belief(you, Opn(who, "feared"))),
    "foew": _third(lambda you, who: Belief(you, Opn(who, "foe"))),
    "friendsme": lambda me, you, s: Belief(you, Opn(me, "friend")),
    "foesme": lambda me, you, s: Belief(you, Opn(me, "foe")),
    "hostile": lambda me, you, s: Desire(you, Not(Pce((min(me, you), max(me, you))))),
    "trustsyou": lambda me, you, s: Opn(you, "trusted"),
    "whyagainst": lambda me, you, s: Explain(Not(Pce((me, you)))),
    **{
        kind: lambda me, you, s, stance=stance: ("?p", Belief(you, Opn(_POWER, stance)))  # type: ignore[misc]
        for kind, stance in _WHO.items()
    },
}
QUESTIONS: Final = tuple(_ASKED)
"""Kinds of open questions."""
KINDS: Final = (*_ASKED, "where", "whythere", "why")
MANNERS: Final = frozenset(map(str, Manner))


def open_question(kind: str, me: Power, you: Power, who: Power | None = None) -> Formula | None:
    """Content of such a question of `me` to `you`; None if a third power is needed and none is named."""
    content = _ASKED[kind](me, you, {"w": who})
    return Which(Variable(content[0]), content[1]) if isinstance(content, tuple) else content


def asked(news: News, ground: Ground, context: Context) -> tuple[Utterance, ...]:
    """Every question that an open question may be, the likeliest first.

    Only one power at a time is asked.
    """
    if len(context.hearers) != 1:
        return ()
    me, you = context.speaker, context.hearers[0]
    match news.kind:
        case "where":
            region = cast(Region, Variable("?r"))
            units = ground.named(news.get("u"), (you,))
            found: list[tuple[str, Formula] | Formula] = [("?r", Do(Mto(unit, region))) for unit in units]
        case "whythere":
            found = [Explain(unit) for unit in _standing(news, ground, you)]
        case "why":
            found = [Explain(content) for content in _last(context)]
        case kind:
            content = _ASKED[kind](me, you, dict(news.parts))
            found = [] if content is None else [content]
    return tuple(_query(context, each) for each in found)


def _query(context: Context, content: tuple[str, Formula] | Formula) -> Query:
    about = Which(Variable(content[0]), content[1]) if isinstance(content, tuple) else content
    return Query(context.speaker, context.hearers, about)


def _standing(news: News, ground: Ground, you: Power) -> tuple[Unit, ...]:
    if news.get("u") is not None:
        return tuple(ground.named(news.get("u"), (you,)))
    there = ground.position.unit_at(news.get("p").province) if ground.position is not None else None
    return (unit_of(there),) if there is not None and there.power == you else ()


def _last(context: Context) -> tuple[Formula, ...]:
    """Contents that were refused, or that the other side spoke of last."""
    you = context.hearers[0]
    if context.refused is not None:
        return (Desire(you, Not(_content(context.refused))),)
    if context.open_deals:
        return (Desire(you, _content(context.open_deals[0])),)
    return context.lately[0][0][:1] if context.lately and not context.answered else ()


def _content(deal: Deal) -> Formula:
    return deal.content if isinstance(deal, Agree) else both(commit.content for commit in deal.items)


def courteous(news: News, context: Context) -> Courtesy:
    """The courtesy that was read."""
    manner, place = Manner(news.kind), news.get("p")
    about: Formula | None = None if place is None else place.province
    if manner is Manner.THREATEN and place is not None:
        about = Dmz(context.hearers, (place.province,)) if len(context.hearers) == 1 else None
    return Courtesy(context.speaker, context.hearers, manner, about)
