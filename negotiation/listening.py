"""What a message means: a deal where there is one, else what is asked or said beside deals."""

import re
from collections.abc import Collection
from typing import Final

from adjudication.powers import as_power
from negotiation.english.context import Context, words_of
from negotiation.english.tones import plain
from negotiation.english.understanding import MAX_CANDIDATES, Understanding
from negotiation.grammar.beside import jests, read_beside
from negotiation.reader import read
from negotiation.terms import REMARKS, Accept, Courtesy, Manner, Query, Utterance

__all__ = ["listen", "mumbled"]


def listen(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed.

    A deal that is read surely stands, unless its writer says that it was a joke. An open question is believed rather
    than a deal that is only offered; so is a courtesy, but for a few kind words that may agree to what is open.
    """
    text = plain(text)
    understood = read(text, context)
    clear = understood.verdict == "clear"
    at_length = clear and _agrees_at_length(text, understood)
    if clear and not (jests(text) or _asks_why(text, understood) or at_length):
        return understood
    beside = read_beside(text, context) or (_question_in(text, context) if not understood.candidates else ())
    if not beside:
        return understood
    if at_length and not jests(text):
        threat = isinstance(beside[0], Courtesy) and beside[0].manner is Manner.THREATEN
        return Understanding("choose", (beside, *understood.candidates)) if threat else understood
    if clear and not jests(text):
        return Understanding("choose", (*understood.candidates, beside))
    leans = context.open_deals and _may_agree(text, beside[0])
    if understood.candidates and (leans or _is_remark(beside[0])):
        offered = (*understood.candidates[: MAX_CANDIDATES - 1], beside)
        return Understanding("choose", offered, understood.unplaced)
    return Understanding("clear", (beside,))


def _question_in(text: str, context: Context) -> tuple[Utterance, ...]:
    """The open question that a message ends or begins with, where what stands beside it names nothing."""
    parts = [part for part in re.split(r"[,;:]|\bbut\b", text, flags=re.IGNORECASE) if part.strip()]
    for asked in dict.fromkeys((parts[-1], parts[0])) if len(parts) > 1 else ():
        rest = " ".join(part for part in parts if part is not asked)
        found = read_beside(asked, context) if not words_of(rest, context.speaker).naming else ()
        if found and isinstance(found[0], Query):
            return found
    return ()


def mumbled(text: str, speaker: str, hearers: Collection[str]) -> Courtesy:
    """What a bot hears of a message that was not understood: that something was said, and the province or the third
    power that is named in it, of several the last. What names nothing and is not about the game is small talk."""
    if not any(letter.isalnum() for letter in text):
        return Courtesy(speaker, tuple(hearers), Manner.PUZZLED)
    words = words_of(text, as_power(speaker))
    absent = [power for power in words.powers if power not in (speaker, *hearers)]
    about = next(reversed((*absent, *words.places)), None)
    said = set(re.findall(r"[a-z]+", text.lower()))
    if not words.naming and said & _COMMON and not any(word.startswith(_GAME) for word in said):
        return Courtesy(speaker, tuple(hearers), Manner.CHAT)
    return Courtesy(speaker, tuple(hearers), Manner.MUMBLE, about)


_COMMON: Final = frozenset(
    {"a", "an", "and", "any", "are", "be", "did", "do", "does", "for", "have", "he", "how", "i", "is", "it", "me", "my"}
    | {"not", "of", "on", "so", "that", "the", "they", "this", "to", "we", "what", "when", "who", "with", "you", "your"}
)
"""Words of which any sentence has one."""
_GAME: Final = (
    *("support", "move", "moving", "attack", "arm", "fleet", "unit", "center", "order", "build", "convoy", "retreat"),
    *("border", "help", "deal", "peace", "all", "hold", "provinc", "turn", "plan", "promis", "protect", "defend"),
    *("territor", "neutral", "truce", "treat", "draw", "win", "stab", "sea", "coast", "home", "north", "south"),
)
"""How words of the game begin."""


def _may_agree(text: str, said: Utterance) -> bool:
    """`Thanks!`, `Great move`: a few kind words, which may be a yes to what is open."""
    return isinstance(said, Courtesy) and said.manner in _KIND and len(text.split()) <= _FEW


def _is_remark(said: Utterance) -> bool:
    """`Ok`, `no way`, `really?`: which may be meant for what is open."""
    return isinstance(said, Courtesy) and said.manner in REMARKS


_KIND: Final = (Manner.THANK, Manner.PRAISE, Manner.FORGIVE)
_FEW: Final = 3


def _agrees_at_length(text: str, understood: Understanding) -> bool:
    """`Fine. Then it is war.`, which begins like a yes."""
    return len(text.split()) > _FEW and all(isinstance(each, Accept) for each in understood.candidates[0])


def _asks_why(text: str, understood: Understanding) -> bool:
    """`Why not?`, which agrees or asks."""
    return text.rstrip().endswith("?") and isinstance(understood.candidates[0][0], Accept)
