"""What can be wrong when the rows of a file meet the store: RS050 to RS089."""

from __future__ import annotations

from typing import Final

from ratingstore.language import mark
from ratingstore.problems.kind import Kind

_NAMES: Final = (
    Kind(
        "RS050", "refused",
        mark("there is no list “{list}”, and the rulebook has no calendar of that name"),
        mark("open it first: ratingstore rules adopt RULE_SET --list {list} --from DATE"),
        mark("A row names a list that the store does not have and that no shipped calendar opens."),
    ),
    Kind(
        "RS051", "refused",
        mark("“{text}” is not a known player, but nearly: {candidates}"),
        mark("write the code of the player who is meant; give a new player a code that is less alike"),
        mark(
            "An unknown code differs from a known code or name only in case, accents, spaces or dots."
            " Whether it is the same person only a person can tell."
        ),
    ),
    Kind(
        "RS052", "refused",
        mark("the {scheme} id {id} belongs to player {owner}"),
        mark("one of the two is wrong; two entries of one person must be merged, which is a correction"),
        mark("A file gives one player the id that an owner of lists gave to another."),
    ),
    Kind(
        "RS053", "warning",
        mark("the file calls player {player} “{text}”, the store “{name}”"),
        mark("check that the code is the right one; the row was taken as it stands"),
        mark("A name beside a game is a claim: it differs from the stored one by more than spelling."),
    ),
    Kind(
        "RS054", "warning",
        mark("the file rates player {player} {here}, list {list} {there}"),
        mark("check that the code is the right one; the row was taken as it stands"),
        mark("A rating beside a game is a claim: it is 400 points or more from the player's on the list."),
    ),
)  # fmt: skip

_CONFLICTS: Final = (
    Kind(
        "RS060", "refused",
        mark("this game stands in the log with {field} {there}, the file has {here}"),
        mark("a game is changed by a correction with a reason, never by a second file"),
        mark("A game of the same tournament, round and players is in the log with another content."),
    ),
    Kind(
        "RS061", "refused",
        mark("tournament {tournament} stands in the log with {field} {there}, the file has {here}"),
        mark("a tournament is changed by a correction with a reason, never by a second file"),
        mark("A later file states something else of a tournament than an earlier one."),
    ),
    Kind(
        "RS062", "refused",
        mark("player {player} stands in the log with {field} {there}, the file has {here}"),
        mark("if both are true, each from its day, give the day in valid_from"),
        mark("A later file states something else of a player, without a day from which it holds."),
    ),
    Kind(
        "RS063", "refused",
        mark("player {player} has an opening rating of {there} in list {list}, the file has {here}"),
        mark("a history has one opening; an adjustment moves a rating later"),
        mark("A list's history of a player starts once. A second opening that differs is asked about."),
    ),
    Kind(
        "RS064", "refused",
        mark("player {player} already has a game in round {round} of {tournament}"),
        mark("one of the rows has the wrong player or round; a second game of the same pair is game_no 2"),
        mark("Nobody plays two opponents in one round."),
    ),
    Kind(
        "RS065", "refused",
        mark("games of tournament {tournament} that the log has as tournament {other}: {count} of {games}"),
        mark("if it is the same tournament, leave this file out, or send it under the code {other}"),
        mark("The same pairs, dates and results under another code: sent twice, they would be rated twice."),
    ),
    Kind(
        "RS066", "warning",
        mark("games of tournament {tournament} that the log also has as tournament {other}: {count}"),
        mark("check that these games were not sent twice"),
        mark("A few games of a tournament are the same as games of another: same pair, date and result."),
    ),
)  # fmt: skip

_VALUES: Final = (
    Kind(
        "RS070", "refused",
        mark("the game has no date, and nothing tells when tournament {tournament} was played"),
        mark("give --date, or first send a tournaments file with its dates"),
        mark("A game without a date takes the last day of its tournament; here neither is known."),
    ),
    Kind(
        "RS071", "refused",
        mark("the result is on the scale 2-1-0, but tournament {tournament} counts {points} point a game"),
        mark("write 1-0, 1/2-1/2 or 0-1"),
        mark("Results such as 2-0 are read only where a game is worth two points."),
    ),
    Kind(
        "RS072", "refused",
        mark("a lone 1 can be a win or a draw where a game is worth two points"),
        mark("write 2-0, 1-1 or 0-2"),
        mark("White's score alone does not tell the result on the scale 2-1-0."),
    ),
    Kind(
        "RS073", "refused",
        mark("an opening rating of {rating} lies outside {low} to {high}, the bounds of list {list}"),
        mark("check the rating, or the list"),
        mark("The rule set of the list knows no such rating."),
    ),
    Kind(
        "RS074", "refused",
        mark("the tournament ends on {end}, before it starts on {start}"),
        mark("check both dates"),
        mark("The end date of a tournament lies before its start date."),
    ),
    Kind(
        "RS075", "warning",
        mark("the game of {date} lies outside tournament {tournament}, {start} to {end}"),
        mark("check the date of the game and those of the tournament; the row was taken as it stands"),
        mark("A game's date lies before the first or after the last day of its tournament."),
    ),
    Kind(
        "RS076", "refused",
        mark("there is no rule set {rule_set} in the rulebook"),
        mark("the rulebook has {known}"),
        mark("An adoption names a rule set that this program does not ship."),
    ),
    Kind(
        "RS077", "refused",
        mark("the adoption of {rule_set} cannot be used: {text}"),
        mark("see what can be set: ratingstore rules show {rule_set}"),
        mark("The parameters of an adoption do not fit its rule set."),
    ),
    Kind(
        "RS078", "refused",
        mark("the row belongs to tournament {tournament}, which is asked about as a whole"),
        mark("see the question about the tournament"),
        mark("A row of a tournament that seems to stand in the log under another code."),
    ),
    Kind(
        "RS079", "warning",
        mark("points a game: {points} in tournament {tournament}, {usual} by the rules of list {list}"),
        mark("changes are computed on the tournament's scale; leave points empty if that is not meant"),
        mark("A tournament's own points a game win over those of the list's rule set, and so change its K."),
    ),
    Kind(
        "RS080", "warning",
        mark("the game of {date} lies after the day on which it was recorded"),
        mark("check the year; the row was taken as it stands"),
        mark("A game is dated in the future of its ingest."),
    ),
    Kind(
        "RS081", "refused",
        mark("{rule_set} is fixed until {until}; replacing it before needs a reason"),
        mark("add \"reason\" to the line; the rules change before that day for a grave fault only"),
        mark("An adoption replaces a rule set that its body has fixed until a later day."),
    ),
    Kind(
        "RS082", "warning",
        mark("player {player} has a rating in list {list} since {since}; an opening starts a history"),
        mark("it was taken, and the history begins anew there; purpose=adjustment moves a rating"),
        mark("An opening rating is dated after the player already had a rating in that list."),
    ),
    Kind(
        "RS083", "refused",
        mark("this game was voided at {position}"),
        mark("if it was played after all: ratingstore correct undo {position}, and correct what differs"),
        mark("A file has a game that a correction has made void, with another content than the log's."),
    ),
    Kind(
        "RS084", "refused",
        mark("a correction, at {position}, has withdrawn this or made it another player's"),
        mark("if that was wrong: ratingstore correct undo {position}"),
        mark("A fact or an opening is said anew where a correction has taken one away."),
    ),
)  # fmt: skip

MATCHING: Final = (*_NAMES, *_CONFLICTS, *_VALUES)
CONFLICTS: Final = frozenset(
    kind.code for kind in _CONFLICTS if kind.severity == "refused" and kind.code < "RS064"
)
"""Codes that say: the log has this key with another content."""
