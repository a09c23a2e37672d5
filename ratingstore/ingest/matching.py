"""The facts of one file against the store: in the order in which they need each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from ratingstore.events import days
from ratingstore.events.facts import (
    Correction,
    Fact,
    GameFact,
    PlayerFact,
    PublicationRequest,
    RatingFact,
    TournamentFact,
)
from ratingstore.ingest import copies, match_tournaments, plain_games, replacing
from ratingstore.ingest.corrections.carry_out import carry_out
from ratingstore.ingest.corrections.mending import Mending
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.lists import Lists
from ratingstore.ingest.log_games import LogGames
from ratingstore.ingest.match_games import Games
from ratingstore.ingest.match_players import Players
from ratingstore.ingest.match_ratings import Ratings
from ratingstore.ingest.new_games import match_in_turn
from ratingstore.ingest.people import People
from ratingstore.ingest.readers.game_columns import NO_GAMES, GameColumns, aside
from ratingstore.ingest.replacing import Replaced, WholeTruth
from ratingstore.ingest.scale import Scales
from ratingstore.ingest.tournaments import Tournaments
from ratingstore.language import _, day, plural
from ratingstore.store import administration, existing
from ratingstore.store.engine import Connection

Given = tuple[Connection, Draft, People, Tournaments, Scales, int | None]
"""What games are matched against; last the list that is rated where nothing else is said."""
_SAID = 5
"""So many tournaments with derived dates are named; of more, the number is said."""


def match(
    connection: Connection,
    draft: Draft,
    stated: Sequence[Fact],
    list_code: str | None,
    *,
    sure: frozenset[str] = frozenset(),
    games: GameColumns = NO_GAMES,
    copies_too: bool = False,
    by_hand: bool = False,
    replaces: Replaced | None = None,
) -> None:
    """Put into the draft what the facts add, and what is to be asked about them.

    ``list_code`` is what ``--list`` says. ``sure``: codes that a person has confirmed, however like
    another they are. ``games``: plain rows, which are not among ``stated``. ``copies_too``: also
    tournaments that seem to stand in the log already. ``replaces``: the tournament of which the facts
    are the whole truth. ``by_hand``: a person asks for the corrections now, whatever a file asked for
    before.
    """
    lists = Lists(draft, administration.adoptions(connection, existing.HEAD))
    lists.needed(stated, list_code)
    default = _default_list(draft, list_code)
    before = draft.refused_lines
    facts = [fact for fact in replacing.as_corrections(stated, replaces) if fact.line not in before]
    log = LogGames(connection)
    facts, same, new = _told_apart(log, draft, facts, games, copies_too=copies_too)
    people = People(draft, facts, sure, new)
    tournaments = Tournaments(connection, log, draft, facts, (same, new))
    scales = Scales(tournaments, lists.adoptions)
    # Claims of dates, names and openings first: what a game needs may stand further down.
    # What the log says of players is read for the first row that states something of one.
    players = cache(lambda: Players(connection, draft, people))
    ratings = cache(lambda: Ratings(connection, draft, people, lists.adoptions, default))
    for fact in facts:
        if isinstance(fact, TournamentFact):
            match_tournaments.match(draft, tournaments, scales, fact, default)
        else:
            _about_a_player(players, ratings, fact)
    given = (connection, draft, people, tournaments, scales, default)
    matched = _match_games(log, given, facts, (same, new), replaces)
    asked = [fact for fact in facts if isinstance(fact, Correction)]
    carry_out(Mending(connection, draft, lists, people), asked, again=by_hand)
    draft.publications += [fact for fact in facts if isinstance(fact, PublicationRequest)]
    draft.settle()
    _say_derived(draft, tournaments, matched)


def _told_apart(
    log: LogGames, draft: Draft, facts: list[Fact], games: GameColumns, *, copies_too: bool
) -> tuple[list[Fact], GameColumns, GameColumns]:
    """The facts to be matched one by one, the plain rows of games that the log knows, and the others."""
    facts, games = aside(facts, games, plain_games.ambiguous(draft, games))
    known = plain_games.known(log, draft, games)
    same, new = games.at(known), games.at(~known)
    if copies_too:
        return facts, same, new
    like = copies.asked(log, draft, facts, new)
    same, new = (some.at(~some.of_tournaments(like)) for some in (same, new))
    return copies.without(facts, like), same, new


def _match_games(
    log: LogGames,
    given: Given,
    facts: list[Fact],
    plain: tuple[GameColumns, GameColumns],
    replaces: Replaced | None,
) -> Games:
    """Match the games of a file; of the plain rows what the log knows, and the others."""
    _connection, draft, people, tournaments, scales, default = given
    same, new = plain
    facts, same = aside(facts, same, scales.differing_in(same, draft, default))
    facts, new = aside(facts, new, scales.differing_in(new, draft, default))
    facts, new = aside(facts, new, plain_games.questioned(log, draft, people, tournaments, facts, new))
    played = [fact for fact in facts if isinstance(fact, GameFact)]
    matched = Games(*given, played) if replaces is None else WholeTruth(*given, played, replaced=replaces)
    matched.known(same)
    match_in_turn(draft, people, matched, played, new)
    matched.finish()
    return matched


def _about_a_player(players: Callable[[], Players], ratings: Callable[[], Ratings], fact: Fact) -> None:
    if isinstance(fact, PlayerFact):
        players().match(fact)
    elif isinstance(fact, RatingFact):
        ratings().match(fact)


def _default_list(draft: Draft, list_code: str | None) -> int | None:
    """The list that the option names, else the store's only one."""
    if list_code is not None:
        return draft.lists[list_code]
    return next(iter(draft.lists.values())) if len(draft.lists) == 1 else None


def _say_derived(draft: Draft, tournaments: Tournaments, games: Games) -> None:
    """What nobody claimed and the rows imply; said, because a slip in a code or date shows here."""
    codes = {number: code for code, number in draft.tournaments.items()}
    if draft.new_people:
        draft.notes.append(
            plural("{count} new player", "{count} new players", len(draft.new_people)).format(
                count=len(draft.new_people)
            )
        )
    new = [one for one in draft.new_tournaments.values() if one not in tournaments.claims]
    dated = [(codes[one], *tournaments.days[one]) for one in new if one in tournaments.days]
    sentence = _("tournament {tournament}: dates {start} to {end}, from its games")
    draft.notes += [
        sentence.format(tournament=code, start=day(days.iso(first)), end=day(days.iso(last)))
        for code, first, last in dated[:_SAID]
    ]
    if len(dated) > _SAID:
        more = plural(
            "and {count} more tournament takes its dates from its games",
            "and {count} more tournaments take their dates from their games",
            len(dated) - _SAID,
        )
        draft.notes.append(more.format(count=len(dated) - _SAID))
    lists = {number: code for code, number in draft.lists.items()}
    for number in sorted(games.rated_elsewhere):
        sentence = _("tournament {tournament} is rated in {lists}; --list adds no list to it")
        rated_in = ", ".join(lists[one] for one in tournaments.lists(number))
        draft.warnings.append(sentence.format(tournament=codes[number], lists=rated_in))
    for number, count in games.undated.items():
        sentence = plural(
            "tournament {tournament}: {count} game without a date takes its last day, {end}",
            "tournament {tournament}: {count} games without a date take its last day, {end}",
            count,
        )
        end = day(days.iso(tournaments.end(number) or 0))
        draft.notes.append(sentence.format(tournament=codes[number], count=count, end=end))
