"""Speed, memory and accuracy of reading English: milliseconds per sentence, megabytes, precision and recall.

    python bench/reader.py

`held_aside` was written after the reader and measured before anything was changed for it: 70 in 100 claimed and right
then, 96 in 100 claims right. `docs/language.md` has the history.
"""

import resource
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def main() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.perf_counter()
    from negotiation.reader import read
    from tests.negotiation.data import context, lines, result

    started = time.perf_counter() - begun
    everything = [*lines("sentences.jsonl"), *lines("near_misses.jsonl"), *lines("held_aside.jsonl")]
    contexts = [(case["text"], context(case)) for case in everything]
    for text, where in contexts[:50]:
        read(text, where)
    times = []
    for text, where in contexts:
        begun = time.perf_counter()
        read(text, where)
        times.append((time.perf_counter() - begun) * 1000)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"start-up                {started:8.2f} s")
    print(f"sentences               {len(times):8d}")
    print(f"median                  {statistics.median(times):8.2f} ms")
    print(f"95 in 100 under         {statistics.quantiles(times, n=20)[-1]:8.2f} ms")
    print(f"slowest                 {max(times):8.2f} ms")
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
    main()
