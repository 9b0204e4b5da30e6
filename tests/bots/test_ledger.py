"""Bots in the arena learn the fate of promises made and received."""

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Decision
from bots.arena.talk import Conference
from bots.talker import Talk
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse

BUR = "Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy)))"
SUP = "Do(sup(Unit(ger, Region(mun, amy)), mto(Unit(fra, Region(par, amy)), Region(bur, amy))))"
DEAL = f"[Commit(ger, fra, {SUP}), Commit(fra, ger, {BUR})]"
PEACE = "Agree([eng fra], pce([eng fra]))"


class Speaker:
    """Says in each phase what it was given, and the rest of it when spoken to."""

    def __init__(self, *lines, answers=()):
        self.lines, self.answers = lines, answers

    def decide(self, view, memory, rng, seconds):
        return Decision((), memory)

    def open_talk(self, view, memory, rng, seconds):
        return Talk(tuple(parse(line, DIPLOMACY) for line in self.lines if not view.history), memory)

    def hear(self, view, memory, message, rng, seconds):
        return Talk(tuple(parse(line, DIPLOMACY) for line in self.answers if not view.history), memory)


@pytest.fixture
def talks():
    silent = dict.fromkeys(("AUS", "ITA", "RUS", "TUR"), Speaker())
    agents = silent | {
        "FRA": Speaker(f"propose(fra, ger, {DEAL})", f"propose(fra, eng, {PEACE})"),
        "GER": Speaker(answers=(f"accept(ger, fra, {DEAL})",)),
        "ENG": Speaker(answers=(f"accept(eng, fra, {PEACE})",)),
    }
    return Conference(agents, 3, "l3", (1, 1), 1.0)


def carried_out(talks, position, **written):
    """The position after orders like FRA="A PAR - BUR"; everybody talked before."""
    talks.meet(position, STANDARD_RULES, (), {power: {} for power in talks.talkers})
    orders = {power: tuple(parse_order(text) for text in texts.split(", ")) for power, texts in written.items()}
    resolution = adjudicate(position, orders, STANDARD_RULES)
    talks.record(position, resolution.outcomes, STANDARD_RULES)
    return resolution.next


def told(talks, power, position):
    return [
        (str(line.made), str(line.judged), line.agent, line.powers, line.state, line.lasting)
        for line in talks.view(power, position, STANDARD_RULES, ()).ledger
    ]


def test_each_is_told_what_became_of_its_promises_and_of_nobody_elses(talks):
    assert told(talks, "FRA", opening()) == []
    after = carried_out(talks, opening(), FRA="A PAR - BUR, F BRE - ECH")
    with_germany = [
        ("S1901M", "S1901M", "GER", ("FRA", "GER"), "broken", False),
        ("S1901M", "S1901M", "FRA", ("FRA", "GER"), "kept", False),
    ]
    with_england = [("S1901M", "S1901M", power, ("ENG", "FRA"), "kept", True) for power in ("ENG", "FRA")]
    assert told(talks, "FRA", after) == with_germany + with_england
    assert told(talks, "GER", after) == with_germany
    assert told(talks, "TUR", after) == []


def test_what_lasts_is_one_line_that_says_how_it_stands_now(talks):
    after = carried_out(talks, opening(), FRA="A PAR - BUR, F BRE - ECH")
    talks.talkers["FRA"].lines = ()
    after = carried_out(talks, after, FRA="F ECH - LON")
    assert told(talks, "ENG", after) == [
        ("S1901M", "F1901M", "ENG", ("ENG", "FRA"), "kept", True),
        ("S1901M", "F1901M", "FRA", ("ENG", "FRA"), "broken", True),
    ]
    assert [line[1] for line in told(talks, "GER", after)] == ["S1901M", "S1901M"], "what is settled stays"
