"""manage.py backup FILE"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dipgame.backup import BackupError, keep, keep_logs, logs_beside


class Command(BaseCommand):
    help = "Writes the whole database into a new file, and the experiments' logs beside it, while the site goes on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            keep(file)
            logs = keep_logs(file)
        except BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes. Keep it where this machine is not.")
        self.stdout.write(f"{logs_beside(file)}: {logs} logs of experiments. Keep it with the other.")
