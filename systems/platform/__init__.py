"""Terrain that moves."""
