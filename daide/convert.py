"""Convert games between formats, DAIDE logs among them.

python -m daide.convert --to daide GAME.json > GAME.log
"""

import sys

from adjudication.games import command
from daide.log import ALL_FORMATS

if __name__ == "__main__":
    sys.exit(command.main(sys.argv[1:], ALL_FORMATS, "python -m daide.convert"))
