"""The talk of a phase as pages: utterances, orders, and their events."""

from collections.abc import Iterable

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import opening
from adjudication.powers import as_power
from adjudication.rulebook import STANDARD_RULES
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import ProtocolRefusedError
from negotiation.floor import Settled
from negotiation.parley import Accepted, Event, Judged, Lapsed, Opened, Promised, Unjudged, parley_of
from negotiation.parser import parse
from tests.playbook import Playbook

PEACE = "Agree([eng fra ger], pce([eng fra ger]))"
LEAGUE = "Agree([eng fra ger], aly([eng fra ger], tur))"
BUR = "[Commit(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy))))]"


class Talk:
    """The talk under a protocol, played by lines.

    A line is an utterance in L, or `orders`, by which the phase ends.
    """

    def __init__(self, protocol: str = "talk") -> None:
        self.parley = parley_of(protocol, opening(), STANDARD_RULES)

    def __call__(self, line: str) -> Iterable[str]:
        if line.startswith("orders"):
            power, text = line.removeprefix("orders ").split(" ", 1)
            outcomes = adjudicate(opening(), {as_power(power): [parse_order(text)]}).outcomes
            self.parley, events = self.parley.judged(outcomes)
        else:
            try:
                self.parley, events = self.parley.said(parse(line, DIPLOMACY))
            except ProtocolRefusedError as refused:
                return [f"refused: {refused}"]
        return map(_told, events)


def _told(event: Event) -> str:
    match event:
        case Opened(table):
            return f"{table.key} opened by {table.proposal.speaker}, waits for {' '.join(table.waiting)}"
        case Accepted(table, by):
            return f"{table.key} accepted by {by}, waits for {' '.join(table.waiting)}"
        case Settled(table, fate):
            return f"{table.key} {fate}"
        case Lapsed(table):
            return f"{table.key} lapsed"
        case Promised(entry, table):
            return f"{entry.key} agreed by {' '.join(entry.agreement.powers)}" + (
                f", as {table.key} had it" if table else ""
            )
        case Judged(entry, _):
            return f"{entry.key} judged: {', '.join(f'{each.agent} {each.state.value}' for each in entry.promises)}"
        case Unjudged(entry, error):
            return f"{entry.key} not judged: {error}"


def test_a_proposal_to_two_is_agreed_once_both_have_accepted() -> None:
    assert (
        Playbook(Talk())
        >> f"propose(fra, [eng ger], {PEACE})"
        << "1 opened by FRA, waits for ENG GER"
        >> f"accept(eng, [fra ger], {PEACE})"
        << "1 accepted by ENG, waits for GER"
        >> f"accept(ger, [eng fra], {PEACE})"
        << "1 accepted"
        << "4 agreed by ENG FRA GER, as 1 had it"
        >> "orders FRA A PAR - BUR"
        << "4 judged: ENG kept, FRA kept, GER kept"
    )


def test_one_who_rejects_ends_it_for_all() -> None:
    assert (
        Playbook(Talk())
        >> f"propose(fra, [eng ger], {PEACE})"
        << "1 opened by FRA, waits for ENG GER"
        >> f"accept(eng, [fra ger], {PEACE})"
        << "1 accepted by ENG, waits for GER"
        >> f"reject(ger, [eng fra], {PEACE})"
        << "1 rejected"
        >> f"accept(ger, [eng fra], {PEACE})"
        << "refused: ..."
    )


def test_a_word_given_unasked_is_kept_or_broken_by_the_orders_of_its_phase() -> None:
    for order, state in (("A PAR - BUR", "kept"), ("A PAR H", "broken")):
        assert (
            Playbook(Talk())
            >> f"inform(fra, ger, {BUR})"
            << "2 agreed by FRA GER"
            >> f"propose(fra, [eng ger], {PEACE})"
            << "3 opened by FRA, waits for ENG GER"
            >> f"orders FRA {order}"
            << "3 lapsed"
            << f"2 judged: FRA {state}"
            >> f"orders FRA {order}"
        )


@pytest.mark.parametrize(
    ("protocol", "second"),
    [("talk", "2 opened by ENG, waits for FRA GER"), ("l3", "refused: ...")],
)
def test_what_another_proposal_does_to_the_first_is_the_protocols_affair(protocol: str, second: str) -> None:
    assert (
        Playbook(Talk(protocol))
        >> f"propose(fra, [eng ger], {PEACE})"
        << "1 opened by FRA, waits for ENG GER"
        >> f"propose(eng, [fra ger], {LEAGUE})"
        << second
    )
