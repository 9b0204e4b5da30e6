"""Connection of a game page: commands in, replies and state out.

Close codes: 4404 no such game for this person (frontend.access), 4401 who opened the line is signed out (the page comes
back as whoever it is now), 4400 too many bad frames. A page that reconnects gets the whole state first and, with
`?talk=<upto>&as=FRA`, the talk it missed: what is new or changed after the newest number it was shown (`Press.upto`).
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer

from dipgame.busy import BUSY
from dipgame.games import queries
from dipgame.games.events import game_topic, person_topic, seat_topic
from dipgame.in_turn import GAME_TURNS, TooManyWaitError
from frontend.access import NO_ACCESS_CODE, SIGNED_OUT_CODE, Access, access_to, session_of
from frontend.display import display_options_of
from frontend.game.commands import WATCHING, carry_out
from frontend.game.look import Shown, look_at, upto, written
from frontend.lookout import end, lookout
from frontend.talk.state import message_heard
from frontend.threads import in_thread, in_thread_once, is_busy
from frontend.wire.commands import LARGEST_FRAME, BadFrame, Command, PingCommand, parse_command
from frontend.wire.replies import Reply, answering, heard_reply, pong_reply, refused_reply
from frontend.wire.state import NewsNumbers, State

__all__ = ["BAD_FRAMES_CODE", "BAD_FRAMES_LIMIT", "GameConsumer", "NowhereConsumer"]

BAD_FRAMES_CODE: Final = 4400
BAD_FRAMES_LIMIT: Final = 20
"""Frames that are no commands; the last of them closes the line."""

_QUIET: Final = 0.05
"""Seconds between two states: what changes in between is told once. Twenty a second are plenty."""
_BOTS_TOGETHER: Final = 0.5
"""Seconds that a page waits after a bot has answered: the others of its game mostly answer just then, and one look
tells of all."""
_PUT_OFF: Final = 6
"""Most postponements of that look while more urgent news waits, a new phase say."""
_AGAIN: Final = 2.0
"""Seconds until what could not be told is tried again."""
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
_PATIENCE: Final = 60.0
"""Seconds after which a look that does not come back counts as failed."""

_log = logging.getLogger(__name__)


class GameConsumer(AsyncWebsocketConsumer):
    """One browser that looks at one game."""

    access: Access | None = None
    session: str | None = None
    person: int | None = None

    async def connect(self) -> None:
        self.bad_frames = 0
        self.changed = asyncio.Event()
        self.soon: asyncio.TimerHandle | None = None
        self.looking = False
        self.has_entered = False
        self.talked = True
        self.words = 0
        self.only_words = True
        self.told: int | None = None  # the newest number of the talk that the page was shown; None: tell all of it
        self.teller: asyncio.Task[None] | None = None
        self.news: NewsNumbers = {"game": -1, "seat": -1}
        self.seen: dict[str, int] = {}
        self.shown: State | None = None
        self.played: tuple[str, int] | None = None
        self.display = display_options_of(self.scope["cookies"])
        self.topics: dict[str, str] = {}
        # Accept before looking: browsers see a close code only on an accepted socket, and two thousand that come back
        # at once are all taken.
        await self.accept()
        self.access, self.told = await in_thread(_enter, self.scope)
        if self.access is None:
            await self.close(NO_ACCESS_CODE)
            return
        self.session, self.person = session_of(self.scope), self.access.person
        self._follow(self.access)
        # Who is signed in is looked up again, now that their topics are followed: they may have signed out just now.
        self.has_entered = self.person is None
        self.changed.set()
        self.teller = asyncio.create_task(self._tell())

    async def disconnect(self, code: int) -> None:
        if self.teller is not None:
            await end(self.teller)
            self._wait_no_more()
        self._follow(None)
        await lookout().rest()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.access is None:
            return
        try:
            command = parse_command(text_data if bytes_data is None else bytes_data)
        except BadFrame as bad:
            await self._answer(answering(refused_reply("malformed", bad.message), bad.ref))
            oversized = len(text_data or bytes_data or "") > LARGEST_FRAME
            self.bad_frames = BAD_FRAMES_LIMIT if oversized else self.bad_frames + 1
            if self.bad_frames >= BAD_FRAMES_LIMIT:
                # Frames the page sends before it hears of the close are not read.
                await self._end(BAD_FRAMES_CODE)
            return
        if isinstance(command, PingCommand):
            await self._answer(answering(pong_reply(self._newest()), command.ref))
            return
        if self.person is None:
            # Nobody in particular holds no seat, and there is nothing to look for.
            await self._answer(answering(refused_reply("not_seated", WATCHING), command.ref))
            return
        try:
            async with GAME_TURNS.turn(self.access.game.slug):
                access, reply = await in_thread(_obey, self.scope, self.person, command)
        except TooManyWaitError:
            await self._answer(answering(refused_reply("busy", BUSY), command.ref))
            return
        if await self._may_stay(access) and reply is not None:
            await self._answer(reply)

    # --- What the lookout says -----------------------------------------------------------------------

    async def heard(self, message: Mapping[str, Any]) -> None:
        """Something has changed that everybody may know, or my orders on another screen, or my talk, or who I am."""
        if message["type"] == "person.changed":
            self.doubted()
            return
        is_said, what = message["type"] == "message.said", message.get("what")
        if is_said and self._hears(message):
            await self._pass_on(message)
            return
        if what == "bots":
            self.soon = self.soon or asyncio.get_running_loop().call_later(_BOTS_TOGETHER, self._bots_answered, 0)
            return
        self.talked = self.talked or is_said or message["type"] == "press.changed"
        if is_said or message.get("word") is False:
            self.words += 1
        else:
            self.only_words = False
        self.changed.set()

    def _bots_answered(self, put_off: int) -> None:
        """Look now, unless others wait for what is more urgent."""
        self.soon = None
        if is_busy() and put_off < _PUT_OFF:
            again = asyncio.get_running_loop().call_later(_BOTS_TOGETHER, self._bots_answered, put_off + 1)
            self.soon = again
            return
        self.changed.set()

    def newest(self, topic: str, number: int) -> None:
        """Wake up if the topic has news the page lacks."""
        which = self.topics.get(topic)
        # While it looks, it is about to be shown; the next beat tells whether it was.
        if which in self.news and not self.looking and number > self.seen.get(topic, -1):
            self.talked = True
            self.changed.set()

    def doubted(self) -> None:
        """Check again who is signed in."""
        self.changed.set()

    def _hears(self, said: Mapping[str, Any]) -> bool:
        """True if a message can be sent without a new look.

        It must be the next after those shown, addressed to the seat while the person of this connection held it, and
        nothing may be in doubt.
        """
        return (
            self.access is not None
            and self.told is not None
            and not self.looking
            and not self.changed.is_set()
            and said["person"] == self.person
            and said["number"] == self.news["seat"] + 1
        )

    async def _pass_on(self, said: Mapping[str, Any]) -> None:
        access = self.access
        if access is None:
            return
        self.news = {"game": self.news["game"], "seat": said["number"]}
        self.told = max(self.told or 0, said["message"]["id"])
        if access.seat is not None:
            self.seen[seat_topic(access.seat.pk)] = said["number"]
        await self._answer(heard_reply(message_heard(said["message"], access), self.news))

    def _newest(self) -> NewsNumbers:
        """The newest numbers that are known here."""
        if self.access is not None and self.access.delayed:
            return self.news  # what happens in the phase now played is nothing they may know
        numbers, known = lookout().numbers, {"game": 0, "seat": 0, "person": 0}
        for topic, which in self.topics.items():
            known[which] += numbers.get(topic, self.seen.get(topic, 0))  # the game master follows all seats
        return {"game": max(known["game"], self.news["game"]), "seat": max(known["seat"], self.news["seat"])}

    def _follow(self, access: Access | None) -> None:
        """Hear of the game and of the seat one holds now; a seat newly taken is heard of too."""
        topics = {}
        if access is not None:
            topics[game_topic(access.game.slug)] = "game"
            topics |= dict.fromkeys(map(seat_topic, access.seats_to_follow), "seat")
            if access.person is not None:
                topics[person_topic(access.person)] = "person"
        for topic in self.topics.keys() - topics.keys():
            lookout().leave(topic, self)
        for topic in topics.keys() - self.topics.keys():
            lookout().follow(topic, self)
        self.topics = topics

    # --- What the page is told -------------------------------------------------------------------------

    async def _tell(self) -> None:
        """Send the state after every change, and close when the person may not see the game any more.

        What fails, a database that is away for a moment say, is tried again: a page whose line is open never goes deaf.
        """
        while (access := self.access) is not None:
            await self.changed.wait()
            self.changed.clear()
            self._wait_no_more()
            self.looking = True
            try:
                async with asyncio.timeout(_PATIENCE):
                    await self._tell_once(access)
            except Exception:
                _log.exception("a page of %s could not be told what changed; trying again", access.game.slug)
                self.talked, self.told = True, None
                await asyncio.sleep(_AGAIN)
                self.changed.set()
            else:
                await asyncio.sleep(_QUIET)
            finally:
                self.looking = False

    def _wait_no_more(self) -> None:
        """Send the delayed state now."""
        if self.soon is not None:
            self.soon.cancel()
            self.soon = None

    async def _tell_once(self, before: Access) -> None:
        talked, self.talked = self.talked, False
        # A word may be heard late, when a look has shown it already: beside other news, their number says nothing.
        words, self.words = self.words if self.only_words else 0, 0
        self.only_words = True
        since = self.told
        known = words and since is not None
        if_only_words = {"game": self.news["game"], "seat": self.news["seat"] + words} if known else None
        entered, self.has_entered = self.has_entered, False
        shown = Shown(talked, since, self.played, self.display)
        if self.session is None and not entered:
            # Without a session it is nobody in particular: all such pages are shown the same.
            name = (before.game.slug, before.game.status, shown)
            sight = await in_thread_once(name, look_at, self.scope, before, shown, if_only_words)
        else:
            sight = await in_thread(look_at, None if entered else self.scope, before, shown, if_only_words)
        if not await self._may_stay(None if sight is None else sight.access) or sight is None:
            return
        self._follow(sight.access)
        self.access = sight.access
        self.news, self.played = sight.news, sight.played or self.played
        self.seen = {game_topic(sight.access.game.slug): sight.access.news[0]}
        self.seen |= {seat_topic(seat): number for seat, number in sight.access.overseen}
        if sight.access.seat is not None:
            self.seen[seat_topic(sight.access.seat.pk)] = sight.news["seat"]
        if sight.state is not None and self._is_new(sight.access, sight.state):
            await self._send(sight.frame)
        if talked:
            self.told = since or 0
        if sight.press is not None:
            self.told = upto(sight.press)
            await self._answer(sight.press)

    def _is_new(self, access: Access, reply: Reply) -> bool:
        """True if the state differs from the one shown before.

        A watcher with a delay gets nothing for events of the current phase: even their time would tell something.
        """
        if reply["type"] != "state" or not access.delayed:
            return True
        before, self.shown = self.shown, reply["state"]
        return before is None or _but_for_the_time(before) != _but_for_the_time(self.shown)

    async def _may_stay(self, access: Access | None) -> bool:
        """Close the line of who may not see the game any more, or is not who opened it."""
        if self.access is None:
            return False
        if access is not None and access.person == self.person:
            return True
        await self._end(NO_ACCESS_CODE if access is None else SIGNED_OUT_CODE)
        return False

    async def _end(self, code: int) -> None:
        """Close the line: nothing is read or told any more."""
        self.access = None
        self._follow(None)
        await self.close(code)

    async def _answer(self, reply: Reply) -> None:
        await self._send(written(reply))

    async def _send(self, frame: str) -> None:
        # The browser may have gone while the answer was made.
        with contextlib.suppress(Disconnected):
            await self.send(text_data=frame)


class NowhereConsumer(AsyncWebsocketConsumer):
    """Any other address: closed with the code of a game that is not there."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_ACCESS_CODE)


def _but_for_the_time(state: State) -> dict[str, object]:
    return {**state, "game": {**state["game"], "now": ""}}


def _obey(scope: Mapping[str, Any], person: int | None, command: Command) -> tuple[Access | None, Reply | None]:
    """Do what the person who opened the line asks for, unless they are not who they were."""
    access = access_to(scope, person)
    if access is None or access.person != person:
        return access, None
    return access, carry_out(access, command)


def _enter(scope: Mapping[str, Any]) -> tuple[Access | None, int | None]:
    """Access of a page that connects, and the newest number shown there."""
    access = access_to(scope)
    return access, None if access is None else _shown_to(scope, access)


def _shown_to(scope: Mapping[str, Any], access: Access) -> int | None:
    """Newest number of the talk shown to a page that reconnects.

    The page's address says it. None for a page that was shown no talk, or that of another seat, or a number which a
    database restored from an older copy has not given.
    """
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    upto, power = asked.get("talk", [""])[0], asked.get("as", [""])[0]
    if not _NUMBER.fullmatch(upto) or power != (access.power or ""):
        return None
    return int(upto) if int(upto) <= queries.newest_number(access.game.pk) else None
