"""What a text may mean by what it names, ranked by learnt weights: where the grammar reads nothing or is not sure."""
