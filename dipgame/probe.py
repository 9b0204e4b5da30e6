"""Asks a server of ours whether it is alive or ready, for the health checks of containers, which have no curl.

python -m dipgame.probe http://127.0.0.1:8000/health/ready
"""

import os
import sys
import urllib.error
import urllib.request

__all__ = ["main"]


def main(address: str) -> int:
    """0 when the answer is 200."""
    # Only names in ALLOWED_HOSTS are answered.
    name = (os.environ.get("ALLOWED_HOSTS") or "localhost").split(",")[0].strip().lstrip(".")
    request = urllib.request.Request(address, headers={"Host": name, "X-Forwarded-Proto": "https"})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310
            return 0 if answer.status == 200 else 1
    except (urllib.error.URLError, OSError) as error:
        print(f"{address}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
