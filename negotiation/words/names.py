"""Provinces and powers in a text: spellings, misspellings, and words that only look like names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from adjudication.board import STANDARD
from adjudication.names.spelling import Speller
from adjudication.names.table import ADJECTIVES, AREAS, POWER_WORDS
from negotiation.words.entities import WORD, Entity, Place, Raw
from negotiation.words.initials import initials, named_alliance, paired
from negotiation.words.lexicon import PROVINCE_WORDS, RISKY, SHARED_WORDS, verb_forms, words

__all__ = ["with_names"]


@cache
def _names() -> dict[tuple[str, ...], tuple[str, str]]:
    """Tokens of a name -> (P, W or J; code)."""
    table: dict[tuple[str, ...], tuple[str, str]] = {}
    for kind, named in (("P", PROVINCE_WORDS), ("W", POWER_WORDS), ("J", ADJECTIVES)):
        for name, code in named.items():
            table.setdefault(tuple(WORD.findall(name)), (kind, code))
    table["eng",] = ("W", "ENG")
    for risky in RISKY:
        table.setdefault((risky,), ("", ""))
    return {key: value for key, value in table.items() if value[0]}


_LONGEST: Final = 5
_VERBS: Final = verb_forms()


# ── misspellings ────────────────────────────────────────────────────────────────────────────────

_NEAR_WORDS: Final = words(
    "america american finance finances frances venues tunes unites serial greed bulgar gallic galactic allies"
    " ironic holding hollow london's ionic clyde wares wales sweden's navel naval napkin marsh parish vienn"
    " berline austral australia german's persia russet turnkey burgers bundle belgian belong munching monarch"
    " romance romantic parents britons brother breast silent silence smarts prudent pickard adrift adrenaline"
    " normal nowhere sweeten sweetens sweeter"
)


@cache
def _speller() -> Speller[tuple[str, str]]:
    return Speller({key[0]: meaning for key, meaning in _names().items() if len(key) == 1})


_WORDS_AS_SHORT: Final = words("live liver mars port const constant cons bare pied pari gree sile rome bail")
"""Words that are also the beginning of a province's name."""


@cache
def _cut_short() -> dict[str, tuple[str, str]]:
    """Every beginning of at least four letters that only one province's name has, as `gali` and `bohe`."""
    found: dict[str, set[str]] = {}
    for code, facts in STANDARD.provinces.items():
        name = facts.name.lower()
        for size in range(4, len(name)) if name.isalpha() else ():
            found.setdefault(name[:size], set()).add(code)
    return {short: ("P", codes.pop()) for short, codes in found.items() if len(codes) == 1}


def _misspelt(word: str) -> tuple[str, str] | None:
    """A long name with one letter too many, too few, wrong or swapped, or cut short; the first letter must be right."""
    short = _cut_short().get(word) if word not in _VERBS and word not in _WORDS_AS_SHORT else None
    if short is not None:
        return short
    if word in _NEAR_WORDS or word in _VERBS or not word.isalpha():
        return None
    return _speller().surely(word)


def with_names(raws: Sequence[Raw], entities: dict[str, Entity]) -> list[Raw]:
    names = _names()
    lows = [raw.text.lower() for raw in raws]
    shouting = sum(raw.text.isupper() for raw in raws if len(raw.text) > 1) > len(raws) * 0.6 and len(raws) > 3
    found: list[Raw] = []
    index = 0
    while index < len(raws):
        raw, low = raws[index], lows[index]
        if low == "nap" and _is_pact(lows, index):
            found.append(Raw(raw.text, raw.start, raw.end, "truce"))
            index += 1
            continue
        area = _area(lows, index)
        if area is not None:
            length, provinces = area
            if found and found[-1].sym == "the":
                found.pop()
            for place, province in enumerate(provinces):
                name = f"P{len(entities)}"
                entities[name] = Place(province)
                joint = [Raw("and", raw.start, raw.end, "and")] if place else []
                found += [*joint, Raw(raw.text, raw.start, raws[index + length - 1].end, name)]
            index += length
            continue
        named = named_alliance(raws, index, entities)
        if named is not None:
            size, syms = named
            found += syms
            index += size
            continue
        pair = initials(raws, index, shouting, names)
        if pair is not None:
            length, powers = pair
            end = raws[index + length - 1].end
            found += [Raw(raw.text, raw.start, end, sym) for sym in paired(powers, entities)]
            index += length
            continue
        for length in range(min(_LONGEST, len(raws) - index), 0, -1):
            key = tuple(lows[index : index + length])
            meaning = names.get(key)
            if meaning is None and length == 1:
                if low.endswith("s") and low[:-1] in POWER_WORDS and len(low) > 5:
                    meaning = ("W", POWER_WORDS[low[:-1]])
                else:
                    meaning = _misspelt(low)
            if meaning is None:
                continue
            if length == 1:
                meaning = _sure(
                    meaning, _Around(raws[index].text, tuple(lows), index, shouting, _ends_with_place(found))
                )
                if meaning is None:
                    continue
            kind, code = meaning
            if kind == "P" and found and found[-1].sym == "the":
                raw = found.pop()
            name = f"{kind}{len(entities)}"
            entities[name] = Place(code) if kind == "P" else code
            among = SHARED_WORDS.get(" ".join(key), ()) if kind == "P" else ()
            found.append(Raw(raw.text, raw.start, raws[index + length - 1].end, name, among))
            index += length
            break
        else:
            raw.sym = _symbol(low)
            if raw.text in ("A", "F") and low in ("a", "f"):
                raw.sym = low
            if low == "s" and lows[index + 1 : index + 2] in (["me"], ["you"], ["us"], ["my"], ["your"], ["u"]):
                raw.sym = "support~b"
            found.append(raw)
            index += 1
    return found


_PACT_BEFORE: Final = words("a that an of sign this the our have do want propose agree accept")
_PACT_AFTER: Final = words("for until till til with w between pact thru through")


def _is_pact(lows: Sequence[str], index: int) -> bool:
    """True if `nap` is a pact here, and not Naples."""
    after = lows[index + 1 : index + 2]
    if after == ["-"]:
        return False
    alone = not index and (not after or (after[0] in ("?", "!", ".") and len(lows) == index + 2))
    return (index > 0 and lows[index - 1] in _PACT_BEFORE) or (bool(after) and after[0] in _PACT_AFTER) or alone


def _area(lows: Sequence[str], index: int) -> tuple[int, tuple[str, ...]] | None:
    """Provinces of an area named here, and the number of words."""
    for length in (2, 1):
        words_ = lows[index : index + length]
        provinces = AREAS.get(" ".join(words_)) if len(words_) == length else None
        if provinces is not None:
            return length, provinces
    return None


def _symbol(low: str) -> str:
    form = _VERBS.get(low)
    if form is not None:
        return f"{form[0]}~{form[1]}"
    if low[0] in ".…":
        return "."
    if "?" in low:
        return "?"
    if low[0] in "!\n;":
        return "." if low[0] != ";" else ";"
    return low


_BEFORE: Final = words(
    "to into in from - s c of at f army fleet support supports through via out hold attack take / toward"
    " towards cut tap over enter entering invade poke leave and or , for dmz around near ( bounce & convoy"
    " hitting attacking taking keep gets get my your his defend cover move moving send bring order"
    " retake vacate have can could will would should has use with if then when do + grab open opening onto vs target"
    " v versus against targeting about hit hits want need give gives like go going secure securing claim letting let"
    " leaving vacating covering defending holding retreat dmzing bouncing cutting tapping entering pressure threaten"
    " force forcing try lose gets got reach me you i we remove removing disband disbanding scrap build building rebuild"
    " withdraw"
)
_AFTER_UNIT: Final = words(
    "to into - via support supports and hold holds . , ? should could can will would has had must gets goes stays is"
    " retreats falls leaves disbands moves"
)
_AFTER: Final = words(
    "- s c h hold holds holding support supports supporting to , and or . ? with for / from if then ) & ;"
    " convoy convoys taps cuts bounces"
    " into via moves moving sup m : is next this now again so but on while instead free open dmz as in"
    " sc nc ec ! too first because unless army fleet bounce dmz'd dmzed neutral empty clear stays stay"
    " remain remains should will can could + until right when after before at please also only here i you we"
    " then would might alone by across over has goes gets falls retreats disbands leaves = k kk ok pls"
)
_NOT_AFTER: Final[Mapping[str, frozenset[str]]] = {
    "war": words(
        "at to the of in this a for no more world on from and or , want need like hit go going me you i we lose"
    ),
    "north": words(
        "the up to in from go going want need me you i we like try head heading heads swing swinging turn further"
    ),
    "irish": words("the me you i we"),
    "norwegian": words("the a my your his me you i we"),
    "black": words("the me you i we like"),
    "both": words("to into in from - s c of at and or , for me you i we want need like hit go give let try take"),
    "par": frozenset(["on", "at"]),
    "con": frozenset(["a", "the", "pro"]),
    "arm": frozenset(["the", "an", "my", "your", "his"]),
    "gas": frozenset(["the", "some", "of"]),
    "bar": frozenset(["the", "a", "at"]),
    "den": frozenset(["the", "a"]),
    "mid": frozenset(["in", "the", "my"]),
    "her": frozenset(),
    "nor": frozenset([",", "and"]),
    "fin": frozenset(["the"]),
    "pic": frozenset(["the", "a"]),
    "nat": frozenset(),
    "hel": frozenset(["the", "what"]),
    "ec": frozenset(),
    "bud": words("ok okay sure thanks thx cheers sorry hey hi yo good great cool fine yes yeah no nope nah deal done"),
    "por": frozenset([]),
    "eas": frozenset(),
}
_INVERTED: Final = words("will would do does did am is are was can could should shall have has had")
"""Verbs after the word `nor`: `nor will I`."""

_ORDER_BEFORE: Final = words("and or , . then + &") | {""}
"""Words before an order that begins with the place of its unit: `P1 to P2 and war to P3`."""

_PLACED_THINGS: Final = words("dmz dmzs dmz'd dmzed bounce standoff")
"""Things whose preceding word can only be their place: `a channel dmz`."""

_SHARED_CODES: Final = words("den con par mar vie spa nap pie gal bud ion rom")
"""Codes that after a power's name can only be what it gets: `England den`."""

_AFTER_FIRST: Final = words("- = s to / for h ? hold holds dmz bounce and , & + is are support supports convoy convoys")
_TO_CHANNEL: Final = words("- move moving fleet f open opening sail sailing go going")
_SUPPORTING: Final = words("s support supports supporting")
_HELD_UP: Final = re.compile(r"(?:to |and \S+ )?(?:h|holds?|holding)(?!\S)")
"""Aims of support for a place, never for a power: `support Eng to hold`."""

_STANDING: Final = words("army armies fleet fleets unit units")
_WITHIN: Final = words("in into to over from of at dmz leave enter keep vacate bounce open empty for")
_SEA_WAY: Final = words("via in c f dmz - fleet through of enter into s keep keeping leaving entering empty")


@dataclass(frozen=True, slots=True)
class _Around:
    """A word and what stands around it. shouting: the whole text is in capitals. listed: a place was just named."""

    text: str
    lows: tuple[str, ...]
    index: int
    shouting: bool
    listed: bool


def _goes_back(lows: Sequence[str], index: int) -> bool:
    """True for either name of `gal back to war`."""
    names = [at for at, low in enumerate(lows) if _names().get((low,), ("",))[0] == "P"]
    return any(
        index in (one, other)
        and lows[other - 1] == "to"
        and 1 < other - one < _STRIDE
        and not _RETURNING.isdisjoint(lows[one:other])
        and (_RETURNING | _KINDLY).issuperset(lows[one + 1 : other])
        for one, other in pairwise(names)
    )


_RETURNING: Final = words("back return returns returning home")
_KINDLY: Final = words("to please pls should must can could go goes come comes will shall")
_STRIDE: Final = 6


def _is_place(low: str) -> bool:
    """True if a word can only be a province."""
    return low not in RISKY and _names().get((low,), ("", ""))[0] == "P"


def _ends_with_place(found: Sequence[Raw]) -> bool:
    return bool(found) and found[-1].sym[:1] == "P"


def _sure(meaning: tuple[str, str], word: _Around) -> tuple[str, str] | None:
    """The meaning of a one-word name where it stands; None when the word is more likely just a word."""
    lows, index = word.lows, word.index
    low = lows[index]
    before = lows[index - 1].strip() if index else ""
    after = (lows[index + 1].strip() if index + 1 < len(lows) else "") or "."
    if low == "eng":
        placed = before in _SEA_WAY or (before == "to" and not _TO_CHANNEL.isdisjoint(lows))
        placed = placed or (before in _SUPPORTING and _HELD_UP.match(" ".join(lows[index + 1 : index + 4])) is not None)
        return ("P", "ECH") if placed or after == "-" else ("W", "ENG")
    if meaning[0] == "P" and low in ("english", "irish"):
        return None
    if low not in RISKY:
        return meaning
    if (low == "both" and word.text != "BOT") or (low == "nor" and (after in _INVERTED or "neither" in lows[:index])):
        return None
    two_before = lows[index - 2] if index > 1 else ""
    if low == "channel" and before == "the":
        return meaning
    if low == "black" and before == "the" and two_before in _WITHIN and after in (*_AFTER, "empty"):
        return meaning
    if before == "in" and two_before in _STANDING and after in _AFTER_UNIT:
        return meaning
    if after in _PLACED_THINGS:
        return meaning
    if low == "north" and before in ("the", "up", "in", "from", "head", "heading", "swing", "swinging", "turn"):
        return None
    upper = word.text.isupper() and len(word.text) > 1 and not word.shouting
    title = word.text.istitle() and index > 0 and before not in (".", "?", "!", "\n", '"', "“")
    if (upper or title) and low not in ("her",):
        return meaning
    onward = lows[index + 2] if after in ("to", "into") and index + 2 < len(lows) else ""
    if _goes_back(lows, index) or (before in _ORDER_BEFORE and _names().get((onward,), ("",))[0] == "P"):
        return meaning
    if before in _NOT_AFTER.get(low, frozenset()) and after not in ("-", "s", "h", "hold", "support", "supports"):
        return None
    ordering = after == "-" or before == "-" or (after in ("s", "h", "c") and index + 2 <= len(lows))
    if ordering:
        return meaning
    if before in ("a", "f") and after in ("s", "h", "c", "-", "hold", "holds", "support", "supports", "to"):
        return meaning
    if len(lows) <= 3 and word.text.istitle():
        return meaning
    shared = low in _SHARED_CODES and (
        before in POWER_WORDS or (before in ("you", "me", "i") and any(map(_is_place, lows)))
    )
    left = before in _BEFORE or word.listed or shared
    right = after in _AFTER or _names().get((after,), ("",))[0] == "P"
    if not before:
        followed = after in _AFTER_FIRST or (after in _AFTER and low != "war") or _is_place(after)
        return meaning if followed else None
    return meaning if left and right else None
