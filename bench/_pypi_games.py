"""The other side of `bench.environments`: PyPI `diplomacy`.

It lives in a virtual environment of its own.

Reads {"seconds", "last_year"} from standard input; plays games of orders by chance from the opening for so many seconds
of processor time. Writes {"phases", "options", "orders", "process"}: how many phases, and the seconds spent on listing
all possible orders, on setting orders and on processing.
"""

import json
import random
import sys
from time import process_time

from diplomacy import Game  # type: ignore[import-not-found]  # it lives in an environment of its own


def main() -> None:
    task = json.load(sys.stdin)
    chance = random.Random(1)
    spent = [0.0, 0.0, 0.0]
    phases = 0
    game = Game()
    while sum(spent) < task["seconds"]:
        if game.is_game_done or int(game.get_current_phase()[1:5]) > task["last_year"]:
            game = Game()
        begun = process_time()
        possible = game.get_all_possible_orders()
        listed = process_time()
        chosen = {
            power: [chance.choice(possible[place]) for place in game.get_orderable_locations(power) if possible[place]]
            for power in game.powers
        }
        drawn = process_time()
        for power, orders in chosen.items():
            game.set_orders(power, orders)
        given = process_time()
        game.process()
        done = process_time()
        spent = [spent[0] + listed - begun, spent[1] + given - drawn, spent[2] + done - given]
        phases += 1
    json.dump({"phases": phases, "options": spent[0], "orders": spent[1], "process": spent[2]}, sys.stdout)


if __name__ == "__main__":
    main()
