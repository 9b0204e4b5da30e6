"""A game that hides who is a bot looks the same with one bot and with six: every address, every number, every frame."""

import re
from typing import Any

import pytest
from django.test import Client, TestCase
from django.urls import get_resolver

from dipgame.accounts.models import User
from dipgame.games import queries, services
from dipgame.games.events import game_topic
from dipgame.games.models import BotState, Game, SeatPhase
from tests.effort import one_of
from tests.frontend.world import World, _filled, _patterns
from tests.thinking import play_bot

pytestmark = [pytest.mark.django_db, pytest.mark.database]

POWERS = ("FRA", "ENG", "GER", "ITA", "AUS", "RUS", "TUR")
_TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)?|csrf\w*\W+value=\W[^\"']+|\"token\": \"\w+\"")


@pytest.fixture
def people(cast: Any) -> list[User]:
    more = [User(email=f"p{each}@example.org", name=f"Person {each}", password="!") for each in range(5)]
    User.objects.bulk_create(more)
    return [cast.alice, *User.objects.filter(name__startswith="Person ").order_by("pk")]


def begun(people: list[User], **terms: Any) -> Game:
    """A game of these people and of bots."""
    game = services.create_game(people[0], services.Terms("Masks", "FRA", faces="all", **terms))
    for person, power in zip(people[1:], POWERS[1:], strict=False):
        services.join_game(person, game, power)
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.fill_seats(game, "holdbot")
    game.refresh_from_db()
    return game


def all_decide(game: Game) -> None:
    """Everybody but France is ready."""
    for seat in game.seats.order_by("power").exclude(power="FRA"):
        with TestCase.captureOnCommitCallbacks(execute=True):
            if seat.bot:
                play_bot(SeatPhase.objects.get(seat=seat).pk)
            else:
                services.set_ready(seat, "S1901M", True)


def played(people: list[User], **terms: Any) -> Game:
    """Game in which everybody has decided but the first."""
    game = begun(people, **terms)
    all_decide(game)
    return game


def pages(game: Game, who: User | None) -> dict[str, str]:
    """Answers of every address of the game to this person, without times and the game's own address."""
    client = Client()
    if who is not None:
        client.force_login(who)
    world = World({"bob": User.objects.get(name="Bob")}, {"one": game})
    patterns = [each for each in _patterns(get_resolver().url_patterns, "") if re.match(r"games/.{0,5}<slug", each)]
    found = {}
    for address in (address for pattern in patterns for address in _filled(pattern, world)):
        answer = client.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
        text = _TIMES.sub("", body.decode(errors="replace")).replace(game.slug, "SLUG")
        found[address.replace(game.slug, "SLUG")] = f"{answer.status_code} {text}"
    return found


@pytest.mark.parametrize("terms", [{}, {"press_level": 3}], ids=["silent", "talking"])
def test_one_bot_and_six_look_the_same(people: list[User], cast: Any, outbox: Any, terms: dict[str, Any]) -> None:
    games = {count: played(people[:count], **terms) for count in (6, 1)}
    for who in (None, cast.charlie, cast.alice):
        six_people, six_bots = (pages(game, who) for game in games.values())
        assert six_people.keys() == six_bots.keys()
        for address, answer in six_people.items():
            assert without_names(answer) == without_names(six_bots[address]), (who, address)


def without_names(answer: str) -> str:
    """An answer without what is by chance: tokens, numbers of rows and the letters that stand for people."""
    return re.sub(r"[0-9a-zA-Z]{64}|[a-zA-Z0-9]{32}", "", answer)


def test_pages_are_told_as_often_with_six_bots_as_with_one(people: list[User], outbox: Any) -> None:
    counts = []
    for count in (6, 1):
        game = begun(people[:count])
        topic = game_topic(game.slug)
        number, told = queries.news_of([topic])[topic], len(outbox.told(topic))
        all_decide(game)
        counts.append((queries.news_of([topic])[topic] - number, len(outbox.told(topic)) - told))
    assert counts == [(0, 0), (0, 0)]


def test_who_is_alone_with_bots_is_not_told_so_by_the_clock(people: list[User], settings: Any) -> None:
    settings.READY_SECONDS = 3.0
    game = played(people[:1])
    services.set_ready(game.seats.get(power="FRA"), "S1901M", True)
    assert game.phases.get(name="S1901M").closes_at is None


@pytest.mark.parametrize("state", one_of([BotState.WAITING, BotState.THINKING, BotState.LATE, BotState.CRASHED]))
def test_how_a_bot_is_doing_is_told_to_nobody(people: list[User], cast: Any, state: BotState) -> None:
    game = played(people[:1])
    before = {who: pages(game, who) for who in (None, cast.alice)}
    ready = state in (BotState.LATE, BotState.CRASHED)
    SeatPhase.objects.filter(phase__game=game, seat__power="TUR").update(bot_state=state, ready=ready)
    for who, then in before.items():
        now = pages(game, who)
        assert {address for address in then if without_names(then[address]) != without_names(now[address])} == set()
