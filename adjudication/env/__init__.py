"""Environments for learning.

A PettingZoo `ParallelEnv`, and many games at once over arrays.

Nothing is imported here, so each module asks only for its own packages (`dipgame-adjudication[env]`):

    adjudication.env.actions      fixed lists of orders: from actions to orders and back (NumPy)
    adjudication.env.features     a position as arrays, and rewards (NumPy)
    adjudication.env.parallel     DiplomacyEnv, one game (NumPy, Gymnasium, PettingZoo)
    adjudication.env.batched      BatchEnv, thousands of games (NumPy, numba)

`docs/environments.md` describes actions, observations and rewards.
"""
