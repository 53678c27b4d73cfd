"""Documents -> chunks: the pieces that are embedded, retrieved and cited."""
