"""Streams of chance are the same everywhere and share nothing."""

from bots.chance import stream


def test_the_same_names_give_the_same_draws() -> None:
    assert [stream(7, 1, "FRA").random() for _ in range(3)] == [stream("7", "1", "FRA").random()] * 3


def test_neighbouring_names_give_different_draws() -> None:
    names = [(game, power, phase) for game in range(5) for power in ("FRA", "ENG") for phase in ("S1901M", "F1901M")]
    assert len({stream(7, *each).random() for each in names}) == len(names)


def test_a_known_draw_stays_what_it_is() -> None:
    """Games recorded today must replay tomorrow: this number may not change."""
    assert stream(7, 0, "FRA", "S1901M").randrange(10**9) == 362802134
