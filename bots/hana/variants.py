"""HANA for the arena, where thousands of games are played: `--seats bots.hana.variants:FastTalker,...`."""

from bots.hana.agent import FAST, Hana, make_hana
from bots.hana.judge.strength import FAST_LEARNT
from bots.hana.remember.personality import NEUTRAL, PERSONALITIES, Personality
from bots.hana.talk.talker import TalkingHana, make_talking_hana

__all__ = [
    "FastCautious",
    "FastDiplomat",
    "FastLearnt",
    "FastMute",
    "FastNeutral",
    "FastOpportunist",
    "FastTalker",
    "FastVengeful",
]


def _fast(personality: Personality) -> TalkingHana:
    return make_talking_hana(personality, FAST)


def FastMute() -> Hana:  # noqa: N802 - the arena calls these like classes
    """The mute HANA at arena strength."""
    return make_hana(strength=FAST)


def FastLearnt() -> Hana:  # noqa: N802
    """The mute HANA at arena strength that judges by the learnt worth, now and a phase later."""
    return make_hana(strength=FAST_LEARNT)


def FastTalker() -> TalkingHana:  # noqa: N802
    """`hana-classicist` at arena strength: the one that keeps its word."""
    return _fast(PERSONALITIES["classicist"])


def FastNeutral() -> TalkingHana:  # noqa: N802
    """`hana` at arena strength; and so on."""
    return _fast(NEUTRAL)


def FastOpportunist() -> TalkingHana:  # noqa: N802
    return _fast(PERSONALITIES["opportunist"])


def FastCautious() -> TalkingHana:  # noqa: N802
    return _fast(PERSONALITIES["cautious"])


def FastVengeful() -> TalkingHana:  # noqa: N802
    return _fast(PERSONALITIES["vengeful"])


def FastDiplomat() -> TalkingHana:  # noqa: N802
    return _fast(PERSONALITIES["diplomat"])
