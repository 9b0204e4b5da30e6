"""The room's cases: JSON lines with sentences in scenes, and what they mean."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from adjudication.position import Position, opening, position_from_dict
from adjudication.powers import as_power
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, Words, context_of, words_of
from negotiation.english.understanding import Candidate
from negotiation.heard import is_remark
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Agree, And, Commits, Utterance
from negotiation.understanding import understand

CASES = Path(__file__).parent / "cases"


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


@cache
def scenes() -> dict[str, Position | None]:
    """`none`: no position is known. `opening`: the game's first."""
    data = json.loads((CASES / "scenes.json").read_text(encoding="utf-8"))
    return {
        name: None if value is None else opening() if value == "opening" else position_from_dict(value)
        for name, value in data.items()
    }


Verdict: TypeAlias = Literal["clear", "choose", "none"]


@dataclass(frozen=True, slots=True)
class Understanding:
    """Readings of a text as the page has them.

    clear: it is claimed; unplaced: the parts that no reading accounts for."""

    verdict: Verdict
    candidates: tuple[Candidate, ...] = ()
    unplaced: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    understanding: Understanding
    candidates: tuple[str, ...]
    wanted: str | None

    @property
    def claimed(self) -> bool:
        return self.understanding.verdict == "clear"

    @property
    def right(self) -> bool:
        """Claimed, and as wanted."""
        return self.claimed and self.candidates == (self.wanted,)

    @property
    def offered(self) -> bool:
        """True if the wanted meaning is among the candidates."""
        return self.wanted in self.candidates


def listen(text: str, context: Context) -> Understanding:
    """Understand a message, courtesies and all."""
    heard = understand(text, context)
    verdict: Verdict = "clear" if heard.said else "choose" if heard.readings else "none"
    return Understanding(verdict, tuple(each.said for each in heard.readings), heard.unread)


def read(text: str, context: Context) -> Understanding:
    """Understand a message without courtesies, which no case has."""
    found = listen(text, context)
    said = tuple(each for each in found.candidates if not is_remark(each))
    return replace(found, verdict=found.verdict if said else "none", candidates=said)


def context(case: dict) -> Context:
    dialogue = [parse(text, DIPLOMACY) for text in case.get("dialogue", ())]
    return context_of(case["speaker"], tuple(case["hearers"]), scenes()[case["scene"]], dialogue)


def result(case: dict, by: Callable[[str, Context], Understanding] = read) -> Result:
    understanding = by(case["text"], context(case))
    candidates = tuple(
        "\n".join(_ordered(format_term(one, DIPLOMACY)) for one in candidate) for candidate in understanding.candidates
    )
    wanted = case["l"]
    return Result(understanding, candidates, wanted and "\n".join(_ordered(line) for line in wanted.split("\n")))


def typed(*lines: str) -> list[Utterance | Words]:
    """A talk of England and France in 1901, by its likeliest readings.

    Lines are `FRA: text`; a line without a reading is mere words.
    """
    remarks: list[Utterance | Words] = []
    for line in lines:
        speaker, text = line.split(": ", 1)
        other = "ENG" if speaker == "FRA" else "FRA"
        understood = read(text, context_of(as_power(speaker), (as_power(other),), opening(), remarks))
        remarks.extend(understood.candidates[0] if understood.candidates else [words_of(text, as_power(speaker))])
    return remarks


def answered(text: str, dialogue: Sequence[Words | Utterance]) -> Understanding:
    """Understanding of England's text after such a talk."""
    return read(text, context_of("ENG", ("FRA",), opening(), dialogue))


def _ordered(text: str) -> str:
    """The term with the parts of its deal in one order: a deal is the same whichever part is named first."""
    utterance: Any = parse(text, DIPLOMACY)
    deal = getattr(utterance, "deal", None)
    if isinstance(deal, Agree) and isinstance(deal.content, And):
        deal = replace(deal, content=And(tuple(sorted(deal.content.items, key=repr))))
    elif isinstance(deal, Commits):
        deal = Commits(tuple(sorted(deal.items, key=repr)))
    return text if deal is None else format_term(replace(utterance, deal=deal), DIPLOMACY)
