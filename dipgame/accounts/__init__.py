"""People: sign-up, names, passwords."""
