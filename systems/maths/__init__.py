"""Rotations and interpolation: pure functions."""
