"""Whole games without the site, the same for the same seed."""

import time
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.phase import parse_phase
from adjudication.position import position_as_dict, position_from_dict
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots import asking
from bots.agent import Agent, Decision, Memory
from bots.arena.game import GamePlan, Record, play
from bots.arena.seats import BadSeatsError, parse_seats, seats_of_game
from bots.arena.table import format_tables, tally_by_bot, tally_by_power
from bots.arena.talk import Conference
from bots.arena.tournament import FailedGameError, play_all
from bots.blabbot import BlabBot
from bots.holdbot import HoldBot
from bots.talker import Talk
from bots.view import PastPhase, Said, SeatView
from negotiation.diplomacy import Drw
from negotiation.terms import Accept, Agree, Propose, Reject, group
from tests.bots.boards import board
from tests.patience import PATIENCE

STRANGE = "tests.bots.strange"


def plan(number: int = 0, seats: str = "dumbbot", until: int = 1904, seed: int = 7, seconds: float = 5.0) -> GamePlan:
    return GamePlan(number, seed, seats_of_game(parse_seats(seats), number, rotate=False), until, seconds)


def among_dumbbots(power: Power, name: str) -> str:
    return ",".join(name if each == power else "dumbbot" for each in POWERS)


@pytest.fixture(scope="module")
def record() -> Record:
    return play(plan(until=1908))


def test_a_record_replays_through_the_engine(record: Record) -> None:
    """Every phase follows from the one before and its orders."""
    following = [*record["phases"][1:], record["final"]]
    for phase, after in zip(record["phases"], following, strict=True):
        position = position_from_dict(phase)
        kind = position.phase.kind
        orders = {power: [parse_order(text, kind) for text in texts] for power, texts in phase["orders"].items()}
        resolution = adjudicate(position, orders)
        assert position_as_dict(resolution.next) == {key: after[key] for key in position_as_dict(resolution.next)}
        assert [outcome.result for outcome in resolution.outcomes] == [each["result"] for each in phase["outcomes"]]


def test_a_game_ends_with_its_last_year(record: Record) -> None:
    assert record["phases"][0]["phase"] == "S1901M"
    assert record["phases"][-1]["phase"][1:5] == "1908"
    assert record["final"]["phase"] == "S1909M"
    assert record["winner"] is None
    owned = sum(record["centers"].values())
    assert owned == sum(len(centers) for centers in record["final"]["centers"].values())


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    assert play(plan()) == play(plan())
    assert play(plan()) != play(plan(seed=8))
    assert play(plan(0))["phases"] != play(plan(1))["phases"]


def test_the_number_of_processes_changes_nothing() -> None:
    plans = [plan(number, until=1902) for number in range(3)]
    with play_all(plans, 1) as alone:
        one = list(alone)
    with play_all(plans, 2) as shared:
        two = list(shared)
    assert one == two
    assert [record["game"] for record in two] == [0, 1, 2]


def test_a_game_that_fails_says_so_and_the_others_are_played() -> None:
    plans = [plan(number, "holdbot", 1901) for number in range(3)]
    plans[1] = replace(plans[1], first="no word")
    for processes in (1, 2):
        with play_all(plans, processes) as played:
            assert next(played)["game"] == 0
            with pytest.raises(FailedGameError, match="ImpossiblePosition"):
                next(played)
            assert [record["game"] for record in played] == [2]


def test_what_one_power_draws_changes_no_other_power() -> None:
    """Swap France's bot: everybody else still opens as before."""
    usual = play(plan(until=1901))["phases"][0]["orders"]
    other = play(plan(until=1901, seats=among_dumbbots("FRA", "randombot")))["phases"][0]["orders"]
    assert usual["FRA"] != other["FRA"]
    assert {p: o for p, o in usual.items() if p != "FRA"} == {p: o for p, o in other.items() if p != "FRA"}


def test_a_winner_ends_the_game() -> None:
    """Six who never move against one who does, given time."""
    record = play(plan(seats="holdbot,holdbot,holdbot,holdbot,holdbot,dumbbot,holdbot", until=1960))
    assert record["winner"] == "RUS"
    assert record["centers"]["RUS"] >= 18
    assert record["final"]["phase"] != "S1961M"


@pytest.mark.parametrize(("bot", "kind"), [("Crasher", "crash"), ("Cheat", "illegal")])
def test_a_bad_bot_is_counted_and_the_game_goes_on(bot: str, kind: str) -> None:
    record = play(plan(seats=among_dumbbots("ITA", f"{STRANGE}:{bot}"), until=1902))
    assert set(record["faults"]) == {"ITA"}
    assert set(record["faults"]["ITA"]) == {kind}
    opening = record["phases"][0]
    assert opening["faults"]["ITA"][0]["kind"] == kind
    holding = [each for each in opening["outcomes"] if each["power"] == "ITA"]
    assert [each["order"] for each in holding] == ["A ROM H", "A VEN H", "F NAP H"]


def test_a_bot_that_never_answers_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "GRACE", 0.05)
    started = time.monotonic()
    record = play(plan(seats=among_dumbbots("TUR", f"{STRANGE}:Sleeper"), until=1901, seconds=0.05))
    assert time.monotonic() - started < PATIENCE
    assert record["faults"]["TUR"]["late"] >= 2


def test_memory_and_history_reach_the_bot_again() -> None:
    assert play(plan(seats=among_dumbbots("ENG", f"{STRANGE}:Counter"), until=1904))["faults"] == {}


def test_rotation_gives_every_bot_every_power_once() -> None:
    names = tuple("abcdefg")
    games = [seats_of_game(names, number, rotate=True) for number in range(7)]
    for power in POWERS:
        assert sorted(seats[power] for seats in games) == list(names)
    assert games[1]["ENG"] == games[0]["AUS"]
    assert seats_of_game(names, 3, rotate=False) == games[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dumbbot,holdbot", "There are 2 seats"),
        ("", "no bot called ''"),
        ("albert", "no bot called 'albert'"),
        ("dumbbot,,,,,,", "no bot called ''"),
        ("no.such.module:Bot", "'no.such.module:Bot' cannot be used: ModuleNotFoundError"),
        (f"{STRANGE}:Nobody", "AttributeError"),
        (f"{STRANGE}:NoBot", "no method called decide"),
        (":", "cannot be used"),
    ],
)
def test_seats_that_cannot_be_filled(text: str, message: str) -> None:
    with pytest.raises(BadSeatsError, match=message.replace(".", r"\.")):
        parse_seats(text)


def result(number: int, seats: Mapping[Power, str], centers: tuple[int, ...], winner: Power | None) -> Record:
    return {
        "game": number,
        "seats": dict(seats),
        "centers": dict(zip(POWERS, centers, strict=True)),
        "winner": winner,
        "faults": {"FRA": {"late": 2}},
    }


def test_tables_by_hand() -> None:
    seats: dict[Power, str] = dict.fromkeys(POWERS, "dumbbot") | {"FRA": "holdbot"}
    records = [
        result(0, seats, (18, 0, 4, 0, 12, 0, 0), "AUS"),
        result(1, seats, (2, 10, 2, 5, 5, 5, 5), None),
    ]
    powers, bots = tally_by_power(records), tally_by_bot(records)
    assert (powers["AUS"].mean, powers["AUS"].error, powers["AUS"].solos, powers["AUS"].survivals) == (10, 8, 1, 2)
    assert powers["ENG"].survivals == 1
    assert list(bots) == ["dumbbot", "holdbot"]
    assert bots["dumbbot"].mean == pytest.approx((18 + 12 + 2 + 10 + 5 * 4) / 12)
    assert (bots["holdbot"].mean, bots["holdbot"].error, bots["holdbot"].faults["late"]) == (3, 1, 4)
    text = format_tables(records)
    assert "AUS        2    10.00  8.00     1     2 (100%)" in text
    assert "2 games, 1 won outright. On average the largest power ends with 14.0 centers" in text


def test_seven_who_agree_on_a_draw_in_the_talk_end_the_game() -> None:
    record = play(GamePlan(number=0, seed=1, seats=dict.fromkeys(POWERS, "blabbot"), until=1905, seconds=5))
    assert record["winner"] is None
    assert record["ending"]["sharers"] == sorted(POWERS)
    assert record["ending"]["phase"] == "S1902M"
    assert "accept(" in record["ending"]["talk"][-1]


class DrawRefuser(BlabBot):
    """A BlabBot that turns every draw down."""

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        heard = message.utterance
        if isinstance(heard, Propose) and isinstance(heard.deal, Agree) and isinstance(heard.deal.content, Drw):
            others = group({heard.speaker, *heard.hearers} - {view.power})
            return Talk((Reject(view.power, others, heard.deal),), memory)
        return super().hear(view, memory, message, rng, seconds)


def test_a_draw_that_one_refuses_does_not_end_the_game() -> None:
    plan = GamePlan(number=0, seed=1, seats=dict.fromkeys(POWERS, "blabbot"), until=1902, seconds=5)
    record = play(plan, seated={"TUR": DrawRefuser()})
    assert "ending" not in record
    assert record["final"]["phase"] == "S1903M"
    assert not [each for each in record["standing"] if "drw" in each["content"]]


class Says:
    """Holds; proposes a draw to some, and answers proposals as told."""

    def __init__(self, *asks: Power, answer: type[Accept] | type[Reject] | None = None) -> None:
        self.asks, self.answer = asks, answer

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        return Decision((), memory)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        deal = Agree(group((view.power, *self.asks)), Drw())
        return Talk((Propose(view.power, group(self.asks), deal),) if self.asks else (), memory)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        heard = message.utterance
        if self.answer is None or not isinstance(heard, Propose):
            return Talk(memory=memory)
        return Talk(
            (self.answer(view.power, group({heard.speaker, *heard.hearers} - {view.power}), heard.deal),), memory
        )


THREE = board(
    "S1912M",
    *("ENG F NTH", "FRA A BUR", "TUR A VIE"),
    centers={
        "ENG": "LON LVP EDI NWY SWE DEN HOL BEL STP KIE BER",
        "FRA": "BRE PAR MAR SPA POR MUN VEN ROM NAP TUN",
        "TUR": "CON ANK SMY BUL RUM GRE SER BUD VIE TRI SEV MOS WAR",
    },
)
"""Turkey has most, and expects more than a draw."""


@pytest.mark.parametrize(
    ("turkey", "france", "drawn"),
    [
        (Says("ENG", "FRA"), Says(answer=Accept), True),
        (Says("ENG", "FRA"), Says(answer=Reject), False),
        (Says("ENG", "FRA"), Says(), False),
        (Says("ENG", "FRA"), HoldBot(), True),
        (Says("FRA"), Says(answer=Accept), True),
        (HoldBot(), Says("ENG", "TUR"), False),
    ],
    ids=[
        "all agree",
        "one dissents",
        "one says nothing",
        "a bot without words expects no more",
        "who is not asked expects no more",
        "the leader, without words, expects more",
    ],
)
def test_a_game_ends_when_all_agree_on_a_draw_and_only_then(turkey: Agent, france: Agent, drawn: bool) -> None:
    agents: dict[Power, Agent] = {**dict.fromkeys(POWERS, HoldBot()), "TUR": turkey, "FRA": france}
    agents["ENG"] = Says(answer=Accept)
    conference = Conference(agents, 3, "l3", (1, 0), 5.0)
    past = tuple(PastPhase(replace(THREE, phase=parse_phase(f"S{year}M")), ()) for year in (1909, 1910, 1911))
    conference.meet(THREE, STANDARD_RULES, past, {power: {} for power in POWERS})
    assert (conference.agreed == {"ENG", "FRA", "TUR"}) is drawn


def test_a_proposal_of_a_draw_is_its_speakers_vote_where_nobody_else_talks() -> None:
    agents: dict[Power, Agent] = {**dict.fromkeys(POWERS, HoldBot()), "TUR": Says("ENG", "FRA")}
    conference = Conference(agents, 3, "l3", (1, 0), 5.0)
    past = tuple(PastPhase(replace(THREE, phase=parse_phase(f"S{year}M")), ()) for year in (1909, 1910, 1911))
    conference.meet(THREE, STANDARD_RULES, past, {power: {} for power in POWERS})
    assert conference.agreed == {"ENG", "FRA", "TUR"}


def test_the_same_seed_gives_the_same_draw() -> None:
    plan = GamePlan(number=0, seed=1, seats=dict.fromkeys(POWERS, "blabbot"), until=1903, seconds=5)
    assert play(plan) == play(plan)


def test_tables_count_agreed_draws() -> None:
    plan = GamePlan(number=0, seed=1, seats=dict.fromkeys(POWERS, "blabbot"), until=1903, seconds=5)
    assert "1 game, 0 won outright, 1 drawn by agreement." in format_tables([play(plan)])
