"""English to L and back."""
