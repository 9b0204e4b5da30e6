"""A person deletes their account: the games stay, the name goes."""

from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast, Concat, Replace

from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import ApiToken, Block, Device, FriendLink, Friendship, Mail, User
from dipgame.accounts.usernames import WHO_LEFT
from dipgame.games import clock
from dipgame.games.locks import lock_games
from dipgame.games.models import Game, Notice, Notification, Seat
from dipgame.games.services.leave_game import leave_game
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["forget_person"]


def forget_person(person: User) -> None:
    """Take the person out of the site, once and for all, in one transaction.

    Their seats in games that wait are free again, in running ones a bot plays on and others may take over, as for
    everybody who leaves. Games that are over keep the seat, with `WHO_LEFT` for a name, and what was said there; games
    they left keep the absence, which the ranking counts, and the staff their reports. Address, password, friends,
    links, browsers, tokens, studies, imported files and what waits to be mailed are gone. Raises ValueError for the
    staff: somebody has to keep the site, so their rights are taken first.
    """
    if person.is_staff or person.is_superuser:
        raise ValueError("one of the staff is not deleted")
    with atomic():
        person = lock_person(person.pk)
        for game in lock_games(_games_of(person)):
            _leave(person, game)
        _unname(person)
        _let_go(person)


def _games_of(person: User) -> "Iterable[int]":
    """Unfinished games the person plays in, hosts or masters."""
    live = Game.objects.filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING))
    mine = Q(pk__in=Seat.objects.filter(user=person).values("game")) | Q(host=person) | Q(master=person)
    return list(live.filter(mine).order_by("pk").values_list("pk", flat=True))


def _leave(person: User, game: Game) -> None:
    if game.seats.filter(user=person).exists():
        leave_game(person, game)
    Game.objects.filter(pk=game.pk, host=person).update(host=None)
    Game.objects.filter(pk=game.pk, master=person).update(master=None)


def _unname(person: User) -> None:
    """Replace the person's name in texts that contain it."""
    lines = Notice.objects.filter(actor=person)
    of_lines = lines.annotate(key=Concat(Value("room:"), Cast("pk", CharField()))).values("key")
    told_others = Notification.objects.filter(Q(key__in=of_lines) | Q(key="said") | Q(key__startswith="taken:"))
    for name in {person.name, f"{person.name[:1].upper()}{person.name[1:]}"}:
        lines.update(words=Replace("words", Value(name), Value(WHO_LEFT)))
        told_others.filter(words__startswith=f"{name} ").update(words=Replace("words", Value(name), Value(WHO_LEFT)))
    told = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk))
    told.update(object_repr=WHO_LEFT)


def _let_go(person: User) -> None:
    addresses = {person.email, *EmailAddress.objects.filter(user=person).values_list("email", flat=True)}
    for mail in Mail.objects.all():
        if addresses & set(mail.receivers):
            mail.delete()
    EmailAddress.objects.filter(user=person).delete()
    Friendship.objects.filter(Q(one=person) | Q(other=person)).delete()
    FriendLink.objects.filter(user=person).delete()
    Block.objects.filter(Q(by=person) | Q(of=person)).delete()
    Notification.objects.filter(user=person).delete()
    Device.objects.filter(user=person).delete()
    ApiToken.objects.filter(user=person).delete()
    person.studies.all().delete()
    person.game_imports.all().delete()
    Seat.objects.filter(owner=person).update(owner=None)
    person.name, person.email, person.is_active, person.left_at = WHO_LEFT, None, False, clock.now()
    person.no_mail, person.no_push, person.quiet, person.zone, person.lessons = [], [], "", "", {}
    person.hints = person.made_by = person.about = ""
    person.last_login, person.renamed_at = None, None
    person.set_unusable_password()
    person.save()
