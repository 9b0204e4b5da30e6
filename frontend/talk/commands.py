"""Carries out what a browser asks for in the talk.

What is sent and answered is told in `frontend.talk.state`.
"""

from collections.abc import Iterable
from contextlib import nullcontext
from typing import assert_never

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games.errors import NoPress, OutOfTurn, Refused, TooFast, Unclear
from dipgame.games.models import Message, Seat
from dipgame.games.players import silent_powers
from dipgame.games.services import answer_press, once, see_press, send_press
from dipgame.games.services.send_press import checked_hearers
from frontend.access import Access
from frontend.talk.budget import reading_turn
from frontend.talk.completing import completions_of
from frontend.talk.readings import offer_reading, reading_of, shown_heard
from frontend.talk.state import message_json, press_of
from frontend.wire.commands import (
    AnswerCommand,
    CompleteCommand,
    OfferCommand,
    ReadCommand,
    SayCommand,
    SeenCommand,
    TalkCommand,
)
from frontend.wire.replies import Reply, completions_reply, press_reply, reading_reply, refused_reply, said_reply
from frontend.words import listed

__all__ = ["carry_out_talk"]


def carry_out_talk(access: Access, seat: Seat, command: TalkCommand, *, in_phase: bool = False) -> Reply:
    """Do it, and answer; or say why not, and then nothing has changed.

    in_phase: whether English, too, is said only in the command's phase.
    """
    try:
        with reading_turn(seat.user_id) if _is_read(command) else nullcontext():
            return _answer(access, seat, command, in_phase)
    except TooFast as no:
        return refused_reply(no.code, no.message)


def _answer(access: Access, seat: Seat, command: TalkCommand, in_phase: bool) -> Reply:
    try:
        return _act(access, seat, command, in_phase)
    except Unclear as no:
        return _unclear(seat, command, no)
    except OutOfTurn as no:
        return refused_reply(no.code, no.message, no.allowed)
    except Refused as no:
        return refused_reply(no.code, no.message)


def _is_read(command: TalkCommand) -> bool:
    """True if carrying out the command means to understand a text."""
    return isinstance(command, ReadCommand | CompleteCommand) or (isinstance(command, SayCommand) and not command.l)


def _act(access: Access, seat: Seat, command: TalkCommand, in_phase: bool) -> Reply:
    match command:
        case ReadCommand():
            return reading_reply(reading_of(seat, command.to, command.text))
        case CompleteCommand():
            return completions_reply(*completions_of(seat, command.to, command.text))
        case OfferCommand():
            _check_heard(seat, command.to)
            return reading_reply(offer_reading(seat, command.to, command.asked, command.offered))
        case SayCommand():
            return _said(access, once(seat, command.mark, lambda: _say(seat, command, in_phase)))
        case AnswerCommand():
            return _said(access, once(seat, command.mark, lambda: answer_press(seat, command.message, command.act)))
        case SeenCommand():
            see_press(seat, command.powers, command.upto)
            return press_reply(press_of(access))
        case _:
            assert_never(command)


def _check_heard(seat: Seat, to: Iterable[str]) -> None:
    """Raises NoPress where all of them are bots that do not talk: nobody would hear it, or ever answer."""
    hearers = sorted(set(to))
    if hearers and silent_powers(seat.game).issuperset(hearers):
        names = listed([POWER_NAMES[as_power(power)] for power in hearers])
        bots = "is played by a bot that does" if len(hearers) == 1 else "are played by bots that do"
        raise NoPress(f"{names} {bots} not talk; write to somebody who does.")


def _say(seat: Seat, command: SayCommand, in_phase: bool) -> Message:
    _check_heard(seat, command.to)
    return send_press(
        seat,
        command.to,
        command.text,
        command.l,
        plain=command.plain,
        phase_name=command.phase if command.l or in_phase else "",
        instead=command.instead or None,
    )


def _said(access: Access, message: Message | None) -> Reply:
    if message is None:  # the mark is that of another kind of command
        return refused_reply("malformed", "This was already sent, but not as a message.")
    return said_reply(message_json(message, access))


def _unclear(seat: Seat, command: TalkCommand, no: Unclear) -> Reply:
    """The readings to choose from come with the refusal."""
    code = "choose" if no.heard.readings else "unclear"
    reply = refused_reply(code, no.message)
    if isinstance(command, SayCommand):
        to = checked_hearers(seat, command.to)
        reply["reading"] = shown_heard(seat, to, no.heard)
    return reply
