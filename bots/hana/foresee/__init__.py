"""Foresee the others' orders, from learned mixtures of minds and from promises."""
