"""All votes of a game, each declared once.

A vote is a `Vote` here and a function in `services.carry_out_vote` that does what was voted for. From that follow the
command (`{"type": "vote", ...}`), the buttons on the page, who is told and how (inbox, mail, browser), what is logged,
what others and watchers see, and that it lapses with its phase. Answers stand in `Seat.votes`.

To show votes elsewhere: `motions_in(poll_of(game, phase), VOTES.values())` are all choices somebody has voted for;
`Motion.seen_by(power, poll)` leaves out what a viewer may not know; `frontend.game.motions` has them as wire types.
To vote: `services.cast_vote(seat, phase_name, key, choice, agrees)`, with agrees True, False, or None to withdraw.
"""

from typing import Final

from dipgame.games.votes.clock_vote import CLOCK
from dipgame.games.votes.end_vote import END
from dipgame.games.votes.vote import (
    Choice,
    Motion,
    Poll,
    Vote,
    Voter,
    is_moved,
    listed_powers,
    motion_on,
    motions_in,
    poll_of,
)

__all__ = [
    "VOTES",
    "Choice",
    "Motion",
    "Poll",
    "Vote",
    "Voter",
    "is_moved",
    "listed_powers",
    "motion_on",
    "motions_in",
    "poll_of",
]

VOTES: Final[dict[str, Vote]] = {vote.key: vote for vote in (CLOCK, END)}
"""All votes by their key, in the order in which the page shows them."""
