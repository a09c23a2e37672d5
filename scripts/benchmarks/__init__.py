"""Benchmarks of the product beside baselines, in one process."""
