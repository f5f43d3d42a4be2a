"""Bundled levels, prefabs, skeletons, clips and recorded actions, as data."""
