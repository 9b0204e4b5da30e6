"""Enough powers agree: what they voted for is done."""

from collections.abc import Callable
from typing import Final

from dipgame.games import clock
from dipgame.games.services.close_game import agree
from dipgame.games.services.extend_deadline import extend_deadline
from dipgame.games.services.note import note
from dipgame.games.services.pause_game import pause_game, resume_game
from dipgame.games.votes import Poll, listed_powers
from dipgame.games.votes.clock_vote import length_of
from dipgame.games.votes.end_vote import sharers_of

__all__ = ["CARRIED_OUT", "carry_out_vote"]


def carry_out_vote(poll: Poll, key: str, choice: str) -> str:
    """Do it, inside the caller's transaction, which holds the locks of the game and its phase; returns a sentence for
    those who are away, empty where they are told in another way. Raises NotRunning or Late where it cannot be done."""
    return CARRIED_OUT[key](poll, choice)


def _set_clock(poll: Poll, choice: str) -> str:
    if choice == "resume":
        resume_game(poll.game)
        return "The players ended the pause: the clock goes on."
    if choice.startswith("pause"):
        until = pause_game(poll.game, length_of(choice), words="The players paused the game")
        return f"The players paused the game until {clock.mark(until)}."
    phase = extend_deadline(poll.game, length_of(choice), words="The players gave the phase more time")
    return f"The players gave the phase more time, until {clock.mark(clock.deadline_in(phase))}."


def _end_game(poll: Poll, choice: str) -> str:
    sharers = sharers_of(choice)
    if len(sharers) == 1:
        note(poll.game, f"All others conceded to {listed_powers(sharers)}.")
    else:
        note(poll.game, f"All agreed to a draw: {listed_powers(sharers)}.")
    agree(poll.game, poll.phase, sharers)
    return ""


CARRIED_OUT: Final[dict[str, Callable[[Poll, str], str]]] = {"clock": _set_clock, "end": _end_game}
"""For each vote of `dipgame.games.votes`, by its key, what is done once it is carried."""
