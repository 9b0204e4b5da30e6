"""A bot hears something, or opens its talk of a phase, and decides what to say. Nothing it does can harm the game."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.db.models import QuerySet

from bots.asking import Fault
from bots.chance import stream
from bots.registry import BOTS, bot_named
from bots.talker import is_talker
from bots.talking import Words, hear_in_time, open_talk_in_time
from bots.view import Said, SeatView
from dipgame.games import clock, convert, events, queries, talk
from dipgame.games.errors import Late, NotRunning
from dipgame.games.lease import at_work
from dipgame.games.locks import lock_seat
from dipgame.games.models import BotSpeech, GamePhase, Hearing, Seat, SeatPhase
from dipgame.games.queue import HEAR, PLAY_BOT, enqueue
from dipgame.games.services.deliver import ask_orders_again, lock_talk
from dipgame.logs import about
from dipgame.metrics import deciding
from dipgame.transactions import atomic
from negotiation.diplomacy import DIPLOMACY
from negotiation.printer import format_term

__all__ = ["hear_claimed", "take_hearing"]

_MOST_IN_A_PHASE = 60
"""Most utterances of a bot in one phase; it stops two bots that never tire of each other."""

_log = logging.getLogger(__name__)


def take_hearing(seat_id: int) -> Hearing | None:
    """Claim the oldest waiting message of this seat; None if its bot is hearing another.

    One at a time for each bot: its memory of one is there when it hears the next.
    """
    with atomic():
        seat = lock_seat(seat_id)
        if seat is None or Hearing.objects.filter(seat=seat, state=Hearing.State.THINKING).exists():
            return None
        # A message is heard in the phase it was sent in, or not at all.
        waiting = Hearing.objects.filter(seat=seat, state=Hearing.State.WAITING)
        waiting.exclude(phase__status=GamePhase.Status.OPEN).update(state=Hearing.State.DONE, since=clock.now())
        hearing = waiting.select_related("message").order_by("id").first()
        if hearing is not None:
            hearing.state, hearing.since = Hearing.State.THINKING, clock.now()
            hearing.save(update_fields=["state", "since"])
    return hearing


def hear_claimed(hearing: Hearing) -> None:
    """Have the bot hear what is ours. What fails and is not the bot's own doing is raised: it hears it again."""
    try:
        with at_work(lambda at: _renew(hearing, at), clock.thinking_limit()):
            sheet = SeatPhase.objects.select_related("seat__game", "phase__game").get(
                seat_id=hearing.seat_id, phase_id=hearing.phase_id
            )
            memory, view = queries.memory_of(sheet), queries.seat_view(sheet.seat, sheet.phase)
            with (
                about(game=sheet.phase.game.slug, phase=sheet.phase.name, seat=sheet.seat.power),
                deciding(sheet.seat.bot, "talk"),
            ):
                words = _words(hearing, sheet, view, memory)
        _keep(hearing, sheet, memory, words)
    except Exception:
        with suppress(Exception):
            _mine(hearing).update(state=Hearing.State.WAITING, since=clock.now())
        raise


def _mine(hearing: Hearing) -> QuerySet[Hearing]:
    return Hearing.objects.filter(pk=hearing.pk, state=Hearing.State.THINKING, since=hearing.since)


def _renew(hearing: Hearing, at: datetime) -> bool:
    if not _mine(hearing).update(since=at):
        return False
    hearing.since = at
    return True


def _turn(hearing: Hearing) -> int:
    """Number of messages the bot heard before in this phase.

    It seeds the bot's chance, so that equal talk gets equal answers whatever the row numbers.
    """
    return Hearing.objects.filter(seat=hearing.seat_id, phase=hearing.phase_id, pk__lt=hearing.pk).count()


def _words(hearing: Hearing, sheet: SeatPhase, view: SeatView, memory: Mapping[str, Any]) -> Words:
    seat, game, seconds = sheet.seat, sheet.phase.game, clock.bot_seconds()
    said: Words = Words((), memory)
    try:
        bot = bot_named(seat.bot).make()
        if not is_talker(bot):
            return said
        rng = stream(game.seed, seat.power, sheet.phase.name, "talk", _turn(hearing))
        if hearing.message is None:
            return open_talk_in_time(bot, view, memory, rng, seconds)
        phase = convert.phase_of(sheet.phase)
        for utterance, sure in talk.heard_of(hearing.message).told_to_bots:
            words = hear_in_time(bot, view, said.memory, Said(phase, utterance, sure), rng=rng, seconds=seconds)
            said = Words(said.utterances + words.utterances, words.memory, said.faults + words.faults)
        return said
    except (Exception, SystemExit) as problem:  # one that cannot be asked must not stop the game either
        _log.exception("bot %s in %s could not be asked to talk", seat.bot, game.slug)
        return Words((), memory, (Fault("crash", f"It could not be asked, {type(problem).__name__}: {problem}"),))


def _keep(hearing: Hearing, sheet: SeatPhase, before: Mapping[str, Any], words: Words) -> None:
    seat = sheet.seat
    if words.faults:
        faults = "\n".join(f"{fault.kind}: {fault.text}" for fault in words.faults)
        _log.warning("talk of bot %s in %s: %s", seat.bot, sheet.phase.game.slug, faults)
        Hearing.objects.filter(pk=hearing.pk).update(error=faults)
    with atomic():
        try:
            phase = lock_talk(seat.game_id)
        except (Late, NotRunning):
            phase = None
        if not _mine(hearing).update(state=Hearing.State.DONE, since=clock.now()):
            return
        if phase is not None and phase.pk == sheet.phase_id:
            _plan_speeches(hearing, sheet, phase, words)
            if dict(words.memory) != dict(before):
                SeatPhase.objects.filter(pk=sheet.pk).update(talk_memory=dict(words.memory))
                ask_orders_again(phase, [seat])
            if hearing.message_id is None:
                enqueue(PLAY_BOT, sheet.pk)
            events.bots_busy(phase.game.seats.exclude(user=None).values_list("pk", flat=True))
        if Hearing.objects.filter(seat=seat, state=Hearing.State.WAITING).exists():
            enqueue(HEAR, seat.pk)


def _plan_speeches(hearing: Hearing, sheet: SeatPhase, phase: GamePhase, words: Words) -> None:
    """Schedule the bot's messages, spaced as if typed; those to people first.

    Time counts from the message heard, or from the phase's start, so that thinking is part of it.
    """
    seat, game = sheet.seat, phase.game
    spoken = seat.messages.filter(phase=phase).count() + BotSpeech.objects.filter(seat=seat, phase=phase).count()
    people = set(game.seats.exclude(user=None).values_list("power", flat=True))
    said = sorted(
        words.utterances[: max(_MOST_IN_A_PHASE - spoken, 0)], key=lambda each: people.isdisjoint(each.hearers)
    )
    if not said:
        return
    for utterance, due_at in zip(said, _due_times(hearing, seat, phase, len(people)), strict=False):
        BotSpeech.objects.create(
            seat=seat,
            phase=phase,
            reply_to=hearing.message,
            term=format_term(utterance, DIPLOMACY),
            due_at=due_at,
        )


def _due_times(hearing: Hearing, seat: Seat, phase: GamePhase, people: int) -> Iterator[datetime]:
    """Due times of successive messages; overdue ones go out at once."""
    game, heard, begun = phase.game, _turn(hearing), clock.now()
    pace = BOTS[seat.bot].pace if seat.bot in BOTS else 1.0
    place = 0.0 if hearing.message is not None else _place_among_bots(seat, phase)
    for number in count():
        rng = stream(game.seed, seat.power, phase.name, "pace", heard, number)
        if hearing.message is not None:
            due = hearing.message.at + clock.bot_pause(game, people, rng, number, pace)
        else:
            due = phase.opened_at + clock.letter_pause(game, people, rng, place, number)
        yield max(due, begun + timedelta(seconds=number))


def _place_among_bots(seat: Seat, phase: GamePhase) -> float:
    """Rank of the bot among those writing first: 0 to 1."""
    bots = sorted(phase.game.seats.exclude(bot="").values_list("power", flat=True))
    stream(phase.game.seed, phase.name, "letters").shuffle(bots)
    return bots.index(seat.power) / max(len(bots) - 1, 1) if seat.power in bots else 0.0
