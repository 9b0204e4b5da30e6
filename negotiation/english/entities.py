"""What a text can name, and the tokens it becomes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from negotiation.diplomacy import Turn

__all__ = ["WORD", "Entity", "Place", "Raw", "Spotted", "Token", "UnitRef", "When", "tokenized"]


@dataclass(frozen=True, slots=True)
class Place:
    province: str
    coast: str = ""


@dataclass(frozen=True, slots=True)
class UnitRef:
    """A unit as mentioned. owner: `me`, `you`, `we`, `they`, a power or "" when it was not said; kind "" likewise."""

    owner: str = ""
    kind: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class When:
    """A time as mentioned.

    turn: when an order is due; None: in the turn now on. last: the last turn that what lasts binds; None: as
    long as the game. later: it begins in a turn to come, which only an order can say. limit: only the end
    was named, as in `until 1903`.
    """

    turn: Turn | None = None
    last: Turn | None = None
    later: bool = False
    limit: bool = False


Entity = Place | UnitRef | When | str


@dataclass(frozen=True, slots=True)
class Token:
    """`sym` is what patterns see; `start` and `end` are offsets in what was typed."""

    sym: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spotted:
    text: str
    tokens: tuple[Token, ...]
    entities: Mapping[str, Entity] = field(hash=False)


@dataclass(slots=True)
class Raw:
    text: str
    start: int
    end: int
    sym: str = ""


WORD: Final = re.compile(
    r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|'s\b|\d+|\.{2,}|…|[-\u2013\u2014\u2212]*[>→⇒]|[-\u2013\u2014\u2212]+|=+>?|[?!]+|[^\w\s]|\n+",
    re.UNICODE,
)
_DASHES: Final = frozenset("-\u2013\u2014\u2212→⇒>=")
_EXPANSIONS: Final[Mapping[str, str]] = {
    short: long
    for line in """
    i'll|ill|i'l=i will; i'm|im=i am; i'd|id=i would; i've|ive=i have; you'll|youll|ull|you'l=you will;
    you're|youre=you are; you'd|youd=you would; you've|youve=you have; we'll=we will; we're=we are; we'd=we would;
    we've|weve=we have; he'll=he will; he's|hes=he is; he'd=he would; they'll|theyll=they will; they're|theyre=they are;
    she's=she is; it's|its=it is; that's|thats=that is; that'll=that will; it'll=it will; what's|whats=what is;
    don't|dont|don=do not; doesn't|doesnt=does not; didn't|didnt=did not; won't|wont=will not; isn't|isnt=is not;
    can't|cant|cannot=can not; couldn't|couldnt=could not; wouldn't|wouldnt=would not; shouldn't|shouldnt=should not;
    aren't|arent=are not; wasn't|wasnt=was not; haven't|havent=have not; hasn't|hasnt=has not; let's|lets=let us;
    how's|hows=how is;
    how'd=how would; what'd=what would; that'd=that would; it'd|itd=it would;
    there's|theres=there is; who's|whos=who is; where's=where is; here's=here is;
    u|ya|yu=you; ur|yr=your; r=are; pls|plz|plse=please; gonna=going to; wanna=want to; gotta=have to; lemme=let me;
    gimme=give me; b4=before; bc|cuz|coz|cos|becuase=because; vs|v=against; thru=through; ppl=people; tho=though;
    u'll=you will; u're=you are; i'ma|ima=i will; y'all|yall=you; shoulda=should have; woulda=would have;
    coulda=could have;
    ain't=is not; whaddya=what do you; wouldnt=would not; yours=your; wud=would; cud=could; wld=would;
    """.replace("\n", " ").split(";")
    if "=" in line
    for shorts, long in [line.strip().split("=")]
    for short in shorts.split("|")
}


_SLIPPED: Final = re.compile(r"(?<=[a-z]);(?=(?:t|s|ll|re|ve|m|d)\b)", re.IGNORECASE)
"""The key next to the apostrophe's, as in `don;t`."""


def tokenized(text: str) -> list[Raw]:
    raws: list[Raw] = []
    for match in WORD.finditer(_SLIPPED.sub("'", text)):
        word = match[0].replace("\u2019", "'")
        low = word.lower()
        start, end = match.span()
        if low[0] in _DASHES:
            raws.append(Raw("-", start, end))
        elif low in _EXPANSIONS and not (len(low) == 1 and word.isupper()) and not (low == "id" and word == "ID"):
            raws.extend(Raw(part, start, end) for part in _EXPANSIONS[low].split())
        elif low.endswith("'s") and len(low) > 2:
            raws += [Raw(word[:-2], start, end - 2), Raw("'s", end - 2, end)]
        else:
            raws.append(Raw(word, start, end))
    return raws
