"""Follow-ups such as `and Picardy?`, `which one?`, `I asked you something`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from adjudication.board import STANDARD
from adjudication.position import Position
from adjudication.powers import POWERS, as_power
from bots.hana.judge.deals import DealOption, kind_of
from bots.hana.judge.proposals import contents_of
from bots.hana.talk.dialogue import Dialogue, with_name
from bots.hana.talk.named import of_named
from bots.hana.talk.reasons import reason_from_board
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import story_of
from negotiation.diplomacy import DIPLOMACY, Ent, Mto, Opn, Tpc, unit_of
from negotiation.errors import MalformedTermError
from negotiation.parser import parse
from negotiation.terms import (
    Accept,
    Answer,
    Belief,
    Courtesy,
    Desire,
    Do,
    Formula,
    Inform,
    Manner,
    Propose,
    Query,
    Reject,
    Utterance,
    Variable,
    Which,
    both,
)

__all__ = [
    "again",
    "followed_up",
    "hinted_at",
    "opinion_query",
    "owed_question",
    "told_before",
    "where_it_stands",
    "which_one",
]


_LATELY: Final = 2
"""Words of its own among which an answer is fresh."""


def followed_up(state: Dialogue, name: str, position: Position) -> Query | Propose | None:
    """Question or proposal that a bare name stands for.

    A unit of its own in the place is asked for its order where orders were the topic. None where nothing was asked.
    """
    me, partner, asked = state.me, state.partner, state.asked
    keep = (me, partner)
    if isinstance(asked, Propose):
        found = with_name(asked.deal, name, keep)
        return None if found is None else replace(asked, deal=found)  # type: ignore[arg-type]
    content = asked.content if asked is not None else None
    place = name in STANDARD.provinces
    if place and _is_of_orders(content):
        unit = position.unit_at(name)
        if unit is not None and unit.power != partner:
            where = Which(Variable("?r"), Do(Mto(unit_of(unit), Variable("?r"))))  # type: ignore[arg-type]
            return Query(partner, (me,), where)
        return Query(partner, (me,), Desire(me, Ent(me, name)))
    match content:
        case None:
            return None
        case Which("?p", Desire(_, wish)) if not place:
            pact = _against(wish, name, keep)
            return None if pact is None else Query(partner, (me,), Desire(me, pact))
        case Which("?o", Desire(_, wish)) if not place:
            return Query(partner, (me,), Which(content.variable, Desire(as_power(name), wish)))
        case Which(variable, inner):
            other = with_name(inner, name, keep)
            return None if other is None else Query(partner, (me,), Which(variable, other))
        case _:
            other = with_name(content, name, keep)
            return None if other is None else Query(partner, (me,), other)


def _against(wish: Formula, name: str, pair: Sequence[str]) -> Formula | None:
    """An alliance against the named power, where one was asked for."""
    if not hasattr(wish, "against") or not wish.against or name in pair:
        return None
    return replace(wish, against=(as_power(name),))  # type: ignore[type-var]


def _is_of_orders(content: Formula | None) -> bool:
    """True if the question is where units go."""
    inner = content.content if isinstance(content, Which) else content
    inner = inner.content if isinstance(inner, Desire) else inner
    return isinstance(inner, Do | Ent)


def hinted_at(situation: Situation, proposal: Propose) -> list[Utterance]:
    """Answer a hinted proposal: make it, wish for it, or object."""
    me, partner = situation.view.power, as_power(proposal.speaker)
    offer, talk = DealOption(me, partner, proposal.deal, kind_of(proposal.deal)), situation.talk_with(partner)
    if situation.attitude(partner).talks and not any(situation.faults(offer, asked=True)):
        verdict = situation.judge(offer, asked=True)
        if verdict.is_good and talk.may_propose and talk.is_new(offer):
            return situation.propose(offer, "They hinted at it, and it is good for me.")
        if verdict.is_good:
            return [Inform(me, (partner,), Desire(me, both(contents_of(offer.deal))))]
    stands = of_named(situation, partner, proposal.deal, refused=True)
    board = reason_from_board(situation, offer)
    return stands or ([board] if board is not None else [])


def which_one(situation: Situation, state: Dialogue) -> list[Utterance]:
    """Name what its last message meant most; empty without names."""
    listed = [name for name in state.listed if name in STANDARD.provinces or name in POWERS]
    if not listed:
        return []
    goals = story_of(situation, state.partner).goals
    name = min(listed, key=lambda each: (each not in goals, listed.index(each)))
    about = Courtesy(state.me, (state.partner,), Manner.NOTE, Tpc("meant", (name,)))
    return [] if situation.talk_with(state.partner).has_said(about) else [about]


def again(situation: Situation, state: Dialogue) -> list[Utterance]:
    """Repeat the reason of its last no, then that it is all."""
    me, partner, talk = state.me, state.partner, situation.talk_with(state.partner)
    refusal = state.refused(me)
    if refusal is None:
        return []
    found: Iterator[Utterance] = iter(())
    match refusal.reason:
        case Inform(content=content):
            found = iter((Answer(me, (partner,), content),))
        case Courtesy(about=Tpc()):
            found = iter((refusal.reason,)) if talk.mine.count(refusal.reason) < 2 else found
        case _:
            pass
    said = next((each for each in found if isinstance(each, Courtesy) or not talk.has_said(each)), None)
    rest = Courtesy(me, (partner,), Manner.NOTE, Tpc("allsaid"))
    return [said] if said is not None else [] if talk.has_said(rest) else [rest]


def owed_question(situation: Situation, state: Dialogue) -> Utterance | None:
    """Last question or remark of the partner without an answer."""
    if state.owed:
        return state.owed[-1]
    text = situation.memory.get("owed", {}).get(state.partner)
    try:
        return parse(text, DIPLOMACY) if isinstance(text, str) else None
    except MalformedTermError:
        return None


def told_before(situation: Situation, state: Dialogue) -> list[Utterance]:
    """Its answer once more, or that it keeps something back.

    Nothing where its last words answered a remark: that was no answer, it seems.
    """
    me, partner, talk = state.me, state.partner, situation.talk_with(state.partner)
    said = state.answer
    if said is not None and said not in talk.mine[-_LATELY:]:
        return []
    if isinstance(said, Answer | Inform) and talk.mine.count(said) < 2:
        return [said]
    kept = Courtesy(me, (partner,), Manner.NOTE, Tpc("keptback"))
    return [kept] if state.evaded and not talk.has_said(kept) else []


def where_it_stands(situation: Situation, state: Dialogue) -> list[Utterance]:
    """Yes or no about the deal that the two spoke of last."""
    me, partner, talk = state.me, state.partner, situation.talk_with(state.partner)
    moves = [each for each in talk.said if isinstance(each, Accept | Reject) or each == talk.open_proposal]
    last, before = (moves[-1] if moves else None), moves[:-1]
    match last:
        case Accept():
            topic = "wasyes"
        case Reject():
            topic = "wasno" if last.speaker == me else "youturned"
        case Propose(speaker=speaker) if speaker == me and before and before[-1].speaker == me:
            topic = "wasno" if isinstance(before[-1], Reject) else "wasyes"
        case Propose(speaker=speaker) if speaker == me:
            topic = "awaitsyes"
        case _:
            topic = "atpeace" if partner in situation.friends else "nothingopen"
    said: list[Utterance] = [Courtesy(me, (partner,), Manner.NOTE, Tpc(topic))]
    if isinstance(last, Propose) and last.speaker == me:
        return [*said, Inform(me, (partner,), Desire(me, both(contents_of(last.deal))))]
    return [*said, *again(situation, state)] if topic == "wasno" else said


def opinion_query(state: Dialogue, name: str) -> Query | None:
    """Question for its opinion of a power that is only named."""
    if name not in POWERS or name in (state.me, state.partner):
        return None
    about = Belief(state.me, Opn(as_power(name), Variable("?s")))  # type: ignore[arg-type]
    return Query(state.partner, (state.me,), Which(Variable("?s"), about))
