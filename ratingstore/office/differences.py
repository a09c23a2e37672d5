"""Where two histories of a player part: the first unit that differs, then the lines that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ratingstore.office.explained import Change
from ratingstore.replay.trace import Line

Kind = Literal["game", "stated", "rule set", "k", "opponent", "computed"]
_STATED: Final = ("opening", "adjustment", "floor", "tick", "bonus")
"""Lines that are there or not by themselves, not by a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that differs in a unit, as the one history has it and the other (None: it has not).

    ``kind``: a ``game`` that one has and the other has not, or with another result; something
    ``stated``: an opening, an adjustment, ...; the ``rule set`` that rated it; the ``k`` or the
    ``opponent``'s rating that a game was computed with; ``computed``: numbers only.
    """

    kind: Kind
    before: Change | None
    after: Change | None
    was: Line | None = None
    now: Line | None = None

    @property
    def change(self) -> Change:
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def line(self) -> Line | None:
        return self.now or self.was


def between(before: Sequence[Change], after: Sequence[Change]) -> list[Difference]:
    """What differs: all of the first unit that does, of later ones only what does not follow from it."""
    found: list[Difference] = []
    for one, other in _aligned(before, after):
        if one == other:
            continue
        of_unit = list(_of_unit(one, other))
        direct = [difference for difference in of_unit if difference.kind in ("game", "stated", "rule set")]
        if not found and not direct:
            direct = of_unit or [Difference(kind="computed", before=one, after=other)]
        found += direct
    return found


def _aligned(
    before: Sequence[Change], after: Sequence[Change]
) -> Iterator[tuple[Change | None, Change | None]]:
    """The units of both, in the order of their days; those of one name on one day together."""
    ones, others = _keyed(before), _keyed(after)
    order = {key: at for keys in (others, ones) for at, key in enumerate(keys)}
    for key in sorted(ones.keys() | others.keys(), key=lambda key: (key[0], order[key], key)):
        yield ones.get(key), others.get(key)


def _keyed(changes: Sequence[Change]) -> dict[tuple[int, str, int], Change]:
    met: Counter[tuple[int, str]] = Counter()
    found = {}
    for change in changes:
        name = (change.effective_on, change.unit)
        met[name] += 1
        found[*name, met[name]] = change
    return found


def _of_unit(one: Change | None, other: Change | None) -> Iterator[Difference]:
    if one is not None and other is not None and one.rule_set != other.rule_set:
        yield Difference(kind="rule set", before=one, after=other)
    was, now = (_lines(change) for change in (one, other))
    for key in dict.fromkeys((*was, *now)):
        kind = _kind(was.get(key), now.get(key))
        if kind is not None:
            yield Difference(kind=kind, before=one, after=other, was=was.get(key), now=now.get(key))


def _lines(change: Change | None) -> dict[tuple[object, ...], Line]:
    met: Counter[tuple[object, ...]] = Counter()
    found: dict[tuple[object, ...], Line] = {}
    for line in () if change is None else change.lines:
        name = (line.kind if line.opponent is None else "game", line.tournament, line.round, line.opponent)
        met[name] += 1
        found[*name, met[name]] = line
    return found


def _kind(was: Line | None, now: Line | None) -> Kind | None:
    line = now or was
    if line is None or was == now:
        return None
    if line.opponent is None and line.kind not in _STATED:
        return None  # a mean, a performance, a rounding: they follow from the games
    if was is None or now is None:
        return "stated" if line.opponent is None else "game"
    if line.opponent is None:
        return "stated" if was.value != now.value else None
    if was.score != now.score:
        return "game"
    if was.opponent_rating != now.opponent_rating:
        return "opponent"
    if None in (was.k, now.k) and was.k != now.k:
        return "game"  # it counts in one of them only
    return "k" if was.k != now.k else None
