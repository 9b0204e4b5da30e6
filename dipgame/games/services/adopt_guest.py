"""A guest turns out to have an account: the games just played become that person's."""

from dipgame.accounts.lessons import join_lessons
from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import User
from dipgame.accounts.wishes import refuse_study
from dipgame.games import events
from dipgame.games.locks import lock_games
from dipgame.games.models import Game, Notification
from dipgame.transactions import atomic

__all__ = ["adopt_guest"]


def adopt_guest(guest: User, person: User) -> int:
    """Give the guest's seats to the person; return how many.

    Orders and talk stay with the seats; what the guest was told of the games comes along. A guest without seats left is
    deleted.

    Lessons the guest has done come along, and a no to study.

    In a game in which the person has a seat already, or is the game master, the guest's seat stays as it is, held
    by nobody who can come back.
    """
    if not guest.is_guest or person.is_guest:
        raise ValueError("only a guest is adopted, and only by a person with an account")
    adopted = 0
    with atomic():
        try:
            locked = {pk: lock_person(pk, whole=pk == guest.pk) for pk in sorted((guest.pk, person.pk))}
        except User.DoesNotExist:
            return 0  # another page of the same browser was quicker, or the guest was tidied away
        if not locked[guest.pk].is_guest or locked[person.pk].left_at is not None:
            return 0
        if guest.lessons:
            join_lessons(person, guest.lessons)
        if guest.no_study:
            refuse_study(person, no=True)
        for game in lock_games(Game.objects.filter(seats__user=guest).values_list("pk", flat=True)):
            if game.master_id == person.pk or game.seats.filter(user=person).exists():
                continue
            adopted += game.seats.filter(user=guest).update(user=person)
            known = Notification.objects.filter(user=person, game=game).values("key")
            Notification.objects.filter(user=guest, game=game).exclude(key__in=known).update(user=person)
            if game.host_id == guest.pk:
                game.host = person
                game.save(update_fields=["host"])
            events.game_changed(game, "seats")
        if not Game.objects.filter(seats__user=guest).exists():
            guest.delete()
    return adopted
