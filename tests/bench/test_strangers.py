"""Lines that strangers marked can be measured and learnt from."""

import json

import pytest

from bench.strangers.__main__ import _HERE, board_of, judged
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse

NAMES = ("aside", "ordinary", "examiners", "complex", "parts", "learn")


def lines_of(name: str) -> list[dict]:
    return [json.loads(text) for text in (_HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_every_marking_is_of_a_known_board_and_can_be_parsed(name: str) -> None:
    for line in lines_of(name):
        assert board_of(line).units, line["id"]
        for term in (
            *(term for said in line["right"] for term in said),
            *line.get("never", ()),
            *(line[side] for side in ("open", "mine") if side in line),
        ):
            parse(term, DIPLOMACY)


def test_no_line_kept_aside_is_learnt_from() -> None:
    *kept, parts, judge = map(lines_of, NAMES)
    assert [len(each) for each in (*kept, parts, judge)] == [264, 197, 300, 150, 1104, 2043]
    learn = parts + judge
    aside = [line for lines in kept for line in lines]
    assert {line["id"] for line in learn}.isdisjoint(line["id"] for line in aside)
    # Two people may write the same single word.
    assert {line["text"] for line in learn}.isdisjoint(line["text"] for line in aside if " " in line["text"])


def test_a_claim_of_what_was_not_meant_is_counted_as_wrong(tmp_path, monkeypatch) -> None:
    """Once marked rightly, once as a refusal."""
    deal = "Agree([fra ger], pce([fra ger]))"
    line = {"board": "S1901M", "me": "GER", "other": "FRA", "open": f"propose(fra, ger, {deal})", "text": "I accept."}
    marks = [[f"accept(ger, fra, {deal})"]], [[f"reject(ger, fra, {deal})"]]
    lines = [json.dumps(line | {"id": "x", "set": "yeses", "right": right}) for right in marks]
    (tmp_path / "two.jsonl").write_text("\n".join(lines), "utf-8")
    monkeypatch.setattr("bench.strangers.__main__._HERE", tmp_path)
    right, wrong = judged("two")
    assert (right.first, right.shown, right.claimed, right.wrong) == (True, True, True, False)
    assert (wrong.first, wrong.shown, wrong.claimed, wrong.wrong) == (False, False, True, True)
