"""Bots with parameters: `hana-diplomat?loyalty=0.2&strength=fast` is the diplomat with another loyalty, thinking fast.

Such a name is a text like any other name, so that seats, logs and tables need to know nothing of it. A table, like
changed rules, stands in it as JSON.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl, quote

from bots.agent import Agent
from bots.hana.foresee.prior import MINDS
from bots.hana.judge.strategy import strategy_of
from bots.hana.judge.strength import FAST, Strength
from bots.hana.remember.personality import FACTORS, NEUTRAL, PERSONALITIES, Personality
from bots.hana.remember.rules import RULES, Rules, rules_with
from bots.registry import BOTS, bot_named
from bots.skills import NORMAL, SKILLS

__all__ = ["STRENGTHS", "Value", "factors_of", "is_hana", "named", "parameter_faults", "taken_apart", "tuned_agent"]

Value: TypeAlias = str | int | float | bool | Mapping[str, Any]

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


def is_hana(bot: str) -> bool:
    """True for a HANA, which has more than factors."""
    return bot.startswith("hana")


def factors_of(bot: str) -> tuple[str, ...]:
    """Parameters of a registered bot that are numbers from 0 to 1."""
    if is_hana(bot):
        return FACTORS
    return BOTS[bot].factors if bot in BOTS else ()


def parameter_faults(bot: str, parameters: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(parameter, why not, as a sentence) for each that a registered bot cannot take."""
    factors = factors_of(bot)
    for name, value in parameters.items():
        if not factors:
            yield name, f"'{bot}' takes no parameters; HANAs and the banker do."
        elif name in factors:
            is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
            if not (is_number and 0 <= value <= 1):
                yield name, f"'{name}' is a number from 0 to 1, not {value!r}."
        elif not is_hana(bot):
            yield name, f"'{bot}' has no parameter '{name}'; it has {', '.join(factors)}."
        elif name in _READ:
            try:
                _READ[name](value)
            except ValueError as problem:
                yield name, str(problem)
        elif name == "strength":
            if not isinstance(value, str) or value not in STRENGTHS:
                yield name, f"'strength' is one of {', '.join(STRENGTHS)}, not {value!r}."
        else:
            known = ", ".join((*FACTORS, *_READ, "strength"))
            yield name, f"HANAs have no parameter '{name}'; they have {known}."


def tuned_agent(bot: str, parameters: Mapping[str, Value]) -> Agent:
    """The agent of a registered bot with parameters.

    Raises UnknownBotError; ValueError says which parameter is bad.
    """
    entry = bot_named(bot)
    faults = [why for _, why in parameter_faults(bot, parameters)]
    if faults:
        raise ValueError(" ".join(faults))
    if not parameters or not is_hana(bot):
        return entry.make(**parameters)
    skill = SKILLS.get(entry.skill, NORMAL)
    strength = STRENGTHS[str(parameters["strength"])] if "strength" in parameters else skill.strength
    own: dict[str, Any] = {name: parameters[name] for name in (*FACTORS, "strategy") if name in parameters}
    personality = replace(skill.of(_character(bot)), **own)
    rules = _rules(parameters["rules"]) if "rules" in parameters else RULES
    model = _model(parameters.get("model", ""))
    # Not above: both import and compile the search.
    if entry.talks:
        from bots.hana.talk.talker import make_talking_hana

        return make_talking_hana(personality, strength, rules, model)
    from bots.hana.agent import make_hana

    return make_hana(personality, strength, rules, model)


def _strategy(value: object) -> object:
    """Raise ValueError for what is no strategy."""
    return strategy_of(str(value))


def _model(value: object) -> str:
    if value not in ("", *MINDS):
        raise ValueError(f"'model' is one of {', '.join(MINDS)}, not {value!r}.")
    return str(value)


def _rules(value: object) -> Rules:
    """The changed rules of a table, or of one as JSON. Raises ValueError."""
    try:
        changes = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        changes = None
    if not isinstance(changes, Mapping):
        raise ValueError("'rules' is a table of changes to the rules of the world model.")
    return rules_with(changes)


_READ: Final[Mapping[str, Callable[[object], object]]] = {"strategy": _strategy, "model": _model, "rules": _rules}
"""Parameters that are read before they are taken: raise ValueError for what they cannot be."""


def _character(bot: str) -> Personality:
    return PERSONALITIES.get(BOTS[bot].tone, NEUTRAL)


def _text(value: Value) -> str:
    if isinstance(value, Mapping):
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
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
