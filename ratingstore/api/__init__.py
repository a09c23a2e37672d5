"""The library's face, for the command line and for notebooks.

    store = ratingstore.open("club.db")
    store.replay("cxc", as_of="2012-02-01").rows

Dates and codes are texts as a person writes them; answers are row sets with what must be said
beside them. Facts and numbers meet below, in the fold.
"""

from __future__ import annotations

from ratingstore.api.answers import (
    AdoptReport,
    Audit,
    Comparison,
    Explanation,
    History,
    Published,
    RatingList,
)
from ratingstore.api.checkup import Diagnosis, doctor
from ratingstore.api.mending import Corrected
from ratingstore.api.proving import Verification, verify
from ratingstore.api.store import Store, expect_folder, init, open, upgrade
from ratingstore.ingest.answer import Answer
from ratingstore.ingest.report import IngestOptions, IngestReport, Writing
from ratingstore.office.erase import ErasureReport
from ratingstore.projections.project import ProjectReport

__all__ = [
    "AdoptReport",
    "Answer",
    "Audit",
    "Comparison",
    "Corrected",
    "Diagnosis",
    "ErasureReport",
    "Explanation",
    "History",
    "IngestOptions",
    "IngestReport",
    "ProjectReport",
    "Published",
    "RatingList",
    "Store",
    "Verification",
    "Writing",
    "doctor",
    "expect_folder",
    "init",
    "open",
    "upgrade",
    "verify",
]
