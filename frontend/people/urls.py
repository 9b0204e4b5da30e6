"""The addresses of people and their games."""

from typing import Final

from django.urls import URLPattern, path
from django.views.generic.base import RedirectView

from frontend.people import friends, views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("my/games/", views.my_games, name="my_games"),
    path("my/profile/", views.my_profile, name="profile"),
    path("my/friends/", friends.my_friends, name="friends"),
    path("my/friends/link/", friends.new_link, name="new_friend_link"),
    path("friends/<str:key>/", friends.accept, name="befriend"),
    path("people/<str:name>/", views.person, name="person"),
    path("people/<str:name>/challenge/", friends.challenge, name="challenge"),
    path("people/<str:name>/part/", friends.part, name="part"),
    path("people/<str:name>/block/", friends.block, name="block"),
    path("people/<str:name>/unblock/", friends.unblock, name="unblock"),
    path("accounts/", RedirectView.as_view(pattern_name="account")),
]
