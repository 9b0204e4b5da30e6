"""Parse `--seats` into a bot for every power, game by game."""

import importlib
from collections.abc import Mapping, Sequence

from adjudication.powers import POWERS, Power
from bots.agent import Agent
from bots.parameters import taken_apart, tuned_agent

__all__ = ["BadSeatsError", "agent_called", "parse_seats", "seats_of_game"]


class BadSeatsError(ValueError):
    """The seats cannot be filled as asked; the message says what to write instead."""


def parse_seats(text: str) -> tuple[str, ...]:
    """Seven bot names in the order of the powers (AUS, ENG, FRA, GER, ITA, RUS, TUR) from `a,b,...`.

    One name alone takes all seven. A name is one of the registry or, for a bot that is not registered,
    `package.module:Class`. Raises BadSeatsError; every name has been tried when it does not.
    """
    names = tuple(name.strip() for name in text.split(","))
    if len(names) == 1:
        names *= len(POWERS)
    if len(names) != len(POWERS):
        raise BadSeatsError(
            f"There are {len(names)} seats in '{text}'; "
            f"give one name for all, or seven in the order {', '.join(POWERS)}."
        )
    for name in dict.fromkeys(names):
        agent_called(name)
    return names


def agent_called(name: str) -> Agent:
    """The agent of a registered name or of `package.module:Class`, with parameters after a `?` (`bots.parameters`).

    Raises BadSeatsError.
    """
    bot, parameters = taken_apart(name)
    if ":" not in bot:
        try:
            return tuned_agent(bot, parameters)
        except LookupError as unknown:
            hint = "A bot of your own is written package.module:Class."
            raise BadSeatsError(f"{unknown.args[0]} {hint}") from unknown
        except ValueError as problem:
            raise BadSeatsError(f"'{name}' cannot be used: {problem}") from problem
    module_name, _, attribute = bot.partition(":")
    try:
        made = getattr(importlib.import_module(module_name), attribute)(**parameters)
    except Exception as problem:  # whatever importing or building somebody's bot raises
        raise BadSeatsError(f"'{name}' cannot be used: {type(problem).__name__}: {problem}") from problem
    if not callable(getattr(made, "decide", None)):
        raise BadSeatsError(f"'{name}' cannot be used: it has no method called decide.")
    agent: Agent = made
    return agent


def seats_of_game(names: Sequence[str], number: int, *, rotate: bool) -> Mapping[Power, str]:
    """Bots by power in game `number`.

    Rotating, every bot moves on by one power from game to game.
    """
    shift = number % len(names) if rotate else 0
    return {power: names[(index - shift) % len(names)] for index, power in enumerate(POWERS)}
