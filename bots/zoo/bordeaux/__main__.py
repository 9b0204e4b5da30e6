"""`python -m bots.zoo.bordeaux`: compile what the core needs, once on a machine; later processes load it."""

import signal

from bots.zoo.bordeaux.negotiator import warm

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    warm()
