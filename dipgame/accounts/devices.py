"""The browsers in which a person is told: which there are, and when one is forgotten."""

from dipgame.accounts.models import Device, User

__all__ = [
    "devices_of",
    "forget_device",
    "forget_devices_but",
    "forget_devices_of_others",
    "keep_zone_of",
]


def devices_of(person: User) -> list[Device]:
    """The person's browsers, in the order in which they were added."""
    return list(Device.objects.filter(user=person))


def forget_device(person: User, *, number: int | None = None, token: str = "") -> None:
    """Forget one browser of the person, by its number or, without one, by what its cookie holds. Others' are left."""
    mine = Device.objects.filter(user=person)
    (mine.filter(token=token) if number is None else mine.filter(pk=number)).delete()


def forget_devices_of_others(person: User, token: str) -> None:
    """Forget the browser with this cookie for everybody but the person who now signs in with it."""
    Device.objects.filter(token=token).exclude(user=person).delete()


def forget_devices_but(person: User, token: str) -> None:
    """Forget all browsers of the person but the one with this cookie."""
    Device.objects.filter(user=person).exclude(token=token).delete()


def keep_zone_of(person: User, zone: str) -> None:
    """Write down the zone whose clock the person lives by.

    The caller has looked at whether there is such a zone.
    """
    User.objects.filter(pk=person.pk).update(zone=zone)
