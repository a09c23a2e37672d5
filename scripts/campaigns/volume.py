"""A small disk that can be filled: memory, mounted where that is allowed."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_SIZE = 64 * 2**20
_PIECE = 2**16


@dataclass(frozen=True)
class Volume:
    """A disk of its own at ``folder``."""

    folder: Path

    def fill(self, room: int) -> None:
        """Leave about ``room`` bytes free."""
        filler = self.folder / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(_PIECE))
            except OSError:
                pass
        os.truncate(filler, max(0, filler.stat().st_size - room))

    def empty(self) -> None:
        """Make room again."""
        (self.folder / "filler").unlink(missing_ok=True)


@contextmanager
def mounted(owner: int | None = None) -> Iterator[Volume | None]:
    """A volume, gone in the end; None where none can be mounted. ``owner``: a user's number."""
    with tempfile.TemporaryDirectory(prefix="rs-volume-", dir="/tmp") as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", folder]
        try:
            allowed = subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            allowed = False
        if not allowed:
            yield None
            return
        try:
            if owner is not None:
                os.chown(folder, owner, owner)
            yield Volume(Path(folder))
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)
