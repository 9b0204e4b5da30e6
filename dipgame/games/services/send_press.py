"""Somebody says something."""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Final

from adjudication.phase import parse_phase
from adjudication.powers import POWERS, Power, as_power
from dipgame import limits
from dipgame.games import clock, queries, talk
from dipgame.games.conduct import check_may_write
from dipgame.games.errors import AboveLevel, Late, Malformed, NoPress, TooFast, TooLong, Unclear
from dipgame.games.legible import legible
from dipgame.games.models import Game, GamePhase, Message, Proposal, Seat
from dipgame.games.services.deliver import deliver, lock_talk
from dipgame.transactions import atomic
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.writer import write
from negotiation.errors import LevelTooHighError, MalformedTermError
from negotiation.floor import Floor, OpenProposal
from negotiation.heard import Heard
from negotiation.levels import check_level
from negotiation.parley import Event
from negotiation.parser import parse
from negotiation.terms import Propose, Reject, Utterance, Withdraw, group
from negotiation.understanding import understand

__all__ = ["MAX_MESSAGE", "check_sayable", "checked_hearers", "send_press"]

MAX_MESSAGE: Final = 1000
"""Letters of the longest message."""

_MAX_TERM: Final = 4000
_AT_MOST: Final = 15
_WITHIN: Final = timedelta(seconds=30)
_TOO_FAST: Final = "You are writing faster than anybody can read; wait half a minute."
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def send_press(
    seat: Seat,
    hearers: Iterable[str],
    text: str,
    term: str = "",
    *,
    plain: bool = False,
    reply_to: int | None = None,
    phase_name: str = "",
    instead: int | None = None,
) -> Message:
    """Say something to these powers: `term` in L (one utterance a line) with `text` as its English, or `text` alone.

    Text alone is understood: a clear reading is stored in L, small talk as text alone. plain: send it as it stands,
    whatever it may say. With a term and no text, it is said in plain English of its own. phase_name: the phase it was
    meant for; in another one it is not said. instead: the message whose open proposal this one takes the
    place of (a counter-offer), without a word about it; without effect where nothing is proposed.

    Raises Malformed, Late, NotRunning or a kind of CannotSay; then nothing was said.
    """
    to = checked_hearers(seat, hearers)
    text = _checked_text(text)
    game = seat.game
    if game.press_level == 0:
        raise NoPress("This game has no messages.")
    if not limits.MESSAGES.allows(seat.user_id):  # before anything is read, however unclear it is
        raise TooFast(_TOO_FAST)
    said: Sequence[Utterance] = ()
    heard: Heard | None = None
    if term:
        said = _checked_term(seat, to, term)
        text = text or " ".join(write(utterance) for utterance in said)
    elif not text:
        raise Malformed("Write something first.")
    elif plain and not game.press_plain:
        raise NoPress("Only messages that bots understand may be sent in this game.")
    else:
        heard = _understood(seat, to, text, plain=plain)
        said = heard.said if heard is not None else ()
    for utterance in said:
        check_sayable(game, utterance)
    with atomic():
        phase = lock_talk(seat.game_id)
        if phase_name and phase.name != phase_name:
            raise Late(f"{parse_phase(phase_name).title} is over, and this was meant for it.")
        seats = queries.seats_for(seat, clock.now() - _WITHIN)
        _check_pace(seat, seats[0])
        reply = _replied(seat, phase.game, reply_to if instead is None else instead)
        if not said:
            return deliver(seat, phase, to, text, (), heard=heard, reply_to=reply, seats=seats)
        parley, happened = talk.parley_in(phase), tuple[Event, ...]()
        floor = parley.floor
        said = tuple(floor.meant(utterance) for utterance in said)
        heard = None if heard is None else heard.saying(said)
        table = _replaced(seat, floor, reply) if instead and any(isinstance(each, Propose) for each in said) else None
        if table is not None and floor.protocol.apart:
            parley, happened = parley.countered({table.key})
        elif table is not None:
            said = [_clearing(seat, table), *said]
        return deliver(
            seat, phase, to, text, said, heard=heard, reply_to=reply, parley=parley, happened=happened, seats=seats
        )


def checked_hearers(seat: Seat, hearers: Iterable[str]) -> tuple[Power, ...]:
    """The powers spoken to, each once, in order. Raises Malformed for none, oneself, or powers there are not."""
    wanted = set(hearers)
    if not wanted or not wanted <= set(POWERS) or seat.power in wanted:
        raise Malformed("Choose one or more powers to write to.")
    return tuple(as_power(power) for power in sorted(wanted))


def check_sayable(game: Game, utterance: Utterance) -> None:
    """Raises AboveLevel when the game's language does not go so far. A word for time is no reason."""
    try:
        check_level(utterance, game.press_level, timed=False)
    except LevelTooHighError as error:
        hint = " It can be sent as plain text." if game.press_plain else ""
        raise AboveLevel(f"{error}{hint}") from None


def _checked_text(text: str) -> str:
    text = text.strip()
    if len(text) > MAX_MESSAGE:
        raise TooLong(f"A message has at most {MAX_MESSAGE} characters; this one has {len(text)}.")
    if _CONTROL.search(text):
        raise Malformed("The message has unprintable characters.")
    return text


def _checked_term(seat: Seat, to: tuple[Power, ...], term: str) -> list[Utterance]:
    if len(term) > _MAX_TERM:
        raise TooLong("This message says too much at once; split it.")
    try:
        said = [parse(line, DIPLOMACY) for line in term.splitlines() if line.strip()]
    except MalformedTermError as error:
        raise Malformed(f"This is not a term of the language. {error}") from None
    if not said:
        raise Malformed("This is not a term of the language.")
    for utterance in said:
        if utterance.speaker != seat.power or utterance.hearers != group(to):
            raise Malformed("A message is said by you, to those it is sent to.")
        try:
            write(utterance)
        except ValueError:
            raise Malformed("This cannot be said in English.") from None
    return said


def _understood(seat: Seat, to: tuple[Power, ...], text: str, *, plain: bool) -> Heard | None:
    """Understand the text, or keep its act alone if it is plain; nothing before the first phase."""
    phase = GamePhase.objects.filter(game_id=seat.game_id).order_by("-index").first()
    if phase is None:
        return None
    phase.game = seat.game
    heard = understand(legible(text), talk.context_for(seat, phase, to))
    if plain:
        return heard.as_talk()
    if heard.said or (heard.verdict == "talk" and seat.game.press_plain):
        return heard
    if heard.readings:
        raise Unclear("This can be read in more than one way; choose what you mean.", heard)
    raise Unclear("This was not understood; say it differently.", heard)


def _check_pace(seat: Seat, found: Any) -> None:
    """Refuse who is muted or writes too fast.

    found: what the database told of the writer along with the seats.
    """
    if found.is_muted:
        check_may_write(seat.user)
    if found.lately >= _AT_MOST:
        raise TooFast(_TOO_FAST)


def _replied(seat: Seat, game: Game, reply_to: int | None) -> Message | None:
    if reply_to is None:
        return None
    return talk.messages_for(game, seat).filter(pk=reply_to).first()


def _replaced(seat: Seat, floor: Floor, message: Message | None) -> OpenProposal | None:
    """The table that a message of mine, or one that I owe an answer to, put up."""
    rows = Proposal.objects.filter(message=message).values_list("pk", flat=True) if message is not None else ()
    mine = (table for table in floor.tables if seat.power in (table.proposal.speaker, *table.waiting))
    return next((table for table in mine if table.key in set(rows)), None)


def _clearing(seat: Seat, table: OpenProposal) -> Utterance:
    """Withdrawal or refusal that clears the open proposal.

    Some protocols require it before another proposal.
    """
    asked = table.proposal
    others = group({asked.speaker, *asked.hearers} - {seat.power})
    return Withdraw(seat.power, others) if asked.speaker == seat.power else Reject(seat.power, others, asked.deal)
