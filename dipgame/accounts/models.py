"""People who play. They sign in with an e-mail address and are known to others by their name."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from dipgame.accounts.people import NAME_VALIDATORS

__all__ = ["User"]


class UserManager(BaseUserManager["User"]):
    """Makes people. Used by `createsuperuser` and by tests; sign-up goes through allauth."""

    def create_user(self, email: str, name: str, password: str | None = None, **more: Any) -> "User":
        user = self.model(email=self.normalize_email(email), name=name, **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None) -> "User":
        return self.create_user(email, name, password, is_staff=True, is_superuser=True)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. E-mail addresses and names are unique whatever their capitals."""

    email = models.EmailField("e-mail address", unique=True)
    name = models.CharField(max_length=30, unique=True, validators=NAME_VALIDATORS)
    is_staff = models.BooleanField(default=False, help_text="May use the admin pages.")
    is_active = models.BooleanField(default=True, help_text="May sign in. Switch this off instead of deleting people.")
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
        ]

    def __str__(self) -> str:
        return self.name
