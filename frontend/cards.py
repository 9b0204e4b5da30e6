"""What was put on the table and what was promised, in the words of whoever reads: cards and the ledger."""

from collections.abc import Sequence
from dataclasses import replace

from adjudication.powers import Power, as_power
from dipgame.games import press
from dipgame.games.models import Message, Promise, Proposal
from frontend import press_frames as frames
from frontend.reading import orders_in, readback
from negotiation.english.report import pledge, points
from negotiation.english.writer import write
from negotiation.terms import Agree, Commits, Deal, Formula, Propose

__all__ = ["card_of", "promise_of", "time_of"]


def card_of(proposal: Proposal, message: Message, viewer: Power | None) -> frames.Card:
    """A proposal as this viewer reads it, and what they may do about it. For many, prefetch `replies__speaker`."""
    table = press.table_of(proposal)
    term, speaker = table.proposal, table.proposal.speaker
    voice = viewer if viewer is not None and viewer in (speaker, *term.hearers) else as_power(speaker)
    others = tuple(sorted({speaker, *term.hearers} - {voice}))
    answers = dict.fromkeys(table.accepted, "accept")
    if proposal.state == Proposal.State.REJECTED:
        rejected = {reply.speaker.power for reply in message.replies.all()} - {speaker}
        answers |= {power: "reject" for power in rejected if power not in answers}
    return {
        "state": proposal.state,  # type: ignore[typeddict-item]
        "proposer": speaker,
        "english": readback([term], viewer),
        "terms": _terms(term, viewer),
        "orders": orders_in(term.deal, message.phase),
        "answers": answers,
        "can": _can(proposal, viewer, speaker, table.waiting),
        "edit": write(Propose(voice, others, term.deal)),
    }


def promise_of(row: Promise, viewer: Power | None) -> frames.PromiseRow:
    """A line of the ledger as this viewer reads it."""
    powers = row.agreement.between.split()
    content = press.formula_of(row.content)
    return {
        "id": row.pk,
        "by": row.power,
        "between": [power for power in powers if power != row.power] or [row.power],
        "english": pledge(row.power, content, viewer, time_of(press.deal_of(row.agreement), content)),
        "state": row.state,  # type: ignore[typeddict-item]
        "reason": row.reason,
        "lasting": row.lasting,
        "since": row.agreement.phase.name,
        "judged": None if row.judged is None else row.judged.name,
        "message": row.agreement.message_id,
    }


def time_of(deal: Deal, content: Formula) -> object | None:
    """The time of the agreement, or of the commitment, that holds this content."""
    if isinstance(deal, Agree):
        return deal.time
    return next((commit.time for commit in deal.items if commit.content == content), None)


def _terms(term: Propose, viewer: Power | None) -> list[frames.CardTerm]:
    """What each is to do, one line for each thing."""
    deal = term.deal
    if not isinstance(deal, Commits):
        return [{"by": "", "text": text} for text in points(term, viewer)]
    return [
        {"by": commit.agent, "text": text}
        for commit in deal.items
        for text in points(replace(term, deal=Commits((commit,))), viewer)
    ]


def _can(proposal: Proposal, viewer: Power | None, speaker: str, waiting: Sequence[str]) -> list[frames.CardAct]:
    if proposal.state != Proposal.State.OPEN or viewer is None:
        return []
    if viewer == speaker:
        return ["withdraw"]
    return ["accept", "reject", "counter"] if viewer in waiting else []
