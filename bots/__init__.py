"""The players that are programs.

Pure Python with numpy and numba; no Django.
"""
