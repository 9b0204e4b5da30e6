"""The votes of a game as one viewer may know them: what can be voted for, and what is voted on."""

from collections.abc import Mapping
from typing import Literal

from bots.voting import PLURALS
from dipgame.games import queries
from dipgame.games.models import Ballot, GamePhase
from dipgame.games.votes import VOTES, Motion, Poll, Vote, motions_in, poll_of
from frontend.access import Access
from frontend.wire import state as wire

__all__ = ["votes_for"]


def votes_for(access: Access, sight: queries.Sight, row: GamePhase) -> list[wire.VoteFacts]:
    """All votes of the phase now played; nothing for those who are told everything a phase later."""
    if access.delayed:
        return []
    poll = poll_of(access.game, row, sight.seats)
    return [_facts(vote, poll, access) for vote in VOTES.values()]


def _facts(vote: Vote, poll: Poll, access: Access) -> wire.VoteFacts:
    power = access.power
    mine = next((voter for voter in poll.voters if voter.power == power), None)
    answers = {} if mine is None else mine.ballots.get(vote.key, {})
    seen = (motion.seen_by(power, poll) for motion in motions_in(poll, [vote]))
    return {
        "vote": vote.key,
        "title": vote.title,
        "about": vote.about(poll),
        "can": mine is not None and mine.person is not None,
        "choices": [
            {"choice": name, "words": each.words, "group": each.group}
            for name, each in vote.choices(poll, power).items()
        ],
        "picks": list(vote.picks(poll)),
        "motions": [_motion(motion, answers) for motion in seen if motion is not None],
    }


def _motion(motion: Motion, answers: Mapping[str, Ballot]) -> wire.Motion:
    answer = answers.get(motion.choice)
    mine: Literal["yes", "no", ""] = "" if answer is None else "yes" if answer.agrees else "no"
    return {
        "choice": motion.choice,
        "noun": motion.words.noun,
        "mine": mine,
        "agreed": list(motion.agreed),
        "refused": [{"power": power or "", "why": why, "many": PLURALS.get(why, why)} for power, why in motion.refused],
        "awaited": list(motion.awaited),
        "needed": 0 if motion.is_hidden else motion.needed,
        "hidden": motion.is_hidden,
    }
