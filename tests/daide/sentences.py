"""Messages drawn by chance from the table of messages."""

from random import Random

from daide.grammar import ROWS
from daide.tokens import BY_NAME, TOKENS, Words, integer

__all__ = ["draw"]

_KINDS = {
    "client_message": ("client_command", "client_request", "player_command", "player_request"),
    "client_command": ("player_command",),
    "client_request": ("player_request",),
    "server_message": ("server_command",),
}
_NO_TOKENS = frozenset({"@Sea_SC", "@Bicoastal_non-SC"})
"""Categories of other maps."""
_LETTERS = tuple(BY_NAME[name] for name in ("PCE", "FRA", "ERR", "MAP"))


def draw(name: str, level: int, rng: Random, depth: int = 0) -> Words:
    """Draw a message of this kind at a level.

    With short lists and no deep nesting.
    """
    if name == "anything":
        return tuple(rng.choice(_LETTERS) for _ in range(rng.randrange(3)))
    names = (name, *_KINDS.get(name, ()))
    sides = [
        side
        for row in ROWS
        if row.name in names and row.level <= level and not row.option and row.syntax not in _NO_TOKENS
        for side in row.syntax.split(" / ")
    ]
    sides += [part for part in names[1:] if part in _KINDS]
    if depth > 6:  # the simplest ones end it
        sides = sorted(sides, key=lambda side: len(side.split()))[:3]
    return _side(rng.choice(sides).split(), level, rng, depth + 1)


def _side(pieces: list[str], level: int, rng: Random, depth: int) -> Words:
    found: list[int] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        if piece.startswith("<"):
            inner, open_groups = [piece[1:]], 1
            while True:
                end = piece.rstrip("*+?")
                open_groups -= end.count(">")
                if not open_groups:
                    break
                piece = pieces[at]
                at += 1
                open_groups += piece.count("<")
                inner.append(piece)
            inner[-1] = inner[-1].rstrip("*+?").removesuffix(">")
            sign = piece[-1] if piece[-1] in "*+?" else ""
            for _ in range(_times(sign, rng)):
                found += _side(inner, level, rng, depth)
        else:
            sign = piece[-1] if piece[-1] in "*+?" else ""
            for _ in range(_times(sign, rng)):
                found += _word(piece.rstrip("*+?"), level, rng, depth)
    return tuple(found)


def _times(sign: str, rng: Random) -> int:
    return {"*": rng.randrange(3), "+": rng.randrange(1, 3), "?": rng.randrange(2), "": 1}[sign]


def _word(piece: str, level: int, rng: Random, depth: int) -> Words:
    if piece in BY_NAME:
        return (BY_NAME[piece],)
    if piece == "@Integers":
        return (integer(rng.choice((-8192, -1, 0, 7, 1901, 8191))),)
    if piece == "@Text":
        return (0x4B00 + rng.choice(b"Az'\\ 9"),)
    if piece.startswith("@"):
        return (rng.choice([token.number for token in TOKENS if token.category == piece[1:]]),)
    return draw(piece, level, rng, depth)
