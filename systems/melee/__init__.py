"""Strikes."""
