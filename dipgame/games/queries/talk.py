"""Messages, promises and agreements of a page.

`dipgame.games.talk` decides what a seat may read.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import (
    BigIntegerField,
    Count,
    F,
    Max,
    Min,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    Window,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce, Greatest, Length, RowNumber

from adjudication.powers import Power
from dipgame.accounts.models import Block
from dipgame.games import talk
from dipgame.games.models import Agreement, Game, GamePhase, Message, Notice, Promise, Proposal, Seat, SeenMark
from dipgame.prepared import Prepared, PreparedValues

__all__ = [
    "Conversation",
    "agreements_in_force",
    "conversations",
    "last_exchange",
    "ledger_at",
    "message_numbered",
    "messages_after",
    "messages_before",
    "messages_since",
    "newest_heard",
    "newest_messages",
    "newest_number",
    "number_after",
    "open_proposals",
    "promises_judged",
    "unread_in",
]

_NEWEST: Final = 60
"""Messages of each conversation that a page gets at first; the others when it asks for them."""

_EARLIER: Final = 100
_MISSED: Final = 400
"""Messages that a page is told it missed; one that missed more is told everything anew."""


def newest_messages(game: Game, seat: Seat | None, *, sees_all: bool = False) -> list[Message]:
    """The end of every conversation, back to what is on the table.

    Without gaps: a page that has a message has all that came after it.
    """
    if seat is not None and game.status != Game.Status.FINISHED:
        found = _newest_at.rows(most=_NEWEST, game=game.pk, power=seat.power, person=seat.user_id or 0)
    else:
        found = list(_newest_of(talk.messages_for(game, seat, sees_all=sees_all), _NEWEST))
    return _with_proposals(found)


def _newest_of(rows: QuerySet[Message], most: int) -> QuerySet[Message]:
    opened = Proposal.objects.filter(
        state=Proposal.State.OPEN, message__game=OuterRef("game"), message__between=OuterRef("between")
    ).order_by("message_id")
    newest = rows.order_by().annotate(
        place=Window(RowNumber(), partition_by=F("between"), order_by=F("id").desc()),
        opened=Subquery(opened.values("message_id")[:1]),
    )
    return rows.filter(id__in=newest.filter(Q(place__lte=most) | Q(id__gte=F("opened"))).values("id"))


_newest_at: Final = Prepared(
    lambda most, **at: _newest_of(talk.messages_at(**at), most),
    talk.ALONG_MESSAGES,
    most=int,
    game=int,
    power=str,
    person=int,
)


def messages_since(game: Game, seat: Seat | None, since: int, *, sees_all: bool = False) -> list[Message] | None:
    """Messages new or changed after this number; None if too many."""
    if seat is not None and game.status != Game.Status.FINISHED:
        found = _since_at.rows(game=game.pk, power=seat.power, person=seat.user_id or 0, since=since)
    else:
        found = list(_after(talk.messages_for(game, seat, sees_all=sees_all), since))
    return None if len(found) > _MISSED else _with_proposals(found)


def _after(rows: QuerySet[Message], since: int) -> QuerySet[Message]:
    return rows.filter(Q(id__gt=since) | Q(change__gt=since))[: _MISSED + 1]


_since_at: Final = Prepared(
    lambda since, **at: _after(talk.messages_at(**at), since),
    talk.ALONG_MESSAGES,
    game=int,
    power=str,
    person=int,
    since=int,
)


def _last_number() -> Greatest:
    """Number at which a message was said or last changed."""
    return Greatest("id", "change", output_field=BigIntegerField())


def messages_after(game: Game, seat: Seat | None, number: int, *, sees_all: bool = False) -> tuple[list[Message], bool]:
    """The first messages after this number, and whether there are more.

    They are in the order of their numbers.
    """
    rows = talk.messages_for(game, seat, sees_all=sees_all)
    later = rows.filter(Q(id__gt=number) | Q(change__gt=number)).order_by(_last_number())
    found = list(later[: _MISSED + 1])
    return _with_proposals(found[:_MISSED]), len(found) > _MISSED


def newest_heard(game: Game, seat: Seat | None, *, sees_all: bool = False) -> int:
    """Newest number of a seat's messages; 0 for none."""
    rows = talk.messages_for(game, seat, sees_all=sees_all).order_by()
    found: int | None = rows.aggregate(newest=Max(_last_number()))["newest"]
    return found or 0


def message_numbered(game: Game, seat: Seat | None, number: int) -> Message | None:
    """A message with its proposal, if the seat may read it."""
    found = _with_proposals(talk.messages_for(game, seat).filter(pk=number))
    return found[0] if found else None


def open_proposals(game: Game, seat: Seat) -> list[Message]:
    """Messages with an open proposal of or to this seat, oldest first."""
    rows = talk.messages_for(game, seat).filter(proposals__state=Proposal.State.OPEN).distinct()
    return _with_proposals(rows)


def number_after(rows: Iterable[Message]) -> int:
    """Newest number of these messages; 0 for none.

    A page that was shown them asks for what came after it.
    """
    return max((max(row.pk, row.change) for row in rows), default=0)


def newest_number(game_id: int) -> int:
    """Newest number in a game; 0 before the first.

    Under the game's lock: what is written there next has a greater one (`numbers.new_number`).
    """
    (row,) = _newest_number.rows(game=game_id)
    return int(row[0])


def newest_in(game: int) -> Greatest:
    """Subexpression for the newest number, to read along with rows."""
    said, lines = Message.objects.filter(game=game), Notice.objects.filter(game=game)
    phases = GamePhase.objects.filter(game=game)
    found = (
        said.order_by("-id").values("id"),
        said.filter(change__gt=0).order_by("-change").values("change"),
        lines.order_by("-number").values("number"),
        phases.order_by("-index").values("number"),
    )
    number = BigIntegerField()
    return Greatest(
        *(Coalesce(Subquery(rows[:1], number), 0, output_field=number) for rows in found), output_field=number
    )


_newest_number: Final = PreparedValues(
    lambda game: Game.objects.filter(pk=game).order_by().values_list(newest_in(game)), game=int
)


def messages_before(
    game: Game, seat: Seat | None, before: int, between: str = "", *, sees_all: bool = False
) -> list[Message]:
    """The messages just before that one: of the conversation between these powers or, without one, of all."""
    rows = talk.messages_for(game, seat, sees_all=sees_all)
    rows = rows.filter(between=between) if between else rows
    return _with_proposals(rows.filter(pk__lt=before).order_by("-id")[:_EARLIER])


def _with_proposals(rows: Iterable[Message]) -> list[Message]:
    """The messages with what they put on the table, and who answered what was turned down."""
    found = list(rows)
    prefetch_related_objects(found, Prefetch("proposals", Proposal.objects.order_by("id")))
    refused = [row for row in found if any(each.state == Proposal.State.REJECTED for each in row.proposals.all())]
    prefetch_related_objects(refused, Prefetch("replies", Message.objects.select_related("speaker")))
    return found


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation.

    The ids of its first and last message, how many of others I have not read and, if the game is over, the names of the
    phases with messages.
    """

    first: int
    last: int
    unread: int
    phases: tuple[str, ...] = ()


def conversations(game: Game, seat: Seat | None, *, sees_all: bool = False) -> dict[str, Conversation]:
    """The conversations this seat (None: who only watches) may read, by the powers they are between. sees_all, here and
    below: for the game master."""
    if seat is not None and game.status != Game.Status.FINISHED:
        found = _ends_at.rows(seat=seat.pk, game=game.pk, power=seat.power, person=seat.user_id or 0)
        return {between: Conversation(first, last, unread) for between, first, last, unread in found}
    rows = talk.messages_for(game, seat, sees_all=sees_all).order_by().values("between", "phase__name")
    kept: dict[str, Conversation] = {}
    for row in rows.annotate(first=Min("id"), last=Max("id")).order_by("between", "first"):
        before = kept.get(row["between"], Conversation(row["first"], 0, 0))
        phases = (*before.phases, row["phase__name"])
        kept[row["between"]] = Conversation(before.first, max(before.last, row["last"]), 0, phases)
    return kept


def _ends_for(seat: int, **at: Any) -> QuerySet[Message, Any]:
    mark = SeenMark.objects.filter(seat=seat, between=OuterRef("between")).values("upto")
    rows = talk.messages_at(**at).order_by().annotate(mark=Coalesce(Subquery(mark), Value(0)))
    unread = Count("id", filter=Q(id__gt=F("mark")) & ~Q(speaker=seat))
    ends = rows.values("between").annotate(first=Min("id"), last=Max("id"), unread=unread)
    return ends.values_list("between", "first", "last", "unread")


_ends_at: Final = PreparedValues(_ends_for, seat=int, game=int, power=str, person=int)


def unread_in(seats: Collection[Seat]) -> dict[int, int]:
    """Number of unread messages at these seats, by game.

    Games without any are left out.
    """
    if not seats:
        return {}
    by_power: dict[str, list[int]] = {}
    by_person: dict[int | None, list[int]] = {}
    for seat in seats:
        by_power.setdefault(seat.power, []).append(seat.game_id)
        by_person.setdefault(seat.user_id, []).append(seat.game_id)
    mine, spoken = Q(), Q(speaker__in=[seat.pk for seat in seats])
    for power, games in by_power.items():
        mine |= Q(game__in=games, between__contains=power)
    for person, games in by_person.items():
        spoken |= Q(game__in=games, speaker__user__in=Block.objects.filter(by=person).values("of"))
    marks = SeenMark.objects.filter(seat__in=[seat.pk for seat in seats], seat__game=OuterRef("game"))
    mark = Subquery(marks.filter(between=OuterRef("between")).values("upto"))
    rows = Message.objects.filter(mine).exclude(spoken).annotate(mark=Coalesce(mark, Value(0)))
    return dict(rows.filter(id__gt=F("mark")).order_by().values_list("game").annotate(count=Count("id")))


def last_exchange(game: Game, longest: int) -> Message | None:
    """Of a game whose talk is open to all, the last answer of one bot to another's letter in the same spring or fall,
    where a deal came of it if any did; both have at most `longest` letters."""
    rows = talk.messages_for(game, None).annotate(size=Length("text"), first=Length("reply_to__text"))
    answers = rows.filter(
        reply_to__phase=F("phase"),
        between=F("reply_to__between"),
        speaker__user=None,
        reply_to__speaker__user=None,
        phase__name__endswith="M",
        phase__status=GamePhase.Status.RESOLVED,
        size__lte=longest,
        first__lte=longest,
    ).exclude(speaker=F("reply_to__speaker"))
    answers = answers.select_related("reply_to__speaker").order_by("-id")
    return answers.filter(reply_to__proposals__state=Proposal.State.ACCEPTED).first() or answers.first()


def ledger_at(game: Game, seat: Seat | None, *, sees_all: bool = False) -> list[Promise]:
    """The promises this seat may know, oldest first, each with its agreement."""
    if seat is None or game.status == Game.Status.FINISHED:
        return list(talk.promises_for(game, seat, sees_all=sees_all))
    return _ledger_at.rows(game=game.pk, power=seat.power)


_ledger_at: Final = Prepared(talk.promises_at, talk.ALONG_PROMISES, game=int, power=str)


def agreements_in_force(game: Game, power: Power) -> QuerySet[Agreement]:
    """The agreements of this power that are not over, oldest first, with their promises."""
    rows = Agreement.objects.filter(game=game, between__contains=power, done=False)
    return rows.prefetch_related("promises").order_by("id")


def promises_judged(game: Game, seat: Seat | None, *, sees_all: bool = False) -> QuerySet[Promise]:
    """The judged promises this seat may know, with where they were made.

    Without those that only give their power centers: the others have to keep them.
    """
    said = [f"agreement__{way}__{what}" for way in ("message", "proposal__message") for what in ("speaker", "phase")]
    rows = talk.promises_for(game, seat, sees_all=sees_all).exclude(judged=None).exclude(talk.OWN_GAIN)
    return rows.select_related("agreement__phase", "judged", *said)
