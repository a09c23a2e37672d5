"""Corrections one by one: each drafted whole, or not at all and reported."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from ratingstore.events import facts
from ratingstore.events.facts import Correction
from ratingstore.ingest.corrections import adjust, games, identity, persons, tournaments, undo
from ratingstore.ingest.corrections.mending import Mending
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.ingest.draft import Done
from ratingstore.store import versions

_ACTIONS: Final[dict[type[Correction], Callable[[Mending, Any], str]]] = {
    facts.GameCorrection: games.correct,
    facts.VoidGame: games.void,
    facts.TournamentCorrection: tournaments.correct,
    facts.VoidPlayer: persons.void_games,
    facts.Withholding: persons.withhold,
    facts.Merge: identity.merge,
    facts.Split: identity.split,
    facts.AdjustmentRequest: adjust.adjust,
    facts.PlayerCorrection: persons.correct_fact,
    facts.OpeningCorrection: persons.correct_opening,
    facts.Closing: adjust.close,
    facts.Undo: undo.undo,
}
_BESIDE: Final = frozenset({"line", "row"})


def carry_out(mending: Mending, requests: Sequence[Correction], *, again: bool) -> None:
    """Draft corrections in their order. ``again``: one that was carried out before in the same words is
    known, as a file may be sent twice; what a person asks for now is done whatever was asked before."""
    carried_out = versions.requests(mending.connection) if requests and not again else set()
    for request in requests:
        words = in_words(request)
        if words in carried_out:
            mending.draft.known("corrections")
        else:
            _one(mending, request, words)
            if not again:
                carried_out.add(words)


def in_words(request: Correction) -> str:
    """What a correction says, in one way however it was written."""
    said = {name: value for name, value in dataclasses.asdict(request).items() if name not in _BESIDE}
    return json.dumps({"action": type(request).__name__, **said}, sort_keys=True, ensure_ascii=False)


def _one(mending: Mending, request: Correction, words: str) -> None:
    draft = mending.draft
    kept = draft.mark()
    try:
        sentence = _ACTIONS[type(request)](mending, request)
    except Refused as refused:
        draft.forget(kept)
        draft.report(request, refused.code, refused.word, **refused.values)
        return
    table = next((name for name, rows in draft.rows.items() if len(rows) > kept.rows.get(name, 0)), None)
    if not sentence or table is None:
        draft.known("corrections")
        return
    draft.counts["corrections", "new"] += 1
    draft.done.append(Done(sentence, table, len(draft.rows[table]) - 1))
    draft.remark("request", words, table)
    draft.remark("by", request.by, table)
