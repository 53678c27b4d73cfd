"""Inputs that other tools of the field are known to get wrong: docs/explanation/known-failures.md."""
