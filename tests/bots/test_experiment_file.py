"""The file of an experiment: a right one becomes what it says, a wrong one is told every fault with its line."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from adjudication.powers import POWERS
from bots.arena.game import play
from bots.arena.seats import BadSeatsError, agent_called
from bots.experiment.file.declaration import VARIABLES
from bots.experiment.file.plans import Numbered, game_of, games_of, labels_of, left_out, plan_of, record_of
from bots.experiment.file.reading import BadFileError, read_declaration, too_deep_at
from bots.experiment.local import LOCAL, SHIPPED, main
from bots.experiment.log import Log, LogError
from bots.hana.talk.talker import TalkingHana
from bots.parameters import named, taken_apart
from tests.scored import each_of

SMALL = """
version = 1
name = "Small"
seed = 7
games = 3
[terms]
last_year = 1901
[bots]
talker = "blabbot"
[[sessions]]
name = "two"
seats = { talker = 2, holdbot = 5 }
[[sessions]]
name = "none"
seats = "holdbot"
games = 1
press_level = 0
[[tests]]
hypothesis = "Talk wins."
of = "talker"
variable = "centers"
"""


def faults(text: str) -> list[str]:
    with pytest.raises(BadFileError) as bad:
        read_declaration(text)
    return [str(fault) for fault in bad.value.faults]


def test_a_right_file_becomes_what_it_says() -> None:
    found = read_declaration(SMALL)
    assert (found.name, found.seed, found.games) == ("Small", 7, 4)
    assert found.bots == {"talker": "blabbot", "holdbot": "holdbot"}
    two, none = found.sessions
    assert (two.games, none.games, two.powers) == (3, 1, "uniform")
    assert (two.playing.press_level, none.playing.press_level, two.playing.last_year) == (3, 0, 1901)
    assert two.playing.talk_seconds == two.playing.decision_seconds == 5
    assert found.tests[0].sessions == ("two",)
    games = list(games_of(found))
    assert games == [Numbered(0, 0), Numbered(1, 0), Numbered(0, 1), Numbered(0, 2)]
    assert [game_of(game.number) for game in games] == games
    plan = plan_of(found, games[0])
    assert sorted(plan.seats.values()).count("blabbot") == 2
    assert (plan.until, plan.level, plan.rounds) == (1901, 3, 4)


def test_powers_are_drawn_moved_on_or_fixed() -> None:
    def dealt(powers: str, seats: str) -> list[str]:
        text = f'version = 1\nname = "x"\n[[sessions]]\nname = "s"\ngames = 50\nseats = {seats}\npowers = "{powers}"'
        declaration = read_declaration(text)
        return ["".join(label[0] for label in labels_of(declaration, game).values()) for game in games_of(declaration)]

    one = '["dumbbot", "holdbot", "holdbot", "holdbot", "holdbot", "holdbot", "holdbot"]'
    assert dealt("fixed", one) == ["dhhhhhh"] * 50
    assert dealt("fixed", '{ FRA = "dumbbot", others = "holdbot" }') == ["hhdhhhh"] * 50
    assert dealt("rotated", one)[:8] == ["h" * at + "d" + "h" * (6 - at) for at in (0, 1, 2, 3, 4, 5, 6, 0)]
    drawn = dealt("uniform", one)
    assert set(drawn) == set(dealt("rotated", one))
    assert drawn == dealt("uniform", "{ dumbbot = 1, holdbot = 6 }")


def test_more_games_or_a_session_at_the_end_change_no_game() -> None:
    more = read_declaration(SMALL.replace("games = 3", "games = 9") + '[[sessions]]\nname = "z"\nseats = "dumbbot"')
    less = read_declaration(SMALL)
    for game in games_of(less):
        assert plan_of(more, game) == plan_of(less, game)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("version = 1", "version = 2"), ["line 2: This file has version 2; write version = 1,"]),
        (("version = 1", ""), ["line 1: This file has no version;"]),
        (('name = "Small"', ""), ["line 1: 'name' is missing; it is a text of 1 to 120 characters in one line."]),
        (('name = "Small"', "name = 3"), ["line 3: 'name' is a text of 1 to 120 characters in one line, not 3."]),
        (('name = "Small"', 'name = "a\\nb"'), ["line 3: 'name' is a text of 1 to 120 characters in one line,"]),
        (('name = "Small"', 'name = "a\\u2028b"'), ["line 3: 'name' is a text of 1 to 120 characters in one line,"]),
        (("seed = 7", "seed = -1"), ["line 4: 'seed' is a seed: a whole number from 0 to"]),
        (("seed = 7", "sead = 7"), ["line 4: There is no 'sead' here; there are version, name,"]),
        (("games = 3", "games = 0"), ["line 5: 'games' is games: a whole number from 1 to 100000, not 0."]),
        (("games = 3", "games = true"), ["line 5: 'games' is games: a whole number"]),
        (("last_year = 1901", "last_year = 1900"), ["line 7: 'last_year' is a year: a whole number from 1901"]),
        (("last_year = 1901", "decision_seconds = nan"), ["line 7: 'decision_seconds' is a number of seconds, more"]),
        (("last_year = 1901", 'edition = "1971"'), ["line 7: 'edition' is one of \"2023\", "]),
        (("[terms]\nlast_year = 1901", "terms = 4"), ["line 6: 'terms' is a table: write [terms]"]),
        (('"blabbot"', '"blobbot"'), ["line 9: There is no bot called 'blobbot' (perhaps 'blabbot');"]),
        (('"blabbot"', '"os:system"'), ["line 9: 'os:system' is code of your own, which only your own machine runs"]),
        (('"blabbot"', '"person"'), ["line 9: People sit on seats called person, where [people] says"]),
        (('"blabbot"', "7"), ["line 9: Write a bot as talker = "]),
        (('"blabbot"', '{ bot = "blabbot", loyalty = 1 }'), ["line 9: 'blabbot' takes no parameters; HANAs and "]),
        (('"blabbot"', '{ bot = "hana", loyalty = 2 }'), ["line 9: 'loyalty' is a number from 0 to 1, not 2."]),
        (('"blabbot"', '{ bot = "hana", wit = 1 }'), ["line 9: HANAs have no parameter 'wit'; they have trust,"]),
        (('"blabbot"', '{ bot = "hana", strength = "x" }'), ["line 9: 'strength' is one of fast, gentle,"]),
        (('"blabbot"', '{ strength = "fast" }'), ["line 9: 'bot' is missing; it is one of hana,"]),
        (('talker = "blabbot"', 'talker = "blabbot"\nidle = "dumbbot"'), ["line 10: 'idle' sits in no session;"]),
        (('talker = "blabbot"', 'talker = "blabbot"\nFRA = "dumbbot"'), ["line 10: 'FRA' is a word of the file's own"]),
        (("{ talker = 2, holdbot = 5 }", "{ talker = 2, holdbot = 4 }"), ["line 12: There are 6 seats; a game has 7."]),
        (("{ talker = 2, holdbot = 5 }", "{ talker = 2, hold = 5 }"), ["line 12: There is no bot called 'hold' (per"]),
        (("{ talker = 2, holdbot = 5 }", "3"), ["line 12: 'seats' cannot be read; write seats = "]),
        (("{ talker = 2, holdbot = 5 }", '{ FRA = "talker" }'), ["line 12: Nobody plays AUS,", "line 12: Seats by"]),
        (('name = "none"', 'name = "two"'), ["line 14: 'two' is the session of line 11; give each its own name."]),
        (("press_level = 0", "press_level = 12"), ["line 17: 'press_level' is one of 0, 1, 2"]),
        (("press_level = 0", "press_lvl = 0"), ["line 17: There is no 'press_lvl' here;"]),
        (('hypothesis = "Talk wins."', ""), ["line 18: 'hypothesis' is missing;"]),
        (('of = "talker"', 'of = "talkr"'), ["line 20: 'of' is one of \"talker\", \"holdbot\" (perhaps \"tal"]),
        (('variable = "centers"', 'variable = "center"'), ["line 21: 'variable' is one of \"first\""]),
        (('variable = "centers"', 'sessions = ["too"]'), ["line 21: There is no session 'too'; there are 'two', "]),
        (('variable = "centers"', 'sessions = ["none"]'), ["line 21: In 'none' there is nobody to compare 'talker'"]),
        (('variable = "centers"', 'compare = "sessions"'), ["line 18: compare = \"sessions\" needs two of them"]),
        (("games = 3", 'powers = "rotated"'), ["line 18: 'two' deals powers 'rotated'; the test is exact only where"]),
        (("seed = 7", "seed = "), ["line 4: This is not TOML:"]),
        (("seed = 7", "seed = 7\nseed = 8"), ["line 5: This is not TOML:"]),
        (('"Talk wins."', '"Talk wins.'), ["line 19: This is not TOML:"]),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line_and_what_would_be_right(change: tuple[str, str], expected: list[str]) -> None:
    assert change[0] in SMALL
    found = faults(SMALL.replace(*change, 1))
    assert len(found) == len(expected), found
    for fault, beginning in itertools.zip_longest(found, expected):
        assert fault.startswith(beginning)


def test_a_label_that_is_nearly_right_is_guessed() -> None:
    (fault,) = faults(SMALL.replace("{ talker = 2", "{ talkr = 2"))
    assert fault.endswith("Perhaps it is 'talker' of [bots].")


def test_every_fault_is_told_at_once() -> None:
    text = """# about nothing
version = 1
name = ""
seed = 1.5

[terms]
last_year = "soon"
talk_rounds = 99

[[sessions]]
name = '''
one'''
seats = [
  "dumbbot",  # sound
  "dumbot",
  3, "holdbot", "holdbot", "holdbot", "holdbot",
]
colour = "red"

[[sessions]]
seats = "nobody"
"""
    lines = [int(fault.partition(":")[0].removeprefix("line ")) for fault in faults(text)]
    assert lines == [3, 4, 7, 8, 15, 16, 18, 20, 21]


def test_a_file_of_nothing_says_what_is_missing() -> None:
    assert [fault.partition(";")[0] for fault in faults("")] == [
        "line 1: 'name' is missing",
        "line 1: There are no sessions",
        "line 1: This file has no version",
    ]


@each_of(sorted(SHIPPED.glob("*.toml")), name=lambda file: file.stem)
def test_shipped_experiments_are_right_and_say_their_command(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    declaration = read_declaration(text, own_bots=file.stem in LOCAL)
    assert f"#   python -m bots.experiment {file.stem} --out " in text
    assert declaration.tests
    for name in declaration.bots.values():
        bot, parameters = taken_apart(name)
        assert named(bot, parameters) == name


def test_parameters_make_another_bot() -> None:
    bot = agent_called("hana-diplomat?loyalty=0.25&strategy=informative&strength=fast")
    assert isinstance(bot, TalkingHana)
    assert (bot.player.personality.loyalty, bot.player.personality.strategy) == (0.25, "informative")
    assert bot.player.strength.most == 4000
    with pytest.raises(BadSeatsError, match=r"'loyalty' is a number from 0 to 1"):
        agent_called("hana?loyalty=3")


def test_a_file_changes_rules_model_and_strategy() -> None:
    text = """
[bots.own]
bot = "hana"
strength = "fast"
strategy = "information 1 0, opportunity 0 1"
model = "planner"
confidence = 0.1
threshold = 0.6

[bots.own.rules.trust]
broken_counts = 10.0

[[bots.own.rules.feel]]
when = "broke their word"
then = "anger"
by = 0.9
"""
    declaration = read_declaration(SMALL + text + "[[sessions]]\nname='x'\nseats='own'")
    bot = agent_called(declaration.bots["own"])
    assert isinstance(bot, TalkingHana)
    player = bot.player
    assert (player.rules.trust.broken_counts, player.model) == (10.0, "planner")
    assert (player.personality.confidence, player.personality.threshold) == (0.1, 0.6)
    assert [row.by for row in player.rules.feel if (row.when, row.then) == ("broke their word", "anger")] == [0.9]
    with pytest.raises(BadFileError) as caught:
        read_declaration(SMALL + text.replace("planner", "genius") + "[[sessions]]\nname='x'\nseats='own'")
    assert "'model' is one of greedy, planner, random, still, learnt, not 'genius'." in str(caught.value)


def test_a_record_names_session_and_players_and_says_it_in_english() -> None:
    declaration = read_declaration(SMALL + "[bots.x]\nbot = 'holdbot'\n[[sessions]]\nname='x'\nseats='x'")
    game = Numbered(0, 1)
    record = record_of(declaration, play(plan_of(declaration, game)))
    assert (record["session"], record["game"]) == ("two", 1)
    assert sorted(record["players"].values()) == ["holdbot"] * 5 + ["talker"] * 2
    assert set(record["players"]) == set(POWERS)
    spring = record["phases"][0]
    assert len(spring["english"]) == len(spring["talk"]) > 0
    assert "peace" in spring["english"][0].lower()


def test_what_bots_remember_is_logged_where_the_file_asks_for_it() -> None:
    declaration = read_declaration(SMALL.replace("seed = 7", "seed = 7\ntrace = true"))
    record = play(plan_of(declaration, Numbered(0, 0)))
    assert all(set(phase["minds"]) == set(phase["orders"]) for phase in record["phases"])
    assert any(phase["minds"] for phase in record["phases"])


def test_the_command_plays_a_file_and_goes_on_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "small.toml", tmp_path / "out"
    file.write_text(SMALL, encoding="utf-8")
    assert main([str(file), "--check"]) == 0
    assert "4 games in 2 sessions" in capsys.readouterr().out
    command = [str(file), "--quiet", "--jobs", "1", "--out"]
    assert main([*command, str(out)]) == 0
    shown = capsys.readouterr().out
    assert "Talk wins." in shown
    assert (out / "summary.txt").read_text(encoding="utf-8") == shown
    assert (out / "means.csv").read_text(encoding="utf-8").startswith("session,player,games,first,first_low")
    assert (out / "experiment.toml").read_text(encoding="utf-8") == SMALL

    whole = (out / "games.jsonl.gz").read_bytes()
    (out / "games.jsonl.gz").write_bytes(whole[:-9])
    assert main([*command, str(out)]) == 0
    assert (out / "games.jsonl.gz").read_bytes() == whole
    assert main([str(file), "--quiet", "--jobs", "2", "--out", str(tmp_path / "two")]) == 0
    assert (tmp_path / "two" / "games.jsonl.gz").read_bytes() == whole


MATCHED = """
version = 1
name = "Matched"
games = 2
matched = true
powers = "rotated"
terms.last_year = 1901
terms.press_level = 0
[[sessions]]
name = "moves"
seats = { dumbbot = 1, holdbot = 6 }
[[sessions]]
name = "holds"
seats = { randombot = 1, holdbot = 6 }
[[tests]]
hypothesis = "Who thinks wins more than who draws lots."
of = "dumbbot"
against = "randombot"
variable = "centers"
compare = "pairs"
sessions = ["moves", "holds"]
"""


def test_matched_sessions_are_played_and_compared_in_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "matched.toml"
    file.write_text(MATCHED, encoding="utf-8")
    command = [str(file), "--quiet", "--jobs", "1", "--out", str(tmp_path / "out")]
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "dumbbot in moves: centers at the end, more than randombot in holds, game by game" in shown
    assert "  2 pairs, difference +" in shown
    file.write_text(MATCHED.replace("matched = true", "").partition("[[tests]]")[0], encoding="utf-8")
    with pytest.raises(SystemExit):
        main(command)
    assert "matched True (now False)" in capsys.readouterr().err


def test_a_folder_of_an_earlier_version_is_gone_on_with(tmp_path: Path) -> None:
    """Its settings have neither `matched` nor `positions`."""
    settings = {"seed": 1, "matched": True, "positions": ["word"]}
    with Log(tmp_path, {"seed": 1}):
        pass
    with Log(tmp_path, settings) as log:
        assert list(log.games()) == []
    others: list[dict[str, Any]] = [{"seed": 2}, {"matched": False}, {"positions": []}]
    for other in others:
        with pytest.raises(LogError, match="were played with other settings"):
            Log(tmp_path, settings | other)


UNFINISHED = """
version = 1
name = "Unfinished"
games = 1
terms.last_year = 1902
terms.unfinished = "left out"
[bots]
talker = "blabbot"
[[sessions]]
name = "a draw"
seats = "talker"
[[sessions]]
name = "nobody wins"
seats = { talker = 1, holdbot = 6 }
[[tests]]
hypothesis = "Talk wins."
of = "talker"
"""


def test_games_that_nobody_has_won_may_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "unfinished.toml", tmp_path / "out"
    file.write_text(UNFINISHED, encoding="utf-8")
    assert main([str(file), "--quiet", "--jobs", "1", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "1 game nobody has won in time: in the log, and in no figure." in shown
    assert "nobody wins" not in (out / "means.csv").read_text(encoding="utf-8")
    assert "a draw,talker,1," in (out / "means.csv").read_text(encoding="utf-8")
    assert "won by mutes" in (out / "chart.svg").read_text(encoding="utf-8")
    whole = (out / "games.jsonl.gz").read_bytes()
    assert main([str(file), "--quiet", "--jobs", "1", "--out", str(out)]) == 0
    assert (out / "games.jsonl.gz").read_bytes() == whole, "what is left out is not played again"


def test_a_game_is_called_off_when_its_real_time_is_over() -> None:
    declaration = read_declaration(SMALL.replace("last_year = 1901", "last_year = 1950\ngame_minutes = 0.0001"))
    record = record_of(declaration, play(plan_of(declaration, Numbered(0, 0))))
    assert record["cancelled"]
    assert len(record["phases"]) < 100, "of some 250 to 1950, whatever the machine"
    assert left_out(declaration, record) == "It took longer than 0.0001 minutes, so it was called off."


def test_the_command_refuses_a_wrong_file_with_all_its_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("version = 1\nname = 2\nseed = 'x'", encoding="utf-8")
    assert main([str(file), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[0] for line in said] == [f"{file}, line {at}" for at in (1, 2, 3)]
    assert not (tmp_path / "out").exists()


def test_the_example_of_the_page_is_right() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert read_declaration(example).games == 150
    for name in (*VARIABLES, *(file.stem for file in SHIPPED.glob("*.toml"))):
        assert f"`{name}`" in page


def test_a_file_that_is_no_text_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes('version = 1\nname = "Zürich"\n'.encode("latin-1"))
    assert main([str(file), "--check"]) == 2
    assert capsys.readouterr().err == f"{file}, line 2: This is no text in UTF-8; save the file as such.\n"


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 50_000 + " = 1",
        "name = 'x'\n[" + ".".join(["a"] * 30) + "]",
        'x = {a . "b" . ' + "c." * 30 + "d = 1}",
        "x = " + "[" * 30 + "]" * 30,
    ],
)
def test_names_and_brackets_too_deep_are_refused_unread(text: str) -> None:
    with pytest.raises(BadFileError, match="20 deep"):
        read_declaration(text)


def test_the_line_of_what_is_too_deep_is_told() -> None:
    assert too_deep_at("version = 1\n\na" + ".a" * 30 + " = 1") == 3
    assert too_deep_at('about = "See www.example.org/a.b.c, e.g. here."') is None
