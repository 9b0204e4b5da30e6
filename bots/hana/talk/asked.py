"""HANA's answers to open questions: facts, opinions, proposals, or silence.

Of its own plans it tells its story (`bots.hana.talk.story`).
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, cast

from adjudication.batch import decode_order
from adjudication.board import STANDARD
from adjudication.encoding import HOLD, MOVE, VERB
from adjudication.facts import next_to
from adjudication.powers import Power
from bots.hana.judge.deals import DealOption
from bots.hana.judge.reach import places_of, steps_of
from bots.hana.talk.business import reason_of_opinion
from bots.hana.talk.conversation import ever_spoke
from bots.hana.talk.dialogue import names_in
from bots.hana.talk.goals import centers_wished
from bots.hana.talk.knowing import answer_to_question
from bots.hana.talk.named import of_named, powers_in
from bots.hana.talk.situation import Situation
from bots.hana.talk.stances import is_taken_for, taken_for, who_is
from bots.hana.talk.story import LOYAL, is_frank, story_of
from bots.hana.talk.turn import ROWS, Step, Turn, step, tried
from negotiation.diplomacy import Aly, Ent, Mto, Opn, Pce, Scd, Stance, Unit, action_of, board_unit
from negotiation.grammar.opened import QUESTIONS, open_question
from negotiation.terms import (
    Agree,
    Answer,
    Belief,
    Desire,
    Do,
    Formula,
    Inform,
    Not,
    Query,
    Utterance,
    Which,
    both,
)

__all__ = ["opinion_of", "tell"]

_LIKELY: Final = 0.3
"""The degree from which it tells what it expects of others."""
_MOST: Final = 2
"""Orders that are told at once."""


def tell(situation: Situation, partner: Power, asked: Which, *, evades: bool = True) -> list[Utterance]:
    """Answer an open question.

    Nothing where a proposal of its own came after it.

    evades: it says so where it does not tell.
    """
    turn = Turn(situation, partner, Query(partner, (situation.view.power,), asked))
    *steps, unsaid = ROWS[f"ask:{_kind(turn.me, partner, asked)}"]
    found: list[Utterance] = []
    if turn.talks:
        if _is_answered(situation, partner, asked):
            return []
        found = tried(steps, turn)
    return found or (tried([unsaid], turn) if evades else [])


@step("depends")
def _depends(turn: Turn) -> list[Utterance]:
    return [turn.note("depends")]


def _told(kind: str) -> Step:
    """Make a step that answers an open question of that kind."""

    def said(turn: Turn) -> list[Utterance]:
        who = next(iter(powers_in(turn.named, turn.partner, turn.me)), None)
        asked = open_question(kind, turn.partner, turn.me, who)
        return tell(turn.situation, turn.partner, asked, evades=False) if isinstance(asked, Which) else []

    return said


for _kind_asked in QUESTIONS:
    step(_kind_asked)(_told(_kind_asked))


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
    if isinstance(asked, Not) and isinstance(asked.item, Pce) and me in asked.item.powers:
        others = [power for power in asked.item.powers if power not in (me, partner)]
        asked = Opn(others[0], "feared") if others else asked
    if not isinstance(asked, Opn):
        return None
    if asked.power == me:
        return asked if asked.stance in ("trusted", "friend") else Not(asked)
    if asked.power == partner and situation.personality.loyalty < LOYAL:
        return asked if asked.stance in ("trusted", "friend") else Not(asked)
    return Belief(me, asked if is_taken_for(situation, asked.power, asked.stance) else Not(asked))


def _is_honest(turn: Turn) -> bool:
    """True if it prefers silence to a lie."""
    return turn.situation.personality.loyalty >= LOYAL


def _answer(turn: Turn, *parts: Formula) -> list[Utterance]:
    return [Answer(turn.me, (turn.partner,), both(parts))] if parts else []


def _kind(me: Power, partner: Power, asked: Which) -> str:
    """The row of an open question."""
    content: Any = asked.content
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
        case "?p", Desire(_, Scd()):
            return "whose"
        case "?p", Belief(_, Opn()):
            return "who"
        case "?s", Belief(_, Opn(power)):
            return "opinion of you" if power == partner else "opinion"
        case _:
            return "other"


# ── plans ───────────────────────────────────────────────────────────────────────────────────────


@step("tell where")
def _where(turn: Turn) -> list[Utterance]:
    """Destination of one unit: planned for its own, foreseen for others."""
    situation = turn.situation
    unit = getattr(turn.asked.action, "unit", None)
    if not isinstance(turn.asked.action, Mto) or not isinstance(unit, Unit) or not situation.moving:
        return []
    column = _column(situation, unit)
    if column is None:
        return []
    if unit.power != turn.me:
        return _answer(turn, *_expected(turn, [column]))
    told = story_of(situation, turn.partner).orders
    return _answer(turn, Do(_action(situation, told[column]))) if column in told else []


@step("tell not there")
def _not_there(turn: Turn) -> list[Utterance]:
    """A place near the partner where the unit does not go."""
    situation, unit = turn.situation, getattr(turn.asked.action, "unit", None)
    column = _column(situation, unit) if isinstance(unit, Unit) and situation.moving else None
    if column is None or situation.view.position.units[column].power != turn.me:
        return []
    steps, theirs = steps_of(situation.view.position.units[column]), places_of(situation.view.position, turn.partner)
    near = sorted(steps & situation.reach(turn.partner), key=lambda place: (place not in theirs, place))
    known = (answer_to_question(situation, turn.partner, Desire(turn.me, Ent(turn.me, place))) for place in near)
    said = (Answer(turn.me, (turn.partner,), each) for each in known if isinstance(each, Not))
    return [*islice((each for each in said if not turn.talk.has_said(each)), 1)]


@step("keep unit")
def _kept_unit(turn: Turn) -> list[Utterance]:
    """Say of a unit of its own that its order is not told."""
    unit = getattr(turn.asked.action, "unit", None)
    if not isinstance(unit, Unit) or unit.power != turn.me:
        return []
    said = turn.note("plansunit", unit.region.province)
    return [] if turn.talk.has_said(said) else [said]


@step("tell plans")
def _plans(turn: Turn) -> list[Utterance]:
    """Its next orders, those that concern the other one first; or what it would do with it."""
    situation = turn.situation
    if not situation.moving:
        return []
    told = story_of(situation, turn.partner).orders
    near = set(situation.near(told, turn.partner))
    moving = {column for column, code in told.items() if code & VERB != HOLD}
    columns = sorted(moving, key=lambda column: (column not in near, column))[:_MOST]
    return _answer(turn, *(Do(_action(situation, told[column])) for column in columns))


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


@step("tell upto")
def _upto(turn: Turn) -> list[Utterance]:
    """The likeliest moves of a third power."""
    situation = turn.situation
    who = turn.asked.agent
    if not situation.moving or who not in situation.others:
        return []
    columns = [int(column) for column in situation.analysis.phase.columns_of(who)]
    return _answer(turn, *_expected(turn, columns)) or _answer(turn, *_thought(turn, who))


def _expected(turn: Turn, columns: list[int]) -> Iterator[Formula]:
    """Orders it expects of these units, the surest first."""
    situation = turn.situation
    beliefs, legal = situation.analysis.beliefs, situation.analysis.phase.legal
    found: list[tuple[float, int]] = []
    for column in columns:
        degrees = beliefs.of_group(column)
        best = int(degrees.argmax())
        code = int(legal.of(column)[best])
        if degrees[best] >= _LIKELY and (code & VERB == MOVE or len(columns) == 1):
            found.append((float(degrees[best]), code))
    for _, code in sorted(found, reverse=True)[:_MOST]:
        yield Belief(turn.me, Do(_action(situation, code)))


# ── deals ───────────────────────────────────────────────────────────────────────────────────────


@step("tell deals")
def _deals(turn: Turn) -> list[Utterance]:
    """Its deals with somebody else: owned up to among friends, kept by the loyal, denied by those who are not."""
    situation, me = turn.situation, turn.me
    other = next((power for power in turn.asked.agents if power != me), None)
    if other is None or other == turn.partner:
        return []
    pair = (min(me, other), max(me, other))
    if situation.free and other not in ever_spoke(situation.view):
        return [turn.note("silent", other)]
    has = any(other in deal.powers for deal in situation.deals)
    none = Not(Agree(pair, Pce(cast(Any, pair))))
    if not has:
        return _answer(turn, none)
    if not _is_honest(turn):
        return _answer(turn, none)
    if other in situation.friends and is_frank(situation, turn.partner):
        return _answer(turn, Agree(pair, Pce(cast(Any, pair))))
    return []


@step("tell attack")
def _attack(turn: Turn) -> list[Utterance]:
    """Enemy for the two: its target, or a leader.

    As a proposal if it means it.
    """
    situation, me, partner = turn.situation, turn.me, turn.partner
    pair = (min(me, partner), max(me, partner))
    options = [situation.target, who_is(situation, "leading", partner), *reversed(situation.others)]
    enemies = [power for power in options if power is not None and power != partner and power not in situation.friends]
    talk = situation.talk_with(partner)
    for enemy in dict.fromkeys(enemies):
        pact = Aly(pair, (enemy,))
        offer = DealOption(me, partner, Agree(pair, pact), "alliance")
        if talk.may_propose and talk.is_new(offer) and situation.would_propose(offer):
            return situation.propose(offer, "They asked whom we should attack.")
    return _answer(turn, Desire(me, Aly(pair, (enemies[0],)))) if enemies else []


@step("tell friends")
def _friends(turn: Turn) -> list[Utterance]:
    """With whom it is at peace, told to those it is frank with."""
    situation, me = turn.situation, turn.me
    friends = [power for power in situation.friends if power != turn.partner]
    if friends and not is_frank(situation, turn.partner):
        return []
    if turn.partner in situation.friends or not friends:
        friends = [*friends, turn.partner] if turn.partner in situation.friends else friends
    pairs = [(min(me, power), max(me, power)) for power in friends]
    return _answer(turn, *(Pce(pair) for pair in pairs))


@step("tell side")
def _side(turn: Turn) -> list[Utterance]:
    """On whose side it is: the other one's, unless it means to attack it."""
    situation, me, partner = turn.situation, turn.me, turn.partner
    if partner == situation.target and _is_honest(turn):
        return []
    return _answer(turn, Desire(me, Aly((min(me, partner), max(me, partner)))))


# ── goals and opinions ──────────────────────────────────────────────────────────────────────────


@step("tell goals")
def _goals(turn: Turn) -> list[Utterance]:
    """A center it is after: one that is nobody's first, and none of the other one's."""
    told = turn.situation.talk_with(turn.partner).mine
    wishes = list(centers_wished(turn.situation, turn.partner))
    new = [wish for wish in wishes if not any(getattr(each, "content", None) == wish for each in told)]
    return _answer(turn, *(new or wishes)[:1])


@step("tell goals of")
def _goals_of(turn: Turn) -> list[Utterance]:
    """A center somebody else is after."""
    situation, who = turn.situation, turn.asked.agent
    if who not in situation.others:
        return []
    centers = situation.view.position.centers
    near = sorted(situation.reach(who) & set(STANDARD.centers), key=lambda each: (each in centers, each))
    wanted = [center for center in near if centers.get(center) != who]
    return _answer(turn, *(Belief(turn.me, Desire(who, center)) for center in wanted[:1]))


@step("tell opinion")
def _opinion(turn: Turn) -> list[Utterance]:
    """Its opinion; of a third power with reason and expected move."""
    situation, who = turn.situation, turn.asked.content.power
    thoughts = list(_thought(turn, who))
    if who in (turn.me, turn.partner) or not situation.free:
        return _answer(turn, *thoughts)
    opinions = [each.content for each in thoughts if isinstance(each, Belief) and isinstance(each.content, Opn)]
    reasons = [reason for each in opinions if (reason := reason_of_opinion(turn, who, each.stance)) is not None]
    return [*_answer(turn, *thoughts), *reasons, *_nearing(turn, who)]


def _nearing(turn: Turn, who: Power) -> list[Utterance]:
    """Expected move of a third power near the two."""
    situation = turn.situation
    if not situation.moving or who not in situation.others:
        return []
    near = places_of(situation.view.position, turn.me) | places_of(situation.view.position, turn.partner)
    reach = near.union(*map(next_to, near))
    columns = [int(each) for each in situation.analysis.phase.columns_of(who)]
    comes = (each for each in _expected(turn, columns) if not reach.isdisjoint(names_in(each)))
    return [Inform(turn.me, (turn.partner,), each) for each in islice(comes, 1)]


def _thought(turn: Turn, who: Power) -> Iterator[Formula]:
    """Its opinion of a power.

    To its face only pleasant things, unless it is honest.
    """
    situation, me = turn.situation, turn.me
    stances = list(taken_for(situation, who))
    if who == turn.partner:
        kind: list[Stance] = [each for each in stances if each in ("friend", "trusted")]
        stances = kind or (stances if _is_honest(turn) else ["trusted"])
        if "foe" in stances:
            return
    if stances:
        yield Belief(me, Opn(who, stances[0]))
    elif who in situation.others:
        yield Belief(me, Not(Opn(who, "trusted")))


@step("tell whose")
def _whose(turn: Turn) -> list[Utterance]:
    """Opinion of the place."""
    return of_named(turn.situation, turn.partner, both(turn.asked.content.centers))


@step("tell who")
def _who(turn: Turn) -> list[Utterance]:
    """The power that it takes for what was asked."""
    stance = turn.asked.content.stance
    found = who_is(turn.situation, stance, turn.partner)
    if found is None or (found == turn.partner and stance in ("foe", "feared")):
        return []
    counted = stance == "leading" and found != turn.partner and turn.situation.free
    reason = reason_of_opinion(turn, found, stance) if counted else None
    return [*_answer(turn, Belief(turn.me, Opn(found, stance))), *([] if reason is None else [reason])]
