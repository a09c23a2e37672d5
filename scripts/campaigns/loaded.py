"""Everything of the product, loaded and read in before processes are made from here; no store is opened."""

from __future__ import annotations

import importlib
import os
import pkgutil

import psycopg  # noqa: F401
from sqlalchemy.dialects import postgresql, sqlite  # noqa: F401

import ratingstore.cli
from ratingstore.rulebook import catalogue
from ratingstore.store import schema
from scripts.campaigns import kill  # noqa: F401

os.environ["RATINGSTORE_LANG"] = "en"
for module in pkgutil.iter_modules(ratingstore.cli.__path__, "ratingstore.cli."):
    importlib.import_module(module.name)
schema.newest()
catalogue.shipped()
