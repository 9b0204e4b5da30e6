"""Somebody opens a game of their own in the lobby."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dipgame.games import clock
from dipgame.games.models import Game
from frontend.lobby.new_game import LengthWidget

pytestmark = pytest.mark.django_db
TABLE = {"name": "The Borrowed Pen", "pace": "day", "fill": "later", "delay": "3600", "bot": "holdbot", "power": "ITA"}
OWN = {
    "pace": "own",
    **{"movement_number": "5", "movement_unit": "minutes"},
    **{"retreat_number": "1", "retreat_unit": "hours"},
    **{"adjustment_number": "10", "adjustment_unit": "days"},
}


@pytest.fixture
def alice(client: Client, cast: Any) -> Any:
    client.force_login(cast.alice)
    return cast.alice


def test_a_name_and_a_pace_are_enough(client: Client, alice: Any) -> None:
    answer = client.post("/games/", {"name": "Fair Copy", "pace": "quick", "fill": "never"})
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.slug}/table/"
    assert (game.name, game.host, game.status, game.fill_at) == ("Fair Copy", alice, "open", None)
    assert (game.movement_seconds, game.retreat_seconds, game.adjustment_seconds) == (600, 300, 300)
    assert game.seats.get(user=alice)


def test_a_game_has_all_terms_of_the_form(client: Client, alice: Any) -> None:
    client.post("/games/", TABLE | OWN | {"word": "ink", "end_year": "1908"})
    game = Game.objects.get()
    assert (game.movement_seconds, game.retreat_seconds, game.adjustment_seconds) == (300, 3_600, 864_000)
    assert (game.end_year, game.is_private, game.fill_bot) == (1908, True, "holdbot")
    assert game.fill_at is not None
    assert abs(game.fill_at - clock.now() - timedelta(hours=1)) < timedelta(minutes=1)
    assert game.seats.get(user=alice).power == "ITA"


def test_bots_at_once_means_the_game_begins(client: Client, alice: Any) -> None:
    answer = client.post("/games/", TABLE | {"fill": "now", "power": "FRA"})
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.slug}/"
    assert game.status == "running"
    assert set(game.seats.values_list("power", "bot")) >= {("FRA", ""), ("GER", "holdbot")}


@pytest.mark.parametrize(
    ("bot", "skill", "fills"),
    [
        ("", "", "company"),
        ("company", "strong", "company-strong"),
        ("hana-diplomat", "gentle", "hana-diplomat-gentle"),
        ("hana", "normal", "hana"),
        ("holdbot", "strong", "holdbot"),
    ],
)
def test_how_well_hanas_are_to_play(client: Client, alice: Any, bot: str, skill: str, fills: str) -> None:
    client.post("/games/", TABLE | {"bot": bot, "skill": skill})
    assert Game.objects.get().fill_bot == fills


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"name": ""}, "name", "Give the game a name."),
        ({"name": "x" * 61}, "name", "60 characters"),
        ({"name": "in\u200b\u202evisible"}, "name", "Give the game a name"),
        ({"pace": "yesterday"}, "pace", "not one of the available choices"),
        ({"pace": "own"}, "movement", "Say how long."),
        (OWN | {"movement_number": "4"}, "movement", "from 5 minutes to 10 days"),
        (OWN | {"adjustment_number": "11"}, "adjustment", "from 5 minutes to 10 days"),
        (OWN | {"retreat_number": "-3"}, "retreat", "greater than or equal to 1"),
        (OWN | {"retreat_number": "soon"}, "retreat", "Give a whole number."),
        (OWN | {"retreat_unit": "years"}, "retreat", "not one of the available choices"),
        ({"fill": "sometimes"}, "fill", "not one of the available choices"),
        ({"delay": "-1"}, "delay", "not one of the available choices"),
        ({"delay": ""}, "delay", "Choose when bots take the empty seats."),
        ({"bot": "hal"}, "bot", "not one of the available choices"),
        ({"power": "ESP"}, "power", "not one of the available choices"),
        ({"edition": "1742"}, "edition", "not one of the available choices"),
        ({"end_year": "1900"}, "end_year", "A year from 1901 to 2100"),
        ({"end_year": "soon"}, "end_year", "A year from 1901 to 2100"),
        ({"word": "x" * 101}, "word", "100 characters"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(
    client: Client, alice: Any, change: dict[str, str], field: str, words: str
) -> None:
    sent = TABLE | {"word": "ink", "end_year": "1908"} | change
    answer = client.post("/games/", sent)
    assert answer.status_code == 400
    assert any(words in error for error in answer.context["form"].errors[field]), answer.context["form"].errors
    page = answer.content.decode()
    if field != "edition":  # there is no choice to show while there is one rulebook
        error = re.search(rf'id="id_{field}_error">.*?<span>(.*?)</span>', page, re.DOTALL)
        assert error
        assert words in error[1]
    for kept in ("name", "word", "end_year"):
        if sent[kept] and kept not in change:
            assert f'value="{sent[kept]}"' in page
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("change", "step"),
    [
        ({"name": ""}, 1),
        ({"pace": "own"}, 2),
        ({"end_year": "1900"}, 2),
        ({"press_level": "10"}, 2),
        ({"power": "ESP"}, 3),
        ({"word": "x" * 101}, 3),
        ({"watching": "nobody"}, 3),
        ({"name": "", "bot": "hal"}, 1),
    ],
)
def test_the_first_step_with_an_error_is_open(client: Client, alice: Any, change: dict[str, str], step: int) -> None:
    page = client.post("/games/", TABLE | change).content.decode()
    assert re.findall(r'class="step is-open" id="step-(\d)"', page) == [str(step)]
    assert re.findall(r'data-step="(\d)" aria-current="step"', page) == [str(step)]
    told = page[: page.index('id="step-1"')]
    assert told.count("has an error") == len(change)


def test_every_field_stands_in_one_of_three_steps(client: Client) -> None:
    page = client.get("/games/").content.decode()
    form = page[page.index('id="table-form"') : page.index('class="step-buttons"')]
    _, first, second, third = re.split(r'<section class="step', form)
    for name, step in {
        **dict.fromkeys(("name", "entry"), first),
        **dict.fromkeys(("pace", "talk", "movement_number", "quiet", "end_year", "draws", "press_level"), second),
        **dict.fromkeys(("power", "fill", "delay", "bot", "skill", "word", "seating", "faces", "watching"), third),
    }.items():
        assert form.count(f'name="{name}"') == step.count(f'name="{name}"') > 0, name


def test_each_pace_says_its_times_in_a_sentence(client: Client) -> None:
    page = client.get("/games/").content.decode()
    assert "20 minutes for messages, then 10 minutes for moves and 5 for retreats and builds." in page
    assert "A day for moves, 12 hours for retreats and builds." in page
    assert "3 days for moves, a day for retreats and builds." in page


def test_lengths_of_ones_own_do_not_matter_beside_another_pace(client: Client, alice: Any) -> None:
    client.post("/games/", TABLE | OWN | {"pace": "slow", "movement_number": "nonsense"})
    assert Game.objects.get().movement_seconds == 259_200


def test_whoever_is_not_signed_in_is_asked_to(client: Client) -> None:
    answer = client.post("/games/", TABLE)
    assert answer["Location"] == "/accounts/login/?next=/games/"
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("seconds", "shown"), [(86_400, [1, "days"]), (5_400, [90, "minutes"]), (None, [None, "hours"])]
)
def test_a_length_is_shown_in_its_largest_whole_unit(seconds: int | None, shown: list[Any]) -> None:
    assert LengthWidget().decompress(seconds) == shown


def test_the_talk_is_chosen_with_the_table(client: Client, alice: Any) -> None:
    client.post("/games/", TABLE)
    client.post(
        "/games/", TABLE | {"press_level": "0", "press_protocol": "free", "press_plain": "no", "bots_hidden": "no"}
    )
    silent, usual = Game.objects.order_by("-id")
    assert (usual.press_level, usual.press_protocol, usual.press_plain) == (9, "talk", True)
    assert (silent.press_level, silent.press_protocol, silent.press_plain) == (0, "free", False)
    assert (usual.bots_hidden, silent.bots_hidden) == (True, False)
    assert client.post("/games/", TABLE | {"press_level": "10"}).status_code == 400


@pytest.mark.parametrize(("talk", "terms"), [("none", (0, True)), ("deals", (9, False)), ("full", (9, True))])
def test_a_plain_word_says_how_a_table_talks(client: Client, alice: Any, talk: str, terms: tuple[int, bool]) -> None:
    client.post("/games/", TABLE | {"talk": talk})
    game = Game.objects.get()
    assert (game.press_level, game.press_plain) == terms


def test_the_words_of_experts_stand_in_their_fold_alone(client: Client) -> None:
    # A form's secret is any letters, "L4" now and then.
    page = re.sub(r'value="\w{64}"', "", client.get("/games/").content.decode())
    form = page[page.index('id="table-form"') :]
    before, fold = form.split("For experts", 1)
    for word in ("L4", "DATC", "Level of the language"):
        assert word not in before
        assert word in fold
