"""Everything that is kept about a person, for that person."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress

from dipgame.accounts.models import ApiToken, Device
from dipgame.accounts.queries import blocked_by, friend_link_of, friends_of
from dipgame.games import clock
from dipgame.games.models import (
    Absence,
    Game,
    Message,
    Notice,
    Notification,
    Promise,
    Report,
    Sanction,
    Seat,
    SeatPhase,
    SeenMark,
)

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["kept_about"]


def kept_about(person: "User") -> dict[str, Any]:
    """As JSON holds it.

    Of games: the seats, with the orders, messages and promises of the time in which the person held them. What others
    wrote or reported is theirs, and not in it; nor is the hash of the password.
    """
    link = friend_link_of(person)
    return {
        "person": {
            "name": person.name,
            "address": person.email,
            "here_since": _moment(person.date_joined),
            "last_sign_in": _moment(person.last_login),
            "renamed": _moment(person.renamed_at),
            "no_mail_about": person.no_mail,
            "no_messages_to_browsers_about": person.no_push,
            "quiet_hours": person.quiet,
            "time_zone": person.zone,
            "lessons": person.lessons,
            "hints": person.hints,
            "no_study": person.no_study,
            "bot": person.is_program,
            "made_by": person.made_by,
            "about": person.about,
        },
        "addresses": [
            {"address": each.email, "confirmed": each.verified, "main": each.primary}
            for each in EmailAddress.objects.filter(user=person).order_by("pk")
        ],
        "browsers": [
            {"browser": each.label, "address": each.endpoint, "since": _moment(each.made_at)}
            for each in Device.objects.filter(user=person).order_by("pk")
        ],
        "tokens": [
            {
                "name": each.name,
                "scopes": each.scopes.split(),
                "made": _moment(each.made_at),
                "last_used": _moment(each.used_at),
            }
            for each in ApiToken.objects.filter(user=person).order_by("pk")
        ],
        "friends": [each.name for each in friends_of(person)],
        "friend_link": None if link is None else {"key": link.key, "made": _moment(link.made_at)},
        "blocked": [each.name for each in blocked_by(person)],
        "studies": [
            {"title": row.title, "public": row.is_public, "changed": _moment(row.changed_at), "tree": row.tree}
            for row in person.studies.order_by("pk")
        ],
        "absences": [
            {"game": row.game.slug, "what": row.get_kind_display(), "at": _moment(row.at)}
            for row in Absence.objects.filter(user=person).select_related("game").order_by("pk")
        ],
        "acts_in_logs": [
            {"game": row.game.slug, "at": _moment(row.at), "words": clock.in_zone(row.words, person.zone)}
            for row in Notice.objects.filter(actor=person).select_related("game").order_by("pk")
        ],
        "inbox": [
            {
                "game": row.game.slug,
                "at": _moment(row.at),
                "words": row.words,
                "mailed": _moment(row.mailed_at),
                "pushed": _moment(row.pushed_at),
            }
            for row in Notification.objects.filter(user=person).select_related("game").order_by("pk")
        ],
        "barred": [
            {"from": row.get_kind_display(), "why": row.reason, "at": _moment(row.at), "until": _moment(row.until)}
            for row in Sanction.objects.filter(user=person).order_by("pk")
        ],
        "reports": [
            {"game": row.game.slug, "at": _moment(row.at), "words": row.words, "state": row.state, "answer": row.answer}
            for row in Report.objects.filter(by=person).select_related("game").order_by("pk")
        ],
        "games_offered": [
            {
                "game": game.slug,
                "name": game.name,
                "made": _moment(game.created_at),
                "as_game_master": game.master_id == person.pk,
            }
            for game in Game.objects.filter(host=person).order_by("pk")
        ],
        "seats": [_seat(seat) for seat in Seat.objects.filter(user=person).select_related("game").order_by("pk")],
        "seats_held_by_bots": [
            {"game": seat.game.slug, "power": seat.power, "since": _moment(seat.vacated_at)}
            for seat in Seat.objects.filter(owner=person).select_related("game").order_by("pk")
        ],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    game, since = seat.game, seat.joined_at or seat.game.created_at
    sheets = SeatPhase.objects.filter(seat=seat, changed_at__gte=since).select_related("phase")
    sheets = sheets.only("orders", "ready", "changed_at", "seat", "phase__name").order_by("phase__index")
    messages = Message.objects.filter(speaker=seat, at__gte=since).select_related("phase").defer("phase__position")
    promises = Promise.objects.filter(
        agreement__game=game, power=seat.power, agreement__message__at__gte=since
    ).select_related("agreement__phase")
    return {
        "game": game.slug,
        "name": game.name,
        "status": game.status,
        "result": game.result,
        "winner": game.winner,
        "power": seat.power,
        "centers": seat.centers,
        "sat_down": _moment(seat.joined_at),
        "orders": [
            {"phase": sheet.phase.name, "orders": sorted(sheet.orders.values()), "ready": sheet.ready}
            for sheet in sheets
        ],
        "messages": [
            {
                "phase": message.phase.name,
                "at": _moment(message.at),
                "between": message.between.split(),
                "text": message.text,
                "understood_as": message.term.splitlines(),
            }
            for message in messages.order_by("id")
        ],
        "promises": [
            {
                "phase": promise.agreement.phase.name,
                "to": [power for power in promise.agreement.between.split() if power != seat.power],
                "content": promise.content,
                "state": promise.state,
            }
            for promise in promises.order_by("agreement_id", "index")
        ],
        "read_up_to": dict(SeenMark.objects.filter(seat=seat).values_list("between", "upto")),
    }


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")
