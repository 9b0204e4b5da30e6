"""Diplominator's banker (Webb et al. 2008, 7.2.1): credit, accounts, honesty."""

from dataclasses import replace
from random import Random

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.phase import parse_phase
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES
from bots.arena.game import GamePlan, Record, play
from bots.arena.seats import BadSeatsError, agent_called
from bots.chance import stream
from bots.experiment.file.reading import read_declaration
from bots.experiment.local import SHIPPED
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Agreement, LedgerLine, PastPhase, Said, SeatView
from bots.zoo.diplominator.banker import DiplominatorBanker, favour_in, value_of
from bots.zoo.diplominator.memory import Account, Mind, Relation
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from negotiation.terms import Commits, Propose
from tests.bots.boards import board

HERE = board(
    "S1903M",
    *("FRA A BUR", "FRA A GAS", "GER A RUH", "GER A KIE", "ITA A PIE", "ENG F NTH", "ENG A HOL"),
    centers={"FRA": "PAR BRE MAR", "GER": "BER KIE MUN", "ITA": "VEN ROM NAP", "ENG": "LON LVP EDI HOL"},
)
ASKED = "[Commit(fra, ger, Do(sup(Unit(fra, Region(bur, amy)), mto(Unit(ger, Region(ruh, amy)), Region(bel, amy)))))]"
HELP = "[Commit(ger, fra, Do(sup(Unit(ger, Region(ruh, amy)), mto(Unit(fra, Region(bur, amy)), Region(bel, amy)))))]"
MAR = "[Commit(fra, ger, Do(sup(Unit(fra, Region(gas, amy)), mto(Unit(ger, Region(ruh, amy)), Region(bur, amy)))))]"
FRIENDS = {"GER": Relation(peace=True), "ITA": Relation(peace=True)}
VALUE = value_of(favour_in(parse_formula(ASKED, DIPLOMACY)), HERE, "GER")  # type: ignore[arg-type]


def mind(balance: float = 0.0, asked: int = 0, helped: int = 0, turns: int = 0) -> Mind:
    accounts = {"GER": Account(balance, asked, helped, turns)}
    return Mind(powers=dict(FRIENDS), accounts=accounts, booked="S1903M")  # type: ignore[arg-type]


def view_of(*said: str, deals: tuple[str, ...] = ()) -> SeatView:
    talk = tuple(Said(HERE.phase, parse(text, DIPLOMACY)) for text in said)
    made = tuple(Agreement(HERE.phase, ("FRA", "GER"), parse_formula(each, DIPLOMACY)) for each in deals)  # type: ignore[arg-type]
    return SeatView("FRA", HERE, STANDARD_RULES, talk=talk, agreements=made, level=1)


def answer(mind: Mind, deal: str = ASKED, speaker: str = "ger", deals: tuple[str, ...] = ()) -> str:
    view = view_of(f"propose({speaker}, fra, {deal})", deals=deals)
    words = hear_in_time(DiplominatorBanker(), view, mind.as_memory(), view.talk[-1], rng=Random(1), seconds=5)
    assert words.faults == ()
    return format_term(words.utterances[0], DIPLOMACY).partition("(")[0]


@pytest.mark.parametrize(
    ("account", "expected"),
    [
        (mind(), "accept"),
        (mind(balance=-3.0), "reject"),
        (mind(balance=-3.0, turns=15), "accept"),
        (mind(asked=9), "reject"),
        (mind(balance=-3.0 + 1.1 * VALUE - 0.01), "reject"),
        (mind(balance=-3.0 + 1.1 * VALUE + 0.01), "accept"),
        (Mind(), "reject"),
    ],
    ids=["first", "owes all", "old friend", "never helped", "interest", "within", "no friend"],
)
def test_a_favour_is_done_within_the_limit(account: Mind, expected: str) -> None:
    assert answer(account) == expected


@pytest.mark.parametrize(
    ("deal", "deals", "why"),
    [
        (MAR, (), "our own place"),
        (ASKED, (ASKED,), "one favour a turn"),
        (f"{ASKED[:-1]} {MAR[1:]}", (), "more than one order"),
        (ASKED.replace("bel", "stp"), (), "neither reaches it"),
        (ASKED.replace("ruh", "ber"), (), "no such unit"),
        ("[Commit(fra, ger, Do(mto(Unit(fra, Region(bur, amy)), Region(mar, amy))))]", (), "no support"),
    ],
    ids=lambda value: "" if isinstance(value, tuple) or "(" in value else value,
)
def test_other_favours_are_refused(deal: str, deals: tuple[str, ...], why: str) -> None:
    assert answer(mind(turns=15), deal, deals=deals) == "reject", why


def test_the_limit_grows_with_the_friendship_and_with_history() -> None:
    bot = DiplominatorBanker(credit=2.0)
    assert bot.limit(mind(), "GER") == 2.0
    assert bot.limit(mind(turns=15), "GER") == bot.limit(mind(turns=99), "GER") == 4.0
    assert bot.limit(mind(asked=3, helped=1), "GER") == 1.0
    assert bot.limit(mind(asked=3, helped=3), "GER") == 2.0


@pytest.mark.parametrize(
    ("deal", "state", "balance", "rating"),
    [
        (ASKED, State.KEPT, -1.1 * VALUE, 1),
        (ASKED, State.VOID, 0, 1),
        (ASKED, State.BROKEN, 0, 1),
        (HELP, State.KEPT, None, 1),
        (HELP, State.VOID, 0, 1),
        (HELP, State.BROKEN, 0, 0.5),
    ],
    ids=["done", "cut", "not done", "received", "received cut", "refused"],
)
def test_favours_are_booked_once(deal: str, state: State, balance: float | None, rating: float) -> None:
    made = parse_formula(deal, DIPLOMACY)
    assert isinstance(made, Commits)
    favour = favour_in(made)
    assert favour is not None
    past = PastPhase(HERE, adjudicate(HERE, {}, STANDARD_RULES).outcomes)
    line = LedgerLine(HERE.phase, HERE.phase, favour.giver, ("FRA", "GER"), made.items[0].content, state)
    request = Said(HERE.phase, Propose("FRA", ("GER",), made))
    later = replace(HERE, phase=parse_phase("F1903M"))
    talk = (request,) if deal == HELP else ()
    view = SeatView("FRA", later, STANDARD_RULES, (past,), talk=talk, ledger=(line,), level=1)
    bot = DiplominatorBanker()
    booked = bot.mind(view, mind().as_memory())
    account = booked.accounts["GER"]
    assert account.balance == pytest.approx(value_of(favour, HERE, "FRA") if balance is None else balance)
    assert account.rating == rating
    assert bot.mind(view, booked.as_memory()) == booked, "nothing is booked twice"


def test_the_debtor_is_asked_for_a_favour_when_an_order_needs_help() -> None:
    """The paper's banker never found that moment."""
    remembered = mind(balance=-1.0).as_memory()
    words = open_talk_in_time(DiplominatorBanker(), view_of(), remembered, Random(4), 5)
    assert words.faults == ()
    requests = [each for each in words.utterances if isinstance(each, Propose) and isinstance(each.deal, Commits)]
    assert requests[0].hearers == ("GER",), "it owes most"
    for each in requests:
        favour = favour_in(each.deal)
        assert favour is not None
        assert favour.giver == each.hearers[0]
        assert favour.asker(HERE) == "FRA"
    assert len({each.hearers for each in requests}) == len(requests), "one favour a turn of each"


def test_an_offer_of_peace_is_not_a_request_for_a_favour() -> None:
    def asks_germany(*said: str) -> bool:
        words = open_talk_in_time(DiplominatorBanker(), view_of(*said), mind(balance=-1.0).as_memory(), Random(4), 5)
        return any(each.hearers == ("GER",) for each in words.utterances)

    assert asks_germany("propose(fra, ger, Agree([fra ger], pce([fra ger])))")
    assert not asks_germany(f"propose(fra, ger, {HELP})")


def test_agreed_orders_are_given_and_a_liar_breaks_its_promise() -> None:
    orders = DiplominatorBanker().decide(view_of(deals=(ASKED,)), mind().as_memory(), Random(1), 1).orders
    assert parse_order("A BUR S A RUH - BEL") in orders
    helped = DiplominatorBanker().decide(view_of(deals=(HELP,)), mind().as_memory(), Random(1), 1).orders
    assert parse_order("A BUR - BEL") in helped
    liar = DiplominatorBanker(honesty=0.0)
    view = view_of(deals=(ASKED,))
    plain = [liar.decide(view, mind().as_memory(), Random(seed), 1).orders for seed in range(10)]
    assert not all(parse_order("A BUR S A RUH - BEL") in each for each in plain)
    assert all(len(each) == 2 for each in plain)


def test_honesty_is_a_parameter_of_seats() -> None:
    assert agent_called("diplominator-banker?honesty=0.5") == DiplominatorBanker(honesty=0.5)
    with pytest.raises(BadSeatsError, match="has no parameter 'wit'; it has honesty"):
        agent_called("diplominator-banker?wit=1")
    with pytest.raises(BadSeatsError, match="a number from 0 to 1"):
        agent_called("diplominator-banker?honesty=2")


@pytest.fixture(scope="module")
def record() -> Record:
    seats = dict.fromkeys(POWERS, "diplominator-banker")
    return play(GamePlan(number=1, seed=5, seats=seats, until=1903, seconds=60, level=1, trace=True))


def test_honest_bankers_keep_every_favour_and_keep_accounts(record: Record) -> None:
    promises = [each for phase in record["phases"] for each in phase.get("promises", ()) if "sup(" in each["content"]]
    assert "kept" in {each["state"] for each in promises}
    assert "broken" not in {each["state"] for each in promises}
    assert record["faults"] == {}
    minds = record["phases"][-1]["minds"].values()
    balances = [account["balance"] for each in minds for account in each["accounts"].values()]
    assert min(balances) < 0 < max(balances)


def test_talk_of_any_level_and_protocol_does_no_harm() -> None:
    kinds = ("diplominator-banker", "blabbot", "thesis-negotiator", "diplominator", "random-negotiator")
    for level, protocol in ((9, "talk"), (6, "free"), (1, "rnp")):
        seats = {power: stream(level, power).choice(kinds) for power in POWERS}
        plan = GamePlan(1, 3, seats, 1901, 60, level=level, protocol=protocol)
        assert play(plan)["faults"] == {}


@pytest.mark.parametrize("name", ["diplominator", "banker"])
def test_the_shipped_experiments_are_right(name: str) -> None:
    assert read_declaration((SHIPPED / f"{name}.toml").read_text("utf-8")).tests
