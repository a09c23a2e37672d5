"""Replay a list of a store and print the most memory, in bytes, that this process has held."""

from __future__ import annotations

import re
import resource
import sys
from pathlib import Path

from scripts.benchmarks.replaying import replay

_STATUS = Path("/proc/self/status")


def _peak() -> int:
    # On Linux ru_maxrss begins with what the parent held when it started this process.
    if _STATUS.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", _STATUS.read_text())
        return 1024 * int(found[1]) if found else 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    replay(sys.argv[1], sys.argv[2])()
    print(_peak())
