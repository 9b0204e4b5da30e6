"""Costs against a reading, of passing over a sentence, and the time that it names."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from negotiation.diplomacy import Drw
from negotiation.english.context import Context
from negotiation.grammar.chart import NEVER
from negotiation.grammar.reading import Item, Row, Sentence, lexemes
from negotiation.grammar.saying import Marked, News
from negotiation.grounding.parts import Common, Duty, Reading
from negotiation.terms import Do, Not
from negotiation.words.entities import Spotted, Token, When
from negotiation.words.lexicon import words

__all__ = ["asked", "oddness", "silence", "time_doubt", "times", "when_said"]


def oddness(row: Row, sentence: Sentence, context: Context) -> float:
    """Cost of what stands beside a deal in doubt: `wait`, `then Italy`, a wish.

    A wish whose reason is asked is none; a yes that two things wait for is unclear.
    """
    kinds = {one.value.kind for one in row.items if isinstance(one.value, Marked)}
    said = [one.value for one in row.items if not isinstance(one.value, Marked)]
    torn = context.open_query is not None and context.open_deals and kinds & {"yes", "no"} and not said
    typed = [token.sym.partition("~")[0] for token in sentence.tokens]
    wishes = not _WISHES.isdisjoint(zip(typed, typed[1:], typed[2:], strict=False))
    why = "why" in typed and wishes and any(not isinstance(one, News) for one in said)
    then = any(one == "then" and other[:1] == "W" for one, other in pairwise(typed))
    perhaps = bool(said) and "perhaps" in kinds
    return 0.8 * (bool(torn) + then + perhaps) + 1.2 * why


_WISHES: Final = frozenset([("not", "you", "want"), ("you", "not", "want")])
"""`Why don't you want peace?` asks for the reason; `why don't we make peace?` proposes it."""


def silence(sentence: Sentence, seen: Spotted, answers: bool, dear: float) -> float:
    """Cost of reading nothing from a sentence.

    NEVER if it limits or revokes. answers: True if it may answer something open. dear: extra cost, since it reads well.
    """
    lexed = lexemes(sentence.tokens, seen.entities, (), seen.text)
    syms = {token.sym.partition("~")[0] for token in sentence.tokens}
    names = sum(one.keys[:1] in _NAMES for one in lexed)
    denies = sum(one.skip >= NEVER for one in lexed) - names
    if syms & _LIMITS or (denies and (names or syms & _POINTING or any(one.keys == ("@T",) for one in lexed))):
        return NEVER
    deeds = sum("~" in token.sym for token in sentence.tokens)
    doubts = 0.9 if denies or syms & _DOUBTS else 0.0
    wanted = 0.5 if answers or (names and sentence.question) else 0.0
    return min(1.4, 0.15 + 0.2 * names + 0.1 * deeds) + doubts + wanted + dear


_NAMES: Final = (("@P",), ("@U",), ("@W",), ("@J",), ("@N",))
_LIMITS: Final = words("if unless until except without otherwise else either or")
"""What no sentence that is passed over may have."""
_POINTING: Final = words("that it this them these those deal serious seriously anything everything")
"""What, denied in a sentence of its own, may take back what another says."""
_DOUBTS: Final = words("actually joke kid kidding sarcasm serious later")
"""Words of a sentence that may take back what is said next to it."""


def times(said: Sequence[Item], sentence: Sentence, seen: Spotted, whole: When) -> list[When]:
    """The time of each thing said: its own where several are named, else that of the sentence."""
    at = [here for here, token in enumerate(sentence.tokens) if isinstance(seen.entities.get(token.sym), When)]
    if len(at) < 2 or len(said) < 2:
        return [whole] * len(said)
    begins = [0, *(item.end for item in said[:-1])]
    return [when_said(sentence.tokens[begin : item.end], seen) for begin, item in zip(begins, said, strict=True)]


def time_doubt(parts: Reading, when: When) -> float:
    """Cost against a reading by its time."""
    contents = [part.content for part in parts if isinstance(part, Duty | Common)]
    orders = [isinstance(part.item if isinstance(part, Not) else part, Do) for part in contents]
    someday = when.later and (when.turn is None or not all(orders))
    # A draw ends the game: a time that stands beside it tells when it is asked for.
    draws = any(isinstance(part, Drw) for part in contents) and (when.turn or when.last) is not None
    return 1.5 if someday or draws or (when.limit and any(orders)) else 0.0


def when_said(tokens: Sequence[Token], seen: Spotted) -> When:
    """The first time named among the tokens."""
    times = [one for token in tokens if isinstance(one := seen.entities.get(token.sym), When)]
    return times[0] if times else When()


def asked(context: Context) -> bool:
    """True if a proposal or a question is open."""
    return bool(context.open_deals) or context.open_query is not None
