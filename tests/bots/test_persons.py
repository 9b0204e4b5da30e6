"""Bots have names and faces in a game, dealt by its seed, which tell nothing of who they are."""

from collections import Counter
from pathlib import Path

from adjudication.powers import POWERS
from bots.company import member_for
from bots.persons import NAMES, name_for
from bots.registry import BOTS
from tools.persons.faces import COUNT, face

FACES = Path(__file__).parents[2] / "static" / "persons"


def test_no_two_bots_of_a_game_share_a_name_and_games_differ() -> None:
    games = [[name_for(str(seed), power) for power in POWERS] for seed in range(40)]
    assert all(len(set(names)) == len(POWERS) for names in games)
    assert len({tuple(names) for names in games}) == 40
    assert {name for names in games for name in names} == set(NAMES)
    assert games[3] == [name_for("3", power) for power in POWERS]


def test_a_name_does_not_tell_which_character_sits_behind_it() -> None:
    met = Counter(
        (name_for(str(seed), power), member_for("company", seed, power)) for seed in range(3000) for power in POWERS
    )
    characters = {character for _, character in met}
    assert len(met) == len(NAMES) * len(characters)
    usual = 3000 * len(POWERS) / len(met)
    assert all(0.6 * usual < count < 1.4 * usual for count in met.values())


def test_no_name_is_that_of_a_bot() -> None:
    assert not {name.casefold() for name in NAMES} & {bot.name.casefold() for bot in BOTS.values()}


def test_every_name_has_a_face_of_its_own_as_it_is_drawn() -> None:
    drawn = {path.stem: path.read_text("utf-8") for path in FACES.glob("*.svg")}
    assert drawn == {name.lower(): face(NAMES.index(name)) for name in NAMES}
    assert len(set(drawn.values())) == len(NAMES) <= COUNT
