"""An experiment as a file: what it may say (`declaration`), how it is read (`reading`), its games (`plans`)."""
