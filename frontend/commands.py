"""Carries out what a browser asks for, whether it came by socket or by POST."""

from typing import Final, assert_never

from adjudication.legality import refusal
from adjudication.notation import NotationError, parse_order
from dipgame.games import convert, queries
from dipgame.games.errors import Refused
from dipgame.games.models import Seat
from dipgame.games.services import cancel_order, set_ready, submit_order
from frontend.access import Access
from frontend.frames import Ask, Cancel, Command, Give, Ready, Reply, TalkCommand, answer, refused, sheet_reply
from frontend.press_commands import carry_out_talk
from frontend.sheets import sheet_of

__all__ = ["HTTP_STATUS", "carry_out"]

HTTP_STATUS: Final = {
    "malformed": 400,
    "foreign": 403,
    "not_seated": 403,
    "late": 409,
    "not_running": 409,
    "illegal": 422,
    "ambiguous": 422,
    "no_press": 403,
    "too_fast": 429,
    "too_long": 400,
    "gone": 409,
    "protocol": 409,
}
"""The HTTP status that goes with a refusal, 422 for those not named."""


def carry_out(access: Access, command: Command) -> Reply:
    """Do it, and answer: the sheet as it stands now, or why not; then nothing has changed."""
    seat = access.seat
    if seat is None:
        return refused("not_seated", "You are watching this game; only its players give orders.", command.ref)
    if isinstance(command, TalkCommand):
        return carry_out_talk(access, seat, command)
    try:
        if isinstance(command, Ask):
            return _explain(seat, command)
        _act(seat, command)
    except Refused as no:
        return refused(no.code, no.message, command.ref)
    return sheet_reply(sheet_of(seat), command.ref)


def _act(seat: Seat, command: Give | Cancel | Ready) -> None:
    match command:
        case Give():
            submit_order(seat, command.phase, command.text)
        case Cancel():
            cancel_order(seat, command.phase, command.unit)
        case Ready():
            set_ready(seat, command.phase, command.ready)
        case _:
            assert_never(command)


def _explain(seat: Seat, command: Ask) -> Reply:
    """Say why an order would not do, without touching the sheet."""
    row = queries.live_phase(seat.game)
    if row is None or row.name != command.phase:
        return refused("late", "This phase is over.", command.ref)
    position, power = convert.position_of(row), convert.power_of(seat)
    try:
        order = parse_order(command.text, position.phase.kind, position)
    except NotationError as error:
        return answer(False, str(error), command.ref)
    why_not = refusal(position, power, order, convert.rulebook_of(seat.game))
    if why_not is not None:
        return answer(False, why_not.text, command.ref)
    return answer(True, "That would do.", command.ref)
