"""A client of a DipGame site's API.

    from dipgame_client import Client

    with Client("https://site.example", token="dip_…") as site:
        for line in site.follow("k3v9abcdef"):
            print(line["type"], line["n"])

`AsyncClient` has the same methods to await. `python -m dipgame_client --help` runs a bot.
"""

from dipgame_client.calls import Problem
from dipgame_client.client import AsyncClient, Client

__all__ = ["AsyncClient", "Client", "Problem"]
