"""Judge plans and deals: outlooks, options, retreats, builds and removals."""
