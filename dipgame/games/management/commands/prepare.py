"""manage.py prepare"""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from dipgame.games.services.add_examples import add_examples, is_fresh


class Command(BaseCommand):
    help = "Brings the database up to date and adds example games to a new one: before the site is started."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=verbosity)
        if is_fresh():
            add_examples()
