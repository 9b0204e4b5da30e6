"""Note under a proposal of a draw or a win: its votes on the end, and those still missing."""

from adjudication.powers import Power
from dipgame.games import convert
from dipgame.games.errors import Malformed
from dipgame.games.models import Message, Proposal
from dipgame.games.votes import VOTES, listed_powers, motion_on, poll_of
from dipgame.games.votes.end_vote import choice_of
from negotiation.ending import end_contents
from negotiation.terms import Deal

__all__ = ["end_note"]


def end_note(proposal: Proposal, message: Message, viewer: Power | None, deal: Deal) -> str:
    """A sentence for the card of a proposal in the phase now played; empty for proposals of anything else."""
    phase, vote = message.phase, VOTES["end"]
    if proposal.state not in (Proposal.State.OPEN, Proposal.State.ACCEPTED) or not phase.is_live:
        return ""
    sharers = next((sharers for _, sharers in end_contents(deal, convert.position_of(phase))), None)
    if sharers is None:
        return ""
    poll, choice = poll_of(phase.game, phase), choice_of(sharers)
    try:
        words = vote.named(poll, choice)
    except Malformed as no:
        return f"This is no vote on the end. {no.message}"
    whole = motion_on(poll, vote, choice, words)
    if not whole.agreed:
        return f"Accepting this is a vote for {words.noun}. The game ends when all agree."
    motion = whole.seen_by(viewer, poll)
    if motion is None:
        return ""
    missing = {*motion.awaited, *(power for power, _ in motion.refused if power is not None)}
    told = f"This counts as a vote for {words.noun}."
    told += f" Still missing: {listed_powers(sorted(missing))}." if missing else ""
    return told + (" What other players vote is hidden." if motion.is_hidden and not missing else "")
