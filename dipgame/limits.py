"""Rate limits, counted in the shared cache by all processes together.

What concerns signing in and up is counted by allauth in the same cache (`ACCOUNT_RATE_LIMITS`).
"""

from dataclasses import dataclass
from typing import Final

from django.core.cache import caches

from dipgame.cache import SharedCache, counted

__all__ = [
    "CHECKS",
    "COMMANDS",
    "COMPLETIONS",
    "EXPLORING",
    "EXPORTS",
    "GUESSES",
    "GUESTS",
    "IMPORTS",
    "MESSAGES",
    "NEW_GAMES",
    "PASSCODES",
    "PASSWORDS",
    "PICTURES",
    "QUESTIONS",
    "READING",
    "REVIEWS",
    "SHARES",
    "TOKENS",
    "WORDS",
    "Limit",
]


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times (`most`) in so many `seconds`, counted from the first time on."""

    name: str
    most: int
    seconds: int

    def allows(self, who: object) -> bool:
        """Count once more for `who`, and say whether that is still within the limit."""
        return self.spend(who, 1) <= self.most

    def spend(self, who: object, amount: int) -> int:
        """Count so much more for `who`; returns how much is spent by now. An amount of 0 only asks."""
        key = f"limit:{self.name}:{who}"
        if isinstance(shared := caches["default"], SharedCache):
            return shared.count(key, self.seconds, amount)
        return counted(shared, key, self.seconds, amount)

    def left(self, who: object) -> int:
        """Number of times that `who` has left; counts nothing."""
        return max(0, self.most - self.spend(who, 0))

    def is_reached(self, who: object) -> bool:
        """True if `who` has no more within the limit; counts nothing."""
        return int(caches["default"].get(f"limit:{self.name}:{who}", 0)) >= self.most


NEW_GAMES: Final = Limit("games", 12, 3600)
"""Games that a person offers."""

WORDS: Final = Limit("word", 10, 3600)
"""Wrong guesses at private words, of a person or of an address nobody is signed in at."""

CHECKS: Final = Limit("checks", 40, 60)
"""Orders at puzzles that are checked for a person, or for an address nobody is signed in at."""

COMMANDS: Final = Limit("commands", 600, 60)
"""Commands of a person, over all their games, pages and lines; a page asks for a reading while one types."""

COMPLETIONS: Final = Limit("completions", 600, 60)
"""Questions of a person what may be typed next; a page asks at every key, and no other command waits for that."""

GUESSES: Final = Limit("guesses", 100, 300)
"""Wrong passwords for one name, from wherever they come; five of them shut it out at their own address already."""

GUESTS: Final = Limit("guests", 60, 60)
"""Games that guests begin, all together."""

MESSAGES: Final = Limit("messages", 60, 60)
"""Messages of a person, over all their games."""

PASSCODES: Final = Limit("passcodes", 10, 600)
"""Wrong passcodes of programs that come back over DAIDE, from an address."""

TOKENS: Final = Limit("tokens", 60, 60)
"""Wrong tokens of programs, from an address; a program that is refused does not try again by itself."""

PASSWORDS: Final = Limit("passwords", 5, 300)
"""Passwords that a person gives before something that cannot be undone."""

EXPLORING: Final = Limit("exploring", 120, 60)
"""Positions that the explorer looks up for a person, or for an address nobody is signed in at."""

EXPORTS: Final = Limit("exports", 10, 3600)
"""Downloads of a person's own data."""

IMPORTS: Final = Limit("imports", 30, 3600)
"""Files that a person tries to import as games; each may take seconds to read."""

QUESTIONS: Final = Limit("questions", 20, 600)
"""Questions what HANA would order, of a person, or of an address nobody is signed in at."""

REVIEWS: Final = Limit("reviews", 10, 3600)
"""Reviews of games that a person asks for."""

SHARES: Final = Limit("shares", 30, 3600)
"""Sandboxes that a person, or an address nobody is signed in at, keeps under a link."""

PICTURES: Final = Limit("pictures", 30, 60)
"""Pictures drawn anew for a person, or for an address nobody is signed in at."""

READING: Final = Limit("reading", 4000, 20)
"""Milliseconds of a processor that reading what a person types may take: a fifth of one. Typing takes a tenth of it."""
