"""Judge plans and deals: expectations, options, retreats, builds and removals."""
