"""The explorer's page, and the games that count for a visitor."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from adjudication.packed import position_word, read_word
from adjudication.position import opening, position_from_dict
from dipgame.explorer.indexing import index_some
from dipgame.explorer.models import Indexed, Visit
from dipgame.games.models import Game
from dipgame.limits import EXPLORING
from frontend.explorer.links import explorer_link
from tests.frontend.result.test_result import over

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOWHERE = position_from_dict({"phase": "S1950M", "units": ["FRA A PAR"], "centers": {"FRA": ["PAR"]}})


def looked(client: Client, address: str = "/explorer/", **asked: str) -> Any:
    page = client.get(address, asked)
    assert page.status_code == 200
    return page.context["answer"]


def test_the_page_shows_the_opening_with_a_powers_orders_by_name(client: Client) -> None:
    answer = looked(client, power="FRA")
    assert answer.bots == 2_000
    assert answer.archive == 0
    assert answer.lines[0].games >= answer.lines[-1].games
    assert any(row.names for row in answer.lines)
    page = client.get("/explorer/", {"power": "FRA"}).content.decode()
    assert "centers on average" in page
    assert "came in first" in page


def test_a_click_leads_to_the_position_that_followed(client: Client) -> None:
    row = looked(client, power="FRA").lines[0]
    after = looked(client, row.address)
    assert after.orders
    assert after.boards
    assert sum(board.games for board in after.boards) <= row.games
    following = looked(client, after.boards[0].address)
    assert str(following.position.phase) != "S1901M"
    assert following.bots >= after.boards[0].games
    page = client.get(after.boards[0].address)
    assert page.context["back"] == "/explorer/"


def test_a_position_of_nobody_says_so(client: Client) -> None:
    page = client.get(explorer_link(NOWHERE, "FRA"))
    assert "No game of ours came here." in page.content.decode()


def test_every_position_of_the_sandbox_has_a_link(client: Client) -> None:
    word = position_word(NOWHERE)
    assert client.get("/sandbox/", {"at": word}).status_code == 200
    reply = client.post(
        "/sandbox/act/",
        {"do": "open", "position": {"phase": "S1950M", "units": ["FRA A PAR"], "centers": {"FRA": ["PAR"]}}},
        content_type="application/json",
    ).json()
    assert looked(client, at=reply["word"]).position == NOWHERE


@pytest.mark.parametrize(
    "asked",
    [
        {"at": "nonsense"},
        {"at": "A" * 3_000},
        {"from": "nonsense"},
        {"power": "XXX"},
        {"power": "FRA", "orders": "go home"},
        {"power": "FRA", "orders": "A PAR - BUR," * 200},
    ],
)
def test_nonsense_in_a_link_is_a_plain_page(client: Client, asked: dict[str, str]) -> None:
    page = client.get("/explorer/", asked)
    assert page.status_code == 404
    assert "No such position" in page.content.decode()


def test_who_looks_up_too_much_is_told_to_wait(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    EXPLORING.spend(f"person-{cast.alice.pk}", EXPLORING.most)
    page = client.get("/explorer/")
    assert page.status_code == 429
    assert "Load this page again in a minute." in page.content.decode()
    client.force_login(cast.bob)
    assert client.get("/explorer/").status_code == 200


def test_nonsense_in_a_link_to_the_sandbox_is_a_plain_page(client: Client) -> None:
    assert client.get("/sandbox/", {"at": "nonsense"}).status_code == 404


def test_a_finished_game_is_found_once_it_is_indexed(client: Client, story: Any) -> None:
    game = over(story)
    assert index_some() == 1
    assert index_some() == 0
    answer = looked(client, power="FRA")
    assert answer.archive == 1
    assert [each.pk for each in answer.games] == [game.pk]
    address = reverse("explorer_game", args=[game.slug, "F1901M"])
    place = client.get(address)["Location"]
    assert looked(client, place).archive == 1
    row = looked(client, place, power="FRA") if "?" not in place else looked(client, f"{place}&power=FRA")
    assert any("F MAO - POR" in texts for line in row.lines for *_, texts in line.orders)


@pytest.mark.parametrize("hidden", [{"private_word": "a hash"}, {"status": "running", "result": ""}, {"example": True}])
def test_a_game_that_is_not_listed_does_not_leak(
    client: Client, story: Any, hidden: dict[str, Any], settings: Any
) -> None:
    settings.EXAMPLE_GAMES = False
    game = over(story)
    index_some()
    assert looked(client).archive == 1
    if "status" in hidden:
        hidden = {**hidden, "finished_at": None}
    Game.objects.filter(pk=game.pk).update(**hidden)
    answer = looked(client)
    assert answer.archive == 0
    assert answer.games == []


def test_a_private_game_is_not_indexed_at_all(story: Any) -> None:
    game = over(story)
    Game.objects.filter(pk=game.pk).update(private_word="a hash")
    assert index_some() == 0
    assert not Visit.objects.exists()


def test_games_of_people_who_refused_study_are_for_their_players(client: Client, story: Any, cast: Any) -> None:
    over(story)
    index_some()
    cast.alice.no_study = True
    cast.alice.save()
    assert looked(client).archive == 0
    client.force_login(cast.alice)
    assert looked(client).archive == 1


def test_a_game_that_ended_anew_is_indexed_anew(story: Any) -> None:
    game = over(story)
    index_some()
    Indexed.objects.filter(game=game).update(finished_at=None)
    before = Visit.objects.count()
    assert index_some() == 1
    assert Visit.objects.count() == before > 0


def test_the_command_fills_the_index_anew(story: Any, capsys: pytest.CaptureFixture[str]) -> None:
    over(story)
    call_command("index_archive")
    call_command("index_archive", "--anew")
    assert capsys.readouterr().out == "1 games indexed.\n" * 2


def test_a_deleted_game_leaves_the_index(story: Any) -> None:
    game = over(story)
    index_some()
    Game.objects.filter(pk=game.pk).delete()
    assert not Visit.objects.exists()


def test_the_word_of_a_page_is_the_position_shown(client: Client) -> None:
    answer = looked(client, at=position_word(NOWHERE))
    assert read_word(answer.word) == NOWHERE != opening()
