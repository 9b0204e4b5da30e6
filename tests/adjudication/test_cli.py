"""`python -m adjudication`."""

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adjudication.__main__ import answer, answers, main
from adjudication.position import opening, position_as_dict


def ask(**line: Any) -> dict[str, Any]:
    return answer(json.dumps(line).encode())


def test_the_example_of_the_readme() -> None:
    reply = ask(
        id=1,
        phase="F1902M",
        units=["ENG F NTH", "RUS F STP/SC"],
        centers={"ENG": ["EDI"]},
        orders={"ENG": ["F NTH - NWY"]},
        rulebook="2023",
    )
    assert reply == {
        "id": 1,
        "outcomes": [
            {
                "power": "ENG",
                "order": "F NTH - NWY",
                "result": "ok",
                "reason": "moved",
                "by": [],
                "text": "The fleet in the North Sea moved to Norway.",
            },
            {
                "power": "RUS",
                "order": "F STP/SC H",
                "result": "ok",
                "reason": "no order",
                "by": [],
                "text": "The fleet on the south coast of St Petersburg had no order and held.",
            },
        ],
        "next": {
            "phase": "W1902A",
            "units": ["ENG F NWY", "RUS F STP/SC"],
            "centers": {"ENG": ["EDI", "NWY"], "RUS": ["STP"]},
            "dislodged": [],
        },
    }


def test_a_bad_line_does_not_stop_the_next() -> None:
    lines = [b"x\n", b"\n", b"\xff\xfe\n", json.dumps({"id": 2} | position_as_dict(opening())).encode()]
    process = subprocess.run(
        [sys.executable, "-m", "adjudication"], input=b"\n".join(lines), capture_output=True, check=True
    )
    replies = [json.loads(line) for line in process.stdout.splitlines()]
    assert [set(reply) for reply in replies] == [{"id", "error"}, {"id", "error"}, {"id", "outcomes", "next"}]
    assert replies[-1]["next"]["phase"] == "F1901M"
    assert process.stderr == b""


def test_a_reader_that_leaves() -> None:
    line = json.dumps({"id": 1} | position_as_dict(opening())) + "\n"
    command = f"{sys.executable} -m adjudication | head -n 1 > /dev/null"
    process = subprocess.run(["bash", "-c", command], input=(line * 3000).encode(), capture_output=True, check=False)
    assert process.stderr == b""


def test_adjustments_without_a_choice_are_decided_at_once() -> None:
    units = ["ENG F NTH", "FRA F LON", "FRA A PAR", "GER A BER"]
    centers = {"FRA": ["PAR"], "GER": ["BER"]}
    reply = ask(phase="F1904M", units=units, centers=centers)
    assert reply["next"]["phase"] == "S1905M"
    assert "ENG F NTH" not in reply["next"]["units"]
    assert ("ENG", "REMOVE F NTH") in [(each["power"], each["order"]) for each in reply["outcomes"]]

    chosen = ask(phase="F1904M", units=[*units, "ENG A EDI"], centers=centers)
    assert chosen["next"]["phase"] == "W1904A"


def test_retreats_without_a_way_out_are_decided_at_once() -> None:
    reply = ask(
        phase="S1904M",
        units=["ENG A POR", "FRA A GAS", "FRA A MAR", "FRA F MAO", "FRA A SPA"],
        orders={"FRA": ["A SPA - POR", "F MAO S A SPA - POR"]},
    )
    assert reply["next"]["phase"] == "F1904M"
    assert reply["next"]["dislodged"] == []
    assert ("ENG", "DISBAND A POR") in [(each["power"], each["order"]) for each in reply["outcomes"]]


OPENING = position_as_dict(opening())


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"orders": []}, "orders", "must be an object"),
        ({"orders": {"XXX": []}}, "orders.XXX", "is not a power"),
        ({"orders": {"FRANCE": []}}, "orders.FRANCE", "did you mean FRA?"),
        ({"centers": {"France": []}}, "centers", "did you mean FRA?"),
        ({"phase": "S1902R", "retreats": {"FRA": {"A BUR": ["PAR"]}}}, "retreats", "stand in the list dislodged"),
        ({"orders": {"FRA": "A PAR H"}}, "orders.FRA", "must be a list"),
        ({"orders": {"FRA": ["A PAR H", 3]}}, "orders.FRA[1]", "must be a text"),
        ({"orders": {"FRA": ["A PAR H", "gibberish"]}}, "orders.FRA[1]", "There is no place 'gibberish'"),
        ({"orders": {"FRA": ["par - liv"]}}, "orders.FRA[0]", "Livonia or Liverpool"),
        ({"orders": {"FRA": ["mun - bur", "bur - mun"]}}, "orders.FRA[1]", "There is no unit in Burgundy"),
        ({"orders": {"FRA": ["A PAR H"] * 201}}, "orders.FRA", "200 are read at most"),
        ({"rulebook": "2024"}, "rulebook", "must be one of 2023, datc3, classic, dipgame"),
        ({"rulebook": ["2023"]}, "rulebook", "must be one of"),
        ({"units": ["FRA A PAR", "GER A PAR"]}, "units[1]", "stands where"),
        ({"phase": "S1901R1"}, "phase", "is not a phase"),
    ],
)
def test_errors_name_the_field(change: dict[str, Any], field: str, message: str) -> None:
    reply = ask(id="a", **(OPENING | change))
    assert reply["id"] == "a"
    assert reply["error"]["field"] == field
    assert message in reply["error"]["message"]


@pytest.mark.parametrize(
    "line", [b"3", b"[]", b'"x"', b"null", b"{", b"[" * 100_000, b'{"id": NaN}', b"\xff", b"9" * 5000]
)
def test_not_an_object(line: bytes) -> None:
    reply = answer(line)
    assert reply["id"] is None
    assert reply["error"]["message"]


def test_an_id_that_json_cannot_hold() -> None:
    (reply,) = answers([b'{"id": 1e999, "phase": "S1901M", "units": []}'])
    assert json.loads(reply) == {"id": None, "error": {"field": "id", "message": "cannot be written back as JSON"}}


def test_editions_differ() -> None:
    line = {
        "phase": "S1902M",
        "units": ["ENG A LON", "ENG F NTH"],
        "orders": {"ENG": ["A LON - BEL", "F NTH C A LON - BEL"]},
    }
    assert ask(**line)["next"]["units"] == ["ENG A BEL", "ENG F NTH"]
    reply = ask(rulebook="dipgame", **line)
    assert [each["result"] for each in reply["outcomes"]] == ["illegal", "illegal"]


def test_the_next_position_can_be_asked_about() -> None:
    units = ["FRA A PIC", "FRA A RUH", "GER A BEL"]
    orders = {"FRA": ["A PIC - BEL", "A RUH S A PIC - BEL"]}
    first = ask(id=1, phase="F1901M", units=units, orders=orders)
    assert first["next"]["dislodged"] == [{"unit": "GER A BEL", "from": "PIC", "retreats": ["BUR", "HOL"]}]
    assert first["next"]["contested"] == []
    second = ask(id=2, orders={"GER": ["A BEL - HOL"]}, **first["next"])
    assert second["next"]["centers"] == {"FRA": ["BEL"], "GER": ["HOL"]}
    assert second["next"]["phase"] == "W1901A"


def test_main(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps({"id": 1} | OPENING).encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(line)))
    monkeypatch.setattr(sys, "argv", ["adjudication"])
    monkeypatch.delitem(sys.modules, "adjudication.__main__")
    with pytest.raises(SystemExit) as done:
        runpy.run_module("adjudication", run_name="__main__")
    assert done.value.code == 0
    assert json.loads(capsys.readouterr().out)["id"] == 1


def test_main_with_a_reader_that_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    line = json.dumps({"id": 1} | OPENING).encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(line)))
    with (tmp_path / "out").open("w") as out:

        def refuse(text: str) -> None:
            raise BrokenPipeError

        gone = SimpleNamespace(write=refuse, flush=lambda: None, fileno=out.fileno)
        monkeypatch.setattr(sys, "stdout", gone)
        assert main() == 0


def test_help_shows_a_line_in_and_a_line_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert '"phase": "S1901M"' in shown
    assert '"outcomes"' in shown


def test_another_argument_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["file.json"]) == 2
    assert "--help" in capsys.readouterr().err


WON = ["ANK", "CON", "SMY", "BUL", "GRE", "SER", "RUM", "BUD", "VIE", "SEV", "MOS", "WAR", "NAP", "ROM", "TUN", "MUN"]


def test_the_answer_says_who_has_won() -> None:
    reply = ask(
        phase="F1908R",
        units=["TUR A TRI"],
        centers={"TUR": [*WON, "STP"]},
        dislodged=[{"unit": "AUS A TRI", "from": "TYR", "retreats": ["ALB"]}],
        orders={"AUS": ["A TRI D"]},
    )
    assert reply["ending"]["winner"] == "TUR"
    assert reply["ending"]["centers"] == 18
    assert reply["ending"]["text"] == "Turkey has won with 18 supply centers."


def test_a_game_that_goes_on_has_no_ending() -> None:
    assert "ending" not in ask(**OPENING)


def test_retreats_that_are_given_need_no_attacker() -> None:
    line = {
        "phase": "S1902R",
        "units": ["GER A MUN"],
        "dislodged": [{"unit": "FRA A BUR", "retreats": ["PAR"]}],
    }
    assert ask(orders={"FRA": ["A BUR - PAR"]}, **line)["next"]["units"] == ["FRA A PAR", "GER A MUN"]
    outcome = ask(**line)["outcomes"][0]
    assert outcome["by"] == []
    assert outcome["text"] == "The army in Burgundy had no valid retreat order and was disbanded."


def test_without_retreats_the_attacker_must_be_named() -> None:
    reply = ask(phase="S1902R", units=["GER A MUN"], dislodged=[{"unit": "FRA A BUR"}])
    assert reply["error"]["field"] == "dislodged[0].from"


@pytest.mark.parametrize(
    ("unit", "meant"),
    [
        ("ENG F ENG", "ECH (English Channel)"),
        ("FRA F LYO", "GOL (Gulf of Lyon)"),
        ("RUS F BOT", "GOB (Gulf of Bothnia)"),
        ("RUS F STP-NC", "STP/NC"),
        ("RUS F STP(sc)", "STP/SC"),
        ("FRA F SPANC", "SPA/NC"),
        ("FRA F SPA/n", "has no coast"),
        ("FRANCE A PAR", "did you mean FRA?"),
        ("FRA ARMY PAR", "did you mean A?"),
    ],
)
def test_a_code_of_other_programs_is_told_ours(unit: str, meant: str) -> None:
    reply = ask(phase="S1902M", units=[unit])
    assert meant in reply["error"]["message"]
