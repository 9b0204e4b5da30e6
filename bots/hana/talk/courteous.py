"""Steps that answer courtesies and remarks: what was broken, where a unit stands, what is due among the polite.

Reproaches are answered in `bots.hana.talk.reproach`.
"""

from typing import Final

from adjudication.board import STANDARD, province_of
from adjudication.powers import Power
from bots.hana.talk.bargaining import next_offer
from bots.hana.talk.business import ideas, something
from bots.hana.talk.explaining import reason_for
from bots.hana.talk.favours import has_robbed, has_thanked, serves
from bots.hana.talk.named import of_named, places_in, powers_in
from bots.hana.talk.promises import broken_word, courtesy
from bots.hana.talk.reproach import explained_deed, to_reproach
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import LOYAL
from bots.hana.talk.turn import EXCUSES, Step, Turn, is_not_too_much, step
from negotiation.diplomacy import Dmz, Ent, Hlp, Pce, Scd, Tpc, Unit, board_unit, unit_of
from negotiation.terms import (
    Accept,
    And,
    Answer,
    Courtesy,
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
    Which,
    Withdraw,
    both,
)

__all__ = ["is_met_otherwise", "why_against"]

_OF_WORDS: Final = frozenset({Manner.BLAME, Manner.APOLOGISE, Manner.FORGIVE, Manner.SCORN, Manner.DENY})
"""Remarks that are about a word that was broken, where one was."""
_OF_DEEDS: Final = frozenset(
    f"blame{deed}" for deed in ("stab", "taken", "entered", "bounce", "word", "admit", "support", "fault", "thankless")
)
"""Reproaches that are answered about the promise or deed they name."""
_HARD: Final = 0.5
"""From this aggressiveness on a threat is answered with another."""
_UNFORGIVING: Final = 0.3


def is_met_otherwise(turn: Turn, manner: Manner) -> bool:
    """True if deeds or character decide the reply, not the topic."""
    if turn.topic in _OF_DEEDS:
        return True
    situation, me, partner = turn.situation, turn.me, turn.partner
    broken = any(broken_word(situation, one, other) for one, other in ((me, partner), (partner, me)))
    threatens = manner is Manner.THREATEN and situation.personality.aggressiveness >= _HARD
    return (manner in _OF_WORDS and broken) or threatens


def _has_said(turn: Turn, *manners: Manner) -> bool:
    return any(getattr(said, "manner", None) in manners for said in turn.talk.mine)


@step("kind")
def _kind_word(turn: Turn) -> list[Utterance]:
    """Fallback courtesy.

    To a yes, a no, an answer, news, feelings.
    """
    situation, partner, heard = turn.situation, turn.partner, turn.heard
    if not situation.free:
        return []
    thanked = has_thanked(situation, partner)
    match heard:
        case Query():
            return [turn.say(Manner.EVADE)]
        case Propose(deal=deal):
            agreed = any(each.deal == deal for each in situation.spoken_of)
            manner = Manner.NOTE if agreed else Manner.WAIT
        case Inform(content=Feel(feeling=Feeling.ANGRY | Feeling.SAD)):
            return to_reproach(situation, partner, None)
        case Accept() | Inform(content=Feel()):
            manner = Manner.NOTE if thanked else Manner.THANK
        case Reject() | Withdraw() | Answer():
            manner = Manner.NOTE
        case Inform(content=content) if not serves(situation, partner, turn.me, content):
            manner = Manner.NOTE
        case _:
            manner = Manner.NOTE if thanked else Manner.THANK
    # A repeated question about a refusal gets no new statement; a yes to its own words, no second thoughts.
    settled = isinstance(heard, Accept)
    if manner is Manner.NOTE and not settled and (stands := of_named(situation, partner, heard)):
        return stands
    said = turn.say(manner)
    crossed = any(each.speaker == turn.me for each in turn.talk.since(heard))
    if manner is Manner.NOTE and crossed:
        return []
    return [said] if is_not_too_much(situation, said) else []


# ── why ─────────────────────────────────────────────────────────────────────────────────────────


def why_against(situation: Situation, partner: Power, content: Formula) -> list[Utterance]:
    """Why there is no peace between the two, or why a unit stands where it does: who broke what, or what is wanted."""
    me = situation.view.power
    if isinstance(content, Unit):
        if content.power != me:
            return []
        return _why_there(situation, partner, content) or [courtesy(situation, partner, Manner.EVADE)]
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
    if goals and situation.free:
        return [Courtesy(me, (partner,), Manner.ADVICE, Tpc("guidepost", (standing.province, goals[0])))]
    if situation.free and standing.province in position.centers_of(me):
        return [Courtesy(me, (partner,), Manner.NOTE, Tpc("keep", (standing.province,)))]
    return [Answer(me, (partner,), Desire(me, goals[0]))] if goals else []


@step("deed")
def _purpose(turn: Turn) -> list[Utterance]:
    """Purpose of its unit in the named place, or a center's origin.

    Where it only tried to go, what it makes of the place. Nothing if it does not say.
    """
    position, homes = turn.situation.view.position, STANDARD.homes[turn.me]
    for place in places_in(turn.situation, turn.partner, turn.named):
        unit = position.unit_at(place)
        if position.centers.get(place) == turn.me and place not in homes:
            return [turn.note("taken", place)]
        if unit is not None and unit.power == turn.me:
            return _why_there(turn.situation, turn.partner, unit_of(unit))
    pieces = turn.named.items if isinstance(turn.named, And) else (turn.named,)
    tried = [each for each in pieces if isinstance(each, Ent) and each.power == turn.me]
    return of_named(turn.situation, turn.partner, both(tried)) if tried else []


# ── courtesies ──────────────────────────────────────────────────────────────────────────────────


@step("greeted")
def _greeted(turn: Turn) -> list[Utterance]:
    """A greeting the first time, and what it has in mind; later what either has in mind, or that it is there."""
    before = [each.utterance for each in turn.situation.view.talk if each.utterance.speaker == turn.me]
    met = any(getattr(said, "manner", None) is Manner.GREET and turn.partner in said.hearers for said in before)
    greeting: list[Utterance] = [] if met else [turn.say(Manner.GREET)]
    idea = next_offer(turn.situation, turn.partner)
    since = turn.talk.since(turn.heard)
    crossed = any(each.speaker == turn.me or isinstance(getattr(each, "content", None), Which) for each in since)
    if greeting or idea or crossed:
        return [*greeting, *idea]
    return ideas(turn) or something(turn)


@step("unthanked")
def _unthanked(turn: Turn) -> list[Utterance]:
    """A kind word, where these were not its own thanks."""
    return [] if _has_said(turn, Manner.THANK) else [turn.say(Manner.NOTE)]


@step("forgiving")
def _apologised(turn: Turn) -> list[Utterance]:
    """Forgiven, or not.

    Not by those who do not forgive a word that was broken, and by nobody who was robbed just now. Where nothing was
    done, that there is nothing to forgive.
    """
    situation, partner = turn.situation, turn.partner
    line = broken_word(situation, partner, partner, turn.named)
    if line is not None and situation.personality.forgiveness < _UNFORGIVING:
        blame = courtesy(situation, partner, Manner.BLAME, line)
        return [turn.say(Manner.WAIT) if turn.talk.has_said(blame) else blame]
    if has_robbed(situation, partner):
        return [turn.say(Manner.NOTE)]
    done = line is not None or (isinstance(turn.heard, Courtesy) and turn.heard.about is not None)
    return [courtesy(situation, partner, Manner.FORGIVE, line) if done else turn.note("apologisepardon")]


@step("forgiven")
def _forgiven(turn: Turn) -> list[Utterance]:
    """Thanks, where it had asked for it.

    Who broke a promise and wants a new start is answered like an apology.
    """
    if _has_said(turn, *EXCUSES):
        return [turn.say(Manner.THANK)]
    if broken_word(turn.situation, turn.partner, turn.partner) is not None:
        return _apologised(turn)
    return next_offer(turn.situation, turn.partner) or ideas(turn) or [turn.say(Manner.NOTE)]


@step("noted")
def _noted(turn: Turn) -> list[Utterance]:
    """Business, if there is any; else no more, where the other took note of something it had said."""
    return next_offer(turn.situation, turn.partner) or ([] if turn.talk.mine else ideas(turn))


@step("grant time")
def _asked_for_time(turn: Turn) -> list[Utterance]:
    """Take note of a delay; a refusal beside it is answered itself."""
    said = turn.talk.said
    last = next((each for each in reversed(said) if isinstance(each, Reject) or each.speaker != turn.partner), None)
    if isinstance(last, Reject) and last.speaker == turn.partner:
        return []
    note = turn.say(Manner.NOTE)
    return [note] if is_not_too_much(turn.situation, note) else something(turn)


@step("denied")
def _denied(turn: Turn) -> list[Utterance]:
    """Name the broken word, or take note."""
    line = broken_word(turn.situation, turn.partner, turn.partner, turn.named)
    if line is not None and turn.situation.personality.loyalty >= LOYAL:
        return [courtesy(turn.situation, turn.partner, Manner.BLAME, line)]
    return [turn.say(Manner.NOTE)]


def _and_of_named(reply: Step) -> Step:
    """Add an opinion of the named place to replies without a promise."""

    def said(turn: Turn) -> list[Utterance]:
        found = reply(turn)
        if not isinstance(turn.named, str) or any(_is_of_promise(each) for each in found):
            return found
        return [*found, *of_named(turn.situation, turn.partner, turn.named)]

    return said


def _is_of_promise(said: Utterance) -> bool:
    about = getattr(said, "about", None)
    return about is not None and (not isinstance(about, Tpc) or about.topic.startswith("deed"))


@step("blamed")
@_and_of_named
def _blamed(turn: Turn) -> list[Utterance]:
    """About the promise or deed that is meant."""
    return to_reproach(turn.situation, turn.partner, turn.named, of_word=turn.topic == "blameword")


@step("jested")
@_and_of_named
def _jested(turn: Turn) -> list[Utterance]:
    """A laugh; not about a word that was broken to it."""
    partner = turn.partner
    line = broken_word(turn.situation, partner, partner, turn.named) if turn.named is not None else None
    return [courtesy(turn.situation, partner, Manner.JEST if line is None else Manner.BLAME, line)]


@step("threatened")
@_and_of_named
def _threatened(turn: Turn) -> list[Utterance]:
    """A threat in return, or an offer of peace, as the character is."""
    me, partner = turn.me, turn.partner
    if turn.situation.personality.aggressiveness >= _HARD or not turn.talks:
        return [turn.say(Manner.THREATEN)]
    if partner in turn.situation.friends:
        return [turn.say(Manner.DENY)]
    of_deeds = turn.named is not None and not isinstance(turn.named, str)
    if of_deeds and (stands := of_named(turn.situation, partner, turn.named)):
        return [*stands[:1], *next_offer(turn.situation, partner)]
    wish = Desire(me, Pce((min(me, partner), max(me, partner))))
    return next_offer(turn.situation, partner) or [Inform(me, (partner,), wish)]


# ── remarks ─────────────────────────────────────────────────────────────────────────────────────


@step("broken")
def _about_deeds(turn: Turn) -> list[Utterance]:
    """Answer an outcry about its broken word, if it broke one."""
    unread = getattr(turn.heard, "manner", None) is Manner.MUMBLE and turn.named is not None
    if unread or broken_word(turn.situation, turn.me, turn.partner) is None:
        return []
    return _blamed(turn)


@step("their break")
def _broken_by_them(turn: Turn) -> list[Utterance]:
    """Name the promise that the other one broke, once."""
    line = broken_word(turn.situation, turn.partner, turn.partner)
    said = courtesy(turn.situation, turn.partner, Manner.BLAME, line)
    return [] if line is None or turn.talk.has_said(said) else [said]


@step("unread")
def _unread(turn: Turn) -> list[Utterance]:
    """Ask once in a phase what is meant, then say that it listens.

    Asked about what is named, if anything is.
    """
    places = places_in(turn.situation, turn.partner, turn.named)
    names = places or powers_in(turn.named, turn.partner, turn.me)[:1]
    named = [turn.note("whatof", *names)] if names else []
    said = (*named, turn.say(Manner.PUZZLED), turn.say(Manner.HERE))
    return [each for each in said if not turn.talk.has_said(each)][:1]


@step("their no")
def _refused_of(turn: Turn) -> list[Utterance]:
    """Note that the named places stay unsettled."""
    places = places_in(turn.situation, turn.partner, turn.named)
    return [turn.note("theirno", *places)] if places else []


@step("pieces")
def _of_pieces(turn: Turn) -> list[Utterance]:
    """Opinion of the named pieces; business if they are half a deal."""
    manner, about = getattr(turn.heard, "manner", None), turn.named
    if about is None or isinstance(about, Tpc):
        return []
    stands = of_named(turn.situation, turn.partner, about, reported=manner is Manner.RUMOUR)
    if manner is not Manner.MUMBLE or not stands:
        return stands
    deal = isinstance(about, And) and turn.talks and _is_deal(turn.me, about)
    return [*stands, *(next_offer(turn.situation, turn.partner) if deal else ())]


def _is_deal(me: Power, about: And) -> bool:
    """True if the pieces form a deal that includes its own deeds."""
    sides = {
        getattr(piece, "power", None) or (piece.powers if isinstance(piece, Dmz) else None)
        for piece in about.items
        if isinstance(piece, Scd | Ent | Hlp | Dmz)
    }
    return len(sides) > 1 and any(me == side or (isinstance(side, tuple) and me in side) for side in sides)
