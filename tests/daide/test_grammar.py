"""The table of messages: levels, and places of faults."""

from pathlib import Path
from random import Random

import pytest

from daide.grammar import LEVELS, LONGEST, ROWS, TRY_LEVELS, brackets_match, fault_in, level_of, without_higher
from daide.tokens import ERR, name_of, text_of, words_of
from tests.daide.sentences import draw
from tests.effort import examples

CASES = Path(__file__).parent / "cases"
PDA = frozenset({"PDA"})


def lines(name: str) -> list[list[str]]:
    rows = CASES.joinpath(name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in row.split("|")] for row in rows if row and not row.startswith("#")]


def test_each_message_is_one_from_its_level_on() -> None:
    for level, kind, text in lines("messages.txt"):
        words = words_of(text)
        assert level_of(words, kind) == int(level), text
        assert all(fault_in(words, kind, each) is None for each in LEVELS if each >= int(level)), text
        assert text_of(words) == text


def test_the_first_token_that_does_not_fit_is_found() -> None:
    for level, text in lines("faults.txt"):
        words = words_of(text)
        place = words.index(ERR)
        assert fault_in(words[:place] + words[place + 1 :], "client_message", int(level)) == place, text


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["client_message", "server_message", "press"])
def test_sentences_drawn_from_the_table_are_read_at_their_level(kind: str, level: int) -> None:
    if kind == "press" and level == 0:
        return
    rng = Random(level)
    for _ in range(examples(25)):
        words = draw(kind, level, rng)
        assert fault_in(words, kind, level) is None, text_of(words)
        lowest = level_of(words, kind)
        assert lowest is not None
        assert all((fault_in(words, kind, each) is None) == (each >= lowest) for each in LEVELS)
        assert words_of(text_of(words)) == words


def test_partial_draws_need_their_option() -> None:
    words = words_of("DRW (ENG FRA)")
    assert fault_in(words, "client_message", 10) == 1
    assert fault_in(words, "client_message", 10, PDA) is None
    assert fault_in(words, "client_message", 0, PDA) == 1


def test_deep_and_long_messages_take_no_time_and_no_stack() -> None:
    deep = words_of("SND (FRA) (PRP (" + "NOT (" * 1000 + "DRW" + ")" * 1002)
    assert fault_in(deep, "client_message", 10) is None
    too_long = words_of("SUB " + "((ENG AMY LVP) HLD) " * LONGEST)
    assert fault_in(too_long, "client_message", 0) == LONGEST


@pytest.mark.parametrize(
    ("text", "matches"), [("MAP", True), ("(", False), (")", False), (")(", False), ("(())()", True), ("(()", False)]
)
def test_brackets(text: str, matches: bool) -> None:
    assert brackets_match(words_of(text)) is matches


def test_what_one_can_say_is_told_without_higher_levels() -> None:
    told = without_higher(words_of("TRY (PRP XDO WHY PCE)"), 20)
    assert text_of(told) == "TRY (PRP XDO PCE)"
    assert without_higher(words_of("PRP (XDO ((ENG FLT LON) HLD))"), 10) == words_of("PRP (XDO ((ENG FLT LON) HLD))")
    assert all(name_of(word).isalpha() and level in LEVELS for word, level in TRY_LEVELS.items())


def test_every_name_in_the_table_is_explained_and_used() -> None:
    named = {row.name for row in ROWS}
    used = {piece.strip("<>*+?") for row in ROWS for piece in row.syntax.split() if piece.strip("<>*+?").islower()} | {
        "client_message",
        "server_message",
        "client_request",
        "player_request",
        "player_command",
    }
    assert used - {"anything"} == named
    assert all(row.about for row in ROWS if row.name.endswith(("_message", "_command", "_request")))
