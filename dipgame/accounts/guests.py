"""People who play without an account."""

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone
from django.utils.crypto import salted_hmac

from dipgame.accounts.models import User
from dipgame.accounts.usernames import GUEST
from dipgame.addresses import networks_of
from dipgame.limits import Limit
from dipgame.switches import NO_GUESTS, is_on
from dipgame.transactions import atomic

__all__ = ["GUEST_STAYS", "NoGuestsError", "TooManyGuestsError", "new_guest"]

GUEST_STAYS: Final = timedelta(days=7)
"""A guest who did nothing for so long, and their games with bots, are tidied away."""

_A_DAY: Final = timedelta(days=1)
_AROUND: Final = Limit("guests-around", 0, int(_A_DAY.total_seconds()))
_NUMBERS: Final = 1_000_000
_ATTEMPTS: Final = 20
_COUNTED: Final = 10
"""Attempts to give a taken name the next number; then it gets any."""


class TooManyGuestsError(Exception):
    """As many guests as may came from this network within a day."""


class NoGuestsError(TooManyGuestsError):
    """The site takes no new guests just now."""


def new_guest(address: str, name: str = "", *, is_program: bool = False) -> User:
    """A person without an account, who asked from this address or network; a keyed hash of it is kept.

    name: what friends call them; they are then known as `Guest Anna`, and the next of that name as `Guest Anna 2`.
    Without one they have a number. is_program: a program over DAIDE; those are counted by themselves, as a tournament
    comes from one machine.
    Raises NoGuestsError while an operator lets none in, else TooManyGuestsError; how many a network may send in a day
    is `GUESTS_PER_NETWORK` or `PROGRAMS_PER_NETWORK`, and four times as many the larger network of version 6 around it.
    """
    if is_on(NO_GUESTS):
        raise NoGuestsError
    kind, most = ("programs", settings.PROGRAMS_PER_NETWORK) if is_program else ("guests", settings.GUESTS_PER_NETWORK)
    network = salted_hmac(kind, address).hexdigest()[:32]
    around = [_AROUND.spend(f"{kind}:{each}", 1) for each in networks_of(address)[1:]]
    today = User.objects.filter(guest_network=network, date_joined__gte=timezone.now() - _A_DAY)
    if today.count() >= most or max(around, default=0) > 4 * most:
        raise TooManyGuestsError
    for attempt in range(_ATTEMPTS):
        number = "" if attempt == 0 else f" {attempt + 1 if attempt < _COUNTED else secrets.randbelow(_NUMBERS)}"
        called = f"{GUEST} {name}{number}" if name else f"{GUEST} {secrets.randbelow(_NUMBERS)}"
        guest = User(name=called, is_guest=True, guest_network=network)
        guest.set_unusable_password()
        try:
            with atomic():
                guest.save()
        except IntegrityError:  # somebody has this number
            continue
        return guest
    raise TooManyGuestsError
