"""Question and context to an answer with citations."""
