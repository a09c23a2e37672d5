"""Processes that run the product's commands one after another, and that can be killed.

They come from a server that has the product loaded, so one starts in milliseconds; it shares no
connection with any other.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

CONTEXT: Any = multiprocessing.get_context("spawn" if os.name == "nt" else "forkserver")
PATIENCE = 240.0
"""Seconds after which a child counts as hanging."""

Step = tuple[str, ...]
"""A command of the product as its arguments, without the store's address."""


@dataclass(frozen=True)
class Done:
    """A step that came to its end: its exit code, what it printed, seconds, statements and commits so far."""

    step: Step
    code: int
    said: str
    seconds: float
    moments: int

    @property
    def fine(self) -> bool:
        """Whether what was asked for stands now."""
        return self.code == 0 or (self.step[0] == "init" and "already" in self.said)


class Child:
    """A process that runs ``work(channel, *arguments)``; what it sends are its answers."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        if os.name != "nt":
            CONTEXT.set_forkserver_preload(["scripts.campaigns.loaded"])
        self.channel, other = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=work, args=(other, *arguments), daemon=True)
        self.process.start()
        other.close()

    def answer(self, seconds: float = PATIENCE) -> Any:
        """The next answer. EOFError where the child is gone, TimeoutError where it hangs."""
        if not self.channel.poll(seconds):
            raise TimeoutError("a child hangs")
        try:
            return self.channel.recv()
        except OSError as error:  # an answer that was cut short by the end of its child
            raise EOFError from error

    def answers(self) -> Iterator[Any]:
        """Answers until the child is gone."""
        with contextlib.suppress(EOFError):
            while True:
                yield self.answer()

    def ask(self, work: Callable[..., None], *arguments: Any) -> Any:
        """The first answer of a work that a child with ``serve`` does."""
        self.channel.send((work, arguments))
        return self.answer()

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()

    def end(self) -> None:
        """Let go of a child that has ended, or end it."""
        self.process.kill()
        self.process.join()
        self.channel.close()


def serve(channel: Connection) -> None:
    """A child's work: whatever it is asked for, one after the other."""
    with contextlib.suppress(EOFError):  # the campaign is over
        while True:
            work, arguments = channel.recv()
            work(channel, *arguments)


def run_steps(channel: Connection, url: str, steps: Sequence[Step], die_at: int = 0) -> None:
    """A child's work: run commands until one fails, and say of each what came of it.

    ``die_at``: the moment at which it kills itself with kill -9. The moments of a run are its statements,
    before and after, and its commits.
    """
    moments = _count_moments(die_at)
    channel.send("begun")
    for step in steps:
        began = time.monotonic()
        code, said = run(url, step)
        done = Done(step, code, said, time.monotonic() - began, moments[0])
        channel.send(done)
        if not done.fine:
            break


def _count_moments(die_at: int) -> list[int]:
    from sqlalchemy import Engine, event

    counted = [0]
    numbers = itertools.count(1)

    def tick(*_arguments: Any, **_named: Any) -> None:
        counted[0] = next(numbers)
        if counted[0] == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    for name in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(Engine, name, tick)
    return counted


def run(url: str, step: Step) -> tuple[int, str]:
    """Run a command in this process; its exit code and the end of what it printed."""
    from ratingstore.cli import main

    os.environ.update({"RATINGSTORE_LANG": "en", "NO_COLOR": "1"})
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = main(["--db", url, *step])
    return code, printed.getvalue()[-2000:]
