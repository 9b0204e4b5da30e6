"""Plan search (thesis, section 5.3): the problem in arrays, the compiled genetic algorithm, the ranking of plans."""
