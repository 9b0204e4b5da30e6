"""The talk of a game as one player's page shows it: what a browser sends, what it gets.

Commands go over the game's socket or by `POST /games/<slug>/command`, like orders; each is answered
once, with its `ref`. People who only watch have no talk: they are refused, and get no frames. A game master is
refused, too, and gets all that is said.

    {"type": "read", "text": "mun s par-bur?", "to": ["GER"], "ref": 1}
        While typing. Changes nothing. -> {"type": "reading", "ref": 1, "reading": Reading}
    {"type": "complete", "text": "will you sup", "to": ["GER"], "ref": 6}
        At every key. Changes nothing. -> {"type": "completions", "ref": 6, "question": "", "completions": [...]}
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
        To counter, put `card.edit` into the input and say it with "instead": 41: what it proposes takes the place of
        the proposal in that message, which is answered by that, without a word.
    {"type": "seen", "with": ["ENG", "FRA"], "upto": 41, "ref": 5}
        Everything up to this message has been read in this conversation (all its powers, oneself included).
        -> {"type": "press", "ref": 5, "press": Press}

Refusals are {"type": "refused", "ref", "code", "message", "allowed"?, "reading"?}. Codes besides the usual:
"no_press", "level", "protocol" (with `allowed`, the acts possible now), "choose", "unclear", "too_fast",
"too_long", "gone" (the proposal is not open any more). What was typed stays in the page's hands.

What somebody says and nothing else changes by comes as {"type": "heard", "message": Message, "news": ...}.

The server sends {"type": "press", "press": Press} when the line opens and whenever this seat's talk
changes by more: the first holds the newest messages of every conversation, later ones those that are new or
changed. A line opened with `?talk=<upto>&as=FRA`, `upto` of the newest Press its page was shown, gets just what is
new or changed since. Merge `messages` by id; everything else in a Press is whole each time.
`GET /games/<slug>/press` gives a whole one without a socket; `?before=<id>` the messages before that one, with
`&with=ENG-FRA` those of that conversation alone. Press is null for who has no talk.

The shapes are in `frontend.wire.talk`. To draw a card on the map, `card.orders` are order texts with
their power; of orders with `choice` any one would do. `agreed` lists the orders I have promised for the phase now
played, those of one `promise` being a choice as well: one click sends
{"type": "order", "text": ...}.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from adjudication.legality import refusal
from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from adjudication.sentences import order_sentence
from dipgame.games import convert, queries, talk
from dipgame.games.events import Spoken
from dipgame.games.models import Game, GamePhase, Message, Promise, Proposal, Seat
from dipgame.games.players import hides_bots
from frontend.access import Access
from frontend.rows import row_words
from frontend.talk.cards import card_of, promise_of
from frontend.talk.readings import MOST_WAYS, readback
from frontend.talk.restating import adds
from frontend.wire import talk as wire
from frontend.words import listed
from negotiation.diplomacy import Ent, Hlp, Unnamed, order_of, turn_of
from negotiation.floor import Floor
from negotiation.protocols import act_of
from negotiation.terms import Courtesy, Do
from negotiation.unnamed import keeping_actions

__all__ = ["agreed_of", "ledger_of", "message_heard", "message_json", "partners_of", "press_of"]


def press_of(
    access: Access,
    since: int | None = None,
    before: int | None = None,
    key: str = "",
    *,
    sight: queries.Sight | None = None,
) -> wire.Press | None:
    """The talk as this viewer may know it; None for who may know nothing of it.

    since: only messages that are new or changed after this number; all talk where those are very many. before: those
    just before that message, of the conversation with this key or, without one, of all.
    """
    game, seat = access.game, access.seat
    if (seat is None and not (access.sees_all or talk.is_open(game, seat))) or game.press_level == 0:
        return None
    sight = sight or access.look()
    phase = sight.live
    missed = None if since is None else queries.messages_since(game, seat, since, sees_all=access.sees_all)
    whole = missed is None and before is None
    rows = _rows(access, sight, missed, before, key)
    floor = None if phase is None else _floor(game, phase, rows) if whole else talk.floor_in(game, phase, seat)
    ends = queries.conversations(game, seat, sees_all=access.sees_all)
    ledger = ledger_of(access, sight)
    return {
        "level": game.press_level,
        "protocol": game.press_protocol,
        "plain": game.press_plain,
        "can_talk": seat is not None and phase is not None,
        "conversations": _conversations(access, floor, ends),
        "messages": sorted((message_json(row, access) for row in rows), key=lambda message: message["id"]),
        "promises": ledger,
        "partners": partners_of(ledger, access.power),
        "agreed": agreed_of(access, sight),
        "unread": sum(each.unread for each in ends.values()),
        "whole": whole,
        "upto": max(queries.number_after(rows), since or 0),
    }


def ledger_of(access: Access, sight: queries.Sight) -> list[wire.PromiseRow]:
    """The promises this viewer may know, oldest first."""
    broken = {(row.agreement_id, row.content) for row in sight.ledger if row.state == Promise.State.BROKEN}
    is_over = access.game.status not in (Game.Status.OPEN, Game.Status.RUNNING)

    def told(row: Promise) -> wire.PromiseRow | None:
        if talk.is_own_gain(row):
            return None
        return promise_of(row, access.power, is_left_alone=_is_left_alone(row, broken), is_game_over=is_over)

    shown = [convert.readable(row, lambda row=row: told(row), None) for row in sight.ledger]  # type: ignore[misc]
    return [each for each in shown if each is not None]


def message_json(message: Message, access: Access, *, proposals: Iterable[Proposal] | None = None) -> wire.Message:
    """One message as this viewer reads it. proposals: what it put on the table, where that is known."""
    viewer = access.power
    is_bots = bool(message.speaker.bot) and (access.sees_all or not hides_bots(access.game))
    said = talk.utterances_of(message)
    speaker = message.speaker.power
    shown: wire.Message = {
        "id": message.pk,
        "conversation": _key(message.between),
        "speaker": speaker,
        "hearers": [power for power in message.powers if power != speaker],
        "mine": speaker == viewer,
        "text": message.text,
        # What a bot said beside deals, advice or a greeting, reads best in its own words.
        "readback": "" if is_bots and all(isinstance(each, Courtesy) for each in said) else readback(said, viewer),
        "adds": adds(message.text, said, written=is_bots),
        "act": act_of(said[-1]) if said else "",
        "understood": bool(said),
        "level": message.level,
        "phase": message.phase.name,
        "at": message.at.isoformat(),
        "reply_to": message.reply_to_id,
    }
    tables = list(message.proposals.all() if proposals is None else proposals) if said else []
    card = convert.readable(message, lambda: card_of(tables[-1], message, viewer), None) if tables else None
    if card is not None:
        shown["card"] = card
    return shown


def message_heard(spoken: Spoken, access: Access) -> wire.Message:
    """A message that changed nothing else, as it was sent to the seats that hear it: nothing is read for it."""
    row = Message(
        id=spoken["id"],
        between=spoken["between"],
        text=spoken["text"],
        term=spoken["term"],
        level=spoken["level"],
        at=datetime.fromisoformat(spoken["at"]),
        reply_to_id=spoken["reply_to"],
        phase=GamePhase(name=spoken["phase"]),
        speaker=Seat(power=spoken["speaker"], bot=spoken["bot"]),
    )
    return message_json(row, access, proposals=())


def _rows(
    access: Access, sight: queries.Sight, missed: list[Message] | None, before: int | None, key: str
) -> list[Message]:
    """Missed messages; or those before `before`; or every conversation's end.

    The ends reach back to the open proposals.
    """
    game, seat, sees_all = access.game, access.seat, access.sees_all
    if missed is not None:
        found = missed
    elif before is not None:
        found = queries.messages_before(game, seat, before, _between(key), sees_all=sees_all)
    else:
        found = queries.newest_messages(game, seat, sees_all=sees_all)
    for row in found:
        if sight.latest is not None and row.phase_id == sight.latest.pk:
            row.phase = sight.latest  # whose board is read already
    return found


def _floor(game: Game, phase: GamePhase, rows: Iterable[Message]) -> Floor:
    """Collect open proposals from already loaded messages (no query)."""
    open_now = [
        each
        for row in rows
        for each in row.proposals.all()
        if each.state == Proposal.State.OPEN and each.phase_id == phase.pk
    ]
    return talk.floor_with(game, sorted(open_now, key=lambda each: each.pk))


# --- Conversations ----------------------------------------------------------------------------------


def _key(between: str) -> str:
    return between.replace(" ", "-")


def _between(key: str) -> str:
    return key.replace("-", " ")


def _conversations(
    access: Access, floor: Floor | None, ends: Mapping[str, queries.Conversation]
) -> list[wire.Conversation]:
    """One with each other power, one with everybody, and every group in which something was said.

    Those who only look (a game that is over) get the conversations there were.
    """
    keys = dict.fromkeys(key for key in sorted(ends) if set(key.split()) <= set(POWERS))
    me = access.power
    if me is not None:
        usual = [talk.between((me, other)) for other in POWERS if other != me]
        keys = dict.fromkeys([*usual, talk.between(POWERS), *keys])
    return [_conversation(key, me, floor, ends.get(key)) for key in keys]


def _conversation(
    key: str, me: Power | None, floor: Floor | None, said: queries.Conversation | None
) -> wire.Conversation:
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
        "unread": 0 if said is None else said.unread,
        "first": None if said is None else said.first,
        "last": None if said is None else said.last,
        "open": _awaiting(floor, me, powers) if floor is not None else 0,
        "allowed": list(floor.allowed(str(me), to)) if floor is not None and mine else [],
        "phases": [] if said is None else list(said.phases),
    }


def _awaiting(floor: Floor, me: Power | None, powers: Iterable[str]) -> int:
    there = set(powers)
    return sum(
        me in table.waiting and {table.proposal.speaker, *table.proposal.hearers} == there for table in floor.tables
    )


# --- What was promised --------------------------------------------------------------------------------


def partners_of(ledger: Iterable[wire.PromiseRow], viewer: Power | None) -> list[wire.Partner]:
    """Promises of each other power to the viewer, counted by their fate."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in ledger:
        if row["by"] != viewer and (viewer is None or viewer in row["between"]):
            waits = row["state"] == "void" and row["lasting"]  # a unit that has to leave yet
            counts[row["by"]]["open" if waits else row["state"]] += 1
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


def _is_left_alone(row: Promise, broken: Collection[tuple[int, str]]) -> bool:
    """True if it ended because everybody else who promised the same broke it (`negotiation.ledger`)."""
    ended = row.lasting and row.done and row.state != Promise.State.BROKEN
    return ended and (row.agreement_id, row.content) in broken


def agreed_of(access: Access, sight: queries.Sight) -> list[wire.AgreedOrder]:
    """The viewer's promised orders of the phase now played."""
    seat, phase = access.seat, sight.live
    found: list[wire.AgreedOrder] = []
    if seat is None or phase is None or not sight.due:
        return found
    position = convert.position_of(phase)
    sheet = sight.sheet
    written = frozenset() if sheet is None else frozenset(each.text for each in sheet.orders)
    for row in sight.due:
        found += convert.readable(row, lambda row=row: _ways_to_keep(row, seat, phase, position, written), [])  # type: ignore[misc]
    return found


def _ways_to_keep(
    row: Promise, seat: Seat, phase: GamePhase, position: Position, written: frozenset[str]
) -> list[wire.AgreedOrder]:
    """The orders that keep this promise in the phase now played; one that is written already is shown in any case."""
    content = talk.formula_of(row.content)
    if not isinstance(content, Do | Hlp | Ent):
        return []
    time = getattr(content, "time", None) or talk.time_of(talk.deal_of(row.agreement), content)
    if time is not None and not _is_now(time, phase):
        return []
    texts = {format_order(order): order for order in _doing(content, seat, position)}
    found: list[wire.AgreedOrder] = []
    for text in sorted(texts, key=lambda text: text not in written)[:MOST_WAYS]:
        order = texts[text]
        place, words = row_words(order)
        found.append(
            {
                "text": text,
                "place": place,
                "words": words,
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
        actions = keeping_actions(content, position, rulebook) if content.power == seat.power else ()
    else:
        actions = (content.action,)
    orders = [order_of(action) for action in actions]
    return [
        order for power, order in orders if power == seat.power and refusal(position, power, order, rulebook) is None
    ]


def _is_now(time: object, phase: GamePhase) -> bool:
    return time == turn_of(convert.phase_of(phase))
