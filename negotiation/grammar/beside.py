"""Read open questions and courtesies, by two tables of their own.

Read only where no deal is found. An open question leaves no name unread. A courtesy may stand beside other words, as it
binds nobody; where a message asks something, too, only the question counts, and of several courtesies the weightiest.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, Final

from negotiation.english.context import Context
from negotiation.grammar.chart import NEVER, Chart, Lexeme
from negotiation.grammar.opened import MANNERS, asked, courteous
from negotiation.grammar.productions import Grammar, grammar
from negotiation.grammar.reading import Sentence, lexemes, sentences
from negotiation.grammar.saying import News
from negotiation.grounding.ground import Ground
from negotiation.terms import REMARKS, Courtesy, Manner, Query, Utterance
from negotiation.words.entities import Spotted
from negotiation.words.phrasing import SUPPOSED
from negotiation.words.spotting import spot

__all__ = ["TABLES", "read_beside"]

TABLES: Final = ("open", "courtesies")
MAX_TEXT: Final = 400
"""Nobody asks or thanks at greater length; letters."""
_UNREAD: Final = 2.0
"""Highest cost of a question's words outside its pattern."""
_NAME: Final = 9.0
_WEIGHT: Final = (
    Manner.BLAME,
    Manner.THREATEN,
    Manner.PUZZLED,
    Manner.APOLOGISE,
    Manner.DENY,
    Manner.FORGIVE,
    Manner.RULES,
    Manner.SCREEN,
    Manner.BOT,
    Manner.SCORN,
    Manner.DEMAND,
    Manner.RUMOUR,
    Manner.ADVICE,
    Manner.LOOK,
    Manner.MOOD,
    Manner.HUSH,
    Manner.PERSON,
    Manner.HERE,
    Manner.TELL,
    Manner.THANK,
    Manner.PRAISE,
    Manner.JEST,
    Manner.WONDER,
    Manner.DOUBT,
    Manner.PLEAD,
    Manner.BALK,
    Manner.WAIT,
    Manner.FAREWELL,
    Manner.GREET,
    Manner.CHAT,
    Manner.ASSENT,
)
"""The manners, the one first that asks most for an answer."""
_REMARKS: Final = REMARKS | {Manner.RULES, Manner.WAIT, Manner.CHAT}
"""Manners believed only where hardly a word of the message is left over."""
_LEFT: Final = 0.8
"""Highest cost of words left over then."""
_FEW: Final = 3
"""Words of a message that is nothing but a remark; left over they cost at least"""
_ALONE: Final = 0.2
_SERIOUS: Final = frozenset({"kidding", "joking", "jk", "joke", "jest", "messing", "teasing", "trolling", "sarcastic"})
"""Words that take back what was said before."""


@dataclass(frozen=True, slots=True)
class _Path:
    cost: float = 0.0
    said: tuple[News, ...] = ()
    names: int = 0


def read_beside(text: str, context: Context, framed: Sequence[Utterance] = ()) -> tuple[Utterance, ...]:
    """The open questions or the courtesy in a message; nothing where it holds neither. Never raises.

    framed: what it says in the very words of a bot.
    """
    if not context.hearers or not text.strip():
        return ()
    careful = tuple(framed) if len(framed) == 1 and isinstance(framed[0], Courtesy | Query) else ()
    if careful or len(text) > MAX_TEXT:
        return careful
    seen = spot(text, context.position.phase if context.position is not None else None)
    ground = Ground(context.speaker, context.hearers, context.position, context.third)
    questions: list[Utterance] = []
    said: list[Courtesy] = []
    unread, left = 0, 0.0
    for sentence in sentences(seen.tokens):
        path = _taken(sentence, seen, context)
        asking = [news for news in path.said if news.kind not in MANNERS]
        if asking == [News("why")] and not asked(asking[0], ground, context):
            asking, path = [], replace(path, said=(News(Manner.WONDER),))
        found = [utterances[0] for news in asking if (utterances := asked(news, ground, context))]
        if found and path.cost <= _UNREAD:
            questions += found
        elif not asking:
            said += [courteous(news, context) for news in path.said]
        unread += path.names + (len(asking) > len(found))
        left += path.cost
    if jests(text) and any(one.manner is Manner.JEST for one in said):
        return (Courtesy(context.speaker, context.hearers, Manner.JEST),)
    if questions:
        return tuple(dict.fromkeys(questions))[:2]
    believed = [one for one in said if left <= _LEFT or one.manner not in _REMARKS]
    if SUPPOSED.search(text):
        believed = [one for one in believed if one.manner is not Manner.BLAME]
    weighty = sorted(believed, key=lambda one: _WEIGHT.index(one.manner))
    return tuple(weighty[:1]) if not unread or _stands_alone(weighty) else ()


def jests(text: str) -> bool:
    """True if the writer says that it was a joke."""
    return not _SERIOUS.isdisjoint(text.lower().replace(".", " ").replace("!", " ").replace(",", " ").split())


def _stands_alone(said: Sequence[Courtesy]) -> bool:
    """True if the courtesy is the message's purpose, despite other names."""
    return bool(said) and said[0].manner in (Manner.BLAME, Manner.THREATEN)


# ── a sentence ──────────────────────────────────────────────────────────────────────────────────


def _taken(sentence: Sentence, seen: Spotted, context: Context) -> _Path:
    """The cheapest way to take a sentence as questions and courtesies with words between them."""
    lexed = lexemes(sentence.tokens, seen.entities, context.hearers, seen.text)
    rules = grammar(TABLES)
    chart = Chart(rules, _makers(), lexed)
    first = _cheapest(lexed, chart, rules)
    # `Please?` and `Really?` alone are no words that may be left out.
    return first if first.said or len(lexed) > _FEW else _cheapest(lexed, chart, rules, least=_ALONE)


def _cheapest(lexed: Sequence[Lexeme], chart: Chart, rules: Grammar, least: float = 0.0) -> _Path:
    """least: what a word that is left over costs at least."""
    best = [_Path(), *[_Path(NEVER)] * len(lexed)]
    for at in range(len(lexed)):
        for other, path in _onward(best[at], chart, rules, at, least):
            if (path.cost, -len(path.said)) < (best[other].cost, -len(best[other].said)):
                best[other] = path
    return best[-1]


def _onward(here: _Path, chart: Chart, rules: Grammar, at: int, least: float) -> list[tuple[int, _Path]]:
    lexeme = chart.tokens[at]
    name = lexeme.keys[0] in _NAMES and lexeme.skip >= NEVER
    price = _NAME if name else max(min(lexeme.skip, _UNREAD), least)
    found = [(at + 1, _Path(here.cost + price, here.said, here.names + name))]
    for category, dear in _CATEGORIES.items():
        if not rules.firsts[category].isdisjoint(lexeme.keys):
            for edge in chart.at(category, at):
                found.append((edge.end, _Path(here.cost + dear + edge.cost, (*here.said, edge.value), here.names)))
    return found


_NAMES: Final = ("@P", "@U", "@W", "@J")
_CATEGORIES: Final[Mapping[str, float]] = {"Open": 0.1, "Beside": 0.15}


def _news(kind: str, **slots: Any) -> News:
    return News(kind, tuple(slots.items()))


@cache
def _makers() -> Mapping[str, Callable[..., Any]]:
    """Every production's maker is the name of what is asked or said."""
    return {production.maker: partial(_news, production.maker) for production in grammar(TABLES).productions}
