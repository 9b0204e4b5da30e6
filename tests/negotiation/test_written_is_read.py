"""What the writer writes for the deals people want, the productions read: one way of putting things for all."""

from random import Random

from bench.task_success.__main__ import context
from bench.task_success.data import Deal, deals
from bench.task_success.meaning import meaning
from negotiation.english.writer import write
from negotiation.grammar.reader import by_productions
from negotiation.levels import FREE

ENOUGH = 0.97
"""Of three parts and more it writes a list, whose lines the productions read one by one."""


def outcome(deal: Deal, seed: int) -> tuple[str, str]:
    """What became of one sentence: "right", "offered", "wrong" or "missed"; and the sentence."""
    where = context(deal, FREE)
    text = write(deal.term, Random(seed), where)
    found = by_productions(text, where)
    wanted = meaning((deal.term,), deal.position)
    shown = [meaning(each, deal.position) for each in found.candidates]
    if found.verdict == "clear":
        return "right" if shown == [wanted] else "wrong", text
    return "offered" if wanted in shown else "missed", text


def test_the_productions_read_what_the_writer_writes():
    told = [outcome(deal, number) for number, deal in enumerate((*deals("first"), *deals("fifth")))]
    assert [text for verdict, text in told if verdict == "wrong"] == []
    missed = [text for verdict, text in told if verdict == "missed"]
    assert len(missed) <= (1 - ENOUGH) * len(told), missed
