"""The office: what needs log, fold and projections together. Lists that go out, comparisons, impact."""
