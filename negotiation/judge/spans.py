"""Spans of names in a text, with features of the words around."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudication.board import STANDARD
from adjudication.position import Position
from negotiation.judge.naming import Named, themes_of
from negotiation.judge.ways import Span
from negotiation.words import lexicon
from negotiation.words.entities import When

__all__ = ["Anchor", "Anchors"]

BREAKS: Final = lexicon.words(", ; . : ? ! / + & and or then but while if provided unless so because than instead")
_STOPS: Final = lexicon.words("; . ? ! if while but so because")
_THERE: Final = lexicon.words("it there")
_HELPS: Final = lexicon.words("support supports supporting back help helps cover assist")
_PACTS: Final = {
    **dict.fromkeys(
        lexicon.words(
            "peace truce ceasefire nap friend friends peaceful attack attacks hit fight fighting war hostilities quiet"
            " quarrel claims touch shoot harm stab other"
        ),
        "peace",
    ),
    **dict.fromkeys(
        lexicon.words("ally alliance allies allied against aly partners team together vs versus join"), "ally"
    ),
    **dict.fromkeys(lexicon.words("draw drw"), "draw"),
}
_DENIES: Final = lexicon.words("not never no nobody neither nor out off empty without stay keep away dmz")
_MOST_SPAN: Final = 6
_MOST: Final = 14
"""Names that are looked at."""
_NEAR: Final = 7


@dataclass(frozen=True, slots=True)
class Anchor:
    """A name, or a word that tells something without one.

    kind: P place, it, help, pact, W power, T time; told: what it names.
    """

    at: int
    kind: str
    told: Any


class Anchors:
    """Anchors of a text: places first, then pacts with powers; times apart."""

    def __init__(self, named: Named, position: Position) -> None:
        self.named, self.position, self.words = named, position, named.words
        self.places = list(self._placed())
        self.pacts = list(self._of_pacts())
        whens = [at for at, word in enumerate(named.words) if word == "T"]
        self.times = [Anchor(at, "T", when) for at, when in zip(whens, named.times, strict=False)]
        self.all: list[Anchor] = [*self.places, *self.pacts][:_MOST]
        self.themes = [f"G:{theme}" for theme in named.themes]

    def _placed(self) -> Iterator[Anchor]:
        places = {one.at: one.name for one in self.named.places}
        last = ""
        for at, word in enumerate(self.words):
            if at in places:
                last = places[at]
                yield Anchor(at, "P", last)
            elif word in _THERE and last:
                yield Anchor(at, "it", last)
            elif word in _HELPS and last and not self._named_near(at, places):
                yield Anchor(at, "help", last)

    def _named_near(self, at: int, places: dict[int, str]) -> bool:
        for step in (1, -1):
            for far in range(1, _NEAR):
                word = self.named.word(at + step * far)
                if at + step * far in places or word in _THERE:
                    return True
                if word in BREAKS:
                    break
        return False

    def _of_pacts(self) -> Iterator[Anchor]:
        places = {one.at for one in self.named.places}
        powers = {one.at: one.name for one in self.named.powers if one.name in self.named.others}
        for at, word in enumerate(self.words):
            if at in powers and at not in places:
                yield Anchor(at, "W", powers[at])
            elif word in _PACTS:
                yield Anchor(at, "pact", _PACTS[word])

    def spans(self, begin: int) -> Iterator[tuple[int, Span]]:
        """Spans that begin at an anchor, with the anchor after each."""
        first = self.all[begin]
        if first.kind in ("W", "pact"):
            for end in range(begin + 1, min(begin + 5, len(self.all)) + 1):
                yield end, Span(pacts=tuple(one.told for one in self.all[begin:end]))
            return
        before = tuple(one.told for one in reversed(self.all[:begin]) if one.kind != "help")
        if first.kind == "help":
            yield begin + 1, Span(before=tuple(dict.fromkeys(before)), helps=True)
            return
        for end in range(begin + 1, min(begin + _MOST_SPAN, len(self.all)) + 1):
            if self.all[end - 1].kind not in ("P", "it") or (end - 1 > begin and self.all[end - 1].kind == "it"):
                return
            places = tuple(one.told for one in self.all[begin:end])
            if end > begin + 1 and len(set(places)) < len(places):
                return
            yield end, Span(places, before)

    # ── words ───────────────────────────────────────────────────────────────────────────────────

    def context(self, begin: int, end: int) -> list[str]:
        """Features of the words around a span of anchors."""
        first, last = self.all[begin], self.all[end - 1]
        start, stop = first.at, last.at
        prev = max((one.at for one in self.all if one.at < start and one.kind != "help"), default=-1)
        after = min((one.at for one in self.all if one.at > stop and one.kind != "help"), default=len(self.words))
        word = self.named.word
        clause = self._clause(start)
        inner = [one for at in range(start + 1, stop) if (one := self.words[at]) != "P"]
        lead = self.words[max(prev + 1, start - 8) : start]
        tail = self.words[stop + 1 : min(after, stop + 8)]
        rest = self._rest(stop)
        found = ["bias", f"n{end - begin}", f"kind {first.kind}"]
        found += [f"b1 {word(start - 1)}", f"b2 {word(start - 2)} {word(start - 1)}", f"b3 {word(start - 2)}"]
        found += [f"b4 {word(start - 3)}", f"a1 {word(stop + 1)}", f"a2 {word(stop + 1)} {word(stop + 2)}"]
        found += [f"a3 {word(stop + 2)}", f"a4 {word(stop + 3)}"]
        found += [f"B:{one}" for one in dict.fromkeys(lead)]
        found += [f"A:{one}" for one in dict.fromkeys(tail)]
        found += [f"C:{one}" for one in dict.fromkeys(self.words[clause:start])]
        found += [f"R:{one}" for one in dict.fromkeys(rest)]
        found += [f"I:{one}" for one in dict.fromkeys(inner)]
        for name, words in (("TB", lead), ("TA", tail), ("TC", self.words[clause:start]), ("TR", rest), ("TI", inner)):
            found += [f"{name}:{one}" for one in dict.fromkeys(theme for each in words for theme in themes_of(each))]
        verb = next((at for at in range(start - 1, prev, -1) if not _BARE.isdisjoint(themes_of(self.words[at]))), None)
        then = next((at for at in range(stop + 1, after) if not _BARE.isdisjoint(themes_of(self.words[at]))), None)
        found += [f"v< {self.words[verb] if verb is not None else '-'}", f"v> {self.words[then] if then else '-'}"]
        if end - begin > 1:
            found.append(f"IS:{' '.join(inner) if len(inner) < 5 else len(inner)}")
        found += self._sides(start, stop, prev, after, clause)
        denied = [one for one in self.words[clause:start] if one in _DENIES]
        found += [f"no {bool(denied):d}", f"no {' '.join(denied[:2])}"]
        found.append(f"starts {' '.join(self.words[clause : clause + 2])}")
        found.append(f"before {self.words[clause - 1] if clause else '.'} {self._clause_before(clause)}")
        found += [f"own {'+'.join(self._owners(begin, end))}", f"all {min(len(self.places), 5)} {begin}"]
        found.append(f"ask {'?' in self.words:d}")
        return [*found, *self.themes]

    def link(self, begin: int) -> list[str]:
        """Features of the words between the anchor before and this one."""
        if not begin:
            return ["first"]
        words = self.words[self.all[begin - 1].at + 1 : self.all[begin].at]
        joint = next((one for one in words if one in BREAKS), "-")
        found = ["l", f"l {len(words) if len(words) < 4 else 9}", f"lj {joint}"]
        found += [f"lw {one}" for one in dict.fromkeys(words[-6:])]
        found += [f"ls {self._sided(self.all[begin - 1].at + 1, self.all[begin].at)}"]
        return [*found, f"lo {'+'.join(self._owners(begin, begin + 1))}"]

    def _clause(self, at: int) -> int:
        """First word of a clause."""
        return next((one + 1 for one in range(at - 1, -1, -1) if self.words[one] in _STOPS), 0)

    def _clause_before(self, clause: int) -> str:
        return self._sided(self._clause(clause - 1), clause - 1) if clause else ""

    def _rest(self, at: int) -> Sequence[str]:
        end = next((one for one in range(at + 1, len(self.words)) if self.words[one] in _STOPS), len(self.words))
        return self.words[at + 1 : min(end, at + 12)]

    def _sided(self, begin: int, end: int) -> str:
        """Sides spoken of in a stretch, in turn."""
        found = [
            self.named.sides.get(at) or ("we" if self.words[at] in _WE else "")
            for at in range(begin, min(end, len(self.words)))
        ]
        return "+".join(list(dict.fromkeys(one for one in found if one))[:3])

    def _sides(self, start: int, stop: int, prev: int, after: int, clause: int) -> Iterator[str]:
        near = self._sided(prev + 1, start)
        far = self._sided(clause, start)
        yield f"sb {near}"
        yield f"sc {far}"
        yield f"si {self._sided(start, stop + 1)}"
        yield f"sa {self._sided(stop + 1, after)}"
        last = next((at for at in range(start - 1, -1, -1) if self.named.sides.get(at) or self.words[at] in _WE), None)
        if last is not None:
            side = self.named.sides.get(last, "we")
            yield f"s1 {side} {self.words[last + 1] if last + 1 < start else '>'}"
            yield f"s2 {side} {start - last if start - last < 4 else 9}"
            yield f"s3 {side} {self.words[last]}"
        spoken = [self.named.sides[at] for at in range(clause, len(self.words)) if at in self.named.sides]
        yield f"s0 {spoken[0] if spoken else ''}"

    def _owners(self, begin: int, end: int) -> list[str]:
        """Owners of the units at the places, by board and text."""
        found = []
        for one in self.all[begin : min(end, begin + 3)]:
            if one.kind in ("W", "pact"):
                found.append(str(one.told) if one.kind == "pact" else "W")
                continue
            unit = self.position.unit_at(one.told)
            present = {self.named.context.speaker: "me"} | dict.fromkeys(self.named.context.hearers, "you")
            center = "c" if one.told in STANDARD.centers else STANDARD.provinces[one.told].kind[0]
            told = self.named.sides.get(one.at, "")
            stands = present.get(unit.power, "third") if unit is not None else "-"
            found.append(f"{stands}{center}{told}{self.words[one.at]}")
        return found

    def timed(self, when: Anchor) -> list[str]:
        """Features of the words around a time."""
        word, at = self.named.word, when.at
        told: When = when.told
        found = ["t", f"t< {word(at - 1)}", f"t< {word(at - 2)} {word(at - 1)}", f"t> {word(at + 1)}"]
        found += [f"t {told.limit:d}{told.later:d}{told.turn is not None:d}{told.last is not None:d}"]
        found += [f"t one {len(self.times)}", f"t at {at == 0:d}{at >= len(self.words) - 2:d}"]
        clause = self._clause(at)
        return [*found, *(f"tc {one}" for one in dict.fromkeys(self.words[clause:at]))]


_BARE: Final = frozenset(
    ["support", "stand", "move", "enter", "convoy", "zone", "build", "retreat", "remove", "bounce", "share"]
)
"""Themes of words that tell what is done."""
_WE: Final = lexicon.words("we us our both neither nobody")
