"""Measure HANA's talk at the site's strength: `python -m bench.talk [positions]`.

In each position of 28 units or more the largest power is at peace with all others. It opens its talk with nothing
thought yet, then it hears a proposal of orders from its nearest friend. Times are processor time of one thread.
"""

import sys
from dataclasses import replace
from random import Random
from statistics import median, quantiles
from time import thread_time

from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES
from bench._positions import movement_phases
from bots.hana.judge.deals import orders_deal, peace
from bots.hana.search.problem import Movement
from bots.registry import bot_named
from bots.talker import is_talker
from bots.view import Said, SeatView
from negotiation.terms import Accept, Propose

GOALS = {"a first proposal": 2.0, "an answer": 1.0}
SECONDS = 5.0


def main(count: int = 20) -> None:
    """Print both times, and how often there was something to say."""
    bot = bot_named("hana").make()
    if not is_talker(bot):
        raise SystemExit("hana does not talk")
    times: dict[str, list[float]] = {name: [] for name in GOALS}
    spoke = dict.fromkeys(GOALS, 0)
    for position, _ in movement_phases(count):
        phase = Movement.of(position)
        power = max(POWERS, key=lambda each: len(phase.columns_of(each)))
        others = [other for other in POWERS if other != power and len(phase.columns_of(other))]
        deals = {other: peace(power, other) for other in others}
        view = SeatView(
            power,
            position,
            STANDARD_RULES,
            talk=tuple(Said(position.phase, Accept(other, (power,), deal.deal)) for other, deal in deals.items()),
            agreements=tuple(deal.agreement(position.phase) for deal in deals.values()),
            level=3,
        )
        began = thread_time()
        words = bot.open_talk(view, {}, Random(7), SECONDS)
        times["a first proposal"].append(thread_time() - began)
        spoke["a first proposal"] += bool(words.utterances)
        column = int(phase.columns_of(power)[0])
        asked = orders_deal(phase, others[0], power, {column: int(phase.legal.of(column)[0])})
        if asked is None:
            continue
        message = Said(position.phase, Propose(others[0], (power,), asked.deal))
        view = replace(view, talk=(*view.talk, message))
        began = thread_time()
        words = bot.hear(view, words.memory, message, Random(7), SECONDS)
        times["an answer"].append(thread_time() - began)
        spoke["an answer"] += bool(words.utterances)
    for name, goal in GOALS.items():
        seconds = times[name]
        print(
            f"{name}: median {median(seconds):.3f} s, 95 % under {quantiles(seconds, n=20)[-1]:.3f} s"
            f" (goal {goal:g} s); something was said in {spoke[name]} of {len(seconds)}"
        )


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
