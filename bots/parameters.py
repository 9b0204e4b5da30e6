"""Bots with parameters: `hana-diplomat?loyalty=0.2&strength=fast` is the diplomat with another loyalty, thinking fast.

Such a name is a text like any other name, so that seats, logs and tables need to know nothing of it.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias, get_args
from urllib.parse import parse_qsl, quote

from bots.agent import Agent
from bots.hana.judge.strength import FAST, Strength
from bots.hana.remember.personality import FACTORS, NEUTRAL, PERSONALITIES, Personality, Strategy
from bots.registry import BOTS, bot_named
from bots.skills import NORMAL, SKILLS

__all__ = ["STRENGTHS", "Value", "named", "parameter_faults", "taken_apart", "takes_parameters", "tuned_agent"]

Value: TypeAlias = str | int | float | bool

STRENGTHS: Final[Mapping[str, Strength]] = {"fast": FAST, **{name: skill.strength for name, skill in SKILLS.items()}}
"""Efforts of HANA by the name of its parameter `strength`; `fast` is for many games."""


def named(bot: str, parameters: Mapping[str, Value]) -> str:
    """The name of a bot with these parameters, always the same for the same ones."""
    if not parameters:
        return bot
    return f"{bot}?" + "&".join(f"{quote(name)}={quote(_text(parameters[name]))}" for name in sorted(parameters))


def taken_apart(name: str) -> tuple[str, dict[str, Value]]:
    """Split a name that `named` built into bot and parameters."""
    bot, _, query = name.partition("?")
    return bot, {key: _value(text) for key, text in parse_qsl(query, keep_blank_values=True)}


def takes_parameters(bot: str) -> bool:
    """True if a registered bot has parameters, as HANAs have."""
    return bot.startswith("hana")


def parameter_faults(bot: str, parameters: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(parameter, why not, as a sentence) for each that a registered bot cannot take."""
    takes_any = takes_parameters(bot)
    for name, value in parameters.items():
        if not takes_any:
            yield name, f"'{bot}' takes no parameters; HANAs do."
        elif name in FACTORS:
            is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
            if not (is_number and 0 <= value <= 1):
                yield name, f"'{name}' is a number from 0 to 1, not {value!r}."
        elif name == "strategy":
            if value not in get_args(Strategy):
                yield name, f"'strategy' is one of {', '.join(get_args(Strategy))}, not {value!r}."
        elif name == "strength":
            if not isinstance(value, str) or value not in STRENGTHS:
                yield name, f"'strength' is one of {', '.join(STRENGTHS)}, not {value!r}."
        else:
            known = ", ".join((*FACTORS, "strategy", "strength"))
            yield name, f"HANAs have no parameter '{name}'; they have {known}."


def tuned_agent(bot: str, parameters: Mapping[str, Value]) -> Agent:
    """The agent of a registered bot with parameters.

    Raises UnknownBotError; ValueError says which parameter is bad.
    """
    entry = bot_named(bot)
    faults = [why for _, why in parameter_faults(bot, parameters)]
    if faults:
        raise ValueError(" ".join(faults))
    if not parameters:
        return entry.make()
    skill = SKILLS.get(entry.skill, NORMAL)
    strength = STRENGTHS[str(parameters["strength"])] if "strength" in parameters else skill.strength
    given: dict[str, Any] = {name: value for name, value in parameters.items() if name != "strength"}
    personality = replace(skill.of(_character(bot)), **given)
    # Not above: both import and compile the search.
    if entry.talks:
        from bots.hana.talk.talker import make_talking_hana

        return make_talking_hana(personality, strength)
    from bots.hana.agent import make_hana

    return make_hana(personality, strength)


def _character(bot: str) -> Personality:
    return PERSONALITIES.get(BOTS[bot].tone, NEUTRAL)


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
