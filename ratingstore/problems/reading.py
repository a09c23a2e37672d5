"""What can be wrong with a file and with one row of it, before any store is asked: RS001 to RS049."""

from __future__ import annotations

from typing import Final

from ratingstore.language import mark
from ratingstore.problems.kind import Kind

_FILE: Final = (
    Kind(
        "RS002", "refused",
        mark("the row has {found} cells, the header has {wanted}"),
        mark("put quotes around a cell that holds a “{delimiter}”, a decimal comma for instance"),
        mark("A row has more cells than the header has columns, so which cell belongs where is not known."),
    ),
    Kind(
        "RS003", "refused",
        mark("the quotes of this row do not pair"),
        mark("close the quote, and write a quote inside a quoted cell twice"),
        mark("A cell begins with a quote that never ends, or goes on behind its closing quote."),
    ),
    Kind(
        "RS004", "note",
        mark("not UTF-8 (first at line {first}); read as cp1252"),
        mark("look at the accents; save the file as UTF-8 if they came out wrong"),
        mark("The bytes are not UTF-8. They are taken as cp1252, what spreadsheets of Windows write."),
    ),
    Kind(
        "RS005", "warning",
        mark("column “{text}” is not known and is kept as a note"),
        mark("if it should be read, name it {near}"),
        mark("A column that is not known has almost the name of one that is."),
    ),
    Kind(
        "RS006", "warning",
        mark("the name “{text}” was not used: the games belong to {found} tournaments"),
        mark("give --name with the games of one tournament, or send the names in a tournaments file"),
        mark("--name names one tournament, and the file does not hold exactly one."),
    ),
)  # fmt: skip

_CELLS: Final = (
    Kind(
        "RS001", "refused",
        mark("column {column} is empty"),
        mark("fill it in, or take the row out of the file"),
        mark("A column that every row of this kind needs has no value."),
    ),
    Kind(
        "RS020", "refused",
        mark("{column} “{text}” is not a whole number from 1 to 99999"),
        mark("write the number alone, without dots, words or sub-numbers"),
        mark("Rounds, boards and numbers of games are counted from 1."),
    ),
    Kind(
        "RS021", "refused",
        mark("{column} “{text}” is not a whole number from 0 to 999999"),
        mark("write the number alone, without dots or words"),
        mark("A count of games is a whole number."),
    ),
    Kind(
        "RS022", "refused",
        mark("{column} “{text}” is not a number"),
        mark("write it like 1850 or 1850,5; leave it empty where it is not known"),
        mark("A rating or a K holds something else than digits with at most one decimal mark."),
    ),
    Kind(
        "RS023", "refused",
        mark("{column} “{text}” is outside {lowest} to {highest}"),
        mark("look for a slip of the keyboard or a shifted column"),
        mark("No list of the field has such a value."),
    ),
    Kind(
        "RS024", "refused",
        mark("{column} “{text}” has more than two decimals"),
        mark("round it to two decimals"),
        mark("Ratings are kept in hundredths; rounding a number that was sent is not for us to do."),
    ),
    Kind(
        "RS025", "refused",
        mark("{column} “{text}” can be read in two ways: {whole}, or {fraction}"),
        mark("write {whole} without the mark in it if that is meant"),
        mark("A mark before exactly three digits can stand for thousands or for decimals."),
    ),
    Kind(
        "RS026", "refused",
        mark("{column} “{text}” has a sign, which only an adjustment has"),
        mark("write the rating without sign, or say adjustment in the column purpose"),
        mark("“+178” is an amount to add. An opening or published rating is a number by itself."),
    ),
    Kind(
        "RS027", "refused",
        mark("{column} “{text}” is neither 1 nor 2"),
        mark("write 1 where a win counts one point (chess), 2 where it counts two (draughts)"),
        mark("The points that a win counts for. Points won in the tournament do not belong here."),
    ),
    Kind(
        "RS028", "refused",
        mark("sex “{text}” is neither m nor f"),
        mark("write m, f (or w), or leave it empty"),
        mark("Rules that read the sex of a player know m and f."),
    ),
    Kind(
        "RS029", "refused",
        mark("{column} “{text}” is not known"),
        mark("did you mean {near}? Known are: {known}"),
        mark("The column takes one of a few words, and this is almost one of them."),
    ),
    Kind(
        "RS030", "refused",
        mark("{column} “{text}” is not known"),
        mark("known are: {known}"),
        mark("The column takes one of a few words, and this is none of them."),
    ),
)  # fmt: skip

_DATES: Final = (
    Kind(
        "RS010", "refused",
        mark("{column} “{text}” is not an ISO date"),
        mark("write {iso}, or name the order of the file's dates with --date-order {order}"),
        mark("Day and month in another order than year, month, day. Nothing is guessed from one date."),
    ),
    Kind(
        "RS011", "refused",
        mark("{column} “{text}” can be two dates"),
        mark("write {dmy} or {mdy}, or name the order: --date-order DMY or --date-order MDY"),
        mark("Which number is the day and which the month is not known."),
    ),
    Kind(
        "RS012", "refused",
        mark("{column} “{text}” is not a date"),
        mark("write it as {example}: year with four digits, month, day"),
        mark("The cell holds no date, or one in a form that is not read."),
    ),
    Kind(
        "RS013", "refused",
        mark("{column} “{text}” is a day that does not exist"),
        mark("look at day and month; --date-order says which comes first"),
        mark("The month has no such day, or the year no such month."),
    ),
    Kind(
        "RS014", "refused",
        mark("{column} “{text}” is outside the years {lowest} to {highest}"),
        mark("look at the year"),
        mark("No rated game is that old, and none can be that far ahead."),
    ),
    Kind(
        "RS015", "refused",
        mark("the tournament starts on {start} and ends before, on {end}"),
        mark("exchange or correct the two dates"),
        mark("The start of a tournament lies behind its end."),
    ),
    Kind(
        "RS016", "refused",
        mark("{column} “{text}” has no day or no month"),
        mark("write the year alone: {year}"),
        mark("A birth date is a whole date or a year."),
    ),
)  # fmt: skip

_GAMES: Final = (
    Kind(
        "RS031", "refused",
        mark("{column} “{text}” is not understood"),
        mark("write 1-0, 0-1 or 1/2-1/2; +/- -/+ or -/- for forfeits; * for a game without result yet"),
        mark("The result is none of the spellings that are read."),
    ),
    Kind(
        "RS032", "refused",
        mark("{column} “{text}” looks like a result that a spreadsheet made a date"),
        mark("write = or 1/2-1/2 for a draw, and give the column the format Text"),
        mark("Spreadsheets read 1/2 as a date. What stood there before cannot be told for certain."),
    ),
    Kind(
        "RS033", "refused",
        mark("the game has no result"),
        mark("write the result, * if it is not known yet, or what happened in the column played"),
        mark("An empty result can be a game to come, a forfeit or an oversight: only a person knows."),
    ),
    Kind(
        "RS034", "refused",
        mark("{column} and the result count a win differently"),
        mark("write both with one point for a win, or both with two"),
        mark("Draughts count 2-0, chess 1-0; one row cannot do both."),
    ),
    Kind(
        "RS035", "refused",
        mark("“{text}” plays against himself"),
        mark("correct one of the two players"),
        mark("White and Black are one player."),
    ),
    Kind(
        "RS036", "refused",
        mark("is “{text}” in column {column} a player or a bye?"),
        mark("write bye in the column played, or the player's own code or id (like fide:2200000)"),
        mark("Programs write a bye as if it were a player. A person of that name exists, so it is asked."),
    ),
    Kind(
        "RS037", "note",
        mark("the bye of “{text}” is no game and is not kept"),
        mark("name both players where a game was paired"),
        mark("A bye has one player. It moves no rating and is not a row of the log."),
    ),
)  # fmt: skip

_LINES: Final = (
    Kind(
        "RS040", "refused",
        mark("this line is not a JSON object (character {at}: {reason})"),
        mark("write one whole object on each line"),
        mark("In a file of JSON lines every line is one object by itself."),
    ),
    Kind(
        "RS041", "refused",
        mark("the object does not say its type"),
        mark("begin it with \"type\": one of {known}"),
        mark("Without a type it is not known what the line states."),
    ),
    Kind(
        "RS043", "refused",
        mark("{column} is neither text nor a number"),
        mark("write the value as text or as a number"),
        mark("The value is a list, an object, true or false where one value is wanted."),
    ),
    Kind(
        "RS044", "refused",
        mark("{column} stands twice in the object"),
        mark("leave one of the two out"),
        mark("Two keys, or two names of one key, give the same thing; which holds is not known."),
    ),
    Kind(
        "RS045", "refused",
        mark("{column} holds a character that cannot be stored"),
        mark("take out the escape for NUL or for half a character"),
        mark("The text has a NUL or one half of a surrogate pair."),
    ),
    Kind(
        "RS046", "refused",
        mark("an adoption or publication has no “{text}”"),
        mark("did you mean {near}?"),
        mark("A misspelt word of a decision would decide something else than what is meant."),
    ),
)  # fmt: skip

_CORRECTIONS: Final = (
    Kind(
        "RS038", "refused",
        mark("of {known}, {count} are given"),
        mark("say exactly what is meant: one of them, or, of whom an adjustment moves, at least one"),
        mark("A correction leaves open what it does, or says it twice."),
    ),
    Kind(
        "RS039", "refused",
        mark("the formula “{text}” cannot be read at “{piece}”"),
        mark("write it over R, the rating, and S, that of the other list: R + 0.4 * (2000 - R)"),
        mark("The formula of an adjustment is not one that can be computed exactly."),
    ),
    Kind(
        "RS047", "refused",
        mark("the correction {action} has no “{text}”"),
        mark("its words are: {known}"),
        mark("A word that a correction does not have would be lost, and the correction be another one."),
    ),
    Kind(
        "RS048", "refused",
        mark("a correction needs a reason"),
        mark("say why: --reason TEXT, or \"reason\" in a JSON line"),
        mark("Every correction says why it was made; that is kept beside the log."),
    ),
    Kind(
        "RS049", "refused",
        mark("the correction says nothing that is right instead"),
        mark("give at least one of: {known}"),
        mark("A correction names the game, tournament or player, and what is right of it."),
    ),
)  # fmt: skip

READING: Final = (*_FILE, *_CELLS, *_DATES, *_GAMES, *_LINES, *_CORRECTIONS)
