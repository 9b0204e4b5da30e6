"""manage.py index_archive"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from dipgame.explorer.indexing import index_some
from dipgame.explorer.models import Indexed


class Command(BaseCommand):
    help = "Indexes all finished games for the explorer; a running site does it by itself within a minute."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anew", action="store_true", help="also those that are indexed already")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["anew"]:
            Indexed.objects.all().delete()
        count = 0
        while found := index_some():
            count += found
        self.stdout.write(f"{count:,} games indexed.")
