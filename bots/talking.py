"""Asking a bot what it says so that nothing it does can harm a game. The arena and the site both ask here."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final, get_args

from adjudication.powers import POWERS
from bots.agent import Memory
from bots.asking import GRACE, Fault, through_json
from bots.limit import OutOfTime, time_limit
from bots.talker import Talk, Talker
from bots.view import Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import TalkError
from negotiation.levels import check_level
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Utterance

__all__ = ["MAX_UTTERANCES", "Said", "Words", "hear_in_time", "open_talk_in_time"]

MAX_UTTERANCES: Final = 12
"""Most utterances of a bot at once: two to every other power."""


@dataclass(frozen=True, slots=True)
class Words:
    """A bot's checked utterances and memory.

    Only utterances of the bot's own, within the game's level, and a memory that has been through JSON.
    """

    utterances: tuple[Utterance, ...]
    memory: Memory
    faults: tuple[Fault, ...] = ()


def open_talk_in_time(bot: Talker, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Words:
    """Let the bot open its talk; never raises for its faults."""
    return _ask(lambda own: bot.open_talk(view, own, rng, seconds), view, memory, seconds)


def hear_in_time(bot: Talker, view: SeatView, memory: Memory, message: Said, *, rng: Random, seconds: float) -> Words:
    """Let the bot answer a message; never raises for its faults."""
    return _ask(lambda own: bot.hear(view, own, message, rng, seconds), view, memory, seconds)


def _ask(call: Callable[[Memory], Talk], view: SeatView, memory: Memory, seconds: float) -> Words:
    started = monotonic()
    try:
        with time_limit(seconds + 2 * GRACE):
            talk = call(through_json(memory))
    except OutOfTime as alarm:
        return Words((), memory, (Fault("late", f"It was stopped: {alarm}."),))
    except (Exception, SystemExit) as problem:  # whatever a bot raises is its own affair, never the game's
        return Words((), memory, (Fault("crash", f"It stopped with {type(problem).__name__}: {problem}"),))
    took = monotonic() - started
    if took > seconds + GRACE:
        return Words((), memory, (Fault("late", f"It took {took:.1f} s of the {seconds:g} s it had."),))
    if not isinstance(talk, Talk) or not isinstance(talk.utterances, tuple):
        text = f"It answered with a {type(talk).__name__} that is no Talk."
        return Words((), memory, (Fault("crash", text),))
    faults: list[Fault] = []
    said: list[Utterance] = []
    for utterance in talk.utterances[:MAX_UTTERANCES]:
        why_not = _why_not(utterance, view)
        if why_not:
            faults.append(Fault("illegal", why_not))
        else:
            said.append(utterance)
    if len(talk.utterances) > MAX_UTTERANCES:
        faults.append(Fault("illegal", f"It said {len(talk.utterances)} things; {MAX_UTTERANCES} are listened to."))
    try:
        memory = through_json(talk.memory)
    except (TypeError, ValueError, RecursionError) as problem:
        faults.append(Fault("memory", f"Its memory does not fit into JSON: {problem}"))
    return Words(tuple(said), memory, tuple(faults))


def _why_not(utterance: object, view: SeatView) -> str:
    """Why a thing a bot said is not taken; empty when it is."""
    if not isinstance(utterance, get_args(Utterance)):
        return f"{utterance!r:.60} is not an utterance."
    if utterance.speaker != view.power:
        return f"It spoke as {utterance.speaker!r:.20}."
    if view.power in utterance.hearers or not set(utterance.hearers) <= set(POWERS):
        return f"It spoke to {utterance.hearers!r:.60}."
    try:
        if parse(format_term(utterance, DIPLOMACY), DIPLOMACY) != utterance:
            return f"{utterance!r:.60} is not written as it is read."
        check_level(utterance, view.level)
    except (TalkError, ValueError, TypeError, AttributeError) as problem:
        return f"{utterance!r:.60} cannot be said: {problem}"
    return ""
