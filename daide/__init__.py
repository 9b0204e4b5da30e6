"""DAIDE, the protocol of many bots: octets, tokens, messages, values."""
