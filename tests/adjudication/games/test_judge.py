"""Results as the judge programs mailed them."""

import pytest

from adjudication.games import FORMATS, GameFileError, RecordedGame, read_game
from adjudication.games.replay import Replay
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.position import opening, position_from_dict
from adjudication.powers import Power, as_power
from tests.adjudication.games.recorded import bots_game

MAILS = """
Date: Mon, 3 Mar 2003
Subject: DGME:test - S1901M Results

:: Judge: DGME  Game: test  Variant: Standard
:: Deadline: S1901M Mon Mar 03 2003 23:30:00 +0100

Movement results for Spring of 1901.  (test.001)

Austria: Army Budapest -> Serbia.
Austria: Fleet Trieste -> Albania.
Austria: Army Vienna -> Tyrolia.  (*bounce*)
England: Fleet Edinburgh -> Norwegian Sea.
England: Army Liverpool -> Yorkshire.
England: Fleet London -> North Sea.
France: Fleet Brest -> Mid-Atlantic Ocean.
France: Army Marseilles SUPPORT Army Paris -> Burgundy.
France: Army Paris -> Burgundy.
Germany: Army Berlin -> Kiel.
Germany: Fleet Kiel -> Denmark.
Germany: Army Munich, No Order Processed.
Italy: Fleet Naples -> Ionian Sea.
Italy: Army Rome -> Apulia.
Italy: Army Venice -> Tyrolia.  (*bounce*)
Russia: Army Moscow -> Ukraine.
Russia: Fleet Sevastopol SUPPORT Turkish Fleet Ankara -> Black
Sea.  (*void*)
Russia: Fleet St Petersburg (south coast) -> Gulf of Bothnia.
Russia: Army Warsaw -> Galicia.
Turkey: Fleet Ankara HOLD.
Turkey: Army Constantinople -> Bulgaria.
Turkey: Army Smyrna HOLD.

The next phase of 'test' will be Movement for Fall of 1901.
The deadline for orders will be Tue Mar 04 2003 23:30:00 +0100.

Date: Tue, 4 Mar 2003
Subject: DGME:test - F1901M Results

Movement results for Fall of 1901.  (test.002)

Austria: Fleet Albania SUPPORT Army Serbia -> Greece.
Austria: Army Serbia -> Greece.
Austria: Army Vienna -> Budapest.  (*bounce*)
England: Fleet North Sea CONVOY Army Yorkshire -> Norway.
England: Fleet Norwegian Sea -> Barents Sea.
England: Army Yorkshire -> North Sea -> Norway.
France: Army Burgundy -> Munich.
France: Army Marseilles SUPPORT Army Burgundy.  (*void*)
France: Fleet Mid-Atlantic Ocean -> Spain (south coast).
Germany: Fleet Denmark HOLD.
Germany: Army Kiel -> Holland.
Germany: Army Munich -> Ruhr.
Italy: Army Apulia -> Tunis.  (*no convoy*)
Italy: Fleet Ionian Sea HOLD.
Italy: Army Venice HOLD.
Russia: Army Galicia -> Budapest.  (*bounce*)
Russia: Fleet Gulf of Bothnia -> Sweden.
Russia: Fleet Sevastopol -> Black Sea.  (*bounce*)
Russia: Army Ukraine -> Rumania.
Turkey: Fleet Ankara -> Black Sea.  (*bounce*)
Turkey: Army Bulgaria HOLD.
Turkey: Army Smyrna -> Constantinople.

Ownership of supply centers:

Austria:   Budapest, Greece, Trieste, Vienna.
England:   Edinburgh, Liverpool, London, Norway.
France:    Brest, Marseilles, Munich, Paris, Spain.
Germany:   Berlin, Denmark, Holland, Kiel.
Italy:     Naples, Rome, Venice.
Russia:    Moscow, Rumania, Sevastopol, St Petersburg, Sweden,
           Warsaw.
Turkey:    Ankara, Bulgaria, Constantinople, Smyrna.

Austria:    4 Supply centers,  3 Units:  Builds   1 unit.

Adjustment orders for Winter of 1901.  (test.003)

Austria:   Builds an army in Trieste.
England:   Builds a fleet in London.
France:    Build waived.
France:    1 unused build pending.
Germany:   Builds an army in Kiel.
Russia:    Builds a fleet in St Petersburg (north coast).
Russia:    Builds an army in Moscow.

The game was declared a draw between Austria, England and Turkey.
"""


def test_mails_of_a_judge_are_read() -> None:
    game = read_game(MAILS)
    assert (game.name, game.ending, game.sharers) == ("test", "draw", ("AUS", "ENG", "TUR"))
    assert [str(each.position.phase) for each in game.phases] == ["S1901M", "F1901M", "W1901A"]
    assert "RUS F STP/NC" in map(str, game.final.units)
    assert "GER" not in game.phases[2].orders or game.phases[2].orders["GER"]


@pytest.mark.parametrize(
    ("end", "ending", "winner"), [("", "", None), ("The game was conceded to Turkey.", "conceded", "TUR")]
)
def test_words_of_a_draw_in_a_letter_end_nothing(end: str, ending: str, winner: Power | None) -> None:
    letter = "Broadcast message from France:\n\nI would rather have declared a draw. Shall it be declared a draw?\n"
    before = MAILS[: MAILS.index("The game was declared a draw")]
    game = read_game(f"{before}{end}\n\n{letter}")
    assert (game.ending, game.winner) == (ending, winner)


def test_a_line_that_a_mail_program_broke_and_quoted() -> None:
    quoted = "\n".join(f"> {line}" for line in MAILS.splitlines())
    assert read_game(quoted).final == read_game(MAILS).final


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("Germany: Army Munich, No Order Processed.\n", "", "S1901M: at its first board the orders lead to GER A MUN"),
        (
            "Army Vienna -> Tyrolia.  (*bounce*)",
            "Army Vienna -> Tyrolia.",
            "S1901M: AUS A VIE moves in the file, not by",
        ),
        ("Army Berlin -> Kiel.", "Army Berlin -> Kiel. (*bounce*)", "S1901M: GER A BER fails in the file"),
        ("Fleet Denmark HOLD.", "Fleet Denmark HOLD. (*dislodged*)", "F1901M: GER F DEN is dislodged in the file"),
        ("Army Serbia -> Greece", "Army Serbia -> Moo", "F1901M: 'Moo' is not a place"),
        ("Budapest, Greece, Trieste", "Budapest, Trieste", "GRE belongs to nobody in the file, and to Austria"),
        ("Germany: Army Kiel", "Utopia: Army Kiel", "line [0-9]+: 'Utopia' is not a power"),
        ("Builds an army in Trieste", "Thinks about an army", "W1901A: 'Thinks about an army' is not a build"),
        ("Turkey: Army Smyrna HOLD", "Turkey: Camel Smyrna HOLD", "'Camel Smyrna HOLD.' is not about an army"),
        ("Variant: Standard", "Variant: Chaos", "'Chaos' is not Standard"),
        ("Movement results for Spring", "Movement results for Winter", "there is no phase W1901M"),
        ("Movement results for Spring of 1901.", "Movement results for Spring of 0.", "year 0"),
    ],
)
def test_a_contradictory_text_is_refused(before: str, after: str, words: str) -> None:
    assert before in MAILS
    with pytest.raises(GameFileError, match=words):
        read_game(MAILS.replace(before, after), "judge")


def test_mails_that_begin_late() -> None:
    with pytest.raises(GameFileError, match="F1901M: before it, the file leaves out S1901M"):
        read_game(MAILS[MAILS.index("Date: Tue") :])


def played(orders: dict[str, list[str]], **board: object) -> str:
    replay = Replay(position_from_dict(board) if board else opening())
    given: dict[Power, list[Order]] = {
        as_power(power): [parse_order(text, replay.position.phase.kind, replay.position) for text in texts]
        for power, texts in orders.items()
    }
    replay.play(given)
    return FORMATS["judge"].write(replay.game())


def test_an_illegal_order_is_no_order_of_a_judge() -> None:
    assert "France: Army Paris, No Order Processed." in played({"FRA": ["A PAR - MOS"]})


def test_a_unit_without_a_retreat_is_destroyed() -> None:
    text = played(
        {"FRA": ["A PIC - BRE", "A PAR S A PIC - BRE", "A GAS H"]},
        phase="S1905M",
        units=["FRA A PIC", "FRA A PAR", "FRA A GAS", "ENG A BRE"],
        centers={"FRA": ["PAR"], "ENG": ["BRE"]},
    )
    assert "England: Army Brest HOLD.  (*destroyed*)" in text
    assert "The English Army in Brest with no valid retreats was destroyed." in text
    assert [str(unit) for unit in read_game(text).final.units] == ["FRA A BRE", "FRA A GAS", "FRA A PAR"]
    with pytest.raises(GameFileError, match="ENG A BRE is not dislodged in the file"):
        read_game(text.replace("  (*destroyed*)", ""))


def test_a_game_that_begins_with_retreats_cannot_be_written() -> None:
    board = {
        "phase": "S1905R",
        "units": ["FRA A BRE"],
        "dislodged": [{"unit": "ENG A BRE", "retreats": ["PIC"]}],
    }
    with pytest.raises(GameFileError, match="begins with moves"):
        played({}, **board)


def test_a_position_of_ones_own_is_the_starting_position() -> None:
    board = {"phase": "F1905M", "units": ["FRA A BRE", "TUR F BLA"], "centers": {"FRA": ["BRE"], "TUR": ["SMY", "SEV"]}}
    text = played({"TUR": ["F BLA - SEV"]}, **board)
    assert "Unowned:   Ankara, Belgium" in text
    assert read_game(text).phases[0].position == position_from_dict(board)


def test_the_end_is_said() -> None:
    assert FORMATS["judge"].write(bots_game("3-solo")).endswith("The game is over.  Thank you for playing.\n")


@pytest.mark.parametrize("units", [["FRA A PAR"], []])
@pytest.mark.parametrize("sharers", [(), ("FRA",)])
def test_a_draw_of_fewer_than_two_names_nobody(units: list[str], sharers: tuple[Power, ...]) -> None:
    position = position_from_dict({"phase": "S1905M", "units": units, "centers": {"FRA": ["PAR"]}})
    text = FORMATS["judge"].write(RecordedGame((), position, ending="draw", sharers=sharers))
    assert text.endswith("\nThe game was declared a draw.\n")
    back = read_game(text, "judge")
    assert (back.ending, back.winner, back.sharers) == ("draw", None, ())
