"""Talking HANAs that think little, for whole games in tests: `tests.bots.hana.casts:Classicist` is a seat."""

from bots.hana.agent import Hana
from bots.hana.judge.strength import Strength
from bots.hana.remember.personality import PERSONALITIES
from bots.hana.talk.talker import TalkingHana

SWIFT = Strength(most=600, finalists=16, foresight=64, reply=160)


def swift(name: str) -> TalkingHana:
    return TalkingHana(Hana(PERSONALITIES[name], SWIFT))


def Classicist() -> TalkingHana:  # noqa: N802 - a seat is named like a class
    return swift("classicist")


def Opportunist() -> TalkingHana:  # noqa: N802
    return swift("opportunist")
