"""Questions about the talk of a game. What a seat may not know is not answered.

While a game is played, a message is for those between whom it was said and for nobody else; after
its end everybody may read all of it. `messages_for` is the only way to messages; `talk_of`,
`agreements_of` and `ledger_of` are how bots come to know theirs.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from django.db.models import Count, Q, QuerySet

from adjudication.powers import Power, as_power
from bots.view import Agreement as AgreementValue
from bots.view import Said, Settled
from dipgame.games import convert
from dipgame.games.models import Agreement, Game, GamePhase, Message, Promise, Proposal, Seat, SeenMark
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.english.hearing import plain_text
from negotiation.english.remarks import Heard
from negotiation.floor import Floor, Table, floor_of
from negotiation.parser import parse, parse_formula
from negotiation.terms import Deal, Formula, Propose, Utterance

__all__ = [
    "agreements_of",
    "between",
    "context_for",
    "deal_of",
    "floor_in",
    "formula_of",
    "ledger_of",
    "marks_of",
    "messages_for",
    "promises_for",
    "table_of",
    "talk_of",
    "unread",
    "utterances_of",
]


def between(powers: Iterable[str]) -> str:
    """The key of the conversation among these powers, as rows keep it: `ENG FRA`."""
    return " ".join(sorted(set(powers)))


def messages_for(game: Game, seat: Seat | None) -> QuerySet[Message]:
    """The messages this seat (None: somebody who only watches) may read, oldest first."""
    rows = Message.objects.filter(game=game).select_related("speaker", "phase").order_by("id")
    if game.status == Game.Status.FINISHED:
        return rows
    return rows.none() if seat is None else rows.filter(between__contains=seat.power)


def promises_for(game: Game, seat: Seat | None) -> QuerySet[Promise]:
    """The ledger this seat may read, oldest first."""
    rows = Promise.objects.select_related("agreement__phase", "judged").order_by("agreement_id", "index")
    rows = rows.filter(agreement__game=game)
    if game.status == Game.Status.FINISHED:
        return rows
    return rows.none() if seat is None else rows.filter(agreement__between__contains=seat.power)


def marks_of(seat: Seat) -> dict[str, int]:
    """How far the seat has read each conversation."""
    return dict(SeenMark.objects.filter(seat=seat).values_list("between", "upto"))


def unread(seat: Seat) -> dict[str, int]:
    """How many messages of others wait to be read, by conversation; those without any are left out."""
    marks = marks_of(seat)
    read = Q()
    for key, upto in marks.items():
        read |= Q(between=key, id__lte=upto)
    rows = Message.objects.filter(game_id=seat.game_id, between__contains=seat.power).exclude(speaker=seat)
    if marks:
        rows = rows.exclude(read)
    return dict(rows.order_by().values_list("between").annotate(count=Count("id")))


# --- Terms -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _utterance(text: str) -> Utterance:
    return parse(text, DIPLOMACY)


@lru_cache(maxsize=4096)
def formula_of(text: str) -> Formula:
    """A deal or a promise's content from its row."""
    return parse_formula(text, DIPLOMACY)


def deal_of(agreement: Agreement) -> Deal:
    """The deal of an agreement."""
    return formula_of(agreement.deal)  # type: ignore[return-value]


def utterances_of(message: Message) -> tuple[Utterance, ...]:
    """What a message said in L; nothing for plain text."""
    return tuple(_utterance(line) for line in message.term.splitlines())


def table_of(proposal: Proposal) -> Table:
    """A proposal as it lies on the table."""
    term = _utterance(proposal.term)
    if not isinstance(term, Propose):
        raise ValueError(f"proposal {proposal.pk} holds no proposal")
    return Table(term, tuple(proposal.accepted), key=proposal.pk)


def floor_in(game: Game, phase: GamePhase) -> Floor:
    """All open proposals of a phase, under the game's protocol."""
    rows = Proposal.objects.filter(phase=phase, state=Proposal.State.OPEN).order_by("id")
    return floor_of(game.press_protocol, (table_of(row) for row in rows))


# --- What a speaker or a bot knows ----------------------------------------------------------------------


def context_for(seat: Seat, phase: GamePhase, hearers: Iterable[Power]) -> Context:
    """What a sentence of this seat to these hearers may lean on: the board and what was said among them this phase.

    Plain text was said, too: "there" may be a place it names, and a "yes" after it may not be meant for the last
    proposal.
    """
    to = tuple(sorted(set(hearers)))
    rows = Message.objects.filter(phase=phase, between=between((seat.power, *to))).select_related("speaker")
    said: list[Utterance | Heard] = []
    for row in rows.order_by("id"):
        said.extend(utterances_of(row) or [plain_text(row.text, convert.power_of(row.speaker))])
    context = context_of(convert.power_of(seat), to, convert.position_of(phase), said)
    return replace(context, level=phase.game.press_level)


def talk_of(seat: Seat, phase: GamePhase) -> tuple[Said, ...]:
    """What the seat's power said or heard in L up to this phase, oldest first."""
    rows = Message.objects.filter(
        game_id=seat.game_id, between__contains=seat.power, phase__index__lte=phase.index
    ).exclude(term="")
    return tuple(
        Said(convert.phase_of(row.phase), utterance)
        for row in rows.select_related("phase").order_by("id")
        for utterance in utterances_of(row)
    )


def agreements_of(seat: Seat, phase: GamePhase) -> tuple[AgreementValue, ...]:
    """The deals in force between the seat's power and others in this phase, oldest first."""
    rows = Agreement.objects.filter(
        game_id=seat.game_id, between__contains=seat.power, phase__index__lte=phase.index, done=False
    )
    return tuple(
        AgreementValue(
            convert.phase_of(row.phase), tuple(as_power(power) for power in row.between.split()), deal_of(row)
        )
        for row in rows.select_related("phase").order_by("id")
    )


def ledger_of(seat: Seat, phase: GamePhase) -> tuple[Settled, ...]:
    """What became of the promises in the deals of the seat's power before this phase, oldest first."""
    rows = Promise.objects.filter(
        agreement__game_id=seat.game_id, agreement__between__contains=seat.power, judged__index__lt=phase.index
    ).exclude(state=Promise.State.OPEN)
    return tuple(
        Settled(
            made=convert.phase_of(row.agreement.phase),
            judged=convert.phase_of(row.judged),
            agent=as_power(row.power),
            powers=tuple(as_power(power) for power in row.agreement.between.split()),
            content=formula_of(row.content),
            state=State(row.state),
            reason=row.reason,
            lasting=row.lasting,
        )
        for row in rows.select_related("agreement__phase", "judged").order_by("agreement_id", "index")
        if row.judged is not None
    )
