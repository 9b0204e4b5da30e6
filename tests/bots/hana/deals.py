"""Deals from their text in L."""

from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse_formula
from negotiation.terms import Agree, Commits, Deal

__all__ = ["deal_in"]


def deal_in(text: str) -> Deal:
    """The deal that a text in L is."""
    deal = parse_formula(text, DIPLOMACY)
    assert isinstance(deal, Agree | Commits), text
    return deal
