"""The controls of experiments on talk: they do their one thing, and nothing else."""

import pytest

from adjudication.powers import POWERS
from bots.agent import Agent
from bots.arena.game import GamePlan, Record, play
from bots.arena.seats import agent_called
from bots.hana.agent import Hana
from bots.hana.judge.strength import FAST, Strength

CONTROLS = "bots.experiment.controls"
TALKERS = {"AUS": "blabbot", "FRA": "blabbot", "TUR": "blabbot"}


def game(seats: dict[str, str], until: int = 1901) -> Record:
    return play(GamePlan(0, 7, {power: seats.get(power, "holdbot") for power in POWERS}, until, 60.0))


def _strength(agent: Agent) -> Strength:
    player = getattr(agent, "player", agent)
    assert isinstance(player, Hana)
    return player.strength


def spoken(record: Record) -> list[str]:
    return [line for phase in record["phases"] for line in phase.get("talk", ())]


def test_a_pact_makes_peace_once_and_is_silent() -> None:
    record = game(dict.fromkeys(("AUS", "ITA", "GER"), f"{CONTROLS}:Pact"), 1902)
    lines = spoken(record)
    offers = [line for line in lines if line.startswith("propose")]
    answers = [line for line in lines if line.startswith("accept")]
    assert len(lines) == len(offers) + len(answers)
    assert len(answers) == 3
    assert len([phase for phase in record["phases"] if phase.get("talk")]) == 1


def test_who_refuses_answers_everybody_and_agrees_to_nothing() -> None:
    record = game({**TALKERS, "GER": f"{CONTROLS}:Refuser", "ITA": f"{CONTROLS}:Refuser"})
    lines = spoken(record)
    assert any(line.startswith(("reject(ger", "reject(ita")) for line in lines)
    assert not any(line.startswith(("accept(ger", "accept(ita", "propose(ger", "propose(ita")) for line in lines)


def test_fourfold_searches_four_times_as_long() -> None:
    strength = _strength(agent_called(f"{CONTROLS}:Fourfold"))
    assert (strength.most, strength.foresight) == (4 * FAST.most, 4 * FAST.foresight)


@pytest.mark.parametrize("name", ["Pact", "Refuser", "Fourfold"])
def test_they_play_as_hard_as_they_are_told(name: str) -> None:
    hard, soft = (agent_called(f"{CONTROLS}:{name}?strength={word}") for word in ("normal", "gentle"))
    most = [_strength(each).most for each in (hard, soft)]
    assert most[0] > most[1]
