"""One bot at one table.

It hears the game's stream, thinks, talks and orders.

What is decided is kept before it is sent, and orders replace orders: after a crash or a lost answer the same orders go
out again, and no phase is ever decided twice.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import httpx2 as httpx

from adjudication.notation import format_order
from bots.agent import Agent
from bots.asking import ask_in_time, through_json
from bots.chance import stream
from bots.talker import is_talker
from bots.view import PastPhase, Said, SeatView
from bots.view_json import past_phase_from_dict, said_from_dict, view_from_dict
from dipgame_client.calls import Problem
from dipgame_client.client import Client
from dipgame_client.keeping import Keeper, Kept
from negotiation.diplomacy import DIPLOMACY
from negotiation.printer import format_term
from negotiation.terms import Accept, Utterance

__all__ = ["Table"]

_MARGIN: Final = 5.0
"""Seconds before a deadline that a bot's time ends at the latest."""
_LEAST: Final = 0.5
_OVER: Final = frozenset({"finished", "cancelled"})
_LATE: Final = frozenset({"late", "not_running"})
"""Refusals of a phase that is over: the next line of the stream tells of another one."""

_log = logging.getLogger("dipgame_client")


class Table:
    """A bot's seat in one game.

    seconds: it may think about one thing. quiet: seconds without a message after which it is ready, where there is
    talk. seed: of its chance.
    """

    def __init__(
        self, site: Client, slug: str, agent: Agent, keeper: Keeper, *, seconds: float, quiet: float, seed: str
    ) -> None:
        self.site, self.slug, self.agent, self.keeper = site, slug, agent, keeper
        self.seconds, self.quiet, self.seed = seconds, quiet, seed
        self.kept: Kept = keeper.load()
        self.game: dict[str, Any] = {}
        self._history: tuple[PastPhase, ...] = ()
        self._undone = 0
        self._since_talk = time.monotonic()

    def play(self) -> str:
        """Play until the game or the seat is gone.

        Returns how the game stands then.
        """
        for line in self.site.follow(self.slug, self.kept.number, beats=True):
            if line is not None:
                self._take(line)
                self.kept.number = line["n"]
                self.keeper.save(self.kept)
                if self.game.get("status") in _OVER or not self.game.get("power"):
                    break
            self._become_ready()
        return str(self.game.get("status"))

    # ── what is heard ─────────────────────────────────────────────────────────────────────────────

    def _take(self, line: Mapping[str, Any]) -> None:
        match line["type"]:
            case "game":
                self.game = line["game"]
                self._act()
            case "message":
                self._hear(line["message"])
            case _:
                pass  # a phase: the game comes after it

    def _act(self) -> None:
        """Open the talk of a phase, and order in it.

        What was done before is not done again.
        """
        sheet = self.game["sheet"]
        if self.game["status"] != "running" or sheet is None or not sheet["is_open"]:
            return
        self.kept.begin(f"{self.game['phase']}/{self.game['undone']}")
        if not self.kept.opened and is_talker(self.agent) and self._is_talking():
            view = self._view()
            if view is not None:
                self._talk("open_talk", view)
            self.kept.opened = True
            self._since_talk = time.monotonic()
            self.keeper.save(self.kept)
        if sheet["decides"] and not self.kept.sent:
            if self.kept.orders is None:
                self._decide()
            self._send()

    def _hear(self, message: Mapping[str, Any]) -> None:
        """Let the bot hear a message of this phase.

        Where its memory or its deals change by it, it decides anew.
        """
        if message["id"] <= self.kept.heard or message["mine"]:
            return
        self.kept.heard = message["id"]
        self._since_talk = time.monotonic()
        if not is_talker(self.agent) or not message["l"] or message["phase"] != self.game.get("phase"):
            return
        before, deals = self.kept.memory, message["act"] == "accept"
        for text in message["l"]:
            view = self._view()
            if view is None:
                return
            said = said_from_dict({"phase": message["phase"], "l": text})
            answers = self._talk("hear", view, said)
            deals = deals or any(isinstance(answer, Accept) for answer in answers)
        if deals or self.kept.memory != before:
            self._think_again()

    # ── what is done ──────────────────────────────────────────────────────────────────────────────

    def _decide(self) -> None:
        """Ask the bot for orders.

        They are kept before anybody hears of them.
        """
        view = self._view()
        if view is None:
            return
        rng = stream(self.seed, self.slug, view.power, view.position.phase)
        answer = ask_in_time(self.agent, view, self.kept.memory, rng, self._time())
        for fault in answer.faults:
            _log.warning("%s, %s: %s", self.slug, view.position.phase, fault.text)
        self.kept.memory, self.kept.orders = dict(answer.memory), [format_order(each) for each in answer.orders]
        self.keeper.save(self.kept)

    def _think_again(self) -> None:
        sheet = self.game.get("sheet") or {}
        if sheet.get("decides") and sheet.get("is_open"):
            self.kept.orders, self.kept.sent = None, False
            self._decide()
            self._send()

    def _send(self) -> None:
        """Send the orders that are kept.

        They replace those before, so that it may be done again.
        """
        if self.kept.orders is None:
            return
        waits = self._is_talking() and is_talker(self.agent)
        try:
            reply = self.site.order(self.slug, self._phase(), self.kept.orders, ready=not waits)
        except Problem as no:
            if no.code not in _LATE:
                raise
            _log.info("%s: %s", self.slug, no.detail)
            return
        for verdict in reply["verdicts"]:
            if verdict["order"] is None:
                _log.warning("%s: %s: %s", self.slug, verdict["text"], verdict["detail"])
        self.kept.sent = True
        self.keeper.save(self.kept)
        _log.info("%s, %s: %s", self.slug, self._phase(), ", ".join(self.kept.orders) or "no orders")

    def _talk(self, name: str, view: SeatView, *more: Said) -> Sequence[Utterance]:
        """Call a method of the bot's talk and say what it says.

        Whatever it raises is its own affair.
        """
        rng = stream(self.seed, self.slug, view.power, view.position.phase, name, self.kept.heard)
        try:
            memory = through_json(self.kept.memory)
            talk = getattr(self.agent, name)(view, memory, *more, rng, self._time())
            memory = through_json(talk.memory)
            said = tuple(talk.utterances)
        except Exception as problem:
            _log.warning("%s: %s stopped with %s: %s", self.slug, name, type(problem).__name__, problem)
            return ()
        self.kept.memory = dict(memory)
        self.keeper.save(self.kept)
        for utterance in said:
            self._say(utterance)
        return said

    def _say(self, utterance: Utterance) -> None:
        try:
            self.site.say(self.slug, utterance.hearers, l=format_term(utterance, DIPLOMACY), phase=self._phase())
        except (Problem, httpx.TransportError, ValueError, AttributeError) as no:
            _log.info("%s: not said: %s", self.slug, no)

    def _become_ready(self) -> None:
        """Say that the orders are final, after some quiet."""
        sheet = self.game.get("sheet") or {}
        is_due = sheet.get("decides") and sheet.get("is_open") and not sheet.get("ready") and self.kept.sent
        if is_due and time.monotonic() - self._since_talk >= self.quiet:
            try:
                self.game["sheet"] = self.site.ready(self.slug, self._phase())
            except Problem as no:
                if no.code not in _LATE:
                    raise

    # ── what is known ─────────────────────────────────────────────────────────────────────────────

    def _view(self) -> SeatView | None:
        """The seat's view now; None in another phase than expected.

        History is fetched once.
        """
        if self.game["undone"] != self._undone:
            self._history, self._undone = (), self.game["undone"]
        try:
            found = self.site.view(self.slug, after=len(self._history) - 1)
        except Problem as no:
            if no.code in (*_LATE, "not_seated"):
                return None
            raise
        told = found["view"]
        self._history += tuple(map(past_phase_from_dict, told.pop("history")))
        view = replace(view_from_dict({**told, "history": []}), history=self._history[: found["index"]])
        return view if str(view.position.phase) == self._phase() else None

    def _phase(self) -> str:
        return str(self.game["phase"])

    def _is_talking(self) -> bool:
        return self.game["terms"]["press_level"] > 0 and self._phase().endswith("M")

    def _time(self) -> float:
        """Seconds that the bot may think now."""
        deadline = self.game.get("deadline")
        if deadline is None:
            return self.seconds
        left = (datetime.fromisoformat(deadline) - datetime.now(UTC)).total_seconds() - _MARGIN
        return max(_LEAST, min(self.seconds, left))
