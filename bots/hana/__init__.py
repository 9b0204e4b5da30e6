"""HANA, the bot of seed 000: a world model, a plan search, and an interface between them and the game (`docs/hana.md`).

Importing `bots.hana.agent` loads numba, so the registry does it only when somebody wants to play HANA.
"""
