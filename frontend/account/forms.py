"""Sign-up, sign-in and passwords in the site's own words.

What they do is allauth's.
"""

import hashlib
from typing import Any, ClassVar, Final

from allauth.account import forms
from allauth.account.adapter import DefaultAccountAdapter
from django import forms as plain
from django.contrib.auth import update_session_auth_hash
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse

from dipgame import limits
from dipgame.accounts.looks import look_of
from dipgame.accounts.models import User
from dipgame.accounts.queries import is_name_taken
from dipgame.accounts.tokens import ACTING, SCOPES
from dipgame.accounts.tokens import LONGEST_NAME as LONGEST_TOKEN_NAME
from dipgame.accounts.usernames import LONGEST_NAME, MARK, NAME_VALIDATORS
from dipgame.accounts.wishes import refuse_study
from frontend.visitor import client_address

__all__ = [
    "AccountAdapter",
    "AddAddressForm",
    "ChangePasswordForm",
    "DeleteForm",
    "ForgottenPasswordForm",
    "NewPasswordForm",
    "OwnPasswordForm",
    "PasswordAgainForm",
    "RenameForm",
    "SetPasswordForm",
    "SignInForm",
    "SignUpForm",
    "TokenForm",
    "reserve",
]

_GOOD_ONE: Final = "At least 8 characters, not only digits, and not a common password."
_WORDS: Final[dict[str, str]] = {
    "username": "Name",
    "email": "E-mail address",
    "login": "Name or e-mail",
    "password": "Password",
    "oldpassword": "Current password",
    "password1": "New password",
    "password2": "New password again",
}


_TAKEN: Final = "This name is taken, or looks like one that is. Please choose another."
_RESERVED: Final = 7 * 24 * 3600
"""Seconds that a name counts as taken which was given with an address that has an account, or was somebody's before."""


def _reserved(name: str) -> str:
    return f"reserved-name:{hashlib.sha256(look_of(name).encode()).hexdigest()}"


def reserve(name: str) -> None:
    """Nobody takes this name, or one that looks like it, for a while."""
    cache.set(_reserved(name), True, _RESERVED)


class _OwnWords:
    """Labels above the fields in our words, and no grey text inside them that vanishes while one types."""

    words: dict[str, str] = {}
    help: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.widget.attrs.pop("placeholder", None)
            field.label = (_WORDS | self.words).get(name, field.label)
            field.help_text = self.help.get(name, field.help_text)


class SignUpForm(_OwnWords, forms.SignupForm):
    """Sign-up form that does not reveal which addresses have an account.

    If addresses are confirmed, an address with an account gets a mail like any other. The name given is then reserved
    for a while, as with a new address, so that a second try with it does not tell them apart.
    """

    words = {"password1": "Password"}
    help = {
        "username": "Your name in games.",
        "password1": _GOOD_ONE,
        "no_study": "You can change this later under Account.",
    }
    no_study = plain.BooleanField(label="Do not study my games", required=False)

    def clean_username(self) -> str:
        name: str = super().clean_username()
        if cache.get(_reserved(name)):
            raise ValidationError(AccountAdapter.error_messages["username_taken"])
        return name

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        super().custom_signup(request, user)
        if self.cleaned_data.get("no_study"):
            refuse_study(user, no=True)

    def try_save(self, request: HttpRequest) -> Any:
        if self.account_already_exists:
            reserve(self.cleaned_data["username"])
        return super().try_save(request)


class SignInForm(_OwnWords, forms.LoginForm):
    pass


class ForgottenPasswordForm(_OwnWords, forms.ResetPasswordForm):
    pass


class NewPasswordForm(_OwnWords, forms.ResetPasswordKeyForm):
    help = {"password1": _GOOD_ONE}


class ChangePasswordForm(_OwnWords, forms.ChangePasswordForm):
    help = {"password1": _GOOD_ONE}


class SetPasswordForm(_OwnWords, forms.SetPasswordForm):
    help = {"password1": _GOOD_ONE}


class PasswordAgainForm(_OwnWords, forms.ReauthenticateForm):
    pass


class AddAddressForm(_OwnWords, forms.AddEmailForm):
    words = {"email": "Another e-mail address"}


class RenameForm(plain.Form):
    """Another name for the person who asks."""

    name = plain.CharField(
        label="New name",
        min_length=2,
        max_length=LONGEST_NAME,
        validators=NAME_VALIDATORS,
        help_text="Your name in games, also in finished ones. You can change it once in 30 days.",
        widget=plain.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if self.person.is_program:
            name = f"{name}{MARK}"
            if len(name) > LONGEST_NAME:
                raise ValidationError(f"A bot's name has at most {LONGEST_NAME - len(MARK)} characters.")
        is_mine = look_of(name) == self.person.look
        if is_name_taken(name, but=self.person) or (cache.get(_reserved(name)) and not is_mine):
            raise ValidationError(_TAKEN)
        return name


class AboutBotForm(plain.ModelForm):
    """Author of a bot, and its use, for everybody who meets it."""

    class Meta:
        model = User
        fields = ("made_by", "about")
        labels = {"made_by": "Made by", "about": "What it does"}
        help_texts = {
            "made_by": "A name you want to be known by; it need not be yours on this site.",
            "about": "Up to 300 characters.",
        }
        widgets: ClassVar = {"about": plain.Textarea({"rows": 5})}

    def clean_about(self) -> str:
        """Make one line of it: its page has no more."""
        return " ".join(str(self.cleaned_data["about"]).split())


class OwnPasswordForm(plain.Form):
    """Asks for the password again.

    Whoever finds a page open cannot do this.
    """

    password = plain.CharField(
        label="Your password",
        strip=False,
        widget=plain.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not limits.PASSWORDS.allows(self.person.pk):
            raise ValidationError("Too many attempts. Please wait a few minutes.")
        if not self.person.check_password(password):
            raise ValidationError("This is not the password of your account.")
        return password


class DeleteForm(OwnPasswordForm):
    pass


class TokenForm(OwnPasswordForm):
    """A new token: its name and what it may be used for."""

    name = plain.CharField(
        label="Name",
        max_length=LONGEST_TOKEN_NAME,
        help_text="For you: where you use it.",
        widget=plain.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = plain.MultipleChoiceField(
        label="It may be used to",
        widget=plain.CheckboxSelectMultiple,
        error_messages={"required": "Choose what the token may be used for."},
    )
    field_order = ("name", "scopes", "password")

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(person, *args, **kwargs)
        offered = {name: words for name, words in SCOPES.items() if person.is_program or name not in ACTING}
        self.fields["scopes"].choices = list(offered.items())  # type: ignore[attr-defined]
        self.fields["scopes"].initial = list(offered)


class AccountAdapter(DefaultAccountAdapter):
    """Says in our words what went wrong, and leads people where they wanted to go."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        **dict.fromkeys(
            ("email_password_mismatch", "username_password_mismatch", "username_email_password_mismatch"),
            "The name or address and the password do not match. Try again, or choose a new password.",
        ),
        "email_taken": "This address has an account already. Sign in with it, or use another one.",
        "username_taken": _TAKEN,
        "incorrect_password": "This is not the password of your account.",
        "enter_current_password": "This is not the password of your account.",
        "too_many_login_attempts": "Too many attempts. Please wait a few minutes, or choose a new password.",
        "rate_limited": "Too many requests in a short time. Please wait a minute.",
        "duplicate_email": "This address is on your account already.",
        "account_inactive": "This account is closed.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(username, shallow)
        guest = getattr(self.request, "guest", None)
        if not shallow and is_name_taken(name, but=guest):
            raise ValidationError(_TAKEN)
        return name

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        if limits.GUESSES.spend(self._name_tried(request, **credentials), 0) >= limits.GUESSES.most:
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        limits.GUESSES.spend(self._name_tried(request, **credentials), 1)

    def _name_tried(self, request: HttpRequest, **credentials: Any) -> str:
        return hashlib.sha256(super()._get_login_attempts_cache_key(request, **credentials).encode()).hexdigest()

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """A few wrong passwords shut a name out at the address they come from, not where its owner is."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{client_address(request)}"

    def new_user(self, request: HttpRequest) -> User:
        """A guest who signs up is the same person as before."""
        return getattr(request, "guest", None) or super().new_user(request)  # type: ignore[no-any-return]

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        was_guest, user.is_guest, user.guest_network = user.is_guest, False, ""
        saved: User = super().save_user(request, user, form, commit)
        if was_guest:
            # The password is another one now, and this browser stays where it is, also before the address is confirmed.
            request.user = saved
            update_session_auth_hash(request, saved)
        return saved

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return _next_step(request)

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return _next_step(request)

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        if self.request.user.is_authenticated:
            return _next_step(self.request)
        return reverse("account_login")


def _next_step(request: HttpRequest) -> str:
    """Page after signing in without another destination: the lobby."""
    return reverse("lobby")
