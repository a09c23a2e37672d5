"""Each command hands the api what its options say, and prints what comes back."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path

import pytest

from ratingstore import api
from ratingstore.errors import UsageError
from ratingstore.ingest.report import IngestReport, Writing
from ratingstore.problems import Problem
from ratingstore.projections.project import ProjectReport
from tests.cli.conftest import Run
from tests.cli.fake_api import VERBS, FakeApi

NOTHING = {"list_code": None, "as_of": None, "known_at": None}
READ = ("--list", "cxc", "--as-of", "2012-02-01", "--known-at", "41")
GIVEN = {"list_code": "cxc", "as_of": "2012-02-01", "known_at": "41"}


def test_the_api_of_these_tests_takes_what_the_real_one_takes() -> None:
    of_store = [name for name in vars(FakeApi) if name[0] != "_" and hasattr(api.Store, name)]
    pairs = [(getattr(api, verb), getattr(FakeApi, verb)) for verb in VERBS]
    pairs += [(getattr(api.Store, name), getattr(FakeApi, name)) for name in of_store if name not in VERBS]
    assert len(pairs) == 18
    for real, fake in pairs:
        names = [name for name in inspect.signature(fake).parameters if name != "self"]
        assert names == [name for name in inspect.signature(real).parameters if name != "self"], real.__name__


def test_init_creates_a_store_and_says_where(run: Run, fake: FakeApi) -> None:
    done = run("init", "--db", "club.db", "--time-zone", "America/Sao_Paulo")
    assert (done.code, done.out) == (0, "club.db: created\n")
    assert fake.called("init") == {"url": "club.db", "time_zone": "America/Sao_Paulo"}
    fake.failure = UsageError("there is a store already")
    assert run("init").code == 2


def test_correct_asks_in_the_words_of_a_json_line_and_prints_what_becomes_of_it(
    run: Run, fake: FakeApi
) -> None:
    key = ("--tournament", "t", "--round", "3", "--white", "ana", "--black", "bia")
    done = run("correct", "game", *key, "--to", "0-1", "--swap-colours", "--reason", "sheet", "--by", "Rosa")
    words = {"tournament": "t", "round": "3", "white": "ana", "black": "bia", "to": "0-1"}
    said = {name: value for name, value in fake.called("correct")["words"].items() if value}
    assert said == {"action": "game", **words, "swap_colours": True}
    assert fake.called("correct")["writing"] == Writing(reason="sheet", by="Rosa")
    assert done.code == 0
    assert done.out.startswith("t: 1-0 -> 0-1\n")
    assert "changes it" in done.err


def test_a_correction_that_is_refused_says_why_and_what_to_do(run: Run, fake: FakeApi) -> None:
    fake.problems = (Problem(code="RS105", file="correct", line=1, values={"position": 7}),)
    done = run("correct", "undo", "7", "--reason", "sheet")
    assert (done.code, done.out) == (1, "t: 1-0 -> 0-1\n")
    assert done.err.startswith("error: RS105 there is no event at position 7\nhint: ")


def test_upgrade_says_what_it_did(run: Run, fake: FakeApi) -> None:
    assert run("upgrade").out == "schema 0001 is now 0002\n"
    fake.versions = ("0002", "0002")
    assert run("upgrade").out == "schema 0002: nothing to do\n"


def test_list_asks_for_what_was_given(run: Run, fake: FakeApi) -> None:
    run("list")
    assert fake.called("list") == {**NOTHING, "everyone": False}
    run("list", *READ, "--all")
    assert fake.called("list") == {**GIVEN, "everyone": True}


def test_replay_asks_for_what_was_given(run: Run, fake: FakeApi, tmp_path: Path) -> None:
    run("replay")
    assert fake.called("replay") == {**NOTHING, "rules": None, "full": False, "everyone": False}
    rules = tmp_path / "club.toml"
    rules.touch()
    run("replay", *READ, "--rules", rules, "--full", "--all")
    assert fake.called("replay") == {**GIVEN, "rules": rules, "full": True, "everyone": True}


def test_replay_by_rules_that_are_not_there_is_2(run: Run, fake: FakeApi, tmp_path: Path) -> None:
    assert run("replay", "--rules", tmp_path / "none.toml").code == 2
    assert fake.calls == []


def test_history_asks_for_what_was_given(run: Run, fake: FakeApi) -> None:
    run("history", "0005", *READ)
    assert fake.called("history") == {**GIVEN, "player": "0005"}


def test_explain_asks_for_what_was_given(run: Run, fake: FakeApi) -> None:
    run("explain", "p1", *READ, "--tournament", "open-2012")
    assert fake.called("explain") == {**GIVEN, "player": "p1", "tournament": "open-2012", "on": None}
    run("explain", "p1", "--on", "2012-02-01")
    assert fake.called("explain") == {**NOTHING, "player": "p1", "tournament": None, "on": "2012-02-01"}


def test_explain_takes_a_tournament_or_a_day_but_not_both(run: Run, fake: FakeApi) -> None:
    done = run("explain", "p1", "--tournament", "open-2012", "--on", "2012-02-01")
    assert (done.code, fake.calls) == (2, [])
    assert "--tournament and --on" in done.err


@pytest.mark.parametrize("command", ["history", "explain"])
def test_a_player_code_that_looks_like_an_option_follows_two_dashes(
    run: Run, fake: FakeApi, command: str
) -> None:
    assert run(command, "--list", "cxc", "--", "-q").code == 0
    assert fake.called(command)["player"] == "-q"


def test_project_prints_a_line_a_list(run: Run, fake: FakeApi) -> None:
    report = ProjectReport(list_code="cxc", known_at=41, units=2, changes=3, written=3, before_rules=0)
    single = replace(report, list_code="elo", units=1, changes=1, written=1, before_rules=1)
    fake.projected = (report, single)
    done = run("project")
    assert done.out == ("cxc: 3 changes in 2 units, 3 rows written\nelo: 1 change in 1 unit, 1 row written\n")
    assert done.err == "  note: 1 game is older than the first rule set and is not rated\n"
    assert fake.called("project") == {"list_code": None, "full": False, "dry_run": False}


def test_project_without_work_says_so(run: Run, fake: FakeApi) -> None:
    done = run("project", "--list", "cxc", "--full", "--dry-run")
    assert (done.out, done.err) == ("nothing to do\n", "dry run: nothing was written\n")
    assert fake.called("project") == {"list_code": "cxc", "full": True, "dry_run": True}


def test_query_hands_over_the_statement(run: Run, fake: FakeApi) -> None:
    run("query", "--sql", "select * from game_now")
    assert fake.called("query") == {"sql": "select * from game_now"}


def test_adopt_hands_over_everything_and_opens_a_store(run: Run, fake: FakeApi) -> None:
    fake.missing = True
    words = (
        "--from",
        "2012-01-01",
        "--set",
        "k=20",
        "--set",
        "cap=400",
        "--by",
        "Ana",
        "--reason",
        "minutes",
    )
    done = run("rules", "adopt", "elo-1", "--list", "blitz", *words)
    assert (done.code, done.out) == (0, "cxc: cxc-2012 holds from 2012-01-01\n")
    assert fake.called("rules_adopt") == {
        "what": "elo-1",
        "list_code": "blitz",
        "effective_from": "2012-01-01",
        "parameters": {"k": "20", "cap": "400"},
        "writing": Writing(by="Ana", reason="minutes"),
    }


@pytest.mark.parametrize("words", [["k"], ["k="], ["=20"], ["k=20", "k=30"]], ids=" ".join)
def test_adopt_refuses_values_it_cannot_read(run: Run, fake: FakeApi, words: list[str]) -> None:
    settings = [word for text in words for word in ("--set", text)]
    assert run("rules", "adopt", "elo-1", "--list", "blitz", *settings).code == 2
    assert fake.calls == []


@pytest.mark.parametrize(
    "words", [["ingest", "games.csv"], ["rules", "adopt", "cxc", "--list", "cxc"]], ids=" ".join
)
def test_every_writing_command_takes_the_same_four_options(run: Run, fake: FakeApi, words: list[str]) -> None:
    fake.reports = (IngestReport(file="games.csv", counts={}),)
    run(*words)
    run(*words, "--recorded-at", "2012-02-10", "--by", "Ana", "--reason", "minutes", "--dry-run")
    written = [given["writing"] for _name, given in fake.calls if "writing" in given]
    assert written == [
        Writing(),
        Writing(recorded_at="2012-02-10", by="Ana", reason="minutes", dry_run=True),
    ]


def test_list_asks_for_the_newest_publication_or_for_a_version(run: Run, fake: FakeApi) -> None:
    run("list", "--published")
    assert fake.called("published") == {**NOTHING, "version": None}
    run("list", "--published", "v2", *READ)
    assert fake.called("published") == {**GIVEN, "version": 2}
    run("list", "--published", "--list", "cxc")
    assert fake.called("published")["list_code"] == "cxc"


@pytest.mark.parametrize("words", [["--published", "2"], ["--published", "--all"]], ids=" ".join)
def test_list_refuses_what_no_publication_can_be(run: Run, fake: FakeApi, words: list[str]) -> None:
    assert run("list", *words).code == 2
    assert fake.calls == []


def test_publish_hands_over_everything_and_says_what_it_did_beside_the_rows(run: Run, fake: FakeApi) -> None:
    done = run("publish", "--list", "cxc", "--date", "2012-02-01", "--reason", "late", "--format", "csv")
    assert done.code == 0
    assert done.out.startswith("rank,player,rating,last_played\n")
    assert done.err.endswith("warning: look at it\npublished as cxc@2012-02-01v1\n")
    writing = Writing(reason="late")
    assert fake.called("publish") == {"list_code": "cxc", "date": "2012-02-01", "writing": writing}
    assert run("publish", "--list", "cxc").code == 2


def test_compare_exits_1_where_somebody_stands_otherwise(run: Run, fake: FakeApi) -> None:
    assert run("compare", "cxc@2012-02-01~v1", "cxc@2012-02-01").code == 0
    assert fake.called("compare") == {"before": "cxc@2012-02-01~v1", "after": "cxc@2012-02-01"}
    fake.differing = 2
    done = run("compare", "cxc@2012-02-01", "cxc@2012-03-01")
    assert (done.code, done.err) == (1, "2 players stand otherwise\n")


def test_whatif_asks_for_what_was_given(run: Run, fake: FakeApi) -> None:
    run("whatif", "--rules", "elo-1", "--from", "2012-01-01", *READ)
    assert fake.called("whatif") == {**GIVEN, "rules": "elo-1", "from_day": "2012-01-01"}
    assert run("whatif").code == 2
