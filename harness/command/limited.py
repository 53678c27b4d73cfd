"""Set limits on this process, then become the program that follows.

Run as a script by a bare interpreter, since ``preexec_fn`` is not safe where there are threads:
``limited.py CPU_S MEMORY_MB PROGRAM ARGUMENTS…``, memory 0 for no limit.
"""

import os
import resource
import sys

_MEGABYTE = 1 << 20
_FILE_MB = 64
_OPEN_FILES = 256


def main() -> None:
    """Become the program; its own exit code is what the caller sees."""
    cpu_s, memory_mb = int(sys.argv[1]), int(sys.argv[2])
    limits = {
        resource.RLIMIT_CPU: cpu_s,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: _FILE_MB * _MEGABYTE,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
    }
    if memory_mb:
        limits[resource.RLIMIT_AS] = memory_mb * _MEGABYTE
    for what, most in limits.items():
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))
    os.execv(sys.argv[3], sys.argv[3:])  # noqa: S606  # no shell is the point


if __name__ == "__main__":
    main()
