"""Speed, memory and accuracy of reading English: milliseconds of the processor, megabytes, precision and recall.

    python bench/reader.py
    python bench/reader.py completion    what may come next, for every key of 200 sentences of `task_success/wordings`

`held_aside` was written after the reader and measured before anything was changed for it: 70 in 100 claimed and right
then, 96 in 100 claims right. `docs/language.md` has the history.
"""

import resource
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SENTENCES = 200
"""Typed key by key for the figures of completion."""


def _print_times(milliseconds: list[float]) -> None:
    print(f"median                  {statistics.median(milliseconds):8.2f} ms")
    print(f"95 in 100 under         {statistics.quantiles(milliseconds, n=20)[-1]:8.2f} ms")
    print(f"slowest                 {max(milliseconds):8.2f} ms")


def completion() -> None:
    """Measure the time per key while somebody types."""
    from bench.task_success.__main__ import context, usual_level
    from bench.task_success.data import deals, wordings
    from negotiation.grammar.completions import complete

    by_name = {deal.name: deal for deal in deals()}
    firsts = [(by_name[name], tries[0]) for (name, _), tries in sorted(wordings().items()) if name in by_name]
    typed = [
        (text, context(deal, usual_level())) for deal, text in firsts[:: max(1, len(firsts) // SENTENCES)][:SENTENCES]
    ]
    for text, where in typed[:10]:
        complete(text, where)
    times = []
    for text, where in typed:
        for end in range(1, len(text) + 1):
            begun = time.process_time()
            complete(text[:end], where)
            times.append((time.process_time() - begun) * 1000)
    print(f"sentences               {len(typed):8d}")
    print(f"keys                    {len(times):8d}")
    _print_times(times)


def main() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.perf_counter()
    from tests.negotiation.data import context, lines, read, result

    started = time.perf_counter() - begun
    everything = [*lines("sentences.jsonl"), *lines("near_misses.jsonl"), *lines("held_aside.jsonl")]
    contexts = [(case["text"], context(case)) for case in everything]
    for text, where in contexts[:50]:
        read(text, where)
    times = []
    for text, where in contexts:
        begun = time.process_time()
        read(text, where)
        times.append((time.process_time() - begun) * 1000)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"start-up                {started:8.2f} s")
    print(f"sentences               {len(times):8d}")
    _print_times(times)
    print(f"memory                  {memory / 1024:8.1f} MB (before the imports {before / 1024:.1f} MB)")
    for name in ("held_aside.jsonl", "sentences.jsonl"):
        cases = [result(case, read) for case in lines(name)]
        results = [one for one in cases if one.wanted is not None]
        claimed = [one for one in cases if one.claimed]
        right = sum(one.right for one in claimed)
        offered = sum(one.right or one.offered for one in results)
        print(f"{name}: {len(results)} sentences")
        print(f"  precision of claims   {right / len(claimed):8.1%}")
        print(f"  claimed and right     {right / len(results):8.1%}")
        print(f"  claimed or offered    {offered / len(results):8.1%}")
    near = [result(case, read) for case in lines("near_misses.jsonl")]
    print(f"near misses claimed     {sum(one.claimed for one in near)} of {len(near)}")


if __name__ == "__main__":
    completion() if sys.argv[1:] == ["completion"] else main()
