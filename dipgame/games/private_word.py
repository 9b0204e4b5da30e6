"""The word that opens a private game: made by itself, read with forgiveness."""

import hmac
import secrets
import unicodedata
from typing import Final

from dipgame.games.models import Game

__all__ = ["LONGEST_WORD", "folded", "new_word", "opens"]

LONGEST_WORD: Final = 100

_FIRST: Final = (
    *("amber", "azure", "brass", "bright", "calm", "cedar", "clear", "copper", "coral", "crisp", "dapper", "dusty"),
    *("early", "eager", "fair", "fleet", "frosty", "gentle", "golden", "grand", "green", "hazel", "honest", "humble"),
    *("ivory", "jolly", "kindly", "late", "linen", "lively", "lucky", "maple", "mellow", "merry", "misty", "modest"),
    *("noble", "olive", "patient", "pearl", "plain", "quiet", "rapid", "rosy", "rustic", "sandy", "secret", "silver"),
    *("sober", "steady", "sunny", "tidy", "velvet", "warm", "willow", "windy", "witty", "wooden"),
)
_SECOND: Final = (
    *("anchor", "apple", "atlas", "basket", "beacon", "bell", "blotter", "bridge", "candle", "canal", "cello", "chair"),
    *("clock", "cloud", "compass", "courier", "desk", "envoy", "feather", "ferry", "garden", "harbour", "inkwell"),
    *("island", "kettle", "lamp", "lantern", "ledger", "letter", "library", "mantle", "market", "meadow", "melon"),
    *("mirror", "mule", "notebook", "orchard", "paper", "parcel", "pencil", "piano", "pigeon", "postbox", "quill"),
    *("railway", "river", "saddle", "sailor", "signal", "spoon", "stamp", "table", "teapot", "ticket", "violin"),
)


def new_word() -> str:
    """Two words by lot, easy to say and to type: `amber quill`."""
    return f"{secrets.choice(_FIRST)} {secrets.choice(_SECOND)}"


def folded(word: str) -> str:
    """The letters and digits of a word, in small letters: capitals, blanks and dashes make no difference."""
    plain = unicodedata.normalize("NFKC", word).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def opens(game: Game, word: str) -> bool:
    """True if this is the word of the game; a public game has none."""
    known = folded(game.private_word)
    return bool(known) and hmac.compare_digest(known.encode(), folded(word).encode())
