"""The rules of the board.

Pure: no Django, no I/O beyond reading its own data.
"""
