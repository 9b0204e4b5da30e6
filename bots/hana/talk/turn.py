"""One turn of a talk, the table of answers, and the steps it names.

`answers.toml` has a row of steps for every topic, manner, question and act. A step is a function of a `Turn`; those of
a row are tried until one has something to say.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, TypeAlias

from adjudication.powers import Power
from bots.hana.talk.conversation import Conversation
from bots.hana.talk.situation import Situation
from negotiation.diplomacy import Tpc
from negotiation.terms import Courtesy, Formula, Manner, Query, Reject, Utterance, Which

__all__ = ["EXCUSES", "ROWS", "STEPS", "Step", "Turn", "answered", "is_not_too_much", "step", "tried"]

_AT_ONCE: Final = 2
"""Things that joined steps say to one remark."""
_ENOUGH: Final = 3
"""Courtesies of one manner to one power in a phase; in answer to one's own that are given back, one."""
_DUE: Final = frozenset({Manner.THREATEN, Manner.BLAME})
"""Manners answered in kind even if they answer one of its own."""
EXCUSES: Final = frozenset({Manner.APOLOGISE, Manner.JEST})
"""One of them is enough for a broken word in a phase."""
_ONCE: Final = frozenset({Manner.PUZZLED, Manner.PRAISE, Manner.DEMAND})


@dataclass(frozen=True, slots=True)
class Turn:
    """A message to be answered.

    topic: that of a remark, if known; named: the names beside it.
    """

    situation: Situation
    partner: Power
    heard: Utterance
    topic: str = ""
    named: Formula | None = None

    @property
    def me(self) -> Power:
        return self.situation.view.power

    @property
    def talk(self) -> Conversation:
        return self.situation.talk_with(self.partner)

    @property
    def asked(self) -> Any:
        """Subject of an open question."""
        asked = self.heard.content if isinstance(self.heard, Query) else None
        return asked.content if isinstance(asked, Which) else asked

    @property
    def talks(self) -> bool:
        """True if it negotiates with the partner."""
        return self.situation.attitude(self.partner).talks

    def say(self, manner: Manner, about: Formula | None = None) -> Utterance:
        """A courtesy to the partner."""
        return Courtesy(self.me, (self.partner,), manner, about)

    def note(self, topic: str, *named: str) -> Utterance:
        """A sentence of a topic to the partner."""
        return self.say(Manner.NOTE, Tpc(topic, named))


Step: TypeAlias = Callable[[Turn], list[Utterance]]
STEPS: Final[dict[str, Step]] = {}
"""By name, what may be said; nothing where a step has nothing to say."""
ROWS: Final[Mapping[str, tuple[str, ...]]] = {
    key: tuple(steps)
    for part in tomllib.loads(files("bots.hana.talk").joinpath("answers.toml").read_text("utf-8")).values()
    for key, steps in part.items()
}
"""The table: by topic, manner, question or act; `say+offer` where two are said together."""


def step(*names: str) -> Callable[[Step], Step]:
    """Give a function its names in the table."""

    def named(function: Step) -> Step:
        STEPS.update(dict.fromkeys(names, function))
        return function

    return named


def answered(key: str, turn: Turn) -> list[Utterance]:
    """Answer by a row of the table, else by the topic's sentences."""
    return tried(ROWS.get(key, ("say",) if key == turn.topic else ()), turn)


def tried(steps: Iterable[str], turn: Turn) -> list[Utterance]:
    """Answer by the first step that has something to say."""
    for joined in steps:
        first, *more = (_allowed(turn, STEPS[name](turn)) for name in joined.split("+"))
        said = [*first, *(each for others in more for each in others[:1] if each not in first)]
        if said:
            return said[:_AT_ONCE] if first and more else said
    return []


def _allowed(turn: Turn, said: list[Utterance]) -> list[Utterance]:
    """Leave out what was said often enough."""
    if isinstance(turn.heard, Courtesy):
        return [each for each in said if is_not_too_much(turn.situation, each)]
    if isinstance(getattr(turn.heard, "content", None), Which):
        return said
    return [each for each in said if isinstance(each, Courtesy | Reject) or not turn.talk.has_said(each)]


def is_not_too_much(situation: Situation, said: Utterance) -> bool:
    """True unless a courtesy was said often enough in this phase."""
    if not isinstance(said, Courtesy) or isinstance(said.about, Tpc):
        return True
    talk = situation.talk_with(said.hearers[0])  # type: ignore[arg-type]
    alike = [
        each
        for each in talk.said
        if isinstance(each, Courtesy) and each.manner is said.manner and not isinstance(each.about, Tpc)
    ]
    mine = [each for each in alike if each.speaker == said.speaker]
    if said.about is not None and said.manner in EXCUSES:
        given = (each for each in talk.mine if isinstance(each, Courtesy) and each.manner in EXCUSES)
        return all(each.about != said.about for each in given)
    given_back = said.manner not in _DUE and alike[:1] == mine[:1] and len(alike) > len(mine)
    return len(mine) < (1 if given_back or said.manner in _ONCE else _ENOUGH)


def _courtesy(manner: Manner) -> Step:
    return lambda turn: [turn.say(manner)]


for _manner in Manner:
    step(str(_manner))(_courtesy(_manner))
