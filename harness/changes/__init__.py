"""The difference of two corpus versions as a person reads it: sentences, values, duties, access."""

from harness.changes.diff import diff_corpora, diff_documents

__all__ = ["diff_corpora", "diff_documents"]
