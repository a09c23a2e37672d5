"""Why a correction cannot be made: RS090 to RS119."""

from __future__ import annotations

from typing import Final

from ratingstore.language import mark
from ratingstore.problems.kind import Kind

_NAMES: Final = (
    Kind(
        "RS090", "refused",
        mark("there is no player “{text}”"),
        mark("alike are: {near}"),
        mark("A correction names a player whom the store does not know."),
    ),
    Kind(
        "RS091", "refused",
        mark("there is no tournament {tournament}"),
        mark("alike are: {near}"),
        mark("A correction names a tournament that the store does not know."),
    ),
    Kind(
        "RS092", "refused",
        mark("there is no list “{list}”"),
        mark("the store has: {known}"),
        mark("A correction names a list that the store does not have, or none where there are several."),
    ),
)  # fmt: skip

_GAMES: Final = (
    Kind(
        "RS093", "refused",
        mark("the game {white}–{black} of {tournament} was voided at {position}"),
        mark("to let it count again: ratingstore correct undo {position}"),
        mark("A correction names a game that another correction has made void."),
    ),
    Kind(
        "RS094", "refused",
        mark("in the log {black} has White against {white} in {tournament}"),
        mark("name the game as the log has it: --white {black} --black {white}"),
        mark("A correction names the players of a game with the colours that the log does not have."),
    ),
    Kind(
        "RS095", "refused",
        mark("{white} and {black} have several games in {tournament}: {games}"),
        mark("say which one: its round, its day (on) or its number (game_no)"),
        mark("A correction names two players of a tournament who met more than once."),
    ),
    Kind(
        "RS096", "refused",
        mark("there is no such game {white}–{black} in {tournament}; of the two it has: {games}"),
        mark("check the round, the day and both players"),
        mark("A correction names a game that the log does not have."),
    ),
    Kind(
        "RS097", "refused",
        mark("player {player} has another game in that round: {game}"),
        mark("correct or void that game first"),
        mark("A corrected game would give a player two opponents in one round."),
    ),
    Kind(
        "RS098", "refused",
        mark("{game} is another game already, at {position}"),
        mark("void that one first, or give the right players and round"),
        mark("A correction would put a game where another game of the same players stands or once stood."),
    ),
    Kind(
        "RS099", "refused",
        mark("the result is on the scale 2-1-0, but in {tournament} a win counts {points}"),
        mark("write 1-0, 1/2-1/2 or 0-1; both-won or both-lost where both sides have a win or none"),
        mark("On the scale of chess, 1-1 is no result of a game; of draughts it is a draw."),
    ),
)  # fmt: skip

_PLAYERS: Final = (
    Kind(
        "RS100", "refused",
        mark("player {player} has no opening rating in list {list}"),
        mark("state it in a file of ratings"),
        mark("A correction of an opening names a player and a list without one."),
    ),
    Kind(
        "RS101", "refused",
        mark("the end, {end}, is not after the beginning, {start}"),
        mark("check both dates; the last day itself is not part of it"),
        mark("A player would stay off a list for no day at all."),
    ),
    Kind(
        "RS102", "refused",
        mark("player {player} cannot be split from himself"),
        mark("name the other person's code, which may be a new one"),
        mark("Both codes of a split mean the same player."),
    ),
    Kind(
        "RS103", "refused",
        mark("{player} and {into} cannot be one person: {games}"),
        mark("correct or void these games first"),
        mark("Two players who met, or who both play in one round, are not merged."),
    ),
    Kind(
        "RS104", "refused",
        mark("both have an opening in list {list}, and they differ: {player} / {into}"),
        mark("correct or undo one of them first"),
        mark("A history has one opening; whose it is, only a person can tell."),
    ),
)  # fmt: skip

_DECISIONS: Final = (
    Kind(
        "RS105", "refused",
        mark("there is no event at position {position}"),
        mark("see what was recorded: ratingstore query --sql \"select * from event\""),
        mark("An undo names a position that the log does not have."),
    ),
    Kind(
        "RS107", "refused",
        mark("list {list} ends on {day} already, by {position}"),
        mark("to choose another day: ratingstore correct undo {position}"),
        mark("A list ends once."),
    ),
    Kind(
        "RS108", "refused",
        mark("the books of list {list} are closed through {day} already, by {position}"),
        mark("to open them: ratingstore correct undo {position}"),
        mark("Books are closed day after day; an earlier day would close them twice."),
    ),
    Kind(
        "RS109", "refused",
        mark("what {position} changed beside the log was erased"),
        mark("make the opposite correction instead"),
        mark("Which codes a merge or split gave to whom is erased with the player."),
    ),
    Kind(
        "RS110", "refused",
        mark("since {position} these codes were given to somebody else: {codes}"),
        mark("undo the later merge or split first"),
        mark("A merge or split is undone only while its codes mean what it let them mean."),
    ),
    Kind(
        "RS111", "refused",
        mark("what was recorded at {position} cannot be undone"),
        mark("undo takes back corrections, decisions and facts; a new publication replaces an old one"),
        mark("Publications, erasures and answers to questions are not undone."),
    ),
    Kind(
        "RS112", "refused",
        mark("it was changed again at {position}"),
        mark("undo that first: ratingstore correct undo {position}"),
        mark("Corrections are taken back from the newest to the oldest."),
    ),
    Kind(
        "RS113", "refused",
        mark("the game is of tournament {tournament}, but the file replaces {replaced}"),
        mark("send the games of other tournaments in a file of their own"),
        mark("A file that is the whole truth of one tournament has a game of another."),
    ),
)  # fmt: skip

CORRECTING: Final = (*_NAMES, *_GAMES, *_PLAYERS, *_DECISIONS)
UNKNOWN: Final = frozenset(kind.code for kind in _NAMES)
"""Codes that say: the correction names what is not there."""
