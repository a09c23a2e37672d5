"""An explanation as a page: a block a change, what is the same in all its lines above them.

The rows of an explanation repeat the change in every line, which no screen is wide enough for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ratingstore import formats
from ratingstore.formats import Cell, RowSet

WIDTH: Final = 118
_KEPT: Final = frozenset({"value"})
"""What the lines add up by stands in every line, also where it is the same in all."""
_TEXTS: Final = ("reason", "source")

Row = tuple[Cell, ...]


def page(rows: RowSet, lines: Sequence[int], own: int, language: str) -> str:
    """The blocks as text.

    ``lines``: how many rows each change has, in their order; ``own``: how many of the columns, the
    first ones, are the change's. What all changes share (list, player) stands once above the first.
    """
    shared = _constant(rows.rows, range(own)) if len(lines) > 1 else []
    head = [_named(rows, shared, language)] if shared else []
    blocks = [
        _block(rows.columns, block, [at for at in range(own) if at not in shared], own, language)
        for block in _blocks(rows.rows, lines)
    ]
    return "\n".join([*head, *blocks])


def _blocks(rows: Sequence[Row], lines: Sequence[int]) -> Iterator[tuple[Row, ...]]:
    start = 0
    for count in lines:
        yield tuple(rows[start : start + count])
        start += count


def _block(
    columns: tuple[str, ...], block: tuple[Row, ...], change: list[int], own: int, language: str
) -> str:
    of_lines = range(own, len(columns))
    # One line is the same as itself in everything: it stays a line.
    same = _constant(block, of_lines) if len(block) > 1 else []
    same = [at for at in same if columns[at] not in _KEPT]
    varying = [at for at in of_lines if at not in same and any(not _empty(row[at]) for row in block)]
    whole = RowSet(columns, block)
    above = [_named(whole, change, language), _named(whole, same, language)]
    lines = RowSet(
        tuple(columns[at] for at in varying), tuple(tuple(row[at] for at in varying) for row in block)
    )
    return "".join(above) + "\n" + _table(lines, language)


def _constant(rows: Sequence[Row], columns: range) -> list[int]:
    """The columns that say the same in every row, and say something."""
    return [at for at in columns if rows and not _empty(rows[0][at]) and len({row[at] for row in rows}) == 1]


def _empty(cell: Cell) -> bool:
    return cell is None or cell == ""


def _named(rows: RowSet, columns: Sequence[int], language: str) -> str:
    """``name: value`` of the first row, as many on a line as it has room for."""
    lines: list[str] = []
    for at in columns:
        cell = rows.rows[0][at]
        if _empty(cell):
            continue
        text = f"{rows.columns[at]}: {formats.shown(rows.columns[at], cell, language)}"
        if lines and formats.width(lines[-1]) + 2 + formats.width(text) <= WIDTH:
            lines[-1] += f"  {text}"
        else:
            lines.append(text)
    return "".join(f"{line}\n" for line in lines)


def _table(lines: RowSet, language: str) -> str:
    """The lines; where they are too wide, texts that are long stand under them, each once."""
    table = formats.write(lines, "table", language=language)
    if max(formats.width(line) for line in table.splitlines()) <= WIDTH:
        return table
    texts = [at for at, name in enumerate(lines.columns) if name in _TEXTS]
    under: dict[str, str] = {}
    rows = tuple(
        tuple(_mark(under, cell) if at in texts else cell for at, cell in enumerate(row))
        for row in lines.rows
    )
    table = formats.write(RowSet(lines.columns, rows), "table", language=language)
    return table + "".join(f"{mark} {text}\n" for text, mark in under.items())


def _mark(under: dict[str, str], cell: Cell) -> Cell:
    if _empty(cell):
        return cell
    return under.setdefault(formats.visible(str(cell)), f"[{len(under) + 1}]")
