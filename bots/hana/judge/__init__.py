"""What plans and deals are worth to a power: outlooks, options, retreats, builds and removals."""
