"""Programs of the user's that look at an answer, each on one answer in a folder of its own."""

from harness.command.run import find_program, run_commands

__all__ = ["find_program", "run_commands"]
