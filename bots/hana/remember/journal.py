"""Record a phase's beliefs, plans, fears, feelings and deals as JSON.

People can read it after the game.

Kept in the bot's memory under "journal", for the phase at hand only; at most `MOST_BYTES` of JSON.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from adjudication.batch import decode_order
from adjudication.board import Province
from adjudication.encoding import MOVE, PART, PROVINCE_AT, REGION_INDEX, TARGET_SHIFT, VERB
from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.powers import Power
from bots.agent import Memory
from bots.hana.beliefs import Beliefs
from bots.hana.foresee.pledges import standing
from bots.hana.judge.expectation import Breach, Expectation
from bots.hana.judge.phase_analysis import PhaseAnalysis
from bots.hana.remember.feelings import mood_of
from bots.hana.remember.mind import Disposition, Mind, dispositions_of
from bots.hana.remember.personality import Personality
from bots.hana.remember.rules import RULES, Rules
from bots.hana.search.problem import Movement
from bots.view import SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.printer import format_formula

__all__ = ["MOST_BYTES", "believed_orders", "entry", "fears"]

MOST_BYTES: Final = 12_288
_EVENTS: Final = 10
_DEALINGS: Final = 6
_BREACHES: Final = 4
_NOTE: Final = ("with", "decision", "reason", "deal")
_LETTERS: Final = 600
"""Most characters of a deal or a reason."""
_FEWER_LETTERS: Final = 60
"""Most characters of an event's subject."""
_LIKELY: Final = 0.15
"""The least chance that is feared."""


def entry(
    view: SeatView,
    mind: Mind,
    personality: Personality,
    memory: Memory,
    *,
    planned: Sequence[Order] = (),
    analysis: PhaseAnalysis | None = None,
    expectation: Expectation | None = None,
    rules: Rules = RULES,
) -> dict[str, Any]:
    """The record of a phase. memory: what the bot remembers, for the decisions of its talk ("talk", "notes").
    analysis and expectation: what was thought in a movement phase; None in the others.

    Keys: phase; personality; feeling (of L, or null); events, [phase, what, power, about]; believed, by foreign unit
    its likeliest orders with their degrees; feared, [province, chance, powers]; planned, orders with their utility in
    centers and the uncertainty of what was believed; towards, by power all that is held about it; deals; broken.
    """
    held = dispositions_of(mind, view, personality, rules)
    record: dict[str, Any] = {
        "phase": str(view.position.phase),
        "personality": personality.name,
        "feeling": mood_of(mind.emotions, view.power, rules=rules),
        "events": [
            [phase, str(one.what), one.power, _short(one.about, _FEWER_LETTERS)]
            for phase, one in mind.lately[-_EVENTS:]
        ],
        "planned": {
            "orders": [format_order(order) for order in planned],
            **(
                {"utility": _round(expectation.utility), "uncertainty": _round(expectation.uncertainty)}
                if expectation
                else {}
            ),
        },
        "towards": {power: _towards(each) for power, each in held.items()},
        "deals": _decisions(memory, str(view.position.phase)),
        "broken": [_broken(each) for each in expectation.breaches[-_BREACHES:]] if expectation else [],
        "believed": {},
        "feared": [],
    }
    if analysis is None:
        return record
    beliefs = analysis.beliefs_under(standing(view), {power: each.attitude for power, each in held.items()})
    record["feared"] = [
        [where, _round(chance), list(who)] for where, chance, who in fears(analysis.phase, beliefs, view.power)
    ]
    for most in (3, 2, 1):
        record["believed"] = believed_orders(analysis.phase, beliefs, view.power, most)
        if _size(record) <= MOST_BYTES:
            return record
    return {**record, "believed": {}}


def believed_orders(phase: Movement, beliefs: Beliefs, me: Power, most: int) -> dict[str, list[list[Any]]]:
    """By unit of the others, `GER A MUN`, its likeliest orders with their degrees, `[["A MUN - BUR", 0.4], ...]`."""
    found = {}
    for column, unit in enumerate(phase.position.units):
        if unit.power == me:
            continue
        degrees, codes = beliefs.of_group(column), phase.legal.of(column)
        best = np.argsort(-degrees, kind="stable")[:most]
        found[str(unit)] = [[_in_words(int(codes[at])), _round(degrees[at])] for at in best]
    return found


@lru_cache(maxsize=8192)
def _in_words(code: int) -> str:
    return format_order(decode_order(code))


def fears(
    phase: Movement, beliefs: Beliefs, me: Power, most: int = 5
) -> list[tuple[Province, float, tuple[Power, ...]]]:
    """Likely attacks on my centers and units: province, chance, attackers.

    Units are taken to decide independently of each other (5.3).
    """
    position = phase.position
    mine = set(position.centers_of(me)) | {unit.province for unit in position.units_of(me)}
    spared = dict.fromkeys(mine, 1.0)
    who: dict[Province, set[Power]] = {province: set() for province in mine}
    for column, unit in enumerate(position.units):
        if unit.power == me:
            continue
        degrees, codes = beliefs.of_group(column), phase.legal.of(column)
        targets = np.where(codes & VERB == MOVE, PROVINCE_AT[codes >> TARGET_SHIFT & PART], -1)
        for province in mine:
            chance = float(degrees[targets == REGION_INDEX[province]].sum())
            if chance > 0:
                spared[province] *= 1 - min(chance, 1.0)
                who[province].add(unit.power)
    chances = sorted(
        ((1 - spare, province) for province, spare in spared.items()), key=lambda each: (-each[0], each[1])
    )
    return [
        (province, chance, tuple(sorted(who[province]))) for chance, province in chances[:most] if chance >= _LIKELY
    ]


def _towards(held: Disposition) -> dict[str, Any]:
    attitude = held.attitude
    return {
        "trust": _round(attitude.trust),
        "regard": _round(attitude.regard),
        "price": _round(attitude.price),
        "warmth": _round(attitude.warmth),
        "talks": attitude.talks,
        "emotions": _degrees(held.emotions),
        "desires": _degrees(held.desires),
        "intentions": _degrees(held.intentions),
    }


def _decisions(memory: Memory, phase: str) -> list[dict[str, str]]:
    """The notes of this phase's talk: partner, what was decided, why, about which deal. Whatever else is there is left
    out."""
    talk = memory.get("talk")
    notes = talk.get("notes") if isinstance(talk, dict) and talk.get("phase") == phase else None
    told = [note for note in notes if _is_note(note)] if isinstance(notes, list) else []
    return [dict(zip(_NOTE, map(_short, note), strict=True)) for note in told[-_DEALINGS:]]


def _is_note(note: object) -> bool:
    return isinstance(note, list) and len(note) == len(_NOTE) and all(isinstance(part, str) for part in note)


def _broken(breach: Breach) -> dict[str, Any]:
    return {
        "promise": _short(format_formula(breach.pledge.content, DIPLOMACY)),
        "to": list(breach.pledge.partners),
        "gain": _round(breach.gain),
        "price": _round(breach.price),
        "reason": f"It was worth {breach.gain:.1f} centers more than keeping it, and my word {breach.price:.1f}.",
    }


def _degrees(degrees: Mapping[str, float]) -> dict[str, float]:
    return {name: _round(degree) for name, degree in degrees.items() if degree >= _LIKELY}


def _round(number: float) -> float:
    return round(float(number), 2)


def _short(text: str, letters: int = _LETTERS) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def _size(record: Mapping[str, Any]) -> int:
    return len(json.dumps(record, ensure_ascii=False).encode())
