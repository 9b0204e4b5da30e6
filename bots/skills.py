"""Skills of HANA: gentle, normal and strong, declared once.

A skill scales search and foresight, and how surely the best of what was found is played. Registry, menus and forms take
names, words and strengths from here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from bots.hana.judge.strength import STANDARD, Strength
from bots.hana.remember.personality import Personality

__all__ = ["NORMAL", "SKILLS", "Skill", "skilled"]


@dataclass(frozen=True, slots=True)
class Skill:
    """A way to play.

    about: what one may expect, in a sentence. strength: how hard it thinks. bite: what its character's aggressiveness
    and greed are multiplied with.
    """

    name: str
    title: str
    about: str
    strength: Strength
    bite: float = 1.0

    def of(self, personality: Personality) -> Personality:
        """The character as it is at this skill."""
        return replace(
            personality,
            aggressiveness=personality.aggressiveness * self.bite,
            greed=personality.greed * self.bite,
        )


_DECLARED: Final = (
    Skill(
        "gentle",
        "Gentle",
        "A gentle opponent: looks at few plans, takes one that will do, and asks for little.",
        Strength(most=400, profiles=4, finalists=8, foresight=48, reply=160, slack=0.25),
        bite=0.5,
    ),
    Skill("normal", "Normal", "Searches thousands of plans, and is hard to predict.", STANDARD),
    Skill(
        "strong",
        "Strong",
        "Judges by experience from many games, plans a phase ahead, and gives nothing away.",
        Strength(most=45_000, reply=4_800, foresight=900, slack=0.0, net="standard", lookahead_plans=12),
    ),
)

SKILLS: Final[Mapping[str, Skill]] = MappingProxyType({skill.name: skill for skill in _DECLARED})
"""Every skill by name, the weakest first."""
NORMAL: Final = SKILLS["normal"]
"""Default skill."""


def skilled(name: str, skill: str) -> str:
    """The name of a bot, or of a company, at a skill: `hana-diplomat` and `gentle` give `hana-diplomat-gentle`. Raises
    KeyError for a skill there is none of; whether the bot has skills is for the caller to know."""
    return name if SKILLS[skill] is NORMAL else f"{name}-{skill}"
