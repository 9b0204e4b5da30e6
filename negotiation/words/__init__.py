"""What a text names: provinces, powers, units and times as typed tokens, however they are spelt (`spotting.spot`)."""
