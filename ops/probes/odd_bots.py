"""Bots that hang, even when they are told to stop, and bots that eat memory, for `bad_bots`: a worker that includes
this module has them on offer."""

import time
from typing import Any

from bots.agent import Decision
from bots.registry import Bot, also_on_offer

__all__ = ["NAMES"]


class Hangs:
    """Hears no alarm: whatever stops it is caught."""

    def decide(self, view: Any, memory: Any, rng: Any, seconds: float) -> Decision:
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue


class Eats:
    """Asks for more memory than there is."""

    def decide(self, view: Any, memory: Any, rng: Any, seconds: float) -> Decision:
        eaten = []
        while True:
            eaten.append(bytearray(50_000_000))


NAMES = ("probe-hangs", "probe-eats")
_OFFER = also_on_offer(
    Bot(NAMES[0], "Hangs", "Only for probes.", Hangs), Bot(NAMES[1], "Eats", "Only for probes.", Eats)
)
_OFFER.__enter__()
