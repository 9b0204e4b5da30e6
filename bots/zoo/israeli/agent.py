"""The Israeli Diplomat: the Prime Minister calls the offices, one after another.

Source: S. Kraus, D. Lehmann, E. Ephrati, "An Automated Diplomacy Player" (1989); Fabregues (2012), 2.5; Webb et al.
(2008), 2.3.4. The source has processes that share a processor and write each other mail; here they are functions that
share a `Cabinet`. What is invented stands at each office, and in `docs/zoo.md`.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from adjudication.legality import refusal
from adjudication.orders import Hold
from bots.agent import Decision, Memory
from bots.talker import Talk
from bots.view import Said, SeatView
from bots.zoo.clock import stopwatch
from bots.zoo.israeli.desk import answer_to, suggestions
from bots.zoo.israeli.headquarters import adjusted, ordered
from bots.zoo.israeli.knowledge import NEUTRAL, Personality, knowledge_of
from bots.zoo.israeli.ministry import Cabinet, Files

__all__ = ["IsraeliDiplomat"]

_TIME: Final = 0.5
"""Part of its time after which it looks for no more strategies. It rarely needs a tenth of a second."""


@dataclass(frozen=True, slots=True)
class IsraeliDiplomat:
    """Judges suggestions by the strategies that fit them.

    Its memory is that of `ministry.Files`.
    """

    personality: Personality = NEUTRAL

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders by the agreements that it keeps."""
        cabinet = self._cabinet(view, memory, rng, seconds)
        if view.position.phase.kind != "M":
            return Decision(adjusted(cabinet), cabinet.files.memory())
        orders = {order.region: order for order in ordered(cabinet)}
        for unit in view.position.units_of(view.power):
            order = orders.get(unit.region)
            if order is None or refusal(view.position, view.power, order, view.rulebook) is not None:
                orders[unit.region] = Hold(unit.kind, unit.region)
        return Decision(tuple(orders.values()), cabinet.files.memory())

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Suggestions of the desks."""
        cabinet = self._cabinet(view, memory, rng, seconds)
        if view.position.phase.kind != "M" or not view.position.units_of(view.power):
            return Talk(memory=cabinet.files.memory())
        said = suggestions(cabinet)
        return Talk(tuple(said), cabinet.files.memory())

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """The answer of the speaker's desk."""
        cabinet = self._cabinet(view, memory, rng, seconds)
        heard = message.utterance
        if view.position.phase.kind != "M" or view.power not in heard.hearers:
            return Talk(memory=cabinet.files.memory())
        said = answer_to(cabinet, heard)
        return Talk(tuple(said), cabinet.files.memory())

    def _cabinet(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Cabinet:
        is_over = stopwatch(seconds, _TIME)
        files = Files.of(memory, view.position)
        return Cabinet(view, knowledge_of(view), self.personality, files, rng, lambda: not is_over())
