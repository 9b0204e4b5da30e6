"""Check that the games of two sessions can be paired.

Game i of both then has the same seed, powers and start position, and the players compared have the same seats.
"""

from collections.abc import Iterator, Sequence

from bots.experiment.file.declaration import Session

__all__ = ["pair_faults"]


def pair_faults(sessions: Sequence[Session], of: str, against: str, *, matched: bool) -> Iterator[tuple[str, str]]:
    """Reasons why the games of two sessions cannot be paired.

    Each is the key of the test that it belongs to, and a sentence. of: the label in the first session. against: the
    label in the second. Sessions may have different numbers of games: those of the longer one stay alone (`pairing`).
    """
    if len(sessions) != 2 or sessions[0].name == sessions[1].name:
        yield "sessions", 'compare = "pairs" needs two sessions: sessions = ["one", "other"].'
        return
    one, other = sessions
    if not matched:
        yield (
            "compare",
            'compare = "pairs" needs matched = true at the top of the file: only then game 1 of both sessions has the '
            "same seed, powers and start position.",
        )
    if one.powers != other.powers:
        yield (
            "sessions",
            f"'{one.name}' deals powers '{one.powers}' and '{other.name}' '{other.powers}'; "
            "pairs need the same powers.",
        )
    here, there = _places(one, of), _places(other, against)
    for key, label, session, places in (("of", of, one, here), ("against", against, other, there)):
        if not places:
            yield key, f"'{label}' does not sit in '{session.name}'."
    if here and there and here != there:
        yield (
            "sessions",
            f"'{of}' has {_seats(here)} of '{one.name}' and '{against}' {_seats(there)} of '{other.name}'; pairs need "
            "the same seats, so write the seats of both sessions in the same order.",
        )


def _places(session: Session, label: str) -> list[int]:
    """The label's places among the seats, from 1."""
    return [number for number, each in enumerate(session.seats, 1) if each == label]


def _seats(places: Sequence[int]) -> str:
    return f"seat{'' if len(places) == 1 else 's'} {', '.join(map(str, places))}"
