"""ConsolePlayer: a person at a seat, behind the contract of bots."""

from collections.abc import Sequence
from random import Random
from typing import Final

from adjudication.powers import POWER_NAMES, Power, as_power
from bots.agent import Decision, Memory
from bots.console.letters import Desk, RefusedMessageError, words_of_line
from bots.console.sheet import Sheet
from bots.console.terminal import Terminal
from bots.console.words import board_lines, deal_line, indented, listed, message_line, sentence_of
from bots.talker import Talk
from bots.talking import MAX_UTTERANCES
from bots.view import Said, SeatView
from negotiation.ending import powers_left
from negotiation.heard import is_remark
from negotiation.terms import Accept, Propose, Reject, Utterance, group

__all__ = ["ConsolePlayer"]

_YES: Final = frozenset(["y", "yes"])
_NO: Final = frozenset(["n", "no"])

_ORDER_HELP: Final = (
    "Write orders like A PAR - BUR, A PAR H, A PAR S A MAR - BUR, F NTH C A LON - BEL; several with commas.",
    "? PAR       legal orders of the unit in Paris",
    "cancel PAR  take its order back; cancel alone: all",
    "orders, board, deals   show them again",
    "Enter       give the orders; quit or Ctrl-D leaves the game",
)
_TALK_HELP: Final = (
    "ENG: I propose peace.        to England, in plain English",
    "ENG GER: …   all: …          to several, to all who listen",
    "propose(fra, eng, Agree([eng fra], pce([eng fra])))   a term of the language L, with your own power first",
    "board, deals   show them again",
    "Enter          nothing more to say; quit or Ctrl-D leaves the game",
)


class ConsolePlayer:
    """Asks a person for orders and talk.

    partners: the powers whose bots talk. It has no time limit of its own: seat it among the arena's `untimed`. Raises
    `bots.console.terminal.Left` when the person leaves. Its memory counts the messages that were shown and names the
    phase whose board was.
    """

    def __init__(self, terminal: Terminal, partners: Sequence[Power]) -> None:
        self.terminal, self.partners = terminal, tuple(partners)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Messages at the opening of a phase."""
        memory = self._shown_board(view, memory)
        said: list[Utterance] = []
        for early in view.talk[memory.get("seen", 0) :]:
            if _is_for(view, early):
                self.terminal.tell(message_line(early.utterance))
        memory = {**memory, "seen": len(view.talk)}
        if self._partners(view):
            self._converse(view, said, ())
        return Talk(tuple(said), memory)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Show a new message, and ask for an answer to a proposal.

        Other words are asked for after the last message that came with it.
        """
        said: list[Utterance] = []
        heard, seen = message.utterance, memory.get("seen", 0)
        is_open = isinstance(heard, Propose) and Desk(view, self._partners(view)).awaits(heard)
        if is_open or _place(view, message) >= seen:
            self.terminal.tell(message_line(heard))
        memory = {**memory, "seen": max(seen, _place(view, message) + 1)}
        if isinstance(heard, Propose) and is_open:
            self._answer(view, heard, said)
        if not any(_is_for(view, later) for later in view.talk[_place(view, message) + 1 :]):
            self._converse(view, said, ())
        return Talk(tuple(said), memory)

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders, line by line, until an empty one."""
        memory = self._shown_board(view, memory)
        for late in view.talk[memory.get("seen", 0) :]:
            if _is_for(view, late):
                self.terminal.tell(f"{message_line(late.utterance)} (too late for an answer)")
        memory = {**memory, "seen": len(view.talk)}
        sheet = Sheet(view)
        self.terminal.tell(f"Orders of {POWER_NAMES[view.power]}. {sheet.summary} ? for help.")
        confirmed = False
        while True:
            line = self.terminal.ask("Orders>")
            if line:
                confirmed = False
                self._order_line(line, sheet, view)
            elif sheet.summary and not confirmed:
                self.terminal.tell(f"{sheet.summary} Enter once more gives the orders as they are.")
                confirmed = True
            else:
                self.terminal.tell(f"Given: {sheet.told or 'no orders'}.")
                return Decision(sheet.orders, memory)

    def _order_line(self, line: str, sheet: Sheet, view: SeatView) -> None:
        command, _, rest = line.partition(" ")
        if line.startswith("?"):
            place = line[1:].strip()
            lines = [*([] if place else _ORDER_HELP), *sheet.choices(place)]
        elif command.lower() == "cancel":
            lines = [sheet.cancel(rest.strip())]
        elif line.lower() == "orders":
            lines = [f"Your orders: {sheet.told or 'none'}. {sheet.summary}"]
        else:
            lines = self._asked_to_show(line, view) or list(sheet.read(line))
        for each in indented(lines):
            self.terminal.tell(each)

    def _converse(self, view: SeatView, said: list[Utterance], to: Sequence[Power]) -> None:
        """Messages, line by line, until an empty one."""
        while True:
            line = self.terminal.ask("Talk (Enter: no more, ? for help)>")
            if not line:
                return
            self._talk_line(line, view, said, to)

    def _answer(self, view: SeatView, proposal: Propose, said: list[Utterance]) -> None:
        """Ask for yes or no to a proposal.

        Any other text is a message to those it concerns.
        """
        others = tuple(as_power(each) for each in group({proposal.speaker, *proposal.hearers} - {view.power}))
        while True:
            line = self.terminal.ask("yes, no, your own words, or Enter to leave it open>")
            if line.lower() in _YES | _NO:
                answer = Accept if line.lower() in _YES else Reject
                self._say(view, said, (answer(view.power, others, proposal.deal),))
                return
            if not line or self._talk_line(line, view, said, others):
                return

    def _talk_line(self, line: str, view: SeatView, said: list[Utterance], to: Sequence[Power]) -> bool:
        """Take a line of talk; True if something was said."""
        if line.startswith("?"):
            shown = [*_TALK_HELP, f"You can write to {listed(self._partners(view))}."]
        else:
            shown = self._asked_to_show(line, view)
        if shown:
            for each in indented(shown):
                self.terminal.tell(each)
            return False
        try:
            utterances = Desk(view, self._partners(view), tuple(said)).read(line, to, self._choose)
        except RefusedMessageError as problem:
            self.terminal.tell(f"  {problem}")
            return False
        return self._say(view, said, utterances, line)

    def _say(self, view: SeatView, said: list[Utterance], utterances: tuple[Utterance, ...], typed: str = "") -> bool:
        if len(said) + len(utterances) > MAX_UTTERANCES:
            self.terminal.tell(f"  You have said {len(said)} things; press Enter to hear the answers first.")
            return False
        try:
            Desk(view, self._partners(view), tuple(said)).checked(utterances)
        except RefusedMessageError as problem:
            self.terminal.tell(f"  {problem}")
            return False
        if typed and is_remark(utterances):
            self.terminal.tell(f"  Said to {listed(utterances[0].hearers)}, binding nobody: {words_of_line(typed)}")
        else:
            for utterance in utterances:
                self.terminal.tell(f"  Said to {listed(utterance.hearers)}: {sentence_of(utterance)}")
        said += utterances
        return True

    def _choose(self, question: str, texts: Sequence[str]) -> int | None:
        self.terminal.tell(f"  {question}")
        for number, text in enumerate(texts, 1):
            self.terminal.tell(f"    {number}  {text}")
        picked = self.terminal.ask("A number, or Enter for none of them>")
        return int(picked) - 1 if picked.isdecimal() and 1 <= int(picked) <= len(texts) else None

    def _asked_to_show(self, line: str, view: SeatView) -> list[str]:
        if line.lower() == "board":
            return board_lines(view.position)
        if line.lower() == "deals":
            return [deal_line(view.power, each) for each in view.agreements] or ["You have no deals in force."]
        return []

    def _shown_board(self, view: SeatView, memory: Memory) -> Memory:
        """Show the board once a phase."""
        phase = str(view.position.phase)
        if memory.get("phase") == phase:
            return memory
        self.terminal.tell()
        for line in board_lines(view.position):
            self.terminal.tell(line)
        return {**memory, "phase": phase}

    def _partners(self, view: SeatView) -> tuple[Power, ...]:
        alive = powers_left(view.position)
        return tuple(power for power in self.partners if power in alive and power != view.power)


def _is_for(view: SeatView, said: Said) -> bool:
    return view.power in said.utterance.hearers and said.phase == view.position.phase


def _place(view: SeatView, message: Said) -> int:
    """Index of a message in the talk."""
    return next(index for index in reversed(range(len(view.talk))) if view.talk[index] is message)
