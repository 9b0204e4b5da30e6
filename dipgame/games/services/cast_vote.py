"""A power votes: others are told, bots answer, and what enough powers agree on is done."""

from collections.abc import Mapping
from dataclasses import replace

from adjudication.powers import Power, as_power
from dipgame.games import events, queries
from dipgame.games.errors import Malformed, NotRunning
from dipgame.games.locks import lock_live_phase, lock_vote
from dipgame.games.models import Ballot, Game, GamePhase, Message, Seat, ballots_row
from dipgame.games.numbers import new_number
from dipgame.games.services.carry_out_vote import carry_out_vote
from dipgame.games.services.tell_votes import (
    forget_motion,
    log_answers,
    tell_carried,
    tell_motion,
    tell_refusal,
    tell_stalled,
)
from dipgame.games.votes import VOTES, Motion, Poll, Vote, Voter, is_moved, motion_on, motions_in, poll_of
from dipgame.transactions import atomic

__all__ = ["cast_vote", "count_again", "count_votes"]


def cast_vote(seat: Seat, phase_name: str, key: str, choice: str, agrees: bool | None = True) -> bool:
    """Answer a vote for the seat's power: yes, no, or None to withdraw its answer; True if the vote is carried by it.

    A power agrees to one choice of a vote at a time. Raises Malformed for a vote or a choice that there is not, Late
    when the phase is another or over, and NotRunning, also for a power that is not asked.
    """
    vote = VOTES.get(key)
    if vote is None:
        raise Malformed(f"There is no such vote; the votes are {', '.join(VOTES)}.")
    with atomic():
        game, phase = lock_vote(seat, phase_name)
        answer = None if agrees is None else Ballot(agrees)
        return count_votes(poll_of(game, phase), vote, choice, {as_power(seat.power): answer})


def count_votes(poll: Poll, vote: Vote, choice: str, answers: Mapping[Power, Ballot | None]) -> bool:
    """Take these answers (None: withdrawn) to a choice, and all that follows; True if the vote is carried.

    Inside the caller's transaction, which holds the locks of the game and its phase. Raises Malformed or NotRunning.
    """
    words = vote.named(poll, choice)
    for power in answers:
        if power not in poll.powers:
            raise NotRunning("You have nothing left on the board, so you have no vote.")
        if power not in {voter.power for voter in vote.asked(poll, choice)}:
            raise NotRunning("You have no vote on this: the others decide.")
    before = motion_on(poll, vote, choice, words)
    after = _answered(poll, vote, choice, answers)
    after = _with_bots(after, vote, choice)
    motion = motion_on(after, vote, choice, words)
    if not is_moved(after, vote, choice):  # everybody who voted for it has withdrawn: its answers go, too
        after = _answered(after, vote, choice, dict.fromkeys(_silent(after, vote, choice)))
    if motion.is_carried:
        after = replace(after, voters=tuple(_without(voter, vote) for voter in after.voters))
    _store(poll, after)
    if motion.is_carried:
        told = carry_out_vote(after, vote.key, choice)
        tell_carried(after, motion, told, by=answers)
        _changed(after, vote)
        return True
    _tell(after, before, motion)
    _changed(after, vote)
    return False


def count_again(game: Game) -> None:
    """Count all votes anew: a bot has taken a seat, and answers. Inside the caller's transaction, which holds the
    game's lock."""
    phase = lock_live_phase(game.pk)
    if phase is None or phase.status != GamePhase.Status.OPEN:
        return
    for motion in motions_in(poll_of(game, phase), VOTES.values()):
        if count_votes(poll_of(game, phase), motion.vote, motion.choice, {}):
            return


def _answered(poll: Poll, vote: Vote, choice: str, answers: Mapping[Power, Ballot | None]) -> Poll:
    """The poll with these answers."""
    voters = tuple(
        _with(voter, vote, choice, answers[voter.power]) if voter.power in answers else voter for voter in poll.voters
    )
    return replace(poll, voters=voters)


def _with(voter: Voter, vote: Vote, choice: str, answer: Ballot | None) -> Voter:
    mine = {name: each for name, each in voter.ballots.get(vote.key, {}).items() if name != choice}
    if answer is not None and answer.agrees and voter.person is not None:
        mine = {name: each for name, each in mine.items() if not each.agrees}
    if answer is not None:
        mine[choice] = answer
    return replace(voter, ballots={**voter.ballots, vote.key: mine})


def _without(voter: Voter, vote: Vote) -> Voter:
    return replace(voter, ballots={key: each for key, each in voter.ballots.items() if key != vote.key})


def _with_bots(poll: Poll, vote: Vote, choice: str) -> Poll:
    """The poll with the answers of all bots, where somebody votes for this and bots are asked. A bot that answered it
    in the talk keeps its word."""
    silent = _silent(poll, vote, choice)
    bots = [voter for voter in vote.asked(poll, choice) if voter.person is None and voter.power in silent]
    if vote.opinions is None or not bots or not is_moved(poll, vote, choice):
        return poll
    found = vote.opinions(poll, choice, bots)
    voters = [
        _with(voter, vote, choice, Ballot(found[voter.power].agrees, found[voter.power].why))
        if voter.power in found
        else voter
        for voter in poll.voters
    ]
    return replace(poll, voters=tuple(voters))


def _silent(poll: Poll, vote: Vote, choice: str) -> set[Power]:
    """The powers that have not answered this in the talk."""
    answers = {voter.power: voter.ballots.get(vote.key, {}).get(choice) for voter in poll.voters}
    return {power for power, answer in answers.items() if answer is None or answer.proposal is None}


def _store(before: Poll, after: Poll) -> None:
    for old, new in zip(before.voters, after.voters, strict=True):
        if old != new:
            Seat.objects.filter(pk=new.seat_id).update(votes=ballots_row(new.ballots))


def _tell(poll: Poll, before: Motion, motion: Motion) -> None:
    """Tell everybody concerned how the motion stands now."""
    if not is_moved(poll, motion.vote, motion.choice):
        forget_motion(poll, motion)
        return
    log_answers(poll, before, motion)
    tell_motion(poll, motion)
    tell_refusal(poll, before, motion)
    tell_stalled(poll, motion)


def _changed(poll: Poll, vote: Vote) -> None:
    """Have the pages look: all of them or, where votes are hidden, those of the people on the board. The cards of
    proposals that are votes, too, say how it stands."""
    given = {ballot.proposal for voter in poll.voters for ballot in voter.ballots.get(vote.key, {}).values()} - {None}
    for message in Message.objects.filter(proposals__in=given):
        number = new_number(after=queries.newest_number(message.game_id))
        Message.objects.filter(pk=message.pk).update(change=number)
        events.press_changed(voter.seat_id for voter in poll.voters if voter.power in message.powers)
    if vote.is_hidden(poll.game):
        for voter in poll.people:
            events.sheet_changed(voter.seat_id, poll.phase.name)
    else:
        events.game_changed(poll.game, "votes")
