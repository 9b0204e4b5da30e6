"""Names first: a sentence becomes tokens in which every province, power, unit, time and verb has been found.

The tokens of `will you support my army in paris to bur` are `will you support~b U0 to P1`: patterns
over such text need not know names, spellings or forms. P place, U unit, W power, J power as an
adjective, T time, N number; `verb~b|s|g|d` base form, third person, -ing, past.
"""

from collections.abc import Mapping
from functools import lru_cache

from adjudication.phase import Phase
from negotiation.words.entities import Entity, Place, Raw, Spotted, Token, UnitRef, When, tokenized
from negotiation.words.names import with_names
from negotiation.words.shared import Table, decide_shared
from negotiation.words.times import with_times
from negotiation.words.units import with_adjectives, with_coasts, with_units

__all__ = ["Entity", "Place", "Spotted", "Table", "Token", "UnitRef", "When", "spot"]


@lru_cache(maxsize=16)
def spot(text: str, phase: Phase | None, table: Table | None = None) -> Spotted:
    """Find what a text names.

    `phase` tells what `next spring` is, `table` which of two places a short name means.

    Several steps ask it of the text that is read.
    """
    named, known = _named(text)
    tokens, entities = list(named), dict(known)
    tokens = with_times(tokens, entities, phase)
    tokens = with_coasts(tokens, entities)
    several = decide_shared(tokens, entities, table) if table is not None else 1
    tokens = with_units(tokens, entities)
    return Spotted(text, tuple(Token(token.sym, token.start, token.end) for token in tokens), entities, several)


@lru_cache(maxsize=32)
def _named(text: str) -> tuple[tuple[Raw, ...], Mapping[str, Entity]]:
    """Words and names of a text, whatever the turn and the board."""
    entities: dict[str, Entity] = {}
    return tuple(with_adjectives(with_names(tokenized(text), entities), entities)), entities
