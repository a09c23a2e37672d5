"""Campaigns: long runs that try to break a store in the ways that the world does."""
