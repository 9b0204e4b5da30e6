"""An account becomes a bot's, for good.

Its name says so on every page.
"""

from typing import TYPE_CHECKING, Final

from django.db import IntegrityError

from dipgame.accounts.locks import lock_person
from dipgame.accounts.queries import is_name_taken
from dipgame.accounts.usernames import LONGEST_NAME, MARK
from dipgame.games.errors import StaysAPerson
from dipgame.games.models import Absence, Game, Seat
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["become_program"]

_LONGEST: Final = LONGEST_NAME - len(MARK)


def become_program(person: "User") -> "User":
    """Make this a bot's account, and return it.

    Its name gets a mark that nobody can type.

    Only for an account that has not played: nobody who met a person is to find a bot there afterwards. Raises
    StaysAPerson.
    """
    with atomic():
        person = lock_person(person.pk)
        if person.is_program:
            return person
        if person.is_guest or person.is_staff or person.left_at is not None:
            raise StaysAPerson("Only an ordinary account can become a bot's.")
        if _has_played(person):
            raise StaysAPerson(
                "This account has played as a person, so it stays a person's. Sign up another one for your bot."
            )
        if len(person.name) > _LONGEST:
            raise StaysAPerson(f"A bot's name has at most {_LONGEST} characters. Change your name first.")
        name = f"{person.name}{MARK}"
        taken = StaysAPerson(f"{name} looks like a name that is taken. Change your name first.")
        if is_name_taken(name, but=person):
            raise taken
        person.name, person.is_program = name, True
        try:
            with atomic():
                person.save(update_fields=["name", "is_program"])
        except IntegrityError:
            raise taken from None
    return person


def _has_played(person: "User") -> bool:
    hosted = Game.objects.filter(host=person) | Game.objects.filter(master=person)
    sat = Seat.objects.filter(user=person) | Seat.objects.filter(owner=person)
    return hosted.exists() or sat.exists() or Absence.objects.filter(user=person).exists()
