"""Runs a bot on a site.

Each game has a thread; the stream of events says which begin and end.
"""

import importlib
import logging
import re
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bots.agent import Agent
from dipgame_client.calls import Problem
from dipgame_client.client import Client
from dipgame_client.keeping import Keeper
from dipgame_client.playing import Table

__all__ = ["CannotLoadError", "Runner", "address_of", "bot_called"]

_log = logging.getLogger("dipgame_client")

_LINK: Final = re.compile(r"(?:.*/games/)?(?P<slug>[-A-Za-z0-9_]+)(?:(?::|/with/)(?P<word>[^/]+)|/table)?/?")


class CannotLoadError(Exception):
    """The bot cannot be loaded; the message says what to write instead."""


def bot_called(name: str) -> Callable[[], Agent]:
    """Builder of `module:Class`.

    It is looked for in the folder one is in and on Python's path. Raises CannotLoadError.
    """
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise CannotLoadError(f"'{name}' is no bot: write module:Class, as my_bot:LandGrabber.")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        make: Callable[[], Agent] = getattr(importlib.import_module(module), attribute)
        make()
    except Exception as problem:  # whatever importing or building somebody's bot raises
        raise CannotLoadError(f"'{name}' cannot be used: {type(problem).__name__}: {problem}") from problem
    return make


def address_of(link: str) -> tuple[str, str]:
    """Address and word of a game.

    link: `SLUG`, `SLUG:WORD`, or the link that friends are sent.
    """
    found = _LINK.fullmatch(link.strip())
    return ("", "") if found is None else (found["slug"], found["word"] or "")


@dataclass(slots=True)
class Runner:
    """A bot and how it plays.

    folder: where it keeps what it knows. seeks: whether it takes seats at open tables, as long as it has fewer than
    `most` games. only: the games it plays, all of its account's where empty; then it ends with the last of them.
    """

    site: Client
    make: Callable[[], Agent]
    folder: Path
    seconds: float = 10.0
    quiet: float = 15.0
    seed: str = "dipgame"
    seeks: bool = False
    most: int = 4
    only: frozenset[str] = frozenset()

    def run(self) -> None:
        """Play for ever, or the games of `only`.

        Raises Problem.
        """
        playing: dict[str, threading.Thread] = {}
        over: set[str] = set()
        for line in self.site.events(beats=True):
            for slug in [slug for slug, thread in playing.items() if not thread.is_alive()]:
                del playing[slug]
                over.add(slug)
            if self.only and self.only <= over:
                return
            if line is None:
                continue
            if line["type"] == "game":
                self._consider(line["game"], playing, over)
            elif self.seeks and line["type"] == "tables":
                self._seek(line["tables"], playing)

    def _consider(self, game: dict[str, Any], playing: dict[str, threading.Thread], over: set[str]) -> None:
        slug = game["slug"]
        if slug in playing or (self.only and slug not in self.only):
            return
        if game["status"] == "running" and game["power"] is None:
            # A bot of the site plays on for us: we were away.
            try:
                game = self.site.join(slug)
            except Problem as no:
                _log.info("%s: %s", slug, no.detail)
                over.add(slug)
                return
        if game["status"] == "running":
            over.discard(slug)
            thread = threading.Thread(target=self._play, args=(slug,), name=slug, daemon=True)
            playing[slug] = thread
            thread.start()
        elif game["status"] != "open":
            over.add(slug)

    def _seek(self, tables: list[dict[str, Any]], playing: dict[str, threading.Thread]) -> None:
        """Take a seat at the table that has waited longest."""
        mine = sum(each["status"] == "open" for each in self.site.games()) + len(playing)
        for table in tables:
            if mine >= self.most:
                return
            try:
                self.site.join(table["slug"])
            except Problem as no:
                _log.info("%s: %s", table["slug"], no.detail)
            else:
                mine += 1
                _log.info("%s: took a seat at %s", table["slug"], table["name"])

    def _play(self, slug: str) -> None:
        table = Table(
            self.site,
            slug,
            self.make(),
            Keeper(self.folder, slug),
            seconds=self.seconds,
            quiet=self.quiet,
            seed=self.seed,
        )
        try:
            _log.info("%s: %s", slug, table.play())
        except Problem as no:
            _log.warning("%s: %s", slug, no.detail)
        except Exception:
            _log.exception("%s: this game cannot be played on; start again to go on", slug)
