"""What a text names and which words stand around it, as far as learnt weights look at it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from adjudication.board import Province
from adjudication.powers import POWERS, Power, as_power
from negotiation.english.context import Context
from negotiation.judge.cues import cues_of
from negotiation.terms import Deal
from negotiation.words.entities import Place, Spotted, UnitRef, When
from negotiation.words.spotting import Table, spot

__all__ = ["CAPITALS", "Mention", "Named", "codes_in", "named_in", "themes_of"]

_MOST: Final = 400
"""Letters of a text that are looked at."""
_ENDS: Final = "."
"""Stands before the first word and after the last."""
_ME: Final = frozenset(["i", "me", "my", "mine", "myself"])
_HIM: Final = frozenset(["he", "him", "his", "she", "her", "they", "them", "their", "it", "its", "that"])
_YOU: Final = frozenset(["you", "your", "yours", "yourself"])


@dataclass(frozen=True, slots=True)
class Mention:
    """A place or power that is named. at: its token's number; owner: `me`, `you`, a power or ""; kind: A, F or ""."""

    at: int
    name: str
    owner: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Named:
    """A text by its tokens, and what these name. words: tokens, names by their letter. sides: tokens of the speaker and
    of who is spoken to, `me` or `you` by their number."""

    context: Context
    words: tuple[str, ...]
    places: tuple[Mention, ...]
    powers: tuple[Mention, ...]
    sides: Mapping[int, str]
    times: tuple[When, ...]
    units: tuple[Mention, ...] = ()
    """Units of which no place is named."""
    told: dict[int, tuple[object, tuple[str, ...]]] = field(default_factory=dict, compare=False, repr=False)
    """What the text tells of contents, by their identity; each content is kept with it."""
    kinds: dict[object, tuple[tuple[str, ...], tuple[str, ...]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What it tells of kinds of candidates (`negotiation.judge.traits`)."""

    @cached_property
    def present(self) -> frozenset[Power]:
        """Those who talk."""
        return frozenset((self.context.speaker, *self.context.hearers))

    @cached_property
    def provinces(self) -> tuple[Province, ...]:
        """None twice, in the order of the text."""
        return tuple(dict.fromkeys(one.name for one in self.places))

    @cached_property
    def others(self) -> tuple[Power, ...]:
        """Powers that are named and take no part."""
        return tuple(dict.fromkeys(as_power(one.name) for one in self.powers if one.name not in self.present))

    @cached_property
    def themes(self) -> tuple[str, ...]:
        """What the words are about, whichever of the words for it stands there."""
        found = {theme for word in self.words for theme in themes_of(word)}
        return tuple(theme for theme in _THEMES if theme in found)

    @cached_property
    def denied(self) -> bool:
        """Whether something is denied, and not only asked for politely: `could you not`."""
        pairs = zip((".", *self.words[:-1]), self.words, (*self.words[1:], "."), strict=True) if self.words else ()
        return any(
            word in _DENIES and not (before in _ASKS and after in ("you", "we", "i")) and before != "why"
            for before, word, after in pairs
        )

    @cached_property
    def keeps_out(self) -> bool:
        """Whether words may deny something without a `not`: `keep Vienna out of Budapest`."""
        return not self.denied and not _OUT.isdisjoint(self.words)

    @cached_property
    def courts(self) -> tuple[Power, ...]:
        """Powers that may be meant by their capitals: `dear Vienna`, `against London`."""
        return tuple(CAPITALS[one] for one in self.provinces if one in CAPITALS)

    @cached_property
    def pointed(self) -> tuple[Power, ...]:
        """The power that `him` may stand for, where none is named."""
        spoken = self.context.third if not self.others else None
        return (spoken,) if spoken is not None and not _HIM.isdisjoint(self.words) else ()

    @cached_property
    def first(self) -> Mapping[str, Mention]:
        """By province, where it is first named; where it is named with a unit, there."""
        found: dict[str, Mention] = {}
        for one in self.places:
            if one.name not in found or (found[one.name].owner == "" and one.owner):
                found[one.name] = one
        return found

    @cached_property
    def cues(self) -> Mapping[str, tuple[str, ...]]:
        """By name, what the words around it say of it."""
        marks = ((one.at, one.name) for one in (*self.places, *self.powers) if one.name not in self.present)
        return cues_of(self.words, sorted(marks))

    @cached_property
    def on_table(self) -> frozenset[str]:
        """The places and powers of what is open, theirs or the speaker's own."""
        deals = self.context.open_deals or self.context.own_deals
        return codes_in(deals[0]) if deals else frozenset()

    def word(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else _ENDS


_CODE: Final = re.compile(r"'([A-Z]{3})'")


@lru_cache(maxsize=512)
def codes_in(deal: Deal) -> frozenset[str]:
    """The places and powers of a deal."""
    return frozenset(_CODE.findall(repr(deal)))


def named_in(text: str, context: Context, seen: Spotted | None = None) -> Named:
    """What the text names and says around it."""
    if seen is None:
        here, players = context.position, (context.speaker, *context.hearers)
        table = Table(here, players) if here is not None else None
        seen = spot(text[:_MOST], here.phase if here is not None else None, table)
    words: list[str] = []
    places: list[Mention] = []
    powers: list[Mention] = []
    sides: dict[int, str] = {}
    times: list[When] = []
    units: list[Mention] = []
    known = dict.fromkeys(context.hearers, "you") | {context.speaker: "me"}
    for at, token in enumerate(seen.tokens):
        entity = seen.entities.get(token.sym)
        word = token.sym.partition("~")[0]
        words.append(token.sym[0] if entity is not None else word)
        if isinstance(entity, UnitRef):
            place = entity.place.province if entity.place is not None else ""
            owner = known.get(as_power(entity.owner), entity.owner) if entity.owner in POWERS else entity.owner
            if place and place not in ("", "there", "it"):
                places.append(Mention(at, place, owner, entity.kind))
            if entity.owner in POWERS:
                powers.append(Mention(at, entity.owner))
            if owner in ("me", "you"):
                sides[at] = owner
            if not place:
                units.append(Mention(at, "", owner, entity.kind))
        elif isinstance(entity, Place):
            if entity.province:
                places.append(Mention(at, entity.province))
        elif entity is None and _is_code(seen, at):
            words[-1] = "P"
            places.append(Mention(at, token.sym.upper()))
        elif isinstance(entity, When):
            times.append(entity)
        elif isinstance(entity, str) and entity in POWERS:
            powers.append(Mention(at, entity))
            if as_power(entity) in known:
                sides[at] = known[as_power(entity)]
        elif word in _ME:
            sides[at] = "me"
        elif word in _YOU:
            sides[at] = "you"
    for at, pair in _initials(seen.text, len(words)):
        powers += [Mention(at, one) for one in pair if one not in {each.name for each in powers}]
    return Named(context, tuple(words), tuple(places), tuple(powers), sides, tuple(times), tuple(units))


CAPITALS: Final[Mapping[Province, Power]] = {
    "LON": "ENG",
    "PAR": "FRA",
    "BER": "GER",
    "VIE": "AUS",
    "ROM": "ITA",
    "MOS": "RUS",
    "CON": "TUR",
}

_DENIES: Final = frozenset(["not", "never", "no", "neither", "nor", "nobody", "none", "without", "unless"])
_OUT: Final = frozenset(["out", "off", "away", "avoid", "stop", "refrain", "instead", "alone"])
_ASKS: Final = frozenset(["can", "could", "will", "would", "do", "are", "is", "should"])


def _stems(word: str) -> tuple[str, ...]:
    """Base forms of a word, as guesses."""
    if word.endswith("ing") and len(word) > 5:
        return (word[:-3], f"{word[:-3]}e", word[:-4])
    if word.endswith("ed") and len(word) > 4:
        return (word[:-2], word[:-1], word[:-3])
    return (word[:-1],) if word.endswith("s") and len(word) > 3 else ()


_THEMES: Final = {
    theme: frozenset(words.split())
    for theme, words in {
        "support": "support back backing backup assist cover prop defend behind help hand aid lend boost shore join",
        "stand": "hold stay sit remain put still keep guard safe stand tight rest",
        "move": "move go attack take head send march sail put leave vacate shift stroll walk jump step push poke",
        "enter": "enter into onto toward towards land",
        "convoy": "convoy ferry carry transport ship ride lift taxi passage board boat aboard across bring trip",
        "zone": "dmz out keep avoid empty neutral demilitarize demilitarized alone clear border buffer off away enters",
        "build": "build bld rebuild raise construct lay down new muster recruit launch builds waive",
        "retreat": "retreat withdraw fall pull back flee run escape return home",
        "remove": "remove disband scrap rid delete dissolve board map goes gone destroy",
        "bounce": "bounce standoff stand block collide meet clash bump standoffs bouncing",
        "share": "get have mine yours give belong want own center dot split share divide claim property cut",
        "peace": "peace truce friend trust nap war fight hostile hatchet nonaggression ceasefire settle patch quarrel",
        "ally": "ally alliance together team partner against join pact gang allied side force union",
        "draw": "draw finish stalemate tie end share way",
        "if": "if when once should case suppose provided unless condition exchange return swap trade deal",
        "heard": "told say said wrote write offer ask propose suggest hear tell letter message mention inform",
        "think": "think believe guess suspect bet reckon feel opinion sure expect seem look smell fear suppose hunch",
        "asks": "what where who whether know wonder plan intend mean are is do does will",
        "beware": "careful beware warn warning watch heads danger mind alert",
        "refuse": "no nope nah sorry cannot refuse decline reject pass not unfortunately",
        "accept": "yes yep yeah sure ok okay agree agreed deal accept fine works done alright gladly",
        "undo": "withdraw forget ignore scrap cancel retract off nevermind take back mistake drop void",
    }.items()
}
"""Words that say about the same, by what they are about."""


@lru_cache(maxsize=1 << 12)
def themes_of(word: str) -> tuple[str, ...]:
    """Themes of a word."""
    forms = (word, *_stems(word))
    return tuple(theme for theme, about in _THEMES.items() if not about.isdisjoint(forms))


_CODES: Final = frozenset(
    ["war", "den", "bud", "par", "bel", "ber", "mar", "rum", "ank", "bre", "lon", "mun", "rom", "tri", "pic"]
)
"""Codes of provinces that are words as well."""
_BESIDE: Final = frozenset(["and", ",", "+", "&", "/", "-", "plus", "mine", "yours", "for", "to", "s"])


def _is_code(seen: Spotted, at: int) -> bool:
    """Whether a word that is a code as well stands beside a place, with nothing or a joint between."""
    if seen.tokens[at].sym not in _CODES:
        return False
    near = [*range(max(0, at - 2), at), *range(at + 1, min(len(seen.tokens), at + 3))]
    places = [one for one in near if isinstance(seen.entities.get(seen.tokens[one].sym), Place | UnitRef)]
    between = [seen.tokens[(one + at) // 2].sym for one in places]
    return any(
        abs(one - at) == 1 or sym in _BESIDE or "~" in sym or _short_for_support(sym)
        for one, sym in zip(places, between, strict=True)
    )


def _short_for_support(sym: str) -> bool:
    return sym.startswith(("spt", "supp"))


_LETTERS: Final = {power[0]: power for power in POWERS}
_PAIR: Final = re.compile(
    r"(?<![\w/'])([aefgirt](?:(?:/[aefgirt])+|(?:[ ,+&]+[aefgirt]){2,}))(?![\w/'])", re.IGNORECASE
)
"""Powers by their first letters: `r/t`, `a e g i`."""


def _initials(text: str, end: int) -> list[tuple[int, tuple[Power, ...]]]:
    found = [re.split("[ ,+&/]+", match[1].upper()) for match in _PAIR.finditer(text[:_MOST])]
    return [(end - 1, tuple(as_power(_LETTERS[one]) for one in each)) for each in found if len({*each}) == len(each)]
