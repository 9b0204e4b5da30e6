"""Pages under load: the page of a game, the lobby of sixty games, the admin's list, and 120 requests at once."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

from ops.probes.report import options, percentile, report
from ops.probes.site import a_site

_GAME = "page of a game"
_A_SECOND = 100
"""Pages of a game that two web processes on two cores answer in a second."""


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--web", type=int, default=1, help="web processes")
    chosen = parser.parse_args()
    games = 10 if chosen.short else 60
    if chosen.short:
        chosen.seconds = 1
    with a_site(web=chosen.web) as (site, _):
        from dipgame.games import services
        from ops.probes.people import a_game, cookie_of, get, people

        players = people(2)
        game = a_game(players, press_plain=True)
        for number in range(games):
            services.create_game(people(1)[0], services.Terms(name=f"Table {number}"))
        keeper = people(1)[0]
        keeper.is_staff = keeper.is_superuser = True
        keeper.save()
        paths = {
            _GAME: (f"/games/{game.slug}/", cookie_of(players[0])),
            f"lobby of {games} games": ("/games/", cookie_of(players[0])),
            "admin's list of games": ("/admin/games/game/", cookie_of(keeper)),
        }
        rows: list[tuple[str, object]] = []
        numbers = {"web": float(chosen.web)}
        failed = []
        for name, (path, cookie) in paths.items():
            get(site.ports[0], path, cookie)  # what is made once is made
            worked = site.seconds("web")
            end, answers = time.monotonic() + chosen.seconds, []

            def visit(number: int, path: str = path, cookie: str = cookie, end: float = end) -> list[tuple[int, float]]:
                found = []
                while time.monotonic() < end:
                    found.append(get(site.ports[number % len(site.ports)], path, cookie))
                return found

            with ThreadPoolExecutor(8) as visitors:
                for found in visitors.map(visit, range(8)):
                    answers += found
            bad = sum(status != 200 for status, _ in answers)
            p95 = percentile([took for _, took in answers], 0.95)
            numbers[name] = len(answers) / chosen.seconds
            each = 1000 * (site.seconds("web") - worked) / len(answers)
            rate = f"{len(answers) / chosen.seconds:.1f} a second, 95 of 100 in {p95:.2f} s"
            rows.append((name, f"{rate}, {each:.0f} ms of a processor each, {bad} bad"))
            failed += [f"{name}: {bad} bad answers"] if bad else []
            is_slow = name == _GAME and numbers[name] < _A_SECOND and chosen.web == 2 and not chosen.short
            failed += [f"{name}: {numbers[name]:.0f} a second"] if is_slow else []
        path, cookie = paths[_GAME]
        with ThreadPoolExecutor(120) as visitors:
            at_once = list(visitors.map(lambda n: get(site.ports[n % len(site.ports)], path, cookie), range(120)))
        bad = sum(status != 200 for status, _ in at_once)
        rows.append(("120 at once", f"{bad} bad, the last after {percentile([took for _, took in at_once], 1):.1f} s"))
        failed += [f"120 at once: {bad} bad answers"] if bad else []
    return report(f"Pages, {chosen.web} web", rows, failed=failed, numbers=numbers)


if __name__ == "__main__":
    sys.exit(main())
