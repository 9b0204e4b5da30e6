"""What of the readings of a text is claimed, what is offered and what is let go, by how likely each is.

The rules of the reader say what a text may mean; how people use such words says how far to trust that. A reading that
the rules are sure of is claimed if it is likely too, else it is asked about; of what they only offer, the unlikely is
left out, but no answers.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from negotiation.english.context import Context
from negotiation.english.likelihood import Standing, marks, probability
from negotiation.english.roles import Seen, seen
from negotiation.english.understanding import Candidate, Understanding
from negotiation.terms import Accept, Answer, Reject, Withdraw
from negotiation.words.entities import Spotted, Token

__all__ = ["marked", "trusted"]

_CLAIMED: Final = 0.8
"""How likely what is claimed must be. `docs/language.md` has what other bounds would come to."""

_OFFERED: Final = 0.05
"""How likely what is offered must be, unless it is an answer."""


def trusted(spotted: Spotted, understood: Understanding, context: Context) -> Understanding:
    """The understanding of a text, with what is not likely asked about instead of claimed, or left out."""
    kept = tuple(one for one, views in marked(spotted, understood, context) if _stays(one, views, understood))
    if understood.verdict == "clear":
        return understood if kept else replace(understood, verdict="choose")
    if kept == understood.candidates:
        return understood
    likely = tuple(one for one in understood.likely if one in kept)
    return replace(understood, verdict="choose" if kept else "none", candidates=kept, likely=likely)


def _stays(candidate: Candidate, views: list[set[str]], understood: Understanding) -> bool:
    """Whether a claim stays a claim, or a candidate is still offered.

    Every sentence that speaks of a claim must make it likely; of what is offered, one or the whole text. An answer is
    to what was said in L, so it is known what it is about.
    """
    if all(isinstance(one, Accept | Reject | Answer | Withdraw) for one in candidate):
        return True
    chances = list(map(probability, views))
    if understood.verdict == "clear":
        return min(chances[1:] or chances) >= _CLAIMED
    return max(chances) >= _OFFERED or any(isinstance(one, Accept | Reject) for one in candidate)


def marked(spotted: Spotted, understood: Understanding, context: Context) -> Iterator[tuple[Candidate, list[set[str]]]]:
    """Every candidate with the marks that the text gives it, and those of each sentence that names a part of it, if
    there are several sentences."""
    sentences = list(_sentences(spotted.tokens))
    kinds = [seen(spotted, (), one, context.speaker).kinds for one in understood.candidates]
    between = (context.open_deals, context.open_query, context.earlier)
    opened = "".join(letter for letter, what in zip("DQp", between, strict=True) if what) or "-"
    for rank, one in enumerate(understood.candidates):
        rivals = (*kinds[:rank], *kinds[rank + 1 :])
        standing = Standing(understood.verdict, rank, one in understood.likely, rivals, opened)
        views = [seen(spotted, each, one, context.speaker) for each in (sentences if len(sentences) > 1 else ())]
        views = [seen(spotted, spotted.tokens, one, context.speaker), *filter(_involved, views)]
        yield one, [marks(view, standing) for view in views]


def _involved(view: Seen) -> bool:
    """Whether a sentence names something that plays a part in the reading."""
    return any(":" in token and not token.endswith(":-") for token in view.tokens)


def _sentences(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The tokens sentence by sentence, each with the sign it ends with."""
    start = 0
    for at, token in enumerate(tokens, 1):
        if token.sym in (".", "?"):
            yield tokens[start:at]
            start = at
    if start < len(tokens):
        yield tokens[start:]
