"""Tables of tokens and messages as Markdown.

`python -m daide.tables docs/daide.md` renews them there.
"""

import re
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from daide.grammar import LEVELS, ROWS
from daide.tokens import TOKENS

__all__ = ["renewed"]

_SENDERS = {
    "client_command": "client",
    "client_request": "client",
    "client_message": "client",
    "player_command": "player",
    "player_request": "player",
    "server_command": "server",
    "server_message": "server",
    "press": "press",
    "statement": "press",
    "reply": "press",
    "arrangement": "in press",
    "several": "in press",
}


def tokens_table() -> str:
    """The tokens, a row for each category."""
    lines = ["| category | tokens |", "|---|---|"]
    for category, tokens in groupby(TOKENS, lambda token: token.category):
        each = ", ".join(f"`{token.name}` {token.number:04X} {token.use}" for token in tokens)
        lines.append(f"| {category.replace('_', ' ')} | {each} |")
    return "\n".join(lines)


def messages_table() -> str:
    """The messages and what press is made of, by level."""
    lines = ["| level | of | message | says |", "|---|---|---|---|"]
    for row in ROWS:
        if row.about and row.name in _SENDERS:
            syntax = re.sub(r"(?<=\() | (?=\))", "", row.syntax).replace("<", "").replace(">", "…")
            syntax = re.sub(r"…[*+?]", " …", syntax)
            level = f"{row.level} {row.option}".strip()
            lines.append(f"| {level} | {_SENDERS[row.name]} | `{syntax}` | {row.about} |")
    return "\n".join(lines)


def levels_table() -> str:
    """The levels and their names."""
    return "\n".join(["| level | press |", "|---|---|", *(f"| {level} | {words} |" for level, words in LEVELS.items())])


_TABLES = {"tokens": tokens_table, "messages": messages_table, "levels": levels_table}


def renewed(text: str) -> str:
    """Renew the tables of a page.

    They stand between marks, `<!-- tokens -->` and `<!-- end -->`.
    """
    for name, table in _TABLES.items():
        mark, written = f"<!-- {name} -->", table()
        before, found, rest = text.partition(mark)
        if found:
            text = f"{before}{mark}\n{written}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    return text


def main(arguments: Sequence[str]) -> int:
    """Renew the tables in the files named."""
    for name in arguments:
        path = Path(name)
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
