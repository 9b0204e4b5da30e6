"""`python -m bots.console`: play against bots in the terminal, or watch."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from adjudication.powers import POWER_NAMES, POWERS, Power
from bots.agent import Agent
from bots.arena.arguments import INTERRUPTED, add_game_options
from bots.arena.game import GamePlan, Record, play
from bots.arena.seats import BadSeatsError, agent_called
from bots.console.observer import ConsoleObserver
from bots.console.player import ConsolePlayer
from bots.console.terminal import Left, Terminal, standard_terminal
from bots.console.words import UnknownPowerError, power_named
from bots.registry import BOTS
from bots.talker import is_talker

__all__ = ["main"]

_ROUNDS: Final = 8
"""Rounds of talk before each movement phase: people come back to things."""

_PERSON: Final = "person"


def main(arguments: Sequence[str] | None = None, terminal: Terminal | None = None) -> int:
    """Play or show a game.

    Returns the exit code; bad arguments leave through argparse with code 2.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        power = power_named(options.power) if options.power else None
        seats = _seats(options.bots, power)
    except (UnknownPowerError, BadSeatsError) as problem:
        parser.error(str(problem))
    plan = GamePlan(
        number=0,
        seed=options.seed,
        seats=seats,
        until=options.until,
        seconds=options.seconds,
        rulebook=options.rulebook,
        level=options.level,
        protocol=options.protocol,
        rounds=_ROUNDS,
    )
    terminal = terminal or standard_terminal()
    observer = ConsoleObserver(terminal, power, waits=options.step)
    try:
        record = _play(plan, power, terminal, observer)
        observer.end(record, plan.until)
    except Left:
        terminal.tell(f"You have left the game in {observer.phase}.")
    except KeyboardInterrupt:
        terminal.tell(f"\nStopped in {observer.phase}." if observer.phase else "\nStopped.")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at its own end
        return 1
    return 0


def _play(plan: GamePlan, power: Power | None, terminal: Terminal, observer: ConsoleObserver) -> Record:
    agents: dict[Power, Agent] = {each: agent_called(name) for each, name in plan.seats.items() if each != power}
    if power is not None:
        partners = [each for each, agent in agents.items() if is_talker(agent)] if plan.level else []
        agents[power] = ConsolePlayer(terminal, partners)
        terminal.tell(f"You play {POWER_NAMES[power]}. ? at any prompt helps, quit leaves the game.")

    return play(plan, observer.begin, agents, follow=observer.follow, untimed=[power] if power else [])


def _seats(text: str, power: Power | None) -> Mapping[Power, str]:
    """Parse names of bots: one for all, or one a free power.

    Raises BadSeatsError; every name has been tried when it does not.
    """
    free = [each for each in POWERS if each != power]
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= len(free)
    if len(names) != len(free):
        raise BadSeatsError(
            f"There are {len(names)} bots in '{text}'; give one name for all, or {len(free)} in the order "
            f"{', '.join(free)}."
        )
    for name in dict.fromkeys(names):
        agent_called(name)
    seats = dict(zip(free, names, strict=True))
    return {each: seats.get(each, _PERSON) for each in POWERS}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bots.console",
        description="Play a power against bots in the terminal, or watch bots play each other.",
        epilog=f"Bots: {', '.join(BOTS)}; a bot of your own is written package.module:Class.",
    )
    parser.add_argument("--power", metavar="POWER", help="the power you play, as FRA or France; without it you watch")
    parser.add_argument(
        "--bots",
        default="hana-gentle",
        metavar="BOT[,BOT,...]",
        help="one bot for all other powers, or one for each in the order of the powers (hana-gentle)",
    )
    parser.add_argument("--step", action="store_true", help="wait for Enter after every phase")
    add_game_options(parser, experiment=False)
    return parser


if __name__ == "__main__":
    sys.exit(main())
