"""DumbBots by the thousand: the same player over arrays, for self-play and for guessing what others will order.

Needs numba and the batch kernel; nothing else in `bots/` imports this package.
"""
