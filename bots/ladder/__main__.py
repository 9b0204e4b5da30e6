"""`python -m bots.ladder`: play the ladder on this machine."""

import argparse
import sys
from collections.abc import Iterator, Sequence

from tqdm import tqdm

from bots.arena.arguments import INTERRUPTED, at_least
from bots.arena.game import Record
from bots.arena.tournament import FailedGameError, available_cores, play_all
from bots.experiment.file.plans import Numbered, plan_of
from bots.experiment.file.reading import BadFileError, read_declaration
from bots.ladder.arguments import ABOUT, add_ladder_options, entrants_in, limits_in, tables_in
from bots.ladder.files import GameFile, LadderError
from bots.ladder.playing import PlayRound, climb
from bots.ladder.rounds import TooFewEntrantsError
from bots.ladder.standing import format_standing, standing_of

__all__ = ["main", "played_here"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns the exit code; bad arguments leave through argparse with code 2.
    """
    parser = argparse.ArgumentParser(prog="python -m bots.ladder", description=ABOUT)
    add_ladder_options(parser)
    parser.add_argument(
        "--jobs", type=at_least(1), default=available_cores(), metavar="N", help="processes to use (all cores)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    options = parser.parse_args(arguments)
    try:
        for settings in tables_in(vars(options)):
            entrants = entrants_in(vars(options), settings)
            file = GameFile(options.out, settings, anew=options.anew)
            print(f"{settings.table}: {', '.join(entrants)}", file=sys.stderr)
            try:
                climb(file, entrants, limits_in(vars(options)), played_here(options.jobs, quiet=options.quiet), _tell)
            except KeyboardInterrupt:
                if file.games:
                    file.write_standing()
                print("Stopped; the same command goes on from here.", file=sys.stderr)
                return INTERRUPTED
            print(format_standing(standing_of(settings, file.games)))
    except (BadFileError, LadderError, TooFewEntrantsError) as problem:
        parser.error(str(problem))
    return 0


def played_here(jobs: int, *, quiet: bool = True) -> PlayRound:
    """Plays rounds in so many processes of this machine.

    Says on stderr which games fail, and why.
    """

    def play_round(text: str, games: Sequence[int]) -> Iterator[Record]:
        declaration = read_declaration(text, own_bots=True)
        plans = [plan_of(declaration, Numbered(game, 0)) for game in games]
        with play_all(plans, jobs) as played, tqdm(total=len(plans), unit="game", ncols=80, disable=quiet) as bar:
            for game in games:
                try:
                    record = next(played)
                except FailedGameError as problem:
                    bar.write(f"game {game} failed and is left out: {problem}", file=sys.stderr)
                else:
                    yield record
                bar.update()

    return play_round


def _tell(words: str) -> None:
    print(words, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
