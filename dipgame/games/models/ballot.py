"""A power's answer to one choice of a vote, as a seat's row keeps it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

__all__ = ["Ballot", "Ballots", "ballots_from_row", "ballots_row"]


@dataclass(frozen=True, slots=True)
class Ballot:
    """An answer. why: a bot's reason, a clause in the present tense, or empty. proposal: the number of the accepted
    proposal that gave this vote, None where it was given at the board."""

    agrees: bool
    why: str = ""
    proposal: int | None = None


Ballots: TypeAlias = Mapping[str, Mapping[str, Ballot]]
"""A seat's answers by the key of the vote and the choice: `{"clock": {"pause-86400": Ballot(True)}}`."""


def ballots_from_row(row: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, dict[str, Ballot]]:
    """The answers in a seat's `votes`."""
    return {key: {choice: Ballot(**each) for choice, each in answers.items()} for key, answers in row.items()}


def ballots_row(ballots: Ballots) -> dict[str, dict[str, dict[str, Any]]]:
    """JSON for the row, without votes that hold no answer."""
    return {
        key: {choice: asdict(each) for choice, each in answers.items()} for key, answers in ballots.items() if answers
    }
