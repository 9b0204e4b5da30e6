"""The productions read every sentence of the writer for wanted deals."""

from bench.task_success.data import deals
from bench.written import read_back

ENOUGH = 0.97
"""Of three parts and more it writes a list, whose lines the productions read one by one."""


def test_the_productions_read_what_the_writer_writes():
    told = [read_back(deal, number) for number, deal in enumerate((*deals("first"), *deals("fifth")))]
    assert [text for verdict, text in told if verdict == "wrong"] == []
    missed = [text for verdict, text in told if verdict == "missed"]
    assert len(missed) <= (1 - ENOUGH) * len(told), missed
