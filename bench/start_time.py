"""How long a command takes to start: the median of several ``corpusgate --help``, in milliseconds.

Usage: python bench/start_time.py [RUNS]
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

LIMIT_MS = 300


def milliseconds(command: list[str]) -> float:
    """Wall time of one run of ``command``, its output thrown away."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def main(runs: int) -> int:
    """Print the medians; 1 when starting takes longer than the limit."""
    bare = median(milliseconds([sys.executable, "-c", "pass"]) for _ in range(runs))
    code = "from harness.cli.main import main; main()"
    ours = median(milliseconds([sys.executable, "-c", code, "--help"]) for _ in range(runs))
    print(f"python:            {bare:6.0f} ms")
    print(f"corpusgate --help: {ours:6.0f} ms (limit {LIMIT_MS} ms, {runs} runs, median)")
    return int(ours > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 9))
