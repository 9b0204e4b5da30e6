"""Frames, and the states of a connection."""

import os
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from daide.framing import (
    MOST_WORDS,
    RECEIVED,
    SENT,
    Code,
    Connection,
    Diplomacy,
    Failure,
    Initial,
    Last,
    NotNow,
    Representation,
    Violation,
)
from daide.tokens import is_private

CASES = Path(__file__).parent / "cases" / "connections.txt"
FRAMES = int(os.environ.get("DAIDE_FUZZ", "300"))
HELLO = Connection("client").send(Initial())
WORDS = some.lists(some.integers(0, 0xFFFF).filter(lambda word: not is_private(word)), min_size=1, max_size=20).map(
    tuple
)


def told(events: list[object]) -> str:
    words = (f"Violation {each.code}" if isinstance(each, Violation) else type(each).__name__ for each in events)
    return " ".join(words)


@pytest.mark.parametrize("line", [line for line in CASES.read_text().splitlines() if not line.startswith("#")])
def test_what_a_connection_tells(line: str) -> None:
    role, steps, wanted = (part.strip() for part in line.split("|"))
    whole, bytewise = [Connection(role), Connection(role)]  # type: ignore[arg-type]
    found: list[list[object]] = [[], []]
    for step in steps.replace("<", "\n<").replace(">", "\n>").splitlines()[1:]:
        if step.startswith(">"):
            frame = Representation() if "RM" in step else Initial()
            assert whole.send(frame) == bytewise.send(frame)
            continue
        octets = bytes.fromhex(step[1:])
        found[0] += whole.receive(octets)
        for octet in octets:
            found[1] += bytewise.receive(bytes([octet]))
    assert [*map(told, found)] == [wanted, wanted]
    closes = wanted.split()[-1] in ("Last", "Failure") or "Violation" in wanted
    assert whole.is_closed == bytewise.is_closed == closes


@given(WORDS)
def test_messages_arrive_as_they_were_sent(words: tuple[int, ...]) -> None:
    server, client = Connection("server"), Connection("client")
    assert server.receive(client.send(Initial())) == [Initial()]
    names = ((0x4100, "AUS"), (0x5000, "BOH"))
    assert client.receive(server.send(Representation(names))) == [Representation(names)]
    assert client.receive(server.send(Diplomacy(words))) == [Diplomacy(words)]
    assert server.receive(client.send(Diplomacy(words))) == [Diplomacy(words)]
    assert client.receive(server.send(Failure(Code.TOO_LATE))) == [Failure(1)]
    assert server.receive(client.send(Last())) == []


def test_a_client_need_not_wait_for_the_representation() -> None:
    server = Connection("server")
    assert server.receive(HELLO + bytes.fromhex("0200 0002 4809")) == [Initial(), Diplomacy((0x4809,))]
    server.send(Representation())
    assert server.receive(bytes.fromhex("0200 0002 480E")) == [Diplomacy((0x480E,))]


def test_nothing_is_sent_out_of_turn() -> None:
    server = Connection("server")
    for frame in (Representation(), Diplomacy((0x4809,)), Initial()):
        with pytest.raises(NotNow):
            server.send(frame)
    server.receive(HELLO)
    with pytest.raises(NotNow):
        server.send(Diplomacy((0x4809,)))
    server.send(Representation())
    for words in ((), (0x4809,) * (MOST_WORDS + 1)):
        with pytest.raises(NotNow):
            server.send(Diplomacy(words))
    server.send(Last())
    with pytest.raises(NotNow):
        server.send(Diplomacy((0x4809,)))
    assert server.receive(HELLO) == []


@pytest.mark.parametrize("role", ["server", "client"])
def test_the_tables_say_what_happens_in_every_state(role: str) -> None:
    kinds = (Initial, Representation, Diplomacy)
    states = ("start", "greeted", "open")
    assert set(RECEIVED[role]) == {(state, kind) for state in states for kind in kinds}  # type: ignore[index]
    assert set(SENT[role]) <= set(RECEIVED[role])  # type: ignore[index]


@pytest.mark.timeout(3600)
def test_fuzzed_frames_end_in_one_fault_and_nothing_else() -> None:
    """Frames of any kind; `DAIDE_FUZZ=100000` is the long run."""
    rng = Random(1)
    for _ in range(FRAMES):
        line, octets = Connection("server"), mangled(rng)
        cuts = sorted({0, len(octets), *(rng.randrange(len(octets) + 1) for _ in range(rng.randrange(3)))})
        events: list[object] = []
        for begin, end in pairwise(cuts):
            events += line.receive(octets[begin:end])
            if line.state == "greeted":
                line.send(Representation())
        assert all(not isinstance(event, Violation) for event in events[:-1])
        assert line.is_closed == (bool(events) and isinstance(events[-1], Violation | Last | Failure))
        if line.is_closed:
            assert line.receive(HELLO) == []


def mangled(rng: Random) -> bytes:
    """A few frames, of which some are none."""
    found = b"" if rng.random() < 0.1 else HELLO
    for _ in range(rng.randrange(1, 4)):
        body = rng.randbytes(2 * rng.randrange(20))
        kind = rng.choice((0, 1, 2, 2, 2, 3, 4, rng.randrange(256)))
        length = len(body) if rng.random() < 0.8 else rng.choice((0, 1, 0xFFFF, len(body) + 1))
        found += bytes((kind, rng.randrange(256), *length.to_bytes(2, "big"))) + body
    if rng.random() < 0.3:
        place = rng.randrange(len(found))
        found = found[:place] + rng.randbytes(1) + found[place + 1 :]
    return bytes(found[: rng.randrange(len(found) + 1)] if rng.random() < 0.2 else found)
