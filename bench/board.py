"""Measure drawing times and picture sizes.

    python -m bench.board

The scene is a busy fall: 35 units, every kind of order, bounces, convoys and dislodged units.
"""

import gzip
import statistics
import time
from collections.abc import Callable

from adjudication.position import opening
from frontend.board import Scene, render_board, render_layers, render_png, render_thumbnail, stylesheet
from tests.frontend.board.busy import busy_fall

ROUNDS = 50


def milliseconds(draw: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """Median and worst processor time of some rounds, so that a busy machine blurs them less; the first, which
    fills caches, is left out.
    """
    draw()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        draw()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times), max(times)


def kibibytes(text: str) -> tuple[float, float]:
    """Size as it is and gzipped."""
    raw = text.encode()
    return len(raw) / 1024, len(gzip.compress(raw)) / 1024


def main() -> None:
    """Print the tables."""
    scene = busy_fall()
    style = stylesheet("light")
    drawings: list[tuple[str, Callable[[], object], int]] = [
        ("whole board", lambda: render_board(scene), ROUNDS),
        ("changing layers", lambda: render_layers(scene), ROUNDS),
        ("orders layer", lambda: render_layers(scene, ["layer-orders"]), ROUNDS),
        ("PNG, 1600 wide", lambda: render_png(scene), 3),
        ("thumbnail, 480 wide", lambda: render_thumbnail(scene), 3),
    ]
    print(f"{'drawing':<24}{'median ms':>12}{'worst ms':>12}")
    for name, draw, rounds in drawings:
        median, worst = milliseconds(draw, rounds)
        print(f"{name:<24}{median:>12.1f}{worst:>12.1f}")
    pictures = [
        ("opening, for a page", render_board(Scene(opening()))),
        ("busy fall, for a page", render_board(scene)),
        ("busy fall, on its own", render_board(scene, style)),
        ("layers of a new phase", "".join(render_layers(scene).values())),
    ]
    print(f"\n{'picture':<24}{'KiB':>12}{'KiB gzipped':>12}")
    for name, text in pictures:
        plain, packed = kibibytes(text)
        print(f"{name:<24}{plain:>12.1f}{packed:>12.1f}")


if __name__ == "__main__":
    main()
