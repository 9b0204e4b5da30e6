"""Run a bot on a DipGame site.

    python -m dipgame_client my_bot:LandGrabber --token dip_… --url https://site.example
    python -m dipgame_client check my_bot:LandGrabber      hold it to the contract, offline
    python -m dipgame_client new my-first-bot              a folder to begin with

Without more it plays all games in which its account has a seat, and begins each as it begins. The token may stand in
DIPGAME_TOKEN, the address in DIPGAME_URL.
"""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from dipgame_client.beginning import begin_project
from dipgame_client.calls import Problem
from dipgame_client.client import Client

__all__ = ["main"]

_MOST_SHOWN = 30


def main(given: Sequence[str] | None = None) -> int:
    """Do what the arguments say; returns the exit code."""
    words = list(sys.argv[1:] if given is None else given)
    if words[:1] == ["new"]:
        return _new(words[1:])
    if words[:1] == ["check"]:
        return _check(words[1:])
    return _run(words)


def _new(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="dipgame-client new", description="Make a folder with a bot to begin with.")
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args(words)
    try:
        made = begin_project(chosen.folder)
    except FileExistsError as there:
        print(there, file=sys.stderr)
        return 2
    print("\n".join(f"made {path}" for path in made))
    print(f"Next: cd {chosen.folder} && python -m dipgame_client check my_bot:LandGrabber")
    return 0


def _check(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="dipgame-client check", description="Hold a bot to the contract, offline.")
    parser.add_argument("bot", help="module:Class")
    parser.add_argument("--seconds", type=float, default=10.0, help="it may think about one thing")
    parser.add_argument("--every", type=int, default=3, help="of the phases of a game, try every so-manieth")
    chosen = parser.parse_args(words)
    return _checked(chosen.bot, chosen.seconds, chosen.every)


def _checked(name: str, seconds: float, step: int) -> int:
    from bots.contract import breaches_of
    from dipgame_client.running import CannotLoadError, bot_called

    try:
        make = bot_called(name)
    except CannotLoadError as no:
        print(no, file=sys.stderr)
        return 2
    faults = notes = 0
    for breach in breaches_of(make, seconds, step):
        faults, notes = faults + breach.counts, notes + (not breach.counts)
        if faults + notes <= _MOST_SHOWN:
            print(breach)
    print(f"{name}: {faults} faults, {notes} notes.")
    return 1 if faults else 0


def _run(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="dipgame-client", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bot", help="module:Class; or one of: check, new")
    parser.add_argument("--token", default=os.environ.get("DIPGAME_TOKEN", ""))
    parser.add_argument("--url", default=os.environ.get("DIPGAME_URL", "http://127.0.0.1:8000"))
    parser.add_argument("--join", metavar="LINK", help="take a seat there first: the game's address, or SLUG:WORD")
    parser.add_argument("--power", default="", help="which seat, FRA for example")
    parser.add_argument("--against", metavar="BOT", help="offer a game against bots of the site, dumbbot for example")
    parser.add_argument("--offer", action="store_true", help="offer a private game, and print its link for friends")
    parser.add_argument("--seek", action="store_true", help="take seats in open games, too, not only where challenged")
    parser.add_argument("--games", type=int, default=4, help="takes no seat with so many games")
    parser.add_argument("--seconds", type=float, default=10.0, help="the bot may think about one thing")
    parser.add_argument("--quiet", type=float, default=15.0, help="seconds without talk after which it is ready")
    parser.add_argument("--seed", default="dipgame", help="of the bot's chance")
    parser.add_argument("--state", type=Path, default=Path(".dipgame"), help="folder for what it keeps between starts")
    parser.add_argument("--no-check", action="store_true", help="do not hold the bot to the contract first")
    chosen = parser.parse_args(words)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    if not chosen.token:
        print("Give a token: --token dip_… (you make one on your account page).", file=sys.stderr)
        return 2
    if not chosen.no_check and (code := _checked(chosen.bot, chosen.seconds, 9)):
        print("It would not do well. Mend it, or say --no-check.", file=sys.stderr)
        return code
    return _play(chosen)


def _play(chosen: argparse.Namespace) -> int:
    from dipgame_client.running import CannotLoadError, Runner, address_of, bot_called

    try:
        make = bot_called(chosen.bot)
        with Client(chosen.url, chosen.token) as site:
            only: set[str] = set()
            if chosen.join:
                slug, word = address_of(chosen.join)
                only.add(site.join(slug, chosen.power, word)["slug"])
            if chosen.against:
                terms = {"power": chosen.power} if chosen.power else {}
                only.add(site.offer(fill_bot=chosen.against, fill_seconds=0, **terms)["game"]["slug"])
            if chosen.offer:
                made = site.offer(private=True)
                only.add(made["game"]["slug"])
                print(f"Friends join at {made['link']}", flush=True)
            Runner(
                site,
                make,
                chosen.state,
                seconds=chosen.seconds,
                quiet=chosen.quiet,
                seed=chosen.seed,
                seeks=chosen.seek,
                most=chosen.games,
                only=frozenset(only),
            ).run()
    except (CannotLoadError, Problem) as no:
        print(no if isinstance(no, CannotLoadError) else no.detail, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
