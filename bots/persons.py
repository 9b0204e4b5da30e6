"""Names of bots in a game: things from a writing desk and a garden, so that nobody takes them for people.

Each name has a face of its own (`static/persons`, drawn by `tools.persons`). They are dealt anew in each game, by its
seed and the power alone: a name tells nothing of the bot behind it.
"""

from functools import lru_cache
from typing import Final

from adjudication.powers import POWERS, Power
from bots.chance import stream

__all__ = ["NAMES", "name_for"]

NAMES: Final = (
    "Bodkin", "Bramble", "Cameo", "Cobble", "Ferrule", "Folio", "Gimlet", "Juniper", "Lantern", "Marjoram", "Nutmeg",
    "Parchment", "Pennant", "Pewter", "Pinecone", "Quill", "Ribbon", "Satchel", "Sextant", "Sorrel", "Spindle",
    "Tassel", "Teasel", "Thimble", "Thistle", "Tinder", "Vellum", "Wicker",
)  # fmt: skip
"""Every name a bot may have."""


def name_for(game: str, power: Power) -> str:
    """The name of the bot that plays a power in this game; no two powers have the same."""
    return _dealt(game)[POWERS.index(power)]


@lru_cache(maxsize=1024)
def _dealt(game: str) -> tuple[str, ...]:
    """Names in the order of this game."""
    dealt = list(NAMES)
    stream(0, "persons", game).shuffle(dealt)
    return tuple(dealt)
