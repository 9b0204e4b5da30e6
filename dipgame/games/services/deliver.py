"""A message is delivered: what it puts on the table, answers or settles, and who is told. The one way in."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from adjudication.powers import Power
from bots.registry import BOTS
from dipgame.games import clock, convert, events, press
from dipgame.games.errors import Late, NotRunning, OutOfTurn
from dipgame.games.models import (
    Agreement,
    BotState,
    GamePhase,
    Hearing,
    Message,
    Promise,
    Proposal,
    Seat,
    SeatPhase,
    SeenMark,
)
from dipgame.games.queue import HEAR, PLAY_BOT, enqueue
from dipgame.games.services.sheets import lock_live_phase
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import ProtocolRefusedError
from negotiation.floor import Floor, Settled, given_promise
from negotiation.ledger import promises_of
from negotiation.levels import level
from negotiation.printer import format_formula, format_term
from negotiation.terms import Deal, Propose, Utterance

__all__ = ["ask_for_talk", "ask_orders_again", "deliver", "lock_talk", "mark_seen", "talks"]

_FLOOD = 6
"""A bot that was told so much by one power in the last minute listens to no more of it for now."""


def lock_talk(game_id: int) -> GamePhase:
    """The phase now played, locked: talk is written one message after the other. Raises NotRunning or Late."""
    phase = lock_live_phase(game_id)
    if phase is None:
        raise NotRunning("One talks while a game is played; it has not begun, or is over.")
    if phase.status != GamePhase.Status.OPEN:
        raise Late("The phase is just being resolved; say it again in a moment.")
    return phase


def deliver(
    seat: Seat,
    phase: GamePhase,
    to: Sequence[Power],
    text: str,
    said: Sequence[Utterance],
    *,
    reply_to: Message | None = None,
    floor: Floor | None = None,
) -> Message:
    """Write the message, inside the caller's transaction, which holds the lock of `lock_talk`.

    floor: what is on the table, where not everything is meant. Raises OutOfTurn; then nothing is written.
    """
    floor = floor or press.floor_in(phase.game, phase)
    settled: list[Settled] = []
    for utterance in said:
        try:
            floor, now_settled = floor.said(utterance)
        except ProtocolRefusedError as error:
            raise OutOfTurn(str(error), error.allowed) from None
        settled += now_settled
    at = clock.now()
    message = Message.objects.create(
        game_id=phase.game_id,
        phase=phase,
        speaker=seat,
        between=press.between((seat.power, *to)),
        text=text,
        term="\n".join(format_term(utterance, DIPLOMACY) for utterance in said),
        level=max(map(level, said), default=None),
        reply_to=reply_to,
        at=at,
        changed_at=at,
    )
    _settle(message, floor, settled, said)
    seats = list(Seat.objects.filter(game_id=phase.game_id, power__in=message.powers))
    mark_seen(seat, message.between, message.pk)
    events.press_changed(each.pk for each in seats)
    if said:
        ask_for_talk(phase, (each for each in seats if each.pk != seat.pk), message)
    return message


def talks(seat: Seat) -> bool:
    """Whether a bot that talks sits here."""
    bot = BOTS.get(seat.bot)
    return bot is not None and bot.talks


def ask_for_talk(phase: GamePhase, seats: Iterable[Seat], message: Message | None = None) -> set[int]:
    """Have the bots among these seats hear the message or, without one, open their talk of the phase; returns which."""
    asked: set[int] = set()
    if phase.game.press_level == 0:
        return asked
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


def _settle(message: Message, floor: Floor, settled: Sequence[Settled], said: Sequence[Utterance]) -> None:
    """Write what the utterances did to what is on the table, and the deals they made."""
    fates = {each.table.key: each for each in settled}
    accepted = {table.key: list(table.accepted) for table in floor.tables}
    for row in Proposal.objects.filter(phase=message.phase, state=Proposal.State.OPEN):
        fate = fates.get(row.pk)
        if fate is not None:
            row.state, row.accepted, row.settled_at = fate.fate, list(fate.table.accepted), message.at
        elif accepted.get(row.pk, row.accepted) != row.accepted:
            row.accepted = accepted[row.pk]
        else:
            continue
        row.save(update_fields=["state", "accepted", "settled_at"])
        Message.objects.filter(pk=row.message_id).update(changed_at=message.at)
        if fate is not None and fate.fate == "accepted":
            _agree(message, fate.table.proposal.deal, row)
    for utterance in said:
        if isinstance(utterance, Propose):
            term = format_term(utterance, DIPLOMACY)
            Proposal.objects.create(message=message, phase=message.phase, term=term)
        promise = given_promise(utterance)
        if promise is not None:
            _agree(message, promise, None)


def _agree(message: Message, deal: Deal, proposal: Proposal | None) -> None:
    """Write a deal into the ledger, and have the bots it concerns think again."""
    phase = message.phase
    # A proposal to several may have been accepted in talk between fewer; the deal is between all it was made to.
    between = proposal.message.between if proposal is not None else message.between
    agreement = Agreement.objects.create(
        game_id=message.game_id,
        message=message,
        proposal=proposal,
        phase=phase,
        between=between,
        deal=format_formula(deal, DIPLOMACY),
    )
    made = promises_of(deal, convert.position_of(phase), convert.rulebook_of(phase.game))
    Promise.objects.bulk_create(
        Promise(
            agreement=agreement,
            index=index,
            power=promise.agent,
            content=format_formula(promise.content, DIPLOMACY),
            lasting=promise.lasting,
        )
        for index, promise in enumerate(made)
    )
    ask_orders_again(phase, Seat.objects.filter(game_id=message.game_id, power__in=between.split()))


def _is_flooded(seat: Seat, message: Message, at: datetime) -> bool:
    recent = Hearing.objects.filter(seat=seat, message__speaker=message.speaker_id, since__gte=at - clock.A_MINUTE)
    return recent.count() >= _FLOOD
