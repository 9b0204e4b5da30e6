"""Operations of the talk: what is said, read, proposed and answered.

All of it goes the way of the game's page.
"""

from dipgame.games import queries
from dipgame.games.models import Seat
from frontend.access import Access
from frontend.api import shapes
from frontend.api.facts import message_facts
from frontend.api.operations import Asked, operation
from frontend.api.problems import Problem, of_reply
from frontend.talk.commands import carry_out_talk
from frontend.wire.commands import AnswerCommand, ReadCommand, SayCommand
from frontend.wire.replies import Reply

__all__ = ["say"]


@operation("GET", "/game/{slug}/talk", "read")
def read_talk(asked: Asked, query: shapes.TalkQuery) -> shapes.TalkReply:
    """Messages I may read, in L and in English, since a number."""
    access = asked.access()
    game = access.game
    rows, more = queries.messages_after(game, access.seat, query.since, sees_all=access.sees_all)
    return {
        "messages": [message_facts(row, access) for row in rows],
        "more": more,
        "level": game.press_level,
        "protocol": game.press_protocol,
        "plain": game.press_plain,
    }


@operation("POST", "/game/{slug}/talk", "talk", is_repeatable=True, counts_messages=True)
def say(asked: Asked, body: shapes.SayBody) -> shapes.SaidReply:
    """Say something, in L or in English.

    A clear text is said and comes back with its reading. One that may mean several things is refused (422, `choose`)
    with the readings: send one of them as `l`.
    """
    access, seat = asked.seated()
    command = SayCommand(
        text=body.text,
        to=tuple(sorted(set(body.to))),
        l=body.l,
        plain=body.plain,
        mark=asked.mark,
        phase=body.phase or "",
        instead=body.instead,
    )
    return {"message": _said(access, seat, carry_out_talk(access, seat, command, in_phase=True))}


@operation("POST", "/game/{slug}/read", "talk")
def read_text(asked: Asked, body: shapes.ReadBody) -> shapes.ReadReply:
    """Read a text without saying it."""
    access, seat = asked.seated()
    reply = carry_out_talk(access, seat, ReadCommand(text=body.text, to=body.to))
    if reply["type"] == "refused":
        raise of_reply(reply)
    assert reply["type"] == "reading"  # noqa: S101
    return {"reading": reply["reading"]}


@operation("GET", "/game/{slug}/proposals", "read")
def read_proposals(asked: Asked) -> list[shapes.TalkMessage]:
    """Open proposals: those that await my answer, and mine."""
    access, seat = asked.seated()
    return [message_facts(row, access) for row in queries.open_proposals(access.game, seat)]


@operation("POST", "/game/{slug}/proposals", "talk", counts_messages=True)
def answer_proposals(asked: Asked, body: shapes.AnswersBody) -> shapes.AnswersReply:
    """Accept, reject or take back open proposals, any number in one call.

    Each answer has a verdict. Sent again, those that were given are refused (`gone`), and nothing is said twice.
    """
    access, seat = asked.seated()
    verdicts: list[shapes.AnswerVerdict] = []
    for answer in body.answers:
        reply = carry_out_talk(access, seat, AnswerCommand(message=answer.message, act=answer.act))
        try:
            verdicts.append({"message": answer.message, "said": _said(access, seat, reply)})
        except Problem as no:
            # Those before were given: each has a verdict of its own.
            verdicts.append({"message": answer.message, "said": None, "code": no.code, "detail": no.detail})
    return {"verdicts": verdicts}


def _said(access: Access, seat: Seat, reply: Reply) -> shapes.TalkMessage:
    if reply["type"] == "refused":
        raise of_reply(reply)
    assert reply["type"] == "said"  # noqa: S101
    row = queries.message_numbered(access.game, seat, reply["message"]["id"])
    if row is None:
        raise Problem(409, "gone", "It was said, and its phase was taken back meanwhile.")
    return message_facts(row, access)
