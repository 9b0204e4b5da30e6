"""Messages of a person, from typed text to utterances.

English is understood by `negotiation.understanding`, as on the site, and held to the level and protocol of the game.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from adjudication.powers import Power, as_power
from bots.console.words import UnknownPowerError, listed, power_named, sentence_of
from bots.view import Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.errors import ProtocolRefusedError, TalkError
from negotiation.floor import Floor, floor_of
from negotiation.heard import Heard
from negotiation.levels import check_level
from negotiation.parser import parse
from negotiation.terms import Propose, Utterance
from negotiation.understanding import understand

__all__ = ["Choose", "Desk", "RefusedMessageError", "words_of_line"]

Choose = Callable[[str, Sequence[str]], int | None]
"""Given a question and texts to choose from, the index of the choice, or None for none of them."""

_ADDRESSED: Final = re.compile(r"([A-Za-z ,&+]{2,80}?):\s*(.*)", re.DOTALL)
_TERM: Final = re.compile(r"\s*(?:propose|accept|reject|withdraw|inform|query|answer)\s*\(", re.IGNORECASE)


class RefusedMessageError(ValueError):
    """A message cannot be sent; the text says what to do."""


def words_of_line(line: str) -> str:
    """A typed message without the names before its colon."""
    addressed = _ADDRESSED.fullmatch(line)
    return line if addressed is None else addressed[2]


@dataclass(frozen=True, slots=True)
class Desk:
    """Talk of a person in a phase, up to now.

    view: the seat's view. said: what the person said since the view was made. partners: powers that listen.
    """

    view: SeatView
    partners: tuple[Power, ...]
    said: tuple[Utterance, ...] = ()

    def read(self, line: str, to: Sequence[Power], choose: Choose) -> tuple[Utterance, ...]:
        """Read a line: `ENG: I propose peace.`, `all: …`, or a term of L.

        to: the hearers if the line names none. Raises RefusedMessageError.
        """
        if _TERM.match(line):
            return self.checked((self._term(line),))
        addressed = _ADDRESSED.fullmatch(line)
        if addressed is not None:
            to, line = self._hearers(addressed[1]), addressed[2]
        if not to:
            raise RefusedMessageError(
                f"Begin with whom you write to, as '{self.partners[0]}: I propose peace.' or 'all: …'. "
                "Orders come after the talk: press Enter."
            )
        if not line:
            raise RefusedMessageError(f"Write something to {listed(to)} after the colon.")
        heard = understand(line, self._context(to))
        said = self._meant(heard, choose)
        if not said:
            raise RefusedMessageError("This was not understood; say it differently.")
        return self.checked(said)

    def awaits(self, proposal: Propose) -> bool:
        """True if the person still owes an answer to the proposal."""
        return any(table.proposal == proposal and self.view.power in table.waiting for table in self._floor().tables)

    def checked(self, said: tuple[Utterance, ...]) -> tuple[Utterance, ...]:
        """Check that utterances may be said one after the other.

        Raises RefusedMessageError.
        """
        floor = self._floor()
        for utterance in said:
            try:
                check_level(utterance, self.view.level)
                floor, _ = floor.said(utterance)
            except TalkError as problem:
                raise RefusedMessageError(f"'{sentence_of(utterance)}' cannot be said. {problem}") from None
        return said

    def _meant(self, heard: Heard, choose: Choose) -> tuple[Utterance, ...]:
        """Utterances to send; of several readings the one its writer picks."""
        if heard.verdict in ("claim", "talk"):
            return heard.for_bots
        texts = [" ".join(map(sentence_of, reading.said)) for reading in heard.readings]
        picked = choose("This can be read in more than one way. Which do you mean?", texts)
        if picked is None:
            raise RefusedMessageError("Not sent; say it differently.")
        return heard.readings[picked].said

    def _term(self, line: str) -> Utterance:
        try:
            utterance = parse(line, DIPLOMACY)
        except TalkError as problem:
            raise RefusedMessageError(f"This is not a term of L. {problem}") from None
        if utterance.speaker != self.view.power:
            raise RefusedMessageError(f"You speak as {self.view.power}, not as {utterance.speaker}.")
        try:
            to = tuple(map(as_power, utterance.hearers))
        except ValueError as problem:
            raise RefusedMessageError(f"Name the powers you speak to. {problem}.") from None
        self._check_hearers(to)
        return utterance

    def _hearers(self, names: str) -> tuple[Power, ...]:
        if names.strip().lower() in ("all", "everybody", "everyone"):
            return self.partners
        found: list[Power] = []
        for name in re.split(r"[ ,&+]+", names.strip()):
            if name.lower() == "and":
                continue
            try:
                found.append(power_named(name))
            except UnknownPowerError as problem:
                raise RefusedMessageError(str(problem)) from None
        return self._check_hearers(tuple(sorted(set(found))))

    def _check_hearers(self, to: tuple[Power, ...]) -> tuple[Power, ...]:
        who = f"You can write to {listed(self.partners)}."
        if not to or self.view.power in to:
            raise RefusedMessageError(f"You cannot write to yourself or to nobody. {who}")
        deaf = [power for power in to if power not in self.partners]
        if deaf:
            raise RefusedMessageError(f"You cannot write to {listed(deaf)}: no bot that talks plays there. {who}")
        return to

    def _context(self, to: Sequence[Power]) -> Context:
        """Talk of this phase among these powers.

        To one power, also its proposals to a group that wait for an answer.
        """
        me, present = self.view.power, {self.view.power, *to}
        said = [*(each.utterance for each in self._now()), *self.said]
        among = [each for each in said if {each.speaker, *each.hearers} == present]
        if len(to) == 1:
            waiting = {id(table.proposal) for table in self._floor().tables if me in table.waiting}
            asked = [each for each in said if id(each) in waiting and each.speaker == to[0] and each not in among]
            among = [each for each in said if each in among or each in asked]
        return replace(context_of(me, to, self.view.position, among), level=self.view.level)

    def _floor(self) -> Floor:
        floor = floor_of(self.view.protocol)
        for utterance in (*(each.utterance for each in self._now()), *self.said):
            try:
                floor, _ = floor.said(utterance)
            except ProtocolRefusedError:
                continue
        return floor

    def _now(self) -> list[Said]:
        return [each for each in self.view.talk if each.phase == self.view.position.phase]
