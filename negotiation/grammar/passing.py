"""Pass over remarks between commas, reasons and purposes."""

from collections.abc import Sequence
from typing import Final

from negotiation.grammar.chart import NEVER, Lexeme
from negotiation.words.entities import Token
from negotiation.words.lexicon import words

__all__ = ["ASIDE", "aside", "ends", "tells_why"]

_BREAKS: Final = frozenset([",", "-", ";", ":", "and", "but", "so", "(", ")", "…", "—"])
"""What a remark may stand behind."""
ASIDE: Final = 0.45
"""What it costs to pass over what is said beside a deal between commas: no place is named there, nothing is limited."""
_MOOD: Final = 0.15
"""What more it costs if somebody is named in it, or something denied."""
_DENIES: Final = frozenset(["not", "no", "never", "nor", "nothing", "nobody", "hardly", "neither"])
_POINTS: Final = frozenset(["that", "it", "this", "them", "so", "deal", "serious", "anything", "there", "either"])
"""What, denied, may take back what is said next to it."""
_WEIGHTY: Final = words(
    "think guess suppose consider might maybe perhaps wish let first before later instead support help deal peace"
    " ally alliance dmz draw convoy bounce yes ok sure agree accept refuse withdraw enemy enemies what please must"
    " attack hold stay move promise offer off cancel lie lied joke trust worried nervous wondering after rest until"
    " neither"
)
"""Words that say something after all."""
_ASKED: Final = frozenset(["can", "could", "will", "would", "do", "are", "should", "may", "shall"])
"""What a question begins with, or something that is asked for."""

_LONGEST: Final = 40
"""Words of the longest idle remark."""


def aside(lexed: Sequence[Lexeme], tokens: Sequence[Token], at: int) -> tuple[int, float]:
    """End and cost of an idle remark that begins here.

    0 without one.

    It names no place that is not named elsewhere, limits nothing, and asks for nothing.
    """
    denied = points = named = False
    end = len(tokens)
    if at and tokens[at - 1].sym not in _BREAKS:
        return 0, 0.0
    if at and tokens[at - 1].sym == "and" and lexed[at].keys[:1] in (("@W",), ("@J",)):
        return 0, 0.0
    first = [token.sym.partition("~")[0] for token in tokens[at : at + 2]]
    if first[0] in _ASKED or first in (["you", "can"], ["you", "may"], ["you", "could"]):
        return 0, 0.0
    for here in range(at, len(tokens)):
        if here - at == _LONGEST:
            return 0, 0.0
        word = tokens[here].sym.partition("~")[0]
        if word in (",", "-", ";", ":", "…", "—", "but") or (word == "so" and here > at):
            end = here
            break
        lexeme = lexed[here]
        points |= word in _POINTS
        if word in _DENIES:
            denied = True
        elif lexeme.keys[:1] in (("@W",), ("@J",)):
            named = True
        elif word in _WEIGHTY or (lexeme.skip >= 2.0 and not _said_elsewhere(lexed, here)):
            return 0, 0.0
    if end - at < 3 or (denied and points):
        return 0, 0.0
    return end, ASIDE + (_MOOD if denied or named else 0.0)


def _said_elsewhere(lexed: Sequence[Lexeme], at: int) -> bool:
    """True for a word about the past, or a place named elsewhere."""
    lexeme = lexed[at]
    if lexeme.skip < NEVER:
        return bool(lexeme.keys) and lexeme.keys[0] not in _DEALS
    if lexeme.keys[:1] != ("@P",):
        return False
    return any(one.value == lexeme.value and one.keys[:1] == ("@P",) and here != at for here, one in enumerate(lexed))


_DEALS: Final = frozenset(["peace", "alliance", "draw", "dmz", "truce", "nap", "war", "bounce", "support", "convoy"])


def tells_why(tokens: Sequence[Token], at: int) -> bool:
    """True if the words after `so` state a purpose."""
    after = [token.sym.partition("~")[0] for token in tokens[at + 1 : at + 3]]
    return len(after) == 2 and after[0] in _PERSONS and after[1] in ("can", "will", "may", "might")


_PERSONS: Final = frozenset(["i", "we", "you", "he", "she", "they", "it"])


def ends(lexed: Sequence[Lexeme], tokens: Sequence[Token], at: int) -> list[int]:
    """Possible ends of a begun reason.

    At a comma, or with the sentence; never over a condition.
    """
    found: list[int] = []
    for end in range(at, len(tokens)):
        if tokens[end].sym in ("if", "unless", "or", "only", "until"):
            return found
        parted = tokens[end].sym in (",", "-", ";", ":", "and", "but", "so") and end > at
        if parted or (tokens[end].sym in _BEGINS and end > at + 2):
            found.append(end)
    return [*found, len(tokens)] if at < len(tokens) else found


_BEGINS: Final = frozenset(["i", "let", "please", "could", "can"])
"""What begins something new after a reason."""
