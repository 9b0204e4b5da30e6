"""A table may say that nobody looks on before the end: then its game is closed to all who do not sit at it. Or that who
looks on is told everything a phase later."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.errors import NotOpen
from dipgame.games.models import Game, GamePhase, Notice, Seat, SeatPhase
from frontend.access import access_for
from frontend.game.state import state_of
from tests.frontend.world import World, _filled, _patterns

pytestmark = pytest.mark.django_db

ADDRESSES = ["", "state", "phases/S1901M.json", "phases/S1901M.svg", "small.svg", "press", "result", "minds/"]


@pytest.fixture
def closed(story: Any) -> Any:
    return story.begins(fill_bot="holdbot", watching="after")


@pytest.mark.parametrize("address", ADDRESSES)
def test_nobody_looks_on(client: Client, closed: Any, cast: Any, address: str) -> None:
    for person in (None, cast.charlie):
        if person is not None:
            client.force_login(person)
        assert client.get(f"/games/{closed.game.slug}/{address}").status_code == 404
    client.force_login(cast.bob)
    assert client.get(f"/games/{closed.game.slug}/").status_code == 200


def test_lists_do_not_name_it(client: Client, closed: Any, cast: Any) -> None:
    closed_name = closed.game.name
    for address in ("/watch/", "/people/Bob/"):
        assert closed_name not in client.get(address).content.decode()


def test_a_closed_game_is_open_after_its_end(client: Client, closed: Any) -> None:
    at = closed.row.opened_at
    over = {"status": "finished", "result": "abandoned", "started_at": at, "finished_at": at}
    Game.objects.filter(pk=closed.game.pk).update(**over)
    assert client.get(f"/games/{closed.game.slug}/").status_code == 200


def test_its_seats_are_not_taken_over(closed: Any, cast: Any) -> None:
    services.leave_game(cast.bob, closed.game)
    with pytest.raises(NotOpen):
        services.take_seat_over(cast.charlie, closed.game, "ENG")


def test_the_table_can_be_found_before_it_begins(client: Client, story: Any, cast: Any) -> None:
    story.waits(watching="after")
    page = client.get(f"/games/{story.game.slug}/table/").content.decode()
    assert "Open to watchers at its end only" in page


# --- A phase later ----------------------------------------------------------------------------------


@pytest.fixture
def delayed(story: Any) -> Any:
    """Spring 1901 is over, with Paris in Burgundy; fall is played."""
    story.begins(fill_bot="holdbot", watching="delayed")
    story.orders("FRA", "A PAR - BUR", "F BRE H", "A MAR H")
    story.ready("FRA", "ENG")
    return story


def seen(game: Game, client: Client) -> dict[str, tuple[int, str]]:
    """Answers of all addresses of this game."""
    world = World({"bob": User.objects.get(name="Bob")}, {"delayed": game})
    patterns = [each for each in _patterns(get_resolver().url_patterns, "") if re.match(r"games/.{0,5}<slug", each)]
    found = {}
    for address in ["/watch/", *(address for pattern in patterns for address in _filled(pattern, world))]:
        for each in {address, address.replace("S1901M", "F1901M")}:
            answer = client.get(each)
            found[each] = answer.status_code, answer.content.decode(errors="replace")
    return found


def test_who_looks_on_sees_the_phase_before_as_it_was(client: Client, delayed: Any, cast: Any) -> None:
    at = f"/games/{delayed.game.slug}"
    state = client.get(f"{at}/state").json()
    assert (state["game"]["phase"], state["game"]["status"]) == ("S1901M", "running")
    assert [each["name"] for each in state["game"]["phases"]] == ["S1901M"]
    assert client.get(f"{at}/phases/F1901M.json").status_code == 404
    assert client.get(f"{at}/phases/F1901M.svg").status_code == 404
    spring = client.get(f"{at}/phases/S1901M.json").json()
    assert (spring["status"], spring["orders"]) == ("open", [])
    [kept] = client.get(f"{at}/game.json").json()["phases"]
    assert (kept["name"], kept["outcomes"]) == ("S1901M", [])
    assert "A PAR - BUR" not in client.get(f"{at}/game.txt").content.decode()
    assert "A phase later" in client.get(f"{at}/").content.decode()
    client.force_login(cast.bob)
    assert client.get(f"{at}/state").json()["game"]["phase"] == "F1901M"


def test_a_delayed_watcher_sees_each_phase_one_later(client: Client, delayed: Any) -> None:
    delayed.ready("FRA", "ENG")
    at = f"/games/{delayed.game.slug}"
    assert client.get(f"{at}/state").json()["game"]["phase"] == "F1901M"
    spring = client.get(f"{at}/phases/S1901M.json").json()
    assert "A PAR - BUR" in [each["order"] for each in spring["orders"]]


def test_nothing_newer_is_told_by_any_address(client: Client, delayed: Any, cast: Any) -> None:
    """All that has happened since is changed; who looks on is told the same as before."""
    game = delayed.game
    before = {None: seen(game, client)}
    client.force_login(cast.charlie)
    before[cast.charlie] = seen(game, client)
    sockets = state_of(_access(cast.charlie, game))
    spring, fall = GamePhase.objects.filter(game=game).order_by("index")
    turned = json.loads(json.dumps(fall.position).replace("BUR", "GAS"))
    assert turned != fall.position
    assert fall.deadline is not None
    assert spring.outcomes
    GamePhase.objects.filter(pk=fall.pk).update(position=turned, deadline=fall.deadline + timedelta(hours=1))
    GamePhase.objects.filter(pk=spring.pk).update(outcomes=spring.outcomes[1:])
    SeatPhase.objects.filter(phase=fall).update(ready=True, bot_state="late", orders={"PAR": "A BUR - MUN"})
    Seat.objects.filter(game=game, power="ENG").update(
        votes={"clock": {"pause-86400": {"agrees": True}}, "end": {"FRA": {"agrees": True}}}
    )
    Notice.objects.create(game=game, words="Something happened in fall.", at=timezone.now())
    cache.clear()
    for person, then in before.items():
        again = Client()
        if person is not None:
            again.force_login(person)
        now = seen(game, again)
        assert then.keys() == now.keys()
        assert [address for address in then if _plain(then[address]) != _plain(now[address])] == []
        assert len(then) > 20
    after = state_of(_access(cast.charlie, game))
    assert {**after, "game": {**after["game"], "now": ""}} == {**sockets, "game": {**sockets["game"], "now": ""}}


def test_a_change_in_what_is_shown_is_noticed(client: Client, delayed: Any) -> None:
    """So that the comparison above would notice."""
    before = seen(delayed.game, client)
    spring = GamePhase.objects.get(game=delayed.game, name="S1901M")
    turned = json.loads(json.dumps(spring.position).replace("A PAR", "A GAS"))
    GamePhase.objects.filter(pk=spring.pk).update(position=turned)
    cache.clear()
    after = seen(delayed.game, client)
    changed = {address for address in before if _plain(before[address]) != _plain(after[address])}
    at = f"/games/{delayed.game.slug}"
    assert {f"{at}/", f"{at}/small.svg", f"{at}/game.json", f"{at}/phases/S1901M.json"} <= changed


def test_who_keeps_the_game_sees_it_as_it_is(delayed: Any, cast: Any) -> None:
    Game.objects.filter(pk=delayed.game.pk).update(host=cast.charlie)
    assert state_of(_access(cast.charlie, delayed.game))["game"]["phase"] == "F1901M"


def test_at_the_end_all_is_seen(client: Client, story: Any) -> None:
    story.begins(fill_bot="holdbot", watching="delayed", end_year=1901)
    for _ in range(2):
        story.ready("FRA", "ENG")
    names = [each["name"] for each in client.get(f"/games/{story.game.slug}/state").json()["game"]["phases"]]
    assert len(names) == GamePhase.objects.filter(game=story.game).count() == 3


def _access(person: Any, game: Game) -> Any:
    return access_for(person, game.slug)


def _plain(answer: tuple[int, str]) -> tuple[int, str]:
    """Without what is another one each time: tokens, and the time of day."""
    status, body = answer
    return status, re.sub(r'(csrfmiddlewaretoken" value="|"token": "|"now": ")[^"]+', r"\1", body)
