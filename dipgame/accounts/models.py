"""People who play. They sign in with their name or e-mail address, and are known to others by their name.

A guest is a person without either: who plays at once, and is known by the session of one browser alone.
"""

from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from dipgame.accounts.people import NAME_VALIDATORS

__all__ = ["Mail", "User"]


class UserManager(BaseUserManager["User"]):
    """Makes people. Used by `createsuperuser` and by tests; sign-up goes through allauth."""

    def create_user(self, email: str, name: str, password: str | None = None, **more: Any) -> "User":
        user = self.model(email=self.normalize_email(email), name=name, **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None) -> "User":
        """Who may use the server's shell need not confirm an address."""
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
    """A person. E-mail addresses and names are unique whatever their capitals.

    is_guest: plays without an account; has no address, and a name made up for them. guest_network: a keyed hash of the
    network a guest came from, so that guests can be counted and nobody's address is kept; empty for others.
    """

    email = models.EmailField("e-mail address", unique=True, null=True, blank=True)
    name = models.CharField(max_length=30, unique=True, validators=NAME_VALIDATORS)
    is_staff = models.BooleanField(default=False, help_text="May use the admin pages.")
    is_active = models.BooleanField(default=True, help_text="May sign in. Switch this off instead of deleting people.")
    is_guest = models.BooleanField("guest", default=False, editable=False)
    guest_network = models.CharField(max_length=32, blank=True, editable=False)
    date_joined = models.DateTimeField(default=timezone.now, editable=False)

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
                Lower("name"), name="one_person_per_name", violation_error_message="This name is taken."
            ),
            models.CheckConstraint(
                name="person_without_address_is_a_guest", condition=Q(is_guest=True) | Q(email__isnull=False)
            ),
        ]
        indexes = [models.Index(fields=["guest_network", "date_joined"], name="guests_of_a_network")]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        if self.email is not None:
            self.email = UserManager.normalize_email(self.email)


class Mail(models.Model):
    """A mail that waits for a worker to send it. It may hold a link that opens an account: gone once it is sent."""

    sender = models.CharField(max_length=320)
    receivers = models.JSONField()
    subject = models.TextField()
    body = models.TextField()
    html = models.TextField(blank=True)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    objects: ClassVar[models.Manager["Mail"]]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"mail {self.pk}"
