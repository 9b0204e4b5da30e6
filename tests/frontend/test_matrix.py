"""Nobody learns what they may not, by any address or command.

Eleven kinds of visitor ask for every address and every command, before and after every secret that they may not know
has changed. Their answers are the same. An answer for which nothing was read but who asks is not asked for again: it
cannot tell what it did not read.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, RequestFactory
from django.test.client import ClientHandler
from django.utils import timezone

from dipgame.games.models import Game, Message
from dipgame.problems import is_of_api
from frontend.access import access_for
from frontend.board import export
from frontend.game.commands import carry_out
from frontend.game.state import state_of
from frontend.talk.state import press_of
from frontend.wire.commands import COMMANDS, parse_command
from tests.effort import variation
from tests.frontend.world import MASTER, NOBODY, SAMPLES, SECRETS, VISITORS, Secret, World, addresses

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# In every run: a stranger, a player, and who sees all of a game. On each database, as what any page asks is to be valid
# there: who plays and sees the staff's pages.
_EVERY_TIME = {"stranger": [], "alice": [], MASTER: [], "staff player": [pytest.mark.database]}
_EACH = [pytest.param(each, marks=_EVERY_TIME.get(each, [pytest.mark.variation])) for each in VISITORS]

Answers = dict[str, Any]

_rasterised = lru_cache(64)(export._rasterise)

_GAME = re.compile(r"/games/([a-z0-9]{10})/")
_INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*(?:\ssrc=|application/json))", re.IGNORECASE)
_TAKEN_AWAY = "/report.html"
"""A page that is an attachment, opened from one's own disk and whole by itself: what it looks like stands in it."""
_BRACKETS = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
_TOKENS = re.compile(r'(csrfmiddlewaretoken" value="|"token": "|data-token=")\w+')


@pytest.fixture
def world(cast, story, monkeypatch, pages):
    """Time stands still, tables are called alike, drawings are rasterised once."""
    built = World.built(cast, story.committed)
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    monkeypatch.setattr("frontend.board.export._rasterise", _rasterised)
    monkeypatch.setattr("frontend.lobby.game_names.suggest_name", lambda: "Tea")
    for module in ("frontend.lobby.views", "frontend.lobby.at_once"):
        monkeypatch.setattr(f"{module}.suggest_name", lambda: "Tea")
    return built


def _user(world: World, who: str) -> Any:
    user = world.people.get(who)
    if user is not None:
        user.refresh_from_db()
    return user


class Visitor(RequestFactory):
    """Sends requests with one session, to the API with a token.

    Unlike a `Client` it keeps nothing of the pages that come back.
    """

    def __init__(self, world: World, who: str) -> None:
        super().__init__()
        self._number = 0
        if who != NOBODY:
            client = Client()
            client.force_login(world.people[who])
            self.cookies = client.cookies
            self._number = world.people[who].pk
        self._token = world.tokens.get(who, "")
        self._handler = ClientHandler(enforce_csrf_checks=False)
        self.body = b""
        """Of the last answer."""
        self.has_read = False
        """True if more was read for the last answer than who asks."""

    def request(self, **request: Any) -> Any:
        """The site's answer; nothing that the request changes stays."""
        cache.clear()
        environ = super().request(**request).environ
        if self._token and is_of_api(environ["PATH_INFO"]):
            environ["HTTP_AUTHORIZATION"] = f"Bearer {self._token}"
        self.has_read = False
        with transaction.atomic():
            with connection.execute_wrapper(self._note):
                answer = self._handler(environ)
                self.body = answer.getvalue()
            transaction.set_rollback(True)
        return answer

    def _note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        is_own = 'FROM "accounts_user" WHERE "accounts_user"."id" = %s' in sql and params[0] == self._number
        if not (is_own or '"django_session"' in sql or sql.startswith(_BRACKETS)):
            self.has_read = True
        return execute(sql, params, many, context)


def _asked(
    world: World, visitor: Visitor, methods: Collection[str], only: Iterable[str] | None = None
) -> Iterator[tuple[str, Any]]:
    """Answers of every address, or only of some, one after the other."""
    patterns = dict(addresses(world))
    for address in patterns if only is None else only:
        for method in methods:
            if method == "post" and (patterns[address].startswith("accounts/") or "command" in patterns[address]):
                continue  # allauth's own, and commands, which are asked for below
            answer = getattr(visitor, method)(address)
            body = _TOKENS.sub(r"\1", visitor.body.decode(errors="replace"))
            place = _place(world, answer.headers.get("Location", ""))
            yield f"{method} {address}", (answer.status_code, place, body)


def _pages(world: World, visitor: Visitor) -> tuple[Answers, dict[str, list[str]]]:
    """Answers of every address; and by method the addresses for which something was read."""
    found: Answers = {}
    read: dict[str, list[str]] = {"get": [], "post": []}
    for name, answer in _asked(world, visitor, tuple(read)):
        found[name] = answer
        if visitor.has_read:
            method, _, address = name.partition(" ")
            read[method].append(address)
    return found, read


def _place(world: World, location: str) -> str:
    """Target of a redirect.

    Games begun by this test's requests get one name.
    """
    known = {game.slug for game in world.games.values()}
    return _GAME.sub(lambda found: found[0] if found[1] in known else "/games/new/", location)


def _frames(world: World, who: str) -> Answers:
    """Frames of a socket: state, talk, and the answer to each command."""
    found: Answers = {}
    hidden = Message.objects.filter(game=world.games["running"]).earliest("id").pk
    for name, game in world.games.items():
        from django.contrib.auth.models import AnonymousUser

        user = _user(world, who)
        access = access_for(user if user is not None and user.is_active else AnonymousUser(), game.slug)
        if access is None:
            found[name] = None
            continue
        try:
            found[f"{name} state"] = state_of(access)
        except LookupError:
            found[f"{name} state"] = None
        found[f"{name} talk"] = press_of(access)
        for kind, sample in SAMPLES.items():
            frame = {"type": kind, "ref": 1, **sample} | ({"message": hidden} if kind == "answer" else {})
            cache.clear()
            with transaction.atomic():
                reply = dict(carry_out(access, parse_command(json.dumps(frame))))
                transaction.set_rollback(True)
            if reply["type"] in ("said", "press"):  # numbered by the time
                reply = {"type": reply["type"]}
            found[f"{name} {kind}"] = reply
    plain: Answers = json.loads(json.dumps(found, default=str))
    return plain


def _differing(before: Answers, after: Answers) -> list[str]:
    assert before.keys() == after.keys()
    return [f"{name}: {_first_difference(before[name], after[name])}" for name in before if before[name] != after[name]]


def _first_difference(before: Any, after: Any) -> str:
    pairs = zip(str(before).split("\\n"), str(after).split("\\n"), strict=False)
    return next((f"{one.strip()[:200]} -> {other.strip()[:200]}" for one, other in pairs if one != other), "length")


@pytest.mark.parametrize("who", _EACH)
def test_answers_do_not_depend_on_what_one_may_not_know(world, who):
    visitor = Visitor(world, who)
    (pages, read), frames = _pages(world, visitor), _frames(world, who)
    hidden = [secret for secret in SECRETS if who not in secret.knowers]
    if who == "staff":
        assert not hidden  # so there is nothing to compare with
    else:
        for secret in hidden:
            for name in secret.games:
                secret.change(world, Game.objects.get(pk=world.games[name].pk))
        again = {name: answer for method in read for name, answer in _asked(world, visitor, (method,), read[method])}
        assert len(again) > 100
        assert _differing({name: pages[name] for name in again}, again) == []
        assert _differing(frames, _frames(world, who)) == []
    assert not [name for name, answer in pages.items() if answer[0] >= 500]
    written = {name: body for name, (_, _, body) in pages.items() if body.lstrip().lower().startswith("<!doctype")}
    written = {name: body for name, body in written.items() if not name.endswith(_TAKEN_AWAY)}
    assert written
    assert {name: found[0] for name, body in written.items() if (found := _INLINE.search(body))} == {}


def test_what_is_read_for_an_answer_is_noticed(world):
    stranger, staff = Visitor(world, "stranger"), Visitor(world, "staff")
    game, person = f"/games/{world.games['running'].slug}/", f"/admin/accounts/user/{world.people['bob'].pk}/change/"

    def reads(visitor: Visitor, address: str) -> bool:
        visitor.get(address)
        return visitor.has_read

    assert [reads(stranger, each) for each in (game, f"{game}state", person, "/no/such/page/")] == [
        True,
        True,
        False,
        False,
    ]
    assert reads(staff, person)


@pytest.mark.parametrize("who", [variation("bob"), variation("staff"), MASTER])
def test_entitled_visitors_see_a_secret_change(world, who):
    """So that the comparison above would notice: each secret, by one who may know it."""
    known = [each for each in SECRETS if who in _who_are_asked(each)]
    visitor = Visitor(world, who)
    before: Answers = {}
    read = []
    for name, answer in _asked(world, visitor, ("get",)):
        before[name] = answer
        if visitor.has_read:
            read.append(name.removeprefix("get "))
    unseen = [secret.name for secret in known if not _is_seen(world, visitor, secret, before, read)]
    assert known
    assert unseen == []


def _is_seen(world: World, visitor: Visitor, secret: Secret, before: Answers, order: list[str]) -> bool:
    """True if an answer changes with the secret.

    order: the addresses to ask. Where the secret shows comes to its front: the next one may well show there, too.
    """
    with transaction.atomic():
        for name in secret.games:
            secret.change(world, Game.objects.get(pk=world.games[name].pk))
        shows = (name for name, answer in _asked(world, visitor, ("get",), tuple(order)) if answer != before[name])
        seen = next(shows, None)
        transaction.set_rollback(True)
    if seen is None:
        return False
    address = seen.removeprefix("get ")
    order.remove(address)
    order.insert(0, address)
    return True


def _who_are_asked(secret: Secret) -> set[str]:
    """Some visitors who may know the secret.

    A person's secrets show on the staff's pages only.
    """
    if not secret.knowers:
        return {NOBODY}
    if MASTER in secret.knowers:
        return {"bob", MASTER} & secret.knowers
    return {"bob" if "bob" in secret.knowers and not secret.name.startswith("password") else "staff"}


def test_every_command_is_asked_for():
    """A command that is added needs a sample in `tests.frontend.world`."""
    assert set(SAMPLES) == {each.__struct_config__.tag for each in COMMANDS}


def test_every_address_is_asked_for(world):
    """The table of URLs is walked to its leaves, and every page of a game is among them."""
    patterns = {pattern for _, pattern in addresses(world)}
    assert len(patterns) > 100
    asked = {address for address, _ in addresses(world)}
    for game in world.games.values():
        assert {f"/games/{game.slug}/", f"/games/{game.slug}/state", f"/games/{game.slug}/table/"} <= asked
    assert not [address for address in asked if re.search(r"[<>()\\?]", address)]
