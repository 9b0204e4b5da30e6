"""Sessions over a desk that is made up."""

import os
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from adjudication.engine import adjudicate
from adjudication.orders import Order
from adjudication.phase import Phase
from adjudication.position import Position, opening, position_from_dict
from adjudication.powers import Power
from daide.grammar import ROWS, fault_in
from daide.session import RULES, Session
from daide.table import Heard, Played, Refusal, Table
from daide.tokens import BY_NAME, Words, text_of, words_of
from negotiation.terms import Utterance
from tests.daide.boards import a_game
from tests.daide.sentences import draw

MESSAGES = int(os.environ.get("DAIDE_FUZZ", "300"))
GAME = list(a_game(3, 12))


class MadeUp:
    """A desk that lets everything happen and keeps nothing."""

    def __init__(self) -> None:
        self.now = Table(level=130)
        self.said: dict[int, Heard] = {}

    def begin(self, phase: int = 0, power: Power = "ENG") -> None:
        self.now = replace(
            self.now,
            status="running",
            power=power,
            position=GAME[phase][0],
            index=phase,
            alive=frozenset({"ENG", "FRA", "RUS", "TUR"}),
            decides=True,
            seconds=100,
            lengths=(600, 300, 300),
        )

    def join(self, name: str, version: str) -> None: ...
    def watch(self) -> None: ...
    def come_back(self, power: Power, passcode: int) -> None:
        if passcode != 7:
            raise Refusal

    def leave(self) -> None: ...
    def table(self) -> Table:
        return self.now

    def played(self, begin: int, end: int) -> Sequence[Played]:
        return [Played(before, found.outcomes, found.next) for before, found in GAME[begin:end]]

    def played_in(self, phase: Phase) -> Played:
        for before, found in GAME[: self.now.index]:
            if before.phase == phase:
                return Played(before, found.outcomes, found.next)
        raise Refusal

    def first(self) -> Position:
        return opening()

    def order(self, orders: Sequence[Order]) -> Sequence[bool]:
        return [True for _ in orders]

    def cancel(self, key: str | None) -> bool:
        return key is None

    def ready(self, ready: bool) -> None: ...
    def draw(self, sharers: tuple[Power, ...], agrees: bool) -> None: ...
    def say(self, hearers: tuple[Power, ...], readings: Sequence[Utterance], press: Words) -> tuple[Power, ...]:
        return () if readings else hearers

    def messages(self, after: int, last: int) -> Sequence[Heard]:
        return [message for number, message in self.said.items() if after < number <= last]

    def tell(self, name: str, words: str) -> None: ...


def seated(phase: int = 0) -> tuple[Session, MadeUp]:
    desk = MadeUp()
    session = Session(desk)
    session.answer(words_of("NME ('a') ('1')"))
    session.answer(words_of("YES (MAP ('standard'))"))
    desk.begin(phase)
    session.news()
    return session, desk


def said(messages: list[Words]) -> list[str]:
    return [text_of(each) for each in messages]


@pytest.mark.timeout(3600)
def test_fuzzed_messages_are_answered_in_the_protocol() -> None:
    """Messages of any kind; `DAIDE_FUZZ=100000` is the long run."""
    rng = Random(2)
    sessions = [seated(phase) for phase in range(len(GAME))]
    for number in range(MESSAGES):
        session, desk = rng.choice(sessions)
        words = draw("client_message", rng.choice((0, 20, 60, 130)), rng)
        if rng.random() < 0.3:
            place = rng.randrange(len(words))
            words = (*words[:place], rng.choice((*words, rng.randrange(0x10000))), *words[place + rng.randrange(2) :])
        for answer in session.answer(words) + session.news():
            if answer[0] != BY_NAME["PRN"]:
                assert (
                    fault_in(answer, "server_message", 8000, frozenset({"PDA", "AOA"})) is None
                    or words[0] == BY_NAME["REJ"]
                ), (text_of(words), text_of(answer))
        if session.role == "stranger" or session.has_left or number % 50 == 0:
            place = sessions.index((session, desk))
            sessions[place] = seated(place)


@pytest.mark.parametrize("name", sorted(RULES))
def test_what_a_role_may_not_say_is_refused(name: str) -> None:
    samples = {
        "NME": "NME ('a') ('1')",
        "OBS": "OBS",
        "IAM": "IAM (ENG) (7)",
        "SUB": "SUB (LON HLD)",
        "SND": "SND (FRA) (PRP (DRW))",
        "ADM": "ADM ('a') ('b')",
        "YES": "YES (MAP ('standard'))",
        "REJ": "REJ (SVE ('a'))",
        "TME": "TME",
    }
    inner = name.removeprefix("NOT ")
    text = f"NOT ({inner})" if name.startswith("NOT ") else samples.get(name, name)
    rule = RULES[name]
    desk = MadeUp()
    stranger = Session(desk)
    refused = [f"REJ ({text})"]
    assert (said(stranger.answer(words_of(text))) == refused) == ("stranger" not in rule.roles or rule.time != "any")
    session, desk = seated()
    if "player" not in rule.roles or rule.time == "over":
        assert said(session.answer(words_of(text))) == refused
    desk.now = replace(desk.now, status="draw")
    if rule.time == "running":
        assert said(session.answer(words_of(text))) == refused


def test_every_message_of_clients_has_a_rule() -> None:
    named = set()
    for row in ROWS:
        if row.name.startswith(("client_", "player_")) and not row.syntax.startswith(("HUH", "PRN")):
            first, *rest = row.syntax.replace("(", " ").split()
            named.add(f"NOT {rest[0]}" if first == "NOT" else first)
    assert named == set(RULES)


def test_builds_that_no_home_can_take_are_waived() -> None:
    """Old programs waive every unused build, usable or not."""
    session, desk = seated()
    centers = {"TUR": ["ANK", "BUL", "CON", "GRE", "SMY"], "FRA": ["PAR"]}
    crowded = {"phase": "W1902A", "units": ["TUR A CON", "TUR F SMY", "FRA A PAR"], "centers": centers}
    desk.now = replace(desk.now, position=position_from_dict(crowded), power="TUR")
    desk.order = lambda orders: [place < 1 for place in range(len(orders))]  # type: ignore[method-assign]
    waived = "SUB (TUR WVE) ((TUR AMY ANK) BLD) (TUR WVE) (TUR WVE)"
    assert said(session.answer(words_of(waived)))[:4] == [
        "THX (TUR WVE) (MBV)",
        "THX ((TUR AMY ANK) BLD) (MBV)",
        "THX (TUR WVE) (MBV)",
        "THX (TUR WVE) (NMB)",
    ]


def test_a_client_with_the_other_numbers_of_press_is_understood() -> None:
    """Java programs and Parlance number FCT as others number FOR."""
    session, desk = seated()
    fact = (*words_of("SND (FRA) ("), 0x4A07, *words_of("(PCE (ENG FRA)))"))
    assert session.answer(fact) == [(BY_NAME["YES"], BY_NAME["("], *fact, BY_NAME[")"])]
    desk.said[1] = Heard(1, "FRA", ("ENG",), press=words_of("FCT (FOR (SPR 1902) (NAR (PCE (ENG FRA))))"))
    desk.now = replace(desk.now, heard=1)
    assert session.news() == [
        (
            *words_of("FRM (FRA) (ENG) ("),
            *(0x4A07, *words_of("("), 0x4A08, *words_of("(SPR 1902) ("), 0x4A26),
            *words_of("(PCE (ENG FRA)))))"),
        )
    ]
    assert said(session.answer(words_of("SND (FRA) (FCT (PCE (ENG FRA)))"))) == [
        "YES (SND (FRA) (FCT (PCE (ENG FRA))))"
    ]


def test_a_message_that_comes_while_news_are_read_is_told_once() -> None:
    """The table knows of one message; another comes before messages are read."""
    session, desk = seated()
    for number, press in ((1, "PRP (PCE (ENG FRA))"), (2, "PRP (DRW)")):
        desk.said[number] = Heard(number, "FRA", ("ENG",), press=words_of(press))
    desk.now = replace(desk.now, heard=1)
    assert said(session.news()) == ["FRM (FRA) (ENG) (PRP (PCE (ENG FRA)))"]
    desk.now = replace(desk.now, heard=2)
    assert said(session.news()) == ["FRM (FRA) (ENG) (PRP (DRW))"]
    assert said(session.news()) == []


def test_a_draw_is_shared_by_at_least_two() -> None:
    session, desk = seated()
    desk.now = replace(desk.now, options=frozenset({"PDA"}))
    assert said(session.answer(words_of("DRW (ENG)"))) == ["REJ (DRW (ENG))"]
    assert said(session.answer(words_of("DRW (ENG FRA)"))) == ["YES (DRW (ENG FRA))"]


def test_a_turn_is_told_in_order() -> None:
    session, desk = seated()
    desk.begin(3)
    told = said(session.news())
    kinds = [each[:3] for each in told]
    assert kinds.count("NOW") == 3
    assert kinds[-1] == "NOW"
    assert all(kind in ("ORD", "SCO", "NOW") for kind in kinds)
    assert session.news() == []


def test_nobody_is_told_of_an_elimination() -> None:
    """DipGame's programs take any OUT for their own end, and stop."""
    session, desk = seated()
    before = position_from_dict({"phase": "W1904A", "units": ["FRA A PAR", "ENG F LON"], "centers": {"ENG": ["LON"]}})
    found = adjudicate(before, {})
    assert not found.next.units_of("FRA")
    desk.played = lambda begin, end: [Played(before, found.outcomes, found.next)]  # type: ignore[method-assign]
    desk.now = replace(desk.now, index=1, position=found.next)
    assert [each[:3] for each in said(session.news())] == ["ORD", "NOW"]


def test_the_end_stands_before_the_last_board() -> None:
    session, desk = seated()
    desk.begin(1)
    desk.now = replace(desk.now, status="solo", winner="ENG")
    kinds = [each[:3] for each in said(session.news())]
    assert kinds[-3:] == ["SLO", "SMR", "NOW"]


def test_a_phase_taken_back_is_told_anew() -> None:
    session, desk = seated(2)
    desk.begin(1)
    assert [each[:3] for each in said(session.news())] == ["SCO", "NOW"]


def test_alarms_ring_once_a_turn() -> None:
    session, _ = seated()
    assert said(session.answer(words_of("TME (30)"))) == ["YES (TME (30))"]
    assert session.alarms
    assert session.alarms.ring(31, 0) == []
    assert said(session.alarms.ring(30, 0)) == ["TME (30)"]
    assert session.alarms.ring(29, 0) == []
    assert said(session.alarms.ring(10, 1)) == ["TME (30)"]
    assert said(session.answer(words_of("TME (601)"))) == ["REJ (TME (601))"]
