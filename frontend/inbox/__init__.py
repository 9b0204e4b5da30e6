"""Notifications of a person: inbox, bell, mail and push settings."""
