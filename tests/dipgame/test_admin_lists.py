"""The admin's lists ask the database as often for many rows as for few, along an index, and its acts are in the log."""

from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from dipgame.accounts.models import User
from dipgame.games import clock, services
from dipgame.games.models import Game, Notice, Report
from dipgame.games.services.note import note
from tests.dipgame.test_admin import act
from tests.effort import one_of

LISTS = ["game", "seat", "gamephase", "seatphase", "message", "notice", "report", "sanction"]


@pytest.fixture
def staff(db: None, client: Client) -> User:
    person = User.objects.create_superuser("staff@example.org", "Keeper", "x")
    client.force_login(person)
    return person


def queries_of(client: Client, page: str) -> list[str]:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(f"/admin/games/{page}/").status_code == 200
    return [each["sql"] for each in caught.captured_queries]


def a_game(story: Any, staff: User) -> None:
    story.begins(fill_bot="holdbot")
    said = story.says("ENG", "FRA", "You are a toad", plain=True)
    services.report_talk(story.seat("FRA"), said.pk, "")
    services.sanction_person(story.cast.charlie, "mute", clock.LONGEST_EXCUSE, "No insults.", staff)
    note(story.game, "Something happened.")


@pytest.mark.parametrize("page", one_of(LISTS))
def test_as_many_queries_for_ten_times_the_rows(story: Any, staff: User, client: Client, page: str) -> None:
    a_game(story, staff)
    few = queries_of(client, page)
    for _ in range(4):
        a_game(story, staff)
        services.settle_report(Report.objects.latest("id"), staff, upheld=False, answer="")
    many = queries_of(client, page)
    assert len(many) == len(few), "\n".join(many)
    assert not [each for each in many if "DISTINCT" in each]


@pytest.mark.parametrize("page", LISTS)
def test_no_list_sorts_all_its_rows_or_counts_them_twice(page: str) -> None:
    found = next(each for model, each in site._registry.items() if model._meta.model_name == page)
    assert found.ordering == ("-id",)
    assert not found.show_full_result_count


def test_a_list_counts_and_pages_the_newest_rows_only(
    story: Any, staff: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dipgame.games.admin_parts._MOST_LISTED", 3)
    a_game(story, staff)
    shown = client.get("/admin/games/seat/").context["cl"]
    assert shown.result_count == 3
    assert [each.power for each in shown.result_list] == [
        each.power for each in story.game.seats.order_by("-id")[: len(shown.result_list)]
    ]


@pytest.mark.parametrize(
    ("words", "found"), [("Tea in", True), ("alice", True), ("in burgundy", True), ("nobody here", False)]
)
def test_a_search_finds_a_game_by_its_name_and_its_people(
    story: Any, staff: User, client: Client, words: str, found: bool
) -> None:
    a_game(story, staff)
    for page in ("game", "seat"):
        rows = client.get(f"/admin/games/{page}/", {"q": words}).context["cl"].result_list
        assert bool(rows) == found, page


def test_pause_undo_and_words_from_the_admin_stand_in_the_log(story: Any, staff: User, client: Client) -> None:
    story.begins(fill_bot="holdbot")
    story.ready("FRA", "ENG")
    act(client, "game", "pause_games", [story.game], days="2")
    act(client, "game", "resume_games", [story.game])
    act(client, "game", "tell_players", [story.game], words="Be kind.")
    with story.committed():
        act(client, "game", "undo_phase", [story.game])
    assert story.phase == "S1901M"
    assert Notice.objects.filter(game=story.game, actor=staff, by_staff=True).count() == 4
    act(client, "game", "cancel_games", [story.game], words="A mistake")
    assert Game.objects.get(pk=story.game.pk).status == "cancelled"


def test_reports_are_settled_and_sanctions_lifted(story: Any, staff: User, client: Client) -> None:
    a_game(story, staff)
    report = Report.objects.get()
    act(client, "report", "uphold_reports", [report], words="Thank you.")
    report.refresh_from_db()
    assert (report.state, report.answer, report.settled_by) == ("upheld", "Thank you.", staff)
    made = story.cast.charlie.sanctions.get()
    act(client, "sanction", "lift_sanctions", [made])
    made.refresh_from_db()
    assert made.lifted_by == staff
