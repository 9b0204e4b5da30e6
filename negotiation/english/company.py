"""Who is meant by a list of powers and pronouns: `an alliance between you, W1 and me` is one with W1 and me."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from negotiation.words.entities import Token
from negotiation.words.lexicon import words

__all__ = ["in_company"]

_PACTS: Final = words("alliance alliances ally~b peace truce ceasefire pact nap partnership team triple trio draw deal")
_AMONG: Final = words("between of with among amongst for")
_PRONOUNS: Final = words("you me i us")
_SEPARATORS: Final = words(", and & / +")


def in_company(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with every such list behind a pact said in one way: `with W1 and me`."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        size = _listed(tokens, at) if found and found[-1].sym in _PACTS and tokens[at].sym in _AMONG else 0
        members = [token for token in tokens[at + 1 : at + size] if token.sym not in _SEPARATORS]
        powers = [token for token in members if token.sym not in _PRONOUNS]
        if powers and len(powers) < len(members):
            for joint, token in enumerate([*powers, replace(members[-1], sym="me")]):
                found += [replace(tokens[at], sym="and" if joint else "with"), token]
            at += size
        else:
            found.append(tokens[at])
            at += 1
    return found


def _listed(tokens: Sequence[Token], at: int) -> int:
    """How many tokens a list takes together with the word before it; what separates its members is not its end."""
    end = last = at + 1
    while end < len(tokens) and (_member(tokens[end]) or tokens[end].sym in _SEPARATORS):
        end += 1
        last = end if _member(tokens[end - 1]) else last
    return last - at


def _member(token: Token) -> bool:
    return token.sym in _PRONOUNS or (token.sym[:1] in ("W", "J") and token.sym[1:].isdigit())
