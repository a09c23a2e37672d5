"""The bytes that the chain seals: fixed for ever once a form was used."""

from __future__ import annotations

import pytest
from sqlalchemy import Table

from ratingstore.events import canonical
from ratingstore.store import chain, tables

# Two rows a table: one with everything stated, one with everything left open that can be.
ROWS: dict[str, list[tuple[object, ...]]] = {
    "admin_event": [
        (1, 1, 1, 2, "adoption", 1, 734_503, "cxc-2012", "ab" * 32, '{"k": "24"}', '{"text": "Não é"}',
         734_503),
        (2, 2, 0, 0, "note", None, 734_600, "", "", "", "", 3_652_059),
    ],
    "tournament_event": [
        (3, 3, 1, 2, 1, "Aberto de Curitiba", "cbx cxc", 734_500, 734_520, "swiss", 9, 1, "BRA", "Curitiba",
         "90+30", 734_530, "rated", 1, 734_500),
        (4, 3, 0, 3, 1, "", "", None, None, "", None, None, "", "", "", None, "rated", None, 734_500),
    ],
    "player_event": [
        (5, 5, 1, 2, 1, "born", "1980-02-29", 0, 734_510),
        (6, 6, 1, 3, 2, "title", "", 734_000, 734_000),
    ],
    "rating_event": [
        (7, 7, 1, 2, 1, 1, "opening", 734_000, 150_050, 0, 30, 2_000, "rated", 734_000),
        (8, 8, 1, 3, 2, 1, "adjustment", 734_001, -17_800, 1, None, None, "", 734_001),
    ],
    "game_event": [
        (9, 9, 1, 2, 1, 3, 1, 2, 1, 734_505, 3, 4, 2, 1, 2, 0, "yes", 1, 1, 1, 734_500),
        (10, 9, 0, 3, 1, 3, 1, 2, 1, None, None, None, 2, 1, None, None, "forfeit", None, None, None,
         734_500),
    ],
}  # fmt: skip

# These are facts, not results: logs exist that were sealed so. A change of one breaks them all.
FORM_1 = {
    "admin_event": "75b7e2ae36feb4ff5080d1d46f8e24f086cf4dea182390e76859a8b2874fd1b0",
    "tournament_event": "0498f53431f87d2388fec100d8ee979b8e693ad825f82a6406a8775a9e1c71dc",
    "player_event": "f70423dcc72cba761765b7f94662495e496be4916303c8b1f97ff499c9d76d2e",
    "rating_event": "2251a30479e0bfc4839ad236d45bb4f87216ce49455ca5e4d8829c450488027f",
    "game_event": "54e05a5dc4f4903b26201c8d3f50021bf91af8b444d8c8ae04460ec89fb894e2",
}
FORM_2 = {
    "admin_event": "795edd04368d06b188ac6a7ff154ea7cedf7e58db9fdc9f077272ecab8acf306",
    "tournament_event": "1e9baf4cb15bed954d8134619c25808da5528dc6c012815cfbbab0fb2e32e19c",
    "player_event": "4934a280030eb7d5f3f8c4ed91409a9a1e6e48625202a6659b98a4fb5022a3a5",
    "rating_event": "e65df748b9cd515c1824bc3b2eaba0f3821ba8bfb7b24c93a2284591e61bc063",
    "game_event": "a5e9f39e0914562e51dc8d71178ff2364577620f5ff79c72a49a8b0227addc78",
}
EMPTY_FORM_1 = "b5079d719d6c67485079df611ae3aaa2fb7dbce0d4c2e41d966f3bf9e2793181"
LINK: dict[str, object] = {
    "previous_hash": chain.GENESIS,
    "batch": 1,
    "recorded_at": "2012-02-10T03:00:00.000000Z",
    "format": "games",
    "document_hash": "cd" * 32,
    "options": '{"list": "cxc"}',
    "first_position": 1,
    "last_position": 10,
    "canonical": 1,
    "identities_hash": chain.joined_hash(["rating_list 1 cxc", "tournament 1 aberto"]),
    "remarks_hash": chain.joined_hash([]),
}
SEALED_FORM_1 = "6e36b3b535ac285e2bf25b0550d9ecfd04562b961a061dc6220030c57184a274"


@pytest.mark.parametrize("table", FORM_1)
def test_the_bytes_of_form_1_never_change(table: str) -> None:
    assert canonical.table_hash(table, ROWS[table], 1) == FORM_1[table]


def test_a_table_without_rows_has_bytes_too() -> None:
    assert canonical.table_hash("game_event", [], 1) == EMPTY_FORM_1
    assert canonical.table_hash("game_event", [], 1) != canonical.table_hash("rating_event", [], 1)


def test_the_hash_of_a_batch_never_changes() -> None:
    hashes = {name.removesuffix("_event") + "_hash": digest for name, digest in FORM_1.items()}
    assert chain.batch_hash({**LINK, **hashes}) == SEALED_FORM_1


def test_words_that_may_be_erased_are_hashed_the_same_way_for_ever() -> None:
    assert chain.salted_hash("0123456789abcdef", "note", "née Sá") == SALTED
    assert chain.salted_hash("0123456789abcdef", "note", "nee Sa") != SALTED
    assert chain.salted_hash("0123456789abcdee", "note", "née Sá") != SALTED


def test_form_2_seals_what_a_remark_goes_with_and_form_1_its_hash_alone() -> None:
    row: dict[str, object] = {"position": 7, "kind": "reason", "hash": "ab" * 32, "text": None, "salt": None}
    assert chain.sealed_remark(row, 1) == "ab" * 32
    assert chain.sealed_remark(row, 2) == "7 reason " + "ab" * 32


def test_the_bytes_of_form_2_never_change() -> None:
    assert {table: canonical.table_hash(table, rows, 2) for table, rows in ROWS.items()} == FORM_2


SALTED = "8d7f8283a366185ad35a5f584de237cfb8a2dd442dc801a205233d14c1a5d4e1"


def test_new_batches_use_the_newest_form() -> None:
    assert max(canonical.COLUMNS) == canonical.FORM


@pytest.mark.parametrize("table", tables.EVENT_TABLES, ids=lambda table: table.name)
def test_the_newest_form_covers_every_column_but_the_batch(table: Table) -> None:
    covered = canonical.columns(table.name)
    assert [column.name for column in table.columns] == [covered[0], "batch", *covered[1:]]
    is_text = {column.name for column in table.columns if column.type.python_type is str}
    assert is_text == canonical.TEXTS & set(covered)


def changed(value: object) -> object:
    """Another value of the same kind."""
    if value is None:
        return 0
    return value + 1 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("table", ROWS)
def test_every_cell_is_sealed(table: str) -> None:
    whole = canonical.table_hash(table, ROWS[table])
    for row, cells in enumerate(ROWS[table]):
        for at, name in enumerate(canonical.columns(table)):
            value = "" if cells[at] is None and name in canonical.TEXTS else changed(cells[at])
            other = [*ROWS[table][:row], (*cells[:at], value, *cells[at + 1 :]), *ROWS[table][row + 1 :]]
            assert canonical.table_hash(table, other) != whole, (row, name)


@pytest.mark.parametrize("name", [name for name in chain.SEALED if name in LINK])
def test_every_column_of_a_batch_is_sealed(name: str) -> None:
    hashes = {name.removesuffix("_event") + "_hash": digest for name, digest in FORM_1.items()}
    whole = {**LINK, **hashes}
    assert chain.batch_hash({**whole, name: changed(whole[name])}) != chain.batch_hash(whole)


def test_every_column_of_a_batch_is_sealed_or_its_hash() -> None:
    assert [column.name for column in tables.batch.columns if column.name not in chain.SEALED] == ["hash"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        (("", "ab"), ("ab", "")),
        (("á", ""), ("a", "\u0301")),
        (("1", "2"), ("2", "1")),
    ],
)
def test_texts_do_not_run_into_each_other(one: tuple[str, str], other: tuple[str, str]) -> None:
    def of(texts: tuple[str, str]) -> str:
        row = (5, 5, 1, 2, 1, *texts, 0, 734_510)
        return canonical.table_hash("player_event", [row])

    assert of(one) != of(other)


def test_rows_are_sealed_in_their_order() -> None:
    assert canonical.table_hash("game_event", ROWS["game_event"]) != canonical.table_hash(
        "game_event", ROWS["game_event"][::-1]
    )


def test_a_row_with_a_cell_too_few_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        canonical.table_hash("game_event", [ROWS["game_event"][0][:-1]])
