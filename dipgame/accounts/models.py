"""People who play.

They sign in with their name or e-mail address, and are known to others by their name.

A guest is a person without either: who plays at once, and is known by the session of one browser alone.
"""

import secrets
from collections.abc import Iterable
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from dipgame.accounts.looks import look_of
from dipgame.accounts.usernames import KEPT_NAME_VALIDATORS, LONGEST_NAME

__all__ = ["ApiToken", "Block", "Device", "FriendLink", "Friendship", "Mail", "Push", "Switch", "User"]


class UserManager(BaseUserManager["User"]):
    """Makes people. Used by `createsuperuser` and by tests; sign-up goes through allauth."""

    def create_user(self, email: str, name: str, password: str | None = None, **more: Any) -> "User":
        user = self.model(email=self.normalize_email(email), name=name, **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None) -> "User":
        """Create a superuser with a confirmed address: shell access is proof enough."""
        user = self.create_user(email, name, password, is_staff=True, is_superuser=True)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """In small letters: nobody's mailbox depends on capitals, and addresses are looked up as they are kept."""
        return super().normalize_email(email).lower()

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """A person.

    E-mail addresses are unique whatever their capitals, names whatever a reader could take them for.

    is_guest: plays without an account; has no address, and a name made up for them. guest_network: a keyed hash of the
    network a guest came from, so that guests can be counted and nobody's address is kept; empty for others. look: of
    the name (`looks.look_of`); empty for one that was there before looks were compared, and for who left. left_at:
    when the account was deleted; the row stays for the games' sake, without name or address. no_mail, no_push: the
    kinds of news the person wants no mail about, and no message in their browsers. quiet: the hours in which neither
    is sent, by the clock of `zone`, which the browser they use tells; empty where it has not. lessons: the answers of
    each lesson so far (`accounts.lessons`). hints: `on` or `off` beside the orders, empty until chosen. no_study: games
    of this person are not offered to researchers. is_program: a program plays with this account, for good, and its name
    says so (`usernames.MARK`). made_by, about: who made that program and what it does, in its owner's words; empty for
    people.
    """

    email = models.EmailField("e-mail address", unique=True, null=True, blank=True)
    name = models.CharField(max_length=LONGEST_NAME, validators=KEPT_NAME_VALIDATORS)
    look = models.CharField(max_length=200, blank=True, editable=False)
    is_staff = models.BooleanField(default=False, help_text="May use the admin pages.")
    is_active = models.BooleanField(default=True, help_text="May sign in. Switch this off instead of deleting people.")
    is_guest = models.BooleanField("guest", default=False, editable=False)
    guest_network = models.CharField(max_length=32, blank=True, editable=False)
    date_joined = models.DateTimeField(default=timezone.now, editable=False)
    renamed_at = models.DateTimeField(null=True, editable=False)
    left_at = models.DateTimeField(null=True, editable=False)
    no_mail = models.JSONField(default=list, blank=True, editable=False)
    no_push = models.JSONField(default=list, blank=True, editable=False)
    quiet = models.CharField(max_length=5, blank=True, editable=False)
    zone = models.CharField(max_length=40, blank=True, editable=False)
    lessons = models.JSONField(default=dict, blank=True, editable=False)
    hints = models.CharField(max_length=3, blank=True, editable=False)
    no_study = models.BooleanField("not to be studied", default=False)
    is_program = models.BooleanField("a bot's account", default=False, db_default=False, editable=False)
    made_by = models.CharField("made by", max_length=60, blank=True, default="", db_default="")
    about = models.CharField(max_length=300, blank=True, default="", db_default="")

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = "person"
        verbose_name_plural = "people"
        constraints = [
            models.UniqueConstraint(
                Lower("email"), name="one_person_per_email", violation_error_message="This address has an account."
            ),
            models.UniqueConstraint(
                Lower("name"),
                name="one_person_per_name",
                condition=Q(left_at=None),
                violation_error_message="This name is taken.",
            ),
            models.UniqueConstraint(fields=["look"], name="one_person_per_look", condition=~Q(look="")),
            models.CheckConstraint(
                name="person_without_address_is_a_guest_or_left",
                condition=Q(is_guest=True) | Q(email__isnull=False) | Q(left_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["guest_network", "date_joined"], name="guests_of_a_network"),
            models.Index(fields=["id"], condition=Q(no_study=True), name="people_not_studied"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        if self.email is not None:
            self.email = UserManager.normalize_email(self.email)
        alike = User.objects.filter(look=look_of(self.name)).exclude(pk=self.pk)
        if self.name and alike.exists():
            raise ValidationError({"name": "This name is taken, or looks like one that is."})

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **more: Any) -> None:
        """The look follows the name."""
        if update_fields is None or "name" in update_fields:
            self.look = "" if self.left_at is not None else look_of(self.name)
            update_fields = None if update_fields is None else {*update_fields, "look"}
        super().save(*args, update_fields=update_fields, **more)


class Friendship(models.Model):
    """Two people who chose to find each other here. one: the person with the smaller number."""

    one = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager["Friendship"]]

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="friends_once"),
            models.CheckConstraint(name="friends_in_order", condition=Q(one__lt=F("other"))),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"


def new_link_key() -> str:
    """Draw an unguessable key."""
    return secrets.token_urlsafe(16)


class FriendLink(models.Model):
    """The address by which others become friends of a person: one at a time, and a new one ends the old."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="friend_link")
    key = models.CharField(max_length=32, unique=True, default=new_link_key)
    made_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager["FriendLink"]]

    def __str__(self) -> str:
        return f"link of {self.user_id}"


class Block(models.Model):
    """A person wants to read nothing that another one writes."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    of = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager["Block"]]

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "of"], name="block_once"),
            models.CheckConstraint(name="block_of_another", condition=~Q(by=F("of"))),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} blocks {self.of_id}"


class Mail(models.Model):
    """A mail that waits for a worker to send it.

    It may hold a link that opens an account: gone once it is sent.
    """

    sender = models.CharField(max_length=320)
    receivers = models.JSONField()
    subject = models.TextField()
    body = models.TextField()
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    objects: ClassVar[models.Manager["Mail"]]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"mail {self.pk}"


def new_device_token() -> str:
    """Draw an unguessable token."""
    return secrets.token_urlsafe(16)


class Device(models.Model):
    """A browser in which a person wants to be told, and how to reach it: the address its maker's service gave it, and
    the keys with which it alone reads what is sent there. token: a cookie of that browser, by which it is known."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    label = models.CharField(max_length=60)
    token = models.CharField(max_length=32, unique=True, default=new_device_token)
    made_at = models.DateTimeField(default=timezone.now)

    id: int
    user_id: int
    objects: ClassVar[models.Manager["Device"]]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.label} of {self.user_id}"


class ApiToken(models.Model):
    """A personal access token of a program.

    digest: a hash of the token, which is kept nowhere itself. scopes: those of `accounts.tokens.SCOPES`, with blanks
    between. used_at: of its last use, to the minute.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    id: int
    user_id: int
    objects: ClassVar[models.Manager["ApiToken"]]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"


class Push(models.Model):
    """A message that waits for a worker to send it to a device; gone once it is sent. topic: what it is about; a later
    one takes the place of an earlier one of the same topic."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="pushes")
    title = models.CharField(max_length=60)
    body = models.TextField()
    address = models.CharField(max_length=200)
    topic = models.CharField(max_length=32)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    objects: ClassVar[models.Manager["Push"]]

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["device", "topic"], name="push_once")]

    def __str__(self) -> str:
        return f"push {self.pk}"


class Switch(models.Model):
    """Something an operator has switched on (`dipgame.switches`). value: a banner's words, else why."""

    name = models.CharField(max_length=80, unique=True)
    value = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now=True)

    objects: ClassVar[models.Manager["Switch"]]

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "switches"

    def __str__(self) -> str:
        return self.name
