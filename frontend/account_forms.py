"""Sign-up, sign-in and passwords in the site's own words. What they do is allauth's."""

from typing import Any, Final

from allauth.account import forms
from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.urls import reverse

__all__ = [
    "AccountAdapter",
    "AddAddressForm",
    "ChangePasswordForm",
    "ForgottenPasswordForm",
    "NewPasswordForm",
    "PasswordAgainForm",
    "SetPasswordForm",
    "SignInForm",
    "SignUpForm",
]

_GOOD_ONE: Final = "At least 8 characters, not only digits, and none that everybody uses."
_WORDS: Final[dict[str, str]] = {
    "username": "Name",
    "email": "E-mail address",
    "login": "E-mail address",
    "password": "Password",
    "oldpassword": "Password until now",
    "password1": "New password",
    "password2": "New password again",
}


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
    words = {"password1": "Password"}
    help = {"username": "What others call you at the table.", "password1": _GOOD_ONE}


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


class AccountAdapter(DefaultAccountAdapter):
    """Says in our words what went wrong, and leads people where they wanted to go."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": "This address and password do not go together. Try again, or choose a new one.",
        "email_taken": "This address has an account already. Sign in with it, or use another one.",
        "username_taken": "This name is taken. Please choose another.",
        "incorrect_password": "This is not the password of your account.",
        "enter_current_password": "This is not the password of your account.",
        "too_many_login_attempts": "Too many attempts. Please wait a few minutes, or choose a new password.",
        "rate_limited": "That was very often in a short time. Please wait a minute.",
        "duplicate_email": "This address is on your account already.",
        "account_inactive": "This account is closed.",
    }

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return _next_step(request)

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return _next_step(request)

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        if self.request.user.is_authenticated:
            return _next_step(self.request)
        return reverse("account_login")


def _next_step(request: HttpRequest) -> str:
    """A guest who pressed "play now" comes to the table that waits; everybody else to the lobby."""
    return reverse("play_now" if "play_now" in request.session else "lobby")
