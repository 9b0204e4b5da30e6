"""Emotions: what events leave behind, how it fades, and the feeling of L that it comes to."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from adjudication.powers import Power
from bots.hana.remember.events import Event
from bots.hana.remember.personality import Personality
from bots.hana.remember.rules import RULES, Rules, combined
from negotiation.terms import Feeling

__all__ = ["Emotions", "faded", "mood_of", "moved"]

Emotions: TypeAlias = Mapping[Power, Mapping[str, float]]
"""Towards each power the degree of each emotion in [0, 1]; what is missing is 0. One's own joy and sorrow stand under
one's own name."""

_GONE: Final = 0.005
"""An emotion weaker than this is over."""


def moved(emotions: Emotions, events: Iterable[Event], personality: Personality, rules: Rules = RULES) -> Emotions:
    """The emotions after the events, in their order."""
    after = {power: dict(degrees) for power, degrees in emotions.items()}
    for event in events:
        felt = after.setdefault(event.power, {})
        for rule in rules.feel:
            if rule.when == event.what:
                felt[rule.then] = combined(felt.get(rule.then, 0.0), rule.strength(personality))
    return after


def faded(emotions: Emotions, personality: Personality, rules: Rules = RULES) -> Emotions:
    """Emotions after fading for one movement phase."""
    left = {name: emotion.left(personality) for name, emotion in rules.emotions.items()}
    after = {
        power: {name: round(degree * left[name], 6) for name, degree in felt.items() if degree * left[name] >= _GONE}
        for power, felt in emotions.items()
    }
    return {power: felt for power, felt in after.items() if felt}


def mood_of(emotions: Emotions, me: Power, partner: Power | None = None, rules: Rules = RULES) -> Feeling | None:
    """The feeling it would own up to, towards the partner if there is one; None when nothing moves it much."""
    felt = {**emotions.get(me, {}), **(emotions.get(partner, {}) if partner is not None else {})}
    for row in rules.mood:
        if felt.get(row.when, 0.0) >= row.least:
            return Feeling(row.feeling)
    return None
