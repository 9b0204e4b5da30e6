"""Steps of HANA's own business: proposals, what it fears and wants, its reasons, questions of its own."""

from collections.abc import Iterator
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import Power
from bots.hana.judge.proposals import contents_of
from bots.hana.talk.bargaining import next_offer
from bots.hana.talk.countering import no_price, price_of
from bots.hana.talk.explaining import feared_from
from bots.hana.talk.goals import centers_wished
from bots.hana.talk.promises import broken_word, courtesy
from bots.hana.talk.reasons import explained
from bots.hana.talk.situation import Situation
from bots.hana.talk.stances import broken_by, is_taken_for, who_is
from bots.hana.talk.turn import Turn, step
from negotiation.diplomacy import Opn, Stance, Tpc
from negotiation.sense import parts_of
from negotiation.terms import (
    Agree,
    Answer,
    Belief,
    Commits,
    Courtesy,
    Deal,
    Desire,
    Formula,
    Inform,
    Manner,
    Not,
    Query,
    Utterance,
    Variable,
    Which,
    both,
)

__all__ = ["ideas", "insists", "reason_of_opinion", "something"]

_LATELY: Final = 2
"""Words of its own that are asked for their reason."""
_OFTEN: Final = 3
"""Small talk of one kind in a phase."""


@step("offer")
def _offer(turn: Turn) -> list[Utterance]:
    """A deal that it likes."""
    return next_offer(turn.situation, turn.partner) if turn.talks else []


@step("price")
def _price(turn: Turn) -> list[Utterance]:
    """A deal instead of what it refused."""
    return price_of(turn.situation, turn.partner)


@step("no price")
def _no_price(turn: Turn) -> list[Utterance]:
    """Say that nothing would buy what it refused."""
    return no_price(turn.situation, turn.partner)


@step("tell offer")
def _wanted_deal(turn: Turn) -> list[Utterance]:
    """A proposal, where there is a good one; else what it wishes for: of who broke a word that deeds come first."""
    situation, partner = turn.situation, turn.partner
    mine = situation.talk_with(partner).open_proposal
    if _asks_what_it_gives(turn) and (share := _share(turn)):
        return share
    if mine is not None and mine.speaker == turn.me:
        asked = [part.content for part in parts_of(mine.deal) if part.agent != turn.me]
        return [Answer(turn.me, (partner,), Desire(turn.me, both(asked or contents_of(mine.deal))))]
    offer = price_of(situation, partner) or next_offer(situation, partner)
    if not offer and broken_word(situation, partner, partner):
        return [each for each in (turn.say(Manner.WAIT), *_amends(turn)) if not turn.talk.has_said(each)]
    if not offer and _asks_what_it_gives(turn):
        return [Courtesy(turn.me, (partner,), Manner.DEMAND)]
    return offer


@step("amends")
def _amends(turn: Turn) -> list[Utterance]:
    """First deed that would mend the partner's broken promise.

    A center is left alone, else a border.
    """
    position = turn.situation.view.position
    if broken_word(turn.situation, turn.partner, turn.partner) is None:
        return []
    theirs, mine = turn.situation.reach(turn.partner), position.centers_of(turn.me)
    near = theirs & set(mine) or (theirs & turn.situation.reach(turn.me)) - set(position.centers_of(turn.partner))
    places = sorted(near, key=lambda place: (position.unit_at(place) is not None, place))
    said = [turn.note("amends", place) for place in places[:1]]
    return [each for each in said if not turn.talk.has_said(each)]


def _share(turn: Turn) -> list[Utterance]:
    """A center that only the partner reaches, its target's first."""
    situation, partner, centers = turn.situation, turn.partner, turn.situation.view.position.centers
    free = situation.reach(partner) - situation.reach(turn.me)
    spared = {turn.me, partner, *situation.friends}
    found = [center for center in sorted(free & set(STANDARD.centers)) if centers.get(center) not in spared]
    found.sort(key=lambda center: centers.get(center) != situation.target)
    notes = [turn.note("yourshare", center) for center in found]
    return [note for note in notes if not turn.talk.has_said(note)][:1]


def _asks_what_it_gives(turn: Turn) -> bool:
    """True if the question is what it would do for the other."""
    wish = getattr(turn.asked, "content", None)
    return isinstance(wish, Commits) and wish.items[0].agent == turn.me


@step("ask ideas")
def ideas(turn: Turn) -> list[Utterance]:
    """Ask "what shall we agree on?", unless an open question was asked."""
    if not turn.talks or any(isinstance(each, Query) and isinstance(each.content, Which) for each in turn.talk.said):
        return []
    pair, variable = (turn.me, turn.partner), Variable("?d")
    return [Query(turn.me, (turn.partner,), Which(variable, Desire(turn.partner, Agree(pair, variable))))]


@step("instead")
def _instead(turn: Turn) -> list[Utterance]:
    """Ask what the other would like instead, once."""
    if not turn.talks:
        return [turn.say(Manner.NOTE)]
    variable = Variable("?d")
    asked = Query(turn.me, (turn.partner,), Which(variable, Desire(turn.partner, variable)))
    return [] if turn.talk.has_said(asked) else [asked]


@step("reason")
def _reason(turn: Turn) -> list[Utterance]:
    """Reason of its last words: a deal, an opinion, a wish."""
    for said in turn.talk.mine[: -_LATELY - 1 : -1]:
        found = _reason_of(turn, said)
        restated = hasattr(said, "deal") and found is not None and _restates(found, said.deal)
        if found is not None and not restated and not turn.talk.has_said(found):
            return [found]
    deals = [each.deal for each in reversed(turn.talk.mine) if hasattr(each, "deal")]
    for deal in deals:
        reason = explained(turn.situation, turn.partner, deal)
        if reason is not None and not _restates(reason, deal):
            return [reason]
    return []


def _restates(reason: Utterance, deal: Deal) -> bool:
    """True if the reason is only the wish for the deal."""
    return getattr(reason, "content", None) == Desire(reason.speaker, both(contents_of(deal)))


def _reason_of(turn: Turn, said: Utterance) -> Utterance | None:
    """The reason of one thing that it said."""
    deal = getattr(said, "deal", None)
    if deal is not None:
        return explained(turn.situation, turn.partner, deal)
    match getattr(said, "content", None):
        case Belief(_, Opn(power, stance)):
            return reason_of_opinion(turn, power, stance)
        case Belief(_, Not(Opn(power, "trusted"))) if broken_by(turn.situation, power):
            return turn.note("whybroken", power)
        case Desire(agent, str() as place) if agent == turn.me:
            return _reason_of_wish(turn, place)
        case _:
            about = getattr(said, "about", None)
            if not isinstance(about, Tpc) or not about.topic.startswith("want") or not about.named:
                return None
            return _reason_of_wish(turn, about.named[0])


def _reason_of_wish(turn: Turn, place: str) -> Utterance | None:
    """Reason why it wants a free center within two turns."""
    near = place in turn.situation.reach_soon and place in STANDARD.centers
    return turn.note("whywant", place) if near and turn.situation.view.position.centers.get(place) is None else None


def reason_of_opinion(turn: Turn, power: Power, stance: Stance) -> Utterance | None:
    """Reason of its opinion of a power, from centers, ledger or map."""
    if stance in ("leading", "weak"):
        return turn.say(Manner.LOOK, Tpc("count", (power,)))
    broken = broken_by(turn.situation, power)
    return None if broken and stance == "trusted" else turn.note(f"why{stance}", power)


@step("feared")
def _feared(turn: Turn) -> list[Utterance]:
    """Name whom it fears."""
    feared = who_is(turn.situation, "feared", turn.partner)
    said = Answer(turn.me, (turn.partner,), Belief(turn.me, Opn(feared, "feared"))) if feared else None
    return [] if said is None or feared == turn.partner or turn.talk.has_said(said) else [said]


@step("something")
def something(turn: Turn) -> list[Utterance]:
    """First thing of its own that it has not said yet."""
    return next(filter(None, _own_business(turn)), [])


def _own_business(turn: Turn) -> Iterator[list[Utterance]]:
    yield _offer(turn)
    yield _insists(turn)
    for content in _own_thoughts(turn.situation, turn.partner):
        if not any(getattr(each, "content", None) == content for each in turn.talk.mine):
            yield [Inform(turn.me, (turn.partner,), content)]
    yield ideas(turn)
    for manner in (Manner.NOTE, Manner.WAIT, Manner.HERE, Manner.EVADE):
        said = courtesy(turn.situation, turn.partner, manner)
        if turn.talk.mine.count(said) < _OFTEN:
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


@step("insists")
def _insists(turn: Turn) -> list[Utterance]:
    """Its own proposal on the table, as a wish."""
    return insists(turn.situation, turn.partner) if turn.talks else []


def insists(situation: Situation, partner: Power) -> list[Utterance]:
    """Its own proposal on the table, as a wish; once in a phase."""
    me, talk = situation.view.power, situation.talk_with(partner)
    mine = talk.open_proposal
    if mine is None or mine.speaker != me:
        return []
    said = Inform(me, (partner,), Desire(me, both(contents_of(mine.deal))))
    return [] if talk.has_said(said) else [said]
