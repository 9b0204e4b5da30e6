"""A message is delivered: what it puts on the table, answers or settles, and who is told. The one way in."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from adjudication.powers import Power, as_power
from bots.registry import GUIDE
from dipgame.games import clock, events, queries, talk
from dipgame.games.errors import Late, NotRunning, OutOfTurn
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import (
    BotState,
    GamePhase,
    Hearing,
    Message,
    Seat,
    SeatPhase,
    SeenMark,
)
from dipgame.games.numbers import new_number
from dipgame.games.players import talks
from dipgame.games.queue import HEAR, PLAY_BOT, enqueue
from dipgame.games.services.store_talk import store_talk
from dipgame.games.services.vote_by_talk import vote_by_talk
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import ProtocolRefusedError
from negotiation.heard import Heard
from negotiation.levels import level
from negotiation.parley import Event, Parley, Promised
from negotiation.printer import format_term
from negotiation.terms import Utterance

__all__ = ["ask_for_talk", "ask_orders_again", "deliver", "lock_talk", "mark_seen"]

_FLOOD = 6
"""A bot that was told so much by one power in the last minute listens to no more of it for now."""


def lock_talk(game_id: int) -> GamePhase:
    """The phase now played, locked with its game: talk is written one message after the other, and may end the game.
    Raises NotRunning or Late."""
    game = lock_game(game_id)
    phase = lock_live_phase(game_id)
    if phase is None:
        raise NotRunning("You can write messages only while the game is played; it has not begun, or is over.")
    if phase.status != GamePhase.Status.OPEN:
        raise Late("The phase is just being resolved; say it again in a moment.")
    phase.game = game
    return phase


def deliver(
    seat: Seat,
    phase: GamePhase,
    to: Sequence[Power],
    text: str,
    said: Sequence[Utterance],
    *,
    heard: Heard | None = None,
    reply_to: Message | None = None,
    parley: Parley | None = None,
    happened: Sequence[Event] = (),
    seats: Sequence[Seat] | None = None,
) -> Message:
    """Write the message, inside the caller's transaction, which holds the lock of `lock_talk`.

    heard: what the text was understood as, where it was read. parley: the talk in which it is said, where not
    everything is meant. happened: what befell before it is said.
    seats: the game's, of `queries.seats_for` the speaker, where they were read under the lock and nothing was written
    since.
    Raises OutOfTurn; then nothing is written.
    """
    now = list(happened)
    if said:
        parley = parley or talk.parley_in(phase)
    for utterance in said:
        if parley is None:
            raise AssertionError("what is said has a talk it is said in")
        try:
            parley, more = parley.said(utterance)
        except ProtocolRefusedError as error:
            raise OutOfTurn(str(error), error.allowed) from None
        now += more
    at = clock.now()
    table = queries.seats_for(seat, at) if seats is None else seats
    message = Message.objects.create(
        id=new_number(after=table[0].newest),  # type: ignore[attr-defined]
        game_id=phase.game_id,
        phase=phase,
        speaker=seat,
        between=talk.between((seat.power, *to)),
        text=text,
        term="\n".join(format_term(utterance, DIPLOMACY) for utterance in said),
        heard=None if heard is None else heard.as_dict(),
        level=max(map(level, said), default=None),
        reply_to=reply_to,
        at=at,
    )
    store_talk(phase, now, at, message.pk, message)
    for event in now:
        if isinstance(event, Promised):
            ask_orders_again(phase, Seat.objects.filter(game_id=phase.game_id, power__in=event.entry.agreement.powers))
    present = [each for each in table if each.power in message.powers]
    SeenMark.objects.bulk_create(  # nothing newer is there to be seen: talk is written one message after the other
        [SeenMark(seat=seat, between=message.between, upto=message.pk)],
        update_conflicts=True,
        unique_fields=["seat", "between"],
        update_fields=["upto"],
    )
    if now:
        events.press_changed((each.pk for each in present), word=any(isinstance(event, Promised) for event in now))
    else:
        _tell(message, seat, phase, present)
    if now and vote_by_talk(phase.game, phase, as_power(seat.power), now):
        return message
    # Text nobody could read is delivered to a bot only if the bot is the single hearer.
    if said or len(to) == 1:
        asked = ask_for_talk(phase, (each for each in present if each.pk != seat.pk), message)
        if asked:
            events.bots_busy(each.pk for each in present if each.user_id is not None)
    return message


def _tell(message: Message, speaker: Seat, phase: GamePhase, seats: Sequence[Seat]) -> None:
    """Send the message itself to those who hear it."""
    events.message_said(
        {
            "id": message.pk,
            "between": message.between,
            "speaker": speaker.power,
            "bot": speaker.bot,
            "text": message.text,
            "term": message.term,
            "level": message.level,
            "phase": phase.name,
            "at": message.at.isoformat(),
            "reply_to": message.reply_to_id,
        },
        {each.pk: each.user_id for each in seats},
        unheard=[each.pk for each in seats if each.is_deaf],  # type: ignore[attr-defined]
    )


def ask_for_talk(phase: GamePhase, seats: Iterable[Seat], message: Message | None = None) -> set[int]:
    """Have the bots among these seats hear the message or, without one, open their talk of the phase; returns which.

    Talk is opened before a movement: while units retreat and are built, players wait for orders only. Guides open it
    before builds, too.
    """
    asked: set[int] = set()
    if phase.game.press_level == 0:
        return asked
    if message is None and not phase.name.endswith("M"):
        seats = [seat for seat in seats if seat.bot == GUIDE and phase.name.endswith("A")]
    at = clock.now()
    for seat in seats:
        if talks(seat) and not (message and _is_flooded(seat, message, at)):
            _, is_new = Hearing.objects.get_or_create(seat=seat, phase=phase, message=message, defaults={"since": at})
            if is_new:
                enqueue(HEAR, seat.pk)
                asked.add(seat.pk)
    return asked


def ask_orders_again(phase: GamePhase, seats: Iterable[Seat]) -> None:
    """Have bots that gave, or are thinking about, orders give them anew: they know something they did not know then.

    With the phase locked. A bot that failed or is late stays so.
    """
    answered = [BotState.OK, BotState.THINKING]
    bots = [seat.pk for seat in seats if seat.bot]
    for sheet in SeatPhase.objects.filter(phase=phase, seat__in=bots, must_decide=True, bot_state__in=answered):
        again = SeatPhase.objects.filter(pk=sheet.pk, bot_state=sheet.bot_state)
        if again.update(bot_state=BotState.WAITING, bot_since=clock.now(), ready=False, bot_error=""):
            enqueue(PLAY_BOT, sheet.pk)
            events.game_changed(phase.game, "bots")


def mark_seen(seat: Seat, between: str, upto: int) -> bool:
    """The seat has read this conversation so far; says whether that is further than before."""
    mark, _ = SeenMark.objects.get_or_create(seat=seat, between=between)
    return bool(SeenMark.objects.filter(pk=mark.pk, upto__lt=upto).update(upto=upto))


def _is_flooded(seat: Seat, message: Message, at: datetime) -> bool:
    recent = Hearing.objects.filter(seat=seat, message__speaker=message.speaker_id, since__gte=at - clock.A_MINUTE)
    return recent.count() >= _FLOOD
