"""manage.py name_openings"""

from typing import Any

from django.core.management.base import BaseCommand

from dipgame.games.models import GamePhase, Seat
from dipgame.games.services.name_openings import name_openings


class Command(BaseCommand):
    help = "Names the openings of all games that are over anew, after the table of openings has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        # A game from the sandbox has no opening.
        phases = GamePhase.objects.filter(game__first_position__isnull=True)
        self.stdout.write(f"{name_openings(phases, Seat.objects):,} seats changed.")
