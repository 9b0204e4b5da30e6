"""Questions about the talk of a game. What a seat may not know is not answered.

While a game is played, a message is for those between whom it was said and for its game master, where it has one;
after its end everybody may read all of it. `messages_for` is the only way to messages; `talk_of`,
`agreements_of` and `ledger_of` are how bots come to know theirs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import Final

from django.db.models import Count, Prefetch, Q, QuerySet, Value, prefetch_related_objects
from django.db.models.functions import Concat, Lower

from adjudication.powers import Power, as_power
from bots.view import LedgerLine, Said
from dipgame.accounts.models import Block
from dipgame.games import convert
from dipgame.games.models import Agreement, Game, GamePhase, Message, Promise, Proposal, Seat, SeenMark
from dipgame.prepared import Along, Prepared
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, Words, context_of, words_of
from negotiation.floor import Floor, OpenProposal, floor_of
from negotiation.heard import Heard, heard_from_dict, saying, unheard
from negotiation.ledger import Agreement as AgreementValue
from negotiation.ledger import Promise as LedgerPromise
from negotiation.parley import Entry, Parley
from negotiation.parser import parse, parse_formula
from negotiation.terms import Agree, Deal, Formula, Propose, Utterance

__all__ = [
    "OWN_GAIN",
    "agreements_of",
    "between",
    "context_for",
    "deal_of",
    "entries_in_force",
    "floor_in",
    "floor_with",
    "formula_of",
    "heard_of",
    "is_open",
    "is_own_gain",
    "ledger_of",
    "marks_of",
    "messages_for",
    "parley_in",
    "promises_for",
    "table_of",
    "talk_of",
    "time_of",
    "unblocked",
    "unread",
    "utterances_of",
]


def between(powers: Iterable[str]) -> str:
    """The key of the conversation among these powers, as rows keep it: `ENG FRA`."""
    return " ".join(sorted(set(powers)))


def messages_for(game: Game, seat: Seat | None, *, sees_all: bool = False) -> QuerySet[Message]:
    """The messages this seat (None: somebody who only watches) may read, and its person wants to, oldest first.
    sees_all: for the game master, who reads them at any time."""
    if sees_all or is_open(game, seat):
        return unblocked(_messages(game.pk), seat)
    return Message.objects.none() if seat is None else messages_at(game.pk, seat.power, seat.user_id or 0)


def _boards(phase: str) -> tuple[str, str]:
    """The boards of a phase, to be left out where a row of talk only wants its name: there are hundreds of rows."""
    return f"{phase}__position", f"{phase}__outcomes"


ALONG_MESSAGES: Final = Along(("speaker", "phase"), _boards("phase"))
ALONG_PROMISES: Final = Along(("agreement__phase", "judged"), (*_boards("agreement__phase"), *_boards("judged")))
_ALONG_AGREEMENTS: Final = Along(("phase",), _boards("phase"))


def messages_at(game: int, power: str, person: int) -> QuerySet[Message]:
    """The messages that the seat of this power may read while the game is played, and this person (0: nobody) wants to,
    oldest first."""
    return _unblocked(_messages(game), person).filter(between__contains=power)


def _messages(game: int) -> QuerySet[Message]:
    return ALONG_MESSAGES.of(Message.objects.filter(game=game)).order_by("id")


def is_open(game: Game, seat: Seat | None) -> bool:
    """True if all messages and minds are open to this seat.

    After the end, as the game's terms say. seat: None for a watcher.
    """
    if game.status != Game.Status.FINISHED:
        return False
    return game.afterwards == "all" or (game.afterwards == "players" and seat is not None)


def unblocked(rows: QuerySet[Message], seat: Seat | None) -> QuerySet[Message]:
    """Without the messages of people whom the person at this seat has blocked. Bots hear everybody."""
    return rows if seat is None or seat.user_id is None else _unblocked(rows, seat.user_id)


def _unblocked(rows: QuerySet[Message], person: int) -> QuerySet[Message]:
    return rows.exclude(speaker__user__in=Block.objects.filter(by=person).values("of"))


def promises_for(game: Game, seat: Seat | None, *, sees_all: bool = False) -> QuerySet[Promise]:
    """The ledger this seat, or with sees_all the game master, may read, oldest first."""
    if sees_all or is_open(game, seat):
        return _promises(game.pk)
    return Promise.objects.none() if seat is None else promises_at(game.pk, seat.power)


def promises_at(game: int, power: str) -> QuerySet[Promise]:
    """The ledger that the seat of this power may read while the game is played, oldest first."""
    return _promises(game).filter(agreement__between__contains=power)


def _promises(game: int) -> QuerySet[Promise]:
    return ALONG_PROMISES.of(Promise.objects.filter(agreement__game=game)).order_by("agreement_id", "index")


OWN_GAIN: Final = Q(content__startswith=Concat(Value("scd("), Lower("power"), Value(",")))
"""Promises by which their power only gets centers: the others promise to leave them to it."""


def is_own_gain(row: Promise) -> bool:
    """True if the row is one of OWN_GAIN."""
    return row.content.startswith(f"scd({row.power.lower()},")


def marks_of(seat: Seat) -> dict[str, int]:
    """Last message read in each conversation."""
    return dict(SeenMark.objects.filter(seat=seat).values_list("between", "upto"))


def unread(seat: Seat) -> dict[str, int]:
    """Number of unread messages by conversation; those without any are left out."""
    marks = marks_of(seat)
    read = Q()
    for key, upto in marks.items():
        read |= Q(between=key, id__lte=upto)
    rows = Message.objects.filter(game_id=seat.game_id, between__contains=seat.power).exclude(speaker=seat)
    rows = unblocked(rows, seat)
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


def time_of(deal: Deal, content: Formula) -> object | None:
    """The time of the agreement, or of the commitment, that holds this content."""
    if isinstance(deal, Agree):
        return deal.time
    return next((commit.time for commit in deal.items if commit.content == content), None)


def utterances_of(message: Message) -> tuple[Utterance, ...]:
    """A message in L; empty for plain text."""
    return convert.readable(message, lambda: tuple(_utterance(line) for line in message.term.splitlines()), ())


def heard_of(message: Message) -> Heard:
    """Load what a message was understood as when sent; for older ones, and those given in L, what it says in L,
    or that it was something nobody could read."""
    stored = message.heard
    if stored is not None:
        kept = convert.readable(message, lambda: heard_from_dict(message.text, stored), None)
        if kept is not None:
            return kept
    said = utterances_of(message)
    if said:
        return saying(message.text, said)
    speaker = message.speaker.power
    hearers = tuple(power for power in message.powers if power != speaker)
    return unheard(message.text, speaker, hearers)


def table_of(proposal: Proposal) -> OpenProposal:
    """A proposal as it lies on the table."""
    term = _utterance(proposal.term)
    if not isinstance(term, Propose):
        raise ValueError(f"proposal {proposal.pk} holds no proposal")
    return OpenProposal(term, tuple(proposal.accepted), key=proposal.pk)


def floor_in(game: Game, phase: GamePhase, seat: Seat | None = None) -> Floor:
    """All open proposals of a phase, under the game's protocol. seat: without those its person has blocked."""
    return floor_with(game, _open_in.rows(phase=phase.pk) if seat is None else _open_proposals(phase, seat))


def _open_proposals(phase: GamePhase, seat: Seat | None) -> QuerySet[Proposal]:
    rows = Proposal.objects.filter(phase=phase, state=Proposal.State.OPEN).order_by("id")
    if seat is not None and seat.user_id is not None:
        rows = rows.exclude(message__speaker__user__in=Block.objects.filter(by=seat.user_id).values("of"))
    return rows


_open_in: Final = Prepared(
    lambda phase: Proposal.objects.filter(phase=phase, state=Proposal.State.OPEN).order_by("id"), phase=int
)


def floor_with(game: Game, proposals: Iterable[Proposal]) -> Floor:
    """These open proposals under the game's protocol."""
    tables = [convert.readable(row, lambda row=row: table_of(row), None) for row in proposals]  # type: ignore[misc]
    return floor_of(game.press_protocol, [table for table in tables if table is not None])


def parley_in(
    phase: GamePhase, *, tables: Iterable[OpenProposal] | None = None, entries: Iterable[Entry] = ()
) -> Parley:
    """The talk of a phase as a value. tables: what is open, where not everything is meant. entries: the agreements in
    force, where promises are judged; what is said does not depend on them."""
    game = phase.game
    floor = floor_in(game, phase) if tables is None else floor_of(game.press_protocol, tables)
    return Parley(
        floor,
        convert.position_of(phase),
        convert.rulebook_of(game),
        tuple(entries),
        next_key=max((table.key for table in floor.tables), default=0) + 1,
    )


def entries_in_force(phase: GamePhase) -> list[Entry]:
    """The agreements in force in a game, and how their promises stand, oldest first."""
    rows = _in_force.rows(game=phase.game_id)
    promises = Promise.objects.select_related("judged").defer(*_boards("judged"))
    prefetch_related_objects(rows, Prefetch("promises", promises))
    found = [convert.readable(row, lambda row=row: _entry(row), None) for row in rows]  # type: ignore[misc]
    return [entry for entry in found if entry is not None]


def _agreements_in_force(game: int) -> QuerySet[Agreement]:
    return _ALONG_AGREEMENTS.of(Agreement.objects.filter(game=game, done=False)).order_by("id")


_in_force: Final = Prepared(_agreements_in_force, _ALONG_AGREEMENTS, game=int)


def _entry(row: Agreement) -> Entry:
    return Entry(
        row.pk,
        _agreement(row),
        tuple(
            LedgerPromise(
                as_power(each.power),
                formula_of(each.content),
                State(each.state),
                each.reason,
                each.lasting,
                each.done,
                convert.phase_of(each.judged) if each.judged else None,
            )
            for each in row.promises.all()
        ),
    )


def _agreement(row: Agreement) -> AgreementValue:
    powers = tuple(as_power(power) for power in row.between.split())
    return AgreementValue(convert.phase_of(row.phase), powers, deal_of(row))


# --- What a speaker or a bot knows ----------------------------------------------------------------------


def context_for(seat: Seat, phase: GamePhase, hearers: Iterable[Power]) -> Context:
    """Context for understanding a sentence of this seat to these hearers.

    The board, and what was said among them in this phase. In a pair, also what the other one proposed to a group and
    still waits for: it may be answered here.

    Plain text was said, too: "there" may be a place it names, and a "yes" after it may not be meant for the last
    proposal.
    """
    to = tuple(sorted(set(hearers)))
    rows = unblocked(Message.objects.filter(phase=phase, between=between((seat.power, *to)), undone=False), seat)
    rows = rows.select_related("speaker")
    remarks: list[tuple[int, Sequence[Utterance | Words]]] = [
        (row.pk, utterances_of(row) or [words_of(row.text, convert.power_of(row.speaker))]) for row in rows
    ]
    if len(to) == 1:
        remarks += _asked_in_groups(seat, phase, to[0])
    said = [one for _, each in sorted(remarks, key=itemgetter(0)) for one in each]
    context = context_of(convert.power_of(seat), to, convert.position_of(phase), said)
    return replace(context, level=phase.game.press_level)


def _asked_in_groups(seat: Seat, phase: GamePhase, other: Power) -> Iterator[tuple[int, list[Utterance]]]:
    """Find another power's proposals to a group that wait for the seat.

    Each comes with the number of its message.
    """
    rows = _open_proposals(phase, seat).filter(message__speaker__power=other, message__undone=False)
    for row in rows.exclude(message__between=between((seat.power, other))):
        table = convert.readable(row, lambda row=row: table_of(row), None)  # type: ignore[misc]
        if table is not None and seat.power in table.waiting:
            yield row.message_id, [table.proposal]


def talk_of(seat: Seat, phase: GamePhase) -> tuple[Said, ...]:
    """Utterances in L said or heard by the seat's power, oldest first."""
    rows = Message.objects.filter(
        game_id=seat.game_id, between__contains=seat.power, phase__index__lte=phase.index, undone=False
    ).exclude(term="")
    return tuple(
        Said(convert.phase_of(row.phase), utterance)
        for row in rows.select_related("phase").defer(*_boards("phase")).order_by("id")
        for utterance in utterances_of(row)
    )


def agreements_of(seat: Seat, phase: GamePhase) -> tuple[AgreementValue, ...]:
    """The deals in force between the seat's power and others in this phase, oldest first."""
    rows = Agreement.objects.filter(
        game_id=seat.game_id, between__contains=seat.power, phase__index__lte=phase.index, done=False
    )
    rows = rows.select_related("phase").defer(*_boards("phase")).order_by("id")
    found = [convert.readable(row, lambda row=row: _agreement(row), None) for row in rows]  # type: ignore[misc]
    return tuple(each for each in found if each is not None)


def ledger_of(seat: Seat, phase: GamePhase) -> tuple[LedgerLine, ...]:
    """Judged promises in the deals of the seat's power, oldest first."""
    rows = Promise.objects.filter(
        agreement__game_id=seat.game_id,
        agreement__between__contains=seat.power,
        agreement__message__undone=False,
        judged__index__lt=phase.index,
    ).exclude(state=Promise.State.OPEN)
    rows = rows.select_related("agreement__phase", "judged").defer(*_boards("agreement__phase"), *_boards("judged"))
    found = [convert.readable(row, lambda row=row: _line(row), None) for row in rows.order_by("agreement_id", "index")]  # type: ignore[misc]
    return tuple(line for line in found if line is not None)


def _line(row: Promise) -> LedgerLine | None:
    if row.judged is None:
        return None
    return LedgerLine(
        made=convert.phase_of(row.agreement.phase),
        judged=convert.phase_of(row.judged),
        agent=as_power(row.power),
        powers=tuple(as_power(power) for power in row.agreement.between.split()),
        content=formula_of(row.content),
        state=State(row.state),
        reason=row.reason,
        lasting=row.lasting,
    )
