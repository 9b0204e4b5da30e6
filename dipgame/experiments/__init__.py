"""Experiments on the site: games of bots by the hundred, over any number of workers."""
