"""manage.py switch"""

import ipaddress
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dipgame.accounts.models import Switch
from dipgame.switches import BANNER, NO_GUESTS, READ_ONLY, SHUT_OUT, read_again


class Command(BaseCommand):
    help = (
        "Switches a banner, no_guests, read_only or shut_out NETWORK on or off; without arguments tells which are on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", choices=(BANNER, NO_GUESTS, READ_ONLY, SHUT_OUT))
        parser.add_argument("value", nargs="?", default="", help="the banner's words, the network, or why")
        parser.add_argument("--off", action="store_true")

    def handle(self, *args: Any, name: str | None, value: str, off: bool, **options: Any) -> None:
        if name is not None:
            self._switch(name, value, off=off)
            read_again()
        for each in Switch.objects.all():
            self.stdout.write(f"{each.name}: {each.value}" if each.value else each.name)

    def _switch(self, name: str, value: str, *, off: bool) -> None:
        if name == BANNER and not (value or off):
            raise CommandError('Say what stands on the banner: manage.py switch banner "Back at noon"')
        if len(value) > 300:
            raise CommandError(f"That is {len(value)} characters; 300 are the most.")
        if name == SHUT_OUT:
            try:
                name, value = f"{SHUT_OUT} {ipaddress.ip_network(value, strict=False)}", ""
            except ValueError:
                raise CommandError("Say the address or network: manage.py switch shut_out 203.0.113.0/24") from None
        if off:
            Switch.objects.filter(name=name).delete()
        else:
            Switch.objects.update_or_create(name=name, defaults={"value": value})
