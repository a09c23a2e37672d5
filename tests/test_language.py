"""The program speaks Brazilian Portuguese throughout, Click's own words included."""

from __future__ import annotations

import gettext
import importlib.metadata
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message

from ratingstore import language
from scripts import messages

PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\(\w+\)s")
NEVER_TRANSLATED = ("--as-of", "--known-at", "--dry-run", "--list", "ratingstore", "RULE_SET", "points=2")

needs_the_click_of_the_catalogue = pytest.mark.skipif(
    importlib.metadata.version("click") != messages.CLICK_TRANSLATED,
    reason=f"the catalogue has the words of Click {messages.CLICK_TRANSLATED}; run scripts/messages update",
)


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ratingstore", *words],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """A message and its translation; singular and plural are two."""
    assert message.string is not None
    if isinstance(message.id, str):
        yield message.id, str(message.string)
    else:
        yield from zip(message.id, message.string, strict=True)


def ids(catalogue: Catalog) -> set[object]:
    return {message.id for message in catalogue if message.id}


def test_every_message_of_the_package_has_a_translation() -> None:
    ours, have = ids(messages.extracted(messages.PACKAGE)), messages.translated()
    assert len(ours) > 100
    assert ours - ids(have) == set()
    assert [message.id for message in messages.untranslated(have)] == []


@needs_the_click_of_the_catalogue
def test_every_message_of_click_has_a_translation_and_none_is_left_over() -> None:
    assert ids(messages.extracted(messages.CLICK)) > {"Usage:", "required"}
    assert ids(messages.translated()) == ids(messages.extracted())


def test_what_is_untranslated_or_doubtful_would_be_seen() -> None:
    catalogue = messages.extracted()
    assert len(list(messages.untranslated(catalogue))) == len(ids(catalogue))
    catalogue = messages.translated()
    some = next(message for message in catalogue if message.id)
    some.flags.add("fuzzy")
    assert list(messages.untranslated(catalogue)) == [some]


def test_translations_keep_every_placeholder() -> None:
    pairs = [pair for message in messages.translated() if message.id for pair in forms(message)]
    lost = [
        (text, translation)
        for text, translation in pairs
        if sorted(set(PLACEHOLDER.findall(text))) != sorted(set(PLACEHOLDER.findall(translation)))
    ]
    assert lost == []


def test_translations_keep_options_and_names_as_they_are_typed() -> None:
    pairs = [pair for message in messages.translated() if message.id for pair in forms(message)]
    kept = [pair for pair in pairs if any(name in pair[0] for name in NEVER_TRANSLATED)]
    assert len(kept) > 10
    assert [
        pair for pair in kept for name in NEVER_TRANSLATED if pair[0].count(name) != pair[1].count(name)
    ] == []


def test_the_compiled_catalogue_says_what_the_text_says() -> None:
    with messages.COMPILED.open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in messages.translated():
        if isinstance(message.id, str) and message.id:
            assert compiled.gettext(message.id) == message.string
        elif message.id:
            one, many = message.id
            assert (compiled.ngettext(one, many, 1), compiled.ngettext(one, many, 2)) == message.string


@pytest.mark.parametrize(
    ("environment", "chosen"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "pt_BR.UTF-8"}, "en"),
        ({"RATINGSTORE_LANG": "en", "LANG": "pt_BR.UTF-8"}, "en"),
        ({"RATINGSTORE_LANG": "pt-BR", "LANG": "C"}, "pt-BR"),
    ],
)
def test_the_environment_chooses_the_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], chosen: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language.use() == chosen
    assert language.current() == chosen


def test_the_option_wins_over_the_environment() -> None:
    assert program("--lang", "pt-BR", "--help").stdout.startswith("Uso: ratingstore ")
    assert program("problems", "--help", "--lang=pt-BR").stdout.startswith("Uso: ratingstore problems ")
    portuguese = {"RATINGSTORE_LANG": "pt-BR"}
    assert program("--help", **portuguese).stdout.startswith("Uso: ")
    assert program("--lang", "en", "--help", **portuguese).stdout.startswith("Usage: ")


def test_numbers_choose_singular_and_plural(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RATINGSTORE_LANG", "pt-BR")
    language.use()
    words = [language.plural("{count} game", "{count} games", count) for count in (0, 1, 2)]
    assert words == ["{count} partida", "{count} partida", "{count} partidas"]


@pytest.mark.parametrize("words", [(), ("ingest",), ("rules", "adopt"), ("quarantine",)], ids=" ".join)
def test_the_whole_help_is_in_portuguese(words: tuple[str, ...]) -> None:
    text = program(*words, "--help", LANG="pt_BR.UTF-8").stdout
    assert text.startswith("Uso: ")
    assert "\nOpções:\n" in text
    assert "Mostra esta mensagem e sai." in text
    assert re.findall(r"\b(the|Usage|Options|default|required|env var)\b", text) == []
    assert "..." not in text.partition("Comandos:")[2]


def test_errors_and_hints_are_in_portuguese() -> None:
    done = program("problems", "RS999", LANG="pt_BR.UTF-8")
    assert done.stderr == (
        "erro: não existe o código de problema RS999\ndica: ratingstore problems mostra todos\n"
    )
    assert program("lst", LANG="pt_BR.UTF-8").stderr.startswith("erro: Não existe o comando 'lst'.")


def test_fields_of_data_keep_their_names() -> None:
    (row,) = json.loads(program("problems", "RS001", "--format", "json", LANG="pt_BR.UTF-8").stdout)
    assert list(row) == ["code", "severity", "sentence", "hint", "meaning"]
    assert row["severity"] == "refused"
    assert row["sentence"] == "a coluna <column> está vazia"
