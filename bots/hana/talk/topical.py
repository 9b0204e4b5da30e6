"""HANA's replies to remarks and questions of known topic.

A table of steps, tried in order.

The table is `replies.toml`, by topic (`negotiation/gists/topics.txt`); the sentences stand in
`negotiation/english/replies`, by topic, by how it stands to the other one, and by what is named.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import POWERS, Power
from bots.hana.talk.asked import tell
from bots.hana.talk.bargaining import next_offer
from bots.hana.talk.countering import price_of
from bots.hana.talk.knowing import told
from bots.hana.talk.named import of_named, places_in
from bots.hana.talk.remarks import asks_for_ideas
from bots.hana.talk.situation import Situation
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Opn, Pce, Scd, Tpc
from negotiation.grammar.opened import QUESTIONS, open_question
from negotiation.terms import (
    Agree,
    And,
    Answer,
    Courtesy,
    Desire,
    Formula,
    Manner,
    Not,
    Unknown,
    Utterance,
    Which,
    both,
)
from negotiation.topics import STANCES

__all__ = ["STEPS", "Step", "of_topic"]

Step = Callable[[Situation, Power, str, Formula | None], list[Utterance]]
"""What is said on a topic, of what is named; nothing where it has nothing to say."""

_TABLE: Final[Mapping[str, tuple[str, ...]]] = {
    topic: tuple(steps)
    for topic, steps in tomllib.loads(files("bots.hana.talk").joinpath("replies.toml").read_text("utf-8")).items()
}
"""By topic the steps, `say+offer` where two are said together."""
_OF_UNITS: Final = frozenset({"demandleave", "threatenleave", "wonderunit", "planspurpose"})
"""Topics that are about a unit of its own in the places that are named."""
_OF_PIECES: Final[Mapping[str, type]] = {"dealhelp": Hlp, "dealaid": Hlp, "dealzone": Dmz, "dealshare": Scd}
"""The pieces whose places a topic is about."""
_AT_ONCE: Final = 2
"""Things that are said to one remark."""
_OFTEN: Final = 3
"""How often it says the same in a game: there are more words for it."""


def of_topic(
    situation: Situation, partner: Power, topic: str, named: Formula | None, steps: Mapping[str, Step]
) -> list[Utterance]:
    """Utterances of the row's first step that yields any."""
    for row in _TABLE.get(topic, ()):
        first, *more = (steps[step](situation, partner, topic, named) for step in row.split("+"))
        said = [*first, *(each for others in more for each in others[:1])]
        if said:
            return said[:_AT_ONCE] if first else said
    return []


def _say(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
    """The sentences for the topic, those for friends and foes first, of what is named rather than in general."""
    me = situation.view.power
    said = Counter(each.utterance for each in situation.view.talk if each.utterance.speaker == me)
    stands = "friend" if partner in situation.friends else "" if situation.attitude(partner).talks else "foe"
    slots = {
        "places": _places_in(situation, partner, topic, named),
        "powers": _powers_in(named, partner, me)[-1:],
        "plain": (),
    }
    if topic in _OF_UNITS and slots["places"] and not _stands_in(situation, slots["places"]):
        topic, stands = "notthere", ""
    key = topic + stands if any(topic + stands in texts for texts in STANCES.values()) else topic
    for kind, names in slots.items():
        if key in STANCES[kind] and (names or kind == "plain"):
            note = Courtesy(me, (partner,), Manner.NOTE, Tpc(key, names))
            fresh = not situation.talk_with(partner).has_said(note)
            if fresh and said[note] < min(_OFTEN, len(STANCES[kind][key])):
                return [note]
    return []


def _stands_in(situation: Situation, places: Sequence[str]) -> bool:
    """True if its own unit is in one of the places."""
    units = situation.view.position.units_of(situation.view.power)
    return not {unit.province for unit in units}.isdisjoint(places)


def _places_in(situation: Situation, partner: Power, topic: str, named: Formula | None) -> tuple[str, ...]:
    """The places that a topic is about: those of its kind of piece; else all, where the same is said of all of them."""
    pieces = named.items if isinstance(named, And) else (named,)
    kind = _OF_PIECES.get(topic)
    if kind is not None:
        own = tuple(piece for piece in pieces if isinstance(piece, kind))
        return places_in(situation, partner, both(own)) if own else ()
    found = {(type(piece), getattr(piece, "power", None) or getattr(piece, "powers", None)) for piece in pieces}
    of_places = {kind for kind in found if kind[0] in (str, Dmz, Scd, Ent, Hlp)}
    alike = {(kind if kind is not Ent else Scd, who) for kind, who in of_places}
    return places_in(situation, partner, named) if len(alike) == 1 else ()


def _powers_in(named: Formula | None, *but: Power) -> tuple[Power, ...]:
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


def _told(kind: str) -> Step:
    """The answer to an open question of that kind, where it is a question of this one and what is named."""

    def step(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
        me = situation.view.power
        asked = open_question(kind, partner, me, next(iter(_powers_in(named, partner, me)), None))
        return tell(situation, partner, asked) if isinstance(asked, Which) else []

    return step


def _stance(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
    return [] if named is None else of_named(situation, partner, named, reported=topic.startswith("rumour"))


def _choice(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
    """Named places it goes to, or none, as far as it tells."""
    me = situation.view.power
    places = places_in(situation, partner, named)
    known = [told(situation, partner, Desire(me, Ent(me, place))) for place in places] if situation.moving else []
    if len(known) < 2 or any(isinstance(each, Unknown) for each in known):
        return []
    going = [each for each in known if not isinstance(each, Not)]
    return [Answer(me, (partner,), both(going or known))]


def _offer(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
    return next_offer(situation, partner) if situation.attitude(partner).talks else []


def _ideas(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
    return asks_for_ideas(situation, partner) if situation.attitude(partner).talks else []


def _price(situation: Situation, partner: Power, topic: str, named: Formula | None) -> list[Utterance]:
    return price_of(situation, partner)


STEPS: Final[Mapping[str, Step]] = {
    **{kind: _told(kind) for kind in QUESTIONS},
    "say": _say,
    "stance": _stance,
    "choice": _choice,
    "offer": _offer,
    "price": _price,
    "ideas": _ideas,
}
"""The steps that need nothing but what is named; what is said of deeds and reasons comes from who answers."""
