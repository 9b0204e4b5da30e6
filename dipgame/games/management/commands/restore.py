"""manage.py restore FILE --yes"""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from dipgame.backup import BackupError, restore, restore_logs


class Command(BaseCommand):
    help = (
        "Puts database and experiments' logs back as a backup has them, in place of what is there. Stop the site first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="what is there now may go")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["yes"]:
            raise CommandError("Everything in the database now would be lost. If that is meant, add --yes")
        try:
            restore(options["file"])
            logs = restore_logs(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from None
        call_command("migrate", verbosity=0)
        self.stdout.write(f"The database is as it was kept, and {logs} logs of experiments. Start the site.")
