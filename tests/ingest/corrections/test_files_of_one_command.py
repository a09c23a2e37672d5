"""What mends or publishes facts is carried out after all facts of the command, wherever its file stands."""

from __future__ import annotations

import json

from ratingstore.api import IngestOptions
from tests.store.desk import GAMES, RATINGS, Desk


def test_a_correction_finds_the_game_that_a_later_file_of_the_command_brings(desk: Desk) -> None:
    words = {
        "type": "correction", "action": "game", "tournament": "t", "round": "1", "white": "ana",
        "black": "bia", "to": "0-1", "reason": "score sheet",
    }  # fmt: skip
    files = [
        desk.file(json.dumps(words) + "\n", "jsonl"),
        desk.file(f"{GAMES}\nt,2012-02-10,1,ana,bia,1-0\n"),
        desk.file(f"{RATINGS}\nana,cxc,2012-01-01,1500\nbia,cxc,2012-01-01,1600\n"),
    ]
    reports = desk.store.ingest(files, IngestOptions(list_code="cxc"))
    assert [report.problems for report in reports] == [(), (), ()]
    assert desk.column("select result from game_now") == ["0-1"]
