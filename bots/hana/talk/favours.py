"""Favours and injuries: only favours earn thanks."""

from adjudication.board import province_of
from adjudication.orders import Move
from adjudication.position import Position
from adjudication.powers import Power
from bots.hana.judge.proposals import contents_of
from bots.hana.judge.reach import places_of
from bots.hana.talk.situation import Situation
from bots.view import LedgerLine, PastPhase
from negotiation.compliance import State
from negotiation.diplomacy import Cvy, Hlp, Mto, Sup, board_unit
from negotiation.terms import Accept, And, Belief, Commit, Commits, Courtesy, Do, Formula, Manner, Not
from negotiation.unnamed import doer_of

__all__ = ["has_broken_lately", "has_robbed", "has_thanked", "serves", "was_of_use"]


def serves(situation: Situation, giver: Power, taker: Power, content: Formula) -> bool:
    """True if the giver's announced deed is a favour to the taker.

    Help for its units, something left undone, or a warning of a third power.
    """
    match content:
        case And(items) | Commits(items):
            return any(serves(situation, giver, taker, item) for item in items)
        case Commit(agent, to, promised):
            given = agent == giver and taker in to
            return given and (isinstance(promised, Not) or serves(situation, giver, taker, promised))
        case Do(action=Sup(_, helped)):
            return helped.unit.power == taker
        case Do(action=Cvy(_, army)):
            return army.power == taker
        case Hlp():
            return content.helped == taker
        case Belief(_, Do(action=Mto(_, region)) as move):
            place = region.province
            return doer_of(move) not in {giver, taker} and place in places_of(situation.view.position, taker)
        case _:
            return False


def was_of_use(situation: Situation, line: LedgerLine, taker: Power) -> bool:
    """True if a kept promise served the taker.

    Help, something left undone, or an agreed move that succeeded.
    """
    promised = Commits((Commit(line.agent, (taker,), line.content),))
    if serves(situation, line.agent, taker, promised):
        return True
    if not isinstance(line.content, Do) or not isinstance(line.content.action, Mto) or not _was_agreed(situation, line):
        return False
    last = _last_moves(situation)
    start = board_unit(line.content.action.unit).province
    return last is not None and any(
        one.power == line.agent
        and isinstance(one.order, Move)
        and province_of(one.order.region) == start
        and one.result == "ok"
        for one in last.outcomes
    )


def has_robbed(situation: Situation, power: Power) -> bool:
    """True if the power took one of its centers last turn."""
    last, position = _last_moves(situation), situation.view.position
    if last is None:
        return False
    lost = set(last.position.centers_of(situation.view.power))
    arrived = _stand(position, power) - _stand(last.position, power)
    return not lost.isdisjoint({*position.centers_of(power), *arrived})


def has_broken_lately(situation: Situation, one: Power, other: Power) -> bool:
    """True if either broke its word to the other last movement phase."""
    last = _last_moves(situation)
    return last is not None and any(
        line.judged == last.position.phase and line.state is State.BROKEN and line.agent in {one, other}
        for line in situation.view.ledger
        if {one, other} <= set(line.powers)
    )


def has_thanked(situation: Situation, partner: Power) -> bool:
    """True if it thanked the other this year: once is enough."""
    me, year = situation.view.power, situation.view.position.phase.year
    return any(
        said.phase.year == year and said.utterance.speaker == me and said.utterance.manner is Manner.THANK
        for said in situation.view.talk
        if isinstance(said.utterance, Courtesy) and partner in said.utterance.hearers
    )


def _was_agreed(situation: Situation, line: LedgerLine) -> bool:
    """True if it was promised in a deal, not volunteered."""
    pair = set(line.powers)
    return any(
        each.phase == line.made
        and isinstance(each.utterance, Accept)
        and each.utterance.speaker in pair
        and line.content in contents_of(each.utterance.deal)
        for each in situation.view.talk
    )


def _last_moves(situation: Situation) -> PastPhase | None:
    return next((past for past in reversed(situation.view.history) if past.position.phase.kind == "M"), None)


def _stand(position: Position, power: Power) -> set[str]:
    return {unit.province for unit in position.units_of(power)}
