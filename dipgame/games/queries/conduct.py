"""Reports of messages, and what people may not do for a while."""

from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet

from dipgame.games import clock
from dipgame.games.models import Game, Message, Report, Sanction, Seat

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "open_reports",
    "report_for",
    "reports_by",
    "sanction_in_force",
    "sanctions_in_force",
    "sanctions_of",
    "talk_around",
]

_SHOWN: Final = 100
_AROUND: Final = 12


def sanction_in_force(person: "User", kind: str) -> Sanction | None:
    """Sanction in force, the longest of several; None without one."""
    rows = Sanction.objects.filter(user=person, kind=kind, lifted_at=None, until__gt=clock.now())
    return rows.order_by("-until").first()


def sanctions_in_force() -> list[Sanction]:
    """Everything that bars anybody now, newest first."""
    rows = Sanction.objects.filter(lifted_at=None, until__gt=clock.now())
    return list(rows.select_related("user", "by")[:_SHOWN])


def sanctions_of(person: "User") -> list[Sanction]:
    """All sanctions of the person, newest first."""
    return list(Sanction.objects.filter(user=person).select_related("report")[:_SHOWN])


def reports_by(person: "User") -> list[Report]:
    """Reports by the person, newest first."""
    return list(Report.objects.filter(by=person).select_related("game", "about")[:_SHOWN])


def open_reports(staff: "User") -> list[Report]:
    """Open reports, oldest first, except of games this member of staff plays."""
    rows = _of_others(staff).filter(state=Report.State.OPEN)
    return list(rows.order_by("id")[:_SHOWN])


def report_for(staff: "User", number: int) -> Report | None:
    """The report of this number, if this one of the staff may see it."""
    return _of_others(staff).filter(pk=number).first()


def talk_around(report: Report) -> list[Message]:
    """Messages of the conversation around the reported one, oldest first."""
    if report.message is None:
        return []
    rows = Message.objects.filter(game=report.game, between=report.message.between).select_related("speaker__user")
    before = list(rows.filter(pk__lte=report.message.pk).order_by("-id")[:_AROUND])[::-1]
    return before + list(rows.filter(pk__gt=report.message.pk).order_by("id")[:_AROUND])


def _of_others(staff: "User") -> QuerySet[Report]:
    mine = Seat.objects.filter(user=staff, game__status=Game.Status.RUNNING).values("game")
    rows = Report.objects.exclude(game__in=mine).exclude(about=staff)
    return rows.select_related("game", "about", "by", "message", "settled_by")
