"""What is learnt from marked lines: weights in one file of hashed arrays, and the models that read them."""
