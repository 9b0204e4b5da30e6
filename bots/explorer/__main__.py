"""`python -m bots.explorer`: play games for the explorer, and pack them."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tqdm import tqdm

from bots.arena.arguments import INTERRUPTED, at_least
from bots.explorer.playing import UNTIL, play_game
from bots.explorer.shipped import PATH, pack_games

__all__ = ["main"]

_GAMES: Final = Path(".cache/explorer.jsonl")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code."""
    options = _parser().parse_args(arguments)
    options.kept.parent.mkdir(parents=True, exist_ok=True)
    options.kept.touch()
    lines = _whole_lines(options.kept)
    try:
        with options.kept.open("a", encoding="utf-8") as out:
            for number in tqdm(
                range(len(lines), options.games), initial=len(lines), total=options.games, unit="game", ncols=80
            ):
                line = json.dumps(play_game(number, options.seed, options.until), separators=(",", ":"))
                out.write(line + "\n")
                out.flush()
                lines.append(line)
        options.out.write_bytes(pack_games([json.loads(line) for line in lines[: options.games]]))
    except KeyboardInterrupt:
        print(f"Stopped after {len(lines)} games; the same command goes on from there.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _whole_lines(path: Path) -> list[str]:
    """Games played before.

    A line that was broken off is cut away.
    """
    text = path.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, "utf-8")
    return whole.splitlines()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bots.explorer", description=__doc__)
    parser.add_argument("--games", type=at_least(1), default=2_000, metavar="N", help="how many (2000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="same seed, same games (0)")
    parser.add_argument("--until", type=at_least(1901, at_most=1999), default=UNTIL, metavar="YEAR", help=f"({UNTIL})")
    parser.add_argument(
        "--kept", type=Path, default=_GAMES, metavar="FILE", help=f"games so far; goes on there ({_GAMES})"
    )
    parser.add_argument("--out", type=Path, default=PATH, metavar="FILE", help="the packed games (those of the site)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
