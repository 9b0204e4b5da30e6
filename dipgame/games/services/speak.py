"""A bot says what it had in mind, once it is due."""

import logging

from django.db import transaction

from adjudication.powers import as_power
from bots.chance import stream
from dipgame.games import clock, press
from dipgame.games.errors import Refused
from dipgame.games.models import BotSpeech
from dipgame.games.services.deliver import deliver, lock_talk
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.writer import write
from negotiation.parser import parse

__all__ = ["speak"]

_log = logging.getLogger(__name__)


def speak(speech_id: int) -> bool:
    """Say this if it is due, and if it may still be said; says whether it was. It is gone either way."""
    speech = BotSpeech.objects.select_related("seat", "reply_to").filter(pk=speech_id, due_at__lte=clock.now()).first()
    if speech is None:
        return False
    try:
        with transaction.atomic():
            phase = lock_talk(speech.seat.game_id)
            taken, _ = BotSpeech.objects.filter(pk=speech_id).delete()
            if not taken or phase.pk != speech.phase_id or not speech.seat.bot:
                return False
            utterance = parse(speech.term, DIPLOMACY)
            to = tuple(as_power(power) for power in utterance.hearers)
            context = press.context_for(speech.seat, phase, to)
            rng = stream(phase.game.seed, speech.seat.power, phase.name, "words", speech.term)
            try:
                text = write(utterance, rng, context)
            except ValueError:  # nobody may be kept busy by what has no words
                _log.exception("bot %s in %s has no words", speech.seat.bot, phase.game.slug)
                return False
            deliver(speech.seat, phase, to, text, [utterance], reply_to=speech.reply_to)
    except Refused:
        # The protocol has moved on (both proposed at once), or the phase is over: it is left unsaid.
        BotSpeech.objects.filter(pk=speech_id).delete()
        return False
    return True
