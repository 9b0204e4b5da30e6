"""Runs a bot on a site.

Each game has a thread; the stream of events says which begin and end.
"""

import importlib
import logging
import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx2 as httpx

from bots.agent import Agent
from dipgame_client.calls import Problem
from dipgame_client.client import Client
from dipgame_client.keeping import Keeper
from dipgame_client.playing import Table

__all__ = ["CannotLoadError", "Runner", "address_of", "bot_called"]

_log = logging.getLogger("dipgame_client")

_PAUSE: Final = 15.0
"""Seconds after which a game is taken up again that the site did not answer in."""

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

    folder: where it keeps what it knows. It sits down where somebody challenges it, and where it seeks at open tables,
    as long as it has fewer than `most` games. only: the games it plays, all of its account's where empty; then it ends
    with the last of them.
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
    _tables: list[dict[str, Any]] = field(default_factory=list)
    _again: dict[str, dict[str, Any]] = field(default_factory=dict)

    def run(self) -> None:
        """Play for ever, or the games of `only`.

        Raises Problem.
        """
        playing: dict[str, threading.Thread] = {}
        over: set[str] = set()
        has_room = False
        for line in self.site.events(beats=True):
            for slug in [slug for slug, thread in playing.items() if not thread.is_alive()]:
                del playing[slug]
                over.add(slug)
                has_room = True
            if self.only and self.only <= over:
                return
            if line is None:
                for game in list(self._again.values()):
                    self._consider(game, playing, over)
            elif line["type"] == "game":
                self._consider(line["game"], playing, over)
                has_room |= line["game"]["status"] not in ("open", "running")
            elif line["type"] == "tables":
                self._tables, has_room = line["tables"], True
            if has_room and not self.only:
                has_room = not self._seek(playing)

    def _consider(self, game: dict[str, Any], playing: dict[str, threading.Thread], over: set[str]) -> None:
        slug = game["slug"]
        self._again.pop(slug, None)
        if slug in playing or (self.only and slug not in self.only):
            return
        if game["status"] == "running" and game["power"] is None:
            # A bot of the site plays on for us: we were away.
            try:
                game = self.site.join(slug)
            except Problem as no:
                _log.info("%s: %s", slug, no.detail)
                if _may_succeed_later(no):
                    self._again[slug] = game
                else:
                    over.add(slug)
                return
            except httpx.TransportError as lost:
                _log.warning("%s: %s; trying again", slug, lost)
                self._again[slug] = game
                return
        if game["status"] == "running":
            over.discard(slug)
            thread = threading.Thread(target=self._play, args=(slug,), name=slug, daemon=True)
            playing[slug] = thread
            thread.start()
        elif game["status"] != "open":
            over.add(slug)

    def _seek(self, playing: dict[str, threading.Thread]) -> bool:
        """Take seats where challenged, and at open tables if it seeks.

        False where the site did not answer.
        """
        wanted = [table for table in self._tables if self.seeks or table.get("challenger")]
        if not wanted:
            return True
        try:
            mine = sum(each["status"] == "open" for each in self.site.games()) + len(playing)
            for table in wanted:
                if mine >= self.most:
                    break
                try:
                    self.site.join(table["slug"], word=table.get("word") or "")
                    if table.get("challenger"):
                        self.site.start(table["slug"])
                except Problem as no:
                    _log.info("%s: %s", table["slug"], no.detail)
                else:
                    mine += 1
                    _log.info("%s: took a seat at %s", table["slug"], table["name"])
        except httpx.TransportError as lost:
            _log.warning("no seat was found: %s; trying again", lost)
            return False
        except Problem as no:
            if not _may_succeed_later(no):
                raise
            return False
        return True

    def _play(self, slug: str) -> None:
        """Play a game, anew after a while without answers of the site."""
        while True:
            try:
                _log.info("%s: %s", slug, self._table(slug).play())
            except Problem as no:
                _log.warning("%s: %s", slug, no.detail)
                if not _may_succeed_later(no):
                    return
            except httpx.TransportError as lost:
                _log.warning("%s: %s; trying again", slug, lost)
            except Exception:
                _log.exception("%s: this game cannot be played on; start again to go on", slug)
                return
            else:
                return
            time.sleep(_PAUSE)

    def _table(self, slug: str) -> Table:
        return Table(
            self.site,
            slug,
            self.make(),
            Keeper(self.folder, slug),
            seconds=self.seconds,
            quiet=self.quiet,
            seed=self.seed,
        )


def _may_succeed_later(no: Problem) -> bool:
    return no.status == 429 or no.status >= 500
