"""Who writes first: each seat has letters of three others within a quarter of a minute in the first spring."""

from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from adjudication.position import opening
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES
from bots.hana.remember.personality import PERSONALITIES
from bots.registry import BOTS
from bots.talking import open_talk_in_time
from bots.view import SeatView
from dipgame.games import clock
from negotiation.levels import FREE
from tests.bots.hana.casts import swift

SOON = timedelta(seconds=15)
ALONE: Any = SimpleNamespace(movement_seconds=86_400)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_seat_has_letters_of_three_others_soon(seed: int) -> None:
    """A person at this seat among bots, each of another character; the letters to the person are typed first."""
    rng = Random(seed)
    cast = dict(zip(POWERS, rng.sample([*PERSONALITIES, rng.choice(list(PERSONALITIES))], len(POWERS)), strict=True))
    writers: dict[str, set[str]] = {power: set() for power in POWERS}
    for power, character in cast.items():
        view = SeatView(power, opening(), STANDARD_RULES, level=FREE, protocol="talk")
        words = open_talk_in_time(swift(character), view, {}, Random(seed), 5)
        pace = BOTS["hana" if character == "neutral" else f"hana-{character}"].pace
        for reader in POWERS:
            letters = [each for each in words.utterances if reader in each.hearers]
            pauses = [clock.bot_pause(ALONE, 1, rng, number, pace) for number in range(len(letters))]
            writers[reader] |= {power for pause in pauses if pause <= SOON}
    assert min(map(len, writers.values())) >= 3, writers
