"""The addresses of the lobby and its tables."""

from typing import Final

from django.urls import URLPattern, path

from frontend.lobby import group, room, seats, views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("games/", views.lobby, name="lobby"),
    path("games/open/", views.open_games_part, name="open_games_part"),
    path("games/seats/", seats.vacant, name="vacant_seats"),
    path("games/<slug:slug>/take-back/", seats.take_back, name="take_seat_back"),
    path("games/<slug:slug>/take-over/", seats.take_over, name="take_seat_over"),
    path("games/<slug:slug>/table/", views.waiting_room, name="waiting_room"),
    path("games/<slug:slug>/join/", views.join, name="join_game"),
    path("games/<slug:slug>/wishes/", views.wishes, name="change_wishes"),
    path("games/<slug:slug>/leave/", views.leave, name="leave_game"),
    path("games/<slug:slug>/end/", views.end_alone, name="end_alone"),
    path("games/<slug:slug>/start/", views.start_now, name="start_game"),
    path("games/<slug:slug>/room/", room.say, name="say_in_room"),
    path("games/<slug:slug>/with/<str:word>/", group.group, name="group"),
    path("games/preview.png", group.preview, name="group_preview"),
]
