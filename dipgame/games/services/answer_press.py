"""Somebody answers a proposal that is on the table, or takes an own one back."""

from typing import Final

from adjudication.powers import as_power
from dipgame.games import convert, talk
from dipgame.games.errors import Gone, Malformed
from dipgame.games.models import Message, Proposal, Seat
from dipgame.games.services.deliver import deliver, lock_talk
from dipgame.transactions import atomic
from negotiation.terms import Accept, Propose, Reject, Utterance, Withdraw

__all__ = ["ANSWERS", "answer_press"]

ANSWERS: Final = {"accept": "Agreed.", "reject": "No, thank you.", "withdraw": "I take that back."}
"""Answers to a proposal at a click, with their texts."""


def answer_press(seat: Seat, message_id: int, act: str) -> Message:
    """Accept, reject or withdraw the proposal in this message.

    Raises Malformed, Gone (it is not open any more, or was never there for this seat), OutOfTurn, Late or NotRunning.
    """
    if act not in ANSWERS:
        raise Malformed(f"A proposal can be answered by: {', '.join(ANSWERS)}.")
    with atomic():
        phase = lock_talk(seat.game_id)
        asked = talk.messages_for(phase.game, seat).filter(pk=message_id, phase=phase).first()
        row = Proposal.objects.filter(message=asked, state=Proposal.State.OPEN).first() if asked else None
        if asked is None or row is None:
            raise Gone("This proposal is not open any more.")
        # One of an earlier version may break rules of L that are younger than it.
        table = convert.readable(row, lambda: talk.table_of(row), None)
        if table is None:
            raise Gone("This proposal cannot be read any more.")
        to = tuple(as_power(power) for power in asked.powers if power != seat.power)
        said = _utterance(seat.power, to, act, table.proposal)
        # This one and no other is meant, even where the protocol lets several be open.
        only_this = talk.parley_in(phase, tables=[table])
        mine = table.proposal.speaker == seat.power
        if (act == "withdraw") != mine or (not mine and seat.power not in table.waiting):
            raise Gone("You have answered this proposal." if not mine else "This is your own proposal.")
        return deliver(seat, phase, to, ANSWERS[act], [said], reply_to=asked, parley=only_this)


def _utterance(power: str, to: tuple[str, ...], act: str, proposal: Propose) -> Utterance:
    match act:
        case "accept":
            return Accept(power, to, proposal.deal)
        case "reject":
            return Reject(power, to, proposal.deal)
        case _:
            return Withdraw(power, to)
