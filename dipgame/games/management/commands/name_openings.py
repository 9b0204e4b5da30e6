"""manage.py name_openings"""

from typing import Any

from django.core.management.base import BaseCommand

from dipgame.games.models import GamePhase, Seat
from dipgame.games.services.name_openings import name_openings


class Command(BaseCommand):
    help = "Names the openings of all games that are over anew, after the table of openings has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{name_openings(GamePhase.objects, Seat.objects):,} seats changed.")
