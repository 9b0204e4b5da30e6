"""What was said before, remark by remark: in L, or in words of which only the reading is known."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from adjudication.powers import Power
from negotiation.terms import Commits, Deal, Inform, Propose, Utterance

__all__ = ["Dialogue", "Heard", "Remark", "remarks"]


@dataclass(frozen=True, slots=True)
class Heard:
    """A remark of which only the words are known, and how they were read; nobody said whether that was meant.

    said: its utterances, if they are clear. likely: what it may have said, the likeliest first. others: deals that it
    was also offered as. told: whether something in it that may matter was not understood. places, powers: what
    it names. asked: whether it asks something that has nothing to do with a deal.
    """

    speaker: Power
    said: tuple[Utterance, ...] = ()
    likely: tuple[Utterance, ...] = ()
    others: tuple[Deal, ...] = ()
    told: bool = False
    places: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()
    asked: bool = False


Dialogue: TypeAlias = Iterable[Utterance | Sequence[Utterance] | Heard]
"""What was said, oldest first. A sequence holds the readings of one remark, several when it was not clear."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody said: surely, or in one of the likely readings. heard: the words it is taken from, if these are
    all that is known."""

    speaker: str
    said: tuple[Utterance, ...]
    likely: tuple[Utterance, ...] = ()
    heard: Heard | None = None

    @property
    def readings(self) -> Iterator[tuple[Utterance, ...]]:
        """The utterances of the remark one after the other, each as the readings it may have."""
        yield from ((one,) for one in self.said)
        if self.likely:
            yield self.likely

    @property
    def deals(self) -> Iterator[Deal]:
        """What it proposes, or tells as settled, in any of its readings."""
        for one in (*self.said, *self.likely):
            if isinstance(one, Propose):
                yield one.deal
            elif isinstance(one, Inform) and isinstance(one.content, Commits):
                yield one.content
        yield from self.heard.others if self.heard is not None else ()


def remarks(dialogue: Dialogue) -> Iterator[Remark]:
    """The remarks of a dialogue; one without any reading is none."""
    for one in dialogue:
        if isinstance(one, Heard):
            yield Remark(one.speaker, one.said, one.likely, one)
        elif not isinstance(one, Sequence):
            yield Remark(one.speaker, (one,))
        elif one:
            surely = tuple(one) if len(one) == 1 else ()
            yield Remark(one[0].speaker, surely, () if surely else tuple(one))
