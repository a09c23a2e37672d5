"""A disk that can lose its power: every write is recorded, and files are rebuilt as they may have been.

What was synced is there; of what was not, a random part of the sectors. A sector is written whole or
not at all. A file that was removed may still be there until the next sync of any file.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Channel
from pathlib import Path
from typing import Any

from scripts.campaigns.recording import Call

SECTOR = 512
_KEPT = 0.5
"""The share of unsynced sectors that a cut leaves written."""


@dataclass(frozen=True)
class Touch:
    """What a file was told: write, truncate, sync, remove.

    ``offset`` is also how much a truncated file keeps, and whether a removal waited for the disk. Or
    ``done``: a command, whose number is in ``offset``.
    """

    what: str
    file: str = ""
    offset: int = 0
    data: bytes = b""


@dataclass
class Sheet:
    """What is on the disk of one file, and what is on its way."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Touch] = field(default_factory=list)

    def sync(self) -> None:
        """All that is on its way arrives."""
        for touch in self.pending:
            self._arrive(touch)
        self.pending.clear()

    def cut(self, chance: random.Random) -> bytes:
        """The file after a power cut."""
        for touch in self.pending:
            if touch.what == "write" or chance.random() < _KEPT:
                self._arrive(touch, chance)
        return bytes(self.durable)

    def _arrive(self, touch: Touch, chance: random.Random | None = None) -> None:
        if touch.what == "truncate":
            del self.durable[touch.offset :]
            return
        for start in range(0, len(touch.data), SECTOR):
            if chance is None or chance.random() < _KEPT:
                piece, at = touch.data[start : start + SECTOR], touch.offset + start
                self.durable.extend(bytes(max(0, at + len(piece) - len(self.durable))))
                self.durable[at : at + len(piece)] = piece


def after_a_cut(touches: Iterable[Touch], chance: random.Random) -> tuple[dict[str, bytes], int]:
    """The files as they may be after the last of the touches, and how many commands were done."""
    files: dict[str, Sheet] = {}
    gone: dict[str, Sheet] = {}
    done = 0
    for touch in touches:
        if touch.what == "done":
            done = touch.offset
        elif touch.what == "sync":
            files.setdefault(touch.file, Sheet()).sync()
            gone.clear()  # a directory's entries go with the journal of the file system
        elif touch.what == "remove":
            sheet = files.pop(touch.file, None)
            if sheet is not None and not touch.offset:
                gone[touch.file] = sheet
        else:
            files.setdefault(touch.file, Sheet()).pending.append(touch)
    for name, sheet in gone.items():
        if chance.random() < _KEPT:
            files[name] = sheet  # neither its removal nor what was made in its place has reached the disk
    return {name: sheet.cut(chance) for name, sheet in files.items()}, done


def played(channel: Channel, folder: Path, calls: Sequence[Call], watched: bool) -> None:
    """A child's work: give recorded calls to SQLite on a recording disk; send what the disk was told.

    ``watched``: another connection reads all the time, so that no connection is the last to close. The
    child uses a SQLite of its own (apsw), and must never open a store with another one.
    """
    import apsw

    touches: list[Touch] = []
    disk = _recording(apsw, touches)
    path = folder / "store.db"
    connections: dict[int, Any] = {}
    reader = apsw.Connection(str(path), vfs=disk.vfs_name) if watched else None
    for call in calls:
        if call.what == "open":
            connections[call.connection] = apsw.Connection(str(path), vfs=disk.vfs_name)
        elif call.what == "close":
            if call.connection in connections:
                connections.pop(call.connection).close()
        elif call.what == "done":
            touches.append(Touch("done", offset=call.connection))
            if reader is not None:
                reader.execute("SELECT count(*) FROM sqlite_master").fetchall()
        else:
            _give(connections[call.connection], call)
    if reader is not None:
        reader.close()
    channel.send(touches)


def _give(connection: Any, call: Call) -> None:
    cursor = connection.cursor()
    if call.what == "many":
        cursor.executemany(call.statement, call.values)
    else:
        cursor.execute(call.statement, call.values).fetchall()
    cursor.close()


def _recording(apsw: Any, touches: list[Touch]) -> Any:
    """A file system of SQLite that writes down what its files are told."""

    class File(apsw.VFSFile):  # type: ignore[misc]
        def __init__(self, name: Any, flags: list[int]) -> None:
            whole = name.filename() if hasattr(name, "filename") else name or "temporary"
            self.name = os.path.basename(whole)
            super().__init__("", name, flags)

        def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
            touches.append(Touch("write", self.name, offset, bytes(data)))
            super().xWrite(data, offset)

        def xTruncate(self, size: int) -> None:  # noqa: N802
            touches.append(Touch("truncate", self.name, size))
            super().xTruncate(size)

        def xSync(self, flags: int) -> None:  # noqa: N802
            touches.append(Touch("sync", self.name))
            super().xSync(flags)

    class Disk(apsw.VFS):  # type: ignore[misc]
        vfs_name = "recording"

        def __init__(self) -> None:
            super().__init__(self.vfs_name, "")

        def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802
            return File(name, flags)

        def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
            touches.append(Touch("remove", os.path.basename(name), int(syncdir)))
            super().xDelete(name, syncdir)

    return Disk()
