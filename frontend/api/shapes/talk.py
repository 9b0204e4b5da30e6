"""Messages, proposals and promises."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta, Struct

from adjudication.phase import parse_phase
from frontend.api.shapes.base import Body, Number, PhaseName, PowerName, Words
from frontend.wire.talk import AgreedOrder, Message, Partner, PromiseRow, Reading

__all__ = [
    "AnswerBody",
    "AnswerVerdict",
    "AnswersBody",
    "AnswersReply",
    "LedgerReply",
    "ReadBody",
    "ReadReply",
    "SaidReply",
    "SayBody",
    "TalkMessage",
    "TalkQuery",
    "TalkReply",
]


class SayBody(Body, frozen=True):
    """Something to say to these powers.

    l: one utterance of L a line; or text: in English, which is then read.

    plain: send the text as it stands, whatever it means. phase: not to be said in another one. instead: the id of the
    message whose proposal this one takes the place of.
    """

    to: Annotated[tuple[PowerName, ...], Meta(min_length=1, max_length=6)]
    text: Words = ""
    l: Words = ""  # noqa: E741 - the language is called L
    plain: bool = False
    phase: PhaseName | None = None
    instead: Number = 0

    def __post_init__(self) -> None:
        if self.phase is not None:
            parse_phase(self.phase)


class ReadBody(Body, frozen=True):
    """A text that is not sent: what would it mean?"""

    to: Annotated[tuple[PowerName, ...], Meta(min_length=1, max_length=6)]
    text: Words


class AnswerBody(Body, frozen=True):
    """An answer to the proposal in a message."""

    message: Number
    act: Literal["accept", "reject", "withdraw"]


class AnswersBody(Body, frozen=True):
    """Answers to any number of open proposals."""

    answers: Annotated[tuple[AnswerBody, ...], Meta(min_length=1, max_length=50)]


class TalkQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A number in the talk.

    since: the greatest `n` you know; messages after it, or changed after it.
    """

    since: Number = 0


class TalkMessage(Message):
    """A message.

    n: the number at which it was said or last changed; l: what is said in L, utterance by utterance.
    """

    n: int
    l: list[str]  # noqa: E741 - the language is called L


class TalkReply(TypedDict):
    """Messages in the order of their numbers.

    more: ask again since the last of them.
    """

    messages: list[TalkMessage]
    more: bool
    level: int
    protocol: str
    plain: bool


class SaidReply(TypedDict):
    """The message that was said, with its reading (`readback`, `l`, `card`)."""

    message: TalkMessage


class ReadReply(TypedDict):
    """The reading of a text."""

    reading: Reading


class AnswerVerdict(TypedDict):
    """A verdict on an answer.

    said: the message that gives it; code, detail: why it was not given.
    """

    message: int
    said: TalkMessage | None
    code: NotRequired[str]
    detail: NotRequired[str]


class AnswersReply(TypedDict):
    """Verdicts on answers."""

    verdicts: list[AnswerVerdict]


class LedgerReply(TypedDict):
    """Promises, how others kept theirs, and orders you have promised."""

    promises: list[PromiseRow]
    partners: list[Partner]
    agreed: list[AgreedOrder]
