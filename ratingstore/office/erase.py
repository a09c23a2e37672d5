"""Erasure of a person, recorded as an event that holds nothing but a number."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from ratingstore.errors import UsageError
from ratingstore.events.days import NEVER
from ratingstore.ingest.commit import provenance
from ratingstore.ingest.report import Writing
from ratingstore.language import _, plural
from ratingstore.store import append, engine, erasure, info, times
from ratingstore.store.append import Cells, NewBatch
from ratingstore.store.engine import Engine
from ratingstore.store.erasure import Erased, Names
from ratingstore.store.identities import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReport:
    """What an erasure took out. ``code``: what the player is called now; ``position``: its event, None in a
    dry run or where he was erased before; ``notes``: sentences on what the program cannot reach."""

    code: str
    position: int | None
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def after(self, notes: tuple[str, ...]) -> ErasureReport:
        """The same with notes on the bytes that stay."""
        return replace(self, notes=(*self.notes, *notes))


def erase(store: Engine, player: Person, writing: Writing) -> ErasureReport:
    """Take a player out in one transaction. UsageError for a reason or an author that names him.

    Who was erased before is left as he is: the caller can still clean the bytes again.
    """
    with engine.writing(store, dry_run=writing.dry_run) as connection:
        head = append.head(connection, lock=True)
        if player.number in erasure.erased_players(connection):
            said = _("{player} was erased before; nothing is left to take out").format(player=player.code)
            return ErasureReport(code=player.code, position=None, lines=(said,))
        zone = info.time_zone(connection)
        recorded_at = times.recorded(writing.recorded_at, head.recorded_at, zone)
        known = erasure.names_of(connection, player.number)
        remarks = provenance(writing, "")
        _refuse_names(known, writing)
        done = erasure.erase(connection, known)
        day = times.day_in(recorded_at, zone)
        new = NewBatch(
            recorded_at=recorded_at,
            format="erasure",
            document_hash=hashlib.sha256(f"erasure {player.number}".encode()).hexdigest(),
            options="{}",
            rows={"admin_event": _events(done, day)},
            remarks=remarks,
        )
        position = append.append(connection, head, new).position
    return ErasureReport(
        code=done.codes[player.number],
        position=None if writing.dry_run else position,
        lines=tuple(_lines(done)),
        notes=(_("names of tournaments stay as they are, whomever they honour"),),
    )


def _refuse_names(known: Names, writing: Writing) -> None:
    """What is erased must not be written down again by the erasure itself."""
    pattern = known.pattern(free=True)
    for option, text in (("--reason", writing.reason), ("--by", writing.by or "")):
        if pattern.search(text):
            raise UsageError(
                _("{option} names the player who is to be erased").format(option=option),
                _("say it without his name and code, for instance: asked for in writing on 3 May"),
            )


def _events(done: Erased, day: int) -> list[Cells]:
    """One a player number; the first says which remarks went, so that no other can go unseen."""
    rows: list[Cells] = []
    for number in sorted(done.codes):
        payload = {} if rows else {"remarks": [list(one) for one in done.remarks]}
        text = json.dumps(payload, sort_keys=True, ensure_ascii=False)
        rows.append((0, 1, 1, "erasure", None, day, str(number), "", "{}", text, NEVER))
    return rows


def _lines(done: Erased) -> list[str]:
    codes = ", ".join(done.codes[number] for number in sorted(done.codes))
    lines = [_("code, name and salt are gone; the player is {codes} from now on").format(codes=codes)]
    counted = (
        (plural("{count} id of an owner", "{count} ids of owners", done.ids), done.ids),
        (plural("{count} earlier code", "{count} earlier codes", done.aliases), done.aliases),
        (plural("{count} remark", "{count} remarks", len(done.remarks)), len(done.remarks)),
        (
            plural("{count} row in quarantine", "{count} rows in quarantine", done.questions),
            done.questions,
        ),
        (plural("his code on {count} published list", "his code on {count} published lists", done.published),
         done.published),
    )  # fmt: skip
    gone = [text.format(count=count) for text, count in counted if count]
    if gone:
        lines.append(_("taken out with them: {what}").format(what=", ".join(gone)))
    lines.append(_("games, ratings and the facts that rules read stay under the number; no rating moves"))
    return lines
