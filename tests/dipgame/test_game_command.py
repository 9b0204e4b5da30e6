"""`manage.py game`: a game to a file and back."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from adjudication.games import FORMATS, read_game
from daide.log import ALL_FORMATS
from dipgame.games import queries
from dipgame.games.models import Game
from dipgame.games.recorded import recorded_game
from dipgame.games.services.import_game import import_game
from dipgame.limits import IMPORTS, NEW_GAMES
from tests.adjudication.games.odd import ODD, late_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(story: Any) -> Game:
    """Two turns of a running game."""
    story.begins(fill_bot="holdbot")
    story.orders("FRA", "A PAR - BUR", "F BRE - MAO")
    story.ready("FRA", "ENG")
    story.ready("FRA", "ENG")
    found: Game = story.game
    return found


def names(game: Game) -> list[str]:
    return [row.name for row in queries.phases_of(game)]


@pytest.mark.parametrize("name", ALL_FORMATS)
def test_a_game_goes_out_and_comes_in(game: Game, story: Any, tmp_path: Path, name: str) -> None:
    file = tmp_path / "game"
    call_command("game", "export", game.slug, str(file), "--to", name)
    found = read_game(file.read_text(encoding="utf-8"), name, formats=ALL_FORMATS)
    assert [*(str(each.position.phase) for each in found.phases), str(found.final.phase)] == names(game)
    call_command("game", "import", str(file), "--user", "alice")
    back = Game.objects.latest("id")
    assert back.pk != game.pk
    assert back.host == story.cast.alice
    assert names(back) == names(game)


def test_a_game_on_standard_output(game: Game) -> None:
    """The text ends as the file does."""
    out = StringIO()
    call_command("game", "export", game.slug, "--to", "judge", stdout=out)
    assert out.getvalue() == FORMATS["judge"].write(recorded_game(game, list(queries.phases_of(game))))


def test_a_game_too_late_for_daide(cast: Any) -> None:
    late = import_game(cast.alice, late_game(9000).encode())
    with pytest.raises(CommandError, match="S9000M: a year of DAIDE is at most 8191"):
        call_command("game", "export", late.slug, "--to", "daide")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"\xff\xfe", "no text in UTF-8"),
        (b"Dear all", "not a game"),
        (b"NOW (SPR", "line 1: this is not a message"),
        *((text.encode(), words) for _, text, words in ODD),
    ],
)
def test_a_file_that_is_no_game(story: Any, tmp_path: Path, text: bytes, words: str) -> None:
    assert story
    file = tmp_path / "game"
    file.write_bytes(text)
    with pytest.raises(CommandError, match=words):
        call_command("game", "import", str(file), "--user", "Alice")


def test_an_unknown_game_or_account_is_refused(cast: Any, tmp_path: Path) -> None:
    assert cast.alice.name == "Alice"
    with pytest.raises(CommandError, match="no game nothere"):
        call_command("game", "export", "nothere")
    with pytest.raises(CommandError, match="no account Zoe"):
        call_command("game", "import", "x", "--user", "Zoe")
    with pytest.raises(CommandError, match="No such file"):
        call_command("game", "import", str(tmp_path / "x"), "--user", "Alice")


def test_a_game_that_has_not_begun(story: Any) -> None:
    story.waits()
    with pytest.raises(CommandError, match="has not begun"):
        call_command("game", "export", story.game.slug)


def test_an_operator_imports_for_somebody_who_may_import_no_more(cast: Any, tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(late_game(9000))
    for limit in (IMPORTS, NEW_GAMES):
        limit.spend(cast.alice.pk, limit.most)
    call_command("game", "import", str(file), "--user", "Alice")
    assert Game.objects.get().host == cast.alice
