"""Steps that answer a topic by its sentences, or by how HANA stands to what is named.

The sentences stand in `negotiation/english/replies`, by topic, by how it stands to the other one, and by what is named.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from bots.hana.talk.conversation import ever_spoke
from bots.hana.talk.informing import inform_about
from bots.hana.talk.knowing import answer_to_question
from bots.hana.talk.named import of_named, places_in, powers_in
from bots.hana.talk.turn import Turn, step, tried
from negotiation.diplomacy import Dmz, Ent, Hlp, Pce, Scd
from negotiation.terms import Agree, And, Answer, Belief, Courtesy, Desire, Not, Unknown, Utterance, both
from negotiation.topics import STANCES

__all__: list[str] = []

_OF_UNITS: Final = frozenset({"demandleave", "threatenleave", "wonderunit", "planspurpose"})
"""Topics that are about a unit of its own in the places that are named."""
_OF_PIECES: Final[Mapping[str, type]] = {"dealhelp": Hlp, "dealaid": Hlp, "dealzone": Dmz, "dealshare": Scd}
"""The pieces whose places a topic is about."""
_OFTEN: Final = 3
"""Times that one thing is said in a game, in other words each time."""


@step("say")
def _say(turn: Turn) -> list[Utterance]:
    """A sentence of the topic.

    Those for friends and foes come first, and those of what is named.
    """
    situation, partner, topic = turn.situation, turn.partner, turn.topic
    said = Counter(each.utterance for each in situation.view.talk if each.utterance.speaker == turn.me)
    stands = "friend" if partner in situation.friends else "" if turn.talks else "foe"
    slots = {"places": _places_in(turn), "powers": powers_in(turn.named, partner, turn.me)[-1:], "plain": ()}
    if topic in _OF_UNITS and slots["places"] and not _stands_in(turn, slots["places"]):
        topic, stands = "notthere", ""
    key = topic + stands if any(topic + stands in texts for texts in STANCES.values()) else topic
    for kind, names in slots.items():
        if key in STANCES[kind] and (names or kind == "plain"):
            note = turn.note(key, *names)
            if not turn.talk.has_said(note) and said[note] < min(_OFTEN, len(STANCES[kind][key])):
                return [note]
    return []


def _stands_in(turn: Turn, places: Sequence[str]) -> bool:
    """True if its own unit is in one of the places."""
    units = turn.situation.view.position.units_of(turn.me)
    return not {unit.province for unit in units}.isdisjoint(places)


def _places_in(turn: Turn) -> tuple[str, ...]:
    """Places that a topic is about.

    Those of its kind of piece; else all, where the same is said of all of them.
    """
    named = turn.named
    pieces = named.items if isinstance(named, And) else (named,)
    kind = _OF_PIECES.get(turn.topic)
    if kind is not None:
        own = tuple(piece for piece in pieces if isinstance(piece, kind))
        return places_in(turn.situation, turn.partner, both(own)) if own else ()
    found = {(type(piece), getattr(piece, "power", None) or getattr(piece, "powers", None)) for piece in pieces}
    of_places = {kind for kind in found if kind[0] in (str, Dmz, Scd, Ent, Hlp)}
    alike = {(kind if kind is not Ent else Scd, who) for kind, who in of_places}
    return places_in(turn.situation, turn.partner, named) if len(alike) == 1 else ()


@step("inform")
def _inform(turn: Turn) -> list[Utterance]:
    """The answer to a question about the game."""
    return inform_about(turn.situation, turn.partner, turn.heard) if isinstance(turn.heard, Courtesy) else []


@step("stance")
def _stance(turn: Turn) -> list[Utterance]:
    """Opinion of what is named."""
    if turn.named is None:
        return []
    return of_named(turn.situation, turn.partner, turn.named, reported=turn.topic.startswith("rumour"))


@step("contacts")
def _contacts(turn: Turn) -> list[Utterance]:
    """Contact with the power spoken of last, else who wrote to it."""
    mentions = turn.talk.state.mentions
    spoken = next((power for name in mentions for power in turn.situation.others if name == power), None)
    if turn.topic == "rumourcontact" and spoken is not None:
        pair = (min(turn.me, spoken), max(turn.me, spoken))
        return of_named(turn.situation, turn.partner, Agree(pair, Pce(pair)))
    wrote = sorted(ever_spoke(turn.situation.view) - {turn.partner})
    notes = [turn.note("wrote", power) for power in wrote] or [turn.note("nobodywrote")]
    return [each for each in notes if not turn.talk.has_said(each)][:1]


@step("peace")
def _peace(turn: Turn) -> list[Utterance]:
    """State of peace between the two, where that is named."""
    pieces = turn.named.items if isinstance(turn.named, And) else (turn.named,)
    asked = [each for each in pieces if isinstance(each, Pce)]
    return of_named(turn.situation, turn.partner, both(asked)) if asked else []


@step("seen")
def _seen(turn: Turn) -> list[Utterance]:
    """A unit that is reported and stands there for all to see."""
    pieces = turn.named.items if isinstance(turn.named, And) else (turn.named,)
    units = {unit.province: unit.power for unit in turn.situation.view.position.units}
    seen = [each.province for each in pieces if isinstance(each, Ent) and units.get(each.province) == each.power]
    note = turn.note("seenthere", *seen[:1])
    return [note] if seen and not turn.talk.has_said(note) else []


@step("choice")
def _choice(turn: Turn) -> list[Utterance]:
    """Named places it goes to, or a third power does."""
    others = [power for power in powers_in(turn.named, turn.partner, turn.me) if power in turn.situation.others]
    pieces = turn.named.items if isinstance(turn.named, And) else (turn.named,)
    theirs = [each for each in pieces if isinstance(each, Ent) and each.power in others]
    if theirs and turn.situation.moving:
        foreseen = [answer_to_question(turn.situation, turn.partner, each) for each in theirs]
        sure = [each for each in foreseen if isinstance(each, Belief)]
        coming = [each for each in sure if not isinstance(each.content, Not)]
        return [Answer(turn.me, (turn.partner,), both(coming or sure))] if sure else tried(("upto",), turn)
    places = places_in(turn.situation, turn.partner, turn.named) if turn.situation.moving else ()
    known = [answer_to_question(turn.situation, turn.partner, Desire(turn.me, Ent(turn.me, place))) for place in places]
    if len(known) < 2 or any(isinstance(each, Unknown) for each in known):
        return []
    going = [each for each in known if not isinstance(each, Not)]
    return [Answer(turn.me, (turn.partner,), both(going or known))]
