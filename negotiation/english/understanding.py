"""Meanings of a text, as values."""

from typing import TypeAlias

from negotiation.terms import Utterance

__all__ = ["Candidate"]

Candidate: TypeAlias = tuple[Utterance, ...]
"""Possible meaning of a text: usually one utterance; `yes, and can you …` is two."""
