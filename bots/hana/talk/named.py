"""HANA's opinions of named places and powers, without a whole deal.

By the board, by its own plans as far as it tells them, and by consequences.

The sentences stand in `negotiation/english/stances.toml`: what it makes of a place, times what is asked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.encoding import MOVE, VERB
from adjudication.facts import next_to
from adjudication.powers import POWERS, Power
from bots.hana.judge.deals import DealOption, target_of, zone
from bots.hana.judge.reach import steps_between
from bots.hana.talk.conversation import ever_spoke
from bots.hana.talk.knowing import answer_to_question, told_order
from bots.hana.talk.situation import Situation
from bots.hana.talk.stances import is_taken_for
from bots.hana.talk.story import LOYAL, Tone, is_frank, plan_of, story_of
from negotiation.diplomacy import Aly, Cvy, Dmz, Ent, Hld, Hlp, Mto, Opn, Pce, Scd, Sup, Tpc
from negotiation.terms import (
    Agree,
    And,
    Answer,
    Belief,
    Commit,
    Commits,
    Courtesy,
    Desire,
    Do,
    Formula,
    Implies,
    Inform,
    Manner,
    Not,
    Utterance,
    both,
)
from negotiation.topics import STANCES
from negotiation.unnamed import doer_of

__all__ = ["of_named", "places_in", "powers_in"]

_MOST: Final = 2
"""Sentences about places that are said at once."""
_OFTEN: Final = 3
"""Times that one thing is said in a game, in other words each time."""
_AT_ONCE: Final = 4
"""Places in one sentence."""
_FIRST: Final = ("back", "keep", "want", "unsure", "stand", "quiet", "friends", "youthere", "leave", "far")
"""Stances by urgency: of several places, the first in this list is spoken of first."""


def of_named(
    situation: Situation, partner: Power, about: Formula, *, refused: bool = False, reported: bool = False
) -> list[Utterance]:
    """Opinion of the named things: places first, then a power.

    Nothing that it said in this phase. refused: it has just said no, and says what stands against it. reported: it is
    news of third powers.
    """
    told = reported or isinstance(about, Inform)
    return list(_stances_on(situation, partner, list(_pieces(about)), refused, told))


def places_in(situation: Situation, partner: Power, about: Formula | None) -> tuple[Province, ...]:
    """The places that are spoken of, each once, as many as one sentence holds; none where nothing is."""
    if about is None:
        return ()
    asked = _asked(situation, partner, _pieces(about))
    return tuple(sorted({place for place, _ in asked if place in STANDARD.provinces})[:_AT_ONCE])


def powers_in(named: Formula | None, *but: Power) -> tuple[Power, ...]:
    """The third powers that are named, in their order."""
    found: list[Power] = []
    for piece in named.items if isinstance(named, And) else (named,):
        match piece:
            case Opn(power, _):
                found.append(power)
            case Aly(_, against):
                found.extend(against)
            case Agree(powers, Pce()):
                found.extend(power for power in POWERS if power in powers)
            case str() if piece in POWERS and piece not in STANDARD.provinces:
                found.append(piece)
            case _:
                found.extend(power for power in [getattr(piece, "power", None)] if power in POWERS)
    return tuple(dict.fromkeys(power for power in found if power not in but))


def _stances_on(
    situation: Situation, partner: Power, pieces: Sequence[Formula], refused: bool, reported: bool
) -> Iterator[Utterance]:
    me, talk = situation.view.power, situation.talk_with(partner)
    topics: dict[str, list[Province]] = {}
    plans: list[Formula] = []
    promised = {
        place for deal in talk.proposed for place, asked in _asked(situation, partner, _pieces(deal)) if asked == "ours"
    }
    for place, asked in dict(_asked(situation, partner, pieces)).items():
        if place not in STANDARD.provinces or (asked == "ours" and place in promised):  # what it offers itself
            continue
        planned = None
        if not asked and not reported and story_of(situation, partner).tone is Tone.TRUE:
            planned = told_order(situation, partner, place)
        if planned is not None:
            plans.append(planned)
            continue
        topic = _topic(situation, partner, place, "refused" if refused and asked == "ours" else asked)
        if not refused or (asked in ("mine", "ours", "help") and topic not in ("farmine", "leavemine")):
            topics.setdefault(topic, []).append(place)
    if len(topics) > 1:
        topics.pop("keepyours", None)  # that goes without saying
    ranked = sorted(topics, key=lambda topic: next(at for at, each in enumerate(_FIRST) if topic.startswith(each)))
    offered = dict(_offered(situation, partner, pieces))
    foreseen = [Answer(me, (partner,), each) for each in _foreseen(situation, partner, pieces)]
    notes = [each.about for each in talk.mine if isinstance(each, Courtesy) and isinstance(each.about, Tpc)]
    known = {(about.topic, place) for about in notes for place in about.named}
    fresh = {topic: [place for place in topics[topic] if (topic, place) not in known] for topic in ranked}
    of_places = [Tpc(topic, tuple(sorted(places[:_AT_ONCE]))) for topic, places in fresh.items() if places]
    rest = [piece for piece in pieces if piece not in offered]
    of_powers = [
        Tpc(topic, (power,)) for power, topic in _of_powers(situation, partner, rest, reported) if power in POWERS
    ]
    stands = [_said_of(situation, partner, each) for each in (*of_places[:_MOST], *of_powers[:_MOST])]
    wishes = [Inform(me, (partner,), Desire(me, each)) for each in dict.fromkeys(offered.values())]
    goes = [Inform(me, (partner,), both(plans))] if plans else []
    said: list[Utterance] = [*wishes, *goes, *foreseen, *stands]
    if not said and any(isinstance(piece, Pce) and partner in piece.powers for piece in rest):
        said = _on_peace(situation, partner)
    told_all = Counter(each.utterance for each in situation.view.talk if each.utterance.speaker == me)
    yield from [each for each in said if not talk.has_said(each) and told_all[each] < _OFTEN][
        : _MOST if of_places or len(of_powers) > 1 or wishes or goes else 1
    ]


# ── what is spoken of ───────────────────────────────────────────────────────────────────────────


def _pieces(about: Formula) -> Iterator[Formula]:
    """Pieces of a deal or of reported content."""
    match about:
        case And(items) | Commits(items):
            for item in items:
                yield from _pieces(item)
        case Agree(_, Pce()):
            yield about
        case Agree(_, content) | Commit(content=content) | Belief(_, content) | Desire(_, content):
            yield from _pieces(content)
        case Implies(premise, conclusion):
            yield from _pieces(premise)
            yield from _pieces(conclusion)
        case Not(item):
            yield from _denied(item)
        case Do() | str() | Opn() | Aly() | Dmz() | Scd() | Ent() | Hlp() | Pce():
            yield about
        case Inform(speaker=teller, hearers=(listener,)) if teller != listener and hasattr(about, "content"):
            yield from _pieces(about.content)
        case _:
            content = getattr(about, "content", None) or getattr(about, "deal", None)
            if content is not None:
                yield from _pieces(content)


def _denied(item: Formula) -> Iterator[Formula]:
    """A move that is not made keeps its power out."""
    for piece in _pieces(item):
        move = piece.action if isinstance(piece, Do) else piece
        doer = doer_of(piece) if isinstance(piece, Do | Ent) else None
        place = move.region.province if isinstance(move, Mto) else getattr(move, "province", None)
        yield Dmz((doer,), (place,)) if doer in POWERS and place is not None else piece


def _asked(situation: Situation, partner: Power, pieces: Iterable[Formula]) -> Iterator[tuple[Province, str]]:
    """Each place with what is asked about it."""
    me = situation.view.power

    def goes(power: object) -> str:
        return "mine" if power == partner else "yours" if power == me else ""

    for piece in pieces:
        match piece:
            case str() if piece in STANDARD.provinces:
                yield piece, ""
            case Dmz(powers, places):
                asked = "ours" if me in powers else "spare" if partner in powers else ""
                yield from ((place, asked) for place in places)
            case Scd(power, places):
                yield from ((place, goes(power)) for place in places)
            case Ent(power, place):
                yield place, goes(power)
            case Hlp(power, helped, place):
                yield place, "help" if power == me else "aid" if helped == me else goes(helped)
            case Do(action=Sup(unit, Mto(moved, region))) if unit.power != moved.power:
                yield region.province, "help" if unit.power == me else "aid" if moved.power == me else goes(moved.power)
            case Do(action=Mto(moved, region) | Sup(_, Mto(moved, region))):
                yield region.province, goes(moved.power)
            case Do(action=Hld(unit) | Sup(_, Hld(unit)) | Cvy(_, unit)):
                yield unit.region.province, ""
            case _:
                pass


def _offered(situation: Situation, partner: Power, pieces: Iterable[Formula]) -> Iterator[tuple[Formula, Formula]]:
    """Each piece that it has proposed itself, peace by an alliance, too, with what it proposed: it does not take that
    back."""
    for piece, content in product(pieces, situation.talk_with(partner).offered):
        match piece, content:
            case Pce(powers), Pce() | Aly():
                held = True
            case Aly(powers, enemies), Aly(against=against):
                held = set(enemies) <= set(against)
            case _:
                continue
        if held and set(powers) <= set(content.powers):
            yield piece, content


def _said_of(situation: Situation, partner: Power, about: Tpc) -> Utterance:
    """Its opinion.

    For a border to be kept quiet, an offer of a zone.
    """
    me, talk = situation.view.power, situation.talk_with(partner)
    if about.topic in ("quiet", "quietours") and situation.moving and situation.attitude(partner).talks:
        offer = zone(me, partner, about.named)
        if talk.may_propose and talk.is_new(offer) and situation.would_propose(offer):
            return situation.propose(offer, "They spoke of that place.")[0]
    return Courtesy(me, (partner,), Manner.NOTE, about)


def _on_peace(situation: Situation, partner: Power) -> list[Utterance]:
    """State of peace between the two: peace, an offer, or not yet."""
    me, talk = situation.view.power, situation.talk_with(partner)
    pair = (min(me, partner), max(me, partner))
    if partner in situation.friends:
        return [Courtesy(me, (partner,), Manner.NOTE, Tpc("atpeace"))]
    offer = DealOption(me, partner, Agree(pair, Pce(pair)), "peace")
    if situation.moving and talk.may_propose and talk.is_new(offer) and situation.would_propose(offer):
        return situation.propose(offer, "They spoke of it.")
    return [Courtesy(me, (partner,), Manner.NOTE, Tpc("notyet"))]


def _foreseen(situation: Situation, partner: Power, pieces: Iterable[Formula]) -> Iterator[Formula]:
    """Beliefs about third powers' moves that the other announces."""
    for piece in pieces:
        if isinstance(piece, Ent) and piece.power not in (partner, situation.view.power):
            unit = situation.view.position.unit_at(piece.province)
            believed = answer_to_question(situation, partner, piece) if situation.moving else None
            if isinstance(believed, Belief) and (unit is None or unit.power != piece.power):
                yield believed


# ── places ──────────────────────────────────────────────────────────────────────────────────────


def _topic(situation: Situation, partner: Power, place: Province, asked: str) -> str:
    """Topic of its opinion of a place, with the question if possible."""
    made = _made_of(situation, partner, place, asked)
    return made + asked if made + asked in STANCES["places"] else made


def _made_of(situation: Situation, partner: Power, place: Province, asked: str) -> str:
    position, me = situation.view.position, situation.view.power
    owner, unit = position.centers.get(place), position.unit_at(place)
    stands = unit.power if unit is not None else None
    if owner == me or place in STANDARD.homes[me]:
        lost = owner not in (me, None) or (owner is None and stands not in (me, None))
        return "back" if lost else "keep"
    if stands == partner and asked == "mine" and place not in STANDARD.homes[partner]:
        return "youthere"
    if partner in (owner, stands) or place in STANDARD.homes[partner]:
        return "unsure" if _threatens(situation, partner, place) else "leave"
    if stands == me:
        return "stand"
    if {owner, stands} & set(situation.friends):
        return "friends"
    reach = situation.reach(me)
    if place in STANDARD.centers:
        return "want" if place in (situation.reach_soon if situation.moving else reach) else "far"
    return "quiet" if place in reach.union(*map(next_to, _own_places(situation))) else "far"


def _own_places(situation: Situation) -> tuple[Province, ...]:
    """Provinces of its units, and its home centers."""
    me, position = situation.view.power, situation.view.position
    return (*(unit.province for unit in position.units_of(me)), *STANDARD.homes[me])


def _threatens(situation: Situation, partner: Power, place: Province) -> bool:
    """True if it does not promise to spare the other's place.

    It means to go there, or may: one who keeps its word promises nothing doubtful. A liar says the contrary of its
    plan.
    """
    if situation.personality.loyalty < LOYAL:
        return not situation.attitude(partner).talks
    if partner == situation.target or not situation.attitude(partner).talks:
        return True
    if not situation.moving:
        return not is_frank(situation, partner)
    return any(code & VERB == MOVE and target_of(code) == place for code in plan_of(situation).values())


# ── powers ──────────────────────────────────────────────────────────────────────────────────────


def _of_powers(
    situation: Situation, partner: Power, pieces: Iterable[Formula], reported: bool
) -> Iterator[tuple[Power, str]]:
    """Each third power with what there is to say of it."""
    me = situation.view.power
    for piece in pieces:
        match piece:
            case Aly(allies, against) if me in against:
                yield from ((power, "againstme") for power in allies if power not in (partner, me))
            case Aly(_, against):
                yield from (
                    (power, _topic_of(situation, power, "against")) for power in against if power not in (partner, me)
                )
            case Agree(powers, Pce()) if me not in powers:
                yield from ((power, "theirpact") for power in POWERS if power in powers and power != partner)
            case Agree(powers, Pce()):
                others = (power for power in POWERS if power in powers and power not in (partner, me))
                yield from ((power, _contact(situation, partner, power)) for power in others)
            case Opn(power, _) if power not in (partner, me):
                yield power, _topic_of(situation, power, "heard" if reported else "")
            case _:
                pass


def _topic_of(situation: Situation, power: Power, asked: str) -> str:
    far = steps_between(situation.view.position, situation.view.power, power) > 1
    made = "friend" if power in situation.friends else "calm"
    for stance, name in (("leading", "lead"), ("foe", "foe"), ("feared", "fear"), ("weak", "weak")):
        if made == "calm" and is_taken_for(situation, power, stance):  # type: ignore[arg-type]
            made = name
    made = "distant" if made in ("calm", "weak") and far else made
    return made + asked if made + asked in STANCES["powers"] else made


def _contact(situation: Situation, partner: Power, power: Power) -> str:
    """Topic about its contact with a third power: true if frank."""
    if power not in ever_spoke(situation.view):
        return "silent"
    if not is_frank(situation, partner):
        return "secret"
    return "friendcontact" if power in situation.friends else "wrote"
