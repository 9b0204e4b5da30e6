"""Counts of what is open for each network.

Apart from `dipgame.measure`, which loads the server's reactor: whatever loads a page must not.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from dipgame.addresses import networks_of

__all__ = ["Networks"]


class Networks:
    """Counts what is open for each network: so much at a time (`SOCKETS_PER_NETWORK`; 0: as much as is asked for)."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        """True if one more may be opened from this address."""
        most: float = settings.SOCKETS_PER_NETWORK
        return not most or all(self._open[each] < most * 4**wider for wider, each in enumerate(networks_of(address)))

    @property
    def most(self) -> int:
        """Number of those that one network has open, at most."""
        return max(self._open.values(), default=0)

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """One more is open meanwhile."""
        networks = networks_of(address)
        self._open.update(networks)
        try:
            yield
        finally:
            self._open.subtract(networks)
            for each in networks:
                if not self._open[each]:
                    del self._open[each]
