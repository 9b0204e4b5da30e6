"""Play on a DAIDE server: `python -m daide.client --bot hana 127.0.0.1:16713`."""

import argparse
import socket
import sys
from collections.abc import Sequence

from bots.registry import BOTS, bot_named
from daide.framing import Connection, Diplomacy, Failure, Initial, Last, Representation, Violation
from daide.player import Player
from daide.tokens import Words, flat, text_of

__all__ = ["main", "play"]

PORT = 16713
"""The port that DAIDE servers have by custom."""

_CHUNK = 1 << 16


def play(player: Player, host: str, port: int, *, log: bool = False) -> int:
    """Play one game to its end.

    Returns 0, or 1 where the server ended the connection before it.
    """
    line = Connection("client")
    with socket.create_connection((host, port), timeout=30) as wire:
        wire.settimeout(None)
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        wire.sendall(line.send(Initial()))

        def say(messages: Sequence[Words]) -> None:
            for words in messages:
                if log:
                    print(">", text_of(words), flush=True)
                wire.sendall(line.send(Diplomacy(words)))

        while octets := wire.recv(_CHUNK):
            for event in line.receive(octets):
                match event:
                    case Representation():
                        say(player.start())
                    case Diplomacy(words):
                        if log:
                            print("<", text_of(words), flush=True)
                        say(player.answer(words))
                    case Violation(code) | Failure(code):
                        print(f"the connection broke a rule, number {code}", file=sys.stderr)
                        return 1
                    case _:
                        pass
            if player.is_over or player.is_refused:
                wire.sendall(line.send(Last()))
                return 0 if player.is_over else 1
            if line.is_closed:
                return 1
    return 1


def main(arguments: Sequence[str]) -> int:
    """Play one game and print how it ended."""
    parser = argparse.ArgumentParser(prog="python -m daide.client", description="A bot plays on a DAIDE server.")
    parser.add_argument("--bot", default="hana", help=f"one of {', '.join(sorted(BOTS))}")
    parser.add_argument("--name", default="", help="the name it goes by; on a server of ours NAME@GAME asks for a game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10.0, help="time for a decision")
    parser.add_argument("--log", action="store_true", help="print every message")
    parser.add_argument("server", metavar="HOST:PORT")
    given = parser.parse_args(arguments)
    host, _, port = given.server.partition(":")
    if given.bot not in BOTS:
        parser.error(f"there is no bot '{given.bot}'; the bots are {', '.join(sorted(BOTS))}")
    if not (port or str(PORT)).isdigit():
        parser.error(f"'{port}' is no port; write HOST:PORT")
    bot = bot_named(given.bot)
    player = Player(bot.make(), given.name or bot.title, seed=given.seed, seconds=given.seconds)
    try:
        code = play(player, host or "127.0.0.1", int(port or PORT), log=given.log)
    except OSError as error:
        print(f"no connection with {given.server}: {error}", file=sys.stderr)
        return 1
    if player.is_refused:
        print("The server takes no player just now.", file=sys.stderr)
    elif player.is_over:
        print(text_of(flat(player.outcome)))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
