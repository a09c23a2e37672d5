"""What a campaign says at its end, and with which exit code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scripts.campaigns import __main__ as program
from scripts.campaigns.outcome import Outcome


@pytest.mark.parametrize(("faults", "code"), [([], 0), (["the store has nothing"], 1)])
def test_a_fault_is_told_with_how_to_have_it_again_and_the_exit_code_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], faults: list[str], code: int
) -> None:
    def run(count: int, seed: int, _engines: list[str]) -> Iterator[Outcome]:
        outcome = Outcome("kill, SQLite")
        for number in range(count):
            outcome.add(faults, f"{seed} {number}")
        yield outcome

    monkeypatch.setattr(program, "CAMPAIGNS", {"kill": (run, 3)})
    monkeypatch.setattr("sys.argv", ["campaign", "kill", "-n", "2", "--seed", "7"])
    assert program.main() == code
    printed = capsys.readouterr()
    assert printed.out.startswith(f"kill, SQLite: 2 runs, {2 * len(faults)} faults, 0 s | ")
    assert ("7 1: the store has nothing" in printed.err) == bool(faults)
