from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.ingest import likeness

FEW = st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 2)), max_size=12)
Rows = list[tuple[int, int]]


def marks(rows: Rows) -> likeness.Marks:
    return likeness.marks(*np.array(rows, dtype=np.int64).reshape(-1, 2).T)


@given(FEW, FEW)
def test_equal_rows_are_found_among_others(rows: Rows, others: Rows) -> None:
    assert likeness.stand_in(marks(rows), marks(others)).tolist() == [row in others for row in rows]
    found = likeness.places(marks(rows), marks(others)).tolist()
    expected = [row if row in others else None for row in rows]
    assert [others[at] if at >= 0 else None for at in found] == expected


@given(FEW)
def test_rows_that_come_twice_or_differ_in_value_are_found(rows: Rows) -> None:
    assert likeness.repeated(marks(rows)).tolist() == [rows.count(row) > 1 for row in rows]
    keys, values = np.array(rows, dtype=np.int64).reshape(-1, 2).T
    found = likeness.at_odds(likeness.marks(keys), values)
    several = [any(one == key and other != value for one, other in rows) for key, value in rows]
    assert set(keys[found].tolist()) == set(keys[np.array(several, dtype=np.bool_)].tolist())
