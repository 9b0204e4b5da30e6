"""The one table of tokens: name, number, use. Everything else asks it.

A message on the wire is a row of 16-bit numbers, here `Words`: the high octet is the category, and of integers the
two's complement of 14 bits. People write it as text: `SND (FRA) (PRP (PCE (ENG FRA)))`, `NME ('Alice') ('1.0')`.
`words_of` and `text_of` are inverse; `nested` and `flat` go to tuples and back.

Source: the client-server protocol of DAIDE, version 1, revision 14, and the numbers later agreed on (SMR, CCL, NAR).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from adjudication.board import STANDARD, ProvinceFacts
from adjudication.powers import POWER_NAMES, POWERS

__all__ = [
    "BRA",
    "BY_NAME",
    "ERR",
    "INTEGERS",
    "KET",
    "TEXT",
    "TOKENS",
    "MalformedText",
    "Text",
    "Token",
    "Tree",
    "Words",
    "category",
    "flat",
    "integer",
    "is_private",
    "name_of",
    "nested",
    "number_of",
    "text_of",
    "words_of",
]

Words: TypeAlias = tuple[int, ...]
"""A message as it is sent: numbers of 16 bits."""


class Text(str):
    """A string inside a message, such as a name.

    Any other `str` in a `Tree` is the name of a token.
    """

    __slots__ = ()


Tree: TypeAlias = "str | int | Text | tuple[Tree, ...]"
"""A message with its brackets as tuples: `("NOW", ("SPR", 1901), ("AUS", "FLT", "TRI"))`."""


class MalformedText(ValueError):  # noqa: N818 - named after what was given
    """A text that is no message; says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Token:
    """A row of the table.

    `number`: as it is sent. `category`: its name. `use`: what it stands for.
    """

    name: str
    number: int
    category: str
    use: str


_WRITTEN: Final = """
Miscellaneous 40: BRA 00 opening bracket; KET 01 closing bracket
Unit_Types 42: AMY 00 army; FLT 01 fleet
Orders 43: CTO 20 move by convoy to; CVY 21 convoy; HLD 22 hold; MTO 23 move to; SUP 24 support; VIA 25 by way of;
  DSB 40 disband; RTO 41 retreat to; BLD 80 build; REM 81 remove; WVE 82 waive a build
Order_Notes 44: MBV 00 the order is good; BPR 01 the turn is being processed (not used any more);
  CST 02 no coast given, or no place for such a unit; ESC 03 not an empty supply center; FAR 04 not adjacent;
  HSC 05 not a home supply center; NAS 06 not at sea; NMB 07 no more builds; NMR 08 no more removals;
  NRN 09 no retreat needed; NRS 0A not the right season; NSA 0B no such army; NSC 0C not a supply center;
  NSF 0D no such fleet; NSP 0E no such province; NSU 10 no such unit; NVR 11 not a valid retreat;
  NYU 12 not your unit; YSC 13 not your supply center
Results 45: SUC 00 succeeded; BNC 01 bounced; CUT 02 support cut; DSR 03 convoy disrupted;
  FLD 04 failed (not used any more); NSO 05 no such order; RET 06 must retreat
Coasts 46: NCS 00 north coast; NEC 02 northeast coast; ECS 04 east coast; SEC 06 southeast coast; SCS 08 south coast;
  SWC 0A southwest coast; WCS 0C west coast; NWC 0E northwest coast
Phases 47: SPR 00 spring moves; SUM 01 spring retreats; FAL 02 fall moves; AUT 03 fall retreats; WIN 04 builds
Commands 48: CCD 00 civil disorder; DRW 01 draw; FRM 02 message from; GOF 03 go ahead; HLO 04 start of the game;
  HST 05 history; HUH 06 not understood; IAM 07 who comes back; LOD 08 load a game; MAP 09 name of the map;
  MDF 0A definition of the map; MIS 0B missing orders; NME 0C name of a player; NOT 0D not; NOW 0E position;
  OBS 0F observer; OFF 10 the end of the connection; ORD 11 result of an order; OUT 12 power eliminated;
  PRN 13 brackets do not match; REJ 14 no; SCO 15 owners of supply centers; SLO 16 won by one power;
  SND 17 send a message; SUB 18 orders; SVE 19 save a game; THX 1A note on an order; TME 1B time to the deadline;
  YES 1C yes; ADM 1D message about the game; SMR 1E summary of the game
Parameters 49: AOA 00 any orders are accepted; BTL 01 seconds for builds; ERR 02 place of an error; LVL 03 level;
  MRT 04 must retreat to; MTL 05 seconds for moves; NPB 06 no press in builds; NPR 07 no press in retreats;
  PDA 08 partial draws; PTL 09 press ends so many seconds before the deadline; RTL 0A seconds for retreats;
  UNO 0B nobody; DSD 0D the clock stops while a player is disconnected
Press 4A: ALY 00 alliance; AND 01 all of these; BWX 02 none of your business; DMZ 03 demilitarised zone; ELS 04 else;
  EXP 05 explain; FCT 06 fact; FOR 07 in this turn; FWD 08 forward what is received; HOW 09 how to attack;
  IDK 0A unknown to the speaker; IFF 0B if; INS 0C insist; OCC 0E occupy; ORR 0F any of these; PCE 10 peace;
  POB 11 the position on the board; PRP 13 propose; QRY 14 ask; SCD 15 division of centers; SRY 16 sorry;
  SUG 17 suggest; THK 18 think; THN 19 then; TRY 1A tokens that are understood; VSS 1C against;
  WHT 1D what to do with; WHY 1E why; XDO 1F order; XOY 20 owes; YDO 21 may order these units; CHO 22 some of these;
  BCC 23 forward what is sent; UNT 24 any unit; NAR 25 no arrangement; CCL 26 take back
"""

INTEGERS: Final = "Integers"
TEXT: Final = "Text"
_TEXT_CATEGORY: Final = 0x4B
_PRIVATE: Final = range(0x58, 0x60)
_SMALLEST, _GREATEST = -8192, 8191

_PROVINCE_KINDS: Final = (
    ("Inland_non-SC", 0x50),
    ("Inland_SC", 0x51),
    ("Sea_non-SC", 0x52),
    ("Sea_SC", 0x53),
    ("Coastal_non-SC", 0x54),
    ("Coastal_SC", 0x55),
    ("Bicoastal_non-SC", 0x56),
    ("Bicoastal_SC", 0x57),
)


def _province_kind(facts: ProvinceFacts) -> str:
    kind = "Bicoastal" if facts.coasts else {"sea": "Sea", "coast": "Coastal", "inland": "Inland"}[facts.kind]
    return f"{kind}_{'SC' if facts.is_center else 'non-SC'}"


def _rows() -> Iterator[Token]:
    for section in re.split(r"\n(?! )", _WRITTEN.strip()):
        head, rows = section.split(": ", 1)
        name, high = head.split()
        for row in rows.split(";"):
            token, low, use = row.split(maxsplit=2)
            yield Token(token, int(high + low, 16), name, " ".join(use.split()))
    for index, power in enumerate(POWERS):
        yield Token(power, 0x4100 + index, "Powers", POWER_NAMES[power])
    # Provinces are numbered through, by kind and then by name.
    index = 0
    for kind, high_octet in _PROVINCE_KINDS:
        for code, facts in sorted(STANDARD.provinces.items()):
            if _province_kind(facts) == kind:
                yield Token(code, high_octet * 256 + index, kind, facts.name)
                index += 1


TOKENS: Final[tuple[Token, ...]] = tuple(sorted(_rows(), key=lambda token: token.number))
"""Every token but integers and letters, by number."""

BY_NAME: Final[dict[str, int]] = {token.name: token.number for token in TOKENS} | {"(": 0x4000, ")": 0x4001}
_BY_NUMBER: Final[dict[int, Token]] = {token.number: token for token in TOKENS}
BRA: Final = BY_NAME["BRA"]
KET: Final = BY_NAME["KET"]
ERR: Final = BY_NAME["ERR"]


def category(word: int) -> str:
    """The name of a word's category; "" for an unknown word."""
    if word < 0x4000:
        return INTEGERS
    if word >> 8 == _TEXT_CATEGORY:
        return TEXT
    token = _BY_NUMBER.get(word)
    return "" if token is None else token.category


def is_private(word: int) -> bool:
    """True for numbers that may never be sent."""
    return word >> 8 in _PRIVATE


def integer(value: int) -> int:
    """An integer as a word.

    Raises ValueError for one that 14 bits do not hold.
    """
    if not _SMALLEST <= value <= _GREATEST:
        raise ValueError(f"{value} is not between {_SMALLEST} and {_GREATEST}, as far as a number of DAIDE goes")
    return value & 0x3FFF


def number_of(word: int) -> int:
    """The integer that a word is."""
    return word - 0x4000 if word & 0x2000 else word


def name_of(word: int) -> str:
    """A word as it is written; an unknown one as `#4E02`."""
    if word < 0x4000:
        return str(number_of(word))
    token = _BY_NUMBER.get(word)
    return {BRA: "(", KET: ")"}.get(word, f"#{word:04X}" if token is None else token.name)


# ── to text and back ────────────────────────────────────────────────────────────────────────────

_PIECE: Final = re.compile(r"\s*(?:([()])|'((?:[^'\\]|\\.)*)'|(-?\d+)(?![A-Za-z])|#([0-9A-Fa-f]{4})|([A-Za-z0-9]{3}))")


def words_of(text: str) -> Words:
    """Read a message as people write it. Raises MalformedText."""
    found: list[int] = []
    at, text = 0, text.strip()
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None:
            raise MalformedText(f"at letter {at + 1}: '{text[at : at + 12]}' is no token")
        bracket, string, number, raw, name = match.groups()
        if string is not None:
            found += _letters(re.sub(r"\\(.)", r"\1", string))
        elif number is not None:
            found.append(integer(int(number)))
        elif raw is not None:
            found.append(int(raw, 16))
        elif (bracket or name.upper()) in BY_NAME:
            found.append(BY_NAME[bracket or name.upper()])
        else:
            raise MalformedText(f"at letter {at + 1}: there is no token '{name}'")
        at = match.end()
    return tuple(found)


def text_of(words: Words) -> str:
    """Write a message as people read it; `words_of` reads it back."""
    pieces: list[str] = []
    letters: list[int] = []
    for word in (*words, -1):
        if word >> 8 == _TEXT_CATEGORY:
            letters.append(word & 0xFF)
            continue
        if letters:
            pieces.append("'" + re.sub(r"(['\\])", r"\\\1", _string(letters)) + "'")
            letters = []
        if word >= 0:
            pieces.append(name_of(word))
    return re.sub(r"\( | (?=\))", lambda match: match[0].strip(), " ".join(pieces))


def _letters(string: str) -> list[int]:
    return [_TEXT_CATEGORY * 256 + octet for octet in string.encode("utf-8", "surrogateescape")]


def _string(octets: list[int]) -> str:
    return bytes(octets).decode("utf-8", "surrogateescape")


# ── to tuples and back ──────────────────────────────────────────────────────────────────────────


def nested(words: Words) -> tuple[Tree, ...]:
    """A message with its brackets as tuples.

    Raises ValueError where they do not match.
    """
    open_lists: list[list[Tree]] = [[]]
    letters: list[int] = []
    for word in (*words, -1):
        if word >> 8 == _TEXT_CATEGORY:
            letters.append(word & 0xFF)
            continue
        if letters:
            open_lists[-1].append(Text(_string(letters)))
            letters = []
        if word == BRA:
            open_lists.append([])
        elif word == KET:
            done = tuple(open_lists.pop())
            if not open_lists:
                raise ValueError("a bracket is closed that was not opened")
            open_lists[-1].append(done)
        elif word >= 0:
            open_lists[-1].append(number_of(word) if word < 0x4000 else name_of(word))
    if len(open_lists) > 1:
        raise ValueError("a bracket is not closed")
    return tuple(open_lists[0])


def flat(tree: tuple[Tree, ...]) -> Words:
    """A message of tuples as it is sent.

    Raises KeyError or ValueError for what cannot be.
    """
    found: list[int] = []
    for item in tree:
        if isinstance(item, tuple):
            found += (BRA, *flat(item), KET)
        elif isinstance(item, Text):
            found += _letters(item)
        elif isinstance(item, str):
            found.append(int(item[1:], 16) if item.startswith("#") else BY_NAME[item])
        else:
            found.append(integer(item))
    return tuple(found)
