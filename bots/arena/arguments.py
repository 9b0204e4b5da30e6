"""The arguments that everything that plays whole games has in common, and what is said of bad ones."""

import argparse
from typing import Final

from adjudication.phase import FIRST_PHASE
from bots.arena.tournament import available_cores
from bots.game_terms import EXPERIMENT_LEVEL, options_of, usual

__all__ = ["INTERRUPTED", "add_game_options", "at_least"]

INTERRUPTED = 130
"""The exit code shells expect after Ctrl-C."""


_USUAL: Final = {"press_protocol": "l3", "press_level": EXPERIMENT_LEVEL}
"""Differences of experiments from a usual game: the thesis's protocol and language."""


def add_game_options(parser: argparse.ArgumentParser, *, experiment: bool = True) -> None:
    """Add `--until --seed --seconds --rulebook --level --protocol`, named as in GamePlan.

    experiment: for many games, with the language of the thesis: adds `--jobs` and `--quiet`. Otherwise for one game,
    with the language of the site.
    """
    parser.add_argument(
        "--until",
        type=at_least(FIRST_PHASE.year, at_most=9998),
        default=1920,
        metavar="YEAR",
        help="last year to be played (1920)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="same seed, same games (0)")
    if experiment:
        parser.add_argument(
            "--jobs", type=at_least(1), default=available_cores(), metavar="N", help="processes to use (all cores)"
        )
        parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.add_argument(
        "--seconds", type=_seconds, default=5.0, metavar="S", help="time a bot has for a phase (5); more is late"
    )
    for option, name, words in (
        ("--rulebook", "edition", "rules"),
        ("--level", "press_level", "highest level of the language that may be spoken; 0 for silence"),
        ("--protocol", "press_protocol", "what may be said when"),
    ):
        default = _USUAL.get(name, usual(name)) if experiment else usual(name)
        parser.add_argument(
            option, type=type(default), choices=sorted(options_of(name)), default=default, help=f"{words} ({default})"
        )


class at_least:  # noqa: N801 - reads as a phrase where it is used
    """An argparse type: a whole number in a range."""

    def __init__(self, least: int, at_most: int | None = None) -> None:
        self.least, self.at_most = least, at_most

    def __call__(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number.") from None
        if number < self.least:
            raise argparse.ArgumentTypeError(f"{number} is too small; the least is {self.least}.")
        if self.at_most is not None and number > self.at_most:
            raise argparse.ArgumentTypeError(f"{number} is too large; the most is {self.at_most}.")
        return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds.") from None
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} seconds make no sense; give more than 0 and at most a day.")
    return seconds
