"""How a file is read: units, settable values, digests."""

from __future__ import annotations

import hashlib
import re
import typing
from pathlib import Path
from typing import Any

import pytest

from ratingstore.errors import RuleSetInvalid
from ratingstore.rulebook import catalogue
from ratingstore.rulebook.bands import HIGHEST, LOWEST
from ratingstore.rulebook.loader import digest, load
from ratingstore.rules import ruleset

HERE = Path(__file__).parent
SOUND = (HERE / "sound.toml").read_text(encoding="utf-8")
TABLE = (HERE / "four.toml").read_text(encoding="utf-8")
TABLES = {"four": TABLE}
FEDERATION = (HERE / "federation.toml").read_text(encoding="utf-8")
FIFTY = (HERE / "fifty.toml").read_text(encoding="utf-8")
BOTH = {**TABLES, "fifty": FIFTY}
UNION = (HERE / "union.toml").read_text(encoding="utf-8")


def changed(*pairs: tuple[str, str]) -> str:
    text = SOUND
    for old, new in pairs:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def test_points_are_kept_in_hundredths_and_scores_in_millionths() -> None:
    one = load(SOUND, TABLES)
    assert one.game_rounding
    assert one.game_rounding.step == 10
    assert one.cap
    assert one.cap.points == 40_000
    assert one.first_rating.per_point == 5_000
    assert one.expected.upper == (100, 300, 735)
    assert one.expected.high == (500_000, 750_000, 900_000, 1_000_000)


def test_the_result_of_the_board_is_rated_unless_the_rule_set_says_otherwise() -> None:
    assert load(SOUND, TABLES).score.result == "board"
    assert load(changed(("[score]\n", '[score]\nresult = "standings"\n')), TABLES).score.result == "standings"


def test_a_minimum_score_is_written_in_points_and_kept_in_half_points() -> None:
    one = load(changed(("minimum_games = 9", "minimum_games = 9\nminimum_score = 1.5")), TABLES)
    assert one.first_rating.minimum_score == 3


def test_open_bands_reach_as_far_as_a_rating_can_go_and_leave_no_fraction_out() -> None:
    bands = load(SOUND, TABLES).k.bands
    assert [(band.low, band.high, band.k) for band in bands] == [
        (LOWEST, 199_999, 40),
        (200_000, 239_999, 20),
        (240_000, HIGHEST, 10),
    ]


def test_bands_may_end_where_the_bounds_end() -> None:
    closed = changed(
        ("{ high = 1999,", "{ low = 0, high = 1999,"), ("{ low = 2400,", "{ low = 2400, high = 3000,")
    )
    bands = load(closed, TABLES).k.bands
    assert (bands[0].low, bands[-1].high) == (0, 300_000)


def test_performances_are_kept_in_hundredths_with_the_numbers_of_their_table() -> None:
    first = load(FEDERATION, BOTH).first_rating
    assert (first.per_half_point, first.least) == (1_250, 200_500)
    assert (first.olympiad, first.olympiad_women) == (220_000, 205_000)
    assert (first.table, first.differences) == ("fifty", tuple(range(0, 500, 10)))


def test_a_first_rating_as_of_one_event_is_kept_in_hundredths_and_half_points() -> None:
    first = load(UNION, BOTH).first_rating
    assert (first.hypothetical_draws, first.hypothetical_rating, first.highest) == (1, 150_000, 190_000)
    assert (first.block_games, first.block_score, first.block_least) == (2, 1, 90_000)
    assert (first.first_games, first.first_score, first.months) == (3, 2, 14)
    assert (first.round_robin, first.round_robin_share, first.below_floor) == (True, True, "keep")


def test_what_a_file_leaves_out_of_a_condition_is_not_stated() -> None:
    factor = load(UNION, BOTH).k
    assert factor.conditions == (
        ruleset.KCondition(k=9, peak_from=225_000),
        ruleset.KCondition(k=45, rating_below=210_000, peak_below=220_000, age_to=16, age_by="birthday"),
        ruleset.KCondition(k=54, rating_from=100_000, games_below=12),
    )
    assert (factor.by, factor.limit) == ("list before", 540)


def test_a_table_of_differences_may_have_a_number_for_a_full_score() -> None:
    full = FIFTY.replace("{ p = 0.99, dp = 490 },", "{ p = 0.99, dp = 490 }, { p = 1.00, dp = 800 },")
    differences = load(FEDERATION, {**BOTH, "fifty": full}).first_rating.differences
    assert (len(differences), differences[-2:]) == (51, (490, 800))


def test_what_a_rule_set_leaves_unsaid_is_as_before() -> None:
    one = load(SOUND, TABLES)
    assert (one.unit.closing_days, one.references.fallback, one.late.lists) == (1, "", 0)
    assert one.cap
    assert (one.cap.on, one.cap.games, one.cap.exempt_from) == ("difference", "all", ruleset.UNRATED)
    assert (one.k.by, one.k.limit, one.not_rated, one.revoked_on) == ("reference", 0, None, "")


def test_performances_may_do_without_an_olympiad() -> None:
    text = FEDERATION.replace("olympiad = 2200\nolympiad_women = 2050\n", "")
    first = load(text, BOTH).first_rating
    assert (first.olympiad, first.olympiad_women) == (ruleset.UNRATED, ruleset.UNRATED)


def test_a_floor_is_kept_in_hundredths_and_may_be_left_out() -> None:
    one = load(FEDERATION, BOTH)
    assert one.floor
    assert (one.floor.low, one.floor.source) == (200_000, "book, 10")
    assert load(SOUND, TABLES).floor is None


def test_new_players_may_have_a_k_of_their_own() -> None:
    new, none = load(FEDERATION, BOTH).k, load(SOUND, TABLES).k
    assert [(one.games_below, one.k) for one in new.conditions] == [(30, 25)]
    assert none.conditions == ()


def test_a_period_gathers_single_games_or_whole_tournaments() -> None:
    assert load(SOUND, TABLES).unit.lands_by == "game date"
    unit = load(FEDERATION, BOTH).unit
    assert (unit.period, unit.lands_by) == ("half year", "tournament end")


def test_a_calculation_against_the_mean_may_be_rounded_by_itself() -> None:
    one = load(changed(('against = "each opponent"', 'against = "mean of opponents"')), TABLES)
    assert one.game_rounding
    assert one.game_rounding.step == 10


def test_sources_keep_the_dates_that_are_known() -> None:
    (book,) = load(SOUND, TABLES).sources
    assert (book.key, book.published_on, book.checked_on) == ("book", "2019-12", "2026-11-30")


def test_the_notes_of_a_table_come_along_under_its_key() -> None:
    notes = load(SOUND, TABLES).notes
    assert [note.path for note in notes] == ["shown", "expected.table.rows[4].from"]
    notes = load(FEDERATION, BOTH).notes
    assert [note.path for note in notes] == ["expected.table.rows[4].from", "first_rating.table.rows[2].dp"]


def test_a_period_may_be_rated_by_the_rules_of_its_tournaments() -> None:
    one = load(changed(('selected_by = "period start"', 'selected_by = "tournament start"')), TABLES)
    assert one.unit.selected_by == "tournament start"


def test_tables_that_the_file_does_not_name_do_no_harm() -> None:
    assert load(SOUND, {**TABLES, "other": "no table"}) == load(SOUND, TABLES)


def test_a_table_that_nobody_handed_over_is_named() -> None:
    with pytest.raises(RuleSetInvalid) as refused:
        load(SOUND, {})
    assert refused.value.findings == (("expected.table", "there is no table four here; there is none"),)


def test_a_refusal_names_the_rule_set_or_the_file_where_there_is_no_id() -> None:
    with pytest.raises(RuleSetInvalid) as named:
        load(changed(("points = 1\n", "")), TABLES)
    assert named.value.name == "club-1"
    assert "score.points: is missing" in str(named.value)
    for text in (changed(('id = "club-1"\n', "")), "id ="):
        with pytest.raises(RuleSetInvalid) as nameless:
            load(text, TABLES)
        assert nameless.value.name == "the file"


def test_several_impossible_days_are_all_named() -> None:
    text = changed(("valid_from = 2020-01-01", "valid_from = 2021-02-29"), ("= 2026-11-30", "= 2026-11-31"))
    with pytest.raises(RuleSetInvalid) as refused:
        load(text, TABLES)
    assert refused.value.findings == (
        ("valid_from", "there is no day 2021-02-29"),
        ("sources[1].checked_on", "there is no day 2026-11-31"),
    )


@pytest.mark.parametrize(
    ("path", "record", "field"),
    [
        ("status", ruleset.RuleSet, "status"),
        ("unit.kind", ruleset.Unit, "kind"),
        ("unit.selected_by", ruleset.Unit, "selected_by"),
        ("unit.period", ruleset.Unit, "period"),
        ("unit.lands_by", ruleset.Unit, "lands_by"),
        ("references.own", ruleset.References, "own"),
        ("references.opponent", ruleset.References, "opponent"),
        ("expected.method", ruleset.Expected, "method"),
        ("expected.against", ruleset.Expected, "against"),
        ("cap.side", ruleset.Cap, "side"),
        ("game_rounding.mode", ruleset.Rounding, "mode"),
        ("unrated_opponent.method", ruleset.UnratedOpponent, "method"),
        ("first_rating.method", ruleset.FirstRating, "method"),
        ("first_rating.opponents", ruleset.FirstRating, "opponents"),
        ("first_rating.below_floor", ruleset.FirstRating, "below_floor"),
        ("cap.on", ruleset.Cap, "on"),
        ("cap.games", ruleset.Cap, "games"),
        ("k.by", ruleset.KFactor, "by"),
        ("k.conditions[2].age_by", ruleset.KCondition, "age_by"),
        ("unit_rounding.of", ruleset.Rounding, "of"),
        ("late.policy", ruleset.Late, "policy"),
    ],
)
def test_a_file_may_say_all_that_the_record_knows_and_nothing_else(
    path: str, record: Any, field: str
) -> None:
    known = typing.get_args(typing.get_type_hints(record)[field])
    written = UNION.replace("exempt_from = 2500", 'on = "difference"\ngames = "all"').replace(
        "[not_rated]", '[game_rounding]\nstep = 1\nmode = "half up"\nsource = "book, 5"\n\n[not_rated]'
    )
    written = written.replace("months = 14", 'months = 14\nopponents = "rated"')
    with pytest.raises(RuleSetInvalid) as refused:
        load(f'{written}\n[settable]\nit = "{path}"\n', BOTH, {"it": "magic"})
    told = ", ".join(f'"{one}"' for one in known)
    assert (path, f'must be one of {told}; not the text "magic"') in refused.value.findings


def test_an_adoption_can_set_the_k_of_plain_elo() -> None:
    elo = catalogue.find("elo-1")
    assert [band.k for band in load(elo.text, elo.tables, {"k": "32"}).k.bands] == [32]
    assert [band.k for band in load(elo.text, elo.tables, {"k": " 40.0 "}).k.bands] == [40]
    assert [band.k for band in load(elo.text, elo.tables).k.bands] == [20]


@pytest.mark.parametrize("value", ["vinte", "nan", "inf", "1e9", "2_0", "", "20,5"])
def test_a_k_that_is_no_number_is_refused(value: str) -> None:
    elo = catalogue.find("elo-1")
    with pytest.raises(RuleSetInvalid) as refused:
        load(elo.text, elo.tables, {"k": value})
    assert refused.value.findings == (("parameters.k", f'must be written like 20, not the text "{value}"'),)


def test_an_adoption_can_set_the_old_minimums_of_the_curitiba_club() -> None:
    old = catalogue.find("cxc-2011")
    first = load(
        old.text, old.tables, {"minimum_score": "2.5", "minimum_games_a_tournament": "3"}
    ).first_rating
    assert (first.minimum_score, first.minimum_games_a_tournament) == (5, 3)


def test_flags_and_days_can_be_settable_too() -> None:
    text = changed(("[settable]", '[settable]\nsince = "valid_from"\nunsaid = "shown.inferred"'))
    one = load(text, TABLES, {"since": "2021-07-01", "unsaid": "false"})
    assert (one.valid_from, one.shown.inferred) == ("2021-07-01", False)


def test_a_digest_does_not_depend_on_line_endings_or_a_byte_order_mark() -> None:
    windows = "\ufeff" + SOUND.replace("\n", "\r\n")
    assert digest(windows, {"four": TABLE.replace("\n", "\r\n")}) == digest(SOUND, TABLES)
    assert digest(SOUND.rstrip("\n"), TABLES) == digest(SOUND, TABLES)
    assert load(windows, TABLES) == load(SOUND, TABLES)


def test_a_digest_depends_on_every_value() -> None:
    digests = {
        digest(SOUND, TABLES),
        digest(changed(("points = 400", "points = 350")), TABLES),
        digest(SOUND, {"four": TABLE.replace("0.75", "0.74").replace("0.25", "0.26")}),
        digest(SOUND, {"other": TABLE}),
        digest(SOUND, {}),
        digest(SOUND, TABLES, {"k": "20"}),
        digest(SOUND, TABLES, {"k": "25"}),
    }
    assert len(digests) == 7


def test_a_digest_does_not_depend_on_the_order_of_tables_and_parameters() -> None:
    one = digest(SOUND, {"a": "1", "b": "2"}, {"k": "1", "l": "2"})
    assert one == digest(SOUND, {"b": "2", "a": "1"}, {"l": "2", "k": "1"})


def test_a_digest_is_made_as_it_has_always_been_made() -> None:
    form = '["ratingstore rule set 1","é\\n",{"t":"x = 1\\n"},{"k":"20"}]'
    assert digest("é\r\n", {"t": "x = 1"}, {"k": "20"}) == hashlib.sha256(form.encode()).hexdigest()


ODD_VALUES = (
    "0",
    "-1",
    "1.5",
    "1e400",
    "nan",
    "true",
    '""',
    '"x"',
    '"x, y"',
    "[]",
    "[1]",
    "[{}]",
    "{}",
    "07:30:00",
)
LINES = [number for number, line in enumerate(SOUND.splitlines()) if re.match(r"\w+ = [^\[]", line)]


@pytest.mark.parametrize("number", LINES, ids=lambda number: SOUND.splitlines()[number])
def test_whatever_stands_at_a_key_is_read_or_refused_with_a_sentence(number: int) -> None:
    lines = SOUND.splitlines()
    key = lines[number].partition(" = ")[0]
    outcomes = {
        value: refusals("\n".join([*lines[:number], f"{key} = {value}", *lines[number + 1 :]]))
        for value in ODD_VALUES
    }
    assert all(any(key in path for path in outcomes[value]) for value in ("[]", "[1]", "{}", "07:30:00"))


def refusals(text: str) -> list[str]:
    """The key paths that a text is refused for."""
    try:
        load(text, TABLES)
    except RuleSetInvalid as refused:
        return [path for path, sentence in refused.findings if sentence]
    return []
