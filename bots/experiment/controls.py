"""Players who are like HANA but for one thing, to tell what it is that talk adds: seats of experiments and the arena.

- `bots.experiment.controls:Pact`: proposes peace to everybody once, agrees to peace, keeps it, and never says another
  word. What is left of negotiation when nothing is negotiated.
- `bots.experiment.controls:Refuser`: answers everybody politely and agrees to nothing: the good manners alone.
- `bots.experiment.controls:Fourfold`: a mute who searches and foresees four times as long: the time that talk takes.

Each takes `?strength=` as HANAs do (`fast`).
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from adjudication.powers import Power, as_power
from bots.agent import Decision, Memory
from bots.blabbot import others_alive
from bots.hana.agent import Hana, make_hana
from bots.parameters import STRENGTHS
from bots.talker import Talk
from bots.view import Said, SeatView
from negotiation.diplomacy import Pce
from negotiation.terms import Accept, Agree, Deal, Propose, Reject, group

__all__ = ["Fourfold", "Pact", "Refuser"]

_TIMES: Final = 4


@dataclass(frozen=True, slots=True)
class _Mute:
    """HANA's orders under whatever deals there are."""

    player: Hana

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """HANA's orders."""
        return self.player.decide(view, memory, rng, seconds)


@dataclass(frozen=True, slots=True)
class _Pact(_Mute):
    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Peace to everybody, once in a game: to those who come first in the alphabet, the others offer it."""
        if view.level == 0 or view.history or not view.position.units_of(view.power):
            return Talk(memory=memory)
        later = [other for other in others_alive(view.position, view.power) if other > view.power]
        return Talk(tuple(Propose(view.power, (other,), _peace(view.power, other)) for other in later), memory)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Yes to peace between the two of them; to anything else nothing."""
        heard = message.utterance
        if isinstance(heard, Propose) and heard.hearers == (view.power,):
            peace = heard.deal == _peace(view.power, as_power(heard.speaker))
            return Talk(((Accept if peace else Reject)(view.power, (heard.speaker,), heard.deal),), memory)
        return Talk(memory=memory)


@dataclass(frozen=True, slots=True)
class _Refuser(_Mute):
    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Nothing."""
        return Talk(memory=memory)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """No to every proposal, at once."""
        heard = message.utterance
        if not isinstance(heard, Propose) or view.power not in heard.hearers:
            return Talk(memory=memory)
        hearers = group({heard.speaker, *heard.hearers} - {view.power})
        return Talk((Reject(view.power, hearers, heard.deal),), memory)


def _peace(one: Power, other: Power) -> Deal:
    first, second = sorted((one, other))
    return Agree(group((one, other)), Pce((first, second)))


def Pact(strength: str = "fast") -> _Pact:  # noqa: N802 - the arena calls these like classes
    """Peace with whoever wants it, and silence."""
    return _Pact(make_hana(strength=STRENGTHS[strength]))


def Refuser(strength: str = "fast") -> _Refuser:  # noqa: N802
    """Manners without deals."""
    return _Refuser(make_hana(strength=STRENGTHS[strength]))


def Fourfold(strength: str = "fast") -> Hana:  # noqa: N802
    """A mute with four times the search."""
    usual = STRENGTHS[strength]
    more = {field: _TIMES * getattr(usual, field) for field in ("most", "foresight", "reply", "profiles", "finalists")}
    return make_hana(strength=replace(usual, **more))
