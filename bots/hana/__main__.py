"""`python -m bots.hana`: compile what a HANA needs, once on a machine; later processes load it."""

import signal

from bots.hana.agent import warm

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    warm()
