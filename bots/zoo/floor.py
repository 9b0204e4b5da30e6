"""Open proposals in the talk of a phase, for one power."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from adjudication.powers import Power, as_power
from bots.view import SeatView
from negotiation.terms import Accept, Deal, Propose, Reject, Utterance, Withdraw, group

__all__ = ["answer_to", "open_proposals", "open_with", "own_open", "rejected_today", "said_today", "silent_powers"]


def said_today(view: SeatView) -> list[Utterance]:
    """Utterances of this phase, oldest first."""
    lately = takewhile(lambda each: each.phase == view.position.phase, reversed(view.talk))
    return [each.utterance for each in lately][::-1]


def open_proposals(said: Iterable[Utterance]) -> list[tuple[Propose, frozenset[Power]]]:
    """Proposals neither refused nor withdrawn, with the powers that must answer."""
    waiting: dict[tuple[str, Deal], tuple[Propose, set[Power]]] = {}
    for each in said:
        if isinstance(each, Propose):
            waiting[each.speaker, each.deal] = each, {as_power(hearer) for hearer in each.hearers}
        elif isinstance(each, Accept):
            for hearer in each.hearers:
                if (hearer, each.deal) in waiting:
                    waiting[hearer, each.deal][1].discard(as_power(each.speaker))
        elif isinstance(each, Reject):
            for hearer in each.hearers:
                waiting.pop((hearer, each.deal), None)
        elif isinstance(each, Withdraw):
            _withdraw(each, waiting)
    return [(proposal, frozenset(powers)) for proposal, powers in waiting.values() if powers]


def _withdraw(said: Withdraw, waiting: dict[tuple[str, Deal], tuple[Propose, set[Power]]]) -> None:
    """Remove the speaker's last proposal between them, else the others' last.

    That is how the game reads it (`negotiation.floor`), as a withdrawal names no deal.
    """
    own = [key for key, (_, powers) in waiting.items() if key[0] == said.speaker and powers & set(said.hearers)]
    theirs = [key for key, (_, powers) in waiting.items() if key[0] in said.hearers and said.speaker in powers]
    if own or theirs:
        del waiting[(own or theirs)[-1]]


def open_with(me: Power, said: Iterable[Utterance]) -> set[Power]:
    """Powers that owe me an answer, or that I owe one."""
    found: set[Power] = set()
    for proposal, waiting in open_proposals(said):
        if proposal.speaker == me:
            found |= waiting
        elif me in waiting:
            found.add(as_power(proposal.speaker))
    return found


def own_open(view: SeatView, said: Sequence[Utterance] = ()) -> list[Propose]:
    """Own proposals of this phase that may still become deals.

    said: words that go out in front.
    """
    found = open_proposals([*said_today(view), *said])
    return [proposal for proposal, _ in found if proposal.speaker == view.power]


def rejected_today(view: SeatView) -> set[Deal]:
    """Deals that somebody refused in this phase."""
    return {each.deal for each in said_today(view) if isinstance(each, Reject) and view.power in each.hearers}


def silent_powers(view: SeatView) -> set[Power]:
    """Powers asked in an earlier phase that never said a word."""
    before = [each.utterance for each in view.talk if each.phase != view.position.phase]
    asked = {as_power(hearer) for said in before if said.speaker == view.power for hearer in said.hearers}
    return asked - {as_power(each.utterance.speaker) for each in view.talk}


def answer_to(me: Power, heard: Propose, *, agrees: bool) -> Utterance:
    """Yes or no to a proposal, told to all who heard it."""
    hearers = group({heard.speaker, *heard.hearers} - {me})
    return (Accept if agrees else Reject)(me, hearers, heard.deal)
