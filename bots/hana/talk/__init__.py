"""HANA's talk: a snapshot for each call, and replies to messages."""
