"""The stored changes are the replay too where the office has decided: adjusted, exempted, closed, ended."""

from __future__ import annotations

import json
from datetime import date, timedelta

from tests.projections.test_equals_replay import plain
from tests.store.desk import GAMES, RATINGS, Desk, codes

LISTS = ("fide-standard", "fide-rapid")


def correction(action: str, **said: object) -> str:
    return json.dumps({"type": "correction", "action": action, "reason": "as decided", **said})


def adoption(list_code: str, rule_set: str, effective_from: str) -> str:
    return json.dumps(
        {"type": "adoption", "list": list_code, "rule_set": rule_set, "effective_from": effective_from}
    )


def expect_projection_to_equal_replay(desk: Desk) -> None:
    store = desk.store
    found = sorted({str(row[0]) for row in store.query("select distinct effective_on from rated_unit").rows})
    around = [str(date.fromisoformat(day) - timedelta(days=before)) for day in found for before in (1, 0)]
    for code in LISTS:
        for day in [*around, "2025-12-31"]:
            listed, folded = store.list(code, as_of=day), store.replay(code, as_of=day, full=True)
            assert store.replay(code, as_of=day).rows == folded.rows, (code, day)
            assert listed.rows == folded.rows, (code, day)
            assert listed.meta.values == folded.meta.values, (code, day)
        for row in store.replay(code, as_of="2025-12-31", everyone=True).rows.rows:
            stored = desk.store.query(
                "select effective_on, unit, rule_set, before, after, change, games from rating_change"
                f" where list = '{code}' and player = '{row[1]}' order by step"
            )
            assert plain(stored) == plain(store.history(str(row[1]), code, as_of="2025-12-31").rows)


def test_the_stored_changes_are_the_replay_with_all_that_can_be_decided(desk: Desk) -> None:
    desk.jsonl(
        adoption("fide-standard", "fide-standard-2022-01", "2022-01-01"),
        adoption("fide-standard", "fide-standard-2024-03", "2024-03-01"),
        adoption("fide-rapid", "fide-rapid-2024-03", "2024-03-01"),
    )
    desk.hand_in(
        [
            RATINGS,
            *(
                f"p{at},fide-standard,2022-01-01,{rating}"
                for at, rating in enumerate((1390, 1700, 2390, 2000))
            ),
            "p2,fide-rapid,2024-03-01,1800",
        ]
    )
    desk.games("s1,2024-01-10,1,p0,p1,0-1", "s1,2024-01-11,2,p2,p3,1-0", "s1,2024-01-12,3,p1,p4,1/2",
               to="fide-standard")  # fmt: skip
    desk.games("r1,2024-04-10,1,p1,p2,1-0", "r1,2024-04-11,2,p3,p2,0-1", to="fide-rapid", header=GAMES)
    desk.games("s2,2024-04-10,1,p1,p3,1-0", "s2,2024-04-11,2,p2,p1,0-1", to="fide-standard")
    expect_projection_to_equal_replay(desk)
    report = desk.jsonl(
        correction("adjust", list="fide-standard", date="2024-03-01", rating_below=2000,
                   formula="R + 0.4 * (2000 - R)"),
        correction("void", tournament="s2", round=1, white="p1", black="p3", side="white"),
        correction("withhold", player="p3", list="fide-standard", **{"from": "2024-03-15"}),
        correction("close", list="fide-standard", through="2024-02-01"),
    )  # fmt: skip
    assert codes(report) == []
    expect_projection_to_equal_replay(desk)
    desk.games("s3,2024-01-05,1,p1,p2,1-0", to="fide-standard")
    desk.jsonl(correction("close", list="fide-rapid", **{"from": "2024-06-01"}))
    desk.games("r2,2024-06-10,1,p1,p2,1-0", to="fide-rapid")
    expect_projection_to_equal_replay(desk)
    units = "select distinct unit from rating_change where list = '{}' order by unit"
    assert desk.column(units.format("fide-rapid")) == ["2024-04", "opening"]
    expected = ["2024-01", "2024-04", "adjustment", "opening"]
    assert desk.column(units.format("fide-standard")) == expected
