"""The pages' addresses: the game's here, all others in urls_pages."""

from typing import Final

from django.urls import URLPattern, URLResolver, include, path, re_path

from frontend.views import game, minds, offers, press

__all__ = ["urlpatterns"]

_SLUG: Final = r"^games/(?P<slug>[-a-zA-Z0-9_]+)"
_PHASE: Final = r"(?P<name>[SFW][0-9]{1,4}[MRA])"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("frontend.urls_pages")),
    path("games/<slug:slug>/", game.game, name="game"),
    path("games/<slug:slug>/state", game.state, name="game_state"),
    path("games/<slug:slug>/options", game.options, name="game_options"),
    path("games/<slug:slug>/press", press.press, name="game_press"),
    path("games/<slug:slug>/command", game.command, name="game_command"),
    path("games/<slug:slug>/offer/drawing", offers.drawing, name="game_offer_drawing"),
    path("games/<slug:slug>/offer/helpers", offers.helpers, name="game_offer_helpers"),
    path("games/<slug:slug>/minds", minds.minds, name="game_minds"),
    re_path(rf"{_SLUG}/minds/(?P<power>[A-Z]{{3}})/{_PHASE}$", minds.mind, name="game_mind"),
    re_path(rf"{_SLUG}/phases/{_PHASE}\.json$", game.phase, name="game_phase"),
    re_path(rf"{_SLUG}/phases/{_PHASE}\.(?P<kind>svg|png)$", game.picture, name="game_picture"),
]
