"""The pages of experiments: permission, a file judged, begun, watched and read."""

import gzip
import html
import json
import re
import sys
import tomllib
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bots.experiment.file import plans
from bots.experiment.packages import RESEARCH
from dipgame.experiments import judging, services
from dipgame.experiments.models import Experiment, GameRun
from tests.bots.test_experiment_file import MATCHED
from tests.dipgame.test_experiments import FILE as SMALL

pytestmark = pytest.mark.django_db

FILE = (
    SMALL.replace('"Small"', '"Tea & <biscuits>"')
    + """[[tests]]
hypothesis = "Talk is worth a center."
of = "talker"
variable = "centers"
"""
)


@pytest.fixture
def alice(cast: Any, client: Client) -> Any:
    """Alice may run experiments, and is signed in."""
    cast.alice.user_permissions.add(Permission.objects.get(codename="run_experiments"))
    client.force_login(cast.alice)
    return cast.alice


@pytest.fixture
def played(alice: Any) -> Experiment:
    experiment = services.begin_experiment(FILE, alice)
    while services.play_next() is not None:
        pass
    experiment.refresh_from_db()
    return experiment


def bytes_of(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def test_a_file_is_judged_while_it_is_written(alice: Any, client: Client) -> None:
    answer = client.post(reverse("experiment_check"), {"text": FILE.replace("games = 2", "games = 0")}).json()
    words = "'games' is games: a whole number from 1 to 100000, not 0."
    assert answer["faults"] == [{"line": 3, "text": words, "place": ["games"]}]
    answer = client.post(reverse("experiment_check"), {"text": FILE}).json()
    assert answer == {"faults": [], "words": "3 games in 2 sessions; about 1 min on one core."}


def test_a_shipped_file_is_begun_with_and_a_wrong_one_begins_nothing(alice: Any, client: Client) -> None:
    page = client.get(reverse("experiment_new"), {"like": "honesty"}).content.decode()
    assert "loyalty = 0.0" in page
    wrong = client.post(reverse("experiment_new"), {"text": "version = 1"})
    assert wrong.status_code == 400
    assert "There are no sessions" in wrong.content.decode()
    assert not Experiment.objects.exists()
    begun = client.post(reverse("experiment_new"), {"text": FILE})
    experiment = Experiment.objects.get()
    assert begun.headers["Location"] == reverse("experiment", args=[experiment.slug])
    assert experiment.owner == alice
    assert GameRun.objects.filter(experiment=experiment).count() == 3


def test_more_than_the_quota_is_refused_in_words(alice: Any, client: Client, settings: Any) -> None:
    settings.EXPERIMENT_GAMES = 2
    refused = client.post(reverse("experiment_new"), {"text": FILE})
    assert refused.status_code == 400
    assert "together there may be 2" in refused.content.decode()
    assert "Tea &amp; &lt;biscuits&gt;" in refused.content.decode(), "what was written stays"


def test_it_is_watched_paused_resumed_and_cancelled(alice: Any, client: Client) -> None:
    experiment = services.begin_experiment(FILE, alice)
    services.play_next()
    progress = client.get(reverse("experiment_progress", args=[experiment.slug])).json()
    assert (progress["state"], progress["done"], progress["percent"]) == ("running", 1, 33)
    assert progress["minutes_left"] is not None
    for what, state in (("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")):
        client.post(reverse("experiment_change", args=[experiment.slug]), {"what": what})
        experiment.refresh_from_db()
        assert experiment.state == state
    again = client.post(reverse("experiment_change", args=[experiment.slug]), {"what": "cancel"}, follow=True)
    assert "It is over already." in again.content.decode()
    assert client.post(reverse("experiment_change", args=[experiment.slug]), {"what": "burn"}).status_code == 404


def test_results_are_told_in_a_chart_a_table_and_tests(played: Experiment, client: Client) -> None:
    page = client.get(reverse("experiment", args=[played.slug])).content.decode()
    assert "3 of <span" in page
    assert "Talk is worth a center." in page
    assert "<title>Tea &amp; &lt;biscuits&gt;: centers at the end; the table has the numbers</title>" in page
    link = {"variable": "moves", "player": "holdbot"}
    page = client.get(reverse("experiment", args=[played.slug]), link).content.decode()
    assert "<td>holdbot</td><td>2</td><td>0.00</td><td>– (equal games)</td>" in page
    assert "<td>talker</td>" not in page
    listed = client.get(reverse("experiments")).content.decode()
    assert "3 of 3" in listed


def test_pairs_are_told_with_what_has_no_partner(alice: Any, client: Client) -> None:
    experiment = services.begin_experiment(MATCHED, alice)
    for _ in range(3):
        services.play_next()
    page = client.get(reverse("experiment", args=[experiment.slug])).content.decode()
    assert "<td>1 pair " in page
    assert "games not paired: 1 without the same game in the other session (not played, failed or left out)" in page
    link = {"variable": "alive"}
    page = client.get(reverse("experiment", args=[experiment.slug]), link).content.decode()
    assert "<td>dumbbot</td><td>2</td><td>1.00</td><td>0.34 to 1.00</td>" in page, "a share of equal games"
    assert "promises still standing at the game&#x27;s end" in page
    report = client.get(reverse("experiment_report", args=[experiment.slug])).content.decode()
    assert "1 pair (games not paired: 1 without" in report


def test_an_experiment_whose_games_all_failed_says_so(alice: Any, client: Client) -> None:
    experiment = services.begin_experiment(MATCHED, alice)
    page = client.get(reverse("experiment", args=[experiment.slug])).content.decode()
    assert "No game is done yet." in page
    GameRun.objects.filter(experiment=experiment).update(state=GameRun.State.FAILED, error="It broke.")
    Experiment.objects.update(failed=4)
    page = client.get(reverse("experiment", args=[experiment.slug])).content.decode()
    assert "No game counts yet: those that ended failed or were left out." in page
    assert "(no games yet)" in page
    for name in ("experiment_means", "experiment_report"):
        assert client.get(reverse(name, args=[experiment.slug])).status_code == 200


def test_without_the_packages_for_researchers_pages_have_their_tables_and_say_what_to_install(
    played: Experiment, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in RESEARCH:
        monkeypatch.setitem(sys.modules, module, None)
    wanted = "requirements-research.lock"
    page = client.get(reverse("experiment", args=[played.slug])).content.decode()
    assert wanted in page
    assert "Talk is worth a center." in page
    charts = client.get(reverse("experiment_charts", args=[played.slug]), {"show": "centers"})
    assert charts.status_code == 200
    assert wanted in charts.content.decode()
    assert "research-table" in charts.content.decode()
    for name, kind in (("experiment_chart", ["svg"]), ("experiment_table", [])):
        answer = client.get(reverse(name, args=[played.slug, *kind]))
        assert answer.status_code in (404, 503)
        assert wanted in answer.content.decode()


def test_everything_can_be_taken_away(played: Experiment, client: Client) -> None:
    def get(name: str, *args: Any, **query: str) -> Any:
        response = client.get(reverse(name, args=[played.slug, *args]), query)
        assert response.status_code == 200
        assert response.headers["Content-Disposition"].startswith(f'attachment; filename="experiment-{played.slug}')
        return response

    games = [json.loads(line) for line in gzip.decompress(bytes_of(get("experiment_log"))).splitlines()]
    assert [game["game"] for game in games] == [0, 100_000, 1]
    session = gzip.decompress(bytes_of(get("experiment_session", 1))).splitlines()
    assert [json.loads(line)["session"] for line in session] == ["seven"]
    (game,) = gzip.decompress(bytes_of(get("experiment_game", 1))).splitlines()
    assert json.loads(game) == games[2]
    assert get("experiment_file").content.decode() == FILE
    assert get("experiment_means").content.decode().count("\n") == 4
    assert get("experiment_chart", "svg", show="deals", kind="bars").content.startswith(b"<svg")
    assert get("experiment_chart", "csv", show="centers").content.decode().count("\n") == 4
    assert get("experiment_chart", "png").content.startswith(b"\x89PNG")
    assert client.get(reverse("experiment_chart", args=[played.slug, "gif"])).status_code == 404
    for name, number in (("experiment_session", 2), ("experiment_session", 10**30), ("experiment_game", 7)):
        assert client.get(reverse(name, args=[played.slug, number])).status_code == 404


@pytest.mark.parametrize(
    ("query", "heads", "rows"),
    [
        ({}, ["Session", "Games", "talker", "holdbot"], ["two", "seven"]),
        ({"by": "powers", "player": "FRA"}, ["Session", "Games", "France"], ["two", "seven"]),
        ({"of": "session", "session": "0", "show": "units"}, ["Game", "talker", "holdbot"], ["1", "2"]),
        (
            {"of": "session", "show": "units\nmoves", "player": "talker"},
            ["Game", "talker: units", "talker: moves"],
            ["1", "2"],
        ),
        (
            {"of": "game", "session": "1", "game": "1", "by": "powers", "player": ["AUS", "ENG"]},
            ["Phase", "Austria", "England"],
            ["S1901M", "F1901M"],
        ),
        ({"kind": "pie", "by": "powers"}, ["Part", "All games", "Percent"], ["Austria", "England"]),
        ({"kind": "stacked"}, ["Session", "Games", "talker", "holdbot"], ["two", "seven"]),
    ],
)
def test_a_chart_of_any_family_comes_with_its_table(
    played: Experiment, client: Client, query: Any, heads: list[str], rows: list[str]
) -> None:
    response = client.get(reverse("experiment_charts", args=[played.slug]), query)
    assert response.status_code == 200
    page = response.content.decode()
    assert re.findall(r'<th scope="col">(.*?)</th>', page) == heads
    assert re.findall(r'<th scope="row">(.*?)</th>', page)[: len(rows)] == rows
    assert page.count('role="img"') == 1
    # The links to the files contain every choice.
    assert f"chart.svg?{urlencode(query, doseq=True).replace('&', '&amp;')}" in page


@pytest.mark.parametrize(
    ("query", "words", "status"),
    [
        ({"show": "centers\nkept +"}, "Line 2, character 7: It ends too early", 400),
        ({"show": ""}, "Write at least one expression", 400),
        ({"show": "\n".join(["centers"] * 9)}, "There are 9 expressions; a chart shows at most 8.", 400),
        ({"show": "0 - centers", "kind": "pie"}, "less than nothing", 200),
        ({"of": "game", "game": "50"}, "Game 50 of this session is not done.", 200),
        ({"by": "both", "show": "\n".join(["centers"] * 8)}, "a chart shows at most 40", 200),
        ({"session": "9999999999", "game": "x", "of": "soup", "kind": "?", "player": "nobody"}, "Session", 200),
    ],
)
def test_a_chart_that_cannot_be_is_told_why(
    played: Experiment, client: Client, query: Any, words: str, status: int
) -> None:
    response = client.get(reverse("experiment_charts", args=[played.slug]), query)
    assert response.status_code == status
    page = html.unescape(response.content.decode())
    assert words in page
    for line in query.get("show", "").split("\n"):
        assert line in page, "what was written stays"


def test_an_experiment_is_counted_as_its_games_end(alice: Any, client: Client) -> None:
    experiment = services.begin_experiment(FILE, alice)
    services.play_next()
    experiment.refresh_from_db()
    assert (experiment.done, experiment.counted_games) == (1, 1)
    services.play_next()
    services.play_next()
    experiment.refresh_from_db()
    assert (experiment.games, experiment.done, experiment.failed, experiment.counted_games) == (3, 3, 0, 3)
    with CaptureQueriesContext(connection) as asked:
        client.get(reverse("experiment", args=[experiment.slug]))
    read = [each["sql"] for each in asked if '"figures"' in each["sql"] and "LIMIT 30" not in each["sql"]]
    assert read == [], "the games are not counted again for the page"


PAGES: list[tuple[str, str, list[Any]]] = [
    ("get", "experiments", []), ("get", "experiment_new", []), ("post", "experiment_check", []),
    ("get", "experiment", [1]),
    ("get", "experiment_progress", [1]), ("post", "experiment_change", [1]), ("get", "experiment_file", [1]),
    ("get", "experiment_means", [1]), ("get", "experiment_log", [1]), ("get", "experiment_session", [1, 0]),
    ("get", "experiment_game", [1, 0]), ("get", "experiment_chart", [1, "svg"]),
    ("get", "experiment_charts", [1]), ("get", "experiment_import", []), ("get", "experiment_table", [1]),
    ("get", "experiment_report", [1]), ("get", "experiment_board", [1, 0]), ("get", "experiment_open", [1]),
]  # fmt: skip


def test_other_people_get_404_for_an_experiment(played: Experiment, cast: Any) -> None:
    """Nobody, somebody without the permission, and another researcher."""
    client = Client()

    def found() -> set[str]:
        """Pages that exist for this visitor."""
        places = {name: [played.slug if each == 1 else each for each in args] for _, name, args in PAGES}
        asked = {name: getattr(client, method)(reverse(name, args=places[name])) for method, name, _ in PAGES}
        return {name for name, answer in asked.items() if answer.status_code != 404}

    assert found() == set()
    client.force_login(cast.charlie)
    assert found() == set()
    cast.bob.user_permissions.add(Permission.objects.get(codename="run_experiments"))
    client.force_login(cast.bob)
    assert found() == {name for _, name, args in PAGES if not args}


def test_the_account_page_leads_there_for_who_may(alice: Any, cast: Any, client: Client) -> None:
    assert reverse("experiments") in client.get(reverse("account")).content.decode()
    client.force_login(cast.charlie)
    assert reverse("experiments") not in client.get(reverse("account")).content.decode()


def test_the_list_asks_as_much_for_many_as_for_one(alice: Any, client: Client) -> None:
    counts = []
    for more in (1, 4):
        for _ in range(more):
            services.begin_experiment(FILE, alice)
        with CaptureQueriesContext(connection) as asked:
            page = client.get(reverse("experiments")).content.decode()
        counts.append(len(asked))
    assert page.count("Tea &amp; &lt;biscuits&gt;") >= 5
    assert counts[0] == counts[1]


def test_a_game_is_on_the_board_while_it_is_played(alice: Any, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = services.begin_experiment(FILE, alice)
    address = reverse("experiment_board", args=[experiment.slug, 0])
    seen: list[str] = []
    real = plans.record_of

    def look(*args: Any) -> Any:
        """Look while all phases are played and nothing is stored yet."""
        seen.append(client.get(address).content.decode())
        seen.append(client.get(reverse("experiment", args=[experiment.slug])).content.decode())
        return real(*args)

    monkeypatch.setattr(services, "record_of", look)
    services.play_next()
    board, page = seen
    assert "Running" in board
    assert re.search(r'class="board"[^>]*data-phase="[SFW]1901', board)
    assert "experiments/watching" in board
    assert f'href="{address}"' in page, "the page leads to what is being played"
    done = client.get(address, {"phase": "0"}).content.decode()
    assert 'data-phase="S1901M"' in done
    assert "experiments/watching" not in done
    assert GameRun.objects.get(number=0).board is None
    opened = client.get(reverse("experiment_open", args=[experiment.slug]), {"session": "1", "game": "1"})
    assert opened.headers["Location"] == reverse("experiment_board", args=[experiment.slug, 100_000])
    lost = client.get(reverse("experiment_open", args=[experiment.slug]), {"session": "1", "game": "x"}, follow=True)
    assert "This session has no such game." in lost.content.decode()


def test_figure_6_17_is_one_click_away(played: Experiment, client: Client) -> None:
    page = client.get(reverse("experiment_charts", args=[played.slug])).content.decode()
    link = re.search(r'href="(\?[^"]*)">(?:(?!</a>).)*Figure 6\.17', page, re.DOTALL)
    assert link is not None
    shown = client.get(reverse("experiment_charts", args=[played.slug]) + link[1].replace("&amp;", "&"))
    assert shown.status_code == 200
    assert "100 * together(first), 100 * seats / 7" in shown.content.decode()


LONG = FILE + "# " + "tea and biscuits, " * 2_500


def test_a_long_file_is_judged_and_begun_like_a_short_one(alice: Any, client: Client) -> None:
    answer = client.post(reverse("experiment_check"), {"text": LONG}).json()
    assert answer == client.post(reverse("experiment_check"), {"text": FILE}).json()
    wrong = client.post(reverse("experiment_check"), {"text": LONG.replace("games = 2", "games = 0")}).json()
    assert wrong["faults"][0]["line"] == 3
    assert client.post(reverse("experiment_new"), {"text": LONG}).status_code == 302
    assert Experiment.objects.count() == 1


@pytest.mark.parametrize("page", ["experiment_check", "experiment_form", "experiment_new"])
def test_a_long_file_is_never_read_by_the_process_that_answers(
    alice: Any, client: Client, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(judging, "verdict_of", None)
    monkeypatch.setattr(tomllib, "loads", None)
    answer = client.post(reverse(page), {"text": LONG.replace("games = 2", "games = 0"), "fields": "1"})
    assert "whole number from 1 to 100000" in html.unescape(answer.content.decode())


@pytest.mark.parametrize(("limit", "value"), [("_SECONDS", 0), ("_MEGABYTES", 1)])
def test_a_file_that_takes_too_much_is_refused_in_words(
    alice: Any, client: Client, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(judging, limit, value)
    monkeypatch.setattr(judging, "_PATIENCE", 60)
    text = "".join(f"[[sessions]]\nname = 's{number}'\n" for number in range(4_000))
    (fault,) = client.post(reverse("experiment_check"), {"text": text}).json()["faults"]
    assert fault["text"].startswith("To check this file takes more than")
    assert client.post(reverse("experiment_new"), {"text": text}).status_code == 400
    assert not Experiment.objects.exists()
