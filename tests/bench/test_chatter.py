"""Lines of people who chat mean what they are marked as."""

import json
from functools import cache
from itertools import islice

import pytest

from bench.chatter import chatter
from bench.judge import example
from bench.made import Line
from bench.marked import Marked
from bench.strangers.__main__ import LEARNT
from negotiation.diplomacy import Rto
from negotiation.levels import subterms
from negotiation.terms import Accept, Desire, Do, Inform, Propose, Reject
from tests.effort import examples


@cache
def made() -> list[Line]:
    """All lines, which take some seconds to make."""
    return list(chatter())


def of_kind(kind: str) -> list[Line]:
    return [line for line in made() if line.kind == f"chatter {kind}"]


def test_the_lines_are_the_same_every_time() -> None:
    again = [line.text for line in islice(chatter(), examples(2000))]
    assert again == [line.text for line in made()[: len(again)]]


@pytest.mark.parametrize(
    ("kind", "answer"), [("yes", Accept), ("no", Reject), ("short yes", Accept), ("short no", Reject)]
)
def test_an_answer_is_to_the_proposal_on_the_table(kind: str, answer: type[Accept] | type[Reject]) -> None:
    for line in of_kind(kind):
        (said,) = line.said
        assert isinstance(said, answer)
        assert line.where.open_deals in ((said.deal,), () if kind == "no" else (said.deal,))


def test_a_counter_offer_proposes_something_else() -> None:
    for line in of_kind("counter"):
        no, offer = line.said
        assert isinstance(no, Reject)
        assert isinstance(offer, Propose)
        assert no.deal != offer.deal


def test_a_place_that_a_third_power_wants_is_told() -> None:
    for line in of_kind("wants"):
        (told,) = line.said
        assert isinstance(told, Inform)
        assert isinstance(told.content, Desire)
        assert told.content.agent not in (told.speaker, *told.hearers)


def test_what_waits_for_something_else_and_idle_talk_bind_nobody() -> None:
    assert not any(line.said or line.others for kind in ("later", "talk", "unsure") for line in of_kind(kind))


def test_a_retreat_is_agreed_before_the_moves() -> None:
    for line in of_kind("retreat"):
        position = line.where.position
        assert position is not None
        assert position.phase.kind == "M"
        orders = [term.action for said in line.said for term in subterms(said) if isinstance(term, Do)]
        assert any(isinstance(order, Rto) for order in orders)


def test_nearly_every_line_may_be_read_as_it_is_marked() -> None:
    """Every fortieth line: what cannot be read is not learnt from."""
    some = made()[::40]
    found = [example(Marked(line.kind, line.text, line.where, line.said, line.others)) for line in some]
    assert sum(bool(one.meant.any()) for one in found) >= 0.9 * len(some)


def test_no_line_kept_aside_is_among_them() -> None:
    texts = {line.text for line in made()}
    for name in ("aside", "ordinary", "examiners", "complex"):
        kept = LEARNT.with_name(f"{name}.jsonl").read_text("utf-8").splitlines()
        assert texts.isdisjoint(json.loads(line)["text"] for line in kept)
