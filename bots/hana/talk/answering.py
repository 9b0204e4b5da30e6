"""HANA's answers to utterances, by the table `answers.toml`.

Answers are few: who says the same again, floods or talks nonsense is answered once, or not at all.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

import bots.hana.talk.hinting
import bots.hana.talk.topical  # noqa: F401 - their steps
from adjudication.powers import Power, as_power
from bots.hana.judge.deals import DealOption, kind_of
from bots.hana.remember.events import is_nonsense
from bots.hana.talk.asked import opinion_of, tell
from bots.hana.talk.bargaining import next_offer, reply, tell_plans
from bots.hana.talk.courteous import is_met_otherwise, why_against
from bots.hana.talk.dialogue import keeps_back
from bots.hana.talk.explaining import deal_asked_about, why_not
from bots.hana.talk.following import (
    again,
    followed_up,
    hinted_at,
    opinion_query,
    owed_question,
    told_before,
    where_it_stands,
    which_one,
)
from bots.hana.talk.knowing import answer_to_question, deal_in, told_order
from bots.hana.talk.leagues import ask_the_other
from bots.hana.talk.named import of_named
from bots.hana.talk.reasons import explained, reason_from_board
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import is_frank, spares, story_of
from bots.hana.talk.turn import ROWS, Turn, answered, step
from negotiation.diplomacy import Ent, Hld, Hlp, Mto, Pce, Tpc, Unit, unit_of
from negotiation.heard import parted
from negotiation.protocols import act_of
from negotiation.terms import (
    Accept,
    And,
    Answer,
    Attack,
    Belief,
    Commit,
    Commits,
    Courtesy,
    Deal,
    Desire,
    Do,
    Explain,
    Feel,
    Feeling,
    Formula,
    Inform,
    Manner,
    Not,
    Obs,
    Propose,
    Query,
    Reject,
    Support,
    Unknown,
    Utterance,
    Which,
    both,
)
from negotiation.unnamed import doer_of

__all__ = ["FOLLOW_UPS", "Topic", "answer", "topic_of"]

FOLLOW_UPS: Final = frozenset({"whatof", "puzzledhow", "puzzledwhen"})
"""Topics of half a question, which nobody learns."""
_GLAD: Final = frozenset({Feeling.HAPPY, Feeling.VERY_HAPPY})


class Topic(StrEnum):
    """Subject of an utterance, the first worth an answer first."""

    DEAL = "deal"
    PROMISE = "promise"
    PLAN = "plan"
    MINE = "mine"
    OTHERS = "others"
    WISH = "wish"
    OPINION = "opinion"
    FEELING = "feeling"
    REASON = "reason"
    ATTACK = "attack"
    NONSENSE = "nonsense"
    OTHER = "other"


def topic_of(situation: Situation, heard: Utterance) -> Topic:
    """Topic of an utterance; of several, the first worth an answer."""
    if _is_nonsense(situation, heard):
        return Topic.NONSENSE
    if isinstance(heard, Query) and _asks_for_attack(situation.view.power, as_power(heard.speaker), heard.content):
        return Topic.ATTACK
    if isinstance(heard, Query) and deal_asked_about(situation, as_power(heard.speaker), heard.content) is not None:
        return Topic.REASON
    content: Formula = getattr(heard, "deal", None) or getattr(heard, "content", None)
    if isinstance(heard, Propose | Accept | Reject):
        return Topic.DEAL
    parts = content.items if isinstance(content, And) else (content,)
    topics = [_topic(situation.view.power, as_power(heard.speaker), part) for part in parts]
    return next((topic for topic in Topic if topic in topics), Topic.OTHER)


def _topic(me: Power, speaker: Power, content: Formula) -> Topic:
    match content:
        case Not():
            return _topic(me, speaker, content.item)
        case Commits(items):
            return Topic.PROMISE if any(commit.agent == speaker for commit in items) else Topic.OTHER
        case Commit():
            return Topic.PROMISE if content.agent == speaker else Topic.OTHER
        case Do() | Hlp() | Ent():
            actor = doer_of(content)
            return Topic.MINE if actor == me else Topic.PLAN if actor == speaker else Topic.OTHERS
        case Desire(agent, wish):
            if agent != speaker:
                return Topic.MINE if agent == me else Topic.OTHERS
            return Topic.PLAN if doer_of(wish) == speaker else Topic.WISH
        case Belief() | Obs() | Unknown():
            return Topic.OPINION
        case Feel():
            return Topic.FEELING
        case Explain() | Attack() | Support():
            return Topic.REASON
        case _:
            return Topic.OTHER


def _is_nonsense(situation: Situation, heard: Utterance) -> bool:
    return is_nonsense(heard, situation.view.position) or _contradicts_itself(heard)


def _contradicts_itself(heard: Utterance) -> bool:
    content = getattr(heard, "content", None)
    items = set(content.items) if isinstance(content, And) else set()
    return any(isinstance(item, Not) and item.item in items for item in items)


# ── steps ───────────────────────────────────────────────────────────────────────────────────────


@step("bargain")
def _bargain(turn: Turn) -> list[Utterance]:
    """Yes, no, or no and something better."""
    return reply(turn.situation, turn.heard)  # type: ignore[arg-type]


@step("go on")
def _go_on(turn: Turn) -> list[Utterance]:
    """Continue after a settled proposal: next offer, or news.

    If one refuses to join a league, ask the other alone.
    """
    situation, partner = turn.situation, turn.partner
    if isinstance(turn.heard, Reject) and (alone := ask_the_other(situation, turn.heard)):
        return alone
    return next_offer(situation, partner) or tell_plans(situation, partner)


@step("news")
def _return_news(turn: Turn) -> list[Utterance]:
    """Return plans to a friend who told its own."""
    return tell_plans(turn.situation, turn.partner)


@step("happy")
def _thank(turn: Turn) -> list[Utterance]:
    """Joy, once in a while, among those who like each other and may not be courteous."""
    situation = turn.situation
    warm = not situation.free and situation.attitude(turn.partner).warmth > 0
    glad = warm and situation.rng.random() < 0.3 * situation.personality.sociability
    return [Inform(turn.me, (turn.partner,), Feel(turn.me, Feeling.HAPPY))] if glad else []


@step("happy too")
def _feel_with(turn: Turn) -> list[Utterance]:
    """A friendly word for a friendly word."""
    content = getattr(turn.heard, "content", None)
    return _thank(turn) if isinstance(content, Feel) and content.feeling in _GLAD else []


@step("take up")
def _take_up(turn: Turn) -> list[Utterance]:
    """Propose the deal that would fulfil a wish."""
    situation, partner, me, talk = turn.situation, turn.partner, turn.me, turn.talk
    content = getattr(turn.heard, "content", None)
    for part in content.items if isinstance(content, And) else (content,):
        wish = part.content if isinstance(part, Desire) and part.agent == partner else None
        deal = deal_in(me, partner, wish)
        offer = DealOption(me, partner, deal, kind_of(deal)) if deal is not None else None
        if offer and talk.may_propose and talk.is_new(offer) and situation.would_propose(offer):
            return situation.propose(offer, "They wished for it, and it is good for me.")
        if deal is None or not situation.free or talk.open_proposal is not None:
            continue
        reason = why_not(situation, partner, deal)
        if reason is not None and not talk.refused_by_them & {deal}:
            return [Inform(me, (partner,), reason)]
    return []


@step("reassure")
def _reassure(turn: Turn) -> list[Utterance]:
    """Relations of the two, for a power that fears an attack."""
    return answered("standingattack", replace(turn, topic="standingattack")) if turn.situation.free else []


@step("spared")
def _spared(turn: Turn) -> list[Utterance]:
    """No to whether it attacks, if its story has no such order."""
    return [turn.note("noattack")] if turn.situation.moving and spares(turn.situation, turn.partner) else []


@step("so")
def _say_what_is_so(turn: Turn) -> list[Utterance]:
    """Yes, no, unknown or kept back; of orders what happens instead."""
    situation, partner, content = turn.situation, turn.partner, turn.heard.content  # type: ignore[union-attr]
    unit = _stands_there(situation, content)
    if unit is not None and situation.moving and situation.free:
        told = told_order(situation, partner, unit.region.province)
        kept = turn.note("plansunit", unit.region.province)
        return [
            Answer(turn.me, (partner,), told) if told else turn.say(Manner.EVADE) if turn.talk.has_said(kept) else kept
        ]
    opinion = opinion_of(situation, partner, content)
    said = answer_to_question(situation, partner, content) if opinion is None else opinion
    if isinstance(said, Unknown) and not is_frank(situation, partner):
        situation.note(partner, "kept to itself", "I do not tell this to those I do not trust.")
    if isinstance(said, Unknown) and situation.free and _is_own(situation, said.content):
        place = getattr(getattr(said.content, "content", None), "province", None)
        spoken = of_named(situation, partner, place) if place is not None else []
        return [each for each in spoken if not _is_idle(each)] or [turn.say(Manner.EVADE)]
    return [Answer(turn.me, (partner,), _so_instead(situation, partner, content, said))]


def _so_instead(situation: Situation, partner: Power, content: Formula, said: Formula) -> Formula:
    """Another unit's order to that place, else no and the unit's order."""
    wish = content.content if isinstance(content, Desire) else content
    move = wish.action if isinstance(wish, Do) and doer_of(wish) == situation.view.power else None
    if not isinstance(said, Not) or not isinstance(move, Mto | Hld) or not (situation.moving and situation.free):
        return said
    story = story_of(situation, partner)
    told = [told_order(situation, partner, place) for column, place in story.places.items() if column in story.orders]
    actions = [each.action for each in told if each is not None]
    goal = move.region.province if isinstance(move, Mto) else None
    there = [Do(each) for each in actions if isinstance(each, Mto) and each.region.province == goal]
    its = [Do(each) for each in actions if each.unit == move.unit]
    return there[0] if there else both((said, *its))


def _is_idle(said: Utterance) -> bool:
    """True if it says nothing of its orders at a place."""
    about = getattr(said, "about", None)
    return isinstance(about, Tpc) and about.topic in ("quiet", "far")


def _asks_for_attack(me: Power, partner: Power, content: Formula) -> bool:
    """True if the question is whether it wants war with the partner."""
    wish = content.content if isinstance(content, Desire) and content.agent == me else None
    return isinstance(wish, Not) and isinstance(wish.item, Pce) and set(wish.item.powers) == {me, partner}


def _stands_there(situation: Situation, content: Formula) -> Unit | None:
    """Its own unit in the place that is asked about."""
    wish = content.content if isinstance(content, Desire) else None
    unit = situation.view.position.unit_at(wish.province) if isinstance(wish, Ent) else None
    return unit_of(unit) if unit is not None and unit.power == situation.view.power == doer_of(wish) else None


def _is_own(situation: Situation, content: Formula) -> bool:
    """True if it concerns HANA's own orders, wishes or feelings."""
    me = situation.view.power
    own = isinstance(content, Desire | Feel) and content.agent == me
    return own or doer_of(getattr(content, "content", content)) == me


@step("explain")
def _explain(turn: Turn) -> list[Utterance]:
    """The reason, as it sees it."""
    situation, partner, me = turn.situation, turn.partner, turn.me
    content: Formula = turn.heard.content  # type: ignore[union-attr]
    deal = deal_asked_about(situation, partner, content)
    if situation.free and isinstance(content, Explain) and deal is None:
        settled = why_against(situation, partner, content.content)
        if settled:
            return settled
    reason = explained(situation, partner, deal)
    if not situation.free:
        return [reason if reason is not None else Answer(me, (partner,), Unknown(me, content))]
    refused = deal is not None and turn.talk.refused[deal]
    if reason is None:
        found = _more_reasons(turn, deal) if deal is not None and refused else []
        said = found or [turn.say(Manner.EVADE)]
    else:
        said = [reason]
    return [*said, *(next_offer(situation, partner) if refused else ())]


def _more_reasons(turn: Turn, deal: Deal) -> list[Utterance]:
    """Another reason against a refused deal, else the last one again."""
    stands = of_named(turn.situation, turn.partner, deal, refused=True)
    board = reason_from_board(turn.situation, DealOption(turn.me, turn.partner, deal, kind_of(deal)))
    return stands or ([board] if board is not None else again(turn.situation, turn.talk.state))


@step("nonsense")
def _do_not_understand(turn: Turn) -> list[Utterance]:
    """Say that it does not understand, once in a phase.

    A proposal is refused each time, so that it does not stay open.
    """
    situation, heard, me = turn.situation, turn.heard, turn.me
    why_so = "It is about units that are not there, or wants two things at once."
    situation.note(turn.partner, "did not understand", why_so)
    if isinstance(heard, Propose):
        return [Reject(me, tuple(sorted({heard.speaker, *heard.hearers} - {me})), heard.deal)]
    before = turn.talk.theirs[:-1]
    if isinstance(heard, Query | Inform) and not any(_is_nonsense(situation, said) for said in before):
        return [Answer(me, (turn.partner,), Unknown(me, heard.content))]
    return []


# ── follow-ups ──────────────────────────────────────────────────────────────────────────────────


@step("follow")
def _followed(turn: Turn) -> list[Utterance]:
    """Answer a question that is only a name by what was said before."""
    situation, partner, state = turn.situation, turn.partner, turn.talk.state
    name = turn.named.named[0] if isinstance(turn.named, Tpc) and turn.named.named else None
    if name is None:
        return []
    meant = followed_up(state, name, situation.view.position) or opinion_query(state, name)
    if isinstance(meant, Propose):
        found = hinted_at(situation, meant)
    else:
        found = answer(situation, meant, due=True) if meant is not None else of_named(situation, partner, name)
    return found or [turn.note("whatof")]


@step("which")
def _which(turn: Turn) -> list[Utterance]:
    """Name what its last message meant most."""
    return which_one(turn.situation, turn.talk.state)


@step("owed")
def _owed(turn: Turn) -> list[Utterance]:
    """The answer that it owes, else its last one once more."""
    state = turn.talk.state
    owed = owed_question(turn.situation, state)
    found = answer(turn.situation, owed, due=True) if owed is not None else []
    return [each for each in found if not turn.talk.has_said(each)] or told_before(turn.situation, state)


@step("yes or no")
def _yes_or_no(turn: Turn) -> list[Utterance]:
    """The answer it owes or gave, else how the deal stands."""
    last = turn.talk.mine[-1] if turn.talk.mine else None
    answers = isinstance(last, Answer) or (last is not None and keeps_back(last))
    return (_owed(turn) if answers or turn.talk.state.owed else []) or where_it_stands(turn.situation, turn.talk.state)


# ── the table ───────────────────────────────────────────────────────────────────────────────────


def answer(situation: Situation, heard: Utterance, *, due: bool = False) -> list[Utterance]:
    """Utterances in answer to a message, in order; often none.

    due: an older question of the partner, which was not answered.
    """
    partner = as_power(heard.speaker)
    talk = situation.talk_with(partner)
    if talk.is_over:
        return []
    if situation.free and isinstance(heard, Courtesy):
        return _to_remark(situation, partner, heard)
    if situation.free and isinstance(heard, Query) and isinstance(heard.content, Which):
        return tell(situation, partner, heard.content)
    if not due and talk.was_said_before(heard) and not (situation.free and isinstance(heard, Query)):
        return []
    turn, topic = Turn(situation, partner, heard), topic_of(situation, heard)
    # Powers we refuse to negotiate with only get a reason.
    shut = not (turn.talks or isinstance(heard, Propose) or topic in {Topic.REASON, Topic.ATTACK, Topic.FEELING})
    keys = ("else",) if shut else (f"{act_of(heard)}:{topic}", act_of(heard), "else")
    return answered(next(key for key in keys if key in ROWS), turn)


def _to_remark(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """By its topic, else by its manner."""
    topic, named = ("", heard.about) if heard.manner is Manner.NOTE else parted(heard.about)
    if isinstance(named, Tpc) and named.topic in FOLLOW_UPS:
        topic = named.topic
    turn = Turn(situation, partner, replace(heard, about=named), topic, named)
    if topic and not is_met_otherwise(turn, heard.manner):
        told = answered(topic, turn)
        if told:
            return told
    return answered(heard.manner, turn)
