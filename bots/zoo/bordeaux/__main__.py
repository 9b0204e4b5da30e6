"""Compile what the core needs, once on a machine.

`python -m bots.zoo.bordeaux`; later processes load it.
"""

import signal

from bots.zoo.bordeaux.negotiator import warm

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    warm()
