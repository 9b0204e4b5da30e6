"""Seats that other programs play.

The worker that plays the game asks; the program, wherever it runs, asks for its questions by the experiment's key and
answers them in time, or is late as any bot would be.

A question is a JSON object: what the seat may know, in the notations of the log, and what it may order. The program
keeps what it wants to remember; it is told the game and the power.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random
from time import monotonic, sleep
from typing import Any, Final

from django.utils import timezone

from adjudication.notation import NotationError, format_order, parse_order
from adjudication.options import legal_orders
from adjudication.outcomes import outcome_as_dict
from adjudication.phase import parse_phase
from adjudication.position import position_as_dict
from adjudication.powers import Power
from bots.agent import Agent, Decision, Memory
from bots.experiment.file.declaration import OUTSIDE
from bots.experiment.file.plans import game_of, labels_of
from bots.limit import OutOfTime
from bots.talker import Talk
from bots.view import Said, SeatView
from dipgame.experiments.errors import Refused
from dipgame.experiments.models import Experiment, GameRun, Question
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import TalkError
from negotiation.parser import parse
from negotiation.printer import format_deal, format_formula, format_term

__all__ = ["MOST_LINES", "Outside", "answer", "questions_of", "seated_outside"]

MOST_LINES: Final = 100
"""Orders or utterances of one answer."""

_LOOK: Final = 0.1
_LAST: Final = 3
"""Phases before this one that a question tells of."""


def seated_outside(run: GameRun) -> dict[Power, Agent]:
    """Those who sit in a game for other programs."""
    declaration = run.experiment.declaration
    labels = labels_of(declaration, game_of(run.number))
    return {power: Outside(run, label) for power, label in labels.items() if declaration.bots.get(label) == OUTSIDE}


class Outside:
    """A bot that asks another program."""

    def __init__(self, run: GameRun, label: str) -> None:
        self.run, self.label = run, label

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        may = legal_orders(view.position, view.power, view.rulebook)
        asked = {"may": {region: list(map(format_order, orders)) for region, orders in may.items()}}
        kind = view.position.phase.kind
        return Decision(tuple(parse_order(text, kind) for text in self._ask("orders", view, asked, seconds)), memory)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        return self._talk(self._ask("open", view, {}, seconds), memory)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        heard = {"message": format_term(message.utterance, DIPLOMACY)}
        return self._talk(self._ask("hear", view, heard, seconds), memory)

    @staticmethod
    def _talk(lines: Sequence[str], memory: Memory) -> Talk:
        return Talk(tuple(parse(line, DIPLOMACY) for line in lines), memory)

    def _ask(self, kind: str, view: SeatView, more: Mapping[str, Any], seconds: float) -> list[str]:
        """Ask and wait. Raises OutOfTime."""
        content = {"kind": kind, "game": self.run.number, "bot": self.label, "seconds": seconds, **_told(view), **more}
        until = timezone.now() + timedelta(seconds=seconds)
        question = Question.objects.create(run=self.run, label=self.label, content=content, until=until)
        began = monotonic()
        try:
            while monotonic() - began < seconds:
                given = Question.objects.filter(pk=question.pk).values_list("answer", flat=True).first()
                if given is not None:
                    return list(given)
                sleep(_LOOK)
        finally:
            Question.objects.filter(pk=question.pk).delete()
        raise OutOfTime(f"no answer within {seconds:g} s")


def _told(view: SeatView) -> dict[str, Any]:
    """The seat's view as JSON values."""
    return {
        "power": view.power,
        "level": view.level,
        "protocol": view.protocol,
        "position": position_as_dict(view.position),
        "last": [
            position_as_dict(past.position) | {"outcomes": [outcome_as_dict(each) for each in past.outcomes]}
            for past in view.history[-_LAST:]
        ],
        "talk": [
            {"phase": str(said.phase), "said": format_term(said.utterance, DIPLOMACY)}
            for said in view.talk
            if said.phase == view.position.phase
        ],
        "deals": [
            {"made": str(deal.phase), "powers": list(deal.powers), "deal": format_deal(deal.deal, DIPLOMACY)}
            for deal in view.agreements
        ],
        "promises": [
            {
                "made": str(line.made), "judged": str(line.judged), "power": line.agent, "powers": list(line.powers),
                "content": format_formula(line.content, DIPLOMACY), "state": line.state.value, "reason": line.reason,
            }
            for line in view.ledger
        ],
    }  # fmt: skip


def questions_of(experiment: Experiment, label: str = "") -> list[dict[str, Any]]:
    """Open questions of an experiment.

    label: only those to that bot. Asking is a sign of life: games with external seats begin and continue only while a
    program asks.
    """
    Experiment.objects.filter(pk=experiment.pk).update(heard_at=timezone.now())
    rows = Question.objects.filter(run__experiment=experiment, answer__isnull=True, until__gt=timezone.now())
    if label:
        rows = rows.filter(label=label)
    return [{"id": row.pk, **row.content} for row in rows]


def answer(experiment: Experiment, question: int, lines: object) -> None:
    """Keep a program's answer.

    Raises Refused with what is wrong with it; until its time is over it may answer again then.
    """
    row = Question.objects.filter(pk=question, run__experiment=experiment, until__gt=timezone.now()).first()
    if row is None:
        raise Refused(
            "This question is not open: it was never asked, or its time is over. Fetch the open questions again."
        )
    if not isinstance(lines, list) or len(lines) > MOST_LINES or not all(isinstance(line, str) for line in lines):
        raise Refused(f'Answer with a list of at most {MOST_LINES} texts: {{"answer": ["A PAR - BUR"]}}.')
    kind = parse_phase(row.content["position"]["phase"]).kind
    for line in lines:
        try:
            if row.content["kind"] == "orders":
                parse_order(line, kind)
            else:
                parse(line, DIPLOMACY)
        except (NotationError, TalkError) as problem:
            raise Refused(f"'{line[:200]}': {problem}") from None
    if not Question.objects.filter(pk=row.pk, answer__isnull=True).update(answer=lines):
        raise Refused("This is answered already, or its time is over.")
