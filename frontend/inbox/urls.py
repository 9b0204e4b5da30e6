"""The addresses of the inbox."""

from typing import Final

from django.urls import URLPattern, path

from frontend.inbox import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("my/inbox/", views.inbox, name="inbox"),
    path("my/inbox/seen/", views.all_seen, name="all_seen"),
    path("my/account/mail/", views.choose_mail, name="choose_mail"),
    path("mail/stop/<str:token>/", views.stop, name="stop_mail"),
]
