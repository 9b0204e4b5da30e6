"""Probes: each sets up a site of its own on loopback ports in a folder that is thrown away, does something to it that
happens in the real world, and counts what was lost, doubled, late or refused.

    python -m ops.probes.chat            one command each; --short for a minute's run with few games
    python -m ops.probes.everything      all of them; --short: those that every change must pass, on one small site

Nothing of the machine's own is touched: neither its PostgreSQL nor its Redis. Counts hold anywhere; times hold for the
machine they were taken on, and for how busy it was, which each table says.
"""
