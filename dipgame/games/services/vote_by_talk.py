"""An accepted draw, or an accepted win of one power, is the vote of all who accepted."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress

from adjudication.powers import Power
from dipgame.games import convert
from dipgame.games.errors import Refused
from dipgame.games.models import Ballot, Game, GamePhase
from dipgame.games.services.cast_vote import count_votes
from dipgame.games.votes import VOTES, poll_of
from dipgame.games.votes.end_vote import choice_of
from negotiation.ending import end_refusals, end_votes, withdrawn_from
from negotiation.parley import Event

__all__ = ["vote_by_talk"]


def vote_by_talk(game: Game, phase: GamePhase, speaker: Power, happened: Sequence[Event]) -> bool:
    """Count the votes in what happened when the speaker said something; True if the game ends by them.

    Inside the caller's transaction, which holds the locks of the game and its phase. What terms or board do not allow
    is no vote. A proposal that came to nothing takes the votes back that it gave.
    """
    vote, gone = VOTES["end"], withdrawn_from(happened)
    answers: dict[str, dict[Power, Ballot | None]] = defaultdict(dict)
    for voter in poll_of(game, phase).voters if gone else ():
        for choice, ballot in voter.ballots.get(vote.key, {}).items():
            if ballot.proposal in gone:
                answers[choice][voter.power] = None
    position = convert.position_of(phase)
    for each in end_refusals(happened, speaker, position):
        answers[choice_of(each.sharers)][each.power] = Ballot(False, proposal=each.proposal)
    for each in end_votes(happened, position):
        answers[choice_of(each.sharers)][each.power] = Ballot(True, proposal=each.proposal)
    for choice, given in answers.items():
        with suppress(Refused):
            if count_votes(poll_of(game, phase), vote, choice, given):
                return True
    return False
