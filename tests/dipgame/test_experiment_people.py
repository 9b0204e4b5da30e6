"""People in experiments: what they agree to, their questions, their games, their codes, and that withdrawal deletes."""

import csv
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from bots.experiment.file.reading import BadFileError, read_declaration
from bots.experiment.local import main
from bots.experiment.logformat import checked
from dipgame.experiments import logs, people, queries, services
from dipgame.experiments.models import Experiment, GameRun, Participant
from dipgame.games.models import Game
from dipgame.games.services import guess_bots, leave_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DEAL = "propose(fra, ger, Agree([fra ger], pce([fra ger])))"

FILE = """version = 1
name = "Talking to bots"
games = 2
powers = "fixed"
terms.last_year = 1901
[people]
consent = "You play one game. <b>Nothing</b> else."
before = ["How many games have you played?", "How old are you?"]
after = ["Who played best?"]
phase_minutes = 30
[[sessions]]
name = "alone"
seats = { FRA = "person", others = "holdbot" }
games = 1
[[sessions]]
name = "in pairs"
seats = { FRA = "person", ENG = "person", others = "holdbot" }
games = 1
"""


@pytest.fixture
def experiment(cast: Any) -> Experiment:
    cast.bob.user_permissions.add(Permission.objects.get(codename="run_experiments"))
    return services.begin_experiment(FILE, cast.bob)


class Visitor:
    """Somebody with a browser."""

    def __init__(self, person: Any, experiment: Experiment) -> None:
        self.client, self.person = Client(), person
        self.client.force_login(person)
        self.address = reverse("take_part", args=[experiment.slug])

    def sees(self) -> str:
        return self.client.get(self.address).content.decode()

    def does(self, what: str, *answers: str, **more: str) -> Any:
        data = {"what": what, "answer": list(answers), **more}
        return self.client.post(self.address, data, follow=True)

    def joins(self, *answers: str) -> None:
        self.does("agree", agreed="yes")
        self.does("before", *(answers or ("12", "40")))


@pytest.fixture
def alice(cast: Any, experiment: Experiment) -> Visitor:
    return Visitor(cast.alice, experiment)


def game_of(visitor: Visitor) -> Game:
    row = Participant.objects.get(person=visitor.person)
    assert row.run is not None
    assert row.run.game is not None
    return row.run.game


@pytest.fixture
def played(alice: Visitor, story: Any, experiment: Experiment) -> Visitor:
    """Alice has played her game to its end: an order, a word, and a year that passed."""
    with story.committed():
        alice.joins()
    story.game = game_of(alice)
    story.says("FRA", "GER", term=DEAL)
    story.orders("FRA", "A PAR - BUR")
    while story.is_running:
        story.deadline_passes()
    story.game.refresh_from_db()
    assert story.game.status == Game.Status.FINISHED
    people.count_games_that_ended()
    return alice


def test_nobody_is_seated_without_consent(alice: Visitor) -> None:
    page = alice.sees()
    assert "You play one game. &lt;b&gt;Nothing&lt;/b&gt; else." in page
    assert "Tick the box if you agree" in alice.does("agree").content.decode()
    assert "First say whether you agree" in alice.does("before", "1", "2").content.decode()
    assert not Participant.objects.exists()
    assert not Game.objects.exists()


def test_who_agreed_is_asked_and_seated_among_bots(alice: Visitor, experiment: Experiment) -> None:
    alice.does("agree", agreed="yes")
    assert "How old are you?" in alice.sees()
    assert "The questions have changed" in alice.does("before", "12").content.decode()
    too_long = alice.does("before", "x" * 3000, "41").content.decode()
    assert "at most 2000 characters" in too_long
    assert "41" in too_long, "what was written stays"
    alice.does("before", "12", "40")
    game = game_of(alice)
    assert (game.status, game.end_year, game.faces, game.movement_seconds) == ("running", 1901, "all", 1800)
    assert game.seats.get(user=alice.person).power == "FRA"
    assert set(game.seats.filter(user=None).values_list("bot", flat=True)) == {"holdbot"}
    alice.does("before", "13", "41")
    assert Game.objects.count() == 1, "seated once"
    assert GameRun.objects.get(game=game).state == "people"
    assert services.play_next() is None, "no worker plays what people play"


def test_two_of_a_table_meet_and_a_third_is_told_that_all_is_full(
    cast: Any, alice: Visitor, experiment: Experiment
) -> None:
    alice.joins()
    bob, charlie = Visitor(cast.bob, experiment), Visitor(cast.charlie, experiment)
    bob.joins()
    assert game_of(bob).status == "open"
    assert "as soon as the others are here" in bob.sees()
    charlie.joins()
    assert game_of(charlie).pk == game_of(bob).pk
    assert game_of(bob).status == "running"
    fourth = type(cast.alice).objects.create_user("d@example.org", "Dora", "correct horse 9")
    dora = Visitor(fourth, experiment)
    dora.does("agree", agreed="yes")
    assert "have their players" in dora.does("before", "1", "2").content.decode()


def test_a_game_that_ended_is_logged_as_those_of_bots(played: Visitor, experiment: Experiment) -> None:
    run = GameRun.objects.get(number=0)
    assert run.state == "done"
    record = checked(logs.read(run))
    assert [phase["phase"] for phase in record["phases"]] == ["S1901M", "F1901M"]
    first = record["phases"][0]
    assert "A PAR - BUR" in first["orders"]["FRA"]
    assert len(first["talk"]) == len(first["english"]) == 1
    assert record["players"]["FRA"] == "person"
    (game,) = queries.figures_in(experiment)
    assert (game.of["FRA"]["moves"], game.of["FRA"]["proposals"], game.players["GER"]) == (1, 1, "holdbot")
    experiment.refresh_from_db()
    assert (experiment.done, experiment.counted_games, experiment.state) == (1, 1, "running")


def test_afterwards_they_are_asked_and_say_who_was_a_bot(played: Visitor, experiment: Experiment, cast: Any) -> None:
    page = played.sees()
    assert "Who played best?" in page
    assert "Who was a bot?" in page
    guess_bots(cast.alice, game_of(played), ["GER", "TUR"])
    people.count_games_that_ended()
    played.does("after", "=Germany")
    assert "Thank you" in played.sees()
    code = Participant.objects.get().code
    researcher = Client()
    researcher.force_login(cast.bob)
    text = researcher.get(reverse("experiment_participants", args=[experiment.slug])).content.decode()
    (row,) = csv.DictReader(StringIO(text))
    assert row == {
        "code": code,
        "game": "0",
        "power": "FRA",
        "took for bots": "GER TUR",
        "before: How many games have you played?": "12",
        "before: How old are you?": "40",
        "after: Who played best?": "'=Germany",
    }


def test_no_name_is_in_anything_a_researcher_gets(played: Visitor, experiment: Experiment, cast: Any) -> None:
    researcher = Client()
    researcher.force_login(cast.bob)
    for name in ("experiment", "experiment_participants", "experiment_means", "experiment_report", "experiment_table"):
        content = researcher.get(reverse(name, args=[experiment.slug])).content
        assert b"Alice" not in content
        assert b"alice@" not in content
    assert "Alice" not in str(logs.read(GameRun.objects.get(number=0)))


def test_withdrawal_deletes_what_is_known_and_says_so(played: Visitor, experiment: Experiment) -> None:
    game = game_of(played)
    assert "Tick the box beside it" in played.does("withdraw").content.decode()
    assert Participant.objects.exists()
    said = played.does("withdraw", sure="yes").content.decode()
    assert "You have withdrawn." in said
    assert not Participant.objects.exists()
    run = GameRun.objects.get(number=0)
    assert (run.state, run.figures) == ("failed", None)
    assert "withdrew" in run.error
    with pytest.raises(FileNotFoundError):
        logs.read(run)
    experiment.refresh_from_db()
    assert (experiment.done, experiment.failed, experiment.counted_games) == (0, 1, 0)
    assert list(queries.figures_in(experiment)) == []
    assert Game.objects.filter(pk=game.pk).exists(), "the site's own game stays"
    people.count_games_that_ended()
    assert GameRun.objects.get(number=0).state == "failed", "it does not come back"


def test_who_withdraws_while_playing_leaves_the_table(alice: Visitor, experiment: Experiment) -> None:
    alice.joins()
    game = game_of(alice)
    alice.does("withdraw", sure="yes")
    assert not game.seats.filter(user=alice.person).exists()
    experiment.refresh_from_db()
    assert (experiment.done, experiment.failed) == (0, 1)


def test_who_withdrew_before_their_game_began_may_come_again_with_another_code(
    cast: Any, alice: Visitor, experiment: Experiment
) -> None:
    alice.joins()  # fills the game of one
    bob, charlie = Visitor(cast.bob, experiment), Visitor(cast.charlie, experiment)
    bob.joins("7", "33")
    waiting, code = game_of(bob), Participant.objects.get(person=cast.bob).code
    bob.does("withdraw", sure="yes")
    run = GameRun.objects.get(number=100000)
    assert (run.state, run.game) == ("people", None), "its seats wait for others"
    waiting.refresh_from_db()
    assert waiting.status == "cancelled"
    assert "I have read this and agree" in bob.sees()
    bob.joins("8", "34")
    again = Participant.objects.get(person=cast.bob)
    assert again.code != code
    assert again.before == ["8", "34"]
    charlie.joins()
    charlie_game = game_of(charlie)
    assert charlie_game.pk == game_of(bob).pk
    assert charlie_game.status == "running"


def test_who_withdraws_from_a_game_that_waits_leaves_the_others_their_seats(cast: Any) -> None:
    text = FILE.replace("others", 'GER = "person", others').replace("games = 2", "games = 1")
    three = services.begin_experiment(text.replace("Talking", "Three"), cast.bob)
    bob, charlie = Visitor(cast.bob, three), Visitor(cast.charlie, three)
    bob.joins()
    charlie.joins()
    bob_game = game_of(bob)
    assert bob_game.status == "running", "two persons in the first session"
    alice = Visitor(cast.alice, three)
    alice.joins()
    dora = Visitor(type(cast.alice).objects.create_user("d@example.org", "Dora", "correct horse 9"), three)
    dora.joins()
    game = game_of(alice)
    assert game.pk == game_of(dora).pk
    alice.does("withdraw", sure="yes")
    assert GameRun.objects.get(game=game).state == "people"
    assert game_of(dora).pk == game.pk, "Dora waits on"
    alice.joins()
    assert game_of(alice).pk == game.pk


def test_who_withdrew_from_a_game_that_began_does_not_play_twice(played: Visitor, experiment: Experiment) -> None:
    played.does("withdraw", sure="yes")
    assert "Nobody can play in it twice" in played.sees()
    assert "Nobody can play in it twice" in played.does("agree", agreed="yes").content.decode()
    assert not Participant.objects.exists()


def test_a_game_that_its_people_left_is_told_to_who_sat_there(
    cast: Any, alice: Visitor, experiment: Experiment
) -> None:
    alice.joins()
    leave_game(cast.alice, game_of(alice))
    people.count_games_that_ended()
    assert GameRun.objects.get(number=0).state == "failed"
    assert "was not finished" in alice.sees()


def test_a_seat_is_not_given_once_the_experiment_is_cancelled(alice: Visitor, experiment: Experiment) -> None:
    alice.does("agree", agreed="yes")
    services.cancel_experiment(experiment)
    assert "is not open to players now" in alice.does("before", "12", "40").content.decode()
    assert not Game.objects.exists()


def test_nobody_takes_part_where_only_bots_play_or_it_is_over(cast: Any, experiment: Experiment) -> None:
    bots = services.begin_experiment('version = 1\nname = "x"\n[[sessions]]\nname = "s"\nseats = "holdbot"')
    alice = Client()
    alice.force_login(cast.alice)
    assert alice.get(reverse("take_part", args=[bots.slug])).status_code == 404
    services.cancel_experiment(experiment)
    assert "is not open to players now" in alice.get(reverse("take_part", args=[experiment.slug])).content.decode()
    assert Client().get(reverse("take_part", args=[experiment.slug])).status_code == 302


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('consent = "You play one game. <b>Nothing</b> else."\n', "", "line 6: 'consent' is missing"),
        ('after = ["Who played best?"]', "after = 3", "line 9: 'after' is a list of at most 20 questions."),
        ('after = ["Who played best?"]', 'after = ["", "x"]', "line 9: A question is a text of 1 to 500 characters."),
        ("phase_minutes = 30", "phase_minutes = 1", "line 10: 'phase_minutes' is minutes: a whole number from 5"),
        ("phase_minutes = 30", "minutes = 30", "line 10: There is no 'minutes' here"),
        ('others = "holdbot" }\ngames = 1\n[[', 'others = "h" }\ngames = 1\n[bots.h]\nbot = "hana"\nloyalty = 1.0\n[[',
         "line 13: 'h' is hana?loyalty=1.0; beside people only bots without parameters"),
    ],
)  # fmt: skip
def test_what_is_wrong_about_people_is_said_with_its_line(old: str, new: str, words: str) -> None:
    assert old in FILE
    with pytest.raises(BadFileError) as caught:
        read_declaration(FILE.replace(old, new, 1))
    assert any(words in str(fault) for fault in caught.value.faults), caught.value.faults


def test_the_local_command_sends_such_a_file_to_the_site(tmp_path: Any, capsys: Any) -> None:
    (tmp_path / "people.toml").write_text(FILE)
    with pytest.raises(SystemExit):
        main([str(tmp_path / "people.toml"), "--out", str(tmp_path / "out")])
    assert "begin it on the site" in capsys.readouterr().err
