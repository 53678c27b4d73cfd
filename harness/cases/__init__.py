"""``fixtures/cases.jsonl``: read, checked line by line, digested."""

from harness.cases.load import cases_digest, load_cases

__all__ = ["cases_digest", "load_cases"]
