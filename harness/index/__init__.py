"""Chunks to a sealed, content-addressed index, and reading from it."""
