"""What of the readings of a text is claimed, what is offered and what is let go, by how likely each is.

The rules of the reader say what a text may mean; how people use such words says how far to trust that. A reading that
the rules are sure of is claimed if it is likely too, else it is asked about; what is unlikely is not even offered.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from negotiation.english.context import Context
from negotiation.english.entities import Spotted, Token
from negotiation.english.likelihood import Standing, marks, probability
from negotiation.english.roles import seen
from negotiation.english.understanding import Candidate, Understanding
from negotiation.terms import Accept, Answer, Reject

__all__ = ["marked", "trusted"]

_CLAIMED: Final = 0.8
_OFFERED: Final = 0.05


def trusted(spotted: Spotted, understood: Understanding, context: Context) -> Understanding:
    """The understanding of a text, with what is not likely asked about instead of claimed, or left out."""
    if any(_settled(one, context) for one in understood.candidates):
        return understood
    # A text of several sentences says it as clearly as the sentence does that says it most clearly.
    chance = {one: max(map(probability, found)) for one, found in marked(spotted, understood, context)}
    if understood.verdict == "clear":
        (claim,) = understood.candidates
        return understood if chance[claim] >= _CLAIMED else replace(understood, verdict="choose", likely=(claim,))
    kept = tuple(one for one in understood.candidates if chance[one] >= _OFFERED or _answers(one))
    if kept == understood.candidates:
        return understood
    likely = tuple(one for one in understood.likely if one in kept)
    return replace(understood, verdict="choose" if kept else "none", candidates=kept, likely=likely)


def _settled(candidate: Candidate, context: Context) -> bool:
    """Whether it answers what was said in L: then it is known what was proposed."""
    return any(isinstance(one, Accept | Reject) and one.deal not in context.heard for one in candidate)


def _answers(candidate: Candidate) -> bool:
    return any(isinstance(one, Accept | Reject | Answer) for one in candidate)


def marked(spotted: Spotted, understood: Understanding, context: Context) -> Iterator[tuple[Candidate, list[set[str]]]]:
    """Every candidate with the marks that each sentence of the text gives it."""
    sentences = list(_sentences(spotted.tokens)) or [()]
    views = [[seen(spotted, each, one, context.speaker) for each in sentences] for one in understood.candidates]
    between = (context.open_deals, context.open_query, context.supposed, context.perhaps)
    opened = "".join(letter for letter, what in zip("DQsp", between, strict=True) if what)
    for rank, one in enumerate(understood.candidates):
        rivals = tuple(view[0].kinds for at, view in enumerate(views) if at != rank)
        standing = Standing(understood.verdict, rank, one in understood.likely, rivals, opened)
        yield one, [marks(view, standing) for view in views[rank]]


def _sentences(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The tokens sentence by sentence, each with the sign it ends with."""
    start = 0
    for at, token in enumerate(tokens, 1):
        if token.sym in (".", "?"):
            yield tokens[start:at]
            start = at
    if start < len(tokens):
        yield tokens[start:]
