"""What a record is measured by. One measure a file; they read records and corpus text alone."""
