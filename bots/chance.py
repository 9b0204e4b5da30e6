"""Sources of chance: one independent stream for everything that draws, all from one seed."""

from random import Random

__all__ = ["stream"]


def stream(seed: int | str, *names: object) -> Random:
    """A source of chance of its own for (seed, names), the same on every machine and in every process.

    `stream(7, "game", 3, "FRA", phase)`: what England draws, or how often, never changes what
    France draws. Python seeds from text through SHA-512, so neighbouring names share nothing.
    """
    return Random("/".join(map(str, (seed, *names))))
