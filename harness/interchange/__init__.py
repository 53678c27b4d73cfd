"""Cases from other tools, and runs for them."""

from harness.interchange.export import export_parquet, export_trec
from harness.interchange.readers import FORMATS, Imported, read_cases

__all__ = ["FORMATS", "Imported", "export_parquet", "export_trec", "read_cases"]
