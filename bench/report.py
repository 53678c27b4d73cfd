"""How long the report of a large run takes and how large it is, as one JSON object.

Usage, from the root of the repository: python -m bench.report [CASES]
"""

from __future__ import annotations

import json
import sys
import time

from harness.report import build_context, render_report
from tests.report.fixtures import many

LIMIT_BYTES = 6_000_000


def main(cases: int) -> int:
    """Print the figures; 1 when the page is larger than the limit."""
    artefacts = many(cases)
    start = time.perf_counter()
    context = build_context(artefacts)
    built = time.perf_counter()
    size = len(render_report(context).encode("utf-8"))
    rendered = time.perf_counter()
    figures = {
        "cases": cases,
        "flagged": len(context.flagged),
        "build_s": round(built - start, 2),
        "render_s": round(rendered - built, 2),
        "bytes": size,
        "limit_bytes": LIMIT_BYTES,
    }
    print(json.dumps(figures))
    return int(size > LIMIT_BYTES)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
