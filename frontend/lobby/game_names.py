"""Names for tables, for hosts who have none in mind."""

import secrets
from typing import Final

__all__ = ["TABLE_NAMES", "suggest_name"]

TABLE_NAMES: Final = (
    "A Letter to Vienna",
    "A Quiet Winter",
    "Ask Me Tomorrow",
    "Between the Lines",
    "Blotting Paper",
    "Candles in Trieste",
    "Cold Tea in Warsaw",
    "Dear Neighbour",
    "Envelope Season",
    "Fair Copy",
    "Fog in the Channel",
    "For Your Eyes Only",
    "Half a Promise",
    "In Confidence",
    "Ink Before Dawn",
    "Kind Regards",
    "Let Us Be Frank",
    "Margin Notes",
    "Most Sincerely",
    "No Hard Feelings",
    "North Sea Courtesies",
    "Of Course, My Friend",
    "On Second Thoughts",
    "Paper Boats",
    "Pen and Winter",
    "Postscript",
    "Read Twice",
    "Sealed at Midnight",
    "Seven Chairs",
    "Small Courtesies",
    "Smoke over Smyrna",
    "Spring in Burgundy",
    "The Borrowed Pen",
    "The Burgundy Question",
    "The Green Blotter",
    "The Long Table",
    "The Patient Ally",
    "The Second Draft",
    "Under Separate Cover",
    "Yours Until Autumn",
)


def suggest_name() -> str:
    """One of the names, by lot."""
    return secrets.choice(TABLE_NAMES)
