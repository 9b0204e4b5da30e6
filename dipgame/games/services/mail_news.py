"""Mail unseen notifications: all that are due in one mail, none twice."""

from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from dipgame.accounts.models import User
from dipgame.address import site_address
from dipgame.games import clock, queries
from dipgame.games.models import Game, Notification
from dipgame.transactions import Step, atomic, lock

__all__ = ["forget_news", "mail_news", "person_who_stops", "stop_mail"]

_AT_ONCE: Final = 200
_KEPT: Final = timedelta(days=60)
_SALT: Final = "stop-mail"


def mail_news() -> int:
    """Write the mails that are due; returns how many. They wait as `accounts.Mail` until they are sent, written in the
    transaction that marks what they tell as mailed: so each thing is mailed once, whatever fails."""
    due = Notification.objects.filter(mail_at__lte=clock.now(), seen_at=None)
    people = list(due.order_by().values_list("user", flat=True).distinct()[:_AT_ONCE])
    return sum(_mail_to(person) for person in people)


def _mail_to(pk: int) -> bool:
    with atomic():
        due = Notification.objects.filter(user=pk, mail_at__lte=clock.now(), seen_at=None)
        rows = {row.pk for row in lock(due, Step.NOTIFICATION)}
        told = Notification.objects.filter(pk__in=rows)
        person = User.objects.get(pk=pk)
        news = list(queries.readable_news(person).filter(pk__in=rows).exclude(kind__in=person.no_mail))
        told.update(mail_at=None)
        address = EmailAddress.objects.filter(user=person, primary=True, verified=True).first()
        if not news or address is None or not person.is_active:
            return False
        Notification.objects.filter(pk__in=[row.pk for row in news]).update(mailed_at=clock.now())
        _letter(person, address.email, news).send()
    return True


def _letter(person: User, address: str, news: list[Notification]) -> EmailMultiAlternatives:
    stop = _absolute(reverse("stop_mail", args=[signing.dumps(person.pk, salt=_SALT)]))
    games: dict[Game, list[Notification]] = {}
    for row in news:
        row.words = clock.in_zone(row.words, person.zone or row.game.quiet_zone)
        games.setdefault(row.game, []).append(row)
    context = {
        "person": person,
        "games": [
            (
                game,
                _absolute(reverse("game", args=[game.slug])),
                [(row, row.address and _absolute(row.address)) for row in rows],
            )
            for game, rows in games.items()
        ],
        "account": _absolute(reverse("account")),
        "stop": stop,
    }
    first = news[0]
    subject = f"{first.game.name}: {first.words}" if len(news) == 1 else f"{first.game.name}: {len(news)} things new"
    subject = subject if len(games) == 1 else f"News of {len(games)} games"
    return EmailMultiAlternatives(
        " ".join(subject.split()),
        render_to_string("inbox/mail.txt", context),
        to=[address],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )


def _absolute(path: str) -> str:
    return f"{site_address()}{path}"


def person_who_stops(token: str) -> User | None:
    """Person of an unsubscribe link; None if it is not genuine.

    It never expires.
    """
    try:
        return User.objects.filter(pk=signing.loads(token, salt=_SALT), left_at=None).first()
    except signing.BadSignature:
        return None


def stop_mail(person: User) -> None:
    """No more mail about games, of no kind; the inbox goes on."""
    person.no_mail = list(Notification.Kind.values)
    person.save(update_fields=["no_mail"])


def forget_news() -> int:
    """Let go of what was told long ago; returns how many lines."""
    forgotten, _ = Notification.objects.filter(at__lt=clock.now() - _KEPT).delete()
    return forgotten
