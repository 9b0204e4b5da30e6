"""Talks of a stranger with a HANA, carried as on the site.

The stranger offers something fair. To a counter-offer by which it does not lose it says yes; to a no without one it
asks for the price, and then offers something else that is fair. A yes is a message, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from adjudication.powers import Power
from bench.bargaining.offers import Offer, gain_of
from bots.agent import Memory
from bots.hana.talk.situation import Situation
from bots.talker import Talker
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.english.writer import write
from negotiation.levels import FREE
from negotiation.printer import format_term
from negotiation.sense import faults
from negotiation.terms import Accept, Deal, Propose, Reject, Utterance
from negotiation.understanding import understand

__all__ = ["MOST", "Outcome", "Talk", "bargain"]

MOST: Final = 3
"""Messages that a stranger writes."""
_LOSS: Final = 0.02
"""Highest cost of a counter-offer to the stranger, in centers."""
_PRICE: Final = "What would you want for it?"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a talk.

    messages: of the stranger until the deal; 0 without one. first: how its offer was met: yes,
    counter, reason, no or silence. dear: counter-offers by which the stranger would have lost. misread: true if its
    offer was not understood."""

    offer: Offer
    messages: int
    first: str
    dear: int
    misread: bool
    lines: tuple[str, ...]


@dataclass
class Talk:
    """The talk so far. me: the stranger."""

    bot: Talker
    tone: str
    view: SeatView
    me: Power
    seed: int
    memory: Memory = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    written: set[str] = field(default_factory=set)

    def context(self, speaker: Power, hearer: Power) -> Context:
        """The context of a line from one to the other."""
        talk = [each.utterance for each in self.view.talk]
        return replace(context_of(speaker, (hearer,), self.view.position, talk), level=FREE)

    def opens(self) -> list[Utterance]:
        """Let the HANA write to the stranger of its own accord."""
        words = open_talk_in_time(self.bot, self.view, self.memory, Random(self.seed), 5.0)
        self.memory = words.memory
        return self._answered(words.utterances)

    def says(self, text: str, meant: Utterance | None = None) -> tuple[list[Utterance], bool]:
        """Say a text; return the answers, and true if it was understood."""
        heard = understand(text, self.context(self.me, self.view.power))
        right = meant is None or meant in heard.said
        if not right and any(meant in reading.said for reading in heard.readings):
            right = True  # one tap on the page
            heard = heard.saying((meant,))  # type: ignore[arg-type]
            told: Sequence[Utterance] = (meant,)  # type: ignore[assignment]
        else:
            told = heard.for_bots
        self.lines.append(f"    {self.me}: {text}" + ("" if right else f"   [read as {_terms(told)}]"))
        answers: list[Utterance] = []
        for each in told:
            said = Said(self.view.position.phase, each)
            self.view = replace(self.view, talk=(*self.view.talk, said))
            words = hear_in_time(
                self.bot, self.view, self.memory, said, rng=Random(self.seed + len(self.lines)), seconds=5.0
            )
            self.memory = words.memory
            answers += self._answered(words.utterances)
        return answers, right

    def _answered(self, utterances: Sequence[Utterance]) -> list[Utterance]:
        found = [each for each in utterances if each.hearers == (self.me,)]
        for each in found:
            context = self.context(self.view.power, self.me)
            text = write(each, Random(self.seed + len(self.lines)), context, self.written, self.tone)
            self.written.add(text)
            self.lines.append(f"    {self.view.power}: {text}")
            self.view = replace(self.view, talk=(*self.view.talk, Said(self.view.position.phase, each)))
        return found


def _terms(said: Sequence[Utterance]) -> str:
    return "; ".join(format_term(each, DIPLOMACY) for each in said)


def bargain(talk: Talk, stranger: Situation, offer: Offer, others: Sequence[Offer]) -> Outcome:
    """Hold a whole talk about an offer.

    others: more that the stranger could offer."""
    hearer = talk.view.power
    opening = [each.deal for each in talk.opens() if isinstance(each, Propose)]
    waiting, dear, first, misread = [offer], 0, "", False
    rest = [each for each in others if each.deal != offer.deal and each.deal not in opening]
    asked = False
    for number in range(1, MOST + 1):
        if waiting:
            now = waiting.pop(0)
            said = Propose(talk.me, (hearer,), now.deal)
            answers, right = talk.says(write(said, None, talk.context(talk.me, hearer)), said)
        else:
            answers, right = talk.says(_PRICE)
            asked, now = True, None
        if not first:
            first, misread = _kind(answers), not right
        if now is not None and any(isinstance(each, Accept) and each.deal == now.deal for each in answers):
            return Outcome(offer, number, first, dear, misread, tuple(talk.lines))
        for counter in (each.deal for each in answers if isinstance(each, Propose)):
            if not _would_sign(stranger, hearer, counter):
                dear += 1
                talk.lines.append("        (that would cost it)")
            elif number < MOST:
                talk.lines.append(f"    {talk.me}: yes")
                return Outcome(offer, number + 1, first, dear, misread, tuple(talk.lines))
        if asked and rest:
            waiting.append(rest.pop(0))
    return Outcome(offer, 0, first, dear, misread, tuple(talk.lines))


def _would_sign(stranger: Situation, hearer: Power, deal: Deal) -> bool:
    """True if it makes sense and costs a trifle at most."""
    position = stranger.view.position
    if any(faults(deal, (stranger.view.power, hearer), position, stranger.view.rulebook)):
        return False
    return gain_of(stranger, hearer, deal) >= -_LOSS


def _kind(answers: Sequence[Utterance]) -> str:
    if any(isinstance(each, Accept) for each in answers):
        return "yes"
    if any(isinstance(each, Propose) for each in answers):
        return "counter"
    if any(not isinstance(each, Reject) for each in answers):
        return "reason"
    return "no" if answers else "silence"
