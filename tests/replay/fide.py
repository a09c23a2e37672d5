"""Rule sets of lists that come out on dates, for tests: plain ones, in which one thing at a time differs."""

from __future__ import annotations

from dataclasses import replace

from ratingstore.store.rows import AdoptionRow
from tests.replay.made_log import adoption, edited, without

K = """bands = [{ k = 20 }]
conditions = [
  { peak_from = 2400, k = 10 },
  { age_to = 18, age_by = "year end", peak_below = 2300, k = 40 },
  { games_below = 30, k = 40 },
]
by = "list before"
limit = 700
"""


def monthly(
    effective_from: str,
    position: int = 1,
    *edits: tuple[str, str],
    k: str = "bands = [{ k = 20 }]\n",
    floor: bool = False,
    late: str = 'policy = "restate"\n',
) -> AdoptionRow:
    """Monthly, K 20 for everybody, closing three days before, by the list at the tournament's start."""
    made = adoption("fide-standard-2024-03", effective_from, position)
    # Notes only say why; a section that is edited needs none.
    made = replace(made, text=made.text.split("[[notes]]")[0].replace("inferred = true\n", ""))
    made = edited(made, (K, k), ('policy = "next list"\nlists = 3\n', late), *edits)
    return made if floor else without(made, "floor")
