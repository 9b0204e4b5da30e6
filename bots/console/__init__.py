"""A game in the terminal: `python -m bots.console --help`.

Source of the two roles: A. Fabregues, "Facing the Challenge of Automated Negotiations with Humans", 6.4.1, figure 6.8:
ConsolePlayer and ConsoleObserver, "console applications that allow a user to observe a game and play", without
graphics. All else of them is ours.
"""
