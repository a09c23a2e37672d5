"""Options that give values names: ``--set k=20``, ``-p list=cxc``."""

from __future__ import annotations

import click

from ratingstore.language import _

METAVAR = "NAME=VALUE"


def named_values(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """``k=20`` and the like as a mapping; a name given twice is a slip. For ``callback=``."""
    named: dict[str, str] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise click.BadParameter(_("{text} is not written as NAME=VALUE").format(text=text), ctx, param)
        if name in named:
            raise click.BadParameter(_("{name} is set twice").format(name=name), ctx, param)
        named[name] = value
    return named
