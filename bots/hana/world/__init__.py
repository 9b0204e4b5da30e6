"""World model (seed, section 5.2): graded beliefs, and the minds they come from."""
