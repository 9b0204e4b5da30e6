"""manage.py examples"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from dipgame.games.services.add_examples import add_examples, remove_examples


class Command(BaseCommand):
    help = "Adds the example games that are not on the site, or removes all of them. They count in no number of games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["add", "remove"])

    def handle(self, *args: Any, act: str, **options: Any) -> None:
        if act == "remove":
            self.stdout.write(f"{remove_examples()} example games removed.")
            return
        if not settings.EXAMPLE_GAMES:
            raise CommandError("Example games are switched off: EXAMPLE_GAMES=0.")
        self.stdout.write(f"{add_examples()} example games added.")
