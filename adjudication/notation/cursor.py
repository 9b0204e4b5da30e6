"""Cursor over a typed order: words, places and units."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.names import COAST_WORDS, either, nearest_places, places_named, region_phrase
from adjudication.notation.errors import IllegalOrder
from adjudication.notation.tokens import POWERS_NAMED, tokenized
from adjudication.notation.vocabulary import BY_WHOM, CONDITIONS, EXAMPLES, KINDS, SIDES, SMALL, VERBS
from adjudication.phase import PhaseKind
from adjudication.position import Position, Unit
from adjudication.powers import Power
from adjudication.written import MalformedOrder, shortened

__all__ = ["CODES_SHARED", "Cursor", "Shared"]

_LONGEST_TEXT: Final = 200
_LONGEST_NAME: Final = 4
"""Words of the longest name of a place."""


CODES_SHARED: Final[dict[str, tuple[Province, ...]]] = {
    code: others
    for code in STANDARD.provinces
    if (others := tuple(other for other, facts in STANDARD.provinces.items() if facts.name.upper().startswith(code)))
    and others != (code,)
}
"""Codes that begin other names too, with all places so named: `TYR`."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A short name in a text, and the places that share it.

    by_code: True if it is the code of the first, which is meant where nothing decides.
    """

    phrase: str
    provinces: tuple[Province, ...]
    by_code: bool = False


class Cursor:
    """A place in a text, and what stands there.

    power: whoever writes, where that is known. picks: the places that shared names stand for, in their order; the
    likeliest where there are none.
    """

    def __init__(
        self,
        text: str,
        phase_kind: PhaseKind,
        position: Position | None,
        power: Power | None = None,
        picks: Sequence[Province] = (),
    ) -> None:
        self.text = text
        self.power = power
        self.phase_kind: PhaseKind = phase_kind
        self.position = position
        self.picks = picks
        self.shared: list[Shared] = []
        if not text.strip() or len(text) > _LONGEST_TEXT:
            raise MalformedOrder(f"That is no order. {EXAMPLES[phase_kind]}")
        self.whose, self.tokens = tokenized(text, EXAMPLES[phase_kind])
        self.at = 0

    # tokens

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def verb(self, ahead: int = 0) -> str:
        """The verb at the cursor, or "" if the next token is none or the text is over."""
        return VERBS.get(self.peek(ahead), "")

    def skip(self, *words: str) -> bool:
        """Step over the next token if it is one of the words."""
        here = self.peek() in words
        self.at += here
        return here

    def skip_small(self) -> None:
        while self.peek() in SMALL or self._is_article():
            self.at += 1

    def _is_article(self) -> bool:
        """True at the A of `a French army`, not of `A Par`."""
        ahead = 1
        while self.peek() == "A" and (self.peek(ahead) in SMALL or self.peek(ahead) in POWERS_NAMED):
            ahead += 1
        return self.peek() == "A" and self.peek(ahead) in KINDS and len(self.peek(ahead)) > 1

    def expect_end(self) -> None:
        if self.at < len(self.tokens):
            rest = " ".join(self.tokens[self.at :]).lower()
            raise MalformedOrder(f"'{shortened(self.text)}' goes on with '{rest}' where the order should end.")

    def malformed(self) -> MalformedOrder:
        return MalformedOrder(f"'{shortened(self.text)}' is not an order. {EXAMPLES[self.phase_kind]}")

    # places and units

    def name(self) -> tuple[int, str, tuple[Province, ...]]:
        """The name of a place at the cursor: how many tokens it takes, the phrase, and what it may stand for."""
        for length in range(_LONGEST_NAME, 0, -1):
            words = self.tokens[self.at : self.at + length]
            if len(words) < length or any(not word.isalpha() for word in words):
                continue
            if any(word in VERBS and len(word) > 1 for word in words[1:]) or words[-1] in SMALL:
                continue
            found = places_named(" ".join(words))
            if found and (length == 1 or not self._is_two(words)):
                return length, " ".join(words).lower(), found
        return 0, "", ()

    def _is_two(self, words: Sequence[str]) -> bool:
        """True if a verb of one letter stands between: `PAR S MAR`."""
        return any(word in VERBS or word in KINDS for word in words[1:])

    def place(self) -> Region:
        """A place at the cursor: the longest run of words that names one, and its coast before or behind."""
        self.skip_small()
        coast = ""
        if self.peek().startswith("/"):
            coast = self.peek()[1:]
            if (
                coast == "EC"
                and self.peek(1) not in SMALL
                and not (self.peek(1).isalpha() and places_named(self.peek(1)))
            ):
                self.at += 1
                return "ECH"
            self.at += 1
            self.skip_small()
        coast = coast or self._coast_before()
        length, phrase, found = self.name()
        if not length:
            return self._glued()
        self.at += length
        province = self._picked(phrase, found)
        coasts = STANDARD.provinces[province].coasts
        coast = coast or self._coast_behind(coasts)
        if coast and coast not in coasts:
            raise MalformedOrder(f"{STANDARD.provinces[province].name} has no {COAST_WORDS[coast]}.")
        return f"{province}/{coast}" if coast else province

    def _picked(self, phrase: str, found: tuple[Province, ...]) -> Province:
        by_code = phrase.upper() in CODES_SHARED and len(found) == 1
        found = CODES_SHARED[phrase.upper()] if by_code else found
        if len(found) == 1:
            return found[0]
        index = len(self.shared)
        self.shared.append(Shared(phrase, found, by_code))
        return self.picks[index] if index < len(self.picks) else found[0]

    def _coast_behind(self, coasts: tuple[str, ...]) -> str:
        """The coast after a place: `/NC`, `- N`, `on the NC`."""
        between = int(self.peek() == "-")
        while not between or self.peek(between - 1) in SMALL:
            if self.peek(between) not in SMALL:
                break
            between += 1
        word = self.peek(between)
        if word.startswith("/") and (not between or word[1:] in coasts):
            self.at += 1 + between
            return word[1:]
        side = f"{word[:1]}C"
        ends = not self.peek(between + 1) or self.verb(between + 1) != ""
        if side in coasts and word in (side[0], *SIDES[side[0]]) and ends and (between or len(word) > 1):
            self.at += 1 + between
            return side
        return ""

    def _coast_before(self) -> str:
        """The coast in front of a place that has it: `north Spain`."""
        side = next((letter for letter, words in SIDES.items() if self.peek() in words), "")
        if not side or self.name()[0] > 1:
            return ""
        self.at += 1
        _, _, found = self.name()
        if len(found) == 1 and f"{side}C" in STANDARD.provinces[found[0]].coasts:
            return f"{side}C"
        self.at -= 1
        return ""

    def _glued(self) -> Region:
        """A place and its coast in one word, as `STPNC`.

        Raises MalformedOrder for anything else.
        """
        word = self.peek()
        found = places_named(word[:-2]) if word[-2:] in COAST_WORDS and len(word) > 4 else ()
        if len(found) == 1 and word[-2:] in STANDARD.provinces[found[0]].coasts:
            self.at += 1
            return f"{found[0]}/{word[-2:]}"
        if not word:
            raise MalformedOrder(f"'{shortened(self.text)}' ends too early. {EXAMPLES[self.phase_kind]}")
        if word in CONDITIONS:
            raise MalformedOrder(f"No order has the word '{word.lower()}': write only what the unit does.")
        near = nearest_places(word)
        meant = f" Did you mean {either([region_phrase(place) for place in near])}?" if near else ""
        raise MalformedOrder(f"There is no place '{shortened(word.lower())}' on the board.{meant}")

    def unit(self) -> tuple[UnitKind | None, Region]:
        """`A PAR`, `ENG F NTH`, `the army in Paris`, `PAR A` or just `PAR`: kind (None if not said) and place."""
        _, kind = self.unit_words()
        place = self.place()
        if kind is None and self.peek() in KINDS:
            kind = KINDS[self.peek()]
            self.at += 1
        return kind, place

    def unit_words(self) -> tuple[Power | None, UnitKind | None]:
        """Power and kind before a unit's place, None if not said."""
        whose = None
        self.skip_small()
        if self.peek() in POWERS_NAMED and (self.peek(1) in KINDS or self._power_leads()):
            whose = POWERS_NAMED[self.peek()]
            self.at += 1
            self.skip_small()
        kind = KINDS.get(self.peek())
        if self.peek() in KINDS and not (kind is None and not self.peek(1)):
            self.at += 1
        return whose, kind

    def _power_leads(self) -> bool:
        """True if the word at the cursor is a power before a place or verb, and no place itself."""
        following = self.peek(1)
        if not places_named(self.peek()):
            return True
        return (
            following.isalpha()
            and following not in VERBS
            and following not in BY_WHOM
            and bool(places_named(following))
        )

    def complete(self, kind: UnitKind | None, region: Region) -> tuple[UnitKind, Region]:
        """The unit with what was left out filled in from the position."""
        unit = self._standing(province_of(region))
        if unit is None:
            if kind is not None:
                return kind, region
            if self.position is None:
                raise MalformedOrder(f"'{shortened(self.text)}' does not say whether {region} is an army or a fleet.")
            raise IllegalOrder(f"There is no unit in {region_phrase(province_of(region))}.")
        if kind in (None, unit.kind) and region == unit.province:
            return unit.kind, unit.region
        return kind or unit.kind, region

    def _standing(self, province: Province) -> Unit | None:
        if self.position is None:
            return None
        for dislodged in self.position.dislodged:
            if dislodged.unit.province == province:
                return dislodged.unit
        return self.position.unit_at(province)
