"""The sandbox: any position, orders of all powers, their result."""
