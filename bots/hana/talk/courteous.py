"""HANA's replies to courtesies: a table by manner.

Each manner gets one or two replies in a phase.

Reproaches are answered in `bots.hana.talk.reproach`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from adjudication.board import STANDARD, province_of
from adjudication.powers import Power
from bots.hana.talk.asked import tell
from bots.hana.talk.bargaining import next_offer
from bots.hana.talk.explaining import reason_for
from bots.hana.talk.favours import has_robbed, has_thanked, serves
from bots.hana.talk.named import of_named, places_in
from bots.hana.talk.promises import broken_word, courtesy
from bots.hana.talk.remarks import REPLIES as REMARK_REPLIES
from bots.hana.talk.remarks import asks_for_ideas, reason_of_last, something
from bots.hana.talk.reproach import explained_deed, to_reproach
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import LOYAL
from bots.hana.talk.topical import STEPS, Step, of_topic
from negotiation.diplomacy import Pce, Tpc, Unit, board_unit, unit_of
from negotiation.heard import parted
from negotiation.terms import (
    REMARKS,
    Accept,
    Agree,
    Answer,
    Courtesy,
    Deal,
    Desire,
    Feel,
    Feeling,
    Formula,
    Inform,
    Manner,
    Not,
    Propose,
    Query,
    Reject,
    Utterance,
    Variable,
    Which,
    Withdraw,
)

__all__ = ["kind_word", "reply_to", "why_against"]

_ENOUGH: Final = 4
"""Courtesies of one manner to one power in a phase; in answer to one's own that are given back, one."""
_OF_WORDS: Final = frozenset({Manner.BLAME, Manner.APOLOGISE, Manner.FORGIVE, Manner.SCORN, Manner.DENY})
"""Remarks that are about a word that was broken, where one was."""
_OF_DEEDS: Final = frozenset(
    f"blame{deed}" for deed in ("stab", "taken", "entered", "bounce", "word", "admit", "support", "fault", "thankless")
)
"""Reproaches that are answered about the promise or deed they name."""
_HARD: Final = 0.5
"""From this aggressiveness on a threat is answered with another."""
_UNFORGIVING: Final = 0.3


def reply_to(situation: Situation, heard: Courtesy) -> list[Utterance]:
    """Reply to a courtesy."""
    partner: Power = heard.speaker  # type: ignore[assignment]
    if heard.manner is not Manner.NOTE:  # which is what a topic was answered with
        topic, named = parted(heard.about)
        heard = replace(heard, about=named)
    else:
        topic, named = "", heard.about
    if topic and not _is_met_otherwise(situation, partner, heard.manner, topic):
        told = of_topic(situation, partner, topic, named, _STEPS)
        if told:
            return told
    said = [each for each in _REPLIES[heard.manner](situation, partner, heard) if _is_not_too_much(situation, each)]
    if not said and heard.manner in _ELSE:
        instead = courtesy(situation, partner, _ELSE[heard.manner])
        return [instead] if _is_not_too_much(situation, instead) else []
    return said or (something(situation, partner) if heard.manner in REMARKS else [])


def _is_met_otherwise(situation: Situation, partner: Power, manner: Manner, topic: str) -> bool:
    """True if deeds or character decide the reply, not the topic."""
    if topic in _OF_DEEDS:
        return True
    return _is_of_words(situation, partner, manner) or _gives_back(situation, manner)


def _is_of_words(situation: Situation, partner: Power, manner: Manner) -> bool:
    """True if the remark concerns a word broken between the two."""
    me = situation.view.power
    return manner in _OF_WORDS and any(
        broken_word(situation, one, other) is not None for one, other in ((me, partner), (partner, me))
    )


def _gives_back(situation: Situation, manner: Manner) -> bool:
    """True if it answers a threat with a threat."""
    return manner is Manner.THREATEN and situation.personality.aggressiveness >= _HARD


def _deed(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
    return _purpose(situation, partner, named)


def _reason(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
    said = any(hasattr(each, "deal") for each in situation.talk_with(partner).mine)
    return reason_of_last(situation, partner) if said else []


_STEPS: Final[Mapping[str, Step]] = {**STEPS, "deed": _deed, "reason": _reason}
"""What may be said on a topic: those steps, of what was done, and with the reason of its last no."""


def kind_word(situation: Situation, heard: Utterance) -> list[Utterance]:
    """Fallback courtesy.

    To a yes, a no, an answer, news, feelings.
    """
    partner: Power = heard.speaker  # type: ignore[assignment]
    match heard:
        case Query():
            manner = Manner.EVADE
        case Propose(deal=deal):
            agreed = any(each.deal == deal for each in situation.spoken_of)
            manner = Manner.NOTE if agreed else Manner.WAIT
        case Reject() | Withdraw() | Answer():
            manner = Manner.NOTE
        case Inform(content=Feel(feeling=Feeling.ANGRY | Feeling.SAD)):
            return _blamed(situation, partner, Courtesy(partner, heard.hearers, Manner.BLAME))
        case Accept() | Inform(content=Feel()):
            manner = Manner.NOTE if has_thanked(situation, partner) else Manner.THANK
        case Inform(content=content) if not serves(situation, partner, situation.view.power, content):
            manner = Manner.NOTE
        case _:
            manner = Manner.NOTE if has_thanked(situation, partner) else Manner.THANK
    # A repeated question about a refusal gets no new statement.
    if manner is Manner.NOTE and (stands := of_named(situation, partner, heard)):
        return stands
    said = courtesy(situation, partner, manner)
    crossed = any(each.speaker == situation.view.power for each in situation.talk_with(partner).since(heard))
    if manner is Manner.NOTE and crossed:
        return []
    return [said] if isinstance(heard, Query) or _is_not_too_much(situation, said) else []


def _has_said(situation: Situation, partner: Power, *manners: Manner) -> bool:
    return any(getattr(said, "manner", None) in manners for said in situation.talk_with(partner).mine)


def _is_not_too_much(situation: Situation, said: Utterance) -> bool:
    if not isinstance(said, Courtesy) or isinstance(said.about, Tpc):
        return True
    talk = situation.talk_with(said.hearers[0])  # type: ignore[arg-type]
    alike = [
        each
        for each in talk.said
        if isinstance(each, Courtesy) and each.manner is said.manner and not isinstance(each.about, Tpc)
    ]
    mine = [each for each in alike if each.speaker == said.speaker]
    if said.about is not None and said.manner in _EXCUSES:
        given = (each for each in talk.mine if isinstance(each, Courtesy) and each.manner in _EXCUSES)
        return all(each.about != said.about for each in given)
    given_back = said.manner not in _DUE and alike[:1] == mine[:1] and len(alike) > len(mine)
    return len(mine) < (1 if given_back or said.manner in _ONCE else _ENOUGH)


_ELSE: Final[Mapping[Manner, Manner]] = {
    Manner.BLAME: Manner.NOTE,
    Manner.THREATEN: Manner.EVADE,
    Manner.JEST: Manner.EVADE,
    Manner.DENY: Manner.NOTE,
    Manner.APOLOGISE: Manner.NOTE,
    Manner.PUZZLED: Manner.EVADE,
}
"""What is said where the first answer was given often enough."""
_DUE: Final = frozenset({Manner.THREATEN, Manner.BLAME})
"""What is answered in kind though it answers one's own."""
_EXCUSES: Final = frozenset({Manner.APOLOGISE, Manner.JEST})
"""One of them is enough for a broken word in a phase."""
_ONCE: Final = frozenset({Manner.PUZZLED, Manner.PRAISE})


# ── why ─────────────────────────────────────────────────────────────────────────────────────────


def why_against(situation: Situation, partner: Power, content: Formula) -> list[Utterance]:
    """Why there is no peace between the two, or why a unit stands where it does: who broke what, or what is wanted."""
    me = situation.view.power
    if isinstance(content, Unit):
        return _why_there(situation, partner, content)
    if not isinstance(content, Not) or not isinstance(content.item, Pce):
        return []
    theirs = broken_word(situation, partner, partner)
    if theirs is not None:
        return [courtesy(situation, partner, Manner.BLAME, theirs)]
    mine = broken_word(situation, me, partner)
    if mine is not None:
        reason = None if situation.personality.loyalty >= LOYAL else reason_for(situation, partner)
        if reason is not None:
            return [Answer(me, (partner,), reason)]
        return [courtesy(situation, partner, Manner.APOLOGISE, mine)]
    return explained_deed(situation, partner) or [courtesy(situation, partner, Manner.DENY)]


def _why_there(situation: Situation, partner: Power, unit: Unit) -> list[Utterance]:
    """Purpose of its unit: a near center that is not the other's."""
    me, position = situation.view.power, situation.view.position
    if unit.power != me:
        return []
    standing = board_unit(unit)
    near = set(map(province_of, STANDARD.borders(standing.kind).get(standing.region, ())))
    goals = sorted(
        center
        for center in near & set(STANDARD.centers)
        if position.centers.get(center) not in (me, partner) and center not in STANDARD.homes[partner]
    )
    if not goals:
        return [courtesy(situation, partner, Manner.EVADE)]
    return [Answer(me, (partner,), Desire(me, goals[0]))]


# ── the table ───────────────────────────────────────────────────────────────────────────────────

_Reply = Callable[[Situation, Power, Courtesy], list[Utterance]]


def _with(manner: Manner) -> _Reply:
    return lambda situation, partner, heard: [courtesy(situation, partner, manner)]


def _greeted(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """A greeting the first time, and what it has in mind; later what either has in mind, or that it is there."""
    me = situation.view.power
    before = [each.utterance for each in situation.view.talk if each.utterance.speaker == me]
    met = any(isinstance(said, Courtesy) and said.manner is Manner.GREET and partner in said.hearers for said in before)
    greeting: list[Utterance] = [] if met else [courtesy(situation, partner, Manner.GREET)]
    idea = next_offer(situation, partner)
    since = situation.talk_with(partner).since(heard)
    crossed = any(each.speaker == me or isinstance(getattr(each, "content", None), Which) for each in since)
    if greeting or idea or crossed:
        return [*greeting, *idea]
    return asks_for_ideas(situation, partner) or [courtesy(situation, partner, Manner.CHAT)]


def _after_thanks(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Business, if there is any; else a kind word, where these were not its own thanks."""
    thanked = _has_said(situation, partner, Manner.THANK)
    return next_offer(situation, partner) or ([] if thanked else [courtesy(situation, partner, Manner.NOTE)])


def _apologised(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Forgiven, or not: by those who do not forgive a word that was broken, and by nobody who was robbed just now."""
    line = broken_word(situation, partner, partner, heard.about)
    if line is not None and situation.personality.forgiveness < _UNFORGIVING:
        blame = courtesy(situation, partner, Manner.BLAME, line)
        again = situation.talk_with(partner).has_said(blame)
        return [courtesy(situation, partner, Manner.WAIT) if again else blame]
    if has_robbed(situation, partner):
        return [courtesy(situation, partner, Manner.NOTE)]
    return [courtesy(situation, partner, Manner.FORGIVE, line)]


def _forgiven(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Thanks, where it had asked for it."""
    sorry = _has_said(situation, partner, *_EXCUSES)
    return [courtesy(situation, partner, Manner.THANK if sorry else Manner.NOTE)]


def _jested(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """A laugh; not about a word that was broken to it."""
    line = broken_word(situation, partner, partner, heard.about) if heard.about is not None else None
    return [courtesy(situation, partner, Manner.JEST if line is None else Manner.BLAME, line)]


def _noted(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Business, if there is any; else no more, where the other took note of something it had said."""
    spoke = bool(situation.talk_with(partner).mine)
    return next_offer(situation, partner) or ([] if spoke else asks_for_ideas(situation, partner))


def _blamed(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """About the promise or deed that is meant."""
    return to_reproach(situation, partner, heard.about)


def _wondered_at(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Purpose of its unit in the named place; else a standard answer."""
    return _purpose(situation, partner, heard.about) or _about_deeds(situation, partner, heard)


def _purpose(situation: Situation, partner: Power, about: Formula | None) -> list[Utterance]:
    """Purpose of its unit in the named place.

    Nothing if it has none there, or does not say.
    """
    me, position = situation.view.power, situation.view.position
    for place in places_in(situation, partner, about):
        unit = position.unit_at(place)
        if unit is not None and unit.power == me:
            return [each for each in _why_there(situation, partner, unit_of(unit)) if isinstance(each, Answer)]
    return []


def _about_deeds(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Answer an outcry: about its broken word, if it broke one."""
    if broken_word(situation, situation.view.power, partner) is not None:
        return _blamed(situation, partner, heard)
    return REMARK_REPLIES[heard.manner](situation, partner, heard)


def _denied(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    line = broken_word(situation, partner, partner, heard.about)
    if line is not None and situation.personality.loyalty >= LOYAL:
        return [courtesy(situation, partner, Manner.BLAME, line)]
    return [courtesy(situation, partner, Manner.NOTE)]


def _threatened(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """A threat in return, or an offer of peace, as the character is."""
    me = situation.view.power
    if situation.personality.aggressiveness >= _HARD or not situation.attitude(partner).talks:
        return [courtesy(situation, partner, Manner.THREATEN)]
    if partner in situation.friends:
        return [courtesy(situation, partner, Manner.DENY)]
    wish: Formula = Desire(me, Pce((min(me, partner), max(me, partner))))
    return next_offer(situation, partner) or [Inform(me, (partner,), wish)]


def _puzzled(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Its wish in other words."""
    wish: Deal = Agree((situation.view.power, partner), Variable("?d"))
    return tell(situation, partner, Which(Variable("?d"), Desire(situation.view.power, wish)))


def _and_of_named(reply: _Reply) -> _Reply:
    """Add an opinion of the named place to replies without a promise."""

    def said(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
        found = reply(situation, partner, heard)
        named = isinstance(heard.about, str) and not any(_is_of_promise(each) for each in found)
        return [*found, *(of_named(situation, partner, heard.about) if named and heard.about else ())]

    return said


def _is_of_promise(said: Utterance) -> bool:
    about = getattr(said, "about", None)
    return about is not None and (not isinstance(about, Tpc) or about.topic.startswith("deed"))


_REPLIES: Final[Mapping[Manner, _Reply]] = {
    Manner.GREET: _greeted,
    Manner.FAREWELL: _with(Manner.FAREWELL),
    Manner.THANK: _with(Manner.WELCOME),
    Manner.WELCOME: _after_thanks,
    Manner.APOLOGISE: _apologised,
    Manner.FORGIVE: _forgiven,
    Manner.PRAISE: _with(Manner.THANK),
    Manner.DENY: _denied,
    Manner.EVADE: lambda situation, partner, heard: next_offer(situation, partner),
    Manner.NOTE: _noted,
    Manner.PUZZLED: _puzzled,
    **REMARK_REPLIES,
    Manner.MUMBLE: lambda situation, partner, heard: (
        REMARK_REPLIES[Manner.MUMBLE] if heard.about is not None else _about_deeds
    )(situation, partner, heard),
    **{
        manner: _and_of_named(reply)
        for manner, reply in ((Manner.BLAME, _blamed), (Manner.THREATEN, _threatened), (Manner.JEST, _jested))
    },
    Manner.WONDER: _wondered_at,
    Manner.MOOD: _about_deeds,
}
