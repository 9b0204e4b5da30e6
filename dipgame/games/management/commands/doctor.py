"""manage.py doctor"""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from dipgame.games.doctor import examined


class Command(BaseCommand):
    help = "Says what is wrong with the site, in words, and what to do. Ends with 1 where anything is."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        ill = 0
        for each in examined():
            ill += not each.is_well
            self.stdout.write(f"{'well' if each.is_well else 'ILL '}  {each.name}: {each.words}")
        if ill:
            sys.exit(1)
