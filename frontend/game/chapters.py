"""Material of letters: phases that are over, the promises that ended in them, and lines. Pure."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudication.board import Province, province_of
from adjudication.orders import Move, Support
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, POWERS, Power
from frontend.game.letter_phrases import subject

__all__ = ["Chapter", "Line", "Tone", "Word", "blows", "duty", "has_anything", "holders"]

Tone: TypeAlias = Literal["good", "bad", "plain"]


@dataclass(frozen=True, slots=True)
class Word:
    """A promise that came to its end in a chapter. pledge: a clause to the reader, `Germany will hold`."""

    by: Power
    to: tuple[Power, ...]
    pledge: str
    kept: bool
    places: tuple[Province, ...] = ()

    @property
    def is_public(self) -> bool:
        """True if it was given before everybody."""
        return len(self.to) == len(POWERS) - 1


@dataclass(frozen=True, slots=True)
class Chapter:
    """A phase that is over: the board before it, every order's outcome, the board after, the promises it ended."""

    before: Position
    outcomes: tuple[Outcome, ...]
    after: Position
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence, whether it is good for the reader, and the provinces it is about."""

    text: str
    tone: Tone
    places: tuple[Province, ...]


def has_anything(position: Position, power: Power) -> bool:
    """True if a unit, standing or dislodged, or a center is left of the power."""
    return bool(
        position.units_of(power)
        or power in position.centers.values()
        or any(each.unit.power == power for each in position.dislodged)
    )


def holders(position: Position, place: Province) -> set[Power | None]:
    """Owners of the unit in a province and of its center."""
    unit = position.unit_at(place)
    return {position.centers.get(place), unit.power if unit else None} - {None}


def blows(chapter: Chapter, word: Word) -> tuple[Province, ...]:
    """Places at which a promise about no place was broken: its giver's orders against those it was given to."""
    aims = [
        province_of(outcome.order.target)
        for outcome in chapter.outcomes
        if not word.kept
        and outcome.power == word.by
        and isinstance(outcome.order, Move | Support)
        and outcome.order.target
    ]
    return tuple(dict.fromkeys(place for place in aims if holders(chapter.before, place) & set(word.to)))


def duty(word: Word, reader: Power | None) -> str:
    """`to hold` of `Germany will hold`, `not to hold` of `You will not hold`; else the clause as it is."""
    for name in (subject(word.by, reader), POWER_NAMES[word.by]):
        if word.pledge.startswith(f"{name} will not "):
            return f"not to {word.pledge.removeprefix(f'{name} will not ')}"
        if word.pledge.startswith(f"{name} will "):
            return f"to {word.pledge.removeprefix(f'{name} will ')}"
    return word.pledge
