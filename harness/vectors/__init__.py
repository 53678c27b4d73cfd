"""Text to vectors: embedding providers and the content-addressed cache in front of them."""
