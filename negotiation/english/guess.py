"""What a sentence may be about that was not understood: readings to offer (`assured` says which may be claimed).

The sentence is cut at its commas and conjunctions. In every piece a loose pattern looks for an action and the
names it needs, and the words in front say who is to do it. Whatever else stands there is passed over.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from adjudication.board import STANDARD
from negotiation.diplomacy import Aly, actor_of
from negotiation.english.making import MAKERS, loosely
from negotiation.english.named import Make
from negotiation.english.telling import own_war
from negotiation.grounding.anyhow import is_open
from negotiation.grounding.bodies import PARTNER, Alliance, Body, Bounce, Centers, Draw, Orders, Zone
from negotiation.grounding.ground import Ground, Move, Sketch, Support
from negotiation.grounding.interpret import interpret
from negotiation.grounding.moods import Act, Actor, Mood
from negotiation.grounding.parts import Common, Promise, Reading, Said
from negotiation.terms import Belief, Do, Inform
from negotiation.words.entities import Entity, UnitRef, When
from negotiation.words.phrasebook import phrases

__all__ = ["LOOSE", "abstract", "guesses", "of_others", "soft_reading"]

LOOSE: Final[tuple[tuple[re.Pattern[str], Make], ...]] = tuple(
    (re.compile(rf"(?<!\S){pattern}(?!\S)"), MAKERS[key]) for _, key, pattern in phrases("guess")
)
"""Loose patterns and what makes a body of what they find."""

_CUT: Final = re.compile(
    r" (?:,|;|:|\(|\)|\.|and|but|then|so|because|since|while|if|or|unless|as long as|provided|in exchange for"
    r"|in exchange|in return for|in return|whereas|though|although|when|once|after|before|in order~b|otherwise)(?= )"
)
_LISTED: Final = re.compile(r"[PU]\d+$")
_LISTED_ON: Final = re.compile(
    r" (?:the )?[PU]\d+(?= )(?! (?:to|into|in|-|s|c|h|(?:support|convoy|move|hold|take|attack|go)~\w)(?= ))"
)
"""How a list of places goes on, and no order of its own begins."""

_SUBJECT: Final = re.compile(
    r"(?<!\S)(?:(let~b us|we|us both|both of us|us)|((?:want~?b?|need|like|allow|prefer) me|i(?! (?:\S+ ){0,3}?"
    r"(?:want|want~b|need|like|love|prefer|appreciate|hope|hoping|wish|expect|trust|suggest|propose|ask|asking)"
    r"(?: it)?(?: if| that| for)? you(?:r)? )|my)|(you|your))(?!\S)"
)
_OTHER: Final = re.compile(
    r"who(?!\S)|(?:is|was|did|does|has|i (?:do not think|doubt)(?: that)?) (?:the )?(?:[WJ]\d+|he|she|they)(?!\S)"
    r"|(?:the )?(?:[WJ]\d+|he|she|they|it|this|that|everyone|nobody)(?!\S)(?! (?:,|you|we|i) )"
)
_UNIT_DOES: Final = re.compile(
    r"^(?!.*(?<!\S)(?:if|not|never)(?!\S)).*?(?<!\S)(U\d+) (?:can|could|will|would|should)(?= )"
)
_UNSAID: Final = re.compile(r"(?:guess |will |shall |still )*(?:will|shall|have~b to|go~g to|must|need to|\\w+~g)(?= )")
"""How pieces begin that leave out who does it, and mean the speaker."""

_QUERY: Final = re.compile(r"(?:so )?(?:are you|will you be|were you|do you (?:plan|intend))(?!\S)")
_NOT: Final = re.compile(r"(?<!\S)(?:not|never|no)(?!\S)")
_ALTERNATIVE: Final = re.compile(r"(?<!\S)or (?=(?:\S+ ){0,3}?(?:\S+~[bg]|you|i|we|just|to) )")
"""What begins another thing to do instead."""

_TAG: Final = re.compile(r"~[bsgd](?= |$)")
_WE: Final = Mood("joint", "we")
_ASKED: Final = Mood("ask", "you")
_OFFERED: Final = Mood("offer", "me")


def guesses(
    text: str, question: bool, values: Mapping[str, Entity], setting: tuple[Ground, When], before: Mood | None = None
) -> list[Reading]:
    """Readings of what the tokens of a sentence mention, the most complete first; none when they mention nothing.

    before: how the clause before was said, for a clause that leaves out who does it.
    """
    pieces: list[list[Reading]] = []
    ground, when = setting
    mood = before
    for piece in _pieces(text):
        mood = _of_unit(piece.strip(), values) or _mood(piece.strip(), question, mood)
        if mood is not None:
            found = list(dict.fromkeys(_readings(piece.strip(), mood, values, ground, when)))
            if found:
                pieces.append(found)
    together = [
        tuple(part for reading in chosen for part in reading) for chosen in product(*(one[:2] for one in pieces))
    ]
    whole = [reading for reading in together if reading and all(not isinstance(part, Said) for part in reading)][:2]
    whole = [] if _ALTERNATIVE.search(text) is not None else whole
    return list(dict.fromkeys([*whole, *(reading for found in pieces for reading in found)]))


def _pieces(text: str) -> list[str]:
    """What stands between commas and conjunctions; a list of places is one piece with what is said of it."""
    pieces = [""]
    at = 0
    padded = f" {text} "
    for cut in _CUT.finditer(padded):
        pieces[-1] += padded[at : cut.start()]
        if _LISTED.search(pieces[-1]) is None or _LISTED_ON.match(padded, cut.end()) is None:
            pieces.append("")
        else:
            pieces[-1] += cut[0]
        at = cut.end()
    pieces[-1] += padded[at:]
    return pieces


def of_others(piece: str) -> bool:
    """Whether a piece speaks of somebody who is not there."""
    return _OTHER.match(piece) is not None


def _of_unit(piece: str, values: Mapping[str, Entity]) -> Mood | None:
    """Who is to do what a unit is spoken of as doing: `your army in P1 could …`."""
    match = _UNIT_DOES.search(piece)
    unit = values.get(match[1]) if match is not None else None
    return {"me": _OFFERED, "you": _ASKED}.get(unit.owner) if isinstance(unit, UnitRef) else None


def _mood(piece: str, question: bool, before: Mood | None) -> Mood | None:
    """Who is to do what a piece mentions; None when it is somebody who is not there."""
    if of_others(piece):
        return None
    if question and _QUERY.match(piece):
        return Mood("query", "you")
    match = _SUBJECT.search(piece)
    if match is None and not question and _UNSAID.match(piece):
        return Mood("offer", "me")
    if match is None:
        return before or Mood("bare", "")
    act: Act = "joint" if match[1] else "offer" if match[2] else "ask"
    actor: Actor = "we" if match[1] else "me" if match[2] else "you"
    return Mood(act, actor)


def _readings(piece: str, mood: Mood, values: Mapping[str, Entity], ground: Ground, when: When) -> Iterable[Reading]:
    """What the first patterns that fit say; a support is also offered as what it is for."""
    plain = _TAG.sub("", piece)
    kinds: set[type] = set()
    for pattern, make in LOOSE:
        made = loosely(pattern, make, plain, values)
        if made is None:
            continue
        at, body = made
        if isinstance(body, Alliance) and body.against and own_war(piece):
            continue
        kind = type(body.sketch) if isinstance(body, Orders) else type(body)
        if kind in kinds:
            continue
        if Support in kinds and isinstance(body, Orders) and _of_any(body.sketch):
            continue
        readings = list(_meant(body, mood, ground, when, _NOT.search(plain[:at]) is not None))
        yield from readings
        if readings:
            kinds.add(kind)
        if len(kinds) > 1:
            return


def _meant(body: Body, mood: Mood, ground: Ground, when: When, negated: bool) -> Iterable[Reading]:
    if negated and isinstance(body, Orders) and isinstance(body.sketch, Move):
        body, negated = Zone((body.sketch.target,)), False
    if isinstance(body, Bounce | Draw) and mood.act in ("ask", "offer"):
        mood = _WE
    readings = interpret(mood, body, ground, when, negated)
    if not readings and isinstance(body, Alliance) and mood.act == "ask":
        readings = _with_others(body, ground, when)
    if not readings and mood.act == "bare":
        readings = interpret(Mood("ask", "you"), body, ground, when, negated)
    if not readings and isinstance(body, Orders) and not negated:
        readings = _unseen(body, mood, ground, when)
    if not readings and isinstance(body, Orders) and not negated:
        helped = isinstance(body.sketch, Support) and body.sketch.target is not None
        helps = interpret(mood, body, replace(ground, anyway=True), when, negated) if helped else []
        readings = helps or abstract(body, mood, ground, when) or _told(body, ground, when)
    return map(soft_reading, readings)


def _unseen(body: Orders, mood: Mood, ground: Ground, when: When) -> list[Reading]:
    """`my fleet to P1`, `support me into P1 from P2`, where nobody sees which units that are: any, which says less."""
    sketch = body.sketch
    if not isinstance(sketch, Move | Support) or not is_open(ground):
        return []
    unit = sketch.unit if isinstance(sketch, Move) else sketch.helped
    if unit is None or unit.place is not None or unit.owner == "":
        return []
    if isinstance(sketch, Support):
        giver = sketch.helper.owner if sketch.helper is not None else ""
        who = _ASKED if giver == "you" else _OFFERED if giver == "me" else mood
        sides = {side for side in (who.actor, unit.owner) if side in ("me", "you")}
        if who.actor and unit.owner != PARTNER and len(sides) < 2:
            return []
        # `from P2` may be where the one who helps stands, or the one who is helped.
        stood = sketch.helper.place if sketch.helper is not None and sketch.target is not None else None
        wanted = [replace(unit, kind=""), *([replace(unit, kind="", place=stood)] if stood is not None else [])]
        asked = (Orders(replace(sketch, helper=None, helped=one)) for one in wanted)
        return [reading for order in asked for reading in interpret(who, order, ground, when)]
    if not unit.kind or unit.owner not in ("me", "you"):
        return []
    act: Act = "ask" if unit.owner == "you" else "plan" if mood.act == "plan" else "offer"
    actor: Actor = "you" if unit.owner == "you" else "me"
    return interpret(Mood(act, actor), Orders(replace(sketch, unit=None)), ground, when)


def _of_any(sketch: Sketch) -> bool:
    """Whether a move is of a unit that is only said to be somebody's, as the one that a support is for."""
    return isinstance(sketch, Move) and sketch.unit is not None and sketch.unit.place is None


def _with_others(body: Alliance, ground: Ground, when: When) -> list[Reading]:
    """`You should work with W1 against W2`: the hearer alone, or all three."""
    partners, against = (
        tuple(sorted({power for name in names for power in ground.powers(name)}))
        for names in (body.partners, body.against)
    )
    return [
        reading
        for hearer in ground.hearers
        if partners and len(against) >= bool(body.against)
        for reading in (
            (Promise(hearer, Aly(tuple(sorted({hearer, *partners})), against), when.last),),
            (Common(Aly(tuple(sorted({hearer, ground.speaker, *partners})), against), ground.powers("we"), when.last),),
        )
    ]


def _told(body: Orders, ground: Ground, when: When) -> list[Reading]:
    """An order of somebody who is not there: what the speaker believes it will do."""
    if isinstance(body.sketch, Support) and body.sketch.helped.owner == PARTNER:
        return []
    return [
        (Said(Inform(ground.speaker, ground.hearers, Belief(ground.speaker, Do(action), when.turn))),)
        for action in ground.actions(body.sketch, ())
        if actor_of(action) not in (ground.speaker, *ground.hearers)
    ]


def abstract(body: Orders, mood: Mood, ground: Ground, when: When) -> list[Reading]:
    """What an order would be for that no unit can carry out now: a center for whoever it helps."""
    sketch = body.sketch
    target = getattr(sketch, "target", None)
    if target is None or target.province not in STANDARD.centers:
        return []
    if isinstance(sketch, Support):
        helped = sketch.helped.owner
        who = ("you" if mood.actor == "me" else "me") if helped in ("", PARTNER) else helped
    elif isinstance(sketch, Move) and sketch.unit is None and mood.actor in ("me", "you"):
        who = mood.actor
    else:
        return []
    return interpret(_WE, Centers(((who, (target,)),)), ground, when)


def soft_reading(reading: Reading) -> Reading:
    """The reading as something to agree on."""
    return tuple(replace(part, firm=False) if isinstance(part, Promise) else part for part in reading)
