"""HANA's answers to open questions: facts, opinions, proposals, or silence.

Of its own plans it tells its story (`bots.hana.talk.story`).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from adjudication.batch import decode_order
from adjudication.batch.encoding import HOLD, MOVE, VERB
from adjudication.board import STANDARD
from adjudication.powers import Power
from bots.hana.judge.deals import DealOption
from bots.hana.judge.proposals import contents_of
from bots.hana.talk.bargaining import next_offer
from bots.hana.talk.countering import price_of
from bots.hana.talk.goals import centers_wished
from bots.hana.talk.promises import broken_word
from bots.hana.talk.situation import Situation
from bots.hana.talk.stances import is_taken_for, taken_for, who_is
from bots.hana.talk.story import LOYAL, is_frank, story_of
from negotiation.diplomacy import Aly, Mto, Opn, Pce, Stance, Tpc, Unit, action_of, board_unit
from negotiation.terms import (
    Agree,
    Answer,
    Belief,
    Commits,
    Courtesy,
    Desire,
    Do,
    Formula,
    Manner,
    Not,
    Propose,
    Utterance,
    Which,
    both,
)

__all__ = ["opinion_of", "tell"]

_LIKELY: Final = 0.3
"""The degree from which it tells what it expects of others."""
_MOST: Final = 2
"""Orders that are told at once."""


def tell(situation: Situation, partner: Power, asked: Which) -> list[Utterance]:
    """The answer to an open question; nothing only where a proposal of its own came after it."""
    me = situation.view.power
    kind = _kind(situation, asked)
    unsaid = Courtesy(me, (partner,), Manner.WAIT if kind == "offer" else Manner.EVADE)
    if kind == "side" or (kind == "opinion" and asked.content.content.power == partner):  # type: ignore[attr-defined]
        unsaid = Courtesy(me, (partner,), Manner.NOTE, Tpc("depends"))
    if not situation.attitude(partner).talks:
        return [unsaid]
    if _is_answered(situation, partner, asked):
        return []
    return _ANSWERS[kind](_Asking(situation, partner, asked.content)) or [unsaid]


def _is_answered(situation: Situation, partner: Power, asked: Which) -> bool:
    """True if its open proposal crossed with the question and answers it."""
    said = situation.talk_with(partner).said
    mine = situation.talk_with(partner).open_proposal
    question = next((index for index, each in enumerate(said) if getattr(each, "content", None) == asked), None)
    if asked.variable != "?d" or mine is None or question is None:
        return False
    return mine.speaker == situation.view.power and mine in said[question:]


def opinion_of(situation: Situation, partner: Power, content: Formula) -> Formula | None:
    """The answer to whether a power is something, so or not; None for any other question."""
    asked = content.content if isinstance(content, Belief) else content
    me = situation.view.power
    if not isinstance(asked, Opn):
        return None
    if asked.power == me:
        return asked if asked.stance in ("trusted", "friend") else Not(asked)
    if asked.power == partner and situation.personality.loyalty < LOYAL:
        return asked if asked.stance in ("trusted", "friend") else Not(asked)
    return Belief(me, asked if is_taken_for(situation, asked.power, asked.stance) else Not(asked))


@dataclass(frozen=True, slots=True)
class _Asking:
    """A question, its asker, and the ways to answer."""

    situation: Situation
    partner: Power
    content: Any

    @property
    def me(self) -> Power:
        return self.situation.view.power

    @property
    def honest(self) -> bool:
        """True if it prefers silence to a lie."""
        return self.situation.personality.loyalty >= LOYAL

    def answer(self, *parts: Formula) -> list[Utterance]:
        return [Answer(self.me, (self.partner,), both(parts))] if parts else []


def _kind(situation: Situation, asked: Which) -> str:
    me, content = situation.view.power, asked.content
    match asked.variable, content:
        case "?r", Do():
            return "where"
        case "?o", Desire(agent):
            return "plans" if agent == me else "upto"
        case "?c", Desire(agent):
            return "goals" if agent == me else "goals of"
        case "?d", Desire():
            return "offer"
        case "?d", Agree():
            return "deals"
        case "?p", Desire(_, Aly(powers)):
            return "side" if "?p" in powers else "attack"
        case "?p", Pce():
            return "friends"
        case "?p", Belief(_, Opn()):
            return "who"
        case "?s", Belief(_, Opn()):
            return "opinion"
        case _:
            return "other"


# ── plans ───────────────────────────────────────────────────────────────────────────────────────


def _where(asking: _Asking) -> list[Utterance]:
    """Destination of one unit: planned for its own, foreseen for others."""
    situation = asking.situation
    unit = getattr(asking.content.action, "unit", None)
    if not isinstance(asking.content.action, Mto) or not isinstance(unit, Unit) or not situation.moving:
        return []
    column = _column(situation, unit)
    if column is None:
        return []
    if unit.power != asking.me:
        return asking.answer(*_expected(asking, [column]))
    told = story_of(situation, asking.partner).orders
    return asking.answer(Do(_action(situation, told[column]))) if column in told else []


def _plans(asking: _Asking) -> list[Utterance]:
    """Its next orders, those that concern the other one first; or what it would do with it."""
    situation = asking.situation
    if not situation.moving:
        return _offer(asking)
    told = story_of(situation, asking.partner).orders
    near = set(situation.near(told, asking.partner))
    moving = {column for column, code in told.items() if code & VERB != HOLD}
    columns = sorted(moving, key=lambda column: (column not in near, column))[:_MOST]
    return asking.answer(*(Do(_action(situation, told[column])) for column in columns)) or _offer(asking)


def _column(situation: Situation, unit: Unit) -> int | None:
    wanted = board_unit(unit)
    for column, standing in enumerate(situation.view.position.units):
        if (standing.power, standing.province) == (wanted.power, wanted.province):
            return column
    return None


def _action(situation: Situation, code: int) -> Any:
    order = decode_order(int(code))
    unit = situation.view.position.unit_at(order.region[:3]) if hasattr(order, "region") else None
    power = unit.power if unit is not None else situation.view.power
    return action_of(power, order, situation.view.position)


# ── what others do ──────────────────────────────────────────────────────────────────────────────


def _upto(asking: _Asking) -> list[Utterance]:
    """The likeliest moves of a third power."""
    situation = asking.situation
    who = asking.content.agent
    if not situation.moving or who not in situation.others:
        return []
    columns = [int(column) for column in situation.analysis.phase.columns_of(who)]
    return asking.answer(*_expected(asking, columns)) or asking.answer(*_thought(asking, who))


def _expected(asking: _Asking, columns: list[int]) -> Iterator[Formula]:
    """Orders it expects of these units, the surest first."""
    situation = asking.situation
    beliefs, legal = situation.analysis.beliefs, situation.analysis.phase.legal
    found: list[tuple[float, int]] = []
    for column in columns:
        degrees = beliefs.of_group(column)
        best = int(degrees.argmax())
        code = int(legal.of(column)[best])
        if degrees[best] >= _LIKELY and (code & VERB == MOVE or len(columns) == 1):
            found.append((float(degrees[best]), code))
    for _, code in sorted(found, reverse=True)[:_MOST]:
        yield Belief(asking.me, Do(_action(situation, code)))


# ── deals ───────────────────────────────────────────────────────────────────────────────────────


def _offer(asking: _Asking) -> list[Utterance]:
    """A proposal, where there is a good one; else what it wishes for: of who broke a word that deeds come first."""
    situation, partner = asking.situation, asking.partner
    mine = situation.talk_with(partner).open_proposal
    if mine is not None and mine.speaker == asking.me:
        return asking.answer(Desire(asking.me, both(contents_of(mine.deal))))
    offer = price_of(situation, partner) or next_offer(situation, partner)
    wait = Courtesy(asking.me, (partner,), Manner.WAIT)
    if not offer and broken_word(situation, partner, partner) and not situation.talk_with(partner).has_said(wait):
        return [wait]
    if not offer and _asks_what_it_gives(asking):
        return [Courtesy(asking.me, (partner,), Manner.DEMAND)]
    return offer or _goals(asking)


def _asks_what_it_gives(asking: _Asking) -> bool:
    """True if the question is what it would do for the other."""
    wish = getattr(asking.content, "content", None)
    return isinstance(wish, Commits) and wish.items[0].agent == asking.me


def _deals(asking: _Asking) -> list[Utterance]:
    """Its deals with somebody else: owned up to among friends, kept by the loyal, denied by those who are not."""
    situation, me = asking.situation, asking.me
    other = next((power for power in asking.content.agents if power != me), None)
    if other is None or other == asking.partner:
        return []
    pair = (min(me, other), max(me, other))
    has = any(other in deal.powers for deal in situation.deals)
    none = Not(Agree(pair, Pce(cast(Any, pair))))
    if not has:
        return asking.answer(none)
    if not asking.honest:
        return asking.answer(none)
    if other in situation.friends and is_frank(situation, asking.partner):
        return asking.answer(Agree(pair, Pce(cast(Any, pair))))
    return []


def _attack(asking: _Asking) -> list[Utterance]:
    """Enemy for the two: its target, or a leader.

    As a proposal if it means it.
    """
    situation, me, partner = asking.situation, asking.me, asking.partner
    pair = (min(me, partner), max(me, partner))
    options = [situation.target, who_is(situation, "leading", partner), *reversed(situation.others)]
    enemies = [power for power in options if power is not None and power != partner and power not in situation.friends]
    talk = situation.talk_with(partner)
    for enemy in dict.fromkeys(enemies):
        pact = Aly(pair, (enemy,))
        offer = DealOption(me, partner, Agree(pair, pact), "alliance")
        if talk.may_propose and talk.is_new(offer) and situation.would_propose(offer):
            situation.note(partner, "proposed", "They asked whom we should attack.", offer.deal)
            return [Propose(me, (partner,), offer.deal)]
    return asking.answer(Desire(me, Aly(pair, (enemies[0],)))) if enemies else []


def _friends(asking: _Asking) -> list[Utterance]:
    """With whom it is at peace, told to those it is frank with."""
    situation, me = asking.situation, asking.me
    friends = [power for power in situation.friends if power != asking.partner]
    if friends and not is_frank(situation, asking.partner):
        return []
    if asking.partner in situation.friends or not friends:
        friends = [*friends, asking.partner] if asking.partner in situation.friends else friends
    pairs = [(min(me, power), max(me, power)) for power in friends]
    return asking.answer(*(Pce(pair) for pair in pairs))


def _side(asking: _Asking) -> list[Utterance]:
    """On whose side it is: the other one's, unless it means to attack it."""
    situation, me, partner = asking.situation, asking.me, asking.partner
    if partner == situation.target and asking.honest:
        return []
    return asking.answer(Desire(me, Aly((min(me, partner), max(me, partner)))))


# ── goals and opinions ──────────────────────────────────────────────────────────────────────────


def _goals(asking: _Asking) -> list[Utterance]:
    """A center it is after: one that is nobody's first, and none of the other one's."""
    told = asking.situation.talk_with(asking.partner).mine
    wishes = list(centers_wished(asking.situation, asking.partner))
    new = [wish for wish in wishes if not any(getattr(each, "content", None) == wish for each in told)]
    return asking.answer(*(new or wishes)[:1])


def _goals_of(asking: _Asking) -> list[Utterance]:
    """A center somebody else is after."""
    situation, who = asking.situation, asking.content.agent
    if who not in situation.others:
        return []
    centers = situation.view.position.centers
    near = sorted(situation.reach(who) & set(STANDARD.centers), key=lambda each: (each in centers, each))
    wanted = [center for center in near if centers.get(center) != who]
    return asking.answer(*(Belief(asking.me, Desire(who, center)) for center in wanted[:1]))


def _opinion(asking: _Asking) -> list[Utterance]:
    return asking.answer(*_thought(asking, asking.content.content.power))


def _thought(asking: _Asking, who: Power) -> Iterator[Formula]:
    """Its opinion of a power.

    To its face only pleasant things, unless it is honest.
    """
    situation, me = asking.situation, asking.me
    stances = list(taken_for(situation, who))
    if who == asking.partner:
        kind: list[Stance] = [each for each in stances if each in ("friend", "trusted")]
        stances = kind or (stances if asking.honest else ["trusted"])
        if "foe" in stances:
            return
    if stances:
        yield Belief(me, Opn(who, stances[0]))
    elif who in situation.others:
        yield Belief(me, Not(Opn(who, "trusted")))


def _who(asking: _Asking) -> list[Utterance]:
    """The power that it takes for what was asked."""
    stance = asking.content.content.stance
    found = who_is(asking.situation, stance, asking.partner)
    if found is None or (found == asking.partner and stance in ("foe", "feared")):
        return []
    return asking.answer(Belief(asking.me, Opn(found, stance)))


_ANSWERS: Final[Mapping[str, Callable[[_Asking], list[Utterance]]]] = {
    "where": _where,
    "plans": _plans,
    "upto": _upto,
    "goals": _goals,
    "goals of": _goals_of,
    "offer": _offer,
    "deals": _deals,
    "attack": _attack,
    "friends": _friends,
    "side": _side,
    "who": _who,
    "opinion": _opinion,
    "other": lambda asking: [],
}
"""By what is asked for."""
