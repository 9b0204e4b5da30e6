"""The talk of a game as one player's page shows it: what a browser sends, what it gets.

Commands go over the game's socket or by `POST /games/<slug>/command`, like orders; each is answered
once, with its `ref`. People who only watch have no talk: they are refused, and get no frames.

    {"type": "read", "text": "mun s par-bur?", "to": ["GER"], "ref": 1}
        While typing. Changes nothing. -> {"type": "reading", "ref": 1, "reading": Reading}
    {"type": "offer", "asked": ["A MUN S A PAR - BUR"], "offered": ["A PAR - BUR"], "to": ["GER"], "ref": 2}
        Clicked on the map: orders asked of units of others (or agreed on), orders of one's own offered in return.
        Changes nothing. -> {"type": "reading", ...} with the one candidate, ready to say.
    {"type": "say", "text": "mun s par-bur?", "to": ["GER"], "l": "propose(fra, ger, …)", "plain": false, "ref": 3}
        l: the `l` of the candidate that was chosen. With l "" the server reads the text itself: a clear reading
        is said, several are refused with code "choose", none with code "unclear" (both carry the `reading`).
        plain true sends the text as it stands, marked as not understood by bots (l is then "").
        text "" says the candidate in its own English. -> {"type": "said", "ref": 3, "message": Message}
    {"type": "answer", "message": 41, "act": "accept" | "reject" | "withdraw", "ref": 4}
        About the proposal in that message. -> {"type": "said", ...}
        To counter, put `card.edit` into the input; what it says rejects the proposal by itself where the
        protocol wants an answer first (send the answer "reject", then say).
    {"type": "seen", "with": ["ENG", "FRA"], "upto": 41, "ref": 5}
        Everything up to this message has been read in this conversation (all its powers, oneself included).
        -> {"type": "press", "ref": 5, "press": Press}

Refusals are {"type": "refused", "ref", "code", "message", "allowed"?, "reading"?}. Codes besides the usual:
"no_press", "level", "protocol" (with `allowed`, the acts possible now), "choose", "unclear", "too_fast",
"too_long", "gone" (the proposal is not open any more). What was typed stays in the page's hands.

The server sends {"type": "press", "press": Press} when the line opens and whenever this seat's talk
changes: the first holds the newest messages of every conversation, later ones those that are new or changed. Merge
`messages` by id; everything else in a Press is whole each time. `GET /games/<slug>/press` gives a whole one
without a socket; `?before=<id>` the messages before that one, with `&with=ENG-FRA` those of that conversation
alone. Press is null for who has no talk.

The shapes are in `frontend.press_frames`. To draw a card on the map, `card.orders` are order texts with
their power; of orders with `choice` any one would do. `agreed` lists the orders I have promised for the phase now
played, those of one `promise` being a choice as well: one click sends
{"type": "order", "text": ...}.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Max, Min, OuterRef, Prefetch, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from adjudication.legality import refusal
from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from adjudication.sentences import order_sentence
from dipgame.games import convert, press, queries
from dipgame.games.models import Agreement, Game, GamePhase, Message, Promise, Proposal, Seat, SeatPhase
from frontend import press_frames as frames
from frontend.access import Access
from frontend.cards import card_of, promise_of, time_of
from frontend.reading import MOST_WAYS, readback
from frontend.words import listed
from negotiation.diplomacy import Ent, Hlp, Unnamed, order_of, turn_of
from negotiation.floor import Floor
from negotiation.protocols import act_of
from negotiation.terms import Do
from negotiation.unnamed import ways

__all__ = ["message_json", "press_of"]

_NEWEST: Final = 60
"""Messages of each conversation that a page gets at first; the others when it asks for them."""

_EARLIER: Final = 100
_OVERLAP: Final = timedelta(seconds=10)
"""A change written while an earlier one was being told may carry an older time: look back this far."""


def press_of(
    access: Access, since: datetime | None = None, before: int | None = None, key: str = ""
) -> frames.Press | None:
    """The talk as this viewer may know it; None for who may know nothing of it.

    since: only messages that are new or changed from then on. before: those just before that message,
    of the conversation with this key or, without one, of all.
    """
    game, seat = access.game, access.seat
    if (seat is None and game.status != Game.Status.FINISHED) or game.press_level == 0:
        return None
    viewer = access.power
    phase = queries.live_phase(game)
    floor = press.floor_in(game, phase) if phase is not None else None
    rows = press.messages_for(game, seat)
    unread = press.unread(seat) if seat is not None and game.status != Game.Status.FINISHED else {}
    ledger = [promise_of(row, viewer) for row in press.promises_for(game, seat)]
    return {
        "level": game.press_level,
        "protocol": game.press_protocol,
        "plain": game.press_plain,
        "can_talk": seat is not None and phase is not None,
        "conversations": _conversations(access, floor, unread),
        "messages": _messages(_chosen(rows, since, before, key), viewer),
        "promises": ledger,
        "partners": _partners(ledger, viewer),
        "agreed": [] if seat is None or phase is None else _agreed(seat, phase),
        "unread": sum(unread.values()),
        "whole": since is None and before is None,
    }


def message_json(message: Message, viewer: Power | None) -> frames.Message:
    """One message as this viewer reads it."""
    said = press.utterances_of(message)
    speaker = message.speaker.power
    shown: frames.Message = {
        "id": message.pk,
        "conversation": _key(message.between),
        "speaker": speaker,
        "hearers": [power for power in message.powers if power != speaker],
        "mine": speaker == viewer,
        "text": message.text,
        "readback": readback(said, viewer),
        "act": act_of(said[-1]) if said else "",
        "understood": bool(said),
        "level": message.level,
        "phase": message.phase.name,
        "at": message.at.isoformat(),
        "reply_to": message.reply_to_id,
    }
    proposals = list(message.proposals.all())
    if proposals:
        shown["card"] = card_of(proposals[-1], message, viewer)
    return shown


def _messages(rows: QuerySet[Message], viewer: Power | None) -> list[frames.Message]:
    rows = rows.prefetch_related(Prefetch("proposals", Proposal.objects.order_by("id")), "replies__speaker")
    return sorted((message_json(row, viewer) for row in rows), key=lambda message: message["id"])


def _chosen(rows: QuerySet[Message], since: datetime | None, before: int | None, key: str) -> QuerySet[Message]:
    """What is new; or what came just before; or the end of every conversation, back to what is on the table."""
    if since is not None:
        return rows.filter(changed_at__gte=since - _OVERLAP)
    if before is not None:
        rows = rows.filter(between=_between(key)) if key else rows
        return rows.filter(pk__lt=before).order_by("-id")[:_EARLIER]
    opened = Proposal.objects.filter(
        state=Proposal.State.OPEN, message__game=OuterRef("game"), message__between=OuterRef("between")
    ).order_by("message_id")
    newest = rows.order_by().annotate(
        place=Window(RowNumber(), partition_by=F("between"), order_by=F("id").desc()),
        opened=Subquery(opened.values("message_id")[:1]),
    )
    # Without gaps: a page that has a message has all that came after it.
    return rows.filter(id__in=newest.filter(Q(place__lte=_NEWEST) | Q(id__gte=F("opened"))).values("id"))


# --- Conversations ----------------------------------------------------------------------------------


def _key(between: str) -> str:
    return between.replace(" ", "-")


def _between(key: str) -> str:
    return key.replace("-", " ")


def _conversations(access: Access, floor: Floor | None, unread: dict[str, int]) -> list[frames.Conversation]:
    """One with each other power, one with everybody, and every group in which something was said.

    Those who only look (a game that is over) get the conversations there were.
    """
    rows = press.messages_for(access.game, access.seat).order_by()
    ends = {
        between: (first, last)
        for between, first, last in rows.values_list("between").annotate(first=Min("id"), last=Max("id"))
    }
    keys = dict.fromkeys(sorted(ends))
    me = access.power
    if me is not None:
        usual = [press.between((me, other)) for other in POWERS if other != me]
        keys = dict.fromkeys([*usual, press.between(POWERS), *keys])
    return [_conversation(key, me, floor, unread.get(key, 0), ends.get(key, (None, None))) for key in keys]


def _conversation(
    key: str, me: Power | None, floor: Floor | None, unread: int, ends: tuple[int | None, int | None]
) -> frames.Conversation:
    powers = [as_power(power) for power in key.split()]
    to = [power for power in powers if power != me]
    everybody = len(powers) == len(POWERS)
    mine = me in powers
    return {
        "key": _key(key),
        "kind": "all" if everybody else "pair" if len(powers) == 2 else "group",
        "title": "Everybody" if everybody else listed([POWER_NAMES[power] for power in to]),
        "powers": list(powers),
        "to": list(to),
        "unread": unread,
        "first": ends[0],
        "last": ends[1],
        "open": _awaiting(floor, me, powers) if floor is not None else 0,
        "allowed": list(floor.allowed(str(me), to)) if floor is not None and mine else [],
    }


def _awaiting(floor: Floor, me: Power | None, powers: Iterable[str]) -> int:
    there = set(powers)
    return sum(
        me in table.waiting and {table.proposal.speaker, *table.proposal.hearers} == there for table in floor.tables
    )


# --- What was promised --------------------------------------------------------------------------------


def _partners(ledger: Iterable[frames.PromiseRow], viewer: Power | None) -> list[frames.Partner]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in ledger:
        if row["by"] != viewer and (viewer is None or viewer in row["between"]):
            counts[row["by"]][row["state"]] += 1
    return [
        {
            "power": power,
            "kept": counts[power]["kept"],
            "broken": counts[power]["broken"],
            "void": counts[power]["void"],
            "open": counts[power]["open"],
        }
        for power in sorted(counts)
    ]


def _agreed(seat: Seat, phase: GamePhase) -> list[frames.AgreedOrder]:
    """The orders this seat promised that are due in the phase now played."""
    position = convert.position_of(phase)
    sheet = SeatPhase.objects.filter(seat=seat, phase=phase).first()
    written = set(sheet.orders.values()) if sheet is not None else set()
    rows = Promise.objects.filter(
        agreement__in=Agreement.objects.filter(game_id=seat.game_id, done=False), power=seat.power, done=False
    ).select_related("agreement")
    found: list[frames.AgreedOrder] = []
    for row in rows.order_by("agreement_id", "index"):
        content = press.formula_of(row.content)
        if not isinstance(content, Do | Hlp | Ent):
            continue
        time = getattr(content, "time", None) or time_of(press.deal_of(row.agreement), content)
        if time is not None and not _is_now(time, phase):
            continue
        texts = {format_order(order): order for order in _doing(content, seat, position)}
        # One that is written already is shown in any case: nothing more is due then.
        for text in sorted(texts, key=lambda text: text not in written)[:MOST_WAYS]:
            order = texts[text]
            found.append(
                {
                    "text": text,
                    "sentence": order_sentence(order),
                    "to": [each for each in row.agreement.between.split() if each != seat.power],
                    "message": row.agreement.message_id,
                    "promise": row.pk,
                    "written": text in written,
                }
            )
    return found


def _doing(content: Do | Unnamed, seat: Seat, position: Position) -> list[Order]:
    """The orders of the seat, possible now, each of which does what was promised."""
    rulebook = convert.rulebook_of(seat.game)
    if isinstance(content, Hlp | Ent):
        actions = ways(content, position, rulebook) if content.power == seat.power else ()
    else:
        actions = (content.action,)
    orders = [order_of(action) for action in actions]
    return [
        order for power, order in orders if power == seat.power and refusal(position, power, order, rulebook) is None
    ]


def _is_now(time: object, phase: GamePhase) -> bool:
    return time == turn_of(convert.phase_of(phase))
