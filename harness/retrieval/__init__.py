"""Query and index to ranked hits."""
