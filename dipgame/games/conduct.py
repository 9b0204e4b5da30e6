"""Refuse actions to people who are muted or banned."""

from typing import TYPE_CHECKING

from dipgame.accounts.locks import lock_person
from dipgame.games import clock
from dipgame.games.errors import AlreadySeated, Banned, Muted
from dipgame.games.models import Game, Sanction
from dipgame.games.queries.conduct import sanction_in_force

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["check_may_play", "check_may_write", "check_sees_no_other_hand"]


def check_may_play(person: "User") -> None:
    """Lock the person's row until the end of the transaction, before any game: nobody is banned or deleted while they
    take a seat. Raises Banned where they may not take one, or their account is gone."""
    try:
        gone = lock_person(person.pk).left_at is not None
    except type(person).DoesNotExist:
        gone = True
    if gone:
        raise Banned("This account was deleted; sign in with another one to play.")
    found = sanction_in_force(person, Sanction.Kind.BAN)
    if found is not None:
        raise Banned(f"You may not take a seat until {clock.moment_words(found.until, person.zone)}: {found.reason}")


def check_sees_no_other_hand(person: "User", game: Game) -> None:
    """Raises AlreadySeated for the game master, who sees what a player may not know."""
    if game.master_id == person.pk:
        raise AlreadySeated("You are the game master: you see all orders and messages, and take no seat in this game.")


def check_may_write(person: "User | None") -> None:
    """Raises Muted where the person may not write to others."""
    found = None if person is None else sanction_in_force(person, Sanction.Kind.MUTE)
    if person is not None and found is not None:
        raise Muted(
            f"You may not write to others until {clock.moment_words(found.until, person.zone)}: {found.reason} "
            "Proposals can still be answered."
        )
