"""The letter of a turn: what befell one power, or for who only watches everybody, most important first. Pure.

`letter_of` takes the phases one letter tells of, as `Chapter`s. A retreat that follows in the same letter ends the
sentence of the unit it saved: "Your army in Burgundy was driven out by Germany from Munich and retreated to Paris."
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, auto
from functools import cache
from typing import Final, TypeAlias

from adjudication.board import STANDARD, Province, Region, province_of
from adjudication.names import region_phrase
from adjudication.orders import Build, Move, Remove, Retreat, Support
from adjudication.outcomes import Outcome
from adjudication.position import Dislodged, Position, Unit
from adjudication.powers import POWER_NAMES, POWERS, Power
from adjudication.reasons import WITHOUT_ORDER, Reason
from frontend.game.chapters import Chapter, Line, Tone, blows, duty, has_anything, holders
from frontend.game.letter_phrases import ARTICLES, genitive, it_words, object_of, piece, possessive, subject, unit_words
from frontend.words import listed

__all__ = ["letter_of", "places_in"]

_REPELLED: Final = frozenset({Reason.BOUNCED, Reason.OUTMATCHED, Reason.HELD_OFF, Reason.HEAD_ON, Reason.HEAD_ON_LOST})
"""Moves that somebody stood against; others never came so far."""

_NEAR: Final = 2
"""Builds concern a power as far from its units and centers as this many steps."""


class _Weight(IntEnum):
    """Importance of a line to its reader, most important first."""

    OUT = auto()
    LOST = auto()
    BEATEN = auto()
    BROKEN = auto()
    THREAT = auto()
    ATTACKED = auto()
    WON = auto()
    DROVE = auto()
    STANDS = auto()
    KEPT = auto()
    HELPED = auto()
    FAILED = auto()
    BUILT = auto()
    OWN_WORD = auto()
    OTHERS = auto()
    DONE = auto()


_Weighed: TypeAlias = tuple[_Weight, Line]


def letter_of(chapters: Sequence[Chapter], reader: Power | None) -> tuple[Line, ...]:
    """The letter to a power, or to who only watches (None); () without chapters, at least one line else.

    A power that had nothing left when the first chapter began reads what those who watch do.
    """
    if not chapters:
        return ()
    if reader is not None and not has_anything(chapters[0].before, reader):
        reader = None
    fates = _fates(chapters)
    told = {unit.unit for chapter in chapters for unit in chapter.after.dislodged}
    found: list[_Weighed] = []
    for chapter in chapters:
        found += _centers(chapter, reader)
        found += _beaten(chapter, reader, fates)
        found += _words(chapter, reader)
        found += _out(chapter, reader)
        found += _adjusted(chapter, reader)
        found += _retreats(chapter, reader, told)
        if reader is not None:
            found += _standing(chapter, reader)
            found += _attacked(chapter, reader)
            found += _helped(chapter, reader)
            found += _failed(chapter, reader)
    # Sorted by weight alone: within one, as it happened.
    lines = [line for _, line in sorted(found, key=lambda each: each[0])]
    return tuple(dict.fromkeys(lines)) or (_nothing(chapters, reader),)


def places_in(term: str) -> tuple[Province, ...]:
    """The provinces a term of L names, in its order."""
    return tuple(
        dict.fromkeys(
            code for word in re.findall(r"\b[a-z]{3}\b", term) if (code := word.upper()) in STANDARD.provinces
        )
    )


# --- What there is to tell ---------------------------------------------------------------------------


def _centers(chapter: Chapter, reader: Power | None) -> Iterator[_Weighed]:
    """Centers that changed hands, one line for each pair of powers."""
    hands: dict[tuple[Power, Power | None], list[Province]] = defaultdict(list)
    for place, owner in sorted(chapter.after.centers.items()):
        before = chapter.before.centers.get(place)
        if before != owner:
            hands[owner, before].append(place)
    for (taker, loser), places in hands.items():
        names = listed([region_phrase(place) for place in places])
        source = "" if loser is None else f" from {object_of(loser, reader)}"
        if reader is not None and loser == reader:
            yield _Weight.LOST, Line(f"You lost {names} to {POWER_NAMES[taker]}.", "bad", tuple(places))
        elif reader is None or taker == reader:
            tone: Tone = "plain" if reader is None else "good"
            yield _Weight.WON, Line(f"{subject(taker, reader)} took {names}{source}.", tone, tuple(places))


def _beaten(chapter: Chapter, reader: Power | None, fates: Mapping[Unit, str]) -> Iterator[_Weighed]:
    """Units driven out of their places, and what became of them where this letter knows it."""
    for each in chapter.after.dislodged:
        if not each.origin:
            continue
        victim, attacker = each.unit.power, _attacker(chapter, each)
        places = (each.unit.province, each.origin)
        by = f"{object_of(attacker, reader)} from {region_phrase(each.origin)}"
        fate = fates.get(each.unit, "")
        if victim == reader:
            fate = fate or (" and must retreat or disband" if each.retreats else " and has nowhere to go")
            text = f"Your {unit_words(each.unit)} was driven out by {by}{fate}."
            yield _Weight.BEATEN, Line(text, "bad", places)
        elif reader is None or attacker == reader:
            beaten = f"{possessive(victim, reader)} {unit_words(each.unit)}"
            text = f"{subject(attacker, reader)} drove {beaten} out{it_words(fate)}."
            yield _Weight.DROVE, Line(text, "plain" if reader is None else "good", places)


def _words(chapter: Chapter, reader: Power | None) -> Iterator[_Weighed]:
    """Words kept and broken: to the reader, by the reader; for who watches, the broken ones that may be read."""
    for word in chapter.words:
        if reader is not None and reader not in (word.by, *word.to):
            continue
        if reader is None and word.kept:
            continue
        if word.is_public and not word.kept and reader not in (None, word.by):
            continue  # the news of the world tell it
        does = "kept" if word.kept else "broke"
        due = duty(word, reader)
        mine = word.by == reader
        to = listed([POWER_NAMES[power] for power in word.to if power != reader]) if (mine or reader is None) else ""
        who = f"{subject(word.by, reader)} {does} {'your' if mine else 'its'} word{f' to {to}' if to else ''}"
        was = "you were" if mine else "it was"
        text = f"{who} {due}." if word.kept else f"{who}: {was} {due}."
        if not due.startswith(("to ", "not to ")):
            text = f"{who}: {due}."
        weight = _Weight.OWN_WORD if mine else _Weight.KEPT if word.kept else _Weight.BROKEN
        tone: Tone = "plain" if mine or reader is None else "good" if word.kept else "bad"
        yield weight, Line(text, tone, word.places or blows(chapter, word))


def _out(chapter: Chapter, reader: Power | None) -> Iterator[_Weighed]:
    """Powers of which nothing is left."""
    for power in POWERS:
        if has_anything(chapter.before, power) and not has_anything(chapter.after, power):
            if power == reader:
                yield _Weight.OUT, Line("Nothing of yours is left: you are out of the game.", "bad", ())
            elif reader is None:
                yield _Weight.OTHERS, Line(f"{POWER_NAMES[power]} is out of the game.", "plain", ())


def _adjusted(chapter: Chapter, reader: Power | None) -> Iterator[_Weighed]:
    """Builds and removals: the reader's, and those of others near by."""
    done: dict[tuple[Power, str], list[Build | Remove]] = defaultdict(list)
    for outcome in chapter.outcomes:
        order = outcome.order
        if outcome.result == "ok" and isinstance(order, Build | Remove):
            done[outcome.power, "built" if isinstance(order, Build) else "removed"].append(order)
    near = frozenset(STANDARD.provinces) if reader is None else _near(chapter.before, reader)
    for (power, did), orders in done.items():
        seen = orders if power == reader else [order for order in orders if province_of(order.region) in near]
        if not seen:
            continue
        names = listed([f"{ARTICLES[order.kind]} {piece(order.kind, order.region)}" for order in seen])
        weight = _Weight.BUILT if power == reader else _Weight.OTHERS
        places = tuple(province_of(order.region) for order in seen)
        yield weight, Line(f"{subject(power, reader)} {did} {names}.", "plain", places)


def _retreats(chapter: Chapter, reader: Power | None, told: set[Unit]) -> Iterator[_Weighed]:
    """Retreats of units of whose defeat this letter does not tell."""
    fates = _fates([chapter])
    for each in chapter.before.dislodged:
        attacker = _attacker_in(chapter.before, each)
        if each.unit in told or each.unit not in fates or (reader not in (None, each.unit.power, attacker)):
            continue
        whose = "Your" if each.unit.power == reader else genitive(each.unit.power)
        text = f"{whose} {unit_words(each.unit)}{fates[each.unit].removeprefix(' and')}."
        mine = each.unit.power == reader
        yield (_Weight.BEATEN if mine else _Weight.DROVE), Line(text, "plain", _trail(chapter, each))


def _standing(chapter: Chapter, reader: Power) -> Iterator[_Weighed]:
    """After spring: whose units came to stand in centers that will change hands should they stay."""
    if chapter.before.phase.season != "S":
        return
    for unit in chapter.after.units:
        place = unit.province
        owner = chapter.after.centers.get(place)
        was = chapter.before.unit_at(place)
        if place not in STANDARD.centers or owner == unit.power or (was is not None and was.power == unit.power):
            continue
        if owner == reader:
            text = f"{genitive(unit.power)} {unit_words(unit)} takes your center if it is there after the fall."
            yield _Weight.THREAT, Line(text, "bad", (place,))
        elif unit.power == reader:
            text = f"Your {unit_words(unit)} takes the center if it is there after the fall."
            yield _Weight.STANDS, Line(text, "good", (place,))


def _attacked(chapter: Chapter, reader: Power) -> Iterator[_Weighed]:
    """Others that tried to come where the reader has a unit or a center, and were kept out."""
    beaten = {each.unit.province for each in chapter.after.dislodged}
    for outcome in chapter.outcomes:
        order = outcome.order
        if outcome.power == reader or outcome.reason not in _REPELLED or not isinstance(order, Move):
            continue
        place = province_of(order.target)
        if place not in beaten and reader in holders(chapter.before, place):
            text = (
                f"{genitive(outcome.power)} {piece(order.kind, order.region)} was kept out of {region_phrase(place)}."
            )
            yield _Weight.ATTACKED, Line(text, "good", (province_of(order.region), place))


def _helped(chapter: Chapter, reader: Power) -> Iterator[_Weighed]:
    """Others that supported a unit of the reader."""
    for outcome in chapter.outcomes:
        order = outcome.order
        if outcome.reason != Reason.SUPPORTED or outcome.power == reader or not isinstance(order, Support):
            continue
        helped = chapter.before.unit_at(province_of(order.supported))
        if helped is None or helped.power != reader:
            continue
        goal = f"to {region_phrase(order.target)}" if order.target else f"in {region_phrase(order.supported)}"
        place = province_of(order.target or order.supported)
        text = f"{genitive(outcome.power)} {piece(order.kind, order.region)} supported you {goal}."
        yield _Weight.HELPED, Line(text, "good", (province_of(order.region), place))


def _failed(chapter: Chapter, reader: Power) -> Iterator[_Weighed]:
    """The reader's moves and supports that did not come about, with why."""
    beaten = {each.unit.province for each in chapter.after.dislodged}
    for outcome in chapter.outcomes:
        order = outcome.order
        if outcome.power != reader or outcome.result == "ok" or not isinstance(order, Move | Support):
            continue
        if province_of(order.region) in beaten:
            continue
        goal = (province_of(order.target),) if order.target else ()
        text = re.sub("^The ", "Your ", outcome.text)
        yield _Weight.FAILED, Line(text, "plain", (province_of(order.region), *goal))


def _nothing(chapters: Sequence[Chapter], reader: Power | None) -> Line:
    """Line for a phase with nothing else to report."""
    orders = [each for chapter in chapters for each in chapter.outcomes if reader in (None, each.power)]
    done = sum(each.result == "ok" for each in orders)
    if not orders:
        return Line("Nothing here concerned you.", "plain", ())
    if reader is None:
        return Line(f"{done} of {len(orders)} orders were carried out; no center changed hands.", "plain", ())
    places = tuple(unit.province for unit in chapters[-1].after.units_of(reader))
    if all(each.reason in WITHOUT_ORDER for each in orders):
        stood = any(each.reason is Reason.NO_ORDER for each in orders)
        what = "your units held" if stood else "nothing was built"
        return Line(f"You gave no orders; {what}.", "plain", places)
    return Line(
        "All your orders were carried out." if done == len(orders) else "Nothing of yours changed.", "plain", places
    )


# --- Who is who --------------------------------------------------------------------------------------


def _attacker(chapter: Chapter, each: Dislodged) -> Power | None:
    unit = chapter.before.unit_at(each.origin)
    return None if unit is None else unit.power


def _attacker_in(position: Position, each: Dislodged) -> Power | None:
    """Power whose unit dislodged this one."""
    unit = position.unit_at(each.unit.province)
    return None if unit is None else unit.power


def _fates(chapters: Iterable[Chapter]) -> dict[Unit, str]:
    """Fates of dislodged units, in words that follow their defeat."""
    fates: dict[Unit, str] = {}
    for chapter in chapters:
        if chapter.before.phase.kind != "R":
            continue
        by_region: dict[Region, Outcome] = {
            outcome.order.region: outcome for outcome in chapter.outcomes if hasattr(outcome.order, "region")
        }
        for each in chapter.before.dislodged:
            outcome = by_region.get(each.unit.region)
            went = outcome is not None and outcome.result == "ok" and isinstance(outcome.order, Retreat)
            if outcome is not None and went and isinstance(outcome.order, Retreat):
                fates[each.unit] = f" and retreated to {region_phrase(outcome.order.target)}"
            else:
                fates[each.unit] = " and was disbanded"
    return fates


def _trail(chapter: Chapter, each: Dislodged) -> tuple[Province, ...]:
    for outcome in chapter.outcomes:
        if isinstance(outcome.order, Retreat) and outcome.order.region == each.unit.region and outcome.result == "ok":
            return (each.unit.province, province_of(outcome.order.target))
    return (each.unit.province,)


def _near(position: Position, power: Power) -> frozenset[Province]:
    """The provinces within reach of what the power has."""
    reached = {unit.province for unit in position.units_of(power)} | set(position.centers_of(power))
    for _ in range(_NEAR):
        reached |= {other for place in reached for other in _neighbours()[place]}
    return frozenset(reached)


@cache
def _neighbours() -> Mapping[Province, frozenset[Province]]:
    found: dict[Province, set[Province]] = defaultdict(set)
    for borders in (STANDARD.army_borders, STANDARD.fleet_borders):
        for region, others in borders.items():
            found[province_of(region)] |= {province_of(other) for other in others}
    return {place: frozenset(others) for place, others in found.items()}
