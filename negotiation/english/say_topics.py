"""Frames of questions about the game and their answers: the rules, the page, the map, what one would order.

What is answered about a place or a power is read off the board, and has no term of its own in L: that the answer is
about Tyrolia says all of it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from adjudication.board import STANDARD, Province, UnitKind, province_of
from adjudication.powers import POWERS, as_power
from negotiation import terms as t
from negotiation.diplomacy import Tpc, turn_of
from negotiation.english.frames import Leaf, Make, Slots, Take, Voice
from negotiation.english.rows import row
from negotiation.english.say_deals import act_of, promise
from negotiation.terms import Manner
from negotiation.topics import ANSWERS, CHANCES, GUIDE, STANCES, TOPICS

__all__ = ["TOPIC_LEAVES"]

_Facts = Callable[[Tpc, Voice], Slots | None]
"""Facts to tell about a topic; None where a text is not true of it."""


# ── a topic by its name ─────────────────────────────────────────────────────────────────────────

_TOPIC: Final = re.compile(
    rf"(?P<topic>{'|'.join(sorted(TOPICS, key=len, reverse=True))})"
    r"(?: of (?P<named>[A-Z]{3}(?: and [A-Z]{3})*))?(?!\w)"
)


def _named(topic: Tpc, voice: Voice) -> str:
    return f"{topic.topic} of {' and '.join(topic.named)}" if topic.named else topic.topic


def _read_named(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
    match = _TOPIC.match(text, start)
    if match is not None:
        yield Tpc(match["topic"], tuple((match["named"] or "").split(" and ")) if match["named"] else ()), match.end()


TOPIC_LEAVES: Final[Mapping[str, Leaf]] = {
    "topic": (_named, _read_named),
    "count": (
        lambda number, voice: str(number),
        lambda text, start, voice: (
            iter([(int(match[0]), match.end())])
            if (match := re.compile(r"\d{1,2}(?!\w)").match(text, start)) is not None
            else iter(())
        ),
    ),
}
for _category, _text in (("word", "the question of {x:topic}"), ("primary", "the topic is {x:topic}")):
    row(_category, _text, lambda x, v: {"x": x} if type(x) is Tpc else None, lambda s, v: s["x"])


# ── answers ─────────────────────────────────────────────────────────────────────────────────────


def _answers(
    topic: str,
    texts: Sequence[str],
    facts: _Facts,
    *,
    named: str = "x",
    manner: Manner = Manner.LOOK,
    only: tuple[str, ...] | None = None,
) -> None:
    """Rows of an answer. named: the slots that are the topic's places or powers, a letter each; only: these, where the
    texts do not name them."""

    def about(s: Slots, v: Voice) -> Tpc | None:
        spoken = Tpc(topic, tuple(s[name] for name in named) if only is None else only)
        told = facts(spoken, v)
        true = told is not None and all(told.get(name) == value for name, value in s.items() if name not in named)
        return spoken if true else None

    def take(x: Any, v: Voice) -> Slots | None:
        if type(x) is not t.Courtesy or type(x.about) is not Tpc or x.about.topic != topic:
            return None
        if (x.speaker, x.hearers, x.manner, x.time) != (v.speaker, v.hearers, manner, None):
            return None
        if only is not None:
            return {} if x.about.named == only else None
        told = facts(x.about, v) if len(x.about.named) == len(named) else None
        return None if told is None else {**dict(zip(named, x.about.named, strict=True)), **told}

    def make(s: Slots, v: Voice) -> Any:
        spoken = about(s, v)
        return None if spoken is None else t.Courtesy(v.speaker, v.hearers, manner, spoken)

    row("courtesy", texts, take, make, topic=topic)


for _manner, _topics in ANSWERS.items():
    for _topic, _texts in _topics.items():
        _answers(_topic, _texts, lambda about, v: {}, named="", manner=Manner(_manner))
for _power, _texts in CHANCES.items():
    _answers("chances", _texts, lambda about, v: {}, manner=Manner.ADVICE, only=(_power,))


# ── the map ─────────────────────────────────────────────────────────────────────────────────────


def _reached(kind: UnitKind, place: Province) -> tuple[Province, ...]:
    """Provinces such a unit reaches in one move, from any coast."""
    borders = STANDARD.borders(kind)
    froms = (place,) if kind == "A" else STANDARD.fleet_regions(place)
    return tuple(sorted({province_of(to) for each in froms for to in borders.get(each, ())}))


def _near(place: Province) -> tuple[Province, ...]:
    return tuple(sorted({*_reached("A", place), *_reached("F", place)}))


def _placed(facts: Callable[..., Slots | None]) -> _Facts:
    """Of places only. facts: from the places and the voice."""

    def found(about: Tpc, v: Voice) -> Slots | None:
        return facts(*about.named, v) if all(each in STANDARD.provinces for each in about.named) else None

    return found


_answers(
    "where",
    (
        "{x:place} lies next to {near:places}.",
        "You find {x:place} between {near:places}.",
        "Look for {x:place} beside {near:places}.",
    ),
    _placed(lambda place, v: {"near": _near(place)} if _near(place) else None),
)


def _reaching(kinds: str) -> _Facts:
    """From one place to another for just these kinds of units; where for none, what is near instead."""

    def facts(here: Province, there: Province, v: Voice) -> Slots | None:
        able = "".join(kind for kind in ("A", "F") if there in _reached(kind, here))
        return None if able != kinds else {} if kinds else {"near": _near(here)}

    return _placed(facts)


def _within(kinds: str) -> _Facts:
    """From and to a place where just these kinds of units may stand."""

    def facts(place: Province, v: Voice) -> Slots | None:
        ways = {kind: _reached(kind, place) for kind in ("A", "F")}
        able = "".join(kind for kind, reached in ways.items() if reached)
        return {f"by{kind}": ways[kind] for kind in kinds} if able == kinds else None

    return _placed(facts)


for _kinds, _texts in {
    "AF": (
        "{x:place} and {y:place} touch, so that is one move, for armies and for fleets.",
        "From {x:place} to {y:place} is one move, on land or along the coast.",
    ),
    "A": (
        "An army gets from {x:place} to {y:place} in one move, a fleet does not.",
        "By land {x:place} and {y:place} are neighbours. No fleet can go that way.",
    ),
    "F": (
        "A fleet gets from {x:place} to {y:place} in one move, an army does not.",
        "With a fleet it is one move from {x:place} to {y:place}, with an army it is none.",
    ),
    "": (
        "{x:place} and {y:place} don't touch, so it takes more than one move. Next to {x:place} are {near:places}.",
        "Not in one move, {x:place} and {y:place} are no neighbours. One gets from there to {near:places}.",
    ),
}.items():
    _answers("reach", _texts, _reaching(_kinds), named="xy")
for _kinds, _texts in {
    "A": (
        "{x:place} lies inland, so only armies go there. They come from and go to {byA:places}.",
        "No fleet ever sees {x:place}. An army goes from there to {byA:places}.",
    ),
    "F": (
        "{x:place} is water, so only fleets go there. They come from and go to {byF:places}.",
        "Only a fleet can be in {x:place}, and it goes on to {byF:places}.",
    ),
    "AF": (
        "From {x:place} an army gets to {byA:places}, and a fleet to {byF:places}.",
        "Out of {x:place} armies go to {byA:places}, fleets to {byF:places}.",
    ),
}.items():
    _answers("reach", _texts, _within(_kinds))


# ── centers, units and the turn ─────────────────────────────────────────────────────────────────


def _owner(owned: bool) -> _Facts:
    """A center, with who has it."""

    def facts(place: Province, v: Voice) -> Slots | None:
        if place not in STANDARD.centers or v.position is None:
            return None
        owner = v.position.centers.get(place)
        return None if (owner is not None) is not owned else {"w": owner} if owned else {}

    return _placed(facts)


_answers(
    "center",
    (
        "{x:place} is no supply center. One only passes through.",
        "There is no center in {x:place}, so nobody gets a unit for it. It is a way to somewhere else.",
    ),
    _placed(lambda place, v: None if place in STANDARD.centers else {}),
)
_answers(
    "center",
    (
        "{x:place} is a supply center, and nobody has it yet.",
        "{x:place} is a center, and still free for whoever stands there at the end of an autumn.",
    ),
    _owner(owned=False),
)
_answers(
    "center",
    (
        "{x:place} is a supply center, and {w:who} [have|have|has] it.",
        "It is a center, and {w:who} [own|own|owns] {x:place}.",
    ),
    _owner(owned=True),
)


def _standing(somebody: bool) -> _Facts:
    """Facts about the unit in a place, or about its absence."""

    def facts(place: Province, v: Voice) -> Slots | None:
        if v.position is None:
            return None
        unit = v.position.unit_at(place)
        return None if (unit is not None) is not somebody else {"w": unit.power} if unit is not None else {}

    return _placed(facts)


_answers(
    "standing",
    ("{w:who} [have|have|has] a unit in {x:place}.", "In {x:place} {w:who} [have|have|has] somebody."),
    _standing(somebody=True),
)
_answers(
    "standing", ("There is nobody in {x:place} now.", "{x:place} is empty at the moment."), _standing(somebody=False)
)


def _counted(about: Tpc, v: Voice) -> Slots | None:
    (who,) = about.named
    if v.position is None or who not in POWERS:
        return None
    return {"n": len(v.position.centers_of(as_power(who))), "u": len(v.position.units_of(as_power(who)))}


_answers(
    "count",
    (
        "By my count {w:who} [have|have|has] {n:count} centers and {u:count} units.",
        "{w:who} [hold|hold|holds] {n:count} supply centers, with {u:count} units.",
    ),
    _counted,
    named="w",
)
_answers(
    "turn",
    ("It is {when:time} now.", "The turn is {when:time}."),
    lambda about, v: {"when": turn_of(v.position.phase)} if v.position is not None else None,
    named="",
)


# ── a guide ─────────────────────────────────────────────────────────────────────────────────────


def _several_named(topic: str, kind: str) -> tuple[Take, Make]:
    """A guide's sentence about several powers (whoms) or places."""
    known = POWERS if kind == "whoms" else STANDARD.provinces

    def take(x: Any, v: Voice) -> Slots | None:
        if type(x) is not t.Courtesy or type(x.about) is not Tpc or x.about.topic != topic:
            return None
        fits = (x.speaker, x.hearers, x.manner, x.time) == (v.speaker, v.hearers, Manner.ADVICE, None)
        return {"x": x.about.named} if fits and x.about.named and set(x.about.named) <= set(known) else None

    return take, lambda s, v: t.Courtesy(v.speaker, v.hearers, Manner.ADVICE, Tpc(topic, s["x"]))


def _guided(named: str, *, counts: bool) -> _Facts:
    """Facts of a guide's sentence: power w, places f, x, y."""

    def facts(about: Tpc, v: Voice) -> Slots | None:
        fits = all((each in POWERS) is (slot == "w") for slot, each in zip(named, about.named, strict=True))
        return None if not fits else _counted(about, v) if counts else {}

    return facts


for _topic, _texts in GUIDE.items():
    if (_many := re.search(r"{x:(whoms|places)}", _texts[0])) is not None:
        row("courtesy", _texts, *_several_named(_topic, _many[1]), topic=_topic)
        continue
    _slots = "".join(slot for slot in "wfxy" if f"{{{slot}:" in _texts[0])
    _counts = "count}" in _texts[0]
    _answers(_topic, _texts, _guided(_slots, counts=_counts), named=_slots, manner=Manner.ADVICE)


# ── how one stands to places and powers ─────────────────────────────────────────────────────────


def _stance(topic: str, of: str) -> tuple[Take, Make]:
    """Of places, of a power, or (plain) of nothing that is named."""

    def take(x: Any, v: Voice) -> Slots | None:
        if type(x) is not t.Courtesy or (x.speaker, x.hearers, x.manner) != (v.speaker, v.hearers, Manner.NOTE):
            return None
        about = x.about
        if type(about) is not Tpc or about.topic != topic or x.time is not None or _kind_of(about.named) != of:
            return None
        return {} if of == "plain" else {"x": about.named if of == "places" else about.named[0]}

    def make(s: Slots, v: Voice) -> Any:
        named = () if of == "plain" else s["x"] if of == "places" else (s["x"],)
        return t.Courtesy(v.speaker, v.hearers, Manner.NOTE, Tpc(topic, named))

    return take, make


def _kind_of(named: Sequence[str]) -> str:
    return "plain" if not named else "powers" if named[0] in POWERS else "places"


for _of, _topics in STANCES.items():
    for _topic, _texts in _topics.items():
        row("courtesy", _texts, *_stance(_topic, _of), topic=_topic)


# ── what one would order ────────────────────────────────────────────────────────────────────────


def _take_advice(x: Any, v: Voice) -> Slots | None:
    if type(x) is not t.Courtesy or (x.speaker, x.hearers, x.manner) != (v.speaker, v.hearers, Manner.ADVICE):
        return None
    if x.about is None or x.time is not None or len(x.hearers) != 1 or isinstance(x.about, str | Tpc):
        return None
    act = act_of(t.Commit(x.hearers[0], (x.speaker,), x.about), denied=False)
    return None if act is None or act[1] is not None else {"do": act}


def _make_advice(s: Slots, v: Voice) -> Any:
    if len(v.hearers) != 1 or s["do"][1] is not None:
        return None
    commit = promise(s["do"], v.hearers[0], (v.speaker,), denied=False)
    return None if commit is None else t.Courtesy(v.speaker, v.hearers, Manner.ADVICE, commit.content)


row(
    "courtesy",
    (
        "In your place I would {do:act}.",
        "If you ask me, {do:act}.",
        "One good way is to {do:act}.",
        "A sensible thing would be to {do:act}.",
        "My advice is to {do:act}.",
    ),
    _take_advice,
    _make_advice,
)
