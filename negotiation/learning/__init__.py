"""How the weights of `english/phrases/likelihood.txt` were learnt; not needed to run."""
