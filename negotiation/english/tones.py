"""Tones: how a character talks, one table each in `tones/`.

Whatever a tone adds changes nothing of what is meant.

Leads and tails are whole sentences before and after what is said; a reader leaves them out (`plain`). Lines are frames
like all others: what one character writes everybody reads.
"""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from random import Random
from types import MappingProxyType
from typing import Any, Final

__all__ = ["LEADS", "TONES", "Tone", "has_opener", "plain", "repeated", "sentences_in", "tone_in"]

LEADS: Final = (
    "All right then.",
    "Listen.",
    "One more thing.",
    "Hear me out.",
    "To the point.",
    "Now then.",
    "A thought.",
    "In all honesty.",
    "Between you and me.",
    "Let me put it this way.",
    "I'll be brief.",
    "Here goes.",
    "As I said.",
    "Speaking plainly.",
    "You know me.",
    "I mean it.",
    "Mark my words.",
    "If I may.",
    "Once more.",
    "Let's see.",
    "No secrets here.",
    "I've thought about it.",
    "My dear neighbour.",
    "Look at the map.",
)
"""Openings for anything that was said in the same words before."""


@dataclass(frozen=True)
class Tone:
    """One character's way of talking.

    often: how often a lead and a tail go with something that is no courtesy. shuns: what it does not say where it
    can say the same otherwise. yes, no: short answers. leads, tails: by what they go with, an act, `wish` or
    `unsure`, what has no tails; leads for `any` go with all acts. lines: whole courtesies by manner, and proposals by
    kind, as frames. about: courtesies about a word that was given.
    """

    name: str
    often: tuple[float, float]
    shuns: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    leads: Mapping[str, Sequence[str]]
    tails: Mapping[str, Sequence[str]]
    lines: Mapping[str, Sequence[str]]
    about: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def dressed(self, text: str, act: str, rng: Random) -> list[str]:
        """The sentence as it would say it, first as its mood is, then with whatever else may go with it."""
        leads = [*self.leads.get(act, ()), *(self.leads.get("any", ()) if act not in _APART else ())]
        own = list(self.tails.get(act, ()))
        rng.shuffle(leads)
        rng.shuffle(own)
        # Those that go with just this are the likelier ones.
        leads.sort(key=lambda lead: lead in self.leads.get("any", ()) and rng.random() < 0.7)
        seldom = _PLAINER if act == "stance" else 1.0
        wanted = (rng.random() < self.often[0] * seldom and not has_opener(text), rng.random() < self.often[1])
        before = [lead for lead in leads if wanted[0]] or [""]
        after = [tail for tail in own if wanted[1]] or [""]
        drawn = [(lead, tail) for lead in before[:4] for tail in after[:4]]
        more = [(lead, tail) for lead in ["", *leads, *LEADS] for tail in ["", *own]]
        fit = ((lead, tail) for lead, tail in (*drawn, *more) if not _echoes(lead, text, tail))
        return [" ".join(filter(None, (lead, text, tail))) for lead, tail in fit]

    @cached_property
    def _shuns(self) -> re.Pattern[str]:
        return re.compile(self.shuns)

    def dislikes(self, text: str) -> bool:
        """True if the character avoids the text's wording."""
        return self._shuns.search(text) is not None


def tone_in(name: str, text: str) -> Tone:
    """The tone of a TOML text.

    Raises ValueError or TypeError where it is no table of one.
    """
    table: dict[str, Any] = tomllib.loads(text)
    lead, tail = table.pop("often")
    yes, no = tuple(table.pop("yes")), tuple(table.pop("no"))
    return Tone(name=name, often=(lead, tail), yes=yes, no=no, **table)


_FOLDER: Final = files("negotiation.english").joinpath("tones")

TONES: Final[Mapping[str, Tone]] = MappingProxyType(
    {
        name.removesuffix(".toml"): tone_in(name.removesuffix(".toml"), _FOLDER.joinpath(name).read_text("utf-8"))
        for name in sorted(each.name for each in _FOLDER.iterdir())
    }
)
"""Every tone by name."""


_PLAINER: Final = 0.4
"""Factor by which flourishes are rarer beside remarks on places, which are the most common."""
_APART: Final = frozenset({"wish", "unsure"})
"""Stances said in earnest or not known, which take no flourish of others."""


def _echoes(lead: str, text: str, tail: str) -> bool:
    """True if a telling word of one part returns in another."""
    words = [set(_TELLING.findall(part.casefold())) for part in (lead, text, tail)]
    return sum(map(len, words)) > len(set().union(*words))


_TELLING: Final = re.compile(r"\b(?!(?:would|could|should|there|their|about|which|shall|please)\b)[a-z]{5,}\b")


def _any_of(texts: Collection[str]) -> str:
    return "|".join(re.escape(text) for text in sorted(texts, key=lambda text: -len(text)))


_BEFORE: Final = {*LEADS, *(lead for tone in TONES.values() for leads in tone.leads.values() for lead in leads)}
_AFTER: Final = {tail for tone in TONES.values() for tails in tone.tails.values() for tail in tails}
_LED: Final = re.compile(rf"\s*(?:{_any_of(_BEFORE)})\s+(?=\S)", re.IGNORECASE | re.ASCII)
_TAILED: Final = re.compile(rf"(?<=[.!?])\s+(?:{_any_of(_AFTER)})\s*$", re.IGNORECASE | re.ASCII)

_OPENED: Final = re.compile(
    rf"\s*(?:(?:{_any_of(_BEFORE)})\s+\S|"
    r"(?:just so you know|so you know|fyi|frankly|to be honest|if you ask me|well|as I see it|to answer you)[,:] )",
    re.IGNORECASE | re.ASCII,
)


def plain(text: str) -> str:
    """Remove the lead and the tail of a tone."""
    led = _LED.match(text)
    text = text[led.end() :] if led is not None else text
    tailed = _TAILED.search(text)
    return text[: tailed.start()] if tailed is not None else text


def sentences_in(text: str) -> list[str]:
    """The sentences of a text."""
    return [each for each in re.split(r"(?<=[.!?:])\s+", text.strip()) if each]


def has_opener(text: str) -> bool:
    """True if the text begins with words that only announce the rest."""
    return _OPENED.match(text) is not None


def repeated(text: str, said: Collection[str]) -> int:
    """Number of the text's sentences already said."""
    return sum(each in said for each in sentences_in(text))
