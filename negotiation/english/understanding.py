"""Meanings of a text, as values."""

from typing import TypeAlias

from negotiation.terms import Utterance

__all__ = ["Candidate"]

Candidate: TypeAlias = tuple[Utterance, ...]
"""What a text may mean: usually one utterance; `yes, and can you …` is two."""
