"""`manage.py recompute_ranking`: the ranking anew from the results of all games."""

from typing import Any

from django.core.management.base import BaseCommand

from dipgame.ranking.update import recompute_ranking


class Command(BaseCommand):
    help = "Count all finished games anew. The same results give the same ranking."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Games counted: {recompute_ranking()}.")
