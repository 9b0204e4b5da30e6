"""Carries out what a browser asks for in the talk. What is sent and answered is told in `frontend.press`."""

from typing import assert_never

from dipgame.games.errors import OutOfTurn, Refused, Unclear
from dipgame.games.models import Seat
from dipgame.games.services import answer_press, see_press, send_press
from dipgame.games.services.send_press import checked_hearers
from frontend.access import Access
from frontend.frames import (
    Offer,
    Read,
    Reply,
    Respond,
    Say,
    Seen,
    TalkCommand,
    press_reply,
    reading_reply,
    refused,
    said_reply,
)
from frontend.press import message_json, press_of
from frontend.reading import offer_reading, reading_of, shown_understanding

__all__ = ["carry_out_talk"]


def carry_out_talk(access: Access, seat: Seat, command: TalkCommand) -> Reply:
    """Do it, and answer; or say why not, and then nothing has changed."""
    try:
        return _act(access, seat, command)
    except Unclear as no:
        return _unclear(seat, command, no)
    except OutOfTurn as no:
        return refused(no.code, no.message, command.ref) | {"allowed": list(no.allowed)}
    except Refused as no:
        return refused(no.code, no.message, command.ref)


def _act(access: Access, seat: Seat, command: TalkCommand) -> Reply:
    match command:
        case Read():
            return reading_reply(reading_of(seat, command.to, command.text), command.ref)
        case Offer():
            return reading_reply(offer_reading(seat, command.to, command.asked, command.offered), command.ref)
        case Say():
            message = send_press(seat, command.to, command.text, command.l, plain=command.plain)
            return said_reply(message_json(message, access.power), command.ref)
        case Respond():
            message = answer_press(seat, command.message, command.act)
            return said_reply(message_json(message, access.power), command.ref)
        case Seen():
            see_press(seat, command.powers, command.upto)
            return press_reply(press_of(access), command.ref)
        case _:
            assert_never(command)


def _unclear(seat: Seat, command: TalkCommand, no: Unclear) -> Reply:
    """The readings to choose from come with the refusal."""
    code = "choose" if no.understanding.candidates else "unclear"
    reply = refused(code, no.message, command.ref)
    if isinstance(command, Say):
        to = checked_hearers(seat, command.to)
        reply["reading"] = shown_understanding(seat, to, command.text, no.understanding)
    return reply
