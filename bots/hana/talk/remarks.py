"""HANA's replies to remarks, small talk and unclear messages.

It asks once in a phase what is meant. After that it speaks of the place or the power that was named, or goes on with
what it has in mind: a proposal, what it fears, what it wants, whom it takes for what, a question; at last that it took
note.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from adjudication.powers import Power
from bots.hana.judge.proposals import contents_of
from bots.hana.talk.bargaining import next_offer
from bots.hana.talk.explaining import feared_from, why
from bots.hana.talk.goals import centers_wished
from bots.hana.talk.informing import inform_about
from bots.hana.talk.named import of_named, places_in
from bots.hana.talk.promises import courtesy
from bots.hana.talk.situation import Situation
from bots.hana.talk.stances import is_taken_for, who_is
from negotiation.diplomacy import Dmz, Ent, Hlp, Opn, Scd, Tpc
from negotiation.terms import (
    Agree,
    And,
    Answer,
    Belief,
    Courtesy,
    Desire,
    Formula,
    Inform,
    Manner,
    Query,
    Reject,
    Utterance,
    Variable,
    Which,
    both,
)

__all__ = ["REPLIES", "asks_for_ideas", "insists", "reason_of_last", "something"]

_OFTEN: Final = 3
"""How often in a phase small talk of one kind is made."""


def something(situation: Situation, partner: Power) -> list[Utterance]:
    """The first thing of its own that it has not said in this phase, and that fits whatever was said."""
    return next(filter(None, _own_business(situation, partner)), [])


def _own_business(situation: Situation, partner: Power) -> Iterator[list[Utterance]]:
    talk = situation.talk_with(partner)
    if situation.attitude(partner).talks:
        yield next_offer(situation, partner)
        yield insists(situation, partner)
    for content in _own_thoughts(situation, partner):
        if not any(getattr(each, "content", None) == content for each in talk.mine):
            yield [Inform(situation.view.power, (partner,), content)]
    yield asks_for_ideas(situation, partner)
    for manner in (Manner.NOTE, Manner.WAIT, Manner.HERE, Manner.EVADE):
        said = courtesy(situation, partner, manner)
        if talk.mine.count(said) < _OFTEN:
            yield [said]


def _own_thoughts(situation: Situation, partner: Power) -> Iterator[Formula]:
    """Thoughts of its own: fears, goals, opinions of powers."""
    feared = feared_from(situation, partner)
    if feared is not None:
        yield feared
    yield from centers_wished(situation, partner)
    for power in situation.others:
        for stance in ("leading", "feared", "weak"):
            if power != partner and is_taken_for(situation, power, stance):
                yield Belief(situation.view.power, Opn(power, stance))


def insists(situation: Situation, partner: Power) -> list[Utterance]:
    """Its own proposal on the table, as a wish; once in a phase."""
    me, talk = situation.view.power, situation.talk_with(partner)
    mine = talk.open_proposal
    if mine is None or mine.speaker != me:
        return []
    said = Inform(me, (partner,), Desire(me, both(contents_of(mine.deal))))
    return [] if talk.has_said(said) else [said]


def asks_for_ideas(situation: Situation, partner: Power) -> list[Utterance]:
    """Ask "what shall we agree on?", unless an open question was asked."""
    me = situation.view.power
    said = situation.talk_with(partner).said
    if any(isinstance(each, Query) and isinstance(each.content, Which) for each in said):
        return []
    return [Query(me, (partner,), Which(Variable("?d"), Desire(partner, Agree((me, partner), Variable("?d")))))]


# ── by remark ───────────────────────────────────────────────────────────────────────────────────


def _few(situation: Situation, partner: Power, manner: Manner) -> list[Utterance]:
    """A courtesy, where it was not said often in this phase."""
    said = courtesy(situation, partner, manner)
    return [said] if situation.talk_with(partner).mine.count(said) < _OFTEN else []


def _has_said(situation: Situation, partner: Power, manner: Manner) -> bool:
    return situation.talk_with(partner).has_said(courtesy(situation, partner, manner))


def _nodded(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """The next thing there is to agree on; else that it took note."""
    offer = next_offer(situation, partner) if situation.attitude(partner).talks else []
    return offer or _few(situation, partner, Manner.NOTE) or something(situation, partner)


def _asked_for_time(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Take note of a delay; a refusal beside it is answered itself."""
    said = situation.talk_with(partner).said
    last = next((each for each in reversed(said) if isinstance(each, Reject) or each.speaker != partner), None)
    return (
        []
        if isinstance(last, Reject) and last.speaker == partner
        else _few(situation, partner, Manner.NOTE) or something(situation, partner)
    )


def _balked(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Something else, or what the other one would like instead."""
    me = situation.view.power
    if not situation.attitude(partner).talks:
        return _few(situation, partner, Manner.NOTE) or something(situation, partner)
    instead = Query(me, (partner,), Which(Variable("?d"), Desire(partner, Variable("?d"))))
    asked = situation.talk_with(partner).has_said(instead)
    return next_offer(situation, partner) or ([instead] if not asked else something(situation, partner))


def _refused_of(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Note that the named places stay unsettled, and offer something else."""
    places = places_in(situation, partner, heard.about)
    if not places:
        return _of_pieces(_balked)(situation, partner, heard)
    no = Courtesy(situation.view.power, (partner,), Manner.NOTE, Tpc("theirno", places))
    offer = next_offer(situation, partner) if situation.attitude(partner).talks else []
    return [no, *offer]


def _doubted(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Assure that it means what it said."""
    return _few(situation, partner, Manner.ASSURE) or something(situation, partner)


def _wondered(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """The reason of what it refused last, or proposed; else how it stands to the other, and whom it fears."""
    if given := reason_of_last(situation, partner):
        return given
    me, talk = situation.view.power, situation.talk_with(partner)
    feared = who_is(situation, "feared", partner)
    said = Answer(me, (partner,), Belief(me, Opn(feared, "feared"))) if feared not in (None, partner) else None
    return [said] if said is not None and not talk.has_said(said) else something(situation, partner)


def reason_of_last(situation: Situation, partner: Power) -> list[Utterance]:
    """The reason of what it refused last, or proposed."""
    for deal in (*(each.deal for each in reversed(situation.talk_with(partner).mine) if hasattr(each, "deal")), None):
        reason = why(situation, partner, deal)
        if reason is not None:
            return [Answer(situation.view.power, (partner,), reason)]
    return []


def _pleaded(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Answer pleading with an offer, a demand, or "deeds first"."""
    if situation.attitude(partner).talks and (offer := next_offer(situation, partner)):
        return offer
    if not _has_said(situation, partner, Manner.DEMAND):
        return [courtesy(situation, partner, Manner.DEMAND)]
    return _few(situation, partner, Manner.WAIT) or _wondered(situation, partner, heard)


def _chatted(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Small talk, and business if there is any."""
    idea = next_offer(situation, partner) if situation.attitude(partner).talks else []
    return [*_few(situation, partner, Manner.CHAT), *idea] or something(situation, partner)


def _rules(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    return _few(situation, partner, Manner.RULES) or something(situation, partner)


def _not_followed(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Once in a phase what is meant, and then that it listens."""
    return _unread(situation, partner)


def _unread(situation: Situation, partner: Power) -> list[Utterance]:
    said = (courtesy(situation, partner, manner) for manner in (Manner.PUZZLED, Manner.HERE))
    fresh = next((each for each in said if not situation.talk_with(partner).has_said(each)), None)
    return [fresh] if fresh is not None else something(situation, partner)


def _wanted(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Name its price."""
    return _few(situation, partner, Manner.DEMAND) or _balked(situation, partner, heard)


def _in_kind(manner: Manner) -> Callable[[Situation, Power, Courtesy], list[Utterance]]:
    """Reply in this manner a few times; then something of its own."""

    def said(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
        return _few(situation, partner, manner) or something(situation, partner)

    return said


def _asked_for_advice(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """Advice, and what the two could do together."""
    idea = next_offer(situation, partner) if situation.attitude(partner).talks else []
    return [*_few(situation, partner, Manner.ADVICE), *idea] or something(situation, partner)


def _of_pieces(otherwise: "_Reply") -> "_Reply":
    """Opinion of the named pieces; business if they are half a deal."""

    def said(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
        if heard.about is None or isinstance(heard.about, Tpc):
            return otherwise(situation, partner, heard)
        stands = of_named(situation, partner, heard.about, reported=heard.manner is Manner.RUMOUR)
        if not stands and heard.manner is Manner.MUMBLE:
            return something(situation, partner)
        return [*stands, *_business(situation, partner, heard)] if stands else otherwise(situation, partner, heard)

    return said


def _business(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """After several pieces of what could not be read, an offer of its own, if there is one."""
    if not isinstance(heard.about, And) or heard.manner is not Manner.MUMBLE or not _is_deal(situation, heard.about):
        return []
    return next_offer(situation, partner) if situation.attitude(partner).talks else []


def _is_deal(situation: Situation, about: And) -> bool:
    """True if the pieces form a deal that includes its own deeds."""
    sides = {
        getattr(piece, "power", None) or (piece.powers if isinstance(piece, Dmz) else None)
        for piece in about.items
        if isinstance(piece, Scd | Ent | Hlp | Dmz)
    }
    me = situation.view.power
    return len(sides) > 1 and any(me == side or (isinstance(side, tuple) and me in side) for side in sides)


_Reply = Callable[[Situation, Power, Courtesy], list[Utterance]]


def _informed(otherwise: _Reply) -> _Reply:
    """The answer to what is asked about the game, else what is said to such a question otherwise."""
    return lambda situation, partner, heard: (
        inform_about(situation, partner, heard) or otherwise(situation, partner, heard)
    )


REPLIES: Final[Mapping[Manner, _Reply]] = {
    Manner.ASSURE: _of_pieces(_nodded),
    Manner.WAIT: _asked_for_time,
    Manner.CHAT: _chatted,
    Manner.RULES: _informed(_rules),
    Manner.ASSENT: _nodded,
    Manner.BALK: _refused_of,
    Manner.DOUBT: _doubted,
    Manner.PLEAD: _of_pieces(_pleaded),
    Manner.WONDER: _wondered,
    **{manner: _informed(_in_kind(manner)) for manner in (Manner.SCREEN, Manner.BOT, Manner.PERSON)},
    **{manner: _in_kind(manner) for manner in (Manner.MOOD, Manner.SCORN, Manner.HERE, Manner.HUSH)},
    Manner.ADVICE: _informed(_asked_for_advice),
    Manner.RUMOUR: _of_pieces(_in_kind(Manner.RUMOUR)),
    Manner.DEMAND: _of_pieces(_wanted),
    Manner.LOOK: _informed(_of_pieces(_in_kind(Manner.LOOK))),
    Manner.TELL: _of_pieces(_in_kind(Manner.NOTE)),
    Manner.MUMBLE: _of_pieces(_not_followed),
}
"""By manner."""
