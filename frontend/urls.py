"""The pages' addresses: each feature's own, joined."""

from typing import Final

from django.urls import URLPattern

from frontend.account.urls import urlpatterns as account
from frontend.api.urls import urlpatterns as api
from frontend.archive.urls import urlpatterns as archive
from frontend.conduct.urls import urlpatterns as conduct
from frontend.experiments.urls import urlpatterns as experiments
from frontend.explorer.urls import urlpatterns as explorer
from frontend.game.urls import urlpatterns as game
from frontend.health.urls import urlpatterns as health
from frontend.home.urls import urlpatterns as home
from frontend.inbox.urls import urlpatterns as inbox
from frontend.ladder.urls import urlpatterns as ladder
from frontend.learn.urls import urlpatterns as learn
from frontend.lobby.urls import urlpatterns as lobby
from frontend.minds.urls import urlpatterns as minds
from frontend.people.urls import urlpatterns as people
from frontend.puzzles.urls import urlpatterns as puzzles
from frontend.ranking.urls import urlpatterns as ranking
from frontend.research.urls import urlpatterns as research
from frontend.result.urls import urlpatterns as result
from frontend.review.urls import urlpatterns as review
from frontend.sandbox.urls import urlpatterns as sandbox
from frontend.shell.urls import urlpatterns as shell
from frontend.staff.urls import urlpatterns as staff
from frontend.studies.urls import urlpatterns as studies
from frontend.talk.urls import urlpatterns as talk

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    *home,
    *ladder,
    *learn,
    *sandbox,
    *studies,
    *explorer,
    *puzzles,
    *health,
    *account,
    *api,
    *shell,
    *lobby,
    *people,
    *inbox,
    *ranking,
    *archive,
    *game,
    *talk,
    *conduct,
    *staff,
    *minds,
    *result,
    *review,
    *research,
    *experiments,
]
