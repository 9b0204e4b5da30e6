"""Never half understood: nothing is offered that drops what limits or denies a text, or says its reverse."""

import time

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.grammar.reading import rows, sentences
from negotiation.grammar.saying import Marked
from negotiation.printer import format_term
from negotiation.words.spotting import spot
from tests.negotiation.data import lines, read

HERE = context_of("FRA", ("GER",), opening())


NOT_YET = frozenset(
    {
        "Could Italy and you both keep out of Piedmont?",
        "I'd rather not support you into Belgium",  # The refusal that is offered names the promise, as it must.
        "forget about Belgium, I won't help you there",  # So does this one.
        "scratch that dmz in Burgundy",
    }
)
"""A third power that is to keep out as well is left out."""


@pytest.mark.parametrize(
    "case", [case for case in lines("half.jsonl") if case["text"] not in NOT_YET], ids=lambda case: case["text"][:40]
)
def test_the_reverse_or_half_of_a_text_is_not_offered(case):
    """never: what no reading may hold; `clear`: nothing may be claimed. needs: what every reading must hold."""
    understanding = read(case["text"], HERE)
    if case.get("never") == "clear":
        assert understanding.verdict != "clear"
    shown = [" ; ".join(format_term(one, DIPLOMACY) for one in candidate) for candidate in understanding.candidates]
    assert not [one for one in shown if case.get("never", "clear") in one]
    assert not [one for one in shown if not all(part in one for part in case.get("needs", ()))]


@pytest.mark.parametrize("word", ["if", "unless", "until", "only", "or", "not", "never", "might", "Italy", "Tyrolia"])
@pytest.mark.parametrize("at", [0, 3, 6, 8])
def test_such_a_word_is_in_what_is_said_or_nothing_is(word, at):
    words = ["I", "will", "support", "you", "into", "Belgium", "this", "turn"]
    text = " ".join([*words[:at], word, *words[at:]])
    seen = spot(text, opening().phase)
    (sentence,) = sentences(seen.tokens)
    held = [
        at
        for at, token in enumerate(sentence.tokens)
        if token.sym == word or seen.text[token.start : token.end] == word
    ]
    for row in rows(sentence.tokens, seen.entities, (), text):
        if any(not isinstance(item.value, Marked) for item in row.items):
            assert not set(held) & set(row.skipped)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1000,
        "really " * 140,
        "so very " * 120,
        "I will support you into Belgium and " * 28,
        "not " * 250,
        ", " * 500,
    ],
    ids=lambda text: text[:12],
)
def test_no_text_takes_long(text):
    begun = time.process_time()
    read(text, HERE)
    assert time.process_time() - begun < 1.0
