"""A bot says what it had in mind, once it is due."""

import logging
from dataclasses import replace

from adjudication.phase import FIRST_PHASE, parse_phase
from adjudication.powers import as_power
from bots.chance import stream
from bots.hana.remember.personality import NEUTRAL
from bots.registry import BOTS, GUIDE
from dipgame.games import clock, events, talk
from dipgame.games.errors import Refused
from dipgame.games.models import BotSpeech, GamePhase, Seat
from dipgame.games.players import hides_characters
from dipgame.games.services.deliver import deliver, lock_talk
from dipgame.transactions import atomic
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.writer import write
from negotiation.parser import parse
from negotiation.terms import Courtesy, Manner, Query, Utterance

__all__ = ["speak"]

_log = logging.getLogger(__name__)


def speak(speech_id: int) -> bool:
    """Say this if it is due, and if it may still be said; says whether it was. It is gone either way."""
    speech = BotSpeech.objects.select_related("seat", "reply_to").filter(pk=speech_id, due_at__lte=clock.now()).first()
    if speech is None:
        return False
    try:
        return _spoken(speech)
    finally:
        people = Seat.objects.filter(game=speech.seat.game_id).exclude(user=None)
        events.bots_busy(people.values_list("pk", flat=True))


def _spoken(speech: BotSpeech) -> bool:
    try:
        with atomic():
            phase = lock_talk(speech.seat.game_id)
            taken, _ = BotSpeech.objects.filter(pk=speech.pk).delete()
            if not taken or phase.pk != speech.phase_id or not speech.seat.bot:
                return False
            utterance = parse(speech.term, DIPLOMACY)
            to = tuple(as_power(power) for power in utterance.hearers)
            if _is_said_once(utterance) and _was_said(speech, phase):
                return False
            context = talk.context_for(speech.seat, phase, to)
            if speech.seat.bot == GUIDE and _is_advice(utterance):
                context = replace(context, position=None)  # so that units are named in full: a newcomer reads it
            rng = stream(phase.game.seed, speech.seat.power, phase.name, "words", speech.term)
            key = talk.between((speech.seat.power, *to))
            before = speech.seat.messages.filter(between=key).values_list("text", flat=True)
            try:
                text = write(utterance, rng, context, frozenset(before), _tone(speech.seat, phase))
            except ValueError:  # nobody may be kept busy by what has no words
                _log.exception("bot %s in %s has no words", speech.seat.bot, phase.game.slug)
                return False
            deliver(speech.seat, phase, to, text, [utterance], reply_to=speech.reply_to)
    except Refused:
        # The protocol has moved on (both proposed at once), or the phase is over: it is left unsaid.
        BotSpeech.objects.filter(pk=speech.pk).delete()
        return False
    return True


def _tone(seat: Seat, phase: GamePhase) -> str:
    """Find how the bot talks; of a bot that is gone nothing is known.

    Where its character is hidden, its first letters are written as any HANA's: who has played before would know it by
    its greeting.
    """
    bot = BOTS.get(seat.bot)
    if bot is None:
        return ""
    is_first = parse_phase(phase.name) == FIRST_PHASE
    return NEUTRAL.name if bot.alias and is_first and hides_characters(phase.game) else bot.tone


def _is_advice(utterance: Utterance) -> bool:
    """True for orders that are advised."""
    if not isinstance(utterance, Courtesy) or utterance.manner is not Manner.ADVICE:
        return False
    return not isinstance(utterance.about, Tpc)


def _is_said_once(utterance: Utterance) -> bool:
    """True if the bot must not repeat it within a phase."""
    return isinstance(utterance, Query) or (isinstance(utterance, Courtesy) and utterance.manner is Manner.GREET)


def _was_said(speech: BotSpeech, phase: GamePhase) -> bool:
    return speech.seat.messages.filter(phase=phase, term=speech.term).exists()
