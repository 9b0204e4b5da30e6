"""Somebody reports a message that is not to be borne, and the staff settle it."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from dipgame.games import clock, talk
from dipgame.games.errors import Gone, TooFast, TooLong
from dipgame.games.models import Message, Notification, Report, Seat
from dipgame.games.services.notify import Button, When, notify
from dipgame.games.services.sanction_person import sanction_person
from dipgame.games.services.tell_players import LONGEST_WORDS
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["MOST_OPEN", "report_talk", "reportable", "settle_report"]

MOST_OPEN: Final = 20
"""Reports of one person that nobody has looked at yet."""


def report_talk(seat: Seat, message_id: int, words: str) -> Report:
    """Ask the staff to look at a message that this seat may read, written by another person. words: what is wrong.

    The same message reported again changes nothing. Raises Gone where there is no such message, TooLong, TooFast.
    """
    person = seat.user
    if person is None:
        raise ValueError("a report is made by a person")
    said = " ".join(words.split())
    if len(said) > LONGEST_WORDS:
        raise TooLong(f"Write at most {LONGEST_WORDS} characters; these are {len(said)}.")
    message = talk.messages_for(seat.game, seat).filter(pk=message_id).select_related("speaker__user").first()
    about = message.speaker.user if message is not None else None
    if message is None or about is None or about.pk == person.pk:
        raise Gone("This message was not written by another player of this game; choose one of those listed.")
    with atomic():
        if Report.objects.filter(by=person, state=Report.State.OPEN).count() >= MOST_OPEN:
            raise TooFast("Several of your reports are still open; wait for an answer first.")
        report, _ = Report.objects.get_or_create(
            message=message,
            by=person,
            defaults={"game": seat.game, "about": about, "text": message.text, "words": said, "at": clock.now()},
        )
    return report


def settle_report(
    report: Report,
    actor: "User",
    *,
    upheld: bool,
    answer: str,
    kind: str = "",
    length: timedelta = timedelta(0),
    reason: str = "",
) -> None:
    """Close a report, with an answer to whoever made it. kind, length, reason: what is done about the writer, if
    anything (`sanction_person`). Raises Gone where somebody else was quicker, TooLong, Malformed."""
    said = " ".join(answer.split())
    if len(said) > LONGEST_WORDS:
        raise TooLong(f"Answer in at most {LONGEST_WORDS} characters; these are {len(said)}.")
    state = Report.State.UPHELD if upheld else Report.State.DISMISSED
    with atomic():
        settled = Report.objects.filter(pk=report.pk, state=Report.State.OPEN).update(
            state=state, answer=said, settled_by=actor, settled_at=clock.now()
        )
        if not settled:
            raise Gone("Somebody has settled this report already.")
        words = f"The staff have looked at what you reported: {Report.State(state).label}."
        words = f"{words} {said}" if said else words
        button, key = Button("Read it", reverse("conduct")), f"report:{report.pk}"
        notify(report.game, {report.by_id: words}, Notification.Kind.ROOM, key, when=When.AT_ONCE, button=button)
        if kind:
            sanction_person(report.about, kind, length, reason, actor, report=report)


def reportable(seat: Seat) -> list[Message]:
    """The newest messages of other people that this seat may read and report, newest first."""
    rows = talk.messages_for(seat.game, seat).filter(speaker__user__isnull=False).exclude(speaker=seat)
    return list(rows.order_by("-id")[:60])
