"""Lessons: rules and talk learnt by doing on the real board."""
