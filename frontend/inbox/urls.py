"""The addresses of the inbox."""

from typing import Final

from django.urls import URLPattern, path

from frontend.inbox import devices, views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("my/inbox/", views.inbox, name="inbox"),
    path("my/inbox/seen/", views.all_seen, name="all_seen"),
    path("my/account/mail/", views.choose_mail, name="choose_mail"),
    path("my/account/push/", devices.choose_push, name="choose_push"),
    path("my/account/hours/", devices.choose_hours, name="choose_hours"),
    path("my/account/zone/", devices.keep_zone, name="keep_zone"),
    path("my/devices/", devices.add, name="add_device"),
    path("my/devices/forget/", devices.forget, name="forget_device"),
    path("service-worker.js", devices.worker, name="service_worker"),
    path("mail/stop/<str:token>/", views.stop, name="stop_mail"),
]
