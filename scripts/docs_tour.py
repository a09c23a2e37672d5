"""Run the tour of README.md and write what it really prints.

The tour's blocks are marked: ``<!-- file: NAME -->`` before a block that is a file, ``<!-- run -->``
before a block of commands (lines that begin with ``$ ``) and their output.
Run by ``scripts/docs``; with ``--check`` it writes nothing and exits 1 where the page tells otherwise.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(
    r"(?P<head><!-- (?P<mark>run|file: (?P<name>\S+)) -->\n\n?```\w*\n)(?P<body>.*?)(?P<tail>```)", re.S
)

# Every log has a head of its own: it is salted against guessing who stands behind a number.
HEAD = re.compile(r"^head: [0-9a-f]{64}$", re.MULTILINE)


def main(check: bool) -> int:
    """Write README.md, or print where it differs from what the program prints; the exit code."""
    page = ROOT / "README.md"
    told = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        real = BLOCK.sub(lambda block: _block(block, Path(folder)), told)
    if check:
        changes = list(
            difflib.unified_diff(told.splitlines(), real.splitlines(), "README.md", "really", lineterm="")
        )
        print("\n".join(changes))
        return 1 if changes else 0
    page.write_text(real, encoding="utf-8", newline="\n")
    return 0


def _block(block: re.Match[str], folder: Path) -> str:
    """The block as it should be; its file is laid in the folder, or its commands are run there."""
    if block["name"]:
        (folder / block["name"]).write_text(block["body"], encoding="utf-8")
        return block[0]
    commands = [line for line in block["body"].splitlines() if line.startswith("$ ")]
    shown = "\n".join(f"{command}\n{_run(command[2:], folder)}" for command in commands)
    return f"{block['head']}{shown}{block['tail']}"


def _run(command: str, folder: Path) -> str:
    names = ("HOME", "TMPDIR", "LD_LIBRARY_PATH")
    environment = {name: os.environ[name] for name in names if name in os.environ}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    environment |= {"RATINGSTORE_LANG": "en", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "USER": "officer"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, text=True, encoding="utf-8", check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    # Done, lists that differ, rows in quarantine: the tour shows all three.
    if done.returncode not in (0, 1, 3):
        sys.exit(f"$ {command}\n{done.stdout}exit code {done.returncode}")
    printed = HEAD.sub("head: (64 digits, other ones in every store)", done.stdout)
    printed = printed.replace(date.today().isoformat(), "(today)   ")
    return "".join(f"{line.rstrip()}\n" for line in printed.splitlines())


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
