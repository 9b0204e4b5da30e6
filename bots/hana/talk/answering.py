"""HANA's answers to utterances: a table by act and topic.

Whatever is not in the table is met with silence. Answers are few: who says the same again, floods or talks nonsense is
answered once, or not at all.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias

from adjudication.powers import Power, as_power
from bots.hana.judge.deals import DealOption, kind_of
from bots.hana.remember.events import is_nonsense
from bots.hana.talk.asked import opinion_of, tell
from bots.hana.talk.bargaining import next_offer, reply, tell_plans
from bots.hana.talk.courteous import kind_word, reply_to, why_against
from bots.hana.talk.explaining import deal_asked_about, why, why_not
from bots.hana.talk.following import (
    again,
    followed_up,
    hinted_at,
    name_followed,
    opinion_query,
    owed_question,
    told_before,
    which_one,
)
from bots.hana.talk.knowing import deal_in, told
from bots.hana.talk.leagues import ask_the_other
from bots.hana.talk.named import of_named
from bots.hana.talk.promises import courtesy
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import is_frank
from negotiation.diplomacy import Ent, Hlp, Mto, Tpc, Unit, unit_of
from negotiation.heard import parted
from negotiation.protocols import Act, act_of
from negotiation.terms import (
    Accept,
    And,
    Answer,
    Attack,
    Belief,
    Commit,
    Commits,
    Courtesy,
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
    Variable,
    Which,
)
from negotiation.unnamed import doer_of

__all__ = ["TABLE", "Topic", "answer", "topic_of"]


class Topic(StrEnum):
    """Topic of an utterance."""

    DEAL = "a deal"
    PROMISE = "a promise of theirs"
    PLAN = "what they mean to do"
    MINE = "what I do"
    OTHERS = "what others do"
    WISH = "what they want"
    OPINION = "what they believe, saw or do not know"
    FEELING = "how somebody feels"
    REASON = "why something is so"
    NONSENSE = "units that are not there, or two orders at once"
    OTHER = "anything else"


def topic_of(situation: Situation, heard: Utterance) -> Topic:
    """Topic of an utterance; of several, the first worth an answer."""
    if _is_nonsense(situation, heard):
        return Topic.NONSENSE
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


# ── the rows ────────────────────────────────────────────────────────────────────────────────────


Handler: TypeAlias = Callable[[Situation, Power, Any], list[Utterance]]


def _bargain(situation: Situation, partner: Power, heard: Propose) -> list[Utterance]:
    """Yes, no, or no and something better."""
    return reply(situation, heard)


def _go_on(situation: Situation, partner: Power, heard: Utterance) -> list[Utterance]:
    """Continue after a settled proposal: next offer, or news.

    If one refuses to join a league, ask the other alone.
    """
    if isinstance(heard, Reject) and (alone := ask_the_other(situation, heard)):
        return alone
    return next_offer(situation, partner) or tell_plans(situation, partner)


def _return_news(situation: Situation, partner: Power, heard: Utterance) -> list[Utterance]:
    """Return plans to a friend who told its own."""
    return tell_plans(situation, partner) or _thank(situation, partner, heard)


def _thank(situation: Situation, partner: Power, heard: Utterance) -> list[Utterance]:
    """Thanks, once in a while and among those who like each other."""
    if situation.free:  # what there is to say to it is a courtesy
        return []
    glad = situation.attitude(partner).warmth > 0 and situation.rng.random() < 0.3 * situation.personality.sociability
    return [Inform(situation.view.power, (partner,), Feel(situation.view.power, Feeling.HAPPY))] if glad else []


def _take_up(situation: Situation, partner: Power, heard: Inform) -> list[Utterance]:
    """Propose the deal that would fulfil a wish."""
    talk = situation.talk_with(partner)
    parts = heard.content.items if isinstance(heard.content, And) else (heard.content,)
    for part in parts:
        wish = part.content if isinstance(part, Desire) and part.agent == partner else None
        deal = deal_in(situation.view.power, partner, wish)
        offer = DealOption(situation.view.power, partner, deal, kind_of(deal)) if deal is not None else None
        if offer and talk.may_propose and talk.is_new(offer) and situation.would_propose(offer):
            situation.note(partner, "proposed", "They wished for it, and it is good for me.", offer.deal)
            return [Propose(situation.view.power, (partner,), offer.deal)]
        if deal is None or not situation.free or talk.open_proposal is not None:
            continue
        reason = why_not(situation, partner, deal)
        if reason is not None and not talk.refused_by_them & {deal}:
            return [Inform(situation.view.power, (partner,), reason)]
    return []


def _say_what_is_so(situation: Situation, partner: Power, heard: Query) -> list[Utterance]:
    """Yes, no, or that it does not know or will not say."""
    unit = _stands_there(situation, heard.content)
    if unit is not None and situation.moving and situation.free:
        return tell(situation, partner, Which(Variable("?r"), Do(Mto(unit, Variable("?r")))))  # type: ignore[arg-type]
    opinion = opinion_of(situation, partner, heard.content)
    said = told(situation, partner, heard.content) if opinion is None else opinion
    if isinstance(said, Unknown) and not is_frank(situation, partner):
        situation.note(partner, "kept to itself", "I do not tell this to those I do not trust.")
    if isinstance(said, Unknown) and situation.free and _is_own(situation, said.content):
        place = getattr(getattr(said.content, "content", None), "province", None)
        spoken = of_named(situation, partner, place) if place is not None else []
        return spoken or [courtesy(situation, partner, Manner.EVADE)]
    return [Answer(situation.view.power, (partner,), said)]


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


def _explain(situation: Situation, partner: Power, heard: Query) -> list[Utterance]:
    """The reason, as it sees it."""
    me, deal = situation.view.power, deal_asked_about(situation, partner, heard.content)
    if situation.free and isinstance(heard.content, Explain) and deal is None:
        settled = why_against(situation, partner, heard.content.content)
        if settled:
            return settled
    reason = why(situation, partner, deal)
    if not situation.free:
        return [Answer(me, (partner,), reason if reason is not None else Unknown(me, heard.content))]
    refused = deal is not None and situation.talk_with(partner).refused[deal]
    if reason is None:
        found = again(situation, situation.talk_with(partner).state) if refused else []
        said = found or [courtesy(situation, partner, Manner.EVADE)]
    else:
        said = [Answer(me, (partner,), reason)]
    return [*said, *(next_offer(situation, partner) if refused else ())]


def _feel_with(situation: Situation, partner: Power, heard: Inform) -> list[Utterance]:
    """A friendly word for a friendly word."""
    kind = isinstance(heard.content, Feel) and heard.content.feeling in {Feeling.HAPPY, Feeling.VERY_HAPPY}
    return _thank(situation, partner, heard) if kind else []


def _do_not_understand(situation: Situation, partner: Power, heard: Utterance) -> list[Utterance]:
    """Say that it does not understand, once in a phase.

    A proposal is refused each time, so that it does not stay open.
    """
    me = situation.view.power
    situation.note(partner, "did not understand", "It is about units that are not there, or wants two things at once.")
    if isinstance(heard, Propose):
        return [Reject(me, _all_present(heard, me), heard.deal)]
    before = situation.talk_with(partner).theirs[:-1]
    if isinstance(heard, Query | Inform) and not any(_is_nonsense(situation, said) for said in before):
        return [Answer(me, (partner,), Unknown(me, heard.content))]
    return []


def _nothing(situation: Situation, partner: Power, heard: Utterance) -> list[Utterance]:
    """Silence."""
    return []


TABLE: Final[Mapping[tuple[Act, Topic], Handler]] = {
    ("propose", Topic.DEAL): _bargain,
    ("propose", Topic.NONSENSE): _do_not_understand,
    ("accept", Topic.DEAL): _go_on,
    ("reject", Topic.DEAL): _go_on,
    ("withdraw", Topic.OTHER): _nothing,
    ("inform", Topic.PROMISE): _return_news,
    ("inform", Topic.PLAN): _return_news,
    ("inform", Topic.WISH): _take_up,
    ("inform", Topic.OTHERS): _thank,
    ("inform", Topic.OPINION): _thank,
    ("inform", Topic.FEELING): _feel_with,
    ("inform", Topic.NONSENSE): _do_not_understand,
    ("query", Topic.REASON): _explain,
    **{("query", topic): _say_what_is_so for topic in Topic if topic not in {Topic.REASON, Topic.NONSENSE}},
    ("query", Topic.NONSENSE): _do_not_understand,
}
"""By what was done and what it was about."""


def answer(situation: Situation, heard: Utterance) -> list[Utterance]:
    """Utterances in answer to a message, in order; often none."""
    partner = as_power(heard.speaker)
    talk = situation.talk_with(partner)
    if situation.free and not talk.is_over:
        if isinstance(heard, Courtesy):
            return _followed(situation, partner, heard) or reply_to(situation, heard)
        if isinstance(heard, Query) and isinstance(heard.content, Which):
            return tell(situation, partner, heard.content)
    if talk.is_over or (talk.was_said_before(heard) and not (situation.free and isinstance(heard, Query))):
        return []
    return _about_deals(situation, partner, heard) or (kind_word(situation, heard) if situation.free else [])


def _followed(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Answer a follow-up by what was said before."""
    state, name = situation.talk_with(partner).state, name_followed(heard)
    if name is not None:
        meant = followed_up(state, name, situation.view.position) or opinion_query(state, name)
        if isinstance(meant, Propose):
            found = hinted_at(situation, meant)
        else:
            found = _asked(situation, partner, meant) if meant is not None else of_named(situation, partner, name)
        return found or [Courtesy(situation.view.power, (partner,), Manner.NOTE, Tpc("whatof"))]
    if parted(heard.about)[0] == "puzzledwhich":
        return which_one(situation, state)
    if heard.manner is not Manner.HERE:
        return []
    owed = owed_question(situation, state)
    found = _asked(situation, partner, owed) if owed is not None else []
    new = [each for each in found if not situation.talk_with(partner).has_said(each)]
    return new or told_before(situation, state)


def _asked(situation: Situation, partner: Power, question: Utterance) -> list[Utterance]:
    """The answer to a question, however it was put."""
    if isinstance(question, Courtesy):
        return reply_to(situation, question)
    if isinstance(question, Query) and isinstance(question.content, Which):
        return tell(situation, partner, question.content)
    return _about_deals(situation, partner, question)


def _about_deals(situation: Situation, partner: Power, heard: Utterance) -> list[Utterance]:
    """Answer by the table, without repetitions other than a no."""
    talk = situation.talk_with(partner)
    topic = topic_of(situation, heard)
    # Powers we refuse to negotiate with only get a reason.
    if not (situation.attitude(partner).talks or isinstance(heard, Propose) or topic is Topic.REASON):
        return []
    handle = TABLE.get((act_of(heard), topic), _nothing)
    found = handle(situation, partner, heard)
    return [said for said in found if isinstance(said, Courtesy | Reject) or not talk.has_said(said)]


def _all_present(heard: Utterance, me: Power) -> tuple[str, ...]:
    return tuple(sorted({heard.speaker, *heard.hearers} - {me}))
