"""Nobody robs in words: a HANA neither asks for a home center nor gives one; and a broken word has one excuse."""

from random import Random

import pytest

from adjudication.board import STANDARD
from adjudication.phase import parse_phase
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.hana.remember.personality import PERSONALITIES
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import LedgerLine, PastPhase, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Ent, Hlp, Pce, Scd
from negotiation.levels import FREE, subterms
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Accept, Courtesy, Manner, Propose, Reject, Utterance
from tests.bots.boards import board
from tests.bots.hana.casts import swift

HOMES = ("mun", "kie", "ber")
NEAR = board(
    "F1902M",
    *("GER A RUH", "GER A HOL", "GER F DEN", "GER A BER", "FRA A BUR", "FRA A BEL", "FRA F ECH", "ENG F NTH"),
    *("AUS A TYR", "RUS F GOB", "ITA A PIE", "TUR F AEG"),
)


def robs(said: Utterance) -> bool:
    """True if the deal hands over a home center among its parties."""
    if not isinstance(said, Propose | Accept):
        return False
    among = {said.speaker, *said.hearers}
    for part in subterms(said.deal):
        taker, places = None, tuple[str, ...]()
        match part:
            case Scd(power, centers):
                taker, places = power, centers
            case Ent(power, province) | Hlp(_, power, province):
                taker, places = power, (province,)
            case _:
                continue
        if any(place in STANDARD.homes[other] for place in places for other in POWERS if other in among - {taker}):
            return True
    return False


@pytest.mark.parametrize("character", PERSONALITIES)
def test_nobody_asks_for_a_home_center(character: str) -> None:
    for position in (opening(), NEAR):
        for power in POWERS:
            view = SeatView(power, position, STANDARD_RULES, level=FREE)
            words = open_talk_in_time(swift(character), view, {}, Random(4), 5)
            assert words.faults == ()
            assert not [format_term(each, DIPLOMACY) for each in words.utterances if robs(each)]


@pytest.mark.parametrize("character", PERSONALITIES)
def test_nobody_gives_a_home_center(character: str) -> None:
    """Neither for nothing nor for something, nor for peace."""
    wanted = [f"propose(fra, ger, Agree([fra ger], scd(fra, {home})))" for home in HOMES]
    wanted += [
        "propose(fra, ger, Agree([fra ger], pce([fra ger]) ∧ scd(fra, mun)))",
        "propose(fra, ger, Agree([fra ger], scd(fra, kie) ∧ scd(ger, bel)))",
        "propose(fra, ger, [Commit(ger, fra, hlp(ger, fra, mun))])",
        "propose(fra, ger, [Commit(fra, ger, ent(fra, mun))])",
    ]
    for text in wanted:
        said = Said(NEAR.phase, parse(text, DIPLOMACY))
        view = SeatView("GER", NEAR, STANDARD_RULES, level=FREE, protocol="talk", talk=(said,))
        words = hear_in_time(swift(character), view, {}, said, rng=Random(2), seconds=5)
        assert words.faults == ()
        answers = words.utterances
        assert isinstance(answers[0], Reject), (text, answers)
        assert not any(robs(each) for each in answers), (text, answers)


@pytest.mark.parametrize("character", PERSONALITIES)
def test_a_broken_word_has_one_excuse_however_often_it_is_blamed(character: str) -> None:
    pair: tuple[Power, ...] = ("FRA", "GER")
    fall = parse_phase("F1901M")
    line = LedgerLine(parse_phase("S1901M"), fall, "GER", pair, Pce(pair), State.BROKEN, lasting=True)
    past = PastPhase(board("F1901M", "GER A MUN", "FRA A PAR"), ())
    position = board("S1902M", *("GER A MUN", "GER A KIE", "GER F DEN", "FRA A BUR", "FRA F BRE", "FRA A SPA"))
    view = SeatView("GER", position, STANDARD_RULES, (past,), ledger=(line,), level=FREE, protocol="talk")
    bot = swift(character)
    words = open_talk_in_time(bot, view, {}, Random(3), 5)
    told = [each for each in words.utterances if each.hearers == ("FRA",)]
    memory = dict(words.memory)
    for number, blame in enumerate(
        (Courtesy("FRA", ("GER",), Manner.BLAME), Courtesy("FRA", ("GER",), Manner.BLAME, "BUR")) * 2
    ):
        talk = tuple(Said(position.phase, each) for each in (*told, blame))
        heard = SeatView(
            "GER", position, STANDARD_RULES, (past,), ledger=(line,), level=FREE, protocol="talk", talk=talk
        )
        answer = hear_in_time(bot, heard, memory, talk[-1], rng=Random(number), seconds=5)
        assert answer.utterances, blame
        memory = dict(answer.memory)
        told += [blame, *answer.utterances]
    excuses = [
        each
        for each in told
        if isinstance(each, Courtesy) and each.speaker == "GER" and each.manner in {Manner.APOLOGISE, Manner.JEST}
    ]
    assert len(excuses) <= 1, excuses
