"""Make the researchers' pages: `python -m tools.pages [folder]`."""

import argparse
import sys
from pathlib import Path

from tools.pages.building import OUT, build


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.pages", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=OUT)
    asked = parser.parse_args()
    return build(asked.folder)


if __name__ == "__main__":
    sys.exit(main())
