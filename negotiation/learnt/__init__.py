"""Learnt weights in one file of hashed arrays, and their models."""
