"""Bots that are about to say something to a seat, as a page tells it: "writing"."""

from django.db.models import Q, TextField, Value

from adjudication.powers import Power, as_power
from dipgame import health
from dipgame.games.models import BotSpeech, Game, GamePhase, Hearing, Seat
from dipgame.games.players import hides_bots
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse

__all__ = ["GETTING_READY", "WRITING", "busy_bots"]

WRITING = "writing"
GETTING_READY = "getting ready"
"""It has heard something, and no worker for bots is there yet: they have just started, or compile."""


def busy_bots(game: Game, phase: GamePhase | None, seat: Seat | None) -> dict[Power, str]:
    """Bots that have heard this seat, or open the talk of the phase, or have something to say to it, each with what
    it does: `WRITING` or `GETTING_READY`.

    Nobody where nothing is played or said, for watchers, and where nobody may know who is a bot: people's pages do not
    tell when they write.
    """
    if phase is None or seat is None or game.press_level == 0 or hides_bots(game):
        return {}
    to_me = Q(message=None) | Q(message__between__contains=seat.power)
    asked = Hearing.objects.filter(to_me, phase=phase).exclude(state=Hearing.State.DONE).exclude(seat=seat)
    words = BotSpeech.objects.filter(phase=phase).exclude(seat=seat).order_by().values_list("seat__power", "term")
    heard = asked.order_by().values_list("seat__power", Value("", output_field=TextField()))
    hearing, writing = set[Power](), set[Power]()
    for power, term in heard.union(words, all=True):
        if not term:
            hearing.add(as_power(power))
        elif seat.power in parse(term, DIPLOMACY).hearers:
            writing.add(as_power(power))
    does = WRITING if not hearing or health.are_bots_ready() else GETTING_READY
    return dict.fromkeys(hearing, does) | dict.fromkeys(writing, WRITING)
