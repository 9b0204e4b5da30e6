"""Odd files that once ended in an error of Python."""

import json
from typing import Final

from adjudication.games import FORMATS, RecordedGame
from adjudication.position import opening, position_as_dict, position_from_dict

__all__ = ["ODD", "late_game"]


def _jdip(head: str, province: str) -> str:
    return (
        f'<?xml version="1.0"{head}?><game><variant name="Standard"/>'
        '<turn season="Spring" phase="Movement" year="1901" resolved="false"><positions>'
        f'<position province="{province}"><unit power="Russia" type="fleet"/></position>'
        "</positions></turn></game>"
    )


def _arena() -> str:
    first = position_as_dict(opening())
    outcomes = [{"power": "AUS", "order": "A VIE H", "reason": []}]
    return json.dumps({"final": first, "rulebook": "2023", "phases": [first | {"outcomes": outcomes}]})


ODD: Final = [
    ("a place of the sea", _jdip("", "stp/wc"), "'stp/wc' is not a place of the standard map"),
    ("an army on a coast", _jdip("", "stp/nc").replace("fleet", "army"), "an army in St Petersburg stands on no coast"),
    ("an encoding nobody knows", _jdip(' encoding="foo"', "xyz"), "'xyz' is not a place"),
    ("an encoding of several bytes", _jdip(' encoding="shift_jis"', "xyz"), "'xyz' is not a place"),
    ("an encoding of seven bits", _jdip(' encoding="utf-7"', "xyz"), "'xyz' is not a place"),
    ("a reason that is a list", _arena(), "reason: must be a text"),
    (
        "arrows without a place",
        "Starting position for Spring of 1901.\n\nAustria: Army Budapest.\n\n"
        "Movement results for Spring of 1901.\n\nAustria: Army Budapest -> ->.\n",
        "'Army Budapest -> ->' does not say where to",
    ),
]
"""Name, text, and words of its refusal."""


def late_game(year: int) -> str:
    """Write a game that ends as it begins."""
    first = position_from_dict(position_as_dict(opening()) | {"phase": f"S{year}M"})
    return FORMATS["dipgame"].write(RecordedGame((), first, name="Late", ending="draw"))
