"""Names and points of provinces, and words for codes, for browsers."""

from typing import Final

from adjudication.board import STANDARD
from adjudication.names import COAST_WORDS
from adjudication.phase import SEASON_NAMES
from frontend.board import GEOMETRY
from frontend.game.state import KIND_WORDS
from frontend.wire.page import CodeWords, Place

__all__ = ["CODE_WORDS", "PLACES"]

PLACES: Final[dict[str, Place]] = {
    code: {
        "name": facts.name,
        "at": GEOMETRY.provinces[code].unit,
        "coasts": {coast: places.unit for coast, places in GEOMETRY.provinces[code].coasts.items()},
    }
    for code, facts in STANDARD.provinces.items()
}

CODE_WORDS: Final[CodeWords] = {
    "seasons": SEASON_NAMES,
    # A turn's moves and its builds go by its name alone.
    "stages": {kind: f", {word}" if kind == "R" else "" for kind, word in KIND_WORDS.items()},
    "coasts": COAST_WORDS,
}
