"""Diplominator and its banker (Webb et al. 2008)."""
