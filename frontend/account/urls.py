"""The addresses of what is ours of signing up and in; all others are allauth's."""

from typing import Final

from allauth.account import views as theirs
from django.urls import URLPattern, path

from frontend.account import own, tokens, views
from frontend.account.guests import members_only

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("my/account/", own.account, name="account"),
    path("my/account/name/", own.change_name, name="change_name"),
    path("my/account/tokens/", tokens.new_token, name="new_token"),
    path("my/account/tokens/revoke/", tokens.revoke, name="revoke_token"),
    path("my/account/bot/", tokens.become_bot, name="become_bot"),
    path("my/account/bot/about/", tokens.about_bot, name="about_bot"),
    path("my/study/", own.choose_study, name="choose_study"),
    path("my/account/data/", own.export_data, name="export_data"),
    path("my/account/delete/", own.delete_account, name="delete_account"),
    path("accounts/signup/", views.sign_up, name="account_signup"),
    path("accounts/login/", views.sign_in, name="account_login"),
    path("accounts/email/", members_only(theirs.email), name="account_email"),
    path("accounts/password/change/", members_only(theirs.password_change), name="account_change_password"),
    path("accounts/password/set/", members_only(theirs.password_set), name="account_set_password"),
]
