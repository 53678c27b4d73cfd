"""Hits to reordered hits."""
