"""`python -m bots.console` as people use it."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudication.powers import POWER_NAMES
from bots.console.__main__ import main
from bots.console.observer import ConsoleObserver
from bots.console.terminal import Terminal
from bots.contract import CORNERS
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]


def played(lines: str, *arguments: str) -> tuple[int, str]:
    """Exit code and screen of a game with these typed lines."""
    screen = io.StringIO()
    code = main(arguments, Terminal(io.StringIO(lines), screen))
    return code, screen.getvalue()


def test_a_person_plays_a_year_against_bots() -> None:
    typed = "A PAR - BUR, f bre - mao\narmy marseilles to spain\n\n" + "\n" * 12
    code, screen = played(typed, "--power", "France", "--bots", "holdbot", "--until", "1901")
    assert code == 0
    assert "France: A MAR, A PAR, F BRE; centers BRE, MAR, PAR" in screen
    assert "A MAR - SPA: The army in Marseilles moves to Spain." in screen
    assert "Given: A PAR - BUR, F BRE - MAO, A MAR - SPA." in screen
    assert "Fall 1901, movement: what happened" in screen
    assert "The game ends after 1901. Centers: Austria 3, England 3, France 4" in screen
    assert "Traceback" not in screen


def test_refused_orders_say_what_to_do() -> None:
    typed = "xyzzy\nF LON - NTH\nA PAR - ROM\n? par\n? lon\n?\ncancel mar\norders\nA PAR - BUR\ncancel par\nboard\n\n"
    _, screen = played(typed, "--power", "FRA", "--bots", "holdbot", "--until", "1901")
    assert "Write an order like 'A MAR - " in screen
    assert "You order MAR, PAR, BRE." in screen
    assert "? PAR lists what is legal there." in screen
    assert "  A PAR S A MAR - BUR" in screen
    assert "You have nothing to order in 'lon'." in screen
    assert "cancel PAR  take its order back" in screen
    assert "There is no order for 'mar'. Your orders are none." in screen
    assert "Taken back: A PAR - BUR." in screen
    assert "Without an order, MAR, PAR, BRE will hold. Enter once more gives the orders as they are." in screen
    assert screen.count("Turkey: A CON, A SMY, F ANK") == 2


def test_proposals_are_answered_by_yes_no_and_own_words() -> None:
    typed = "\nyes\nno\nI propose an alliance against Italy\n" + "\n" * 12
    _, screen = played(typed, "--power", "FRA", "--bots", "blabbot", "--until", "1901")
    assert "Austria to France: How about peace between us?" in screen
    assert "Said to Austria: I accept peace between us." in screen
    assert "Said to England: I cannot agree to peace between us." in screen
    assert "Said to Germany: How about an alliance against Italy?" in screen


def test_messages_are_read_in_english_and_in_l() -> None:
    term = "propose(fra, ger, Agree([fra ger], pce([fra ger])))"
    typed = f"?\nENG: I propose peace\n{term}\n{term}\nATL: hi\nfrance: hi\nhi\nENG:\npropose(\n\n\nquit\n"
    _, screen = played(typed, "--power", "FRA", "--bots", "blabbot", "--until", "1901")
    assert "You can write to Austria, England, Germany, Italy, Russia and Turkey." in screen
    assert "Said to England: I accept peace between us." in screen
    assert "Said to Germany: How about peace between us?" in screen
    assert "cannot be said. You have proposed this already" in screen
    assert "There is no power called 'ATL'. The powers are Austria (AUS)" in screen
    assert "You cannot write to yourself or to nobody." in screen
    assert "Begin with whom you write to" in screen
    assert "Write something to England after the colon." in screen
    assert "This is not a term of L." in screen
    assert "You have left the game in Spring 1901, movement." in screen


def test_a_proposal_of_mine_that_is_accepted_is_a_deal() -> None:
    typed = "FRA: peace?\n\ndeals\nquit\n"
    _, screen = played(typed, "--power", "ENG", "--bots", "dumbbot,blabbot,dumbbot,dumbbot,dumbbot,dumbbot")
    assert "France to England: I accept peace between us." in screen
    assert "  With France, S1901M: We have made peace." in screen


def test_a_message_of_several_meanings_is_sent_as_its_writer_picks() -> None:
    typed = "ENG: do you have peace with Italy?\n7\nENG: do you have peace with Italy?\n2\nquit\n"
    _, screen = played(typed, "--power", "FRA", "--bots", "blabbot", "--level", "1")
    assert "This can be read in more than one way. Which do you mean?" in screen
    assert "Not sent; say it differently." in screen
    assert "Said to England: Could you make peace with Italy?" in screen


def test_bots_that_do_not_talk_are_not_written_to() -> None:
    _, screen = played("GER: hi\nquit\n", "--power", "FRA", "--bots", "dumbbot,blabbot,dumbbot,dumbbot,dumbbot,dumbbot")
    assert "You cannot write to Germany: no bot that talks plays there. You can write to England." in screen
    _, silent = played("quit\n", "--power", "FRA", "--bots", "dumbbot")
    assert "Talk (" not in silent


def test_words_above_the_level_are_refused() -> None:
    typed = "TUR: I will move to Burgundy\nTUR: what do you want?\nTUR: peace?\nquit\n"
    _, screen = played(typed, "--power", "FRA", "--bots", "blabbot", "--level", "1")
    assert "Said to Turkey, binding nobody: I will move to Burgundy" in screen
    assert "'What do you want?' cannot be said. This needs language level 3; this game allows levels up to 1." in screen
    assert "Said to Turkey: How about peace between us?" in screen
    _, silent = played("quit\n", "--power", "FRA", "--bots", "blabbot", "--level", "0")
    assert "Talk (" not in silent


def test_an_observer_sees_messages_orders_results_and_centers() -> None:
    bots = "blabbot,dumbbot,blabbot,blabbot,dumbbot,blabbot,dumbbot"
    code, screen = played("", "--bots", bots, "--until", "1901", "--seed", "3")
    assert code == 0
    assert screen.startswith("Spring 1901, movement\n  Austria: A BUD, A VIE, F TRI; centers BUD, TRI, VIE")
    assert "Austria to England: How about peace between us?" in screen
    assert "Centers: AUS 3, ENG 3, FRA 3, GER 3, ITA 3, RUS 4, TUR 3, nobody 12" in screen
    for name in POWER_NAMES.values():
        assert f"  {name:<8} " in screen
    assert "fail: The " in screen
    assert played("", "--bots", bots, "--until", "1901", "--seed", "3") == (code, screen)
    assert played("", "--bots", bots, "--until", "1901", "--seed", "4") != (code, screen)


def test_an_observer_is_told_of_an_agreed_draw() -> None:
    _, screen = played("", "--bots", "blabbot", "--until", "1904")
    assert (
        "The game is a draw between Austria, England, France, Germany, Italy, Russia and Turkey: all agreed." in screen
    )


def test_stepping_waits_after_every_phase_and_may_be_left() -> None:
    code, screen = played("\n", "--bots", "holdbot", "--until", "1902", "--step")
    assert code == 0
    assert screen.count("Enter for the next phase>") == 2
    assert screen.endswith("You have left the game in Fall 1901, movement.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--power", "Spain"], "There is no power called 'Spain'. The powers are Austria (AUS)"),
        (["--bots", "albert"], "There is no bot called 'albert'. The bots are "),
        (["--bots", "dumbbot,dumbbot"], "There are 2 bots in 'dumbbot,dumbbot'; give one name for all, or 7 in"),
        (["--power", "fra", "--bots", "a,b"], "or 6 in the order AUS, ENG, GER, ITA, RUS, TUR."),
        (["--until", "1900"], "1900 is too small; the least is 1901."),
    ],
)
def test_bad_arguments_get_a_sentence(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


def begun(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "bots.console", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_the_command_reads_its_input_to_the_end() -> None:
    with begun("--power", "turkey", "--bots", "dumbbot", "--until", "1902") as process:
        shown, complaints = process.communicate(b"A CON - BUL\xff, F ANK - BLA\nA SMY - CON\n\n\n", timeout=PATIENCE)
    assert process.returncode == 0
    assert complaints == b""
    assert b"Spring 1901, movement: what happened" in shown
    assert shown.endswith(b"You have left the game in Fall 1901, movement.\n")


def test_control_c_ends_in_words() -> None:
    with begun("--power", "turkey", "--bots", "dumbbot") as process:
        assert process.stdout is not None
        while b"Orders of Turkey" not in process.stdout.readline():
            pass
        os.kill(process.pid, signal.SIGINT)
        shown, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Stopped in Spring 1901, movement." in shown
    assert complaints == b""


class Slow(Terminal):
    """Somebody who thinks before the first line."""

    has_thought = False

    def ask(self, prompt: str) -> str:
        if not self.has_thought:
            self.has_thought = True
            time.sleep(1.2)
        return super().ask(prompt)


def test_a_person_has_all_the_time_they_want() -> None:
    screen = io.StringIO()
    typed = io.StringIO("A PAR - BUR\n\n\nquit\n")
    main(["--power", "FRA", "--bots", "holdbot", "--seconds", "0.01"], Slow(typed, screen))
    assert "A PAR - BUR              ok" in screen.getvalue()
    assert "It took" not in screen.getvalue()


def test_a_person_who_is_out_is_told_once() -> None:
    screen = io.StringIO()
    observer = ConsoleObserver(Terminal(io.StringIO(), screen), "GER")
    observer.begin(CORNERS["last unit goes"])
    observer.begin(CORNERS["no home free"])
    assert screen.getvalue().count("Germany is out of the game. The others play on; Ctrl-C ends it.") == 1


def test_a_term_to_nobody_in_particular_is_refused() -> None:
    _, screen = played("query(fra, power, pce([eng fra]))\nquit\n", "--power", "FRA", "--bots", "blabbot")
    assert "Name the powers you speak to." in screen
