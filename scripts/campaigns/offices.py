"""One office with a store on each database: whatever is done is done on both, and must be answered alike."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import ratingstore
from ratingstore import api
from ratingstore.api import IngestOptions, IngestReport, Writing
from ratingstore.errors import RatingStoreError
from scripts.campaigns.places import Place

LISTS = {"cxc": "cxc", "elo": "elo-1", "cbx": "cbx", "fide-standard": "fide-standard"}
"""The lists, by month, game, tournament and FIDE's periods, with what each adopts."""
_ADOPTED_FROM = {"elo": "2000-01-01"}
_BEGAN = datetime(2013, 1, 1)
AFTERWARDS = "2014-01-01"
Words = dict[str, object]


def prepared(place: Place) -> str:
    """The address of a store that has the lists and nothing else."""
    url = place.fresh()
    with api.init(url, "America/Sao_Paulo") as store:
        for code, what in LISTS.items():
            store.rules_adopt(what, code, _ADOPTED_FROM.get(code), writing=Writing(recorded_at=str(_BEGAN)))
    return url


@dataclass
class Offices:
    """Stores that are told the same. ``folder`` is for the files that are handed in."""

    stores: Sequence[api.Store]
    folder: Path
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    digests: dict[tuple[str, str, int], str] = field(default_factory=dict)
    """Of lists as they were computed: (list, as-of, known-at)."""
    published: dict[str, str] = field(default_factory=dict)
    """Digests by the name of the publication."""

    @property
    def head(self) -> int:
        """The last position of the log."""
        found = {_position(store) for store in self.stores}
        assert len(found) == 1, f"the heads differ: {found}"
        return found.pop()

    def writing(self) -> Writing:
        """Who writes; every time a minute later."""
        at = _BEGAN + timedelta(minutes=next(self.numbers))
        return Writing(recorded_at=at.isoformat(), by="office", reason="so it was decided")

    def both(self, act: Callable[[api.Store], Any]) -> Any:
        """Do the same on both; the answer, which is the same."""
        answers = [_answered(act, store) for store in self.stores]
        assert all(answer == answers[0] for answer in answers), f"the databases differ: {answers}"
        return answers[0]

    def hand_in(self, lines: Sequence[Words], to: str) -> Any:
        """Ingest JSON lines for a list."""
        how, path = self.writing(), self.folder / f"{next(self.numbers)}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        options = IngestOptions(list_code=to)
        return self.both(lambda store: _plain(store.ingest([path], options, how)[0]))

    def correct(self, action: str, **words: object) -> tuple[Any, ...]:
        """Make a correction: what was said, the codes of problems, the sentences on published lists."""
        how, said = self.writing(), {"action": action, **words}

        def act(store: api.Store) -> tuple[Any, ...]:
            done = store.correct(said, how)
            return done.lines, [one.code for one in done.problems], done.published

        answer: tuple[Any, ...] = self.both(act)
        return answer

    def publish(self, code: str, day: str) -> None:
        """Publish a list, and keep its digest by its name."""
        how = self.writing()

        def act(store: api.Store) -> tuple[str, str, tuple[str, ...]]:
            done = store.publish(code, day, how)
            values = dict(done.list.meta.values)
            return str(values["publication"]), str(values["digest"]), done.warnings

        answer = self.both(act)
        if answer[0] != "refused":
            self.published[answer[0]] = answer[1]

    def compute(self, code: str, day: str) -> None:
        """The list of a day: stored and folded, on both databases; its digest is kept."""
        head = self.head

        def act(store: api.Store) -> list[tuple[Any, ...]]:
            folded = [store.replay(code, as_of=day, full=full) for full in (False, True)]
            return [_listed(one) for one in (store.list(code, as_of=day), *folded)]

        answers = self.both(act)
        if answers[0] == "refused":
            return
        assert answers[0] == answers[1] == answers[2], f"{code}@{day}: the stored list is not the replay"
        digest = str(answers[0][0])
        assert self.digests.setdefault((code, day, head), digest) == digest

    def expect_the_past(self, codes_stand: bool) -> None:
        """Every list that was computed or published once comes out as it was then."""
        for (code, day, head), digest in self.digests.items() if codes_stand else ():
            again = self.both(partial(_then, code=code, day=day, known_at=str(head)))
            assert again == digest, f"{code}@{day}~{head} gave {digest}, and now {again}"
        for name, digest in self.published.items() if codes_stand else ():
            code, _at, rest = name.partition("@")
            day = rest.partition("v")[0]
            again = self.both(partial(_then, code=code, day=day, known_at=name))
            assert again == digest, f"{name} went out with {digest}, and now {again}"

    def expect_sums(self, code: str) -> None:
        """The lines of every change of a list add up to it."""
        listed = self.stores[0].replay(code, as_of=AFTERWARDS, everyone=True).rows.rows
        for row in listed:
            self.both(partial(_summed, player=str(row[1]), code=code))

    def expect_sound(self, urls: Sequence[str]) -> None:
        """Every value is as it was written."""
        for url in urls:
            found = api.verify(url)
            broken = [row for row in found.rows.rows if row[1] != "ok"]
            assert not broken, broken


def _position(store: api.Store) -> int:
    return int(str(store.query("select coalesce(max(position), 0) from event").rows[0][0]))


def _answered(act: Callable[[api.Store], Any], store: api.Store) -> Any:
    """What is answered; a refusal is an answer too."""
    try:
        return act(store)
    except RatingStoreError as error:
        return "refused", type(error).__name__, error.message


def _plain(report: IngestReport) -> tuple[Any, ...]:
    problems = [(one.line, one.code, one.message) for one in report.problems]
    return dict(report.counts), problems, report.notes, report.published, report.batch


def _listed(answer: api.RatingList) -> tuple[Any, ...]:
    values = dict(answer.meta.values)
    del values["head"]  # salted: no two stores have the same
    return values["digest"], answer.rows.rows, values


def _then(store: api.Store, code: str, day: str, known_at: str) -> str:
    return str(dict(store.replay(code, as_of=day, known_at=known_at).meta.values)["digest"])


def _summed(store: api.Store, player: str, code: str) -> list[tuple[Any, ...]]:
    changes: list[Any] = list(store.explain(player, code, as_of=AFTERWARDS).changes)
    for change in changes:
        total = sum((Decimal(str(line["value"])) for line in change["lines"]), Decimal(0))
        wanted = change["after"] if change["before"] is None else change["change"]
        assert total == Decimal(str(wanted)), change
    return [(change["unit"], change["before"], change["after"]) for change in changes]


def opened(url: str) -> api.Store:
    """A store that is there."""
    return ratingstore.open(url)
