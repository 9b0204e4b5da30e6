"""Proposals and promises in the viewer's words: cards and the ledger."""

from collections.abc import Sequence
from dataclasses import replace

from adjudication.powers import Power, as_power
from dipgame.games import talk
from dipgame.games.models import Message, Promise, Proposal
from frontend.talk.briefly import briefly
from frontend.talk.end_note import end_note
from frontend.talk.readings import orders_in, readback
from frontend.talk.word import against_my_word
from frontend.wire import talk as wire
from negotiation.ending import is_about_end
from negotiation.english.reported_speech import pledge, points
from negotiation.english.writer import write
from negotiation.floor import OpenProposal
from negotiation.terms import Commits, Propose

__all__ = ["card_of", "promise_of"]


def card_of(proposal: Proposal, message: Message, viewer: Power | None) -> wire.Card:
    """A proposal as this viewer reads it, and what they may do about it. For many, prefetch `replies__speaker`."""
    table = talk.table_of(proposal)
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
        "against": _against(proposal, message, viewer, table),
        "note": end_note(proposal, message, viewer, term.deal),
        "edit": write(Propose(voice, others, term.deal)),
    }


def promise_of(
    row: Promise, viewer: Power | None, *, is_left_alone: bool = False, is_game_over: bool = False
) -> wire.PromiseRow:
    """A line of the ledger as this viewer reads it. is_left_alone: everybody else who promised the same broke it."""
    powers = row.agreement.between.split()
    never_due = is_game_over and row.state == Promise.State.OPEN
    reason = "The game ended before." if never_due else row.reason
    content = talk.formula_of(row.content)
    return {
        "id": row.pk,
        "by": row.power,
        "between": [power for power in powers if power != row.power] or [row.power],
        "english": pledge(row.power, content, viewer, talk.time_of(talk.deal_of(row.agreement), content)),
        "short": briefly(content, as_power(row.power), viewer),
        "state": "over" if is_left_alone or never_due else row.state,  # type: ignore[typeddict-item]
        "reason": "It ended when everybody else broke it." if is_left_alone else reason,
        "lasting": row.lasting and not (row.done or is_game_over),
        "ends": is_about_end(content),
        "since": row.agreement.phase.name,
        "judged": None if row.judged is None else row.judged.name,
        "message": row.agreement.message_id,
    }


def _against(proposal: Proposal, message: Message, viewer: Power | None, table: OpenProposal) -> list[str]:
    """The promises in force that accepting would go against."""
    if viewer is None or proposal.state != Proposal.State.OPEN or viewer not in table.waiting:
        return []
    return against_my_word(message.phase.game, viewer, message.phase, [table.proposal.deal])


def _terms(term: Propose, viewer: Power | None) -> list[wire.CardTerm]:
    """Terms of a proposal, one line each, with the power that acts."""
    deal = term.deal
    if not isinstance(deal, Commits):
        return [{"by": "", "text": text} for text in points(term, viewer)]
    return [
        {"by": commit.agent, "text": text}
        for commit in deal.items
        for text in points(replace(term, deal=Commits((commit,))), viewer)
    ]


def _can(proposal: Proposal, viewer: Power | None, speaker: str, waiting: Sequence[str]) -> list[wire.CardAct]:
    if proposal.state != Proposal.State.OPEN or viewer is None:
        return []
    if viewer == speaker:
        return ["withdraw"]
    return ["accept", "reject", "counter"] if viewer in waiting else []
