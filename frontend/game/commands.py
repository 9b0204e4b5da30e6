"""Carries out what a browser asks for, whether it came by socket or by POST."""

import time
from typing import Final, assert_never

from adjudication.legality import refusal
from adjudication.notation import NotationError, parse_order
from dipgame import limits
from dipgame.busy import BUSY, is_busy
from dipgame.games import convert, queries
from dipgame.games.errors import Refused
from dipgame.games.models import Seat
from dipgame.games.services import (
    cancel_order,
    cast_vote,
    give_grace,
    once,
    see_news,
    set_ready,
    submit_text,
)
from dipgame.logs import about
from dipgame.metrics import COMMAND_SECONDS
from dipgame.switches import READ_ONLY, READ_ONLY_WORDS, is_on
from frontend.access import Access
from frontend.game.sheets import sheet_of
from frontend.game.state import numbers_for
from frontend.talk.commands import carry_out_talk
from frontend.wire.commands import (
    AskCommand,
    CancelCommand,
    Command,
    CompleteCommand,
    LookCommand,
    OrderCommand,
    PingCommand,
    ReadyCommand,
    TableCommand,
    TalkCommand,
    TypingCommand,
    VoteCommand,
)
from frontend.wire.replies import Reply, answer_reply, answering, pong_reply, refused_reply, sheet_reply

__all__ = ["HTTP_STATUS", "WATCHING", "carry_out"]

WATCHING: Final = "You are watching this game; only its players give orders."
_MASTERING: Final = "You are the game master: you see all orders and messages, and give none."

HTTP_STATUS: Final = {
    "malformed": 400,
    "foreign": 403,
    "not_seated": 403,
    "busy": 503,
    "late": 409,
    "not_running": 409,
    "illegal": 422,
    "ambiguous": 422,
    "no_press": 403,
    "muted": 403,
    "too_fast": 429,
    "too_long": 400,
    "gone": 409,
    "protocol": 409,
}
"""The HTTP status that goes with a refusal, 422 for those not named."""


_ANSWERS: Final = {"yes": True, "no": False, "": None}


def carry_out(access: Access, command: Command) -> Reply:
    """Do it, and answer: the sheet as it stands now, or why not; then nothing has changed."""
    began = time.perf_counter()
    with about(game=access.game.slug, seat=access.power):
        reply = answering(_done_or_busy(access, command), command.ref)
    answer = reply["code"] if reply["type"] == "refused" else "done"
    COMMAND_SECONDS.labels(str(command.__struct_config__.tag), answer).observe(time.perf_counter() - began)
    return reply


def _done_or_busy(access: Access, command: Command) -> Reply:
    try:
        return _carried_out(access, command)
    except Exception as error:
        if not is_busy(error):
            raise
        return refused_reply("busy", BUSY)


def _carried_out(access: Access, command: Command) -> Reply:
    if isinstance(command, PingCommand):
        return pong_reply(numbers_for(access))
    seat = access.seat
    if seat is None and not (access.sees_all and isinstance(command, LookCommand)):
        return refused_reply("not_seated", _MASTERING if access.sees_all else WATCHING)
    if is_on(READ_ONLY):
        return refused_reply("busy", READ_ONLY_WORDS)
    limit = limits.COMPLETIONS if isinstance(command, CompleteCommand) else limits.COMMANDS
    if not limit.allows(access.person):
        return refused_reply("too_fast", "Too many requests in a short time. Wait a minute, then try again.")
    if isinstance(command, LookCommand) or seat is None:
        if access.person is not None:
            see_news(access.person, access.game, read=False)
        return pong_reply(numbers_for(access))
    if isinstance(command, TalkCommand):
        return carry_out_talk(access, seat, command)
    refused: list[tuple[str, str]] = []
    try:
        if isinstance(command, AskCommand):
            return _explain(seat, command)
        if isinstance(command, TableCommand):
            _at_the_table(seat, command)
        else:
            once(seat, command.mark, lambda: _act(seat, command, refused))
    except Refused as no:
        return refused_reply(no.code, no.message)
    return sheet_reply(sheet_of(seat), refused)


def _act(seat: Seat, command: OrderCommand | CancelCommand | ReadyCommand, refused: list[tuple[str, str]]) -> None:
    match command:
        case OrderCommand():
            verdicts = submit_text(seat, command.phase, command.text)
            refused += [(each.text, each.refused.message) for each in verdicts if each.refused is not None]
        case CancelCommand():
            cancel_order(seat, command.phase, command.unit)
        case ReadyCommand():
            set_ready(seat, command.phase, command.ready)
        case _:
            assert_never(command)


def _at_the_table(seat: Seat, command: TableCommand) -> None:
    match command:
        case VoteCommand():
            cast_vote(seat, command.phase, command.vote, command.choice, _ANSWERS[command.answer])
        case TypingCommand():
            give_grace(seat, command.phase)
        case _:
            assert_never(command)


def _explain(seat: Seat, command: AskCommand) -> Reply:
    """Say why an order would not do, without touching the sheet."""
    row = queries.live_phase(seat.game)
    if row is None or row.name != command.phase:
        return refused_reply("late", "This phase is over.")
    position, power = convert.position_of(row), convert.power_of(seat)
    try:
        order = parse_order(command.text, position.phase.kind, position)
    except NotationError as error:
        return answer_reply(False, str(error))
    why_not = refusal(position, power, order, convert.rulebook_of(seat.game))
    if why_not is not None:
        return answer_reply(False, why_not.text)
    return answer_reply(True, "That would do.")
