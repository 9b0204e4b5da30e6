"""The news of the world after a turn: who fell, whose public word broke, who leads, who took whose centers. Pure.

Every line is derived from the boards and from promises that orders broke.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from adjudication.board import Province
from adjudication.names import region_phrase
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, POWERS, Power
from frontend.game.chapters import Chapter, Line, blows, duty, has_anything
from frontend.game.letter_phrases import subject
from frontend.words import listed

__all__ = ["front_page", "world_of"]

_MOST: Final = 5
_CHASING: Final = 2
"""So many powers are named behind the leader."""


def world_of(chapters: Sequence[Chapter], reader: Power | None) -> tuple[Line, ...]:
    """At most five lines beside the letter to a power about these chapters; () where nothing of it changed.

    Whoever watches, and a power of which nothing is left, reads everything in the letter but who leads.
    """
    if not chapters:
        return ()
    if reader is None or not has_anything(chapters[0].before, reader):
        return tuple(_leads(chapters, None))
    return _news(chapters, reader)


def front_page(chapters: Sequence[Chapter]) -> tuple[Line, ...]:
    """News for everybody: at most five lines, the most important first."""
    return _news(chapters, None) if chapters else ()


def _news(chapters: Sequence[Chapter], reader: Power | None) -> tuple[Line, ...]:
    lines = [
        *_fallen(chapters, reader),
        *_broken(chapters, reader),
        *_leads(chapters, reader),
        *_taken(chapters, reader),
    ]
    return tuple(lines[:_MOST])


def _fallen(chapters: Sequence[Chapter], reader: Power | None) -> Iterator[Line]:
    """Powers of which nothing is left, with where their last was."""
    before, after = chapters[0].before, chapters[-1].after
    for power in POWERS:
        if power != reader and has_anything(before, power) and not has_anything(after, power):
            yield Line(f"{POWER_NAMES[power]} is out of the game.", "plain", _belongings(before, power))


def _belongings(position: Position, power: Power) -> tuple[Province, ...]:
    units = [unit.province for unit in position.units_of(power)]
    beaten = [each.unit.province for each in position.dislodged if each.unit.power == power]
    return tuple(dict.fromkeys([*sorted(position.centers_of(power)), *units, *beaten]))


def _broken(chapters: Sequence[Chapter], reader: Power | None) -> Iterator[Line]:
    """Words that were given before everybody and broken."""
    for chapter in chapters:
        for word in chapter.words:
            if word.kept or not word.is_public or word.by == reader:
                continue
            due = duty(word, reader)
            was = "it was " if due.startswith(("to ", "not to ")) else ""
            text = f"{POWER_NAMES[word.by]} broke the word it gave everybody: {was}{due}."
            yield Line(text, "plain", word.places or blows(chapter, word))


def _leads(chapters: Sequence[Chapter], reader: Power | None) -> Iterator[Line]:
    """Name the power with most centers, if any center changed hands."""
    after = chapters[-1].after
    if after.centers == chapters[0].before.centers:
        return
    counts = Counter({power: len(after.centers_of(power)) for power in POWERS})
    most = max(counts.values())
    first = [power for power in POWERS if counts[power] == most]
    places = tuple(place for power in first for place in sorted(after.centers_of(power)))
    if len(first) > 1:
        names = listed([subject(power, reader) for power in sorted(first, key=lambda power: power != reader)])
        yield Line(f"{names} lead with {most} centers each.", "plain", places)
        return
    verb = "lead" if first[0] == reader else "leads"
    behind = [(power, count) for power, count in counts.most_common() if count and power not in first][:_CHASING]
    chasing = listed([f"{'you' if power == reader else POWER_NAMES[power]} with {count}" for power, count in behind])
    rest = f", before {chasing}" if chasing else ""
    yield Line(f"{subject(first[0], reader)} {verb} with {most} centers{rest}.", "plain", places)


def _taken(chapters: Sequence[Chapter], reader: Power | None) -> Iterator[Line]:
    """Centers that changed hands among others, one line for each power that took some: from powers first."""
    before, after = chapters[0].before.centers, chapters[-1].after.centers
    taken: dict[Power, dict[Power | None, list[Province]]] = defaultdict(lambda: defaultdict(list))
    for place, owner in sorted(after.items()):
        loser = before.get(place)
        if owner not in (loser, reader) and (reader is None or loser != reader):
            taken[owner][loser].append(place)
    for taker, hands in sorted(
        taken.items(), key=lambda each: (None in each[1] and len(each[1]) == 1, -_size(each[1]))
    ):
        parts = [
            f"{listed([region_phrase(place) for place in places])}{f' from {POWER_NAMES[loser]}' if loser else ''}"
            for loser, places in sorted(hands.items(), key=lambda each: each[0] is not None)
        ]
        what = ", and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
        yield Line(f"{POWER_NAMES[taker]} took {what}.", "plain", tuple(chain.from_iterable(hands.values())))


def _size(hands: dict[Power | None, list[Province]]) -> int:
    return sum(map(len, hands.values()))
