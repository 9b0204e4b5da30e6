"""Tuning by self-play: mirrored games, weights by name, trials that go on where they were."""

from dataclasses import replace

import pytest

from adjudication.powers import POWERS
from bots.arena.seats import BadSeatsError, agent_called
from bots.hana.agent import Hana
from bots.hana.search.worth import STANDARD_WEIGHTS
from bots.tuning.__main__ import main, steps_of
from bots.tuning.players import name_of, weights_in
from bots.tuning.trial import Trial, plans_of, run_trial


def test_a_name_says_how_a_player_plays() -> None:
    name = name_of({"threat": 0.45, "danger": -0.1})
    assert name == "bots.tuning.players:danger=-0.1,threat=0.45"
    assert weights_in(name.partition(":")[2]) == replace(STANDARD_WEIGHTS, danger=-0.1, threat=0.45)
    assert weights_in(name_of({}).partition(":")[2]) == STANDARD_WEIGHTS
    player = agent_called(name)
    assert isinstance(player, Hana)
    assert player.weights.danger == -0.1


@pytest.mark.parametrize("name", ["courage=1", "threat=much", "", "threat=1,"])
def test_a_bad_name_is_no_player(name: str) -> None:
    with pytest.raises(BadSeatsError):
        agent_called(f"bots.tuning.players:{name}")


def test_the_games_of_a_pair_are_mirrored() -> None:
    plans = plans_of({}, {"threat": 0.4}, pairs=6, seed=1, until=1908)
    old, new = name_of({}), name_of({"threat": 0.4})
    for first, second in zip(plans[::2], plans[1::2], strict=True):
        assert sorted(first.seats.values()).count(new) == 3
        assert all({first.seats[power], second.seats[power]} == {old, new} for power in POWERS)
    assert len({tuple(plan.seats.values()) for plan in plans}) > 6


def test_what_is_better_by_two_standard_errors_is_better() -> None:
    assert Trial({}, {}, (1.0, 1.2, 0.8, 1.1)).is_better
    assert not Trial({}, {}, (1.0, -1.2, 0.8, 0.1)).is_better
    assert not Trial({}, {}, (5.0,)).is_better
    assert Trial({}, {}, (1.0, 3.0)).gain == 2.0


def test_a_trial_goes_on_where_it_was(tmp_path) -> None:
    shorter, finished = run_trial(tmp_path, {}, {"lost": -5.0}, 1, 3, 1901, 1)
    assert finished
    assert len(shorter.gains) == 1
    log = tmp_path / "games.jsonl.gz"
    before = log.read_bytes()
    again, _ = run_trial(tmp_path, {}, {"lost": -5.0}, 1, 3, 1901, 1)
    assert again == shorter
    assert log.read_bytes() == before
    longer, _ = run_trial(tmp_path, {}, {"lost": -5.0}, 2, 3, 1901, 1)
    assert longer.gains[0] == shorter.gains[0]


def test_steps_go_up_and_down() -> None:
    assert steps_of("threat", {"threat": 0.3}) == (0.45, 0.2)
    assert steps_of("danger", {"danger": 0.0}) == (0.1, -0.1)


def test_the_command_line_prints_a_table(tmp_path, capsys) -> None:
    arguments = ["--out", str(tmp_path), "--weights", "reach", "--pairs", "1", "--until", "1901", "--jobs", "1"]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["weight", "old", "new"]
    assert [line.split()[:3] for line in lines[1:3]] == [["reach", "0.03", "0.045"], ["reach", "0.03", "0.02"]]
    assert lines[3] == "Better weights: none found"
    assert main([*arguments, "--seed", "2"]) == 1
    with pytest.raises(SystemExit):
        main(["--out", str(tmp_path), "--weights", "courage"])
