"""manage.py game"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from adjudication.games import GameFileError, own, read_game, text_of
from daide.log import ALL_FORMATS
from dipgame.accounts.models import User
from dipgame.games import queries
from dipgame.games.errors import Refused
from dipgame.games.models import Game
from dipgame.games.recorded import recorded_game
from dipgame.games.services.import_game import import_game

_NAMES = ", ".join(ALL_FORMATS)
_LARGEST = 20_000_000
"""Bytes of a file that an operator imports."""


class Command(BaseCommand):
    help = "Writes a game to a file, or imports one that only its importer sees (docs/formats.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        export = acts.add_parser("export", help="write a game, without players and messages")
        export.add_argument("game", help="the word in its address, /games/WORD/")
        export.add_argument("file", nargs="?", type=Path, help="where to write; standard output where there is none")
        export.add_argument("--to", default="dipgame", choices=list(ALL_FORMATS), help=_NAMES)
        bring = acts.add_parser("import", help="import a game")
        bring.add_argument("file", type=Path)
        bring.add_argument("--user", required=True, help="the name of whose game it becomes")
        bring.add_argument("--from", dest="name", default="", choices=list(ALL_FORMATS), help="found out if not given")

    def handle(self, *args: Any, act: str, **options: Any) -> None:
        try:
            if act == "export":
                self._export(options["game"], options["file"], options["to"])
            else:
                self._import(options["file"], options["user"], options["name"])
        except GameFileError as error:
            raise CommandError(str(error)) from None
        except Refused as refused:
            raise CommandError(refused.message) from None
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from None

    def _export(self, word: str, file: Path | None, name: str) -> None:
        game = Game.objects.filter(slug=word).first()
        if game is None:
            raise CommandError(f"There is no game {word}.")
        text = ALL_FORMATS[name].write(recorded_game(game, list(queries.phases_of(game))))
        if file is None:
            self.stdout.write(text, ending="")
        else:
            file.write_text(text, encoding="utf-8")

    def _import(self, file: Path, name: str, chosen: str) -> None:
        user = User.objects.filter(name__iexact=name).first()
        if user is None:
            raise CommandError(f"There is no account {name}.")
        data = file.read_bytes()
        if chosen not in ("", "dipgame"):
            data = own.write(read_game(text_of(data, _LARGEST), chosen, formats=ALL_FORMATS)).encode()
        self.stdout.write(f"/games/{import_game(user, data).slug}/")
