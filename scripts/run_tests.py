"""Run pytest, and once more alone what failed; list what passed only then.

python scripts/run_tests.py ARGUMENTS     the arguments are pytest's; the exit code is that of the retry
python scripts/run_tests.py --since TIME  list the retries kept since a time, in the form of `date -u +%FT%TZ`

A retry is never silent: whatever passed only alone is a flaky test, or a defect that load brings out.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

KEPT: Final = Path(".cache/retries.txt")
"""One retry a line: time, test, message of the first failure, with tabs between."""

LONGEST_MESSAGE: Final = 600
TESTS_FAILED: Final = 1
"""Pytest's exit code. Others say that it was interrupted or could not begin: there is nothing to retry."""

ALONE: Final = ("-n", "0", "--last-failed", "--last-failed-no-failures", "none")


def main(arguments: Sequence[str]) -> int:
    match arguments:
        case ["--since", time]:
            kept = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
            report([line for line in kept if line >= time])
            return 0
    code, results = run(arguments)
    if code != TESTS_FAILED:
        return code
    appended = ("--cov-append",) if "--cov" in arguments else ()
    code, again = run([*arguments, *appended, *ALONE])
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    failed = {test: message for test, message in results.items() if message}
    retried = [f"{now}\t{test}\t{message}" for test, message in failed.items() if again.get(test) == ""]
    if retried:
        KEPT.parent.mkdir(exist_ok=True)
        with KEPT.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in retried)
    report(retried)
    return code


def run(arguments: Sequence[str]) -> tuple[int, dict[str, str]]:
    """Pytest's exit code, and the message of each test: empty where it passed."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        options = ["--junit-xml", str(results), "--override-ini", "junit_family=xunit1"]
        done = subprocess.run([sys.executable, "-m", "pytest", *arguments, *options], check=False)  # noqa: S603
        code = done.returncode if done.returncode >= 0 else 128 - done.returncode
        return code, parse_results(results.read_text(encoding="utf-8")) if results.exists() else {}


def parse_results(junit_xml: str) -> dict[str, str]:
    """The message of each test that ran, on one line; empty where it passed."""
    found: dict[str, str] = {}
    for case in ElementTree.fromstring(junit_xml).iter("testcase"):  # noqa: S314, written by pytest a moment ago
        test = f"{case.get('file')}::{case.get('name')}"
        if case.find("skipped") is not None:
            continue
        # A test that fails and whose fixtures then fail is there twice.
        for fault in (*case.findall("failure"), *case.findall("error")):
            message = " ".join((fault.get("message") or fault.text or "it failed").split())
            found[test] = found.get(test) or message[:LONGEST_MESSAGE]
        found.setdefault(test, "")
    return found


def report(retried: Sequence[str]) -> None:
    """Print retries, one a line with its message, and their number."""
    if not retried:
        print("== no test needed a retry")
        return
    print(f"== {len(retried)} failed first and passed alone (kept in {KEPT}):")
    for line in retried:
        _, test, message = line.split("\t", 2)
        print(f"  {test}\n      {message}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
