"""The Diplomat's language and L, both ways.

| message | L | sentence | L |
|---|---|---|---|
| declaration | `inform` | Move … Valid, Build, Retreat, Dislodge | `Do(…)` |
| question | `query` | Enter, Attack | `ent` |
| suggestion | `propose` | Leave; not Enter | `dmz` |
| answer | `accept`, `reject`, `answer` | Help to enter, to attack, to defend | `hlp` |
| | | Agreement | `aly`, `pce` |
| | | Character; Allies, Enemies, War | `opn`; beliefs of friend or foe |
| | | Units, Control | a unit; `scd` |

Without a place in L: the strength of an answer, Talk and Transmit, Defend by one's own units, Help to leave, from which
direction one enters. Attack comes back as Enter, which the source treats alike. A Leave is a `dmz` of one power about a
place where it has a unit.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from adjudication.board import province_of
from adjudication.orders import UnitOrder
from adjudication.position import Position
from adjudication.powers import Power, as_power
from bots.zoo.israeli.sentences import (
    Accord,
    Character,
    Control,
    Enemies,
    Friends,
    General,
    Help,
    Later,
    Message,
    Negated,
    Ordered,
    Sentence,
    Units,
)
from negotiation.diplomacy import (
    Action,
    Aly,
    Dmz,
    Ent,
    Hlp,
    Opn,
    Pce,
    Region,
    Scd,
    Turn,
    Unit,
    action_of,
    order_of,
    turn_of,
)
from negotiation.terms import (
    Accept,
    Agree,
    And,
    Answer,
    Belief,
    Commit,
    Commits,
    Deal,
    Do,
    Formula,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Utterance,
    both,
)

__all__ = ["deal_of", "formula_of", "message_of", "sentences_of", "utterance_of"]


# ── from L ──────────────────────────────────────────────────────────────────────────────────────


def message_of(utterance: Utterance, position: Position) -> Message | None:
    """Read an utterance of L.

    None for courtesies and withdrawals, which the language does not have.
    """
    speaker, hearers = as_power(utterance.speaker), tuple(map(as_power, utterance.hearers))
    match utterance:
        case Propose(deal=deal):
            found = list(sentences_of(deal, position))
            return _message("suggestion", speaker, hearers, found)
        case Accept(deal=deal) | Reject(deal=deal):
            found = list(sentences_of(deal, position))
            return _message("answer", speaker, hearers, found, positive=isinstance(utterance, Accept))
        case Inform(content=content):
            return _message("declaration", speaker, hearers, list(sentences_of(content, position)))
        case Query(content=content):
            return _message("question", speaker, hearers, list(sentences_of(content, position)))
        case Answer(content=content):
            return _message("answer", speaker, hearers, list(sentences_of(content, position)))
        case _:
            return None


def _message(
    kind: str,
    speaker: Power,
    hearers: tuple[Power, ...],
    found: Sequence[Sentence | None],
    *,
    positive: bool | None = None,
) -> Message:
    read = tuple(each for each in found if each is not None)
    return Message(kind, speaker, hearers, read, positive, unread=len(found) - len(read))  # type: ignore[arg-type]


def sentences_of(content: Formula, position: Position) -> Iterator[Sentence | None]:
    """Sentences of a formula of L, part by part.

    None for each part that has no sentence.
    """
    match content:
        case Commits(items):
            for commit in items:
                for each in sentences_of(commit.content, position):
                    yield _timed(each, commit.time, position)
        case Commit(content=promised, time=time) | Agree(content=promised, time=time):
            for each in sentences_of(promised, position):
                yield _timed(each, time, position)
        case And(items):
            for item in items:
                yield from sentences_of(item, position)
        case Not(item):
            for each in sentences_of(item, position):
                yield None if each is None else _negated(each)
        case Do(action, time):
            power, order = order_of(action)
            yield None if not isinstance(order, UnitOrder) else _timed(Ordered(power, order), time, position)
        case Belief(agent=agent, content=Opn(power=other, stance=stance)) if stance in {"friend", "foe"}:
            yield (Friends if stance == "friend" else Enemies)(as_power(agent), other)
        case Belief(content=believed):
            yield from sentences_of(believed, position)
        case _:
            yield _predicate(content, position)


def _predicate(content: Formula, position: Position) -> Sentence | None:
    match content:
        case Pce(powers):
            return Accord("non-aggression", powers)
        case Aly(powers, against):
            return Accord("cooperation", powers, against)
        case Ent(power, province):
            return General("enter", (power,), (province,))
        case Hlp(power, helped, province, origin):
            activity = "defend" if origin == province else "enter"
            directions = (origin,) if origin is not None and origin != province else ()
            return Help(power, General(activity, (helped,), (province,), directions))  # type: ignore[arg-type]
        case Dmz(powers, provinces):
            there = position.unit_at(provinces[0]) if len(powers) == len(provinces) == 1 else None
            if there is not None and there.power in powers:
                return General("leave", powers, provinces)
            return Negated(General("enter", powers, provinces))
        case Scd(power, centers):
            return Control(power, centers)
        case Opn(power, stance):
            return Character(power, stance)
        case Unit(power, region):
            return Units(power, region.province, region.type == "amy")
        case _:
            return None


def _timed(sentence: Sentence | None, time: object, position: Position) -> Sentence | None:
    """The sentence for later, unless it holds now.

    Agreements and zones last until their time, so they hold now.
    """
    match sentence:
        case None | Accord() | Later() | Negated(General("enter")) | General("leave"):
            return sentence
        case _:
            return Later(sentence, time) if isinstance(time, Turn) and time != turn_of(position.phase) else sentence


def _negated(sentence: Sentence) -> Sentence:
    return sentence.sentence if isinstance(sentence, Negated) else Negated(sentence)


# ── to L ────────────────────────────────────────────────────────────────────────────────────────


def utterance_of(message: Message, position: Position) -> Utterance | None:
    """Say a message in L.

    None if a part of it has no place there.
    """
    speaker, hearers = message.speaker, message.hearers
    if message.kind == "suggestion" or message.positive is not None:
        deal = deal_of(message.sentences, (speaker, *hearers), position)
        act = Propose if message.kind == "suggestion" else Accept if message.positive else Reject
        return None if deal is None else act(speaker, hearers, deal)
    parts = [_told(each, (speaker, *hearers), position) for each in message.sentences]
    told = [part for part in parts if part is not None]
    if not told or len(told) < len(parts):
        return None
    content = both(told)
    if message.kind == "declaration":
        return Inform(speaker, hearers, content)
    return (Query if message.kind == "question" else Answer)(speaker, hearers, content)


def _told(sentence: Sentence, powers: Sequence[Power], position: Position) -> Formula | None:
    """A sentence as somebody tells it.

    Deeds are commitments of who does them.
    """
    plain = sentence.sentence if isinstance(sentence, Later) else sentence
    if isinstance(plain, Ordered | General | Help):
        return deal_of((sentence,), powers, position)
    return formula_of(plain, position)


def deal_of(sentences: Sequence[Sentence], powers: Sequence[Power], position: Position) -> Deal | None:
    """A deal among powers that has these sentences.

    None if one of them has no place in L.

    An agreement stands alone in its deal. Orders and activities are commitments of their powers to the others.
    """
    if len(sentences) == 1 and isinstance(sentences[0], Accord | Control | Negated):
        content = formula_of(sentences[0], position)
        return None if content is None else Agree(tuple(powers), content)
    promised: dict[tuple[Power, object], list[Formula]] = {}
    for sentence in sentences:
        time = sentence.turn if isinstance(sentence, Later) else None
        plain = sentence.sentence if isinstance(sentence, Later) else sentence
        for doer in _doers(plain):
            content = formula_of(_of(plain, doer), position)
            if content is None or doer not in powers:
                return None
            promised.setdefault((doer, time), []).append(content)
        if not _doers(plain):
            return None
    commits = [
        Commit(doer, tuple(each for each in powers if each != doer), both(contents), time)
        for (doer, time), contents in promised.items()
    ]
    return Commits(tuple(commits)) if commits else None


def _doers(sentence: Sentence) -> tuple[Power, ...]:
    match sentence:
        case Negated(plain):
            return _doers(plain)
        case Ordered(power) | Help(power):
            return (power,)
        case General(powers=powers):
            return powers
        case _:
            return ()


def _of(sentence: Sentence, doer: Power) -> Sentence:
    """The sentence of one of its powers."""
    match sentence:
        case Negated(plain):
            return Negated(_of(plain, doer))
        case General(activity, _, places, directions):
            return General(activity, (doer,), places, directions)
        case _:
            return sentence


def formula_of(sentence: Sentence, position: Position) -> Formula | None:
    """A sentence as a formula of L.

    None if it has no place there.
    """
    match sentence:
        case Ordered(power, order):
            action: Action = action_of(power, order, position)
            return Do(action)
        case General("enter" | "attack", powers, places):
            return both([Ent(power, place) for power in powers for place in places])
        case General("leave", powers, places):
            return Dmz(powers, places)
        case General():
            return None
        case Help(power, General("enter" | "attack", helped, places, directions)):
            origin = directions[0] if len(directions) == 1 else None
            return both([Hlp(power, each, place, origin) for each in helped for place in places])
        case Help(power, General("defend", helped, places)):
            return both([Hlp(power, each, place, place) for each in helped for place in places])
        case Help():
            return None
        case Accord("cooperation", allies, enemies):
            return Aly(allies, enemies)
        case Accord(_, allies, _):
            return Pce(allies)
        case Character(power, stance):
            return Opn(power, stance)
        case Units(power, place, army):
            unit = position.unit_at(place)
            kind = "A" if army else "F"
            if unit is not None and (unit.power, unit.kind) == (power, kind):
                return _unit(power, unit.region, army=army)
            return Unit(power, Region(place, "amy" if army else "sea"))
        case Control(power, centers):
            return Scd(power, centers)
        case Friends(power, friend):
            return Belief(power, Opn(friend, "friend"))
        case Enemies(power, enemy):
            return Belief(power, Opn(enemy, "foe"))
        case Negated(General("enter" | "attack", powers, places)):
            return Dmz(powers, places)
        case Negated(plain):
            content = formula_of(plain, position)
            return None if content is None else Not(content)
        case Later():
            return None
        case _:
            assert_never(sentence)


def _unit(power: Power, region: str, *, army: bool) -> Unit:
    coast = {"NC": "ncs", "EC": "ecs", "SC": "scs", "WC": "wcs"}.get(region[4:], "sea")
    return Unit(power, Region(province_of(region), "amy" if army else coast))  # type: ignore[arg-type]
