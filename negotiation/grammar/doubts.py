"""Costs that speak against a reading, or for passing over a sentence."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from negotiation.diplomacy import Drw
from negotiation.english.context import Context
from negotiation.grammar.chart import NEVER
from negotiation.grammar.reading import Item, Row, Sentence, lexemes
from negotiation.grammar.saying import Clause, Marked, News
from negotiation.grounding.bodies import Orders
from negotiation.grounding.ground import Move
from negotiation.grounding.parts import Common, Duty, Reading
from negotiation.terms import Do, Not
from negotiation.words.entities import Spotted, Token, When
from negotiation.words.lexicon import words

__all__ = ["asked", "oddness", "silence", "time_doubt", "times", "when_said"]


def oddness(row: Row, sentence: Sentence, context: Context) -> float:
    """Cost against any meaning of a row: doubt, jest, or another subject."""
    marked = [(one, one.value.kind) for one in row.items if isinstance(one.value, Marked)]
    said = [one.value for one in row.items if not isinstance(one.value, Marked)]
    kinds = {kind for _, kind in marked}
    cost = 0.0
    if said and "perhaps" in kinds:
        cost += 0.8
    tokens = sentence.tokens
    places = [at for at, token in enumerate(tokens) if token.sym[:1] == "P" and token.sym[1:].isdigit()]
    named = [one for one, kind in marked if kind in ("yes", "no") and any(one.start <= at < one.end for at in places)]
    if said and named and not asked(context):
        cost += 0.8
    if context.open_query is not None and context.open_deals and kinds & {"yes", "no"} and not said:
        cost += 0.8
    if any(isinstance(one, News) and one.kind == "reason" for one in said) and (row.reasons or len(row.skipped) > 1):
        cost += 1.0
    if any(isinstance(one, News) and one.kind == "withdraw" for one in said) and not context.own_deals:
        cost += 0.8
    typed = [token.sym.partition("~")[0] for token in tokens]
    if (said or len(typed) == 2) and any(tuple(typed[: len(one)]) == one for one in _UNMEANT):
        cost += 1.2
    if len(said) == 2 and not kinds and _maybe_warning(said):
        cost += 0.8
    rows = {*((one,) for one in typed), *pairwise(typed), *zip(typed, typed[1:], typed[2:], strict=False)}
    if said and not _MUTUAL.isdisjoint(rows):
        cost += 1.2
    if "why" in typed and not _WISHES.isdisjoint(rows) and any(not isinstance(one, News) for one in said):
        cost += 1.2
    begun = typed[0] in ("and", "or") and len(said) == 1 and not kinds
    if begun and isinstance(said[0], Clause) and said[0].kind == "bids":
        cost += 0.8
    if any(one == "then" and other[:1] == "W" for one, other in pairwise(typed)):
        cost += 0.8
    return cost


_WISHES: Final = frozenset([("not", "you", "want"), ("you", "not", "want")])
"""`Why don't you want peace?` asks for the reason; `why don't we make peace?` proposes it."""


def _maybe_warning(said: Sequence[object]) -> bool:
    """`P1 to P2 and I will go to P3`: agreed on, or what follows."""
    first, then = said
    if not (isinstance(first, Clause) and isinstance(then, Clause)) or first.mods or then.subject != "me":
        return False
    sketches = [deed.body.sketch for one in (first, then) for deed in one.deeds if isinstance(deed.body, Orders)]
    moves = [one for one in sketches if isinstance(one, Move) and one.unit is not None]
    return first.kind in ("noun", "bids") and "will" in then.mods and len(moves) == len(sketches) == 2


_UNMEANT: Final = (
    *(("oh", "sure"), ("yeah", "right"), ("if", "so"), ("ideally",), ("as", "if")),
    *(("it", "is", one, "that") for one in ("good", "great", "nice", "fine", "funny")),
)
"""Beginnings of what is not meant, or is only held to be good."""
_MUTUAL: Final = frozenset(
    [
        *(("so", one, "i") for one in ("do", "will", "shall", "would", "can", "am")),
        *(("as", one, "i") for one in ("do", "will", "would")),
        *(("me", "too"), ("same", "here"), ("vice", "versa"), ("likewise",)),
    ]
)
"""Says that the other side does the same; who passes over it has understood half."""


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
