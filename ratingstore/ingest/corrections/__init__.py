"""Corrections: requests to events. Each is drafted whole or refused with a problem of its own."""
