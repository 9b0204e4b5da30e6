"""HANA's knowledge for answers: beliefs, secrets, and unknowns.

Everything is graded, like its beliefs (thesis, section 5.2). What others promised it is theirs: of third powers it
tells what it foresaw before any deal.
"""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from adjudication.batch import decode_order, encode_orders
from adjudication.board import STANDARD, Province
from adjudication.encoding import HOLD, VERB
from adjudication.orders import Hold, Order
from adjudication.powers import Power
from bots.hana.judge.deals import DealOption
from bots.hana.judge.proposals import contents_of
from bots.hana.remember.feelings import mood_of
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import Tone, plan_of, story_of
from negotiation.diplomacy import (
    Aly,
    Cvy,
    Dmz,
    Drw,
    Ent,
    Hld,
    Hlp,
    Mto,
    Pce,
    Scd,
    Slo,
    Sup,
    Unit,
    Unnamed,
    action_of,
    board_unit,
    order_of,
)
from negotiation.terms import (
    Agree,
    And,
    Belief,
    Commit,
    Commits,
    Deal,
    Desire,
    Do,
    Feel,
    Formula,
    Not,
    Obs,
    Unknown,
    both,
)
from negotiation.unnamed import doer_of, keeps

__all__ = ["answer_to_question", "deal_in", "degree_of", "is_planned", "told_order"]

_SURE: Final = 0.5
"""The degree above which something is said to be so."""
_LIKELY: Final = 0.3
"""The degree from which the likeliest order of somebody else is told instead of another one."""
_UNLIKELY: Final = 0.1
"""The degree up to which an order of somebody else is said not to come."""
_OFFERS: Final = (Pce, Aly, Dmz, Scd, Drw, Slo)


def answer_to_question(situation: Situation, asker: Power, content: Formula) -> Formula:
    """Answer to a yes-or-no question: so, not so, or unknown."""
    if isinstance(content, And):
        return both(answer_to_question(situation, asker, item) for item in content.items)
    me = situation.view.power
    if isinstance(content, Belief) and content.agent == me:
        content = content.content
    degree = degree_of(situation, asker, content)
    foreseen = doer_of(content) not in {None, me}
    if degree is None or (foreseen and _UNLIKELY < degree <= _SURE):
        instead = _foreseen_instead(situation, content) if degree is not None and isinstance(content, Do) else None
        return Belief(me, instead) if instead is not None else Unknown(me, content)
    said = content if degree > _SURE else _negated(content)
    return Belief(me, said) if foreseen else said


def _foreseen_instead(situation: Situation, content: Do) -> Formula | None:
    """The unit's believed order, if the question assumes another."""
    column = _column_of(situation, content.action.unit)
    if column is None:
        return None
    degrees = situation.analysis.beliefs.of_group(column)
    likeliest = int(degrees.argmax())
    if degrees[likeliest] < _LIKELY:
        return None
    order = decode_order(int(situation.analysis.phase.legal.of(column)[likeliest]))
    return Do(action_of(situation.view.position.units[column].power, order, situation.view.position))


def _negated(content: Formula) -> Formula:
    return content.item if isinstance(content, Not) else Not(content)


def degree_of(situation: Situation, asker: Power, content: Formula) -> float | None:
    """Degree of belief in [0, 1]; None if unknown or secret."""
    if isinstance(content, Not):
        inner = degree_of(situation, asker, content.item)
        return None if inner is None else 1 - inner
    if isinstance(content, And):
        parts = [degree_of(situation, asker, item) for item in content.items]
        return None if None in parts else float(np.prod([part for part in parts if part is not None]))
    know = _KNOWS.get(type(content))
    return know(situation, asker, content) if know else None


# ── one function for each kind of thing one may ask about ───────────────────────────────────────


def _of_order(situation: Situation, asker: Power, content: Do) -> float | None:
    """An order: whether it plans it, or how likely the other one gives it."""
    action, view = content.action, situation.view
    if content.time is not None or not situation.moving or not isinstance(action, Hld | Mto | Sup | Cvy):
        return None
    power, order = order_of(action)
    column = _column_of(situation, action.unit)
    if column is None:
        return 0.0
    code = _code_of(situation, power, order, column)
    if code is None:
        return 0.0
    if power == view.power:
        told = story_of(situation, asker).orders
        if column not in told and isinstance(action, Mto):
            return degree_of(situation, asker, Ent(power, action.region.province))
        return float(told[column] == code) if column in told else None
    beliefs, legal = situation.analysis.beliefs, situation.analysis.phase.legal
    return float(beliefs.of_group(column)[int(np.searchsorted(legal.of(column), code))])


def _of_unnamed(situation: Situation, asker: Power, content: Unnamed) -> float | None:
    """An order of some unit: whether one of its own will do it, or how likely one of the other's does."""
    if not situation.moving:
        return None
    position, legal = situation.view.position, situation.analysis.phase.legal
    if content.power == situation.view.power:
        story = story_of(situation, asker)
        vague = story.tone is Tone.VAGUE
        orders = plan_of(situation) if vague else story.orders
        planned = any(keeps(content, decode_order(code), position) for code in orders.values())
        # Keeping its plan to itself, it still says where nothing of its goes.
        return None if vague and (planned or not isinstance(content, Ent)) else float(planned)
    missed = 1.0
    for column in map(int, situation.analysis.phase.columns_of(content.power)):
        does = [keeps(content, decode_order(int(code)), position) for code in legal.of(column)]
        missed *= 1 - float(situation.analysis.beliefs.of_group(column)[does].sum())
    return 1 - missed


def _column_of(situation: Situation, unit: Unit) -> int | None:
    wanted = board_unit(unit)
    for column, standing in enumerate(situation.view.position.units):
        if (standing.power, standing.kind, standing.province) == (wanted.power, wanted.kind, wanted.province):
            return column
    return None


def _code_of(situation: Situation, power: Power, order: Order, column: int) -> int | None:
    """An order as a number; None when it is not possible."""
    view = situation.view
    code = int(encode_orders(view.position, {power: (order,)}, view.rulebook)[column])
    return None if code & VERB == HOLD and not isinstance(order, Hold) else code


def _of_wish(situation: Situation, asker: Power, content: Desire) -> float | None:
    """A wish: its own plans and goals, deals it would make; of others, what they are likely to order."""
    me = situation.view.power
    wish = content.content
    if content.agent != me:
        return degree_of(situation, asker, wish) if isinstance(wish, Do | Hlp | Ent) else None
    if isinstance(wish, str):
        return _of_goal(situation, asker, wish)
    if doer_of(wish) == me:
        return degree_of(situation, asker, wish)
    deal = deal_in(me, asker, wish)
    if deal is None:
        return None
    return 1.0 if situation.would_propose(DealOption(me, asker, deal)) else 0.0


def is_planned(situation: Situation, content: Do) -> bool:
    """True if it is going to give an order, whoever is told."""
    power, order = order_of(content.action)
    column = _column_of(situation, content.action.unit) if hasattr(content.action, "unit") else None
    code = None if column is None else _code_of(situation, power, order, column)
    return code is not None and power == situation.view.power and plan_of(situation).get(column) == code  # type: ignore[arg-type]


def told_order(situation: Situation, asker: Power, place: Province) -> Do | None:
    """Order of its unit in a place, as its story for a power has it; None where that says nothing."""
    code = story_of(situation, asker).at(place)
    return None if code is None else Do(action_of(situation.view.power, decode_order(code), situation.view.position))


def _of_goal(situation: Situation, asker: Power, province: str) -> float | None:
    """Degree to which it has a province or goes there."""
    if situation.view.position.centers.get(province) == situation.view.power:
        return 1.0
    story = story_of(situation, asker)
    if story.tone is Tone.VAGUE or not situation.moving:
        return None
    return float(province in story.goals)


def _of_belief(situation: Situation, asker: Power, content: Belief) -> float | None:
    return degree_of(situation, asker, content.content) if content.agent == situation.view.power else None


def _of_ignorance(situation: Situation, asker: Power, content: Unknown) -> float | None:
    if content.agent != situation.view.power:
        return None
    return float(degree_of(situation, asker, content.content) is None)


def _of_sight(situation: Situation, asker: Power, content: Obs) -> float | None:
    """Degree of something seen: the last phase's orders are public."""
    seen = content.content
    if content.agent != situation.view.power or not isinstance(seen, Do) or not situation.view.history:
        return None
    power, order = order_of(seen.action)
    last = situation.view.history[-1]
    return float(any(one.power == power and one.order == order for one in last.outcomes))


def _of_deal(situation: Situation, asker: Power, content: Formula) -> float | None:
    """Degree to which a deal is in force between the two.

    It says nothing of deals with others.
    """
    me = situation.view.power
    powers = set(getattr(content, "powers", (me, asker)) or (me, asker))
    if not {me, asker} <= powers:
        return None
    between = [deal for deal in situation.deals if asker in deal.powers]
    agreed = any(content in (deal.deal, *contents_of(deal.deal)) for deal in between)
    promised = isinstance(content, Commits) and all(
        any(item in getattr(deal.deal, "items", ()) for deal in between) for item in content.items
    )
    return float(agreed or promised)


def _of_promise(situation: Situation, asker: Power, content: Commit) -> float | None:
    return _of_deal(situation, asker, Commits((content,)))


def _of_unit(situation: Situation, asker: Power, content: Unit) -> float | None:
    """Degree of a unit's existence, which everybody can see."""
    return float(_column_of(situation, content) is not None)


def _of_feeling(situation: Situation, asker: Power, content: Feel) -> float | None:
    if content.agent != situation.view.power:
        return None
    mood = mood_of(situation.mind.emotions, situation.view.power, asker, situation.rules)
    return float(mood == content.feeling)


_KNOWS: Final[Mapping[type, Callable[..., float | None]]] = {
    Do: _of_order,
    Hlp: _of_unnamed,
    Ent: _of_unnamed,
    Desire: _of_wish,
    Belief: _of_belief,
    Unknown: _of_ignorance,
    Obs: _of_sight,
    Agree: _of_deal,
    Commits: _of_deal,
    Commit: _of_promise,
    Unit: _of_unit,
    Feel: _of_feeling,
    **dict.fromkeys(_OFFERS, _of_deal),
}
"""By the type of a term: what it knows of such things. Of everything else it knows nothing."""


def deal_in(me: Power, partner: Power, wish: Formula) -> Deal | None:
    """The deal of the two that would make a wish come true; None when the two cannot see to it."""
    match wish:
        case Agree() | Commits():
            return wish
        case Commit():
            return Commits((wish,))
        case Pce(powers) | Aly(powers, _) | Dmz(powers, _):
            return Agree((me, partner), wish) if {me, partner} == set(powers) else None
        case Scd(power, _):
            return Agree((me, partner), wish) if power in {me, partner} else None
        case str():
            return Agree((me, partner), Scd(partner, (wish,))) if wish in STANDARD.centers else None
        case Do() | Hlp() | Ent():
            giver, taker = (me, partner) if doer_of(wish) == me else (partner, me)
            return Commits((Commit(giver, (taker,), wish),)) if doer_of(wish) == giver else None
        case _:
            return None
