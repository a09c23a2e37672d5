"""Lists, histories and explanations: from the projection at the head, else folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from typing import Any

from ratingstore.api.answers import Explanation, History, RatingList
from ratingstore.api.asked import Asked
from ratingstore.events import days
from ratingstore.formats import Cell, Meta, RowSet
from ratingstore.language import _, day, plural
from ratingstore.office import day_list, publish
from ratingstore.office.day_list import DayList
from ratingstore.projections.checkpoints import Beginning
from ratingstore.replay import choice, derive, listing
from ratingstore.replay.choice import Adopted
from ratingstore.replay.fold import Folded, fold
from ratingstore.replay.listing import Standing
from ratingstore.replay.names import Naming
from ratingstore.replay.reasons import said as said_in_words
from ratingstore.replay.state import Status
from ratingstore.replay.trace import LINE_FIELDS, Line, Watch, points
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED
from ratingstore.store import changes, publications
from ratingstore.store.engine import Connection
from ratingstore.store.identities import Person
from ratingstore.store.read import Log
from ratingstore.store.rows import PublicationRow

HISTORY = ("effective_on", "unit", "rule_set", "before", "after", "change", "games")
CHANGE_FIELDS = (
    "list", "unit", "effective_on", "rule_set", "player", "before", "after", "games",
    "score", "expected", "k", "change",
)  # fmt: skip


def folded_list(
    known: Log, asked: Asked, adopted: Sequence[Adopted], everyone: bool, at: Beginning | None = None
) -> RatingList:
    """The list of a day, folded from the log, from a checkpoint on where there is one."""
    made = day_list.of_log(known, asked.list_code, asked.list_number, adopted, asked.as_of, at)
    return rating_list(asked, made, everyone)


def projected_list(connection: Connection, asked: Asked, everyone: bool) -> RatingList:
    """The list of a day, read from the projection, which reaches the head."""
    made = day_list.of_projection(connection, asked.list_code, asked.list_number, asked.as_of, asked.known_at)
    return rating_list(asked, made, everyone)


def rating_list(asked: Asked, made: DayList, everyone: bool) -> RatingList:
    """The list of a day with what must be said of it."""
    rows = made.rows(everyone)
    said: dict[str, object] = {
        "list": asked.list_code,
        "as_of": days.iso(asked.as_of),
        "known_at": asked.known_at,
        "head": asked.head,
        "rule_sets": list(made.used),
        "digest": made.digest(rows),
    }
    notes = (*_of_the_list(made), *_notes(asked, made.before_rules, made.without_effect))
    return RatingList(RowSet(listing.COLUMNS, rows), Meta((*said.items(), *_named(asked)), notes))  # type: ignore[arg-type]


def _named(asked: Asked) -> tuple[tuple[str, object], ...]:
    """The publication by whose position the question was asked."""
    return (("publication", asked.published_as),) if asked.published_as else ()


def _of_the_list(made: DayList) -> tuple[str, ...]:
    if made.ended is None:
        return () if made.effective_on is None else (_shown(made.effective_on),)
    ended = _("list {list} ended on {day}").format(list=made.code, day=day(days.iso(made.ended)))
    if made.effective_on is None:
        return (ended,)
    last = _("its last list is that of {day}: --as-of {as_of}")
    told = {"day": day(days.iso(made.effective_on)), "as_of": days.iso(made.ended - 1)}
    return (ended, last.format(**told))


def _shown(effective_on: int) -> str:
    return _("the list shown is that of {day}").format(day=day(days.iso(effective_on)))


def published_list(connection: Connection, asked: Asked, publication: PublicationRow) -> RatingList:
    """A list as it went out, from its stored rows; names are those of today."""
    stored = publications.rows(connection, publication.position)
    standings = [
        Standing(
            player=row["code"],
            name=row["name"],
            shown=UNRATED if row["shown"] is None else row["shown"],
            games=row["games"],
            status=Status[row["status"].upper()],
            last_played=row["last_played"] or 0,
            rule_set=row["rule_set"],
        )
        for row in stored
    ]
    said: dict[str, object] = {
        "list": asked.list_code,
        "as_of": days.iso(publication.date),
        "known_at": publication.known_at,
        "head": publication.head,
        "rule_sets": list(publication.rules),
        "digest": publication.digest,
        "publication": publish.name_of(asked.list_code, publication.date, publication.version),
    }
    notes = () if publication.shown_on is None else (_shown(publication.shown_on),)
    rows = RowSet(listing.COLUMNS, listing.rows(standings, everyone=False))  # type: ignore[arg-type]
    return RatingList(rows, Meta(tuple(said.items()), notes))


def _notes(asked: Asked, before_rules: int = 0, without_effect: int = 0) -> tuple[str, ...]:
    notes = []
    if asked.future:
        notes.append(_("the day lies in the future: this is what is known of it today"))
    if before_rules:
        sentence = plural(
            "{count} game lies before the first rule set of the list and is not rated",
            "{count} games lie before the first rule set of the list and are not rated",
            before_rules,
        )
        notes.append(sentence.format(count=before_rules))
    if without_effect:
        sentence = plural(
            "{count} row is closed, without effect",
            "{count} rows are closed, without effect",
            without_effect,
        )
        notes.append(sentence.format(count=without_effect))
    return tuple(notes)


def projected_history(connection: Connection, asked: Asked, player: Person) -> History:
    """A player's changes, read from the projection."""
    rows = [
        _history_row(
            row["effective_on"], row["unit_name"], row["rule_set"], row["before"], row["after"], row["games"]
        )
        for row in changes.steps_of(connection, asked.list_number, player.number, asked.as_of)
        if row["before"] is not None or row["after"] is not None
    ]
    return _history(asked, player, rows)


def folded_history(known: Log, asked: Asked, player: Person) -> History:
    """A player's changes, folded from the log."""
    folded = fold(known, asked.list_number, choice.adopted(known.adoptions, asked.list_number), asked.as_of)
    own = folded.steps.at((folded.steps.player == player.number).nonzero()[0])
    rows = []
    for at in range(len(own)):
        unit = folded.units[int(own.unit[at])]
        before, after = (
            None if value == UNRATED else value for value in (int(own.before[at]), int(own.after[at]))
        )
        if before is not None or after is not None:
            rows.append(
                _history_row(unit.effective_on, unit.name, unit.rule_set, before, after, int(own.games[at]))
            )
    return _history(asked, player, rows)


def _history_row(
    effective_on: int, unit: str, rule_set: str, before: int | None, after: int | None, games: int
) -> tuple[Cell, ...]:
    change = None if before is None or after is None else points(after - before, HUNDREDTHS)
    return days.iso(effective_on), unit, rule_set, _rating(before), _rating(after), change, games


def _rating(hundredths: int | None) -> Decimal | None:
    return None if hundredths is None or hundredths == UNRATED else points(hundredths, HUNDREDTHS)


def _history(asked: Asked, player: Person, rows: Iterable[tuple[Cell, ...]]) -> History:
    listed = tuple(rows)
    return History(RowSet(HISTORY, listed), _meta(asked, player, [str(row[2]) for row in listed if row[2]]))


def _meta(asked: Asked, player: Person, used: Iterable[str]) -> Meta:
    said: dict[str, object] = {
        "list": asked.list_code,
        "player": player.code,
        "name": player.name,
        "as_of": days.iso(asked.as_of),
        "known_at": asked.known_at,
        "head": asked.head,
        "rule_sets": list(dict.fromkeys(used)),
    }
    return Meta((*said.items(), *_named(asked)), _notes(asked))


def explanation(
    known: Log, asked: Asked, player: Person, tournament: str | None, on: int | None
) -> Explanation:
    """A player's changes with the lines that they are made of."""
    of = derive.tournaments(known, asked.list_number)
    games = derive.rated_games(known, of)
    watch = Watch(player.number, Naming(known, games), games)
    adopted = choice.adopted(known.adoptions, asked.list_number)
    folded = fold(known, asked.list_number, adopted, asked.as_of, watch)
    steps = {int(folded.steps.unit[at]): at for at in (folded.steps.player == player.number).nonzero()[0]}
    made = []
    for change in watch.changes:
        record = _record(asked, player, folded, steps[change.unit], change.lines)
        if _wanted(known, of, record, tournament, on):
            made.append(record)
    rows = RowSet(_line_columns(), tuple(row for record in made for row in _line_rows(record)))
    meta = _meta(asked, player, [str(record["rule_set"]) for record in made])
    if not made:
        meta = Meta(meta.values, (*meta.notes, _no_change(asked, player, tournament, on)))
    return Explanation(made, rows, meta)


def _no_change(asked: Asked, player: Person, tournament: str | None, on: int | None) -> str:
    """Why an explanation is empty: what was asked for is there, and moved nothing."""
    told = {"player": player.code, "list": asked.list_code}
    if tournament is not None:
        sentence = _("player {player} has no change in list {list} by tournament {tournament}")
        return sentence.format(**told, tournament=tournament)
    if on is not None:
        sentence = _("player {player} has no change in list {list} on {day}, nor in a unit around it")
        return sentence.format(**told, day=day(days.iso(on)))
    sentence = _("player {player} has no change in list {list} up to {day}")
    return sentence.format(**told, day=day(days.iso(asked.as_of)))


def _record(
    asked: Asked, player: Person, folded: Folded, at: int, lines: Sequence[Line]
) -> dict[str, object]:
    steps = folded.steps
    unit = folded.units[int(steps.unit[at])]
    before, after = int(steps.before[at]), int(steps.after[at])
    return {
        "list": asked.list_code,
        "unit": unit.name,
        "effective_on": days.iso(unit.effective_on),
        "rule_set": unit.rule_set,
        "player": player.code,
        "before": _rating(before),
        "after": _rating(after),
        "games": int(steps.games[at]),
        "score": points(int(steps.score2[at]), 2),
        "expected": points(int(steps.expected[at]), MILLIONTHS) if before != UNRATED else None,
        "k": int(steps.k[at]) or None,
        "change": None if UNRATED in (before, after) else points(after - before, HUNDREDTHS),
        "lines": [_line(line) for line in lines],
    }


def _line(line: Line) -> dict[str, object]:
    said = {field.name: getattr(line, field.name) for field in fields(line) if field.name != "reasons"}
    said["reason"] = "; ".join(said_in_words(reason) for reason in line.reasons)
    return {name: said[name] for name in LINE_FIELDS}


def _wanted(
    known: Log, of: derive.Tournaments, record: Mapping[str, Any], tournament: str | None, on: int | None
) -> bool:
    codes = {line["tournament"] for line in record["lines"]} | {record["unit"]}
    if tournament is not None:
        return tournament in codes
    if on is None or record["effective_on"] == days.iso(on):
        return True
    if re.fullmatch(r"\d{4}-\d{2}", record["unit"]):
        return f"{record['unit']}-01" <= days.iso(on) < str(record["effective_on"])
    if record["unit"] not in known.tournament_codes:
        return False
    number = known.tournament_codes.index(record["unit"])
    return bool(of.start_on[number] <= on <= of.end_on[number])


def _line_columns() -> tuple[str, ...]:
    """The change's fields, then the line's; a change's field that a line has too says that it is a sum."""
    own = [f"total_{name}" if name in LINE_FIELDS else name for name in CHANGE_FIELDS]
    return (*own, *LINE_FIELDS)


def _line_rows(record: Mapping[str, Any]) -> Iterable[tuple[Cell, ...]]:
    for line in record["lines"]:
        yield (*(record[name] for name in CHANGE_FIELDS), *(line[name] for name in LINE_FIELDS))
